"""`random`: every legal action has a chance, by a documented scheme.

*Call*: the seat waits a geometric number of cards (hazard 1/16 a card) each time
its rights change, then shows one of its legal shows, each equally likely; in the
closing window it shows with probability 1/2.
*Bury*: any cards, every subset of physical cards equally likely.
*Chao*: with probability 1/2, one of the legal shows.
*Lead*: shape first: a throw (1 lead in 16), else a 510K where held (1 in 4),
else single, pair or tractor, each equally likely among those the hand holds;
then cards, equally likely within the shape. A throw is two or more cards of one
suit, so every legal lead has a chance.
*Follow*: the obligation first (runs and pairs drawn among those that answer the
lead best), then the rest of the suit, then anything, equally likely.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..bits import U0, U1, add, count, ctz, lsb, msb, popcount, select, take
from ..jit import inline, leaf
from ..layout import (
    C_BOTTOM,
    C_FORCED_TOP,
    C_K510,
    C_RED5_TRUMP,
    T_EQ,
    T_K510,
    T_LANE,
    T_OFF,
)
from ..play import BY_TRIPLE, PLAIN, SIDE_DOUBLE, TRUMP_SET, trump_set
from ..rng import GOLDEN, below_high, below_low, mix, pick, pick_card
from ..rows import RED_FIVES
from ..shapes import (
    after_need,
    longest,
    longest_need,
    natural_run_pairs,
    natural_view,
    profile,
    run_pairs,
    runs,
    view,
)
from ..state import (
    BURY,
    CALL,
    CHAO,
    DEALT,
    DECISION,
    DECISIONS,
    HAND,
    LEAD,
    LED_JUDGED,
    LED_KIND,
    LED_MASK,
    LED_N,
    LED_NEEDS,
    LEGAL,
    NAMED,
    POLICY_KEY,
    SEAT,
    SHOW,
    SNOOZE,
    TABLE_AT,
    TIMER,
    WINDOW,
    Q,
    get,
    put,
)

_U4 = np.uint64(4)
_SPACING = np.uint64(0xD1342543DE82EF95)  # odd, unrelated to the generator's step
_U8 = np.uint64(8)
_THROW_SHARE = np.uint64(15)
_HAZARD = 1 / 16
_WAIT_SCALE = 1 / math.log(1 - _HAZARD)


@inline
def policy_draw(st: Any) -> Any:
    """Start of the asked seat's stream for this decision: key, deal, seat and count, nothing else."""
    seat = st[SEAT]
    return st[POLICY_KEY] + (seat << np.uint64(32) | st[DECISIONS + np.int64(seat)]) * _SPACING


@leaf
def name_trump(x: Any, rt: Any) -> Any:
    """A trump for a pair of red fives, each allowed one equally likely (X-25)."""
    rule = get(rt, C_RED5_TRUMP)
    if rule == 1:
        return 4
    return below_low(x, 5 if rule == 0 else 4)


@leaf
def show_any(st: Any, shows: Any, x: Any, rt: Any) -> None:
    """Answer with one of the legal shows."""
    show = ctz(pick(x, shows))
    put(st, SHOW, show)
    if show == RED_FIVES:
        put(st, NAMED, name_trump(mix(x), rt))


@inline
def geometric(x: Any) -> Any:
    """Cards to let pass before the hazard strikes, 0 for at once."""
    uniform = (np.float64(x >> np.uint64(11)) + 0.5) * 2.0**-53
    return np.int64(math.log(uniform) * _WAIT_SCALE)


@leaf
def random_call(st: Any, s: Any, rt: Any) -> None:
    """Call by a fixed hazard."""
    seat = get(st, SEAT)
    x = mix(s)
    put(st, SHOW, 0)
    if st[WINDOW]:
        if x & U1:
            show_any(st, st[LEGAL + seat], mix(s + GOLDEN), rt)
        return
    dealt = get(st, DEALT)
    own_timer = st[TIMER + seat] == st[DEALT]
    wait = 0 if own_timer else geometric(x)
    if wait == 0:
        show_any(st, st[LEGAL + seat], mix(s + GOLDEN), rt)
        return
    put(st, SNOOZE, dealt + wait)


@leaf
def random_bury(st: Any, s: Any, rt: Any, three: Any) -> None:
    """Bury any cards."""
    at = HAND + 3 * get(st, SEAT)
    h0, h1, h2 = st[at], st[at + 1], U0
    if three is not None:
        h2 = st[at + 2]
    q0, q1, q2 = U0, U0, U0
    for _ in range(get(rt, C_BOTTOM)):
        s += GOLDEN
        bit = pick_card(mix(s), h0, h1, h2)
        h0, h1, h2 = take(h0, h1, h2, bit, U0, U0)
        q0, q1, q2 = add(q0, q1, q2, bit, U0, U0)
    st[Q], st[Q + 1], st[Q + 2] = q0, q1, q2


@inline
def fill(s: Any, q0: Any, q1: Any, h0: Any, h1: Any, n: Any) -> Any:
    """Add ``n`` cards of the hand (less what is in q already), every card equally likely."""
    left0, left1, _ = take(h0, h1, U0, q0, q1, U0)
    for _ in range(n):
        s += GOLDEN
        bit = pick_card(mix(s), left0, left1, U0)
        left0, left1, _ = take(left0, left1, U0, bit, U0, U0)
        q0, q1, _ = add(q0, q1, U0, bit, U0, U0)
    return q0, q1


@leaf
def random_throw(s: Any, h0: Any, h1: Any, rt: Any, t: Any) -> Any:
    """Two or more cards of one suit; a single where the suit has one."""
    first = pick_card(mix(s), h0, h1, U0)
    mask = rt[t + T_LANE + ctz(first) // 14]
    held = popcount(h0 & mask) + popcount(h1 & mask)
    n = 2
    x = mix(s + GOLDEN)
    while x & U1 and n < held:
        n += 1
        x >>= U1
    return fill(s + GOLDEN, first, U0, h0 & mask, h1 & mask, min(n, held) - 1)


@leaf
def random_set(s: Any, h0: Any, h1: Any, rt: Any, t: Any) -> Any:
    """A 510K or 55-TT-KK the hand holds, or nothing."""
    q0, q1 = U0, U0
    seen = 0
    x = mix(s)
    for suit in range(4):
        cards = rt[t + T_K510 + suit]
        if cards == U0 or cards & ~h0:
            continue
        for double in range(2):
            if double and cards & ~h1:
                continue
            seen += 1
            x = mix(x + GOLDEN)
            if below_high(x, seen) == 0:
                q0, q1 = cards, cards if double else U0
    return q0, q1


@leaf
def grow_run(x: Any, bottom: Any, r: Any) -> Any:
    """Length of a tractor that starts at ``bottom``: goes on with probability 1/2 a step."""
    length = 2
    while r & (bottom << U1) and x & U1:
        bottom <<= U1
        x >>= U1
        length += 1
    return length


@leaf
def random_shape(s: Any, h0: Any, h1: Any, rt: Any, t: Any) -> Any:
    """A single, pair or tractor, each as likely as the others the hand holds."""
    x = mix(s)
    if h1 == U0:
        return pick(x, h0), U0
    r = runs(view(h1, rt, t), 2, rt, t)
    natural = runs(natural_view(h1, rt, t), 2, rt, t)
    shape = below_low(x, 3 if r | natural else 2)
    if shape == 0:
        return pick(x, h0), U0
    if shape == 1:
        bit = pick(x, h1)
        return bit, bit
    plain = popcount(r)
    k = below_high(x, plain + popcount(natural))
    x = mix(s + GOLDEN)
    if k < plain:
        bottom = select(r, k)
        off = h1 & rt[t + T_OFF]
        if off:
            off = pick(mix(x), off)
        cards = run_pairs(bottom, grow_run(x, bottom, r), h1, off, rt, t)
    else:
        bottom = select(natural, k - plain)
        cards = natural_run_pairs(bottom, grow_run(x, bottom, natural), h1, rt, t)
    return cards, cards


@leaf
def random_lead(st: Any, s: Any, rt: Any) -> None:
    """Shape, then cards."""
    t = get(st, TABLE_AT)
    at = HAND + 3 * get(st, SEAT)
    h0, h1 = st[at], st[at + 1]
    x = mix(s)
    s += GOLDEN
    q0, q1 = U0, U0
    if x & _THROW_SHARE == U0:
        q0, q1 = random_throw(s, h0, h1, rt, t)
    elif rt[C_K510] and (x >> _U8) & np.uint64(3) == U0:
        q0, q1 = random_set(s, h0, h1, rt, t)
    if q0 == U0:
        q0, q1 = random_shape(s, h0, h1, rt, t)
    st[Q], st[Q + 1], st[Q + 2] = q0, q1, U0


@leaf
def draw_run(x: Any, pairs: Any, needs: Any, wanted: Any, rt: Any, t: Any) -> Any:
    """A run that answers the longest need best, drawn among all that do: (pairs, length)."""
    v, natural = view(pairs, rt, t), natural_view(pairs, rt, t)
    got, r = longest(v, wanted, rt, t)
    natural_got, natural_r = longest(natural, wanted, rt, t)
    length = max(got, natural_got)
    if length < 2:
        return U0, 1
    if got < length:
        r = U0
    if natural_got < length:
        natural_r = U0
    left = after_need(needs, wanted, length)
    target = profile(pairs, needs, rt, t) << _U4
    chosen = U0
    seen = 0
    while r or natural_r:
        x = mix(x + GOLDEN)
        if r:
            bottom = lsb(r)
            r ^= bottom
            off = pairs & rt[t + T_OFF]
            if off:
                off = pick(x, off)
            cards = run_pairs(bottom, length, pairs, off, rt, t)
        else:
            bottom = lsb(natural_r)
            natural_r ^= bottom
            cards = natural_run_pairs(bottom, length, pairs, rt, t)
        if left >> _U8 and profile(pairs & ~cards, left, rt, t) != target:
            continue
        seen += 1
        if below_low(x, seen) == 0:
            chosen = cards
    return chosen, length


@leaf
def draw_obligation(s: Any, pairs: Any, needs: Any, rt: Any, t: Any) -> Any:
    """Pairs that answer the needs as they must be answered (Y-51)."""
    out = U0
    while needs and pairs:
        wanted = longest_need(needs)
        s += GOLDEN
        if wanted >= 2:
            cards, length = draw_run(mix(s), pairs, needs, wanted, rt, t)
            if length == 1:
                cards = pick(mix(s), pairs)
        else:
            cards, length = pick(mix(s), pairs), 1
        out |= cards
        pairs &= ~cards
        needs = after_need(needs, wanted, length)
    return out


@leaf
def draw_top(s: Any, h0: Any, h1: Any, n: Any, rt: Any, t: Any) -> Any:
    """The ``n`` strongest cards; among equals any (B-38)."""
    q0, q1 = U0, U0
    for _ in range(n):
        bit = msb(h0)
        equals = h0 & rt[t + T_EQ]
        if bit & equals:
            s += GOLDEN
            bit = pick_card(mix(s), equals, h1 & equals, U0)
        h0, h1, _ = take(h0, h1, U0, bit, U0, U0)
        q0, q1, _ = add(q0, q1, U0, bit, U0, U0)
    return q0, q1


@inline
def random_follow(st: Any, s: Any, rt: Any) -> None:
    """Obligation, rest of the suit, anything."""
    t = get(st, TABLE_AT)
    at = HAND + 3 * get(st, SEAT)
    h0, h1 = st[at], st[at + 1]
    n = get(st, LED_N)
    mask = st[LED_MASK]
    suit0, suit1 = h0 & mask, h1 & mask
    if n == 1:
        st[Q] = pick_card(mix(s), suit0 if suit0 else h0, suit1 if suit0 else h1, U0)
        st[Q + 1] = st[Q + 2] = U0
        return
    held = popcount(suit0) + popcount(suit1)
    if held <= n:
        q0, q1 = fill(s, suit0, suit1, h0, h1, n - held)
    else:
        q0, q1 = random_in_suit(s, suit0, suit1, n, get(st, LED_KIND), st[LED_NEEDS], rt, t)
    st[Q], st[Q + 1], st[Q + 2] = q0, q1, U0


@leaf
def random_in_suit(s: Any, h0: Any, h1: Any, n: Any, kind: Any, needs: Any, rt: Any, t: Any) -> Any:
    """An answer from a suit that holds more cards than are asked for."""
    if kind > SIDE_DOUBLE and rt[C_FORCED_TOP]:
        own = trump_set(rt, t)
        if kind == TRUMP_SET and own & ~h0 == U0:
            return own, U0
        return draw_top(s, h0, h1, n, rt, t)
    pairs = U0
    if needs and (kind == PLAIN or kind == SIDE_DOUBLE) and h1:
        pairs = draw_obligation(s, h1, needs, rt, t)
        s = mix(s)
    return fill(s, pairs, pairs, h0, h1, n - 2 * popcount(pairs))


@leaf
def fill_three(s: Any, q0: Any, q1: Any, q2: Any, h0: Any, h1: Any, h2: Any, n: Any) -> Any:
    """`fill` with three planes."""
    left0, left1, left2 = take(h0, h1, h2, q0, q1, q2)
    for _ in range(n):
        s += GOLDEN
        bit = pick_card(mix(s), left0, left1, left2)
        left0, left1, left2 = take(left0, left1, left2, bit, U0, U0)
        q0, q1, q2 = add(q0, q1, q2, bit, U0, U0)
    return q0, q1, q2


@leaf
def lead_three(st: Any, s: Any, rt: Any) -> None:
    """A lead of one part with three decks: a triple where drawn, else as with two."""
    at = HAND + 3 * get(st, SEAT)
    triples = st[at + 2]
    x = mix(s)
    if triples and x & U1:
        st[Q] = st[Q + 1] = st[Q + 2] = pick(x, triples)
        return
    st[Q], st[Q + 1] = random_shape(s + GOLDEN, st[at], st[at + 1], rt, get(st, TABLE_AT))
    st[Q + 2] = U0


@leaf
def follow_three(st: Any, s: Any, rt: Any) -> None:
    """Answer a lead of one part with three decks (Y-53)."""
    at = HAND + 3 * get(st, SEAT)
    h0, h1, h2 = st[at], st[at + 1], st[at + 2]
    n = get(st, LED_N)
    mask = st[LED_MASK]
    own0, own1, own2 = h0 & mask, h1 & mask, h2 & mask
    held = count(own0, own1, own2)
    if held <= n:
        q0, q1, q2 = fill_three(s, own0, own1, own2, h0, h1, h2, n - held)
    else:
        q0, q1, q2 = U0, U0, U0
        if get(st, LED_JUDGED) == BY_TRIPLE:
            if own2:
                q0 = q1 = q2 = pick(mix(s), own2)
            elif own1:
                q0 = q1 = pick(mix(s), own1)
        elif st[LED_NEEDS] and own1:
            q0 = q1 = draw_obligation(s, own1, st[LED_NEEDS], rt, get(st, TABLE_AT))
        q0, q1, q2 = fill_three(mix(s), q0, q1, q2, own0, own1, own2, n - count(q0, q1, q2))
    st[Q], st[Q + 1], st[Q + 2] = q0, q1, q2


@leaf
def random_act(st: Any, rt: Any, three: Any) -> None:
    """Answer the pending decision at random."""
    decision = get(st, DECISION)
    s = policy_draw(st)
    if decision > LEAD:
        if three is None:
            random_follow(st, s, rt)
        else:
            follow_three(st, s, rt)
    elif decision == LEAD:
        if three is None:
            random_lead(st, s, rt)
        else:
            lead_three(st, s, rt)
    elif decision == CALL:
        random_call(st, s, rt)
    elif decision == BURY:
        random_bury(st, s, rt, three)
    elif decision == CHAO:
        put(st, SHOW, 0)
        if mix(s) & U1:
            show_any(st, st[LEGAL + get(st, SEAT)], mix(s + GOLDEN), rt)
