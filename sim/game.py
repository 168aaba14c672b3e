"""One deal from Python: start it, see who decides, answer, store it, read its row.

The kernels trust the answers they get; `Deal.apply` checks each one first and
raises `IllegalAnswer` naming the clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import kernels, rulings
from .cards import NO_TRUMP
from .layout import compile_rules, layout_of
from .observation import Observation, observe
from .planes import CANONICAL, CANONICAL_KINDS, to_kinds, to_planes
from .policies.names import POLICIES
from .rng import stream_keys
from .rows import PAIR, PASS, RED_FIVES, ROW, SHOWS
from .rules import Rules
from .state import (
    BOTTOM,
    BURY,
    CALL,
    CHAO,
    DEALER,
    DEALT,
    DECISION,
    DECISION_NAMES,
    DRAWER,
    FIRST,
    HAND,
    LEAD,
    LED,
    LEGAL,
    LEVEL,
    NAMED,
    OVER,
    PACK,
    POLICY_KEY,
    SEAT,
    SHOW,
    SIZE,
    SNOOZE,
    STAND_SEAT,
    TRUMP,
    Q,
    new_state,
)


class IllegalAnswer(ValueError):
    """An answer the rules refuse; ``clause`` is the register row."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{reason} ({clause})")
        self.clause = clause


class Answer(NamedTuple):
    """A show (code and named trump) at a call or chao, or cards as kinds."""

    show: int = PASS
    named: int = NO_TRUMP
    cards: tuple[int, ...] = ()
    snooze: int = 0


class Deal:
    """A deal in progress. ``state`` is the flat vector of `sim.state`."""

    def __init__(self, rules: Rules, state: NDArray[np.uint64] | None = None) -> None:
        self.rules = rules
        self.rt = compile_rules(rules)
        self.state = new_state() if state is None else state
        self.three = rulings.three_of(rules)

    @classmethod
    def start(
        cls, rules: Rules, seed: int = 1, index: int = 0, level: int | None = None, first_deal: bool = False
    ) -> Deal:
        """Shuffle deal ``index`` of study ``seed``; level None draws one from the deal's own stream."""
        deal = cls(rules)
        cards, policies = stream_keys(seed)
        numbers = [cards, policies, index, 2 if first_deal else level or 0, int(first_deal)]
        deal._step(kernels.START, numbers)
        return deal

    @classmethod
    def from_pack(
        cls,
        rules: Rules,
        pack: Sequence[int],
        level: int,
        first_deal: bool = False,
        drawer: int = 0,
        policy_key: int = 1,
    ) -> Deal:
        """A deal from given cards in dealing order (kinds); the last ones are the bottom."""
        deal = cls(rules)
        st = deal.state
        st[LEVEL], st[FIRST], st[DRAWER], st[POLICY_KEY] = level, int(first_deal), drawer, policy_key
        st[PACK : PACK + len(pack)] = [CANONICAL[kind] for kind in pack]
        deal._step(kernels.BEGIN)
        return deal

    def copy(self) -> Deal:
        """An independent copy that goes on from the same decision."""
        return Deal(self.rules, self.state.copy())

    def dumps(self) -> bytes:
        """The state as bytes; `loads` with the same rules continues it."""
        return self.state.astype("<u8").tobytes()

    @classmethod
    def loads(cls, rules: Rules, data: bytes) -> Deal:
        """A deal from `dumps`."""
        state = np.frombuffer(data, "<u8").astype(np.uint64)
        if len(state) != SIZE:
            raise ValueError("this is no stored deal of this version")
        return cls(rules, state)

    # -- reading ---------------------------------------------------------

    @property
    def decision(self) -> str:
        """``call``, ``bury``, ``chao``, ``lead``, ``follow`` or ``over``."""
        return DECISION_NAMES[int(self.state[DECISION])]

    @property
    def over(self) -> bool:
        """Whether the deal is finished."""
        return int(self.state[DECISION]) == OVER

    def number(self, place: int) -> int:
        """A field as a signed number."""
        return int(self.state[place].astype(np.int64))

    @property
    def seat(self) -> int:
        """Seat that decides."""
        return int(self.state[SEAT])

    @property
    def dealt(self) -> int:
        """Cards dealt so far."""
        return int(self.state[DEALT])

    @property
    def in_play(self) -> bool:
        """Whether the cards lie in the trump layout."""
        return int(self.state[DECISION]) >= LEAD

    def cards_at(self, place: int) -> tuple[int, ...]:
        """Cards of three planes."""
        planes = self.state[place : place + 3]
        if not self.in_play:
            return to_kinds(planes, CANONICAL_KINDS)
        return to_kinds(planes, layout_of(self.rules, self.number(LEVEL), self.number(TRUMP)).kind_of_bit)

    def hand(self, seat: int) -> tuple[int, ...]:
        """Cards of a seat, kinds ascending."""
        return self.cards_at(HAND + 3 * seat)

    def bottom(self) -> tuple[int, ...]:
        """Cards of the bottom; before the first burial those of the pack."""
        return self.cards_at(BOTTOM)

    def pack(self) -> list[int]:
        """The pack in dealing order, as kinds."""
        return [CANONICAL_KINDS[int(bit)] for bit in self.state[PACK : PACK + self.rules.cards]]

    def legal_shows(self) -> list[int]:
        """Show codes the deciding seat may answer a call or chao with, besides a pass."""
        legal = int(self.state[LEGAL + self.seat])
        return [show for show in range(SHOWS) if legal >> show & 1]

    def observe(self, seat: int) -> Observation:
        """What a seat may know now: its hand, what lies open, the bottom it buried."""
        return observe(self, seat)

    # -- going on --------------------------------------------------------

    def _step(self, operation: int, numbers: Sequence[Any] = ()) -> None:
        values = np.zeros(8, np.uint64)
        values[: len(numbers)] = numbers
        kernels.step(self.state, self.rt, operation, values, self.three)

    def ask(self, policy: str) -> Answer:
        """The answer of a built-in policy; it is not applied."""
        self._step(kernels.ACT, [POLICIES[policy]])
        return self.answer()

    def answer(self) -> Answer:
        """The answer that lies in the state."""
        decision = int(self.state[DECISION])
        if decision in (CALL, CHAO):
            return Answer(self.number(SHOW), self.number(NAMED), snooze=self.number(SNOOZE))
        return Answer(cards=self.cards_at(Q))

    def apply(self, answer: Answer | None = None) -> None:
        """Check an answer and go to the next decision; None applies what `ask` left in the state.

        Raises `IllegalAnswer` and leaves the deal unchanged when the rules refuse it.
        """
        if answer is not None:
            self._check(answer)
            self._write(answer)
        self._step(kernels.APPLY)

    def _write(self, answer: Answer) -> None:
        st = self.state
        st[SHOW], st[NAMED], st[SNOOZE] = answer.show, answer.named, answer.snooze
        bits = CANONICAL
        if self.in_play:
            bits = layout_of(self.rules, self.number(LEVEL), self.number(TRUMP)).bit_of_kind
        st[Q : Q + 3] = to_planes(answer.cards, bits)

    def _check(self, answer: Answer) -> None:
        decision = int(self.state[DECISION])
        if decision == OVER:
            raise IllegalAnswer("B-32", "the deal is over")
        if decision in (CALL, CHAO):
            if answer.show != PASS and answer.show not in self.legal_shows():
                raise IllegalAnswer(self._show_clause(decision, answer.show), "this may not be shown now")
            if answer.show == RED_FIVES and not self._may_name(answer.named):
                raise IllegalAnswer("X-25", "this trump may not be named")
            return
        if not rulings.holds(self.hand(self.seat), answer.cards):
            raise IllegalAnswer("B-32", "these cards are not in the hand")
        self._check_cards(decision, answer.cards)

    def _show_clause(self, decision: int, show: int) -> str:
        """The row that refuses a show."""
        if decision == CHAO:
            return "X-29"
        return "X-18" if show < PAIR and self.number(STAND_SEAT) >= 0 else "Y-37"

    def _may_name(self, trump: int) -> bool:
        rule = self.rules.red5_pair_trump
        return trump in {"choose": range(5), "nt": (4,), "choose_suit_only": range(4)}[rule]

    def _check_cards(self, decision: int, cards: tuple[int, ...]) -> None:
        level, trump = self.number(LEVEL), self.number(TRUMP)
        if decision == BURY:
            if len(cards) != self.rules.bottom_size:
                raise IllegalAnswer("B-17", f"exactly {self.rules.bottom_size} cards are buried")
        elif decision == LEAD:
            if rulings.lead_class(self.rules, level, trump, cards) == "illegal":
                raise IllegalAnswer("Y-70", "these cards may not be led together")
        else:
            lead = self.cards_at(LED)
            if not rulings.follow_is_legal(self.rules, level, trump, lead, self.hand(self.seat), cards):
                raise IllegalAnswer("Y-51", "these cards may not answer the lead")

    def play_out(self, policies: tuple[str, str] = ("greedy", "greedy")) -> None:
        """Let built-in policies (dealer side, attackers) finish the deal."""
        while not self.over:
            attacker = (self.seat ^ self.number(DEALER)) & 1
            self.ask(policies[attacker])
            self.apply()

    def row(self) -> np.void:
        """The result row of a finished deal, dtype `sim.rows.ROW`."""
        if not self.over:
            raise ValueError("the deal is not over")
        rows = np.zeros(1, ROW)
        kernels.finish(self.state, self.rt, rows)
        return rows[0]  # type: ignore[no-any-return]
