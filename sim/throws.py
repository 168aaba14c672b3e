"""Attempted throws: which parts others can beat, what must be led instead, the fine (Y-52, X-54 … X-56)."""

from __future__ import annotations

from typing import Any

from .bits import U0, count, msb
from .jit import leaf
from .layout import C_CHECK, C_FINE, C_FINE_POINTS, C_FORCED
from .shapes import height, longest_part, rank_bit, tractor_top
from .state import DEALER, FAILED, FINES, HAND, SHOWN_BACK, bump, get

_PER_BEATABLE, _PER_RETURNED, _PER_ATTEMPTED, _PER_ATTEMPT = 1, 2, 3, 4


@leaf
def is_beatable(
    st: Any, seat: Any, cards: Any, pairs: Any, length: Any, top: Any, mask: Any, rt: Any, t: Any
) -> Any:
    """Whether one other hand holds the part's shape in the suit with a higher top."""
    for step in range(1, 4):
        if step == 2 and rt[C_CHECK]:
            continue
        at = HAND + 3 * ((seat + step) & 3)
        plane = (st[at + 1] if pairs else st[at]) & mask
        if plane == U0:
            continue
        if length > 1:
            if tractor_top(plane, length, rt, t) > top:
                return True
        elif rank_bit(msb(plane), rt, t) > rank_bit(cards, rt, t):
            return True
    return False


@leaf
def check_throw(st: Any, seat: Any, q0: Any, q1: Any, mask: Any, rt: Any, t: Any) -> Any:
    """(q0, q1, n): what must be led instead of several parts, and how many cards could be beaten."""
    forced0, forced1 = U0, U0
    beaten = 0
    best_class, best_top, best_size = 0, U0, 0
    pairs_left = q1
    singles_left = q0 & ~q1
    while pairs_left or singles_left:
        if pairs_left:
            cards, length, top = longest_part(pairs_left, rt, t)
            pairs_left &= ~cards
            paired = True
            size = 2 * length
        else:
            cards = msb(singles_left)
            singles_left ^= cards
            length, top, paired, size = 1, height(cards, rt, t), False, 1
        if not is_beatable(st, seat, cards, paired, length, top, mask, rt, t):
            continue
        beaten += size
        kind = size if rt[C_FORCED] else 0
        better = forced0 == U0 or kind > best_class
        if forced0 and kind == best_class and top <= best_top:
            better = top < best_top or size < best_size or (size == best_size and cards < forced0)
        if better:
            forced0, forced1 = cards, cards if paired else U0
            best_class, best_top, best_size = kind, top, size
    return forced0, forced1, beaten


@leaf
def fine_points(attempted: Any, led: Any, beaten: Any, rt: Any) -> Any:
    """Fine for a failed throw in points, unsigned (X-56)."""
    per = get(rt, C_FINE_POINTS)
    system = get(rt, C_FINE)
    if system == _PER_BEATABLE:
        return per * beaten
    if system == _PER_RETURNED:
        return per * (attempted - led)
    if system == _PER_ATTEMPTED:
        return per * attempted
    return per if system == _PER_ATTEMPT else 0


@leaf
def book_failed_throw(
    st: Any, seat: Any, q0: Any, q1: Any, led0: Any, led1: Any, beaten: Any, rt: Any
) -> None:
    """Enter a failed throw: fine, counters, and the cards everybody now knows to be in that hand."""
    attacker = (seat ^ get(st, DEALER)) & 1
    fine = fine_points(count(q0, q1, U0), count(led0, led1, U0), beaten, rt)
    bump(st, FINES, -fine if attacker else fine)
    bump(st, FAILED + attacker, 1)
    at = SHOWN_BACK + 3 * seat
    back0 = (q0 & ~led0) | (q1 & ~led1)
    back1 = q1 & ~led0
    st[at + 1] |= back1
    st[at] |= back0
