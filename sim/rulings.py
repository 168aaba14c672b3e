"""Rulings on cards, asked from outside: leads, follows, tricks, throws, multipliers, results.

Every function takes the rules, the level 2…14, the trump 0…4 and cards as kinds,
and answers from the same compiled code that plays the deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import kernels
from .cards import SMALL_JOKER, check_copies, rank_of, suit_of
from .layout import (
    C_FINE,
    C_FINE_POINTS,
    CODES,
    TABLE,
    Layout,
    compile_rules,
    layout_of,
)
from .planes import to_kinds, to_planes
from .play import BY_PAIR, BY_RUFF, BY_SINGLE, BY_TRACTOR, BY_TRIPLE, PLAIN
from .rules import Rules
from .state import (
    BEST,
    BEST_KEY,
    HAND,
    LED_JUDGED,
    LED_KIND,
    SEAT,
    TABLE_AT,
    Q,
    new_state,
)

Cards = Sequence[int]

_CLASSES = {
    BY_SINGLE: "single",
    BY_PAIR: "pair",
    BY_TRIPLE: "triple",
    BY_TRACTOR: "tractor",
    BY_RUFF: "throw",
}


@dataclass(frozen=True)
class Part:
    """One part of a set of cards: ``mult`` copies of ``length`` neighbouring kinds."""

    mult: int
    length: int
    cards: tuple[int, ...]
    top: int


@dataclass(frozen=True)
class Throw:
    """What becomes of an attempted throw: cards led, beatable parts, fine in points (unsigned)."""

    played: tuple[int, ...]
    beatable: tuple[tuple[int, ...], ...]
    fine: int


@dataclass(frozen=True)
class Result:
    """Levels (dealer side positive), whether the attackers take the stage, payoffs."""

    levels: int
    change: int
    payoff_dealer: int
    payoff_attackers: int


@dataclass(frozen=True)
class MatchStep:
    """Levels of both teams after a deal, who deals next, which team has won the match."""

    levels: tuple[int, int]
    next_dealer: int
    won_by: int | None


class Desk:
    """A scratch state set to one (rules, level, trump) in which questions are asked."""

    def __init__(self, rules: Rules, level: int, trump: int) -> None:
        self.rules = rules
        self.layout: Layout = layout_of(rules, level, trump)
        self.rt: NDArray[np.uint64] = compile_rules(rules)
        self.st = new_state()
        self.st[TABLE_AT] = CODES + TABLE * (5 * (level - 2) + trump)

    def put(self, place: int, cards: Cards) -> None:
        """Write cards as planes."""
        self.st[place : place + 3] = to_planes(cards, self.layout.bit_of_kind)

    def hold(self, seat: int, cards: Cards) -> None:
        """Give a seat its hand."""
        self.put(HAND + 3 * seat, cards)

    def cards(self, place: int) -> tuple[int, ...]:
        """Cards of the planes at a place."""
        return to_kinds(self.st[place : place + 3], self.layout.kind_of_bit)

    def ask(self, question: int, cards: Cards | None = None, seat: int = 0) -> int:
        """Ask the kernel about ``cards``."""
        if cards is not None:
            self.put(Q, cards)
        self.st[SEAT] = seat
        return int(kernels.rule(self.st, self.rt, question, three_of(self.rules)))


def three_of(rules: Rules) -> Any:
    """The kernels' specialisation argument: True for three decks, else None."""
    return True if rules.decks == 3 else None


def split(rules: Rules, level: int, trump: int, cards: Cards) -> list[Part]:
    """Parts of cards of one suit, longest first (Y-50)."""
    desk = Desk(rules, level, trump)
    planes = to_planes(cards, desk.layout.bit_of_kind)
    parts: list[Part] = []
    pairs, singles = planes[1], planes[0] & ~planes[1]
    while pairs:
        desk.st[Q : Q + 3] = (0, pairs, 0)
        length = int(kernels.rule(desk.st, desk.rt, kernels.NEXT_PART, three_of(rules)))
        taken = int(desk.st[BEST])
        pairs &= ~taken
        kinds = to_kinds((taken, taken), desk.layout.kind_of_bit)
        parts.append(Part(2, length, kinds, int(desk.st[BEST_KEY]).bit_length()))
    alone = sorted(to_kinds((singles,), desk.layout.kind_of_bit), key=lambda k: -desk.layout.bit_of_kind[k])
    return parts + [Part(1, 1, (kind,), desk.layout.bit_of_kind[kind]) for kind in alone]


def lead_class(rules: Rules, level: int, trump: int, cards: Cards) -> str:
    """``single``, ``pair``, ``tractor``, ``throw``, ``k510``, ``k510_double`` or ``illegal``."""
    desk = Desk(rules, level, trump)
    if not cards or not desk.ask(kernels.READ_LEAD, cards):
        return "illegal"
    kind, judged = int(desk.st[LED_KIND]), int(desk.st[LED_JUDGED])
    if kind != PLAIN:
        return "k510" if len(cards) == 3 else "k510_double"
    return _CLASSES[judged]


def holds(hand: Cards, cards: Cards) -> bool:
    """Whether the hand contains the cards."""
    rest = list(hand)
    for kind in cards:
        if kind not in rest:
            return False
        rest.remove(kind)
    return True


def lead_is_legal(rules: Rules, level: int, trump: int, hand: Cards, cards: Cards) -> bool:
    """Whether the cards may be led from the hand (Y-70)."""
    return holds(hand, cards) and lead_class(rules, level, trump, cards) != "illegal"


def follow_is_legal(rules: Rules, level: int, trump: int, lead: Cards, hand: Cards, play: Cards) -> bool:
    """Whether ``play`` may answer ``lead`` from ``hand`` (Y-51)."""
    desk = _with_lead(rules, level, trump, lead)
    desk.hold(1, hand)
    return _may_follow(desk, lead, hand, play)


def _with_lead(rules: Rules, level: int, trump: int, lead: Cards) -> Desk:
    desk = Desk(rules, level, trump)
    if not desk.ask(kernels.LAY_LEAD, lead):
        raise ValueError("these cards may not be led together")
    return desk


def _may_follow(desk: Desk, lead: Cards, hand: Cards, play: Cards) -> bool:
    return len(play) == len(lead) and holds(hand, play) and bool(desk.ask(kernels.MAY_FOLLOW, play, 1))


def legal_follows(rules: Rules, level: int, trump: int, lead: Cards, hand: Cards) -> set[tuple[int, ...]]:
    """All legal answers as sorted tuples, by enumeration; for small hands."""
    desk = _with_lead(rules, level, trump, lead)
    desk.hold(1, hand)
    plays = set(combinations(sorted(hand), min(len(lead), len(hand))))
    return {play for play in plays if _may_follow(desk, lead, hand, play)}


def trick_winner(rules: Rules, level: int, trump: int, plays: Sequence[Cards]) -> int:
    """Index of the play that wins; ``plays[0]`` leads and is taken as valid."""
    desk = _with_lead(rules, level, trump, plays[0])
    winner = 0
    for place, play in enumerate(plays[1:], 1):
        if desk.ask(kernels.CHALLENGE, play, place):
            winner = place
    return winner


def resolve_throw(
    rules: Rules,
    level: int,
    trump: int,
    hands: Sequence[Cards],
    attempt: Cards,
    check: Iterable[int] = (1, 2, 3),
) -> Throw:
    """What becomes of an attempt from ``hands[0]``; ``check`` names the hands that may beat it."""
    desk = Desk(rules, level, trump)
    for seat, hand in enumerate(hands):
        desk.hold(seat, hand if seat == 0 or seat in tuple(check) else ())
    if not desk.ask(kernels.READ_LEAD, attempt):
        raise ValueError("these cards may not be led together")
    whole = tuple(sorted(attempt))
    if int(desk.st[LED_JUDGED]) != BY_RUFF:
        return Throw(whole, (), 0)
    beaten = desk.ask(kernels.CUT_THROW)
    if not beaten:
        return Throw(whole, (), 0)
    played = desk.cards(Q)
    parts = split(rules, level, trump, attempt)
    beatable = tuple(sorted(p.cards for p in parts if _part_is_beatable(desk, p)))
    return Throw(played, beatable, _fine(desk.rt, len(attempt), len(played), beaten))


def _part_is_beatable(desk: Desk, part: Part) -> bool:
    """Ask about one part beside a single that nobody can beat, so that only the part decides."""
    desk.ask(kernels.READ_LEAD, part.cards)
    return desk.ask(kernels.CUT_THROW) > 0


def _fine(rt: NDArray[np.uint64], attempted: int, led: int, beaten: int) -> int:
    system, points = int(rt[C_FINE]), int(rt[C_FINE_POINTS])
    return points * (0, beaten, attempted - led, attempted, 1)[system]


def multiplier(rules: Rules, level: int, trump: int, lead: Cards) -> int:
    """Bottom multiplier when the last trick is led with these cards (Y-32)."""
    return Desk(rules, level, trump).ask(kernels.MULTIPLY, lead)


def exposed_trump(rules: Rules, level: int, bottom: Cards) -> int:
    """Trump that an exposed bottom sets, cards in the order turned (X-32, X-33)."""
    ranks = [rank_of(kind) for kind in bottom]
    suits = [suit_of(kind) for kind in bottom]
    if rules.expose_rule == "first_card":
        return suits[0]
    jokers = [kind >= SMALL_JOKER for kind in bottom]
    if rules.expose_rule == "any_joker_nt" and any(jokers):
        return 4
    for suit, rank, joker in zip(suits, ranks, jokers, strict=True):
        if joker or rank == level:
            return suit
    return suits[max(range(len(bottom)), key=lambda i: (ranks[i], -i))]


def deal_result(rules: Rules, score: int) -> Result:
    """Levels and payoffs for attackers' points ``score`` (T1, T2, T3)."""
    levels, change, dealer, attackers = kernels.account(np.int64(score), compile_rules(rules))
    return Result(int(levels), int(change), int(dealer), int(attackers))


def match_step(rules: Rules, levels: tuple[int, int], dealer: int, score: int) -> MatchStep:
    """Levels after a deal, with the stops of Y-24 and Y-61; teams are seats 0+2 and 1+3."""
    result = deal_result(rules, score)
    side = dealer & 1
    winners = 1 - side if result.change else side
    own = levels[winners]
    reached, passed = _climb(rules, own, abs(result.levels), as_dealer=winners == side)
    after = (reached, levels[1]) if winners == 0 else (levels[0], reached)
    return MatchStep(after, _next_dealer(rules, dealer, result), winners if passed else None)


def _climb(rules: Rules, level: int, gain: int, as_dealer: bool) -> tuple[int, bool]:
    """Level after a gain, and whether the match is won by passing A."""
    ends = rules.match_end == "pass_a"
    stops = {"23456789TJQKA".index(rank) + 2 for rank in rules.must_play}
    if gain == 0:
        return level, False
    if level == 14:
        return 14, ends and as_dealer
    if level in stops and not as_dealer:
        return level, False
    target = min(level + gain, 14)
    blocked = [stop for stop in stops if level < stop < target]
    return (min(blocked) if blocked else target), False


def _next_dealer(rules: Rules, dealer: int, result: Result) -> int:
    if result.change:
        return (dealer + 1) % 4
    if result.levels == 0 or rules.next_dealer == "same_or_next":
        return dealer
    return (dealer + 2) % 4


def check_cards(rules: Rules, *sets: Cards) -> None:
    """Raise `CardError` when the sets together hold more copies than the packs."""
    check_copies([kind for cards in sets for kind in cards], rules.decks)


__all__ = [
    "Desk",
    "MatchStep",
    "Part",
    "Result",
    "Throw",
    "check_cards",
    "deal_result",
    "exposed_trump",
    "follow_is_legal",
    "lead_class",
    "lead_is_legal",
    "legal_follows",
    "match_step",
    "multiplier",
    "resolve_throw",
    "split",
    "trick_winner",
]
