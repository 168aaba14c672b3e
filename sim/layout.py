"""Rules as numbers for kernels: switch codes and one card layout per (level, trump).

Two layouts of 64 bits are used.

*Canonical* (before the trump is settled): suit ``s`` has bits ``16 s + 1`` (2)
to ``16 s + 13`` (ace); the jokers are bits 62 and 63.

*Trump layout* (from the first lead on): lanes of 14 bits, each a slot for the
low ace below its ranks in ascending order; the top eight bits hold the trumps
that belong to no suit, ordered by strength. With a trump suit, lanes 0…2 are
the side suits and all bits from 42 up are trumps; in no-trump lanes 0…3 are
side suits and the bits from 56 up are trumps. The level rank is closed up when
it may be skipped, the red five leaves a hole.

`compile_rules` packs everything into one flat uint64 array: codes first, then
65 tables of `TABLE` words, table ``5 * (level - 2) + trump``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from . import rows
from .cards import (
    BIG_JOKER,
    HEARTS,
    KINDS,
    NO_TRUMP,
    RANKS,
    RED_FIVE,
    SMALL_JOKER,
    SUITS,
    kind_of,
    rank_of,
    suit_of,
)
from .rules import Rules

# Offsets of the switch codes in the flat array.
(
    C_DECKS, C_HAND, C_BOTTOM, C_RED5, C_WINDOW_ONLY, C_FIRST_ALL, C_REINFORCE, C_FIRST_CALL,
    C_NO_CALL_FIRST, C_NO_CALL_LATER, C_EXPOSE, C_LOOK_BACK, C_LOOK_BACK_CHAO, C_RED5_TRUMP,
    C_CHAO, C_CALLER_CHAO, C_DEALER_OPENS, C_RESUME, C_CHAO_EXPOSED, C_OVERRUFF, C_CHECK, C_FORCED,
    C_FINE, C_FINE_POINTS, C_K510, C_FORCED_TOP, C_DOUBLE_ONLY, C_MULT, C_STDR, C_STDR_DEFEND,
    C_TABLE, C_CLAMP, C_PAYOFF, C_BMH_UNIT, C_CAP, C_STAKE, C_DRAW, C_SAME_DEALER, C_STEP,
) = range(39)  # fmt: skip
C_RUNG = 40  # 13 words: ladder height of each show code
C_HIGHER = 54  # 10 words: shows above each ladder height, one bit a show code
CODES = 64

# Offsets inside one table.
T_LANE = 0  # 5 words: lane masks; lanes 3 and 4 are both the trumps when a suit is trump
T_TRUMP = 5
T_FIVE = 6
T_TENK = 7
T_EQ = 8  # trumps of equal strength (off-suit level cards)
T_EQ_LOW = 9
T_EQ_HIGH = 10
T_LOW = 11  # cards that stand in tractors where they lie
T_OFF = 12  # cards that stand in tractors as one, at T_OFF_BIT
T_OFF_BIT = 13
T_UP = 14  # cards that stand in tractors T_UP_SHIFT bits lower
T_UP_SHIFT = 15
T_ACE = 16  # aces that may also stand below the twos …
T_ACE_SHIFT = 17  # … by this many bits
T_JOIN = 18  # bits whose upper neighbour belongs to the same lane
T_MAIN = 19  # the trump suit's level card, 0 if there is none
T_NAT_LOW = 20  # natural order of the trump suit: ranks below the level
T_NAT_HIGH = 21  # ranks above it
T_NAT_HOLE = 22  # where the level card stands; 0 where it does not join
T_NAT_ACE = 23  # the ace's place in natural order, 0 if it may not stand low
T_JOKERS = 24
T_RED5 = 25
T_K510 = 26  # 4 words: 5, 10 and K of each printed suit, 0 where no 510K is allowed
T_SUIT_LANE = 30  # 4 words: lane of each suit (4 for the trump suit)
T_TRUMP_CANON = 34  # trumps in canonical layout
T_LEVEL_CANON = 35  # level cards in canonical layout
T_SEGMENTS = 36  # 15 × (mask, rotation): canonical -> trump layout
SEGMENTS = 15
T_SUIT_OF_LANE = 66  # 4 words
T_ACE_CLOSED = 70  # the ace of a lane shortened by the red five: one bit less to move
T_UP_ALL = 71  # every trump above T_OFF
T_VALID = 72  # every card
TABLE = 76

JOKERS_CANON = np.uint64(3 << 62)
RED5_CANON = np.uint64(1 << (16 * HEARTS + 4))

_TOP = 56
_LANE_BITS = 14


def canonical_bit(kind: int) -> int:
    """Bit index of a kind in the canonical layout."""
    if kind >= SMALL_JOKER:
        return 62 + kind - SMALL_JOKER
    return 16 * suit_of(kind) + rank_of(kind) - 1


def canonical_kinds() -> dict[int, int]:
    """Bit index -> kind for the canonical layout."""
    return {canonical_bit(kind): kind for kind in range(KINDS)}


@dataclass(frozen=True)
class Layout:
    """Where each kind lies in the trump layout of one (rules, level, trump)."""

    level: int
    trump: int
    bit_of_kind: tuple[int, ...]
    words: tuple[int, ...]

    @property
    def kind_of_bit(self) -> dict[int, int]:
        """Bit index -> kind."""
        return {bit: kind for kind, bit in enumerate(self.bit_of_kind)}


def layout_of(rules: Rules, level: int, trump: int) -> Layout:
    """The trump layout for one level (2…14) and trump (0…4)."""
    return _layouts(rules)[5 * (level - 2) + trump]


@lru_cache(maxsize=64)
def compile_rules(rules: Rules) -> NDArray[np.uint64]:
    """Codes and all 65 tables as one read-only uint64 array."""
    flat = np.zeros(CODES + 65 * TABLE, np.uint64)
    flat[:CODES] = np.array(_codes(rules), np.int64).view(np.uint64)
    for index, layout in enumerate(_layouts(rules)):
        start = CODES + index * TABLE
        flat[start : start + TABLE] = layout.words
    flat.setflags(write=False)
    return flat


@lru_cache(maxsize=64)
def _layouts(rules: Rules) -> list[Layout]:
    return [_build(rules, level, trump) for level in RANKS for trump in (*SUITS, NO_TRUMP)]


def ladder(rules: Rules) -> list[int]:
    """Height of each show code in the bidding ladder (B-10, A-01, X-17); 0 for a pass."""
    heights = [0] * rows.SHOWS
    for suit in SUITS:
        heights[rows.SINGLE + suit] = 1
    for place, letter in enumerate(rules.bid_suit_order):
        heights[rows.PAIR + "DCHS".index(letter)] = 2 + place
    for place, show in enumerate((rows.SMALL_JOKERS, rows.BIG_JOKERS, rows.RED_FIVES, rows.LOOK_BACK)):
        heights[show] = 6 + place
    return heights


def _codes(rules: Rules) -> list[int]:
    def index(value: str, *values: str) -> int:
        return values.index(value)

    r = rules
    codes = [0] * CODES
    codes[C_DECKS], codes[C_HAND], codes[C_BOTTOM] = r.decks, r.hand_size, r.bottom_size
    codes[C_RED5] = r.red5_perm
    codes[C_WINDOW_ONLY] = r.call_timing == "window_only"
    codes[C_FIRST_ALL] = r.first_deal_rungs == "all"
    codes[C_REINFORCE] = r.self_reinforce
    codes[C_FIRST_CALL] = r.first_dealer == "first_call"
    codes[C_NO_CALL_FIRST] = index(r.no_call_first, "redeal", "nt", "expose")
    codes[C_NO_CALL_LATER] = index(r.no_call_later, "redeal", "nt", "expose")
    codes[C_EXPOSE] = index(r.expose_rule, "first_level_or_joker", "any_joker_nt", "first_card")
    codes[C_LOOK_BACK] = r.hui_tou_wang
    codes[C_LOOK_BACK_CHAO] = r.hui_tou_wang and r.htw_stage == "both"
    codes[C_RED5_TRUMP] = index(r.red5_pair_trump, "choose", "nt", "choose_suit_only")
    codes[C_CHAO] = r.chao
    codes[C_CALLER_CHAO] = index(r.caller_chao, "until_overtaken", "never", "dealer_only")
    codes[C_DEALER_OPENS] = r.dealer_may_open_chao
    codes[C_RESUME] = index(
        r.chao_resume, "dealer_then_from_dealer", "dealer_then_from_chaoer", "from_chaoer"
    )
    codes[C_CHAO_EXPOSED] = r.chao_after_expose
    codes[C_OVERRUFF] = index(r.overruff, "longest_first", "lead_format")
    codes[C_CHECK] = index(r.throw_check, "all", "opponents")
    codes[C_FORCED] = index(r.throw_forced, "smallest_beatable", "class_then_smallest")
    codes[C_FINE] = index(
        r.throw_fine, "none", "per_beatable", "per_returned", "per_attempted", "per_attempt"
    )
    codes[C_FINE_POINTS] = r.throw_fine_points
    codes[C_K510] = r.k510
    codes[C_FORCED_TOP] = r.k510_forced_top
    codes[C_DOUBLE_ONLY] = r.k510_double_ruff == "double_only"
    codes[C_MULT] = index(r.kou_mult, "248", "pergroup", "pow2_cards", "pow2_pairs", "flat2")
    codes[C_STDR] = index(r.stdr, "off", "exact", "contains")
    codes[C_STDR_DEFEND] = r.stdr_defend
    codes[C_TABLE] = index(r.level_table, "red5_9", "std_1", "std_2", "std_3")
    codes[C_CLAMP] = r.neg_score == "clamp"
    codes[C_PAYOFF] = index(r.payoff, "none", "jifen", "bmh")
    codes[C_BMH_UNIT] = r.bmh_change == "1_unit"
    codes[C_CAP] = r.gain_cap
    codes[C_STAKE] = r.stake_double
    codes[C_DRAW] = r.draw_at_threshold
    codes[C_SAME_DEALER] = r.next_dealer == "same_or_next"
    codes[C_STEP] = {"red5_9": 10, "std_1": 20, "std_2": 40, "std_3": 60}[r.level_table]
    heights = ladder(rules)
    codes[C_RUNG : C_RUNG + rows.SHOWS] = heights
    for height in range(10):
        codes[C_HIGHER + height] = sum(1 << show for show, own in enumerate(heights) if own > height)
    return codes


def _mask(bits: list[int]) -> int:
    return sum(1 << bit for bit in set(bits))


def _lane_ranks(rules: Rules, suit: int, level: int) -> list[int]:
    """Ranks of a suit's lane from low to high; a rank that is only a hole stands negative."""
    ranks: list[int] = []
    for rank in RANKS:
        gone = rules.red5_perm and suit == HEARTS and rank == 5
        if rank == level:
            if not rules.tractor_skip_level:
                ranks.append(-rank)
        elif gone:
            if not rules.tractor_skip_red5:
                ranks.append(-rank)
        else:
            ranks.append(rank)
    return ranks


def _top_trumps(rules: Rules, level: int, trump: int) -> list[list[int]]:
    """Trumps that belong to no lane, as groups of equal strength from low to high (X-12, X-13, X-16)."""
    levels = [
        kind_of(suit, level) for suit in SUITS if not (rules.red5_perm and kind_of(suit, level) == RED_FIVE)
    ]
    main = [kind for kind in levels if suit_of(kind) == trump and rules.main_level_higher]
    groups = [[kind for kind in levels if kind not in main], main]
    red5 = [[RED_FIVE]] if rules.red5_perm else []
    jokers = [[SMALL_JOKER], [BIG_JOKER]]
    groups += red5 + jokers if rules.red5_rank == "below_jokers" else jokers + red5
    return [group for group in groups if group]


def _place(rules: Rules, level: int, trump: int) -> tuple[list[int], dict[int, int]]:
    """Bit of each kind, and the lane of each suit."""
    bits = [-1] * KINDS
    lanes: dict[int, int] = {}
    for suit in SUITS:
        lane = 3 if suit == trump else len([s for s in lanes if s != trump])
        lanes[suit] = lane
        for place, rank in enumerate(_lane_ranks(rules, suit, level)):
            if rank > 0:
                bits[kind_of(suit, rank)] = _LANE_BITS * lane + 1 + place
    bit = 64
    for group in reversed(_top_trumps(rules, level, trump)):
        for kind in reversed(group):
            bit -= 1
            bits[kind] = bit
    return bits, lanes


def _build(rules: Rules, level: int, trump: int) -> Layout:
    bits, lanes = _place(rules, level, trump)
    words = [0] * TABLE
    suited = trump != NO_TRUMP
    trumps = ((1 << 64) - 1) ^ ((1 << (3 * _LANE_BITS if suited else _TOP)) - 1)
    for lane in range(5):
        side = ((1 << _LANE_BITS) - 1) << (_LANE_BITS * lane)
        words[T_LANE + lane] = trumps if lane == 4 or (suited and lane == 3) else side
    words[T_TRUMP] = trumps
    words[T_VALID] = _mask(bits)
    words[T_FIVE] = _mask([bits[kind_of(s, 5)] for s in SUITS])
    words[T_TENK] = _mask([bits[kind_of(s, r)] for s in SUITS for r in (10, 13)])
    equal = _top_trumps(rules, level, trump)[0]
    equal_bits = [bits[k] for k in equal] if rank_of(equal[0]) == level else []
    if equal_bits:
        words[T_EQ], words[T_EQ_LOW] = _mask(equal_bits), 1 << min(equal_bits)
        words[T_EQ_HIGH] = 1 << max(equal_bits)
    words[T_JOKERS] = _mask([bits[SMALL_JOKER], bits[BIG_JOKER]])
    words[T_RED5] = 1 << bits[RED_FIVE] if rules.red5_perm else 0
    _tractor_words(rules, level, trump, bits, lanes, words)
    for suit in SUITS:
        words[T_SUIT_LANE + suit] = 4 if suit == trump else lanes[suit]
        if suit != trump:
            words[T_SUIT_OF_LANE + lanes[suit]] = suit
        side_red5 = rules.red5_perm and suit == HEARTS and trump != HEARTS
        if rules.k510 and not (side_red5 and not rules.red5_in_510k):
            words[T_K510 + suit] = _mask([bits[kind_of(suit, r)] for r in (5, 10, 13)])
    words[T_TRUMP_CANON] = _mask([canonical_bit(k) for k in range(KINDS) if 1 << bits[k] & trumps])
    words[T_LEVEL_CANON] = _mask([canonical_bit(kind_of(s, level)) for s in SUITS])
    _segment_words(bits, words)
    return Layout(level, trump, tuple(bits), tuple(words))


def _tractor_words(
    rules: Rules, level: int, trump: int, bits: list[int], lanes: dict[int, int], words: list[int]
) -> None:
    """Tables of tractor adjacency (X-41 … X-48, Y-30, Y-31)."""
    in_lane = [kind for kind in range(SMALL_JOKER) if bits[kind] < _TOP and _is_laned(rules, kind, level)]
    words[T_LOW] = _mask([bits[k] for k in in_lane])
    jokers = [bits[SMALL_JOKER], bits[BIG_JOKER]] if rules.tractor_jokers else []
    groups = _top_trumps(rules, level, trump)
    level_groups = [g for g in groups if rank_of(g[0]) == level and not (rules.red5_perm and g == [RED_FIVE])]
    if rules.tractor_level == "trump_order":
        _trump_order_words(trump, bits, words, level_groups, jokers)
    else:
        words[T_UP] = _mask(jokers)
    if rules.tractor_ace_low and level not in (2, 14):
        suits = [s for s in SUITS if bits[kind_of(s, 14)] < _TOP]
        places = {s: bits[kind_of(s, 14)] % _LANE_BITS for s in suits}
        shift = words[T_ACE_SHIFT] = max(places.values())
        words[T_ACE] = _mask([bits[kind_of(s, 14)] for s in suits if places[s] == shift])
        words[T_ACE_CLOSED] = _mask([bits[kind_of(s, 14)] for s in suits if places[s] == shift - 1])
    join = (1 << 64) - 1
    for lane in range(1, 5):
        join ^= 1 << (_LANE_BITS * lane - 1)
    if trump != NO_TRUMP:
        join |= 1 << (_LANE_BITS * 4 - 1)
    words[T_JOIN] = join
    main = kind_of(trump, level) if trump != NO_TRUMP else -1
    if trump == NO_TRUMP or (rules.red5_perm and main == RED_FIVE):
        return
    words[T_MAIN] = 1 << bits[main]
    if rules.tractor_level == "natural":
        _natural_words(rules, level, trump, bits, words)


def _is_laned(rules: Rules, kind: int, level: int) -> bool:
    return rank_of(kind) != level and not (rules.red5_perm and kind == RED_FIVE)


def _trump_order_words(
    trump: int, bits: list[int], words: list[int], level_groups: list[list[int]], jokers: list[int]
) -> None:
    """Level cards join above the trump ace: A, other levels as one, main level, jokers (HL-05)."""
    low_group = level_groups[0] if level_groups else []
    words[T_OFF] = _mask([bits[k] for k in low_group])
    upper = [bits[k] for group in level_groups[1:] for k in group]
    words[T_UP] = _mask(upper + jokers)
    first_up = max(bits[k] for k in low_group) + 1
    ace = max((b for b in range(43, _TOP) if words[T_LOW] >> b & 1), default=42) if trump != NO_TRUMP else 56
    off_bit = ace + 1
    words[T_OFF_BIT] = 1 << off_bit
    words[T_UP_SHIFT] = first_up - off_bit - 1
    words[T_UP_ALL] = ((1 << 64) - 1) ^ ((1 << first_up) - 1)


def _natural_words(rules: Rules, level: int, trump: int, bits: list[int], words: list[int]) -> None:
    """The trump suit with its level pair at the natural place (Y-30)."""
    lane = [abs(rank) for rank in _lane_ranks(rules, trump, level)]
    base = _LANE_BITS * 3 + 1
    place = base + len([rank for rank in lane if rank < level])
    moved = int(level not in lane)
    held = [bits[kind_of(trump, rank)] for rank in RANKS if rank != level]
    words[T_NAT_HOLE] = 1 << place
    words[T_NAT_LOW] = _mask([bit for bit in held if bit < _TOP and (bit < place or not moved)])
    words[T_NAT_HIGH] = _mask([bit for bit in held if place <= bit < _TOP and moved])
    if rules.tractor_ace_low:
        words[T_NAT_ACE] = 1 << (place if level == 14 else bits[kind_of(trump, 14)] + moved)


def _segment_words(bits: list[int], words: list[int]) -> None:
    """Group kinds by the rotation that carries their canonical bit to the trump layout."""
    masks: dict[int, int] = {}
    for kind in range(KINDS):
        canonical = canonical_bit(kind)
        turn = (bits[kind] - canonical) % 64
        masks[turn] = masks.get(turn, 0) | 1 << canonical
    if len(masks) > SEGMENTS:
        raise AssertionError("more rotations than segment slots")
    for slot, (turn, mask) in enumerate(sorted(masks.items())):
        words[T_SEGMENTS + 2 * slot] = mask
        words[T_SEGMENTS + 2 * slot + 1] = turn
