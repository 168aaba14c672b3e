"""The compiled entry points. Everything else in `sim` that is decorated is merged into these.

``three`` is None for one and two decks and True for three: it is the only thing
that makes a second specialisation.
"""

from __future__ import annotations

from typing import Any

from . import calling, engine, result
from .bits import U0, words
from .jit import inline, kernel
from .play import follow_is_legal, follow_is_legal_three, multiplier
from .policies.greedy import greedy_act
from .policies.random import random_act
from .scoring import levels_of, payoffs_of
from .shapes import longest_part
from .state import (
    BEST,
    BEST_KEY,
    CALL,
    DEALER,
    DECISION,
    HAND,
    LED_JUDGED,
    LED_KIND,
    LED_MASK,
    LED_N,
    LED_NEEDS,
    MULTIPLIER,
    OVER,
    REDEALS,
    SEAT,
    TABLE_AT,
    WINNER,
    Q,
    get,
    put,
)
from .throws import check_throw

# Operations of `step`.
START, BEGIN, APPLY, ACT, SHUFFLE = range(5)
# Questions to `rule`.
READ_LEAD, LAY_LEAD, CHALLENGE, MAY_FOLLOW, CUT_THROW, NEXT_PART, MULTIPLY = range(7)


@inline
def answer(st: Any, rt: Any, dealer_policy: Any, attacker_policy: Any, three: Any) -> None:
    """Let the policy of the asked seat's side answer."""
    attacker = (get(st, SEAT) ^ get(st, DEALER)) & 1
    if (attacker_policy if attacker else dealer_policy) == 0:
        random_act(st, rt, three)
    else:
        greedy_act(st, rt, three)


@kernel
def play_deals(
    rows: Any, st: Any, rt: Any, card_key: Any, policy_key: Any, first_index: Any, level: Any, first: Any,
    dealer_policy: Any, attacker_policy: Any, three: Any,
) -> None:  # fmt: skip
    """Play ``len(rows)`` deals from ``first_index`` on and write their rows."""
    s, r = words(st), words(rt)
    for i in range(len(rows)):
        engine.start(s, r, card_key, policy_key, first_index + i, level, first, three)
        while get(s, DECISION) != OVER:
            answer(s, r, dealer_policy, attacker_policy, three)
            engine.apply(s, r, three)
        result.write_row(s, r, rows[i])


@kernel
def step(st: Any, rt: Any, operation: Any, numbers: Any, three: Any) -> None:
    """One operation on a deal in progress.

    START: ``numbers`` are card key, policy key, index, level, first; BEGIN: the
    pack lies in the state; APPLY: the answer lies in the state; ACT: policy
    ``numbers[0]`` answers; SHUFFLE: fill the pack of void deal ``numbers[0]``.
    """
    s, r = words(st), words(rt)
    if operation == START:
        engine.start(s, r, numbers[0], numbers[1], get(words(numbers), 2), get(words(numbers), 3),
                     get(words(numbers), 4), three)  # fmt: skip
    elif operation == BEGIN:
        engine.begin(s, r, three)
    elif operation == APPLY:
        engine.apply(s, r, three)
    elif operation == ACT:
        code = get(words(numbers), 0)
        answer(s, r, code, code, three)
    elif operation == SHUFFLE:
        s[REDEALS] = numbers[0]
        engine.shuffle(s, r)
    if get(s, DECISION) == CALL and operation != SHUFFLE:
        calling.lay_cards(s, three)


@kernel
def finish(st: Any, rt: Any, rows: Any) -> None:
    """Write the row of a finished deal into ``rows[0]``."""
    result.write_row(words(st), words(rt), rows[0])


@kernel
def rule(st: Any, rt: Any, question: Any, three: Any) -> Any:
    """Answer one question about the cards in Q; results go to the state's fields."""
    s, r = words(st), words(rt)
    t = get(s, TABLE_AT)
    if question == READ_LEAD:
        engine.read_lead(s, r, three)
        return get(s, LED_MASK)
    if question == LAY_LEAD:
        engine.read_lead(s, r, three)
        engine.lay_lead(s, r, three)
        return get(s, LED_MASK)
    if question == CHALLENGE:
        engine.challenge(s, get(s, SEAT), s[Q], s[Q + 1], s[Q + 2] if three is not None else U0, r, t)
        return 1 if s[WINNER] == s[SEAT] else 0
    if question == MAY_FOLLOW:
        at = HAND + 3 * get(s, SEAT)
        if three is not None:
            legal = follow_is_legal_three(
                s[at], s[at + 1], s[at + 2], s[Q], s[Q + 1], s[Q + 2], get(s, LED_N), get(s, LED_JUDGED),
                s[LED_MASK], s[LED_NEEDS], r, t,
            )  # fmt: skip
            return 1 if legal else 0
        legal = follow_is_legal(
            s[at], s[at + 1], s[Q], s[Q + 1], get(s, LED_N), get(s, LED_KIND), s[LED_MASK], s[LED_NEEDS], r, t
        )
        return 1 if legal else 0
    if question == CUT_THROW:
        led0, led1, beaten = check_throw(s, get(s, SEAT), s[Q], s[Q + 1], s[LED_MASK], r, t)
        if beaten:
            s[Q], s[Q + 1] = led0, led1
        return beaten
    if question == NEXT_PART:
        cards, length, height = longest_part(s[Q + 1], r, t)
        s[BEST], s[BEST_KEY] = cards, height
        return length
    engine.read_lead(s, r, three)
    put(s, MULTIPLIER, multiplier(get(s, LED_KIND), get(s, LED_JUDGED), s[LED_NEEDS], r))
    return get(s, MULTIPLIER)


@kernel
def account(score: Any, rt: Any) -> Any:
    """(levels, change, payoff of a dealer-side player, of an attacker) for attackers' points."""
    r = words(rt)
    levels, change = levels_of(score, r)
    dealer, attackers = payoffs_of(levels, change, r)
    return levels, change, dealer, attackers
