"""Calling while the cards are dealt, the closing window, exposure and the chao asking order.

Register: B-10 … B-25, X-17 … X-37, Y-34 … Y-43; procedures of §2.13.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import U0, U1, add
from .jit import leaf
from .layout import (
    C_BOTTOM,
    C_CALLER_CHAO,
    C_CHAO,
    C_CHAO_EXPOSED,
    C_DEALER_OPENS,
    C_EXPOSE,
    C_FIRST_ALL,
    C_HAND,
    C_HIGHER,
    C_LOOK_BACK,
    C_LOOK_BACK_CHAO,
    C_RED5,
    C_REINFORCE,
    C_RESUME,
    C_RUNG,
    C_WINDOW_ONLY,
    JOKERS_CANON,
    RED5_CANON,
)
from .rows import LOOK_BACK as LOOK_BACK_SHOW
from .rows import PAIR, RED_FIVES, SINGLE
from .state import (
    ASK,
    ASKED,
    BOTTOM,
    CALL,
    CALL_DEALT,
    CALL_SEAT,
    CALL_SHOW,
    CALLABLE,
    CALLERS,
    DEALER,
    DEALT,
    DECISION,
    DRAWER,
    EXPOSED,
    FIRST,
    HAND,
    HOLD,
    HOLD2,
    LAID,
    LEGAL,
    LEVEL,
    LOOK_BACK,
    NAMED,
    NOBODY,
    OVERCALLS,
    PACK,
    REFUSED,
    REINFORCED,
    RELEVANT,
    SEAT,
    SHOW,
    SNOOZE,
    STAND_RUNG,
    STAND_SEAT,
    STAND_SHOW,
    TIMER,
    TRUMP,
    WAKE,
    WINDOW,
    bump,
    get,
    put,
)

_NEVER = 1 << 20
_EVERY_LANE = np.uint64(0x0001000100010001)
_U15 = np.uint64(15)
_HIGH_SHOWS = np.uint64(1 << 9 | 1 << 10 | 1 << 11)


@leaf
def four_bits(plane: Any, level: Any) -> Any:
    """The level cards of ♦ ♣ ♥ ♠ in a canonical plane as bits 0…3."""
    x = (plane >> np.uint64(level - 1)) & _EVERY_LANE
    return (x | x >> np.uint64(15) | x >> np.uint64(30) | x >> np.uint64(45)) & _U15


@leaf
def pair_shows(h1: Any, level: Any, red5: Any) -> Any:
    """Shows of two cards that a canonical pair plane holds, one bit a show code."""
    level_pairs = four_bits(h1, level)
    shows = (h1 >> np.uint64(62)) << np.uint64(9)
    if red5:
        shows |= ((h1 >> np.uint64(36)) & U1) << np.uint64(RED_FIVES)
        if level == 5:
            level_pairs &= ~np.uint64(4)
    return shows | level_pairs << np.uint64(PAIR)


@leaf
def pair_of_single(show: Any, level: Any, red5: Any) -> Any:
    """The show that reinforces a single (Y-38): its suit's pair, red fives at level 5."""
    if red5 and level == 5 and show == SINGLE + 2:
        return RED_FIVES
    return show - SINGLE + PAIR


@leaf
def may_look_back(st: Any, seat: Any, h1: Any) -> Any:
    """Whether an overtaken one-card caller holds the pair of what he showed (A-02)."""
    if get(st, LOOK_BACK) != seat or get(st, STAND_SEAT) == seat or get(st, STAND_SHOW) == LOOK_BACK_SHOW:
        return False
    suit = get(st, CALL_SHOW) - SINGLE
    return (four_bits(h1, get(st, LEVEL)) >> np.uint64(suit)) & U1 != U0


@leaf
def legal_calls(st: Any, seat: Any, rt: Any) -> Any:
    """Shows the seat may make now in the calling stage, one bit a show code (Y-37, Y-38)."""
    h0, h1 = st[HOLD + seat], st[HOLD2 + seat]
    if h0 == U0:
        return U0
    level = get(st, LEVEL)
    red5 = rt[C_RED5] != U0
    shows = pair_shows(h1, level, red5)
    standing = get(st, STAND_SEAT)
    if standing == seat:
        show = get(st, STAND_SHOW)
        if rt[C_REINFORCE] == U0 or show >= PAIR:
            return U0
        return shows & U1 << np.uint64(pair_of_single(show, level, red5))
    if st[FIRST] and rt[C_FIRST_ALL] == U0:
        shows &= ~_HIGH_SHOWS
    if standing < 0:
        return shows | four_bits(h0, level) << np.uint64(SINGLE)
    shows &= rt[C_HIGHER + get(st, STAND_RUNG)]
    if rt[C_LOOK_BACK] and may_look_back(st, seat, h1):
        shows |= U1 << np.uint64(LOOK_BACK_SHOW)
    return shows


@leaf
def list_callable(st: Any, rt: Any) -> None:
    """List the places of all cards that make calls in this deal."""
    mask = _EVERY_LANE << np.uint64(get(st, LEVEL) - 1)
    if st[FIRST] == U0 or rt[C_FIRST_ALL]:
        mask |= JOKERS_CANON
        if rt[C_RED5]:
            mask |= RED5_CANON
    found = np.int64(0)
    for place in range(4 * get(rt, C_HAND)):
        st[CALLABLE + found] = np.uint64(place)
        found += np.int64((mask >> st[PACK + place]) & U1)
    put(st, CALLABLE + found, _NEVER)


@leaf
def lay_cards(st: Any, three: Any) -> None:
    """Put the dealt cards into the hands."""
    laid, n = get(st, LAID), get(st, DEALT)
    if laid >= n:
        return
    drawer = get(st, DRAWER)
    for step in range(4):
        seat = (drawer + laid + step) & 3
        at = HAND + 3 * seat
        h0, h1 = st[at], st[at + 1]
        if three is None:
            for place in range(laid + step, n, 4):
                bit = U1 << st[PACK + place]
                h1 |= h0 & bit
                h0 |= bit
        else:
            h2 = st[at + 2]
            for place in range(laid + step, n, 4):
                bit = U1 << st[PACK + place]
                h2 |= h1 & bit
                h1 |= h0 & bit
                h0 |= bit
            st[at + 2] = h2
        st[at], st[at + 1] = h0, h1
    put(st, LAID, n)


@leaf
def lay_bottom(st: Any, rt: Any, three: Any) -> None:
    """Put the last cards of the pack into the bottom."""
    h0, h1, h2 = U0, U0, U0
    first = 4 * get(rt, C_HAND)
    for place in range(first, first + get(rt, C_BOTTOM)):
        h0, h1, h2 = add(h0, h1, h2, U1 << st[PACK + place], U0, U0)
    st[BOTTOM], st[BOTTOM + 1] = h0, h1
    if three is not None:
        st[BOTTOM + 2] = h2


@leaf
def start_calling(st: Any, rt: Any) -> None:
    """Nobody has been asked and no card dealt."""
    list_callable(st, rt)
    st[STAND_SEAT] = st[CALL_SEAT] = st[LOOK_BACK] = NOBODY
    put(st, REFUSED, 4)


@leaf
def next_event(st: Any, total: Any, rt: Any) -> Any:
    """Number of dealt cards at which somebody may have something new to say; past ``total`` if never."""
    wake = _NEVER
    for seat in range(4):
        if st[LEGAL + seat]:
            wake = min(wake, get(st, WAKE + seat))
    drawer = get(st, DRAWER)
    while True:
        place = get(st, CALLABLE + get(st, RELEVANT))
        if place >= min(wake, total):
            return wake
        bump(st, RELEVANT, 1)
        seat = (drawer + place) & 3
        bit = U1 << st[PACK + place]
        st[HOLD2 + seat] |= st[HOLD + seat] & bit
        st[HOLD + seat] |= bit
        legal = legal_calls(st, seat, rt)
        if legal != st[LEGAL + seat]:
            st[LEGAL + seat] = legal
            put(st, WAKE + seat, place + 1)
            if rt[C_WINDOW_ONLY] == U0:
                return place + 1


@leaf
def open_window(st: Any, total: Any) -> None:
    """All cards are dealt; one pass from the first drawer on (Y-36)."""
    put(st, DEALT, total)
    put(st, WINDOW, 1)
    st[ASKED] = st[DRAWER]
    st[REFUSED] = U0


@leaf
def seek_call(st: Any, rt: Any) -> Any:
    """Go on to the next seat that may call; False when calling is over."""
    total = 4 * get(rt, C_HAND)
    while True:
        while get(st, REFUSED) < 4:
            seat = get(st, ASKED)
            if st[LEGAL + seat] and (st[WINDOW] or get(st, WAKE + seat) <= get(st, DEALT)):
                put(st, DECISION, CALL)
                put(st, SEAT, seat)
                return True
            put(st, ASKED, (seat + 1) & 3)
            bump(st, REFUSED, 1)
        if st[WINDOW]:
            return False
        n = next_event(st, total, rt)
        if n > total or rt[C_WINDOW_ONLY]:
            open_window(st, total)
            continue
        put(st, DEALT, n)
        put(st, ASKED, (get(st, DRAWER) + n - 1) & 3)
        st[REFUSED] = U0


@leaf
def trump_of_show(st: Any, show: Any) -> Any:
    """Trump that a show sets (B-08, B-09); red fives name it."""
    if show < PAIR:
        return show - SINGLE
    if show < 9:
        return show - PAIR
    if show == RED_FIVES:
        return get(st, NAMED)
    return get(st, CALL_SHOW) - SINGLE if show == LOOK_BACK_SHOW else 4


@leaf
def stand(st: Any, seat: Any, show: Any, rt: Any) -> None:
    """Make a show the standing one."""
    put(st, STAND_SEAT, seat)
    put(st, STAND_SHOW, show)
    st[STAND_RUNG] = rt[C_RUNG + show]
    put(st, TRUMP, trump_of_show(st, show))


@leaf
def take_call(st: Any, rt: Any) -> Any:
    """Enter the answer of the asked seat; False when it ends the bidding."""
    seat = get(st, SEAT)
    show = get(st, SHOW)
    put(st, ASKED, (seat + 1) & 3)
    if show == 0:
        bump(st, REFUSED, 1)
        st[TIMER + seat] = st[SNOOZE]
        put(st, WAKE + seat, max(get(st, SNOOZE), get(st, DEALT) + 1))
        return True
    if get(st, STAND_SEAT) < 0:
        put(st, CALL_SEAT, seat)
        put(st, CALL_SHOW, show)
        st[CALL_DEALT] = st[DEALT]
        if show < PAIR and rt[C_LOOK_BACK]:
            put(st, LOOK_BACK, seat)
    elif get(st, STAND_SEAT) == seat:
        put(st, REINFORCED, 1)
        st[LOOK_BACK] = NOBODY
    else:
        bump(st, OVERCALLS, 1)
    st[CALLERS] |= U1 << np.uint64(seat)
    stand(st, seat, show, rt)
    st[REFUSED] = U0
    for other in range(4):
        st[LEGAL + other] = legal_calls(st, other, rt)
        st[WAKE + other] = st[TIMER + other] = U0
    return show != LOOK_BACK_SHOW


@leaf
def expose(st: Any, rt: Any) -> None:
    """Turn the bottom; its cards in order decide the trump (B-16, X-32, X-33, Y-43)."""
    put(st, EXPOSED, 1)
    first = 4 * get(rt, C_HAND)
    level = get(st, LEVEL)
    rule = get(rt, C_EXPOSE)
    trump = -1
    high_rank, high_suit = 0, 4
    joker = False
    for place in range(first, first + get(rt, C_BOTTOM)):
        index = get(st, PACK + place)
        suit, rank = index >> 4, (index & 15) + 1
        if index >= 62:
            suit, rank, joker = 4, 0, True
        if rule == 2:
            put(st, TRUMP, suit)
            return
        if trump < 0 and (rank == level or (suit == 4 and rule == 0)):
            trump = suit
        if rank > high_rank:
            high_rank, high_suit = rank, suit
    if rule == 1 and joker:
        trump = 4
    put(st, TRUMP, trump if trump >= 0 else high_suit)


@leaf
def ask_list(first: Any, second: Any, third: Any, fourth: Any, without: Any) -> Any:
    """Seats to ask in order, four bits each from below, one seat left out."""
    out = ~U0
    for seat in (fourth, third, second, first):
        if seat >= 0 and seat != without:
            out = out << np.uint64(4) | np.uint64(seat)
    return out


@leaf
def open_chao(st: Any, rt: Any) -> None:
    """Whom to ask once the dealer has buried (B-20, B-23, X-23, X-34)."""
    dealer = get(st, DEALER)
    silent = get(st, STAND_SEAT) < 0
    if rt[C_CHAO] == U0 or (silent and not (st[EXPOSED] and rt[C_CHAO_EXPOSED])):
        st[ASK] = ~U0
        return
    opener = dealer if rt[C_DEALER_OPENS] else -1
    standing = get(st, STAND_SEAT)
    st[ASK] = ask_list(opener, (dealer + 1) & 3, (dealer + 2) & 3, (dealer + 3) & 3, standing)


@leaf
def reopen_chao(st: Any, seat: Any, rt: Any) -> None:
    """Whom to ask after ``seat`` has chao'd (B-21, X-24)."""
    dealer = get(st, DEALER)
    rule = get(rt, C_RESUME)
    start = dealer if rule == 0 else seat
    a, b, c = (start + 1) & 3, (start + 2) & 3, (start + 3) & 3
    if rule == 2:
        st[ASK] = ask_list(-1, a, b, c, seat)
    elif rule == 1:
        st[ASK] = ask_list(
            dealer, a if a != dealer else -1, b if b != dealer else -1, c if c != dealer else -1, seat
        )
    else:
        st[ASK] = ask_list(dealer, a, b, c, seat)


@leaf
def legal_chaos(st: Any, seat: Any, rt: Any) -> Any:
    """Shows with which the asked seat may chao, one bit a show code (B-18, B-19, X-22, X-29)."""
    h1 = st[HAND + 3 * seat + 1]
    level = get(st, LEVEL)
    shows = pair_shows(h1, level, rt[C_RED5] != U0) & rt[C_HIGHER + get(st, STAND_RUNG)]
    called = (st[CALLERS] >> np.uint64(seat)) & U1 != U0
    barred = get(rt, C_CALLER_CHAO)
    if called and (barred == 1 or (barred == 2 and get(st, DEALER) != seat)):
        shows = U0
    if rt[C_LOOK_BACK_CHAO] and may_look_back(st, seat, h1):
        shows |= U1 << np.uint64(LOOK_BACK_SHOW)
    return shows


@leaf
def seek_chao(st: Any, rt: Any) -> Any:
    """The next seat that may chao, or −1."""
    while st[ASK] & _U15 != _U15:
        seat = np.int64(st[ASK] & _U15)
        st[ASK] = (st[ASK] >> np.uint64(4)) | (_U15 << np.uint64(60))
        legal = legal_chaos(st, seat, rt)
        if legal:
            st[LEGAL + seat] = legal
            return seat
    return -1
