"""Pairs, tractors and parts of a set of cards, on one plane of pairs.

Everything here works in the trump layout of table ``t`` (offset into the flat
rules array ``rt``). A *view* moves the pairs so that neighbours in a tractor
are neighbouring bits; the second, natural view exists only for hands that hold
the trump suit's level pair where that pair stands at its number (Y-30).
*Needs* count the tractor lengths of a lead, four bits a length (loose pairs as
length 1); a *profile* is the answer of a hand to them, lengths as hexadecimal
digits from the left (Y-51).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from .bits import U0, U1, WORDS, clz, lsb, msb, popcount
from .jit import inline, leaf, recursive
from .layout import (
    T_ACE,
    T_ACE_CLOSED,
    T_ACE_SHIFT,
    T_EQ,
    T_EQ_LOW,
    T_JOIN,
    T_LOW,
    T_MAIN,
    T_NAT_ACE,
    T_NAT_HIGH,
    T_NAT_HOLE,
    T_NAT_LOW,
    T_OFF,
    T_OFF_BIT,
    T_UP,
    T_UP_ALL,
    T_UP_SHIFT,
)

_SLOTS = np.uint64(1 | 1 << 14 | 1 << 28 | 1 << 42)
_TRUMP_SLOT = np.uint64(1 << 42)
_ONES = np.uint64(0x1111111111111111)
_NIBBLE = np.uint64(15)
_U4 = np.uint64(4)
_U8 = np.uint64(8)
_S60 = np.uint64(60)


@inline
def rank_bit(bit: Any, rt: Any, t: Any) -> Any:
    """The card's bit with cards of equal strength made one."""
    low = rt[t + T_EQ_LOW]
    return low if bit & rt[t + T_EQ] else bit


@leaf
def height(bit: Any, rt: Any, t: Any) -> Any:
    """Place of a card on the scale that also measures tractors, as one bit."""
    if bit & rt[t + T_NAT_HIGH]:
        return bit << U1
    if bit & rt[t + T_OFF]:
        return rt[t + T_OFF_BIT]
    if bit & rt[t + T_UP_ALL]:
        return bit >> rt[t + T_UP_SHIFT]
    return rank_bit(bit, rt, t)


@leaf
def view(pairs: Any, rt: Any, t: Any) -> Any:
    """Pairs so placed that tractors are runs of bits."""
    v = (pairs & rt[t + T_LOW]) | ((pairs & rt[t + T_UP]) >> rt[t + T_UP_SHIFT])
    if pairs & rt[t + T_OFF]:
        v |= rt[t + T_OFF_BIT]
    shift = rt[t + T_ACE_SHIFT]
    v |= (pairs & rt[t + T_ACE]) >> shift
    if pairs & rt[t + T_ACE_CLOSED]:
        v |= (pairs & rt[t + T_ACE_CLOSED]) >> (shift - U1)
    return v


@leaf
def natural_view(pairs: Any, rt: Any, t: Any) -> Any:
    """The trump suit's pairs with the level pair at its number; 0 without that pair."""
    hole = rt[t + T_NAT_HOLE]
    if hole == U0 or pairs & rt[t + T_MAIN] == U0:
        return U0
    v = (pairs & rt[t + T_NAT_LOW]) | ((pairs & rt[t + T_NAT_HIGH]) << U1) | hole
    if v & rt[t + T_NAT_ACE]:
        v |= _TRUMP_SLOT
    return v


@leaf
def runs(v: Any, length: Any, rt: Any, t: Any) -> Any:
    """Lowest bits of all runs of exactly ``length`` that can be cut from a view."""
    join = rt[t + T_JOIN]
    r = v
    for _ in range(length - 1):
        r &= (r >> U1) & join
    return r


@leaf
def longest(v: Any, cap: Any, rt: Any, t: Any) -> Any:
    """Greatest run length up to ``cap`` in a view, and the lowest bits of such runs."""
    if v == U0:
        return 0, v
    join = rt[t + T_JOIN]
    length = 1
    r = v
    while length < cap:
        further = r & (r >> U1) & join
        if further == U0:
            break
        r = further
        length += 1
    return length, r


@leaf
def run_pairs(bottom: Any, length: Any, pairs: Any, off: Any, rt: Any, t: Any) -> Any:
    """Pairs of a run in the plain view; ``off`` is the off-suit level pair to use."""
    run = (bottom << np.uint64(length)) - bottom
    out = (run & rt[t + T_LOW]) | ((run << rt[t + T_UP_SHIFT]) & rt[t + T_UP])
    if run & rt[t + T_OFF_BIT]:
        out |= off
    slot = run & _SLOTS
    if slot:
        shift = rt[t + T_ACE_SHIFT]
        out |= (slot << shift) & rt[t + T_ACE]
        out |= (slot << (shift - U1)) & rt[t + T_ACE_CLOSED]
    return out & pairs


@leaf
def natural_run_pairs(bottom: Any, length: Any, pairs: Any, rt: Any, t: Any) -> Any:
    """Pairs of a run in the natural view."""
    run = (bottom << np.uint64(length)) - bottom
    if run & _TRUMP_SLOT:
        run |= rt[t + T_NAT_ACE]
    out = (run & rt[t + T_NAT_LOW]) | ((run >> U1) & rt[t + T_NAT_HIGH])
    if run & rt[t + T_NAT_HOLE]:
        out |= rt[t + T_MAIN]
    return out & pairs


@leaf
def run_top(bottom: Any, length: Any, rt: Any, t: Any) -> Any:
    """Height of the top pair of a run in the plain view."""
    top = bottom << np.uint64(length - 1)
    return top << U1 if top & rt[t + T_NAT_HIGH] else top


@leaf
def tractor_top(pairs: Any, length: Any, rt: Any, t: Any) -> Any:
    """Greatest height among tractors of exactly ``length``, 0 if there is none."""
    best = U0
    r = runs(view(pairs, rt, t), length, rt, t)
    if r:
        best = run_top(msb(r), length, rt, t)
    r = runs(natural_view(pairs, rt, t), length, rt, t)
    if r:
        top = msb(r) << np.uint64(length - 1)
        best = max(best, top)
    return best


@leaf
def longest_part(pairs: Any, rt: Any, t: Any) -> Any:
    """The part that Y-50 takes first from a plane of pairs: (pairs, length, height)."""
    v = view(pairs, rt, t)
    length, r = longest(v, 32, rt, t)
    natural_length, natural_r = longest(natural_view(pairs, rt, t), 32, rt, t)
    if length < 2 and natural_length < 2:
        bit = msb(pairs)
        return bit, 1, height(bit, rt, t)
    top = U0
    if length >= 2:
        top = run_top(msb(r), length, rt, t)
    if natural_length >= 2:
        natural_top = msb(natural_r) << np.uint64(natural_length - 1)
        if natural_length > length or (natural_length == length and natural_top > top):
            cards = natural_run_pairs(msb(natural_r), natural_length, pairs, rt, t)
            return cards, natural_length, natural_top
    return run_pairs(msb(r), length, pairs, lsb(pairs & rt[t + T_OFF]), rt, t), length, top


@leaf
def needs_of(pairs: Any, rt: Any, t: Any) -> Any:
    """What a lead with these pairs asks for, four bits a tractor length."""
    needs = U0
    left = pairs
    while left:
        cards, length, _ = longest_part(left, rt, t)
        if length == 1:
            return needs + (np.uint64(popcount(left)) << _U4)
        needs += U1 << np.uint64(4 * length)
        left &= ~cards
    return needs


@leaf
def pairs_needed(needs: Any) -> Any:
    """Number of pairs that the needs add up to."""
    total = np.int64(0)
    for length in range(1, 16):
        total += length * np.int64((needs >> np.uint64(4 * length)) & _NIBBLE)
    return total


@inline
def loose_digits(k: Any) -> Any:
    """Profile of ``k`` loose pairs."""
    return _ONES & ~((U1 << np.uint64(64 - 4 * k)) - U1) if k > 0 else U0


@inline
def after_need(needs: Any, wanted: Any, got: Any) -> Any:
    """Needs once a tractor of ``got`` pairs has answered one of ``wanted`` (Y-51)."""
    left = needs - (U1 << np.uint64(4 * wanted))
    return left + (U1 << np.uint64(4 * (wanted - got))) if wanted > got else left


@inline
def longest_need(needs: Any) -> Any:
    """Greatest length asked for; 0 when nothing is."""
    return (63 - clz(needs)) // 4 if needs else 0


@recursive(types.uint64(types.uint64, types.uint64, WORDS, types.int64))
def profile(pairs: Any, needs: Any, rt: Any, t: Any) -> Any:
    """The lexicographically greatest answer of a plane of pairs to the needs (Y-51)."""
    wanted = longest_need(needs)
    if wanted < 2:
        return loose_digits(min(np.int64(needs >> _U4), popcount(pairs)))
    v = view(pairs, rt, t)
    natural = natural_view(pairs, rt, t)
    got, r = longest(v, wanted, rt, t)
    natural_got, natural_r = longest(natural, wanted, rt, t)
    length = max(got, natural_got)
    if length < 2:
        return loose_digits(min(pairs_needed(needs), popcount(pairs)))
    left = after_need(needs, wanted, length)
    digit = np.uint64(length) << _S60
    if left >> _U8 == U0:
        return digit | (loose_digits(min(np.int64(left >> _U4), popcount(pairs) - length)) >> _U4)
    best = U0
    if got == length:
        while r:
            bottom = lsb(r)
            r &= r - U1
            cards = run_pairs(bottom, length, pairs, lsb(pairs & rt[t + T_OFF]), rt, t)
            best = max(best, profile(pairs & ~cards, left, rt, t))
    if natural_got == length:
        while natural_r:
            bottom = lsb(natural_r)
            natural_r &= natural_r - U1
            cards = natural_run_pairs(bottom, length, pairs, rt, t)
            best = max(best, profile(pairs & ~cards, left, rt, t))
    return digit | (best >> _U4)


@leaf
def full_profile(needs: Any) -> Any:
    """The profile that answers every need in full."""
    digits = U0
    place = 60
    for length in range(15, 0, -1):
        for _ in range(np.int64((needs >> np.uint64(4 * length)) & _NIBBLE)):
            digits |= np.uint64(length) << np.uint64(place)
            place -= 4
    return digits
