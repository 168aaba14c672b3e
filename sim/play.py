"""Leads, follows, ruffs and over-ruffs: the rulings on sets of cards.

Cards come as two planes ``q0`` (at least one copy) and ``q1`` (two copies) in
the trump layout of table ``t``. Register: B-26 … B-41, Y-20 … Y-22, Y-50 … Y-52,
Y-70 … Y-77, Y-120.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from .bits import U0, U1, WORDS, count, ctz, lsb, msb, popcount
from .jit import inline, leaf, recursive
from .layout import (
    C_DOUBLE_ONLY,
    C_FORCED_TOP,
    C_K510,
    C_MULT,
    C_OVERRUFF,
    T_K510,
    T_LANE,
    T_OFF,
    T_SUIT_LANE,
    T_TRUMP,
)
from .shapes import (
    full_profile,
    height,
    longest_need,
    longest_part,
    natural_run_pairs,
    natural_view,
    pairs_needed,
    profile,
    rank_bit,
    run_pairs,
    run_top,
    runs,
    tractor_top,
    view,
)

# What kind of lead lies on the table.
PLAIN = 0
SIDE_SET = 1  # 510K of a side suit
SIDE_DOUBLE = 2  # 55-TT-KK of a side suit
TRUMP_SET = 3
TRUMP_DOUBLE = 4

# How a challenge to the lead is judged.
BY_SINGLE = 0
BY_PAIR = 1
BY_TRIPLE = 2
BY_TRACTOR = 3
BY_RUFF = 4  # several parts: only a covering ruff wins
BY_SET = 5  # 510K leads

_U4 = np.uint64(4)
_U5 = np.uint64(5)
_U8 = np.uint64(8)
_DIGIT = np.uint64(59)


@inline
def lane_of(bit: Any, rt: Any, t: Any) -> Any:
    """Mask of the effective suit of a card."""
    return rt[t + T_LANE + ctz(bit) // 14]


@leaf
def trump_set(rt: Any, t: Any) -> Any:
    """Five, ten and king of the trump suit; 0 in no-trump or without 510K."""
    for suit in range(4):
        if rt[t + T_SUIT_LANE + suit] == _U4:
            return rt[t + T_K510 + suit]
    return U0


@leaf
def set_suit(q0: Any, q1: Any, rt: Any, t: Any) -> Any:
    """Printed suit of which the cards are exactly a 510K or 55-TT-KK, else −1 (Y-70)."""
    if rt[C_K510] and (q1 == U0 or q1 == q0):
        for suit in range(4):
            if q0 == rt[t + T_K510 + suit]:
                return suit
    return -1


@leaf
def describe_lead(q0: Any, q1: Any, n: Any, rt: Any, t: Any) -> Any:
    """(kind, suit mask) of a lead; the mask is 0 when the cards may not be led together."""
    if n == 3 or n == 6:
        suit = set_suit(q0, q1, rt, t)
        if suit >= 0:
            double = 1 if q1 else 0
            if q0 & ~rt[t + T_TRUMP] == U0:
                return TRUMP_SET + double, rt[t + T_TRUMP]
            return SIDE_SET + double, rt[t + T_LANE + np.int64(rt[t + T_SUIT_LANE + suit])]
    mask = lane_of(q0, rt, t)
    if q0 & ~mask:
        return PLAIN, U0
    return PLAIN, mask


@inline
def judged_by(kind: Any, n: Any, needs: Any, triple: Any) -> Any:
    """How challenges to a lead are judged; ``triple`` says that it is one triple."""
    if kind != PLAIN:
        return BY_SET
    if triple:
        return BY_TRIPLE
    if n == 1:
        return BY_SINGLE
    length = longest_need(needs)
    if length > 0 and needs == U1 << np.uint64(4 * length) and n == 2 * length:
        return BY_PAIR if length == 1 else BY_TRACTOR
    return BY_RUFF


@leaf
def top_cards_only(h0: Any, h1: Any, q0: Any, q1: Any, mask: Any, rt: Any, t: Any) -> Any:
    """Whether no card of the suit left in hand is stronger than one played (B-38)."""
    rest = ((h0 & ~q0) | (h1 & ~q1)) & mask
    if rest == U0:
        return True
    return rank_bit(lsb(q0), rt, t) >= rank_bit(msb(rest), rt, t)


@leaf
def follow_is_legal(
    h0: Any, h1: Any, q0: Any, q1: Any, n: Any, kind: Any, mask: Any, needs: Any, rt: Any, t: Any
) -> Any:
    """Whether ``n`` cards held may answer the lead (B-33, B-34, B-38, B-39, Y-51, Y-72 … Y-76)."""
    held = popcount(h0 & mask) + popcount(h1 & mask)
    played = popcount(q0 & mask) + popcount(q1 & mask)
    if held <= n:
        return played == held
    if played != n:
        return False
    if kind == PLAIN:
        return needs == U0 or profile(q1, needs, rt, t) == profile(h1 & mask, needs, rt, t)
    if kind == SIDE_SET:
        return True
    if kind == SIDE_DOUBLE:
        return popcount(q1) >= min(popcount(h1 & mask), 3)
    if not rt[C_FORCED_TOP]:
        return True
    if kind == TRUMP_SET:
        own = trump_set(rt, t)
        if own & ~h0 == U0:
            return q0 == own and q1 == U0
    return top_cards_only(h0, h1, q0, q1, mask, rt, t)


@leaf
def follow_is_legal_three(
    h0: Any,
    h1: Any,
    h2: Any,
    q0: Any,
    q1: Any,
    q2: Any,
    n: Any,
    judged: Any,
    mask: Any,
    needs: Any,
    rt: Any,
    t: Any,
) -> Any:
    """The same with three decks, for leads of one part (Y-53): a triple asks for a triple, else a pair."""
    held = count(h0 & mask, h1 & mask, h2 & mask)
    played = count(q0 & mask, q1 & mask, q2 & mask)
    if held <= n:
        return played == held
    if played != n:
        return False
    if judged == BY_TRIPLE:
        if h2 & mask:
            return q2 != U0
        return q1 != U0 or h1 & mask == U0
    return needs == U0 or profile(q1, needs, rt, t) == profile(h1 & mask, needs, rt, t)


@leaf
def covers(q0: Any, q1: Any, needs: Any, rt: Any, t: Any) -> Any:
    """Whether cards are a ruff of a lead with these needs (B-35, Y-22)."""
    if q0 & ~rt[t + T_TRUMP]:
        return False
    return needs == U0 or profile(q1, needs, rt, t) == full_profile(needs)


@recursive(types.uint64(types.uint64, types.uint64, WORDS, types.int64))
def best_cut(pairs: Any, needs: Any, rt: Any, t: Any) -> Any:
    """Heights of a ruff cut into the lead's format in its best way, five bits a part; 0 if it cannot be."""
    wanted = longest_need(needs)
    result = U0
    if wanted < 2:
        left = pairs
        for place in range(np.int64(needs >> _U4)):
            if left == U0:
                return U0
            bit = msb(left)
            left ^= bit
            result |= np.uint64(ctz(height(bit, rt, t)) - 41) << np.uint64(59 - 5 * place)
        return result
    after = needs - (U1 << np.uint64(4 * wanted))
    r = runs(view(pairs, rt, t), wanted, rt, t)
    while r:
        bottom = lsb(r)
        r ^= bottom
        cards = run_pairs(bottom, wanted, pairs, lsb(pairs & rt[t + T_OFF]), rt, t)
        rest = best_cut(pairs & ~cards, after, rt, t) if after else U0
        if after == U0 or rest:
            digit = np.uint64(ctz(run_top(bottom, wanted, rt, t)) - 41) << _DIGIT
            result = max(result, digit | (rest >> _U5))
    r = runs(natural_view(pairs, rt, t), wanted, rt, t)
    while r:
        bottom = lsb(r)
        r ^= bottom
        cards = natural_run_pairs(bottom, wanted, pairs, rt, t)
        rest = best_cut(pairs & ~cards, after, rt, t) if after else U0
        if after == U0 or rest:
            digit = np.uint64(ctz(bottom) + wanted - 1 - 41) << _DIGIT
            result = max(result, digit | (rest >> _U5))
    return result


@leaf
def parts_wanted(needs: Any) -> Any:
    """Number of tractors and loose pairs in a lead."""
    total = np.int64(0)
    for length in range(1, 16):
        total += np.int64((needs >> np.uint64(4 * length)) & np.uint64(15))
    return total


@leaf
def longer_parts_win(a1: Any, b1: Any, needs: Any, rt: Any, t: Any) -> Any:
    """Y-21: own parts of both ruffs compared by (length, height), as many as the lead has."""
    left_a, left_b = a1, b1
    for _ in range(parts_wanted(needs)):
        if left_a == U0 or left_b == U0:
            return left_a != U0 and left_b == U0
        cards_a, length_a, top_a = longest_part(left_a, rt, t)
        cards_b, length_b, top_b = longest_part(left_b, rt, t)
        if length_a != length_b:
            return length_a > length_b
        if top_a != top_b:
            return top_a > top_b
        left_a &= ~cards_a
        left_b &= ~cards_b
    return False


@leaf
def over_ruffs(a0: Any, a1: Any, b0: Any, b1: Any, needs: Any, rt: Any, t: Any) -> Any:
    """Whether ruff ``a``, played later, beats ruff ``b`` (B-36, Y-120)."""
    if needs == U0:
        return rank_bit(msb(a0), rt, t) > rank_bit(msb(b0), rt, t)
    if rt[C_OVERRUFF] == U0 and needs >> _U8:
        return longer_parts_win(a1, b1, needs, rt, t)
    return best_cut(a1, needs, rt, t) > best_cut(b1, needs, rt, t)


@inline
def single_key(q: Any, mask: Any, rt: Any, t: Any) -> Any:
    """Strength of a single or (on the pair plane) a pair against a lead; 0 if it cannot win."""
    return rank_bit(q & (mask | rt[t + T_TRUMP]), rt, t)


@leaf
def tractor_key(q0: Any, q1: Any, length: Any, mask: Any, rt: Any, t: Any) -> Any:
    """Strength of a play against a led tractor; 0 if it cannot win."""
    if popcount(q1) != length or q0 != q1:
        return U0
    if q0 & ~mask and q0 & ~rt[t + T_TRUMP]:
        return U0
    return tractor_top(q1, length, rt, t)


@leaf
def ruffs_set(q0: Any, q1: Any, kind: Any, rt: Any, t: Any) -> Any:
    """Whether cards beat a side 510K or 55-TT-KK (B-39, Y-76, Y-121)."""
    if kind == SIDE_SET:
        return q1 == U0 and q0 == trump_set(rt, t) and q0 != U0
    if kind != SIDE_DOUBLE or q0 & ~rt[t + T_TRUMP]:
        return False
    if rt[C_DOUBLE_ONLY]:
        return q0 == q1 and q0 == trump_set(rt, t)
    return q0 == q1 and popcount(q1) == 3


@leaf
def multiplier(kind: Any, judged: Any, needs: Any, rt: Any) -> Any:
    """Bottom multiplier of a last trick by its lead (B-43, X-62, X-65, Y-32, Y-33)."""
    system = rt[C_MULT]
    if system == _U4:
        return 2
    if judged == BY_TRIPLE:
        return (6, 6, 8, 4)[np.int64(system)]
    double = kind == SIDE_DOUBLE or kind == TRUMP_DOUBLE
    length = 0 if kind != PLAIN else longest_need(needs)
    if double:
        length = 1
    if length == 0:
        return 2
    if system == U0:
        return 4 if length == 1 else 8
    if system == U1:
        return 4 * (3 if double else pairs_needed(needs))
    if system == np.uint64(2):
        return 1 << (2 * length)
    return 2 << length
