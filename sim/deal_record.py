"""One deal written down: hands, calls, burials, chaos, tricks, failed throws and the result row.

Made by `sim.record.record_deal`. Cards are kinds, seats 0…3, trumps 0…4;
``clause`` names the row of docs/RULES.md that decided.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import BIG_JOKER, RED_FIVE, SMALL_JOKER, kind_of, points_of, suit_of
from .layout import T_TRUMP, Layout, layout_of
from .rows import LOOK_BACK, PAIR, SINGLE, SMALL_JOKERS
from .rules import Rules

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A show in the calling stage."""

    seat: int
    act: str
    """``call``, ``overcall``, ``reinforce`` or ``look_back``."""
    show: int
    trump: int
    dealt: int
    """Cards dealt when it came."""
    window: bool
    """Whether it came in the closing window."""
    clause: str


@dataclass(frozen=True, slots=True)
class Exposure:
    """The bottom turned because nobody called."""

    cards: Cards
    """In the order turned."""
    place: int
    """Which of them decided, from 0."""
    why: str
    """``level``, ``joker``, ``first`` or ``highest``."""
    trump: int
    clause: str


@dataclass(frozen=True, slots=True)
class Burial:
    """A seat took the bottom and buried."""

    seat: int
    taken: Cards
    buried: Cards

    @property
    def points(self) -> int:
        """Points buried."""
        return sum(map(points_of, self.buried))


@dataclass(frozen=True, slots=True)
class ChaoAnswer:
    """A seat that could chao was asked."""

    seat: int
    could: tuple[int, ...]
    """Show codes it could chao with."""
    show: int
    """What it showed, 0 when it let the bottom lie."""
    trump: int
    burial: Burial | None
    """Its burial after a chao."""


@dataclass(frozen=True, slots=True)
class Beatable:
    """A part of a throw, and the seats that could beat it."""

    cards: Cards
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FailedThrow:
    """A throw that others could beat (B-37)."""

    attempt: Cards
    led: Cards
    beatable: tuple[Beatable, ...]
    fine: int
    """As points added to the attackers."""


@dataclass(frozen=True, slots=True)
class Play:
    """One seat's cards in a trick; ``act`` is a word of `sim.reasons`, ``clause`` its row or empty."""

    seat: int
    cards: Cards
    act: str
    clause: str


@dataclass(frozen=True, slots=True)
class Trick:
    """Four plays, the leader's first."""

    plays: tuple[Play, ...]
    shape: str
    """Class of the lead as played: ``single``, ``pair``, ``triple``, ``tractor``, ``throw``, ``k510``
    or ``k510_double``."""
    suit: int
    """Effective suit of the lead: 0…3, 4 for trumps."""
    failed: FailedThrow | None
    winner: int
    won_by: str
    """Why the winner won, a word of `sim.reasons`."""
    clause: str
    points: int
    attackers: int
    """Points in the attackers' tricks up to and with this one."""

    @property
    def leader(self) -> int:
        """Seat that led."""
        return self.plays[0].seat


@dataclass(frozen=True, slots=True)
class Record:
    """A whole deal."""

    rules: Rules
    seed: int
    index: int
    policies: tuple[str, str]
    """Of the dealer side, of the attackers."""
    level: int
    first_deal: bool
    redeals: int
    drawer: int
    dealer: int
    hands: tuple[Cards, Cards, Cards, Cards]
    """As dealt, without the bottom, in the order of `display_order`."""
    bottom: Cards
    """As dealt, in the order of exposure."""
    calls: tuple[Call, ...]
    exposure: Exposure | None
    burial: Burial
    """The dealer's, before any chao."""
    chaos: tuple[ChaoAnswer, ...]
    """Everyone who was asked, in order."""
    trump: int
    tricks: tuple[Trick, ...]
    row: dict[str, int]
    """The result row, columns of `sim.rows`."""

    @property
    def last_burial(self) -> Burial:
        """The burial that counts."""
        chaos = [answer.burial for answer in self.chaos if answer.burial is not None]
        return chaos[-1] if chaos else self.burial

    def shown(self, show: int) -> Cards:
        """The cards of a show code of this deal."""
        if show == LOOK_BACK:
            show = self.calls[0].show - SINGLE + PAIR
        if show >= SMALL_JOKERS:
            return ((SMALL_JOKER, BIG_JOKER, RED_FIVE)[show - SMALL_JOKERS],) * 2
        pair = show >= PAIR
        return (kind_of(show - (PAIR if pair else SINGLE), self.level),) * (2 if pair else 1)

    def is_attacker(self, seat: int) -> bool:
        """Whether a seat is on the attackers' side."""
        return bool((seat ^ self.dealer) & 1)

    def is_trump(self, kind: int) -> bool:
        """Whether a card is a trump."""
        return _is_trump(kind, layout_of(self.rules, self.level, self.trump))

    def is_red_five(self, kind: int) -> bool:
        """Whether a card is a red five above all suits (B-05)."""
        return self.rules.red5_perm and kind == RED_FIVE

    def sorted(self, cards: Cards) -> Cards:
        """Cards suit by suit, each from the top, the trumps last."""
        return display_order(cards, layout_of(self.rules, self.level, self.trump))


def display_order(cards: Cards, layout: Layout) -> Cards:
    """Cards in ``layout``: the side suits in the order ♦ ♣ ♥ ♠, each from the top, then the trumps."""

    def place(kind: int) -> tuple[bool, int, int]:
        trump = _is_trump(kind, layout)
        return trump, 0 if trump else suit_of(kind), -layout.bit_of_kind[kind]

    return tuple(sorted(cards, key=place))


def _is_trump(kind: int, layout: Layout) -> bool:
    return bool(layout.words[T_TRUMP] >> layout.bit_of_kind[kind] & 1)
