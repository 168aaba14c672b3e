"""The state machine: cut anywhere, stored, continued; illegal answers refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from chaodipi.sim import state
from chaodipi.sim.cards import parse_cards
from chaodipi.sim.game import Answer, Deal, IllegalAnswer
from chaodipi.sim.layout import layout_of
from chaodipi.sim.planes import to_planes
from chaodipi.sim.rows import PASS, RED_FIVES
from chaodipi.sim.rules import Rules, load_rules
from chaodipi.tests import reference
from chaodipi.tests.differential import Course, play_both
from chaodipi.tests.test_policies import at_follow

THREE = replace(
    load_rules("classic"), name="three", decks=3, hand_size=39, bottom_size=6,
    level_table="std_3", kou_mult="pergroup",
)  # fmt: skip
LOOKING_BACK = replace(load_rules("base"), name="looking back", hui_tou_wang=True)
RULES = {name: load_rules(name) for name in ("base", "classic", "huanle")}
RULES |= {"three": THREE, "looking-back": LOOKING_BACK}


def finish(deal: Deal, policy: str) -> np.void:
    """The row when one policy plays all seats to the end."""
    deal.play_out((policy, policy))
    return deal.row()


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", sorted(RULES))
def test_a_deal_cut_at_every_decision_ends_in_the_same_row(name: str, policy: str) -> None:
    rules = RULES[name]
    for index in range(3):
        whole = Deal.start(rules, 13, index, first_deal=index == 1)
        expected = finish(whole.copy(), policy)
        decisions = 0
        while not whole.over:
            assert finish(Deal.loads(rules, whole.dumps()), policy) == expected
            whole.ask(policy)
            whole = Deal.loads(rules, whole.dumps())  # also between answer and apply
            whole.apply()
            decisions += 1
        assert decisions > 60
        assert whole.row() == expected


def test_other_bytes_are_no_deal() -> None:
    with pytest.raises(ValueError, match="no stored deal"):
        Deal.loads(RULES["base"], b"12345678")


def test_every_field_of_the_state_has_its_own_place_and_meaning() -> None:
    names = [field.name for field in state.FIELDS]
    assert len(set(names)) == len(names)
    assert all(field.words > 0 and field.meaning for field in state.FIELDS)
    assert sum(field.words for field in state.FIELDS) == state.SIZE
    assert {name: getattr(state, name) for name in names} == {name: state.OFFSETS[name] for name in names}


def test_a_lead_of_510k_passes_through_the_state_machine() -> None:
    rules = RULES["base"]
    hands = [parse_cards(text) for text in ("D5 DT DK CA", "D3 D9 CK C2", "D4 DJ CQ CJ", "DA DA C3 C4")]
    deal = at_follow(rules, 7, 3, hands, parse_cards("D5 DT DK"))
    assert deal.number(state.SETS) == 1
    for cards in ("D3 D9 C2", "D4 DJ CQ", "DA DA C3"):
        deal.apply(Answer(cards=tuple(parse_cards(cards))))
    assert (deal.decision, deal.seat) == ("lead", 0)  # nobody void of diamonds: the set stands (E-190, B-39)
    assert deal.number(state.ATTACKERS) == 0


def test_a_triple_of_three_decks_passes_through_the_state_machine() -> None:
    triples = 0
    for index in range(12):
        deal = Deal.start(THREE, 3, index, 2)
        while not deal.over:
            answer = deal.ask("random")
            if deal.decision == "lead" and len(answer.cards) == 3 and len(set(answer.cards)) == 1:
                triples += 1
            deal.apply(answer)
        assert 0 <= int(deal.row()["trick_points"]) <= 300
    assert triples


def test_a_triple_lead_is_answered_as_the_reference_answers_it() -> None:
    hands = [parse_cards(text) for text in ("D9*3 D3", "DT*3 DJ", "DQ*2 DK D4", "D5 D6 D7 C3")]
    layout = layout_of(THREE, 2, 3)
    for seat in (1, 2, 3):
        deal = at_follow(THREE, 2, 3, hands, hands[0][:3])
        deal.state[state.SEAT] = seat
        deal.state[state.HAND + 3 * seat : state.HAND + 3 * seat + 3] = to_planes(
            hands[seat], layout.bit_of_kind
        )
        legal = reference.legal_follows(THREE, 2, 3, hands[0][:3], hands[seat])
        reached = set()
        for key in range(300):
            deal.state[state.POLICY_KEY] = (key * 0x9E3779B97F4A7C15) % 2**64
            reached.add(deal.ask("random").cards)
        assert reached == legal


def test_look_back_passes_through_the_state_machine() -> None:
    shown = 0
    for index in range(400):
        deal = Deal.start(LOOKING_BACK, 5, index)
        while not deal.over and not deal.in_play:
            deal.ask("random")
            if deal.decision in ("call", "chao") and 12 in deal.legal_shows():
                seat, suit = deal.seat, deal.number(state.CALL_SHOW) - 1
                deal.apply(Answer(12))
                shown += 1
                assert (deal.number(state.STAND_SEAT), deal.number(state.TRUMP)) == (seat, suit)
            else:
                deal.apply()
        chaos_after = deal.number(state.CHAO_BY + 7)
        if chaos_after >= 0:
            assert deal.number(state.BURIED_BY) == chaos_after
    assert shown > 5


def illegal_answers(deal: Deal) -> list[Answer]:
    """Answers that the rules refuse at the pending decision."""
    hand = deal.hand(deal.seat)
    outside = next(kind for kind in range(54) if kind not in hand)
    if deal.decision in ("call", "chao"):
        legal = deal.legal_shows()
        wrong = [Answer(show) for show in range(1, 13) if show not in legal]
        return wrong[:4] + ([Answer(RED_FIVES, 7)] if RED_FIVES in legal else [])
    if deal.decision == "bury":
        return [Answer(cards=hand[:7]), Answer(cards=hand[:9]), Answer(cards=(outside,) * 8)]
    if deal.decision == "lead":
        return [Answer(cards=(outside,)), Answer(cards=()), Answer(PASS)]
    lead = deal.cards_at(state.LED)
    longer = [Answer(cards=hand[: len(lead) + 1])] if len(hand) > len(lead) else []
    return [Answer(cards=(outside,) * len(lead)), Answer(cards=()), *longer]


def test_illegal_answers_are_refused_and_change_nothing() -> None:
    refused = 0
    for index in range(4):
        deal = Deal.start(RULES["base"], 19, index)
        while not deal.over:
            before = deal.dumps()
            for answer in illegal_answers(deal):
                with pytest.raises(IllegalAnswer, match=r"\([A-Z]+-\d+\)"):
                    deal.apply(answer)
                assert deal.dumps() == before
                refused += 1
            deal.apply(deal.ask("random"))
    assert refused > 300
    with pytest.raises(IllegalAnswer, match="over"):
        deal.apply(Answer())


def test_a_follow_against_the_suit_is_refused_with_its_clause() -> None:
    rules: Rules = RULES["base"]
    hands = [parse_cards(text) for text in ("DA DA", "D3 D4 C5", "D6 D7 C8", "D8 D9 C9")]
    deal = at_follow(rules, 7, 3, hands, parse_cards("DA DA"))
    with pytest.raises(IllegalAnswer) as refusal:
        deal.apply(Answer(cards=tuple(parse_cards("D3 C5"))))
    assert refusal.value.clause == "Y-51"


@pytest.mark.parametrize("name", ["three", "looking-back"])
def test_the_reference_agrees_on_whole_deals(name: str) -> None:
    for index in range(8):
        play_both(RULES[name], 41, index, Course(first_deal=index % 2 == 1, share=0))
