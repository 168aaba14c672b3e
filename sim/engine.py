"""The deal as a resumable state machine: start, advance to a decision, apply the answer.

`start` and `apply` leave the state at the next decision (fields DECISION and
SEAT) or at OVER. The answer is written into the state's answer fields first.
`apply` trusts it; `sim.rulings` and `sim.table` check answers from outside.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import U0, add, count, popcount, rotl, take
from .calling import (
    expose,
    lay_bottom,
    lay_cards,
    open_chao,
    reopen_chao,
    seek_call,
    seek_chao,
    stand,
    start_calling,
    take_call,
)
from .jit import inline, leaf
from .layout import (
    C_DECKS,
    C_FIRST_CALL,
    C_HAND,
    C_NO_CALL_FIRST,
    C_NO_CALL_LATER,
    C_STDR,
    C_STDR_DEFEND,
    CODES,
    SEGMENTS,
    T_FIVE,
    T_K510,
    T_SEGMENTS,
    T_TENK,
    T_TRUMP,
    TABLE,
)
from .play import (
    BY_PAIR,
    BY_RUFF,
    BY_SET,
    BY_SINGLE,
    BY_TRACTOR,
    BY_TRIPLE,
    PLAIN,
    SIDE_DOUBLE,
    TRUMP_DOUBLE,
    covers,
    describe_lead,
    judged_by,
    multiplier,
    over_ruffs,
    ruffs_set,
    set_suit,
    single_key,
    tractor_key,
)
from .rng import GOLDEN, below_high, below_low, mix, stream
from .rows import LOOK_BACK as LOOK_BACK_SHOW
from .rows import PAIR
from .shapes import needs_of, pairs_needed
from .state import (
    ATTACKERS,
    BEST,
    BEST_KEY,
    BOTTOM,
    BURIED,
    BURIED_BY,
    BURY,
    CALL_SEAT,
    CARD_KEY,
    CHAO,
    CHAO_BY,
    CHAOS,
    DEALER,
    DEALT,
    DECISION,
    DECISIONS,
    DRAWER,
    FIRST,
    FIRST_BURIED,
    FOLLOW,
    HAND,
    HOLD,
    INDEX,
    LAID,
    LAST_CHAO,
    LAST_WINNER,
    LEAD,
    LEADER,
    LED,
    LED_JUDGED,
    LED_KIND,
    LED_MASK,
    LED_N,
    LED_NEEDS,
    LEGAL,
    LEVEL,
    MULTIPLIER,
    NO_PAIR,
    NOBODY,
    OVER,
    PACK,
    PLAYED,
    POLICY_KEY,
    REDEALS,
    RELEVANT,
    RUFFED,
    SEAT,
    SETS,
    SHOW,
    STAND_SEAT,
    STDR,
    TABLE_AT,
    THROWS,
    TRICK,
    TRICKS,
    TRUMP,
    TRUMPS,
    TRUMPS_SIDE,
    TURN,
    VOID,
    WAKE,
    WINDOW,
    WINNER,
    Q,
    bump,
    get,
    put,
    set_planes,
)
from .throws import book_failed_throw, check_throw

_CONTEXT = np.uint64(0x6C6576656C73)
_FIVES_CANON = np.uint64(0x0010001000100010)
_TENS_CANON = np.uint64(0x0200020002000200) | np.uint64(0x1000100010001000)


@inline
def points_in(h0: Any, h1: Any, h2: Any, fives: Any, tens: Any) -> Any:
    """Points of cards: 5 for fives, 10 for tens and kings (B-03)."""
    return 5 * count(h0 & fives, h1 & fives, h2 & fives) + 10 * count(h0 & tens, h1 & tens, h2 & tens)


@leaf
def shuffle(st: Any, rt: Any) -> None:
    """Fill the pack and shuffle it (Fisher-Yates, two 32-bit draws a step of splitmix64)."""
    cards = 54 * get(rt, C_DECKS)
    for first in range(0, cards, 54):
        at = PACK + first
        for suit in range(4):
            for rank in range(13):
                st[at + 13 * suit + rank] = np.uint64(16 * suit + rank + 1)
        st[at + 52], st[at + 53] = np.uint64(62), np.uint64(63)
    s = stream(st[CARD_KEY] + st[REDEALS] * GOLDEN, st[INDEX])
    for place in range(0, cards - 1, 2):
        s += GOLDEN
        x = mix(s)
        a = PACK + place
        b = a + below_high(x, cards - place)
        st[a], st[b] = st[b], st[a]
        b = a + 1 + below_low(x, cards - place - 1)
        st[a + 1], st[b] = st[b], st[a + 1]


@leaf
def start(
    st: Any, rt: Any, card_key: Any, policy_key: Any, index: Any, level: Any, first: Any, three: Any
) -> None:
    """Shuffle deal ``index`` and go to its first decision.

    ``level`` 2…14, or 0 to draw one; ``first`` 1 for a first deal. In later
    deals seat 0 deals and draws first, in first deals the drawer is drawn.
    """
    for place in range(PACK):
        st[place] = U0
    st[CARD_KEY], st[INDEX] = card_key, np.uint64(index)
    st[POLICY_KEY] = stream(policy_key, np.uint64(index))
    put(st, FIRST, first)
    x = stream(card_key ^ _CONTEXT, np.uint64(index))
    put(st, LEVEL, level if level else 2 + below_high(x, 13))
    put(st, DRAWER, below_low(x, 4) if first else 0)
    shuffle(st, rt)
    begin(st, rt, three)


@leaf
def begin(st: Any, rt: Any, three: Any) -> None:
    """Start the calling on the pack that lies in the state."""
    put(st, TABLE_AT, CODES + TABLE * (5 * (get(st, LEVEL) - 2) + 4))
    st[DEALER] = st[DRAWER]
    st[BURIED_BY] = NOBODY
    for rung in range(8):
        st[CHAO_BY + rung] = NOBODY
    start_calling(st, rt)
    go_on_calling(st, rt, three)


@leaf
def go_on_calling(st: Any, rt: Any, three: Any) -> None:
    """The next call, or the dealer's burial once calling is over."""
    while not seek_call(st, rt):
        if close_calling(st, rt, three):
            return
        redeal(st, rt)


@leaf
def redeal(st: Any, rt: Any) -> None:
    """A void first deal: new cards, another first drawer (B-15, Y-34)."""
    bump(st, REDEALS, 1)
    for seat in range(4):
        st[HOLD + seat] = st[HOLD + 4 + seat] = st[LEGAL + seat] = st[WAKE + seat] = U0
    for place in range(12):
        st[HAND + place] = U0
    st[DEALT] = st[LAID] = st[WINDOW] = st[RELEVANT] = U0
    x = stream(st[CARD_KEY] ^ _CONTEXT + st[REDEALS] * GOLDEN, st[INDEX])
    put(st, DRAWER, below_low(x, 4))
    st[DEALER] = st[DRAWER]
    shuffle(st, rt)
    start_calling(st, rt)


@leaf
def close_calling(st: Any, rt: Any, three: Any) -> Any:
    """Settle trump and dealer, hand him the bottom; False when the deal is void."""
    if get(st, STAND_SEAT) < 0:
        rule = get(rt, C_NO_CALL_FIRST) if st[FIRST] else get(rt, C_NO_CALL_LATER)
        if rule == 0:
            return False
        if rule == 1:
            put(st, TRUMP, 4)
        else:
            expose(st, rt)
    else:
        if st[FIRST]:
            st[DEALER] = st[CALL_SEAT] if rt[C_FIRST_CALL] else st[STAND_SEAT]
    put(st, DEALT, 4 * get(rt, C_HAND))
    lay_cards(st, three)
    lay_bottom(st, rt, three)
    give_bottom(st, get(st, DEALER), three)
    return True


@leaf
def give_bottom(st: Any, seat: Any, three: Any) -> None:
    """The seat takes the bottom and must bury."""
    at = HAND + 3 * seat
    if three is None:
        h0, h1, h2 = add(st[at], st[at + 1], U0, st[BOTTOM], st[BOTTOM + 1], U0)
    else:
        h0, h1, h2 = add(st[at], st[at + 1], st[at + 2], st[BOTTOM], st[BOTTOM + 1], st[BOTTOM + 2])
    set_planes(st, at, h0, h1, h2, three)
    put(st, DECISION, BURY)
    put(st, SEAT, seat)


@inline
def remove_cards(st: Any, seat: Any, three: Any) -> Any:
    """Take the answered cards out of the hand; True when that empties it."""
    at = HAND + 3 * seat
    if three is None:
        h0, h1, h2 = take(st[at], st[at + 1], U0, st[Q], st[Q + 1], U0)
    else:
        h0, h1, h2 = take(st[at], st[at + 1], st[at + 2], st[Q], st[Q + 1], st[Q + 2])
    set_planes(st, at, h0, h1, h2, three)
    return h0 == U0


@leaf
def apply_burial(st: Any, rt: Any, three: Any) -> None:
    """The bottom is buried; ask for chaos, or lead."""
    seat = get(st, SEAT)
    remove_cards(st, seat, three)
    set_planes(st, BOTTOM, st[Q], st[Q + 1], st[Q + 2], three)
    points = points_in(st[Q], st[Q + 1], st[Q + 2] if three is not None else U0, _FIVES_CANON, _TENS_CANON)
    put(st, BURIED, points)
    put(st, BURIED_BY, seat)
    if st[CHAOS] == U0:
        put(st, FIRST_BURIED, points)
        open_chao(st, rt)
    go_on_chao(st, rt, three)


@leaf
def go_on_chao(st: Any, rt: Any, three: Any) -> None:
    """The next seat that may chao, or the first lead."""
    seat = -1 if st[LAST_CHAO] else seek_chao(st, rt)
    if seat < 0:
        start_play(st, rt, three)
        return
    put(st, DECISION, CHAO)
    put(st, SEAT, seat)


@leaf
def apply_chao(st: Any, rt: Any, three: Any) -> None:
    """A chao takes the bottom; a refusal passes the question on."""
    show = get(st, SHOW)
    if show == 0:
        go_on_chao(st, rt, three)
        return
    seat = get(st, SEAT)
    bump(st, CHAOS, 1)
    put(st, CHAO_BY + show - PAIR, seat)
    stand(st, seat, show, rt)
    reopen_chao(st, seat, rt)
    put(st, LAST_CHAO, show == LOOK_BACK_SHOW)
    give_bottom(st, seat, three)


@leaf
def to_trump_layout(x: Any, rt: Any, t: Any) -> Any:
    """A canonical plane in the trump layout of a table."""
    out = U0
    for slot in range(SEGMENTS):
        out |= rotl(x & rt[t + T_SEGMENTS + 2 * slot], rt[t + T_SEGMENTS + 2 * slot + 1])
    return out


@leaf
def start_play(st: Any, rt: Any, three: Any) -> None:
    """Relabel all cards for the trump and let the dealer lead (B-17, B-24)."""
    t = CODES + TABLE * (5 * (get(st, LEVEL) - 2) + get(st, TRUMP))
    put(st, TABLE_AT, t)
    for place in range(HAND, BOTTOM + 3):
        if three is not None or (place - HAND) % 3 < 2:
            st[place] = to_trump_layout(st[place], rt, t)
    dealer = get(st, DEALER)
    trumps = rt[t + T_TRUMP]
    for seat in (dealer, (dealer + 2) & 3):
        at = HAND + 3 * seat
        held = count(st[at] & trumps, st[at + 1] & trumps, st[at + 2] & trumps)
        bump(st, TRUMPS_SIDE, held)
        if seat == dealer:
            put(st, TRUMPS, held)
    put(st, LEADER, dealer)
    st[LAST_WINNER] = NOBODY
    put(st, SEAT, dealer)
    put(st, DECISION, LEAD)


@leaf
def read_lead(st: Any, rt: Any, three: Any) -> None:
    """Describe the cards in Q as a lead (fields LED_…); the mask is 0 where they may not be led together."""
    t = get(st, TABLE_AT)
    q0, q1 = st[Q], st[Q + 1]
    n = count(q0, q1, st[Q + 2] if three is not None else U0)
    kind, mask = describe_lead(q0, q1, n, rt, t)
    needs = U0
    if kind == SIDE_DOUBLE or kind == TRUMP_DOUBLE:
        needs = np.uint64(3 << 4)
    elif q1 and kind == PLAIN:
        needs = needs_of(q1, rt, t)
    put(st, LED_N, n)
    st[LED_MASK] = mask
    put(st, LED_KIND, kind)
    st[LED_NEEDS] = needs
    triple = three is not None and n == 3 and st[Q + 2] != U0
    put(st, LED_JUDGED, judged_by(kind, n, needs, triple))


@leaf
def lay_lead(st: Any, rt: Any, three: Any) -> None:
    """The cards in Q open the trick and win it so far."""
    t = get(st, TABLE_AT)
    q0, q1 = st[Q], st[Q + 1]
    st[LED], st[LED + 1] = q0, q1
    st[BEST], st[BEST + 1] = q0, q1
    if three is not None:
        st[LED + 2] = st[BEST + 2] = st[Q + 2]
    judged = get(st, LED_JUDGED)
    mask = st[LED_MASK]
    key = U0
    if judged == BY_SINGLE:
        key = single_key(q0, mask, rt, t)
    elif judged == BY_PAIR:
        key = single_key(q1, mask, rt, t)
    elif judged == BY_TRIPLE:
        key = single_key(st[Q + 2], mask, rt, t)
    elif judged == BY_TRACTOR:
        key = tractor_key(q0, q1, get(st, LED_N) // 2, mask, rt, t)
    st[BEST_KEY] = key
    st[RUFFED] = U0
    st[WINNER] = st[SEAT]
    st[TURN] = U0


@leaf
def cut_throw(st: Any, rt: Any, three: Any) -> None:
    """Replace a throw that others can beat by the forced part and book the fine (B-37)."""
    t = get(st, TABLE_AT)
    seat = get(st, SEAT)
    q0, q1 = st[Q], st[Q + 1]
    bump(st, THROWS, 1)
    led0, led1, beaten = check_throw(st, seat, q0, q1, st[LED_MASK], rt, t)
    if beaten == 0:
        return
    book_failed_throw(st, seat, q0, q1, led0, led1, beaten, rt)
    st[Q], st[Q + 1] = led0, led1
    read_lead(st, rt, three)


@leaf
def apply_lead(st: Any, rt: Any, three: Any) -> None:
    """Lay the lead down; throws are checked first."""
    read_lead(st, rt, three)
    if get(st, LED_KIND) != PLAIN:
        bump(st, SETS, 1)
    if get(st, LED_JUDGED) == BY_RUFF:
        cut_throw(st, rt, three)
    lay_lead(st, rt, three)
    if remove_cards(st, get(st, SEAT), three):
        put(st, MULTIPLIER, multiplier(get(st, LED_KIND), get(st, LED_JUDGED), st[LED_NEEDS], rt))
    finish_turn(st, rt, three)


@leaf
def ruffs_throw(st: Any, q0: Any, q1: Any, rt: Any, t: Any) -> Any:
    """Whether a follow takes over a trick that was led with several parts or a 510K."""
    if st[LED_MASK] == rt[t + T_TRUMP]:
        return False
    judged = get(st, LED_JUDGED)
    needs = st[LED_NEEDS]
    if judged == BY_SET:
        if not ruffs_set(q0, q1, get(st, LED_KIND), rt, t):
            return False
    elif not covers(q0, q1, needs, rt, t):
        return False
    if st[RUFFED] and (
        (needs == U0 and judged == BY_SET) or not over_ruffs(q0, q1, st[BEST], st[BEST + 1], needs, rt, t)
    ):
        return False
    put(st, RUFFED, 1)
    return True


@inline
def challenge(st: Any, seat: Any, q0: Any, q1: Any, q2: Any, rt: Any, t: Any) -> None:
    """Let a follow take the trick over where it wins; written without branches for singles and pairs."""
    judged = get(st, LED_JUDGED)
    best = st[BEST_KEY]
    if judged < BY_TRACTOR:
        plane = q1 if judged else q0
        key = single_key(q2 if judged == BY_TRIPLE else plane, st[LED_MASK], rt, t)
        wins = key > best
    elif judged == BY_TRACTOR:
        key = tractor_key(q0, q1, get(st, LED_N) // 2, st[LED_MASK], rt, t)
        wins = key > best
    else:
        key = best
        wins = ruffs_throw(st, q0, q1, rt, t)
    st[BEST_KEY] = key if wins else best
    winner = get(st, WINNER)
    put(st, WINNER, seat if wins else winner)
    best0, best1 = st[BEST], st[BEST + 1]
    st[BEST] = q0 if wins else best0
    st[BEST + 1] = q1 if wins else best1


@inline
def note_follow(st: Any, seat: Any, q0: Any, q1: Any, q2: Any) -> None:
    """What the answer proves: a void, no pair left (public record)."""
    mask = st[LED_MASK]
    st[VOID + seat] |= mask if q0 & ~mask else U0
    needs = st[LED_NEEDS]
    if needs and get(st, LED_KIND) != TRUMP_DOUBLE and popcount(q1 & mask) < pairs_needed(needs):
        st[NO_PAIR + seat] |= mask


@inline
def apply_follow(st: Any, rt: Any, three: Any) -> None:
    """Lay a follow down and see who wins now."""
    seat = get(st, SEAT)
    q0, q1 = st[Q], st[Q + 1]
    q2 = U0 if three is None else st[Q + 2]
    challenge(st, seat, q0, q1, q2, rt, get(st, TABLE_AT))
    note_follow(st, seat, q0, q1, U0)
    remove_cards(st, seat, three)
    finish_turn(st, rt, three)


@inline
def finish_turn(st: Any, rt: Any, three: Any) -> None:
    """Lay the answered cards on the table and pass to the next seat, trick or the end."""
    if three is None:
        t0, t1, t2 = add(st[TRICK], st[TRICK + 1], U0, st[Q], st[Q + 1], U0)
    else:
        t0, t1, t2 = add(st[TRICK], st[TRICK + 1], st[TRICK + 2], st[Q], st[Q + 1], st[Q + 2])
    turn = get(st, TURN) + 1
    put(st, TURN, turn)
    if turn < 4:
        set_planes(st, TRICK, t0, t1, t2, three)
        put(st, SEAT, (get(st, SEAT) + 1) & 3)
        put(st, DECISION, FOLLOW)
        return
    finish_trick(st, t0, t1, t2, rt, three)


@leaf
def finish_trick(st: Any, t0: Any, t1: Any, t2: Any, rt: Any, three: Any) -> None:
    """The winner takes the points and leads, or the deal is over (B-32, B-42)."""
    t = get(st, TABLE_AT)
    winner = get(st, WINNER)
    attackers = (winner ^ get(st, DEALER)) & 1
    points = points_in(t0, t1, t2, rt[t + T_FIVE], rt[t + T_TENK])
    bump(st, ATTACKERS, points if attackers else 0)
    p2 = st[PLAYED + 2] if three is not None else U0
    p0, p1, p2 = add(st[PLAYED], st[PLAYED + 1], p2, t0, t1, t2)
    set_planes(st, PLAYED, p0, p1, p2, three)
    set_planes(st, TRICK, U0, U0, U0, three)
    bump(st, TRICKS, 1)
    put(st, LAST_WINNER, winner)
    put(st, LEADER, winner)
    put(st, SEAT, winner)
    put(st, DECISION, LEAD)
    if st[HAND + 3 * winner] == U0:
        note_heaven_and_earth(st, attackers, rt, t)
        put(st, DECISION, OVER)


@leaf
def note_heaven_and_earth(st: Any, attackers: Any, rt: Any, t: Any) -> None:
    """上天入地: the last trick won with a 510K (B-41, X-77, Y-26)."""
    if rt[C_STDR] == U0:
        return
    q0, q1 = st[BEST], st[BEST + 1]
    found = q1 == U0 and set_suit(q0, q1, rt, t) >= 0
    if rt[C_STDR] == np.uint64(2):
        for suit in range(4):
            cards = rt[t + T_K510 + suit]
            if cards and cards & ~q0 == U0:
                found = True
    if found and (attackers or rt[C_STDR_DEFEND]):
        put(st, STDR, 2 if attackers else 1)


@leaf
def apply_other(st: Any, rt: Any, three: Any) -> None:
    """Apply any answer but a follow."""
    decision = get(st, DECISION)
    if decision == LEAD:
        apply_lead(st, rt, three)
    elif decision == BURY:
        apply_burial(st, rt, three)
    elif decision == CHAO:
        apply_chao(st, rt, three)
    elif take_call(st, rt):
        go_on_calling(st, rt, three)
    else:
        close_calling(st, rt, three)


@inline
def apply(st: Any, rt: Any, three: Any) -> None:
    """Apply the answer in the state and go to the next decision."""
    bump(st, DECISIONS + get(st, SEAT), 1)
    if get(st, DECISION) == FOLLOW:
        apply_follow(st, rt, three)
    else:
        apply_other(st, rt, three)
