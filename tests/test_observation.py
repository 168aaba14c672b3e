"""What a seat may know: its own cards and what lies open, and nothing that it has not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from chaodipi.sim import state as fields
from chaodipi.sim.cards import NO_TRUMP, parse_cards, suit_of
from chaodipi.sim.game import Answer, Deal
from chaodipi.sim.layout import layout_of
from chaodipi.sim.planes import CANONICAL, to_planes
from chaodipi.sim.rules import Rules, load_rules

HIDDEN_FIELDS = (
    "SHOW", "NAMED", "SNOOZE", "INDEX", "CARD_KEY", "POLICY_KEY", "DECISIONS", "LAID", "RELEVANT",
    "CALLABLE", "HOLD", "HOLD2", "WAKE", "TIMER", "ASK", "FIRST_BURIED", "BURIED", "BEST", "BEST_KEY",
    "TRUMPS", "TRUMPS_SIDE", "Q",
)  # fmt: skip
"""Fields of the state that tell of hidden cards, of the shuffle or of another seat's plans."""


def decisions(rules: Rules, index: int, first_deal: bool = False, policy: str = "random") -> Iterator[Deal]:
    """A deal at each of its decisions."""
    deal = Deal.start(rules, seed=5, index=index, first_deal=first_deal)
    while not deal.over:
        yield deal
        deal.ask(policy)
        deal.apply()
    yield deal


def with_other_hidden_cards(deal: Deal, seat: int, rng: np.random.Generator) -> Deal:
    """The same deal for ``seat``, with everything it has not seen dealt anew."""
    other = deal.copy()
    st = other.state
    bits: Sequence[int] = CANONICAL
    if deal.in_play:
        bits = layout_of(deal.rules, deal.number(fields.LEVEL), deal.number(fields.TRUMP)).bit_of_kind
    places = [fields.HAND + 3 * hand for hand in range(4) if hand != seat]
    if deal.number(fields.BURIED_BY) not in (seat, -1) and deal.decision != "bury":
        places.append(fields.BOTTOM)
    held = [deal.cards_at(place) for place in places]
    pool = list(rng.permutation([kind for cards in held for kind in cards]))
    for place, cards in zip(places, held, strict=True):
        st[place : place + 3] = to_planes([int(pool.pop()) for _ in cards], bits)
    pack = st[fields.PACK : fields.PACK + deal.rules.cards]
    dealt = 4 * deal.rules.hand_size if deal.number(fields.EXPOSED) else deal.rules.cards
    pack[:dealt] = rng.permutation(pack[:dealt])
    widths = {field.name: field.words for field in fields.FIELDS}
    for name in HIDDEN_FIELDS:
        at = fields.OFFSETS[name]
        st[at : at + widths[name]] = rng.integers(0, 2**63, widths[name]).astype(np.uint64)
    for hand in range(4):
        if hand != seat:
            st[fields.LEGAL + hand] = rng.integers(0, 2**12)
    if deal.decision in ("call", "chao") and deal.seat != seat:
        st[fields.SEAT] = rng.choice([hand for hand in range(4) if hand != seat])
    return other


@pytest.mark.parametrize("first_deal", [False, True])
@pytest.mark.parametrize("name", ["base", "classic", "huanle"])
def test_an_observation_depends_on_nothing_hidden(name: str, first_deal: bool) -> None:
    rules = load_rules(name)
    rng = np.random.default_rng(1)
    seen: Counter[str] = Counter()
    for index in range(4):
        for number, deal in enumerate(decisions(rules, index, first_deal)):
            if deal.in_play and not deal.over and number % 5:
                continue
            for seat in range(4):
                observation = deal.observe(seat)
                assert with_other_hidden_cards(deal, seat, rng).observe(seat) == observation
                seen[observation.decision] += 1
    assert {"call", "bury", "lead", "follow", "wait", "over"} <= set(seen)


def test_another_hand_gives_another_observation() -> None:
    """The test above would pass if observations were empty."""
    deal = next(deal for deal in decisions(load_rules("base"), 0) if deal.decision == "lead")
    others = {deal.observe(seat).hand for seat in range(4)}
    assert len(others) == 4
    assert sum(map(len, others)) == 100


def test_being_asked_to_call_or_chao_is_private() -> None:
    for deal in decisions(load_rules("base"), 1):
        for seat in range(4):
            observation = deal.observe(seat)
            if deal.decision in ("call", "chao") and seat != deal.seat:
                assert (observation.decision, observation.actor, observation.shows) == ("wait", None, ())
            elif deal.decision in ("call", "chao"):
                assert observation.shows == tuple(deal.legal_shows()) != ()
                assert observation.actor == seat
            else:
                assert observation.decision == deal.decision
                assert observation.shows == ()


def test_the_burier_and_nobody_else_knows_the_bottom() -> None:
    buriers = set()
    for index in range(12):
        for deal in decisions(load_rules("base"), index):
            burier = deal.number(fields.BURIED_BY)
            for seat in range(4):
                observation = deal.observe(seat)
                if seat == burier:
                    assert observation.buried == deal.bottom()
                    buriers.add(seat)
                else:
                    assert observation.buried is None
                assert observation.buried_by == (burier if burier >= 0 else None)
    assert buriers > {0}


def test_the_trump_and_the_dealer_are_known_once_they_are_settled() -> None:
    rules = load_rules("base")
    for deal in decisions(rules, 3, first_deal=True):
        observation = deal.observe(2)
        if deal.decision == "call":
            assert observation.dealer is None
            assert (observation.trump is None) == (observation.standing is None)
        else:
            assert observation.dealer == deal.number(fields.DEALER)
            assert observation.trump == deal.number(fields.TRUMP)
            assert observation.first_call is not None
            assert observation.first_call_dealt is not None
    assert Deal.start(rules, 5, 3).observe(0).dealer == 0


def test_exposed_cards_are_public_in_their_order() -> None:
    """B-16: nobody calls, the bottom is turned."""
    deal = Deal.start(load_rules("base"), 5, 0)
    while deal.decision == "call":
        deal.apply(Answer())
    bottom = tuple(deal.pack()[100:])
    assert all(deal.observe(seat).exposed == bottom for seat in range(4))
    assert all(deal.observe(seat).standing is None for seat in range(4))
    assert deal.observe(1).trump == deal.number(fields.TRUMP)


def test_chaos_come_in_the_order_they_were_made() -> None:
    rules = load_rules("base")
    for index in range(3000):
        shows: list[tuple[int, int]] = []
        deal = Deal.start(rules, 1, index)
        while not deal.in_play:
            chao, seat = deal.decision == "chao", deal.seat
            answer = deal.ask("random")
            deal.apply()
            if chao and answer.show:
                shows.append((seat, answer.show))
        assert deal.observe(0).chaos == tuple(shows)
        if len(shows) > 1:
            return
    pytest.fail("no deal with two chaos")


def test_voids_and_missing_pairs_are_true_and_public() -> None:
    known = 0
    for index in range(6):
        for deal in decisions(load_rules("base"), index):
            if not deal.in_play:
                continue
            observation = deal.observe(1)
            for seat in range(4):
                suits = [effective(deal, kind) for kind in deal.hand(seat)]
                assert observation.voids[seat].isdisjoint(suits)
                pairs = [kind for kind, copies in Counter(deal.hand(seat)).items() if copies > 1]
                assert observation.no_pairs[seat].isdisjoint(effective(deal, kind) for kind in pairs)
                known += len(observation.voids[seat]) + len(observation.no_pairs[seat])
    assert known > 100


def effective(deal: Deal, kind: int) -> int:
    """Effective suit from the rules' words: red fives, jokers, level cards and the trump suit are trumps."""
    level, trump = deal.number(fields.LEVEL), deal.number(fields.TRUMP)
    constant = kind >= 52 or kind % 13 + 2 == level or (deal.rules.red5_perm and kind == parse_cards("H5")[0])
    return NO_TRUMP if constant or suit_of(kind) == trump else suit_of(kind)


def test_the_table_holds_this_trick_and_the_played_cards_the_others() -> None:
    played: Counter[int] = Counter()
    table: Counter[int] = Counter()
    led: tuple[int, ...] = ()
    deal = Deal.start(load_rules("classic"), 5, 2)
    while not deal.over:
        observation, seat, playing = deal.observe(3), deal.seat, deal.in_play
        if playing:
            assert Counter(observation.table) == table
            assert Counter(observation.played) == played
            assert observation.led == led
        before = deal.hand(seat)
        deal.ask("greedy")
        deal.apply()
        if playing:
            gone = Counter(before) - Counter(deal.hand(seat))
            table += gone
            led = led or tuple(sorted(gone.elements()))
            if deal.decision != "follow":
                played, table, led = played + table, Counter(), ()
    assert len(deal.observe(0).played) == 100


def test_cards_taken_back_after_a_failed_throw_are_public() -> None:
    """B-37: everybody has seen what was attempted."""
    rules = replace(load_rules("base"), throw_check="all")
    for index in range(200):
        for deal in decisions(rules, index):
            if deal.number(fields.FAILED) + deal.number(fields.FAILED + 1) and deal.decision == "follow":
                leader = deal.number(fields.LEADER)
                backs = [deal.observe(seat).taken_back for seat in range(4)]
                assert len(set(backs)) == 1
                back = Counter(backs[0][leader])
                assert back
                assert back <= Counter(deal.hand(leader))
                assert sum(deal.observe(0).failed) == 1
                assert deal.observe(0).fines != 0
                return
    pytest.fail("no failed throw")
