"""Questions on cards that both engines must answer alike.

Cards for leads and answers are drawn so that pairs, tractors and 510Ks come up
often; a `Judge` asks the kernels' rulings and the reference and compares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any

import numpy as np
from chaodipi.sim import rulings
from chaodipi.sim.cards import SMALL_JOKER, cards_text, kind_of, pack
from chaodipi.sim.rules import Rules
from chaodipi.tests import reference
from chaodipi.tests.reference_play import ACE, TRUMP, Table, is_510k

Cards = tuple[int, ...]
LEVELS = (2, 2, 4, 5, 5, 6, 7, 10, 13, 14)


class Disagreement(AssertionError):
    """The engines differ, or one of them refuses what the other did."""


@dataclass
class Tally:
    """What has been compared."""

    deals: int = 0
    biddings: int = 0
    decisions: int = 0
    rulings: int = 0
    throws: int = 0
    redeals: int = 0

    def add(self, other: Tally) -> None:
        """Add another count to this one."""
        for one in fields(Tally):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


# ---------------------------------------------------------------- cards for questions


def draw(rng: Random, table: Table, pool: Sequence[int], n: int) -> Cards:
    """``n`` cards of a pool of one suit: any, neighbours, pairs first or a tractor first."""
    low_ace = rng.random() < 0.3
    ordered = sorted(pool, key=lambda kind: (table.strengths[kind] % (ACE if low_ace else 99), kind))
    way = rng.randrange(4)
    if way == 0:
        return tuple(sorted(rng.sample(ordered, n)))
    if way == 1:
        at = rng.randrange(len(ordered) - n + 1)
        return tuple(sorted(ordered[at : at + n]))
    if way == 2:
        paired = [kind for kind in ordered if pool.count(kind) > 1]
        at = rng.randrange(max(1, len(paired) - n + 1))
        chosen = paired[at : at + n]
    else:
        chosen = some_tractor(rng, table, pool, n)
    left = list((Counter(pool) - Counter(chosen)).elements())
    return tuple(sorted(chosen + rng.sample(left, n - len(chosen))))


def some_tractor(rng: Random, table: Table, pool: Sequence[int], n: int) -> list[int]:
    """Any tractor of at most ``n`` cards that the pool holds; nothing where it holds none."""
    pairs = {kind for kind in pool if pool.count(kind) > 1}
    runs = [run for run in table.runs[table.suits[pool[0]]] if run.length > 1 and pairs.issuperset(run.kinds)]
    runs = [run for run in runs if 2 * run.length <= n]
    return list(rng.choice(runs).kinds * 2) if runs else []


def suit_cards(table: Table, hand: Iterable[int], suit: int) -> list[int]:
    """Cards of one effective suit, 4 for trump."""
    return [kind for kind in hand if table.suits[kind] == suit]


def some_lead(rng: Random, table: Table, hand: Sequence[int]) -> Cards:
    """Several cards that may be led together; now and then a 510K where the hand has one."""
    if table.rules.k510 and rng.random() < 0.3:
        for suit in rng.sample(range(4), 4):
            lead = tuple(kind_of(suit, rank) for rank in (5, 10, 13))
            if not is_510k(table, lead):
                continue
            if rulings.holds(hand, lead * 2) and rng.random() < 0.7:
                return tuple(sorted(lead * 2))
            if rulings.holds(hand, lead):
                return lead
    pool = suit_cards(table, hand, table.suits[rng.choice(hand)])
    return draw(rng, table, pool, rng.randint(1, min(len(pool), 7)))


def some_answer(rng: Random, table: Table, suit: int, hand: Sequence[int], n: int) -> Cards:
    """``n`` cards that may or may not answer a lead of ``suit``."""
    inside, trumps = suit_cards(table, hand, suit), suit_cards(table, hand, TRUMP)
    if len(inside) >= n and rng.random() < 0.8:
        return draw(rng, table, inside, n)
    if len(inside) < n and rng.random() < 0.3:
        rest = [kind for kind in hand if table.suits[kind] != suit]
        return tuple(sorted(inside + rng.sample(rest, n - len(inside))))
    if len(trumps) >= n and rng.random() < 0.8:
        return draw(rng, table, trumps, n)
    return tuple(sorted(rng.sample(list(hand), n)))


def in_pairs(rng: Random, kinds: Iterable[int]) -> list[int]:
    """The cards shuffled so that copies mostly stay together."""
    cards = list(kinds)
    order = {kind: rng.random() for kind in set(cards)}
    return sorted(cards, key=lambda kind: rng.random() if rng.random() < 0.1 else order[kind])


def rich_hands(rng: Random, decks: int) -> list[Cards]:
    """Four hands of some suits only, in pairs: full of tractors, throws and ruffs."""
    suits = rng.sample(range(4), rng.randint(1, 3))
    cards = in_pairs(rng, [kind for kind in pack(decks) if kind >= SMALL_JOKER or kind // 13 in suits])
    size = min(rng.randint(4, 16), len(cards) // 4)
    return [tuple(sorted(cards[seat * size : (seat + 1) * size])) for seat in range(4)]


def small_hand(rng: Random, table: Table, suit: int, size: int, taken: Counter[int]) -> Cards:
    """Mostly cards of one suit, in pairs and rows, a few others; of trumps often the level pair."""
    left = list((Counter(pack(2)) - taken).elements())
    hand: list[int] = []
    if suit == TRUMP and table.trump < 4 and rng.random() < 0.5:
        hand = [kind for kind in left if kind == kind_of(table.trump, table.level)]
        left = [kind for kind in left if kind not in hand]
    inside = suit_cards(table, left, suit)
    size -= len(hand)
    n = min(len(inside), rng.randint(max(0, size - 4), size))
    hand += list(draw(rng, table, inside, n)) if n else []
    outside = [kind for kind in left if table.suits[kind] != suit]
    return tuple(sorted(hand + rng.sample(outside, size - n)))


def follow_cases(rng: Random, variants: Sequence[Rules], count: int) -> Iterator[tuple[Table, Cards, Cards]]:
    """Tables, leads of every sort and hands of at most ten cards that answer them."""
    for _ in range(count):
        table = Table.of(rng.choice(variants), rng.choice(LEVELS), rng.randrange(5))
        suit = rng.choice([0, 1, 2, 3, TRUMP, TRUMP])
        inside = suit_cards(table, pack(2), suit)
        if not inside:
            continue
        lead = some_lead(rng, table, draw(rng, table, inside, min(len(inside), 12)))
        if rng.random() < 0.3 and table.rules.k510:
            printed, copies = rng.randrange(4), rng.choice((1, 2))
            lead = tuple(sorted(kind_of(printed, rank) for rank in (5, 10, 13) for _ in range(copies)))
            if not is_510k(table, lead, copies):
                continue
        suit = reference.lead_suit(table.rules, table.level, table.trump, lead)
        yield table, lead, small_hand(rng, table, suit, rng.randint(max(5, len(lead)), 10), Counter(lead))


# ---------------------------------------------------------------- both engines on one question


def plain(answer: Any) -> Any:
    """An answer in a form that both engines share."""
    if isinstance(answer, list):
        return sorted((part.mult, part.length, tuple(sorted(part.cards))) for part in answer)
    if hasattr(answer, "beatable"):
        beatable = sorted(tuple(sorted(cards)) for cards in answer.beatable)
        return tuple(sorted(answer.played)), beatable, answer.fine
    return answer


def words(value: Any) -> str:
    """An argument or answer for a report; sequences of kinds become cards."""
    if isinstance(value, (tuple, list, set, frozenset)):
        items = list(value)
        if items and all(isinstance(one, (int, np.integer)) for one in items):
            return f"[{cards_text(sorted(items))}]"
        return "(" + ", ".join(words(one) for one in items) + ")"
    return str(value)


@dataclass
class Judge:
    """Asks both engines the same questions about one (rules, level, trump)."""

    rules: Rules
    level: int
    trump: int
    where: str = ""
    tally: Tally = field(default_factory=Tally)

    def same(self, question: str, *about: Any) -> Any:
        """The common answer to a question of `sim.rulings`; raises `Disagreement`."""
        context = (self.rules, self.level, self.trump)
        ours = plain(getattr(rulings, question)(*context, *about))
        theirs = plain(getattr(reference, question)(*context, *about))
        self.tally.rulings += 1
        if ours != theirs:
            raise Disagreement(
                f"{self.where or self.rules.name}: {question} at level {self.level}, trump "
                f"{'DCHS-'[self.trump]}\n  about     {'  |  '.join(map(words, about))}\n"
                f"  kernel    {words(ours)}\n  reference {words(theirs)}"
            )
        return ours


def quiz(judge: Judge, rng: Random, hands: Sequence[Sequence[int]]) -> None:
    """A lead that the first hand could make, and answers of the others, put to both engines."""
    table = Table.of(judge.rules, judge.level, judge.trump)
    lead = some_lead(rng, table, hands[0])
    kind = judge.same("lead_class", lead)
    judge.same("multiplier", lead)
    if kind not in ("k510", "k510_double"):
        judge.same("split", lead)
    if kind == "throw":
        judge.same("resolve_throw", hands, lead)
        judge.tally.throws += 1
    suits = {table.suits[one] for one in lead}
    suit = suits.pop() if len(suits) == 1 else lead[0] // 13
    answers = [some_answer(rng, table, suit, hand, len(lead)) for hand in hands[1:]]
    for hand, answer in zip(hands[1:], answers, strict=True):
        judge.same("follow_is_legal", lead, hand, answer)
    judge.same("trick_winner", (lead, *answers))


def quizzes(rules: Rules, count: int, rng: Random) -> Tally:
    """Questions on rich hands at levels and trumps of every sort."""
    tally = Tally()
    for _ in range(count):
        judge = Judge(rules, rng.choice(LEVELS), rng.randrange(5), tally=tally)
        quiz(judge, rng, rich_hands(rng, rules.decks))
    return tally
