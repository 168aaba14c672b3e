"""What `greedy` reads off a hand: strength for a trump, unseen cards, cheap and rich cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import ALL, U0, U1, add, ctz, lsb, msb, popcount
from ..jit import inline, leaf
from ..layout import (
    CODES,
    JOKERS_CANON,
    T_FIVE,
    T_LEVEL_CANON,
    T_TENK,
    T_TRUMP,
    T_TRUMP_CANON,
    T_VALID,
    TABLE,
)
from ..state import BOTTOM, BURIED_BY, HAND, PLAYED, TRICK, get

_BIG_CANON = np.uint64(1 << 63)
_LANE = np.uint64(0x3FFF)


@leaf
def strength(h0: Any, h1: Any, level: Any, trump: Any, rt: Any) -> Any:
    """Worth of a canonical hand if ``trump`` were trump, in half trumps (rule 1 of the call)."""
    t = CODES + TABLE * (5 * (level - 2) + trump)
    trumps = rt[t + T_TRUMP_CANON]
    levels = rt[t + T_LEVEL_CANON]
    length = popcount(h0 & trumps) + popcount(h1 & trumps)
    jokers = popcount(h0 & JOKERS_CANON) + popcount(h1 & JOKERS_CANON)
    big = popcount(h0 & _BIG_CANON) + popcount(h1 & _BIG_CANON)
    level_cards = popcount(h0 & levels) + popcount(h1 & levels)
    return 2 * length + 3 * popcount(h1 & trumps) + level_cards + 2 * jokers + 2 * big


@inline
def unseen(st: Any, seat: Any, rt: Any, t: Any) -> Any:
    """Cards that are in no place the seat knows: planes of at least one and of two copies."""
    at = HAND + 3 * seat
    a0, a1, _ = add(st[at], st[at + 1], U0, st[PLAYED], st[PLAYED + 1], U0)
    a0, a1, _ = add(a0, a1, U0, st[TRICK], st[TRICK + 1], U0)
    if get(st, BURIED_BY) == seat:
        a0, a1, _ = add(a0, a1, U0, st[BOTTOM], st[BOTTOM + 1], U0)
    valid = rt[t + T_VALID]
    return valid & ~a1, valid & ~a0


@inline
def trick_points(st: Any, rt: Any, t: Any) -> Any:
    """Points on the table."""
    t0, t1 = st[TRICK], st[TRICK + 1]
    fives, tens = rt[t + T_FIVE], rt[t + T_TENK]
    return 5 * (popcount(t0 & fives) + popcount(t1 & fives)) + 10 * (
        popcount(t0 & tens) + popcount(t1 & tens)
    )


@inline
def over(cards: Any) -> Any:
    """All bits above the highest of ``cards``; all bits when there are none."""
    return ~((msb(cards) << U1) - U1) if cards else ALL


@leaf
def cheapest(cards: Any, h1: Any, lanes: Any) -> Any:
    """The lowest side card by rank; among equals one that is no pair, from the shortest lane."""
    fold = U0
    for lane in range(lanes):
        fold |= (cards >> np.uint64(14 * lane)) & _LANE
    place = np.uint64(ctz(fold))
    best = U0
    best_cost = 1000
    for lane in range(lanes):
        bit = (U1 << place) << np.uint64(14 * lane)
        if bit & cards:
            in_lane = _LANE << np.uint64(14 * lane)
            cost = popcount(cards & in_lane) + popcount(h1 & in_lane) + (10 if bit & h1 else 0)
            if cost < best_cost:
                best, best_cost = bit, cost
    return best


@leaf
def discard_one(h0: Any, h1: Any, rich: Any, lanes: Any, rt: Any, t: Any) -> Any:
    """The card to part with: points when partner wins, else the least useful (rules 25, 26, 34, 35)."""
    trumps = rt[t + T_TRUMP]
    tens = rt[t + T_TENK]
    points = tens | rt[t + T_FIVE]
    side = h0 & ~trumps
    if rich:
        if side & tens:
            return cheapest(side & tens, h1, lanes)
        if side & points:
            return cheapest(side & points, h1, lanes)
        if h0 & tens & trumps:
            return lsb(h0 & tens & trumps)
    if side & ~points:
        return cheapest(side & ~points, h1, lanes)
    if side & ~tens:
        return cheapest(side & ~tens, h1, lanes)
    low = h0 & trumps & ~points
    if low and lsb(low) < np.uint64(1) << np.uint64(52):
        return lsb(low)
    if side:
        return cheapest(side, h1, lanes)
    return lsb(low) if low else lsb(h0)


@inline
def suit_discard(h0: Any, h1: Any, rich: Any, points: Any) -> Any:
    """The card of one suit to part with: points for partner, else the lowest without points."""
    if rich and h0 & points:
        return msb(h0 & points)
    if h0 & ~points & ~h1:
        return lsb(h0 & ~points & ~h1)
    if h0 & ~points:
        return lsb(h0 & ~points)
    return lsb(h0)
