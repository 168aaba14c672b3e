"""Policies: they see only what their player may see, and `random` reaches every legal answer."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from chaodipi.sim import kernels, state
from chaodipi.sim.batch import play_chunk
from chaodipi.sim.cards import NO_TRUMP, RED_FIVE, SMALL_JOKER, kind_of
from chaodipi.sim.game import Answer, Deal
from chaodipi.sim.layout import CODES, TABLE, layout_of
from chaodipi.sim.planes import CANONICAL, to_planes
from chaodipi.sim.rules import Rules, load_rules
from chaodipi.tests import reference

POLICIES = ("random", "greedy")


# ---------------------------------------------------------------- hidden cards


def hide_and_shuffle(deal: Deal, random: Random) -> Deal:
    """The same deal with all that the deciding seat cannot see changed: cards, their account, the shuffle."""
    other = deal.copy()
    seat, st = deal.seat, other.state
    st[state.CARD_KEY] = random.getrandbits(64)
    st[state.CALLABLE : state.CALLABLE + 20] = random.getrandbits(6)
    places = [state.HAND + 3 * s for s in range(4) if s != seat]
    knows_bottom = deal.number(state.BURIED_BY) == seat
    if deal.decision in ("chao", "lead", "follow") and not knows_bottom:
        places.append(state.BOTTOM)
        st[state.BURIED], st[state.FIRST_BURIED] = random.getrandbits(6), random.getrandbits(6)
    held = [deal.cards_at(place) for place in places]
    dealt = deal.dealt if deal.decision == "call" else len(deal.pack())
    hidden = [kind for cards in held for kind in cards] + deal.pack()[dealt:]
    random.shuffle(hidden)
    bits = CANONICAL
    if deal.in_play:
        bits = layout_of(deal.rules, deal.number(state.LEVEL), deal.number(state.TRUMP)).bit_of_kind
    hands = iter(hidden)
    for place, cards in zip(places, held, strict=True):
        st[place : place + 3] = to_planes([next(hands) for _ in cards], bits)
    pack = other_pack(deal, random, list(hands), dealt)
    st[state.PACK : state.PACK + len(pack)] = [CANONICAL[kind] for kind in pack]
    st[state.TRUMPS], st[state.TRUMPS_SIDE] = random.getrandbits(4), random.getrandbits(5)
    for s in range(4):
        if s != seat:
            st[state.HOLD + s] = st[state.HOLD2 + s] = st[state.LEGAL + s] = 0
            st[state.WAKE + s], st[state.TIMER + s] = random.getrandbits(6), random.getrandbits(6)
    st[state.RELEVANT] = random.getrandbits(4)
    return other


def other_pack(deal: Deal, random: Random, undealt: list[int], dealt: int) -> list[int]:
    """A pack in which only the seat's own cards lie where they lay; in any order once calling is over."""
    pack = deal.pack()
    if deal.decision != "call":
        random.shuffle(pack)
        return pack
    drawer = deal.number(state.DRAWER)
    foreign = [place for place in range(dealt) if (drawer + place) % 4 != deal.seat]
    cards = [pack[place] for place in foreign]
    random.shuffle(cards)
    for place, kind in zip(foreign, cards, strict=True):
        pack[place] = kind
    return pack[:dealt] + undealt


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", ["base", "classic"])
def test_hidden_cards_and_the_shuffle_key_change_no_decision(name: str, policy: str) -> None:
    rules = load_rules(name)
    random = Random(f"{name} {policy}")
    asked: Counter[str] = Counter()
    for index in range(14):
        deal = Deal.start(rules, 77, index, first_deal=index % 3 == 0)
        while not deal.over:
            other = hide_and_shuffle(deal, random)
            if deal.decision != "bury":
                assert Counter(other.hand(deal.seat)) == Counter(deal.hand(deal.seat))
            assert other.ask(policy) == deal.ask(policy), f"{deal.decision} of deal {index}"
            asked[deal.decision] += 1
            deal.apply()
    assert set(asked) == {"call", "bury", "chao", "lead", "follow"}


def test_the_shuffle_moves_cards() -> None:
    deal = Deal.start(load_rules("base"), 77, 1)
    while deal.decision != "lead":
        deal.ask("greedy")
        deal.apply()
    other = hide_and_shuffle(deal, Random(1))
    assert other.hand((deal.seat + 1) % 4) != deal.hand((deal.seat + 1) % 4)
    assert sum(map(len, (other.hand(s) for s in range(4)))) == 100


# ---------------------------------------------------------------- support


def at_follow(rules: Rules, level: int, trump: int, hands: list[list[int]], lead: list[int]) -> Deal:
    """A deal at the follow of seat 1, with small hands of our choosing."""
    deal = Deal(rules)
    st, bits = deal.state, layout_of(rules, level, trump).bit_of_kind
    st[state.LEVEL], st[state.TRUMP] = level, trump
    st[state.TABLE_AT] = CODES + TABLE * (5 * (level - 2) + trump)
    st[state.DECISION], st[state.SEAT] = state.LEAD, 0
    for seat, hand in enumerate(hands):
        st[state.HAND + 3 * seat : state.HAND + 3 * seat + 3] = to_planes(hand, bits)
    deal.apply(Answer(cards=tuple(lead)))
    return deal


def small_hands(random: Random, n: int) -> list[list[int]]:
    """Four hands from few kinds, so that pairs and tractors are common."""
    suits = random.sample(range(4), 2)
    low = random.randint(3, 9)
    kinds = [kind_of(suit, rank) for suit in suits for rank in range(low, low + 6)]
    deck = 2 * sorted({*kinds, SMALL_JOKER, RED_FIVE})
    random.shuffle(deck)
    pairs = sorted(deck[:18]) + deck[18:]
    hands = [pairs[at : at + n] for at in (n, 0)] + [deck[-n:], deck[-2 * n : -n]]
    return [sorted(hand) for hand in hands]


def reached(deal: Deal, draws: int) -> set[tuple[int, ...]]:
    """Answers of `random` over many policy keys."""
    out = set()
    for key in range(draws):
        deal.state[state.POLICY_KEY] = (key * 0x9E3779B97F4A7C15) % 2**64
        out.add(deal.ask("random").cards)
    return out


def test_random_reaches_every_follow_that_the_reference_allows() -> None:
    random = Random(5)
    sizes: Counter[int] = Counter()
    for name in ("base", "classic") * 45:
        rules = load_rules(name)
        level, trump = random.choice([2, 6, 9, 14]), random.choice([0, 1, 2, 3, NO_TRUMP])
        hands = small_hands(random, 7)
        lead = [random.choice(hands[0])]
        if random.random() < 0.7:
            parts = [p.cards for p in reference.split(rules, level, trump, hands[0]) if p.mult > 1]
            lead = list(random.choice(parts)) if parts else lead
        if not reference.lead_is_legal(rules, level, trump, hands[0], lead):
            continue
        deal = at_follow(rules, level, trump, hands, lead)
        legal = reference.legal_follows(rules, level, trump, deal.cards_at(state.LED), hands[1])
        assert legal
        if len(legal) <= 36:
            sizes[len(lead)] += 1
            assert reached(deal, 50 * len(legal)) == legal
    assert sum(sizes.values()) >= 40
    assert {1, 2, 4} <= set(sizes)


def test_random_attempts_throws_on_its_documented_share_of_leads() -> None:
    rows = play_chunk(load_rules("classic"), 0, 4_000, 3, ("random", "random"), None, False)
    leads, throws = int(rows["tricks"].sum()), int(rows["throws"].sum())
    # One lead in 16 tries; a draw that is a pair, a tractor or a lone card is no throw.
    assert 0.6 / 16 < throws / leads < 1 / 16


def test_random_calls_are_spread_over_the_deal_by_the_hazard() -> None:
    rows = play_chunk(load_rules("base"), 0, 20_000, 3, ("random", "random"), 7, False)
    called = rows["call_cards"][rows["call_show"] > 0]
    assert {int(c) for c in called} >= set(range(1, 81))
    # Once four players hold level cards, a call comes about every four cards.
    assert np.median(called) < 40
    assert len({int(c) for c in rows["call_show"]}) >= 10


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_against_itself_scores_exactly_nothing(policy: str) -> None:
    rules = load_rules("base")
    one = play_chunk(rules, 0, 500, 4, (policy, policy), None, False)["score"].astype(int)
    two = play_chunk(rules, 0, 500, 4, (policy, policy), None, False)["score"].astype(int)
    assert (one - two == 0).all()


def test_greedy_beats_random_by_a_wide_margin() -> None:
    rules = load_rules("base")
    attacking = play_chunk(rules, 0, 1_500, 4, ("random", "greedy"), None, False)["score"].astype(int)
    defending = play_chunk(rules, 0, 1_500, 4, ("greedy", "random"), None, False)["score"].astype(int)
    gain = (attacking - defending) / 2
    assert gain.mean() - 3 * gain.std() / np.sqrt(len(gain)) > 45


def test_policies_answer_in_the_state_only() -> None:
    """Asking changes nothing but the answer fields and the cards laid into the hands."""
    deal = Deal.start(load_rules("base"), 12, 3)
    answer_places = {state.SHOW, state.NAMED, state.SNOOZE, state.Q, state.Q + 1, state.Q + 2}
    while not deal.over:
        before = deal.state.copy()
        deal.ask("greedy")
        changed = set(np.flatnonzero(before != deal.state).tolist())
        assert changed <= answer_places
        deal._step(kernels.APPLY)
