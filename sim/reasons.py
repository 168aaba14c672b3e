"""Why a play wins, loses or had to be made, and the clause that says so.

Words for a play: ``lead``; ``beats``, ``equal``, ``follows`` in the led suit;
``no_pair``, ``no_tractor``, ``short`` where the hand could not give what was
led; ``top_trumps``, ``own_510k`` where a trump 510K asks for them; ``ruff``,
``over_ruff``, ``equal_ruff``, ``under_ruff``, ``weak_ruff`` (trumps that do not
cover the lead) and ``discard`` from a hand without the suit.

Words for a trick: ``highest``, ``first_of_equals``, ``throw``, ``side_510k``,
``trump_510k``, ``ruff``, ``over_ruff``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import rulings
from .cards import NO_TRUMP, SMALL_JOKER, rank_of, suit_of
from .deal_record import Beatable, Cards, FailedThrow, Play
from .layout import T_TRUMP, Layout, layout_of
from .rules import Rules

SETS = ("k510", "k510_double")


class Reason(NamedTuple):
    """A word and the row it rests on, empty where nothing had to be decided."""

    word: str
    clause: str


class Trickwise:
    """Reasons in one trick: ask for each play in turn."""

    def __init__(self, rules: Rules, level: int, trump: int, lead: Cards) -> None:
        self._context = rules, level, trump
        self.layout: Layout = layout_of(rules, level, trump)
        self.lead = lead
        self.shape = rulings.lead_class(rules, level, trump, lead)
        self.suit = self._lead_suit()
        self._best = lead
        self._ruffed = False

    def _lead_suit(self) -> int:
        """Effective suit; a 510K with one side card counts as its printed suit (B-40)."""
        sides = [suit for suit in map(self.suit_of, self.lead) if suit != NO_TRUMP]
        return sides[0] if sides else NO_TRUMP

    def suit_of(self, kind: int) -> int:
        """Effective suit of a card, 4 for trumps."""
        trump = self.layout.words[T_TRUMP] >> self.layout.bit_of_kind[kind] & 1
        return NO_TRUMP if trump else suit_of(kind)

    def follow(self, hand: Sequence[int], cards: Cards, takes: bool) -> Reason:
        """The reason of a follow from ``hand``; ``takes`` says that it wins the trick so far."""
        held = sum(self.suit_of(kind) == self.suit for kind in hand)
        reason = self._without_suit(cards, takes) if held == 0 else self._with_suit(held, cards, takes)
        if takes:
            self._best = cards
            self._ruffed = reason.word in ("ruff", "over_ruff")
        return reason

    def _with_suit(self, held: int, cards: Cards, takes: bool) -> Reason:
        if held < len(cards):
            return Reason("short", "B-33")
        if self.shape in SETS and self.suit == NO_TRUMP:
            return self._under_trump_set(cards) if self._context[0].k510_forced_top else Reason("follows", "")
        if self.shape in ("pair", "triple", "tractor") and self._class(cards) != self.shape:
            pairs = len(cards) - len(set(cards))
            return Reason("no_tractor" if self.shape == "tractor" and pairs else "no_pair", "B-34")
        if takes:
            return Reason("beats", self._higher_clause())
        if not self._ruffed and self.shape in ("single", "pair", "triple", "tractor"):
            led_after = self._winner(cards, self._best)
            if led_after == 0:
                return Reason("equal", "B-32")
        return Reason("follows", "")

    def _under_trump_set(self, cards: Cards) -> Reason:
        single = self.shape == "k510"
        if single and self._class(cards) == "k510":
            return Reason("own_510k", "Y-74")
        return Reason("top_trumps", "Y-74" if single else "Y-75")

    def _without_suit(self, cards: Cards, takes: bool) -> Reason:
        if self.suit == NO_TRUMP:
            return Reason("discard", "B-33")
        if takes:
            return (
                Reason("over_ruff", self._over_clause())
                if self._ruffed
                else Reason("ruff", self._ruff_clause())
            )
        if any(self.suit_of(kind) != NO_TRUMP for kind in cards):
            return Reason("discard", "B-33")
        if self._winner(self.lead, cards) == 0:
            return Reason("weak_ruff", self._ruff_clause())
        equal = self._winner(self.lead, cards, self._best) == 1
        return Reason("equal_ruff", "B-32") if equal else Reason("under_ruff", self._over_clause())

    def won(self, plays: Sequence[Play], winner: int) -> Reason:
        """Why ``winner`` has won the finished trick."""
        place = next(place for place, play in enumerate(plays) if play.seat == winner)
        best = plays[place]
        if best.act in ("ruff", "over_ruff"):
            return Reason(best.act, best.clause)
        if self.shape in SETS:
            double = self.shape == "k510_double"
            if self.suit == NO_TRUMP:
                return Reason("trump_510k", "Y-75" if double else "Y-74")
            return Reason("side_510k", "Y-76" if double else "Y-72")
        if self.shape == "throw":
            return Reason("throw", "Y-52")
        if any(play.act == "equal" for play in plays[place + 1 :]):
            return Reason("first_of_equals", "B-32")
        return Reason("highest", self._higher_clause())

    def _class(self, cards: Cards) -> str:
        return rulings.lead_class(*self._context, cards)

    def _winner(self, *plays: Cards) -> int:
        return rulings.trick_winner(*self._context, plays)

    def _higher_clause(self) -> str:
        if self.shape == "tractor":
            return "B-29"
        return "B-06" if self.suit == NO_TRUMP else "B-32"

    def _ruff_clause(self) -> str:
        return {"k510": "B-39", "k510_double": "Y-121"}.get(self.shape, "B-35")

    def _over_clause(self) -> str:
        """B-36 compares highest cards; where several parts are compared Y-120 says how."""
        structured = self.shape == "throw" and len(set(self.lead)) < len(self.lead)
        return "Y-120" if structured else "B-36"


def failed_throw(
    rules: Rules,
    level: int,
    trump: int,
    hands: Sequence[Cards],
    leader: int,
    attempt: Cards,
    led: Cards,
    fine: int,
) -> FailedThrow:
    """A failed throw in detail; ``hands`` of all four seats before the lead, ``fine`` as booked."""
    around = [hands[(leader + step) % 4] for step in range(4)]

    def beaten(steps: Iterable[int]) -> tuple[Cards, ...]:
        return rulings.resolve_throw(rules, level, trump, around, attempt, steps).beatable

    steps = (1, 3) if rules.throw_check == "opponents" else (1, 2, 3)
    by_seat = {(leader + step) % 4: beaten((step,)) for step in steps}
    parts = tuple(
        Beatable(part, tuple(seat for seat, own in by_seat.items() if part in own))
        for part in dict.fromkeys(beaten(steps))
    )
    return FailedThrow(attempt, led, parts, fine)


def deciding_card(rules: Rules, level: int, bottom: Cards) -> tuple[int, Reason]:
    """Place of the exposed card that sets the trump, and why it is that one (B-16).

    Words: ``first``, ``level``, ``joker``, ``highest``.
    """
    if rules.expose_rule == "first_card":
        return 0, Reason("first", "X-32")
    jokers = [place for place, kind in enumerate(bottom) if kind >= SMALL_JOKER]
    if rules.expose_rule == "any_joker_nt" and jokers:
        return jokers[0], Reason("joker", "X-32")
    for place, kind in enumerate(bottom):
        if kind >= SMALL_JOKER:
            return place, Reason("joker", "X-32")
        if rank_of(kind) == level:
            return place, Reason("level", "X-32")
    highest = max(range(len(bottom)), key=lambda place: (rank_of(bottom[place]), -place))
    return highest, Reason("highest", "X-33")
