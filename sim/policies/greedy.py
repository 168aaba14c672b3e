"""`greedy`: rules of thumb for every decision, from the seat's own cards and the public record.

*Call*: show when the hand's worth for the suit passes a bar that grows with the
cards dealt; in the closing window attackers always show something, for silence
would expose the bottom. *Chao*: when the new trump is clearly better than the
present one. *Bury*: short side suits first, low cards without points; trumps,
aces and pairs last. *Lead*: 510K, then cards that nobody can beat, thrown
together, then a low side card. *Follow*: points to a partner who wins, the
cheapest winner, a small ruff for points, else the least useful card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import U0, U1, add, ctz, lsb, msb, popcount, take
from ..calling import lay_cards
from ..jit import inline, leaf
from ..layout import (
    C_BOTTOM,
    C_FORCED_TOP,
    C_HAND,
    C_K510,
    C_RED5_TRUMP,
    CODES,
    T_EQ,
    T_FIVE,
    T_K510,
    T_LANE,
    T_OFF,
    T_TENK,
    T_TRUMP,
    T_TRUMP_CANON,
    TABLE,
)
from ..play import (
    BY_SINGLE,
    BY_TRACTOR,
    SIDE_DOUBLE,
    SIDE_SET,
    TRUMP_SET,
    trump_set,
)
from ..rows import LOOK_BACK, PAIR, RED_FIVES, SINGLE
from ..shapes import (
    after_need,
    longest,
    longest_need,
    longest_part,
    natural_run_pairs,
    natural_view,
    profile,
    run_pairs,
    view,
)
from ..state import (
    BEST,
    BEST_KEY,
    BURY,
    CALL,
    CALL_SHOW,
    CHAO,
    DEALER,
    DEALT,
    DECISION,
    FIRST,
    HAND,
    LEAD,
    LED_JUDGED,
    LED_KIND,
    LED_MASK,
    LED_N,
    LED_NEEDS,
    LEGAL,
    LEVEL,
    NAMED,
    RUFFED,
    SEAT,
    SHOW,
    SNOOZE,
    STAND_SEAT,
    TABLE_AT,
    TRUMP,
    TURN,
    VOID,
    WINDOW,
    WINNER,
    Q,
    get,
    put,
)
from .hands import (
    cheapest,
    discard_one,
    over,
    strength,
    suit_discard,
    trick_points,
    unseen,
)
from .random import random_act

_ACES_CANON = np.uint64(0x2000200020002000)
_FIVES_CANON = np.uint64(0x0010001000100010)
_TENS_CANON = np.uint64(0x1200120012001200)
_SUIT_CANON = np.uint64(0x3FFE)
_HIGH_CANON = np.uint64(0x3800380038003800)
_SINGLES = np.uint64(0x1E)
_LOW_PAIRS_CANON = np.uint64(0x00FE00FE00FE00FE)

RECONSIDER = 12  # cards between two looks at an unchanged right to call
CALL_BASE = 6  # bar for a first call: half trumps …
CALL_SLOPE = 22  # … plus this for a full hand
OVERCALL_GAIN = 4  # how much better an overcall's trump must be
CHAO_GAIN = 0
CHAO_GAIN_PARTNER = 10
SAFE_TRUMPS = 14  # trumps, bottom included, from which points may be buried
RUFF_POINTS = 5  # points in a trick that are worth a ruff


@leaf
def best_named(h0: Any, h1: Any, level: Any, rt: Any) -> Any:
    """The best trump a pair of red fives may name (X-25)."""
    rule = get(rt, C_RED5_TRUMP)
    if rule == 1:
        return 4
    best, best_worth = 0, -1
    for trump in range(5 if rule == 0 else 4):
        worth = strength(h0, h1, level, trump, rt)
        if worth > best_worth:
            best, best_worth = trump, worth
    return best


@leaf
def best_show(st: Any, seat: Any, shows: Any, rt: Any) -> Any:
    """(show, trump, worth) of the legal show that suits the hand best; the lower show among equals."""
    at = HAND + 3 * seat
    h0, h1 = st[at], st[at + 1]
    level = get(st, LEVEL)
    best, best_trump, best_worth = 0, 0, -1
    while shows:
        show = ctz(shows)
        shows &= shows - U1
        if show < PAIR:
            trump = show - SINGLE
        elif show < 9:
            trump = show - PAIR
        elif show == RED_FIVES:
            trump = best_named(h0, h1, level, rt)
        elif show == LOOK_BACK:
            trump = get(st, CALL_SHOW) - SINGLE
        else:
            trump = 4
        worth = strength(h0, h1, level, trump, rt)
        if worth > best_worth:
            best, best_trump, best_worth = show, trump, worth
    return best, best_trump, best_worth


@leaf
def keeps_pair(st: Any, seat: Any, show: Any) -> Any:
    """Whether to keep a pair for a chao: in later deals everybody but the dealer (rules 3, 4)."""
    return st[FIRST] == U0 and show >= PAIR and seat != get(st, DEALER)


@leaf
def wants_call(st: Any, seat: Any, show: Any, worth: Any, rt: Any) -> Any:
    """Whether to show now (rules 1, 3, 6); in the closing window attackers break the silence."""
    at = HAND + 3 * seat
    standing = get(st, STAND_SEAT)
    if standing < 0:
        total = 4 * get(rt, C_HAND)
        if st[WINDOW]:
            return (seat ^ get(st, DEALER)) & 1 or st[FIRST] or worth >= CALL_BASE + CALL_SLOPE
        return worth >= CALL_BASE + CALL_SLOPE * get(st, DEALT) // total
    now = strength(st[at], st[at + 1], get(st, LEVEL), get(st, TRUMP), rt)
    if standing == seat:
        return seat == get(st, DEALER) or st[FIRST]
    return worth >= now + (OVERCALL_GAIN if (standing ^ seat) & 1 else CHAO_GAIN_PARTNER)


@leaf
def greedy_call(st: Any, rt: Any, three: Any) -> None:
    """Call on worth, overcall for a clear gain, keep pairs for the chao, never be silent at the end."""
    lay_cards(st, three)
    seat = get(st, SEAT)
    put(st, SHOW, 0)
    put(st, SNOOZE, get(st, DEALT) + RECONSIDER)
    legal = st[LEGAL + seat]
    pairs_held = legal >> np.uint64(PAIR)
    if keeps_pair(st, seat, PAIR):
        legal &= _SINGLES
        if legal == U0 or (pairs_held and not st[WINDOW]):
            return
    show, trump, worth = best_show(st, seat, legal, rt)
    if wants_call(st, seat, show, worth, rt):
        put(st, SHOW, show)
        put(st, NAMED, trump)


@leaf
def greedy_chao(st: Any, rt: Any) -> None:
    """Rules 5 and 6: take the bottom again for a clearly better trump, over partner only for a large gain."""
    seat = get(st, SEAT)
    put(st, SHOW, 0)
    show, trump, worth = best_show(st, seat, st[LEGAL + seat], rt)
    at = HAND + 3 * seat
    now = strength(st[at], st[at + 1], get(st, LEVEL), get(st, TRUMP), rt)
    standing = get(st, STAND_SEAT)
    holder = standing if standing >= 0 else get(st, DEALER)
    gain = CHAO_GAIN if (holder ^ seat) & 1 else CHAO_GAIN_PARTNER
    if worth >= now + gain:
        put(st, SHOW, show)
        put(st, NAMED, trump)


@leaf
def shortest_side(side: Any, h0: Any, h1: Any) -> Any:
    """Mask of the side suit with the fewest cards among those that hold any of ``side``."""
    best, fewest = U0, 100
    for suit in range(4):
        lane = _SUIT_CANON << np.uint64(16 * suit)
        held = popcount(h0 & lane) + popcount(h1 & lane)
        if side & lane and held < fewest:
            best, fewest = lane, held
    return best


@leaf
def burial_card(h0: Any, h1: Any, trumps: Any, points: Any) -> Any:
    """The next card to bury (rules 7, 8, 10): junk of the shortest suit, dearer cards, trumps last."""
    side = h0 & ~trumps
    for grade in range(6):
        if grade == 0:
            pool = side & ~points & ~h1 & ~_HIGH_CANON
        elif grade == 1:
            pool = side & ~points & ~_HIGH_CANON & _LOW_PAIRS_CANON
        elif grade == 2:
            pool = side & ~points & ~h1 & ~_ACES_CANON
        elif grade == 3:
            pool = side & ~points & ~_ACES_CANON
        elif grade == 4:
            pool = side & _FIVES_CANON
        else:
            pool = side & ~_ACES_CANON
        if pool:
            return lsb(pool & shortest_side(pool, h0 & ~trumps, h1 & ~trumps))
    low = h0 & trumps & ~points & ~h1
    if low:
        return lsb(low)
    return lsb(side) if side else lsb(h0)


@leaf
def greedy_bury(st: Any, rt: Any) -> None:
    """Bury card by card; points only from a hand long enough in trumps to win the last trick (rule 9)."""
    at = HAND + 3 * get(st, SEAT)
    h0, h1 = st[at], st[at + 1]
    trumps = rt[CODES + TABLE * (5 * (get(st, LEVEL) - 2) + get(st, TRUMP)) + T_TRUMP_CANON]
    safe = popcount(h0 & trumps) + popcount(h1 & trumps) >= SAFE_TRUMPS
    points = U0 if safe else _FIVES_CANON | _TENS_CANON
    q0, q1 = U0, U0
    for _ in range(get(rt, C_BOTTOM)):
        bit = burial_card(h0, h1, trumps, points)
        h0, h1, _ = take(h0, h1, U0, bit, U0, U0)
        q0, q1, _ = add(q0, q1, U0, bit, U0, U0)
    st[Q], st[Q + 1], st[Q + 2] = q0, q1, U0


@inline
def side_lanes(rt: Any, t: Any) -> Any:
    """Number of side-suit lanes: three, or four in no-trump."""
    return 3 if rt[t + T_LANE + 3] == rt[t + T_TRUMP] else 4


@leaf
def opponents_void(st: Any, seat: Any, mask: Any, rt: Any, t: Any) -> Any:
    """Whether an opponent is known to lack the suit but not known to lack trumps."""
    for other in ((seat + 1) & 3, (seat + 3) & 3):
        if st[VOID + other] & mask and st[VOID + other] & rt[t + T_TRUMP] == U0:
            return True
    return False


@leaf
def lead_set(h0: Any, h1: Any, rt: Any, t: Any) -> Any:
    """A 510K to lead, double where it is held; 0 without one."""
    for suit in range(4):
        cards = rt[t + T_K510 + suit]
        if cards and cards & ~h0 == U0:
            return cards, cards if cards & ~h1 == U0 else U0
    return U0, U0


@leaf
def lead_bosses(st: Any, seat: Any, h0: Any, h1: Any, lanes: Any, rt: Any, t: Any) -> Any:
    """Side cards that nobody can beat in suit, thrown together (rules 13, 14, 24); 0 without any."""
    u0, u1 = unseen(st, seat, rt, t)
    best0, best1, best_worth = U0, U0, 0
    for lane in range(lanes):
        mask = rt[t + T_LANE + lane]
        own0, own1 = h0 & mask, h1 & mask
        if own0 == U0:
            continue
        boss = own0 & over(u0 & mask)
        pairs = own1 & boss
        if boss == U0 and own1:
            top, length, _ = longest_part(own1, rt, t)
            if length == 1 and top > u1 & mask & ~top and top & over(u1 & mask):
                boss = pairs = top
        if boss == U0:
            continue
        out = popcount(u0 & mask) + popcount(u1 & mask)
        count = popcount(boss) + popcount(pairs)
        worth = 10 * min(count, 3) + min(out, 12)
        if opponents_void(st, seat, mask, rt, t):
            worth -= 30
        if worth > best_worth:
            best0, best1, best_worth = boss, pairs, worth
    return best0, best1


@leaf
def lead_trumps(h0: Any, h1: Any, u0: Any, rt: Any, t: Any) -> Any:
    """A trump to lead when no side card is: a strong pair or tractor, else a low trump without points."""
    trumps = rt[t + T_TRUMP]
    points = rt[t + T_FIVE] | rt[t + T_TENK]
    own1 = h1 & trumps
    if own1:
        cards, _, _ = longest_part(own1, rt, t)
        return cards, cards
    low = h0 & trumps & ~points
    if u0 & trumps == U0 or popcount(h0) == 1:
        return msb(h0 & trumps), U0
    return (lsb(low) if low else lsb(h0 & trumps)), U0


@leaf
def greedy_lead(st: Any, rt: Any) -> None:
    """Sets, bosses, low side cards, trumps."""
    t = get(st, TABLE_AT)
    seat = get(st, SEAT)
    at = HAND + 3 * seat
    h0, h1 = st[at], st[at + 1]
    lanes = side_lanes(rt, t)
    q0, q1 = U0, U0
    if rt[C_K510]:
        q0, q1 = lead_set(h0, h1, rt, t)
    if q0 == U0:
        q0, q1 = lead_bosses(st, seat, h0, h1, lanes, rt, t)
    if q0 == U0:
        q0, q1 = lead_low(st, seat, h0, h1, lanes, rt, t)
    st[Q], st[Q + 1], st[Q + 2] = q0, q1, U0


@leaf
def lead_low(st: Any, seat: Any, h0: Any, h1: Any, lanes: Any, rt: Any, t: Any) -> Any:
    """Nothing sure: towards partner's void, else the cheapest side card without points, else trumps."""
    trumps = rt[t + T_TRUMP]
    points = rt[t + T_FIVE] | rt[t + T_TENK]
    side = h0 & ~trumps
    u0, _ = unseen(st, seat, rt, t)
    partner = (seat + 2) & 3
    if st[VOID + partner] & trumps == U0:
        for lane in range(lanes):
            mask = rt[t + T_LANE + lane]
            if st[VOID + partner] & mask and side & mask and not opponents_void(st, seat, mask, rt, t):
                return suit_discard(side & mask, h1, True, points), U0
    if h1 & trumps and popcount(h0 & trumps) >= popcount(side):
        return lead_trumps(h0, h1, u0, rt, t)
    if side & ~points:
        return cheapest(side & ~points, h1, lanes), U0
    if h0 & trumps & ~points:
        return lead_trumps(h0, h1, u0, rt, t)
    if side:
        return cheapest(side, h1, lanes), U0
    return lead_trumps(h0, h1, u0, rt, t)


@leaf
def partner_holds(st: Any, seat: Any, rt: Any, t: Any) -> Any:
    """Whether partner wins so far and is likely to stay ahead (rules 25, 29)."""
    winner = get(st, WINNER)
    if winner != (seat + 2) & 3:
        return False
    if get(st, TURN) == 3 or get(st, LED_JUDGED) > BY_SINGLE or st[RUFFED]:
        return True
    u0, _ = unseen(st, seat, rt, t)
    best = st[BEST]
    if best & rt[t + T_TRUMP]:
        return u0 & rt[t + T_TRUMP] & over(best) == U0 or st[LED_MASK] != rt[t + T_TRUMP]
    last = (seat + 1) & 3
    if st[VOID + last] & st[LED_MASK] and st[VOID + last] & rt[t + T_TRUMP] == U0:
        return False
    return u0 & st[LED_MASK] & over(best) == U0


@leaf
def follow_single(st: Any, seat: Any, h0: Any, h1: Any, mask: Any, safe: Any, rt: Any, t: Any) -> Any:
    """A card of the led suit (rules 25 to 29)."""
    points = rt[t + T_FIVE] | rt[t + T_TENK]
    own0, own1 = h0 & mask, h1 & mask
    if safe:
        return suit_discard(own0, own1, True, points)
    key = st[BEST_KEY]
    winners = own0 & ~((key << U1) - U1)
    if key & rt[t + T_EQ]:
        winners &= ~rt[t + T_EQ]
    if winners == U0 or st[RUFFED]:
        return suit_discard(own0, own1, False, points)
    last = get(st, TURN) == 3
    if last:
        return lsb(winners & points) if winners & points else lsb(winners)
    u0, _ = unseen(st, seat, rt, t)
    sure = winners & over(u0 & mask)
    if sure:
        return lsb(sure)
    if get(st, TURN) == 2 and trick_points(st, rt, t) > 0 and winners & ~points:
        return msb(winners & ~points)
    return suit_discard(own0, own1, False, points)


@leaf
def ruff_single(st: Any, h0: Any, h1: Any, rt: Any, t: Any) -> Any:
    """The lowest trump that wins, a point card in last seat; 0 when none does (rule 30)."""
    key = st[BEST_KEY]
    winners = h0 & rt[t + T_TRUMP] & ~((key << U1) - U1)
    if key & rt[t + T_EQ]:
        winners &= ~rt[t + T_EQ]
    points = rt[t + T_FIVE] | rt[t + T_TENK]
    if winners == U0:
        return U0
    if get(st, TURN) == 3 and winners & points:
        return lsb(winners & points)
    plain = winners & ~points & ~h1
    return lsb(plain) if plain else lsb(winners)


@leaf
def obligation(pairs: Any, needs: Any, key: Any, low: Any, rt: Any, t: Any) -> Any:
    """Pairs that answer the needs: the lowest that beat ``key`` if ``low`` is not asked, else the lowest."""
    out = U0
    while needs and pairs:
        wanted = longest_need(needs)
        length = 1
        if wanted > 1:
            got, r = longest(view(pairs, rt, t), wanted, rt, t)
            natural_got, natural_r = longest(natural_view(pairs, rt, t), wanted, rt, t)
            length = max(got, natural_got, 1)
            left = after_need(needs, wanted, length)
            if length > 1:
                cards = choose_run(pairs, left, length, r if got == length else U0,
                                   natural_r if natural_got == length else U0, key, low,
                                   profile(pairs, needs, rt, t), rt, t)  # fmt: skip
        if length == 1:
            better = pairs & ~((key << U1) - U1)
            cards = lsb(better) if better and not low else lsb(pairs)
        out |= cards
        pairs &= ~cards
        needs = after_need(needs, wanted, length)
    return out


@leaf
def choose_run(
    pairs: Any,
    left: Any,
    length: Any,
    r: Any,
    natural_r: Any,
    key: Any,
    low: Any,
    target: Any,
    rt: Any,
    t: Any,
) -> Any:
    """The lowest run (or the lowest above ``key``) that leaves the rest of the needs best answered."""
    first = U0
    while r or natural_r:
        if r:
            bottom = lsb(r)
            r ^= bottom
            cards = run_pairs(bottom, length, pairs, lsb(pairs & rt[t + T_OFF]), rt, t)
        else:
            bottom = lsb(natural_r)
            natural_r ^= bottom
            cards = natural_run_pairs(bottom, length, pairs, rt, t)
        if left >> np.uint64(8) and profile(pairs & ~cards, left, rt, t) != target << np.uint64(4):
            continue
        if first == U0:
            first = cards
            if low:
                return first
        if bottom << np.uint64(length - 1) > key:
            return cards
    return first


@leaf
def fill_cheaply(q0: Any, q1: Any, h0: Any, h1: Any, n: Any, rich: Any, points: Any) -> Any:
    """Complete an answer from one suit."""
    left0, left1, _ = take(h0, h1, U0, q0, q1, U0)
    for _ in range(n):
        bit = suit_discard(left0, left1, rich, points)
        left0, left1, _ = take(left0, left1, U0, bit, U0, U0)
        q0, q1, _ = add(q0, q1, U0, bit, U0, U0)
    return q0, q1


@leaf
def strongest(h0: Any, h1: Any, n: Any) -> Any:
    """The ``n`` strongest cards of a suit (B-38)."""
    q0, q1 = U0, U0
    for _ in range(n):
        bit = msb(h0)
        h0, h1, _ = take(h0, h1, U0, bit, U0, U0)
        q0, q1, _ = add(q0, q1, U0, bit, U0, U0)
    return q0, q1


@leaf
def follow_in_suit(st: Any, h0: Any, h1: Any, n: Any, safe: Any, rt: Any, t: Any) -> Any:
    """Several cards from a suit that holds more."""
    kind = get(st, LED_KIND)
    needs = st[LED_NEEDS]
    points = rt[t + T_FIVE] | rt[t + T_TENK]
    if kind > SIDE_DOUBLE and rt[C_FORCED_TOP]:
        own = trump_set(rt, t)
        if kind == TRUMP_SET and own & ~h0 == U0:
            return own, U0
        return strongest(h0, h1, n)
    pairs = U0
    if needs and h1:
        low = safe or st[RUFFED] or get(st, LED_JUDGED) > BY_TRACTOR
        if safe and needs >> np.uint64(8) == U0:
            wanted = min(np.int64(needs >> np.uint64(4)), popcount(h1))
            pairs, _ = fill_cheaply(U0, U0, h1, U0, wanted, True, points)
        else:
            pairs = obligation(h1, needs, st[BEST_KEY], low, rt, t)
    return fill_cheaply(pairs, pairs, h0, h1, n - 2 * popcount(pairs), safe, points)


@leaf
def ruff_several(st: Any, h0: Any, h1: Any, n: Any, rt: Any, t: Any) -> Any:
    """A covering ruff of several cards from the lowest trumps, or nothing (rule 30)."""
    trumps = rt[t + T_TRUMP]
    own0, own1 = h0 & trumps, h1 & trumps
    needs = st[LED_NEEDS]
    if popcount(own0) + popcount(own1) < n or st[RUFFED] or get(st, LED_KIND) == SIDE_SET:
        return U0, U0
    pairs = U0
    if needs:
        pairs = obligation(own1, needs, st[BEST_KEY], False, rt, t)
        wanted = longest_need(needs)
        if popcount(pairs) * 2 > n or profile(pairs, needs, rt, t) >> np.uint64(60) != np.uint64(wanted):
            return U0, U0
    return fill_cheaply(
        pairs, pairs, own0, own1, n - 2 * popcount(pairs), False, rt[t + T_FIVE] | rt[t + T_TENK]
    )


@leaf
def discard_several(q0: Any, q1: Any, h0: Any, h1: Any, n: Any, rich: Any, rt: Any, t: Any) -> Any:
    """Complete an answer from the whole hand."""
    left0, left1, _ = take(h0, h1, U0, q0, q1, U0)
    lanes = side_lanes(rt, t)
    for _ in range(n):
        bit = discard_one(left0, left1, rich, lanes, rt, t)
        left0, left1, _ = take(left0, left1, U0, bit, U0, U0)
        q0, q1, _ = add(q0, q1, U0, bit, U0, U0)
    return q0, q1


@leaf
def greedy_follow(st: Any, rt: Any) -> None:
    """Follow, ruff or discard."""
    t = get(st, TABLE_AT)
    seat = get(st, SEAT)
    at = HAND + 3 * seat
    h0, h1 = st[at], st[at + 1]
    n = get(st, LED_N)
    mask = st[LED_MASK]
    own0, own1 = h0 & mask, h1 & mask
    held = popcount(own0) + popcount(own1)
    safe = partner_holds(st, seat, rt, t)
    q0, q1 = U0, U0
    if held > n or (held == n and n == 1):
        if n == 1:
            q0 = follow_single(st, seat, h0, h1, mask, safe, rt, t)
        else:
            q0, q1 = follow_in_suit(st, own0, own1, n, safe, rt, t)
    elif held == 0 and not safe and (trick_points(st, rt, t) >= RUFF_POINTS or n > 1):
        if n == 1:
            q0 = ruff_single(st, h0, h1, rt, t)
        else:
            q0, q1 = ruff_several(st, h0, h1, n, rt, t)
    if q0 == U0:
        q0, q1 = discard_several(own0, own1, h0, h1, n - held, safe, rt, t)
    st[Q], st[Q + 1], st[Q + 2] = q0, q1, U0


@leaf
def greedy_act(st: Any, rt: Any, three: Any) -> None:
    """Answer the pending decision; three decks are left to `random` until its rules know triples."""
    if three is not None:
        random_act(st, rt, three)
        return
    decision = get(st, DECISION)
    if decision > LEAD:
        greedy_follow(st, rt)
    elif decision == LEAD:
        greedy_lead(st, rt)
    elif decision == CALL:
        greedy_call(st, rt, three)
    elif decision == BURY:
        greedy_bury(st, rt)
    elif decision == CHAO:
        greedy_chao(st, rt)
