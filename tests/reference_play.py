"""Reference rulings on play: parts, leads, follows, tricks, throws, multipliers.

Plain Python written from the rules register alone. It shares nothing with the
kernels but the switches of `Rules` and the numbering of the cards, so that the
two can check each other. Everything is decided by enumeration: a table lists
every tractor there is as an explicit set of kinds, and the rest searches it.

Cards are kinds; a set of cards is a `Counter` or a sorted tuple. Effective
suits are 0…3 for side suits and 4 for trump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from chaodipi.sim.cards import (
    BIG_JOKER,
    KINDS,
    NO_TRUMP,
    RED_FIVE,
    SMALL_JOKER,
    SUITS,
    kind_of,
    rank_of,
    suit_of,
)
from chaodipi.sim.rules import Rules

TRUMP = 4
"""The effective suit of every trump."""

ACE = 14
OTHER_LEVEL, MAIN_LEVEL = 20, 21
LOW_RED_FIVE, HIGH_RED_FIVE = 25, 40
JOKER_STRENGTH = {SMALL_JOKER: 30, BIG_JOKER: 31}

Cards = Sequence[int]
Shape = tuple[int, int]
"""Multiplicity and length of a part, e.g. (2, 1) for a pair."""
Problem = tuple[str, str]
"""Register clause that a play breaks, and the reason in words."""


@dataclass(frozen=True)
class Part:
    """A single, pair, triple or tractor of one lead.

    ``mult`` copies of each of ``length`` adjacent kinds; ``top`` compares parts
    of one suit and one shape (the ace of AA22 counts as 1, so its top is 2).
    """

    mult: int
    length: int
    cards: tuple[int, ...]
    top: int

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.mult * self.length

    @property
    def shape(self) -> Shape:
        """Multiplicity and length."""
        return (self.mult, self.length)


@dataclass(frozen=True)
class Throw:
    """What became of a thrown lead.

    ``played`` is led in the end; ``beatable`` are the parts another hand beats;
    ``fine`` is in points, unsigned, 0 if the throw stands.
    """

    played: tuple[int, ...]
    beatable: tuple[tuple[int, ...], ...]
    fine: int


@dataclass(frozen=True)
class Run:
    """Adjacent kinds, one per place of the order; a single kind is a run of 1."""

    kinds: tuple[int, ...]
    top: int

    @property
    def length(self) -> int:
        """Number of adjacent kinds."""
        return len(self.kinds)


@dataclass(frozen=True)
class Place:
    """One place of an order in which tractors run: its kinds and its value."""

    kinds: tuple[int, ...]
    value: int


Order = list[Place | None]
"""Places from low to high; ``None`` is a hole no tractor crosses."""


# ---------------------------------------------------------------- the order of the cards


class Table:
    """Suits, strengths and all runs for one (rules, level, trump)."""

    def __init__(self, rules: Rules, level: int, trump: int) -> None:
        self.rules = rules
        self.level = level
        self.trump = trump
        self.suits = tuple(self._suit(kind) for kind in range(KINDS))
        self.strengths = tuple(self._strength(kind) for kind in range(KINDS))
        self.runs = {suit: self._runs(suit) for suit in (*SUITS, TRUMP)}

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(rules: Rules, level: int, trump: int) -> Table:
        """The one table for these rules, this level and this trump."""
        return Table(rules, level, trump)

    def effective_suit(self, kind: int) -> int:
        """0…3 for a side suit, 4 for trump (B-05, B-07)."""
        return self.suits[kind]

    def strength(self, kind: int) -> int:
        """Rank inside the effective suit; equal cards share it (X-12, X-13, X-16)."""
        return self.strengths[kind]

    def is_red_five(self, kind: int) -> bool:
        """Whether a kind is ♥5 as a permanent trump (B-05, Y-44)."""
        return self.rules.red5_perm and kind == RED_FIVE

    def _suit(self, kind: int) -> int:
        always = kind >= SMALL_JOKER or self.is_red_five(kind) or rank_of(kind) == self.level
        return TRUMP if always or suit_of(kind) == self.trump else suit_of(kind)

    def _strength(self, kind: int) -> int:
        if self.is_red_five(kind):
            return HIGH_RED_FIVE if self.rules.red5_rank == "above_jokers" else LOW_RED_FIVE
        if kind >= SMALL_JOKER:
            return JOKER_STRENGTH[kind]
        if rank_of(kind) != self.level:
            return rank_of(kind)
        main = suit_of(kind) == self.trump and self.rules.main_level_higher
        return MAIN_LEVEL if main else OTHER_LEVEL

    # Orders in which tractors run.

    def _runs(self, suit: int) -> tuple[Run, ...]:
        """Every run of one effective suit, runs of one kind included."""
        runs = {
            frozenset([kind]): Run((kind,), self.strengths[kind])
            for kind in range(KINDS)
            if self.suits[kind] == suit
        }
        for order in self._orders(suit):
            for run in _runs_of(order):
                known = runs.get(frozenset(run.kinds))
                if known is None or run.top > known.top:
                    runs[frozenset(run.kinds)] = run
        return tuple(runs.values())

    def _orders(self, suit: int) -> list[Order]:
        if suit != TRUMP:
            return self._with_low_ace(self._ranks(suit, with_level=False))
        if self.rules.tractor_level == "trump_order":
            return [self._trump_order()]
        orders: list[Order] = [self._jokers()]
        if self.trump != NO_TRUMP:
            orders += self._with_low_ace(self._ranks(self.trump, with_level=False))
            if self.rules.tractor_level == "natural":  # Y-30: …5-6-7… or …5-7…
                orders += self._with_low_ace(self._ranks(self.trump, with_level=True))
        return orders

    def _ranks(self, suit: int, with_level: bool) -> Order:
        """Ranks 2…A of one printed suit; what left the suit closes up or is a hole."""
        order: Order = []
        for rank in range(2, ACE + 1):
            kind = kind_of(suit, rank)
            level, red_five = rank == self.level, self.is_red_five(kind)
            if red_five or (level and not with_level):
                closed = (level and self.rules.tractor_skip_level) or (
                    red_five and self.rules.tractor_skip_red5
                )
                if not closed:
                    order.append(None)
            else:
                order.append(Place((kind,), rank))
        return order

    def _with_low_ace(self, order: Order) -> list[Order]:
        """The order, and once more with the ace below the 2 (X-45, Y-31: it never skips)."""
        first, last = order[0], order[-1]
        if not (self.rules.tractor_ace_low and first and last):
            return [order]
        if first.value != 2 or last.value != ACE:
            return [order]
        return [order, [Place(last.kinds, 1), *order[:-1]]]

    def _jokers(self) -> Order:
        """Small and big joker, if they may form tractors (X-41)."""
        if not self.rules.tractor_jokers:
            return []
        return [Place((joker,), value) for joker, value in JOKER_STRENGTH.items()]

    def _trump_order(self) -> Order:
        """One order for all trumps (HL-05, X-46, X-47)."""
        order: Order = []
        if self.trump != NO_TRUMP:
            order += self._ranks(self.trump, with_level=False)
            if self.level == ACE and order[-1] is None:
                order.pop()  # nothing lies above the king but the level cards themselves
        for value in (OTHER_LEVEL, MAIN_LEVEL):
            kinds = tuple(k for k in range(KINDS) if self.strengths[k] == value)
            if kinds:
                order.append(Place(kinds, value))
        if LOW_RED_FIVE in self.strengths:  # X-48 closes the gap in the hearts only
            order.append(None)
        return order + self._jokers()


def _runs_of(order: Order) -> Iterator[Run]:
    """All runs of at least two places; equal level cards give one run each."""
    for low in range(len(order)):
        places: list[Place] = []
        for place in order[low:]:
            if place is None:
                break
            places.append(place)
            if len(places) >= 2:
                for kinds in product(*(p.kinds for p in places)):
                    yield Run(kinds, place.value)


# ---------------------------------------------------------------- sets of cards

Units = tuple[tuple[int, int], ...]
"""Kinds and copies, sorted: a hashable multiset."""


def _units(cards: Iterable[int], least: int = 1) -> Units:
    """The multiset of some cards, without kinds held fewer than ``least`` times."""
    return tuple(sorted((k, n) for k, n in Counter(cards).items() if n >= least))


def _without(units: Units, run: Run, mult: int) -> Units:
    """The multiset after ``mult`` copies of each kind of a run have left it."""
    left = ((k, n - mult if k in run.kinds else n) for k, n in units)
    return tuple((k, n) for k, n in left if n > 0)


@lru_cache(maxsize=200_000)
def _runs_in(table: Table, suit: int, units: Units, mult: int) -> tuple[Run, ...]:
    """Runs of a suit of which a set holds ``mult`` copies throughout."""
    held = {kind for kind, copies in units if copies >= mult}
    return tuple(run for run in table.runs[suit] if held.issuperset(run.kinds)) if held else ()


@lru_cache(maxsize=200_000)
def _singles_in(table: Table, suit: int, units: Units, mult: int) -> tuple[Run, ...]:
    """The kinds of a suit of which a set holds ``mult`` copies, as runs of one."""
    return tuple(
        Run((kind,), table.strengths[kind]) for kind, n in units if n >= mult and table.suits[kind] == suit
    )


def _contains(cards: Iterable[int], wanted: Iterable[int]) -> bool:
    held = list(cards)
    need = list(wanted)
    return all(held.count(kind) >= need.count(kind) for kind in need)


def split(rules: Rules, level: int, trump: int, cards: Cards) -> list[Part]:
    """The parts of a lead, longest first (Y-50; three decks Y-53)."""
    return list(_split(Table.of(rules, level, trump), _units(cards)))


@lru_cache(maxsize=200_000)
def _split(table: Table, units: Units) -> tuple[Part, ...]:
    """Most cards first, then higher multiplicity, then higher top; repeat.

    Between equal choices the one whose remainder splits best is taken.
    """
    if not units:
        return ()
    parts = [
        (Part(mult, run.length, tuple(sorted(run.kinds * mult)), run.top), run)
        for mult in range(1, max(copies for _, copies in units) + 1)
        for suit in sorted({table.suits[kind] for kind, _ in units})
        for run in (_runs_in if mult > 1 else _singles_in)(table, suit, units, mult)
    ]
    best = max(_order_key(part) for part, _ in parts)
    choices = [
        (part, *_split(table, _without(units, run, part.mult)))
        for part, run in parts
        if _order_key(part) == best
    ]
    return max(choices, key=lambda choice: [_order_key(part) for part in choice])


def _order_key(part: Part) -> tuple[int, int, int]:
    return (part.size, part.mult, part.top)


# ---------------------------------------------------------------- leads


def is_510k(table: Table, cards: Cards, copies: int = 1) -> bool:
    """Exactly ``copies`` times 5, T, K of one printed suit (Y-70, Y-71, X-80).

    ♥5 as red 5 counts if ``red5_in_510k`` or hearts is trump.
    """
    if len(cards) != 3 * copies or len({suit_of(kind) for kind in cards}) != 1:
        return False
    if Counter(rank_of(kind) for kind in cards) != {5: copies, 10: copies, 13: copies}:
        return False
    if not any(table.is_red_five(kind) for kind in cards):
        return True
    return table.rules.red5_in_510k or table.trump == suit_of(RED_FIVE)


def is_trump_510k(table: Table, cards: Cards, copies: int = 1) -> bool:
    """A (double) 510K all of whose cards are trumps (X-78, Y-71)."""
    return is_510k(table, cards, copies) and all(table.suits[kind] == TRUMP for kind in cards)


def lead_class(rules: Rules, level: int, trump: int, cards: Cards) -> str:
    """How a lead is read.

    ``single``, ``pair``, ``triple``, ``tractor``, ``throw``, ``k510``,
    ``k510_double`` or ``illegal``. Whether a 510K is a trump one tells `lead_suit`.
    """
    return _lead_class(Table.of(rules, level, trump), tuple(cards))


def _lead_class(table: Table, cards: tuple[int, ...]) -> str:
    if not cards:
        return "illegal"
    if table.rules.k510 and is_510k(table, cards):
        return "k510"
    if table.rules.k510 and is_510k(table, cards, 2):
        return "k510_double"
    if len({table.suits[kind] for kind in cards}) != 1:
        return "illegal"
    parts = _split(table, _units(cards))
    if len(parts) > 1:
        return "throw"
    if parts[0].length > 1:
        return "tractor"
    return {1: "single", 2: "pair", 3: "triple"}[parts[0].mult]


def lead_suit(rules: Rules, level: int, trump: int, cards: Cards) -> int:
    """The suit to follow: 0…3, or 4 for trump.

    A 510K that is not wholly trump belongs to its printed suit (Y-71).
    """
    return _lead_suit(Table.of(rules, level, trump), tuple(cards))


def _lead_suit(table: Table, cards: tuple[int, ...]) -> int:
    suits = {table.suits[kind] for kind in cards}
    return suits.pop() if len(suits) == 1 else suit_of(cards[0])


def lead_is_legal(rules: Rules, level: int, trump: int, hand: Iterable[int], cards: Cards) -> bool:
    """Whether a hand may lead these cards (X-97, Y-11); a throw may still fail."""
    return lead_problem(Table.of(rules, level, trump), hand, cards) is None


def lead_problem(table: Table, hand: Iterable[int], cards: Cards) -> Problem | None:
    """What is wrong with a lead, or ``None``."""
    if not cards:
        return ("B-32", "a lead needs at least one card")
    if not _contains(hand, cards):
        return ("B-32", "the hand does not hold these cards")
    if _lead_class(table, tuple(cards)) == "illegal":
        return ("Y-11", "cards of several suits that form no 510K")
    return None


# ---------------------------------------------------------------- follows


def follow_is_legal(
    rules: Rules, level: int, trump: int, lead: Cards, hand: Iterable[int], play: Cards
) -> bool:
    """Whether ``play`` may answer ``lead`` from ``hand`` (Y-51, Y-72…Y-76)."""
    return follow_problem(Table.of(rules, level, trump), tuple(lead), tuple(hand), tuple(play)) is None


def legal_follows(
    rules: Rules, level: int, trump: int, lead: Cards, hand: Iterable[int]
) -> set[tuple[int, ...]]:
    """Every legal answer as a sorted tuple: all sets of the lead's size are tried.

    Sets that leave out a card of the suit while playing one of another suit are
    not built, since no clause allows them.
    """
    table = Table.of(rules, level, trump)
    held, led = tuple(hand), tuple(lead)
    suit = _lead_suit(table, led)
    inside = tuple(kind for kind in held if table.suits[kind] == suit)
    outside = tuple(kind for kind in held if table.suits[kind] != suit)
    n = len(led)
    if len(inside) >= n:
        candidates: Iterable[tuple[int, ...]] = subsets(inside, n)
    else:
        candidates = (inside + rest for rest in subsets(outside, n - len(inside)))
    return {tuple(sorted(play)) for play in candidates if follow_problem(table, led, held, play) is None}


def subsets(cards: Iterable[int], n: int) -> Iterator[tuple[int, ...]]:
    """Every different multiset of ``n`` of the cards, as sorted tuples."""
    units = _units(cards)

    def grow(index: int, left: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
        elif index < len(units):
            kind, copies = units[index]
            for used in range(min(copies, left), -1, -1):
                for rest in grow(index + 1, left - used):
                    yield (kind,) * used + rest

    return grow(0, n)


def follow_problem(
    table: Table, lead: tuple[int, ...], hand: tuple[int, ...], play: tuple[int, ...]
) -> Problem | None:
    """What is wrong with an answer, or ``None``."""
    if len(play) != len(lead):
        return ("B-32", f"the lead has {len(lead)} cards, the answer {len(play)}")
    if not _contains(hand, play):
        return ("B-32", "the hand does not hold these cards")
    suit = _lead_suit(table, lead)
    held = [kind for kind in hand if table.suits[kind] == suit]
    played = [kind for kind in play if table.suits[kind] == suit]
    if len(played) < min(len(held), len(lead)):
        return ("B-33", "cards of the suit led are kept back")
    if len(held) <= len(lead):
        return None
    if table.rules.k510 and is_510k(table, lead):
        return _problem_under_510k(table, suit, held, played)
    if table.rules.k510 and is_510k(table, lead, 2):
        return _problem_under_double(table, suit, held, played)
    need = tuple(part.shape for part in _split(table, _units(lead)) if part.mult > 1)
    if need and _profile(table, suit, _units(played, 2), need) != _profile(
        table, suit, _units(held, 2), need
    ):
        return ("Y-51", "tractors, pairs or triples the lead asks for are kept back")
    return None


def _problem_under_510k(table: Table, suit: int, held: list[int], played: list[int]) -> Problem | None:
    """Side 510K: any three of the suit (Y-72); trump 510K: one's own, else the top three (Y-74)."""
    if suit != TRUMP or not table.rules.k510_forced_top:
        return None
    own = [kind_of(table.trump, rank) for rank in (5, 10, 13)]
    if _contains(held, own):
        return None if sorted(played) == sorted(own) else ("Y-74", "an own trump 510K must be played")
    return _problem_of_top(table, held, played, "Y-74")


def _problem_under_double(table: Table, suit: int, held: list[int], played: list[int]) -> Problem | None:
    """Side double: up to three pairs (Y-76); trump double: the top six, no pair duty (Y-75)."""
    if suit == TRUMP:
        return _problem_of_top(table, held, played, "Y-75") if table.rules.k510_forced_top else None
    if _pairs(played) < min(3, _pairs(held)):
        return ("Y-76", "pairs of the suit are kept back")
    return None


def _problem_of_top(table: Table, held: list[int], played: list[int], clause: str) -> Problem | None:
    strongest = sorted((table.strengths[kind] for kind in held), reverse=True)[: len(played)]
    if sorted((table.strengths[kind] for kind in played), reverse=True) == strongest:
        return None
    return (clause, "the strongest trumps must be played")


def _pairs(cards: Iterable[int]) -> int:
    return sum(copies // 2 for copies in Counter(cards).values())


@lru_cache(maxsize=200_000)
def _profile(table: Table, suit: int, units: Units, need: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """What a set of one suit gives towards ``need`` (Y-51, Y-53).

    For the largest need take the longest run of its multiplicity, put the rest
    of the need back, repeat; of all ways the lexicographically largest list.
    A missing triple asks for a pair instead.
    """
    if not need:
        return ()
    mult, length = max(need, key=lambda shape: (shape[0] * shape[1], shape[0]))
    rest = list(need)
    rest.remove((mult, length))
    runs = [run for run in _runs_in(table, suit, units, mult) if run.length <= length]
    if not runs:
        instead = [(2, 1)] * length if mult == 3 else []
        return ((mult, 0), *_profile(table, suit, units, tuple(sorted(rest + instead))))
    longest = max(run.length for run in runs)
    if longest < length:
        rest.append((mult, length - longest))
    runs = [run for run in runs if run.length == longest]
    if longest == 1 and all(copies == 2 for _, copies in units):
        runs = runs[:1]  # loose pairs only: whichever is taken, the same number is left
    left = tuple(sorted(rest))
    tails = (_profile(table, suit, _without(units, run, mult), left) for run in runs)
    return ((mult, longest), *max(tails))


# ---------------------------------------------------------------- who wins a trick


def trick_winner(rules: Rules, level: int, trump: int, plays: Sequence[Cards]) -> int:
    """Index of the winning play; ``plays[0]`` leads and is taken as a valid lead."""
    table = Table.of(rules, level, trump)
    lead = tuple(plays[0])
    kind = _lead_class(table, lead)
    if kind == "k510" or (kind == "k510_double" and rules.k510_double_ruff == "double_only"):
        return _winner_over_510k(table, lead, plays, copies=len(lead) // 3)
    parts = _split(table, _units(lead))
    best, best_key = 0, _play_key(table, lead, parts, lead)
    for index, play in enumerate(plays[1:], start=1):
        key = _play_key(table, lead, parts, tuple(play))
        if key is not None and (best_key is None or key > best_key):
            best, best_key = index, key
    return best


Key = tuple[int, tuple[tuple[int, ...], ...]]
"""Sorts plays: 0 in the suit led, 1 a ruff; then what ruffs or tops compare by."""


def _winner_over_510k(table: Table, lead: tuple[int, ...], plays: Sequence[Cards], copies: int) -> int:
    """Trump 510K always wins (Y-74, Y-75); a side one loses only to a trump one (Y-72)."""
    if _lead_suit(table, lead) == TRUMP:
        return 0
    for index, play in enumerate(plays[1:], start=1):
        if is_trump_510k(table, play, copies):
            return index
    return 0


def _play_key(
    table: Table, lead: tuple[int, ...], parts: tuple[Part, ...], play: tuple[int, ...]
) -> Key | None:
    """How a play competes for the trick; ``None`` for one that cannot beat anything.

    That is a discard, and any play in suit under a lead of several parts (Y-52).
    """
    suit = _lead_suit(table, lead)
    suits = {table.suits[kind] for kind in play}
    if suits == {suit}:
        return _suit_key(table, lead, parts, play) if len(parts) == 1 else None
    if suits == {TRUMP}:
        return _ruff_key(table, parts, play)
    return None


def _suit_key(
    table: Table, lead: tuple[int, ...], parts: tuple[Part, ...], play: tuple[int, ...]
) -> Key | None:
    """A play in the suit led counts only with the very shape of the lead (B-29)."""
    mult, length = parts[0].shape
    suit = _lead_suit(table, lead)
    tops = [
        run.top
        for run in _runs_in(table, suit, _units(play), mult)
        if run.length == length and tuple(sorted(run.kinds * mult)) == tuple(sorted(play))
    ]
    return (0, ((max(tops),),)) if tops else None


def _ruff_key(table: Table, parts: tuple[Part, ...], play: tuple[int, ...]) -> Key | None:
    """All trumps, and cut into the lead's tractors, pairs and triples (Y-22)."""
    shapes = tuple(part.shape for part in parts if part.mult > 1)
    if not shapes:
        return (1, ((max(table.strengths[kind] for kind in play),),))
    cut = _best_cut(table, _units(play, 2), shapes)
    if cut is None:
        return None
    if table.rules.overruff == "longest_first" and any(length > 1 for _, length in shapes):
        own = [_order_key(part) for part in _split(table, _units(play)) if part.mult > 1]
        return (1, tuple(own[: len(shapes)]))  # Y-21
    return (1, tuple((top,) for top in cut))  # Y-120


@lru_cache(maxsize=200_000)
def _best_cut(table: Table, units: Units, shapes: tuple[Shape, ...]) -> tuple[int, ...] | None:
    """Tops of the best cut of some trumps into these shapes, largest shape first."""
    if not shapes:
        return ()
    (mult, length), rest = shapes[0], shapes[1:]
    best: tuple[int, ...] | None = None
    for run in _runs_in(table, TRUMP, units, mult):
        if run.length == length:
            tail = _best_cut(table, _without(units, run, mult), rest)
            if tail is not None and (best is None or (run.top, *tail) > best):
                best = (run.top, *tail)
    return best


# ---------------------------------------------------------------- throws


def resolve_throw(
    rules: Rules,
    level: int,
    trump: int,
    hands: Sequence[Iterable[int]],
    attempt: Cards,
    check: Sequence[int] = (1, 2, 3),
) -> Throw:
    """What a lead turns into once the other hands are looked at (Y-52, X-54…X-56).

    ``hands[0]`` is the leader's, attempt included; ``hands[2]`` is the partner's.
    """
    table = Table.of(rules, level, trump)
    whole = tuple(sorted(attempt))
    if _lead_class(table, whole) != "throw":
        return Throw(whole, (), 0)
    suit = _lead_suit(table, whole)
    asked = [i for i in check if rules.throw_check == "all" or i != 2]
    others = [_units(kind for kind in hands[i] if table.suits[kind] == suit) for i in asked]
    parts = _split(table, _units(whole))
    beatable = [part for part in parts if any(_beats(table, suit, units, part) for units in others)]
    if not beatable:
        return Throw(whole, (), 0)
    forced = min(beatable, key=lambda part: _forced_key(rules, part))
    return Throw(forced.cards, tuple(part.cards for part in beatable), _fine(rules, whole, beatable, forced))


def _beats(table: Table, suit: int, units: Units, part: Part) -> bool:
    """Whether one hand holds the same shape with a higher top."""
    runs = _runs_in(table, suit, units, part.mult)
    return any(run.length == part.length and run.top > part.top for run in runs)


def _forced_key(rules: Rules, part: Part) -> tuple[int, ...]:
    """Lowest top, then fewer cards, then suits ♦♣♥♠; or the largest shape first (X-55)."""
    lowest = (part.top, part.size, suit_of(part.cards[0]), *part.cards)
    if rules.throw_forced == "class_then_smallest":
        return (-part.size, -part.mult, *lowest)
    return lowest


def _fine(rules: Rules, attempt: tuple[int, ...], beatable: list[Part], forced: Part) -> int:
    units = {
        "per_beatable": sum(part.size for part in beatable),
        "per_returned": len(attempt) - forced.size,
        "per_attempted": len(attempt),
        "per_attempt": 1,
        "none": 0,
    }[rules.throw_fine]
    return units * rules.throw_fine_points


# ---------------------------------------------------------------- the bottom's multiplier


def multiplier(rules: Rules, level: int, trump: int, lead: Cards) -> int:
    """Factor of the bottom for the last trick's lead as finally played (Y-32, Y-33, Y-78)."""
    parts = split(rules, level, trump, lead)
    largest = parts[0]
    if rules.kou_mult == "flat2":
        return 2
    if rules.kou_mult == "pow2_cards":
        return 1 << largest.size
    if rules.kou_mult == "pow2_pairs":
        return 2 << largest.length if largest.mult > 1 else 2
    if rules.kou_mult == "pergroup":
        pairs = sum(part.length for part in parts if part.mult == 2)
        triples = sum(part.length for part in parts if part.mult == 3)
        return max(2, 4 * pairs, 6 * triples)
    if any(part.length > 1 for part in parts):
        return 8
    return 2 * max(part.mult for part in parts)
