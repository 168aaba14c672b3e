"""The register's worked examples on the deal: calling, chao, dealer, scores, match.

One test per example, named by its id (E-…) or by the switch that decides it
(X-…). Rulings run on every engine, crafted deals on every engine that plays
whole deals; both come from the fixtures ``rulings`` and ``table``.
"""

from __future__ import annotations

import csv
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from chaodipi.sim.cards import card_text, pack, points_of
from chaodipi.sim.rows import BIG_JOKERS, COLUMNS, LOOK_BACK, PAIR, RED_FIVES, SINGLE, SMALL_JOKERS
from chaodipi.sim.rules import load_rules
from chaodipi.tests import reference
from chaodipi.tests.register_tools import (
    NT,
    C,
    D,
    H,
    S,
    card_set,
    cards,
    cards_in_order,
    crafted_pack,
    lead_down,
    play_calls,
    play_chaos,
    play_out,
    rules_of,
)

BASE, CLASSIC, HUANLE = (load_rules(name) for name in ("base", "classic", "huanle"))
ALL = pytest.mark.parametrize("rules", [BASE, CLASSIC, HUANLE], ids=lambda rules: rules.name)
LOWEST_BOTTOM = "D2 D3 D4 D6 D8 D9 DJ DQ"


def seats(asked: list[tuple[int, list[int]]]) -> list[int]:
    """Seats in the order in which they were asked."""
    return [seat for seat, _ in asked]


# ---------------------------------------------------------------- cards and deal


@ALL
def test_E_001_deck_census(table: Any, rules: Any) -> None:
    whole = pack(2)
    assert len(whole) == 108
    assert sum(points_of(kind) for kind in whole) == rules.points == 200
    deal, _ = play_calls(table, rules, {1: "S7"}, [(1, SINGLE + S)])
    assert [sum(Counter(hand).values()) for hand in deal.hands] == [33, 25, 25, 25]
    deal, _ = play_calls(table, rules, {1: "S7"}, [(1, SINGLE + S)])
    assert deal.decision.kind == "bury"
    assert deal.decision.seat == 0
    play_chaos(deal, rules)
    assert [sum(Counter(hand).values()) for hand in deal.hands] == [25] * 4
    assert len(deal.bottom) == 8


def test_E_004_point_cards() -> None:
    values = {card_text(kind)[1:]: points_of(kind) for kind in range(52)}
    assert values == dict.fromkeys("2346789JQA", 0) | {"5": 5, "T": 10, "K": 10}
    assert [points_of(kind) for kind in cards("LJ BJ")] == [0, 0]


# ---------------------------------------------------------------- the ladder

RUNGS = {
    PAIR + D: "D7 D7",
    PAIR + C: "C7 C7",
    PAIR + H: "H7 H7",
    PAIR + S: "S7 S7",
    SMALL_JOKERS: "LJ LJ",
    BIG_JOKERS: "BJ BJ",
    RED_FIVES: "H5 H5",
}


def show(seat: int, code: int, trump: int = NT) -> tuple[int, ...]:
    return (seat, code, trump) if code == RED_FIVES else (seat, code)


@pytest.mark.parametrize("order", ["DCHS", "CDSH", "CDHS"])
def test_E_020_X_17_ladder(table: Any, order: str) -> None:
    """Each rung goes over the one below it, never the other way round."""
    rules = rules_of("base", bid_suit_order=order)
    ladder = [PAIR + "DCHS".index(suit) for suit in order] + [SMALL_JOKERS, BIG_JOKERS, RED_FIVES]
    for low, high in pairwise(ladder):
        hands = {1: RUNGS[low], 2: RUNGS[high]}
        deal, _ = play_calls(table, rules, hands, [show(1, low), show(2, high)])
        assert deal.trump == (high - PAIR if high < SMALL_JOKERS else NT)
        _, asked = play_calls(table, rules, hands, [show(2, high)])
        shown = asked.index(next((seat, shows) for seat, shows in asked if high in shows))
        assert not any(low in shows for _, shows in asked[shown + 1 :])


def test_E_023_pair_over_single(table: Any) -> None:
    hands = {1: "S7", 2: "D7 D7"}
    deal, _ = play_calls(table, HUANLE, hands, [(1, SINGLE + S), (2, PAIR + D)])
    assert deal.trump == D


@pytest.mark.parametrize("code", [SMALL_JOKERS, BIG_JOKERS])
def test_E_025_joker_pairs_make_no_trump(table: Any, code: int) -> None:
    deal, _ = play_calls(table, BASE, {1: RUNGS[code]}, [(1, code)])
    assert deal.trump == NT


@pytest.mark.parametrize("trump", [D, C, H, S, NT])
def test_E_026_the_red_five_pair_chooses(table: Any, trump: int) -> None:
    deal, _ = play_calls(table, BASE, {1: "H5 H5"}, [(1, RED_FIVES, trump)])
    assert deal.trump == trump


@pytest.mark.parametrize(
    ("value", "allowed"),
    [("choose", {D, C, H, S, NT}), ("nt", {NT}), ("choose_suit_only", {D, C, H, S})],
)
def test_X_25_what_the_red_five_pair_may_name(table: Any, value: str, allowed: set[int]) -> None:
    rules = rules_of("base", red5_pair_trump=value)
    for trump in (D, C, H, S, NT):
        if trump in allowed:
            deal, _ = play_calls(table, rules, {1: "H5 H5"}, [(1, RED_FIVES, trump)])
            assert deal.trump == trump
        else:
            with pytest.raises(ValueError, match="X-25"):
                play_calls(table, rules, {1: "H5 H5"}, [(1, RED_FIVES, trump)])


@ALL
def test_E_027_X_18_a_single_never_overcalls(table: Any, rules: Any) -> None:
    _, asked = play_calls(table, rules, {1: "D7", 2: "S7", 3: "H7"}, [(1, SINGLE + D)])
    first = seats(asked).index(1)
    assert not any(SINGLE <= code < PAIR for _, shows in asked[first + 1 :] for code in shows)
    packs = [crafted_pack(rules, 7, 0, {1: "D7", 2: "S7"})]
    deal = table(rules, level=7, first_deal=False, first_drawer=0, packs=packs)
    while deal.decision.seat != 1:
        deal.apply(("pass",))
    deal.apply(("show", SINGLE + D, None))
    if deal.decision.kind == "call":
        with pytest.raises(ValueError, match="X-18"):
            deal.apply(("show", SINGLE + S, None))


@pytest.mark.parametrize("value", ["level_only", "all"])
def test_E_028_X_19_rungs_of_the_first_deal(table: Any, value: str) -> None:
    rules = rules_of("base", first_deal_rungs=value)
    hands = {1: "D2", 2: "BJ BJ H5 H5", 3: "S2 S2"}
    deal, asked = play_calls(table, rules, hands, [(1, SINGLE + D), (3, PAIR + S)], level=2, first_deal=True)
    offered = {code for _, shows in asked for code in shows}
    assert (BIG_JOKERS in offered, RED_FIVES in offered) == ((value == "all",) * 2)
    assert (deal.trump, deal.dealer) == (S, 3)


def test_E_029_look_back_in_the_calling(table: Any) -> None:
    rules = rules_of("base", hui_tou_wang=True)
    hands = {1: "D7 D7", 2: "S7 S7", 3: "H5 H5 BJ BJ"}
    script = [(1, SINGLE + D), (2, PAIR + S), (1, LOOK_BACK)]
    deal, asked = play_calls(table, rules, hands, script)
    assert deal.trump == D
    assert seats(asked)[-1] == 1  # it ends the bidding at once
    assert play_chaos(deal, rules) == []
    row = play_out(deal, rules).row()
    assert (row["overcalls"], row["trump_seat"], row["trump_show"]) == (2, 1, LOOK_BACK)


@pytest.mark.parametrize("stage", ["both", "overcall_only"])
def test_X_21_Y_42_Y_122_look_back_in_the_chao(table: Any, stage: str) -> None:
    rules = rules_of("base", hui_tou_wang=True, htw_stage=stage)
    hands = {1: "D7 D7", 2: "S7 S7", 3: "BJ BJ"}
    deal, _ = play_calls(table, rules, hands, [(1, SINGLE + D)])
    script = [(2, PAIR + S), *([(1, LOOK_BACK)] if stage == "both" else [])]
    asked = play_chaos(deal, rules, script=script)
    assert seats(asked) == ([2, 1] if stage == "both" else [2, 3])
    row = play_out(deal, rules).row()
    assert (row["chaos"], row["chao_s"]) == (2 if stage == "both" else 1, 2)
    assert (row["chao_lb"], row["trump"]) == ((1, D) if stage == "both" else (-1, S))


def test_Y_38_reinforcing_gives_up_look_back(table: Any) -> None:
    rules = rules_of("base", hui_tou_wang=True)
    hands = {1: "D7 D7", 2: "S7 S7"}
    deal, asked = play_calls(table, rules, hands, [(1, SINGLE + D), (1, PAIR + D), (2, PAIR + S)])
    assert not any(LOOK_BACK in shows for _, shows in asked)
    row = play_out_after(deal, rules)
    assert (row["reinforced"], row["overcalls"], row["trump"]) == (1, 1, S)


@pytest.mark.parametrize("value", [True, False])
def test_X_20_reinforcing(table: Any, value: bool) -> None:
    rules = rules_of("base", self_reinforce=value)
    _, asked = play_calls(table, rules, {1: "D7 D7"}, [(1, SINGLE + D)])
    again = [shows for seat, shows in asked[seats(asked).index(1) + 1 :] if seat == 1]
    assert all(shows == [PAIR + D] for shows in again)
    assert bool(again) is value


@ALL
def test_Y_35_one_pass_after_each_card(table: Any, rules: Any) -> None:
    """The receiver is asked first, then the others in order; an action starts a new pass."""
    packs = [crafted_pack(rules, 7, 2, {2: "S7", 3: "D7 D7", 1: "C7 C7"})]
    deal = table(rules, level=7, first_deal=False, first_drawer=2, packs=packs)
    assert (deal.decision.kind, deal.decision.seat, deal.decision.dealt) == ("call", 2, 1)
    deal.apply(("show", SINGLE + S, None))
    seen = []
    while deal.decision.kind == "call":
        seen.append((deal.decision.seat, deal.decision.dealt))
        if deal.decision.seat == 3:
            deal.apply(("show", PAIR + D, None))
        else:
            deal.apply(("pass",))
    assert seen[:2] == [(3, 6), (1, 8)]
    assert seen[-1] == (1, 100)  # the closing window


@pytest.mark.parametrize("value", ["deal_and_window", "window_only"])
def test_X_07_when_calls_are_made(table: Any, value: str) -> None:
    rules = rules_of("base", call_timing=value)
    deal, _ = play_calls(table, rules, {1: "S7"}, [(1, SINGLE + S)])
    row = play_out_after(deal, rules)
    assert row["call_cards"] == (2 if value == "deal_and_window" else 100)


def test_Y_44_level_5(table: Any) -> None:
    """A single ♥5 may call hearts; its pair is the red-5 rung (X-15)."""
    hands = {1: "H5 H5", 2: "S5 S5"}
    script = [(1, SINGLE + H), (2, PAIR + S), (1, RED_FIVES, C)]
    deal, asked = play_calls(table, BASE, hands, script, level=5)
    assert deal.trump == C
    assert not any(PAIR + H in shows for _, shows in asked)
    deal, _ = play_calls(table, BASE, hands, [(1, SINGLE + H), (1, RED_FIVES, D)], level=5)
    assert deal.trump == D
    assert play_out_after(deal, BASE, level=5)["reinforced"] == 1


def play_out_after(deal: Any, rules: Any, level: int = 7) -> Any:
    """Result row of a deal with no chao."""
    play_chaos(deal, rules, level)
    return play_out(deal, rules, level).row()


# ---------------------------------------------------------------- nobody calls


@pytest.mark.parametrize("preset", ["base", "classic"])
def test_E_030_first_deal_without_a_call(table: Any, preset: str) -> None:
    rules = load_rules(preset)
    packs = [crafted_pack(rules, 2, drawer, {1: "S2"}) for drawer in (0, 3)]
    deal = table(rules, level=2, first_deal=True, first_drawer=0, packs=packs, redeal_drawers=[0, 3])
    dealt = 0
    while deal.decision.dealt >= dealt:  # until the second pack is dealt
        dealt = deal.decision.dealt
        deal.apply(("pass",))
    assert dealt == 100
    while deal.decision.seat != 1:
        deal.apply(("pass",))
    deal.apply(("show", SINGLE + S, None))
    while deal.decision.kind == "call":
        deal.apply(("pass",))
    row = play_out_after(deal, rules, level=2)
    assert (row["redeals"], row["dealer"], row["first_deal"]) == (1, 1, 1)


@pytest.mark.parametrize(("value", "trump"), [("redeal", S), ("nt", NT), ("expose", H)])
def test_X_31_first_deal_without_a_call(table: Any, value: str, trump: int) -> None:
    rules = rules_of("base", no_call_first=value)
    packs = [crafted_pack(rules, 2, 1, {1: "S2"}, "C9 H2 D3") for _ in range(2)]
    deal = table(rules, level=2, first_deal=True, first_drawer=1, packs=packs)
    passes = 0
    while deal.decision.kind == "call":
        if passes and deal.decision.dealt == 1:  # the second pack
            deal.apply(("show", SINGLE + S, None))
        else:
            deal.apply(("pass",))
        passes += 1
    assert (deal.trump, deal.dealer) == (trump, 1)


def test_E_031_first_level_card_of_the_bottom(table: Any, rulings: Any) -> None:
    bottom = "C9 H7 S7 D2"
    assert rulings.exposed_trump(BASE, 7, cards_in_order(bottom)) == H
    hands = {1: "D7 D7", 2: "BJ BJ"}
    deal, _ = play_calls(table, BASE, hands, bottom=bottom)
    assert deal.trump == H
    assert play_chaos(deal, BASE) == []
    row = play_out(deal, BASE).row()
    assert (row["exposed"], row["trump_seat"], row["trump_show"], row["call_seat"]) == (1, -1, 0, -1)


def test_E_032_joker_first(rulings: Any) -> None:
    assert rulings.exposed_trump(BASE, 7, cards_in_order("C9 LJ H7 D2")) == NT


def test_E_034_highest_card(rulings: Any) -> None:
    assert rulings.exposed_trump(BASE, 7, cards_in_order("D9 SK CA H5 HA D2 D3 D4")) == C


def test_X_33_first_exposed_of_equal_cards(rulings: Any) -> None:
    assert rulings.exposed_trump(BASE, 7, cards_in_order("D9 HK SK D2")) == H
    assert rulings.exposed_trump(BASE, 7, cards_in_order("D4 S6 H5 D2")) == S  # ♥5 is a plain 5


def test_Y_43_red_five_at_level_5(rulings: Any) -> None:
    assert rulings.exposed_trump(BASE, 5, cards_in_order("D9 SA H5 D5")) == H


@pytest.mark.parametrize(
    ("value", "results"),
    [
        ("first_level_or_joker", {"C9 H7 LJ D2": H, "C9 LJ H7 D2": NT, "D4 SA C2": S, "BJ D7": NT}),
        ("any_joker_nt", {"C9 H7 LJ D2": NT, "C9 LJ H7 D2": NT, "D4 SA C2": S, "D7 BJ": NT}),
        ("first_card", {"C9 H7 LJ D2": C, "C9 LJ H7 D2": C, "D4 SA C2": D, "BJ D7": NT}),
    ],
)
def test_E_033_X_32_exposure(rulings: Any, value: str, results: dict[str, int]) -> None:
    rules = rules_of("base", expose_rule=value)
    for bottom, trump in results.items():
        assert rulings.exposed_trump(rules, 7, cards_in_order(bottom)) == trump


def test_E_035_E_199_nobody_shows_in_huanle(table: Any) -> None:
    for first in (True, False):
        deal, _ = play_calls(table, HUANLE, {1: "D7 D7", 2: "BJ BJ"}, first_deal=first)
        assert deal.trump == NT
        assert deal.dealer == 0
        assert play_chaos(deal, HUANLE) == []


# ---------------------------------------------------------------- chao


def test_E_036_the_standing_caller_is_skipped(table: Any) -> None:
    hands = {1: "H7 LJ LJ", 2: "S7 S7", 3: "BJ BJ"}
    deal, _ = play_calls(table, CLASSIC, hands, [(1, SINGLE + H)])
    assert seats(play_chaos(deal, CLASSIC)) == [2, 3]


@pytest.mark.parametrize("value", [True, False])
def test_E_037_X_23_the_dealer_does_not_open(table: Any, value: bool) -> None:
    rules = rules_of("classic", dealer_may_open_chao=value)
    hands = {0: "BJ BJ", 1: "H7", 2: "S7 S7", 3: "LJ LJ"}
    deal, _ = play_calls(table, rules, hands, [(1, SINGLE + H)])
    assert seats(play_chaos(deal, rules)) == ([0, 2, 3] if value else [2, 3])
    deal, _ = play_calls(table, rules, hands | {0: "H7 BJ BJ"}, [(0, SINGLE + H)])
    assert seats(play_chaos(deal, rules)) == [2, 3]  # the dealer is the standing caller


@pytest.mark.parametrize(
    ("value", "order"),
    [
        ("dealer_then_from_dealer", [0, 1, 3]),
        ("dealer_then_from_chaoer", [0, 3, 1]),
        ("from_chaoer", [3, 0, 1]),
    ],
)
def test_E_038_X_24_order_after_a_chao(table: Any, value: str, order: list[int]) -> None:
    rules = rules_of("classic", chao_resume=value)
    hands = {0: "LJ LJ", 1: "S7 S7", 2: "C7 C7", 3: "BJ BJ D7"}
    deal, _ = play_calls(table, rules, hands, [(3, SINGLE + D)])
    asked = play_chaos(deal, rules, script=[(2, PAIR + C)])
    assert seats(asked) == [1, 2, *order]
    assert deal.trump == C


def test_X_24_a_chao_starts_the_pass_anew(table: Any) -> None:
    hands = {0: "LJ LJ", 1: "S7 S7", 2: "C7 C7", 3: "BJ BJ D7"}
    deal, _ = play_calls(table, CLASSIC, hands, [(3, SINGLE + D)])
    asked = play_chaos(deal, CLASSIC, script=[(2, PAIR + C), (0, SMALL_JOKERS), (3, BIG_JOKERS)])
    assert asked[:2] == [(1, [PAIR + S]), (2, [PAIR + C])]
    assert seats(asked) == [1, 2, 0, 3]
    row = play_out(deal, CLASSIC).row()
    assert (row["chao_c"], row["chao_sj"], row["chao_bj"]) == (2, 0, 3)
    assert (row["chaos"], row["trump_seat"], row["buried_by"], row["dealer"]) == (3, 3, 3, 0)


def test_E_039_the_dealer_chaos_back(table: Any) -> None:
    hands = {0: "H7 LJ LJ", 1: "S7 S7"}
    deal, _ = play_calls(table, CLASSIC, hands, [(0, SINGLE + H)])
    asked = play_chaos(deal, CLASSIC, script=[(1, PAIR + S), (0, SMALL_JOKERS)])
    assert seats(asked) == [1, 0]
    assert deal.trump == NT
    row = play_out(deal, CLASSIC).row()
    assert (row["chao_s"], row["chao_sj"], row["buried_by"]) == (1, 0, 0)


def test_E_040_the_dealer_stays_and_leads(table: Any) -> None:
    deal, _ = play_calls(table, BASE, {0: "H7", 1: "S7 S7"}, [(0, SINGLE + H)])
    play_chaos(deal, BASE, script=[(1, PAIR + S)])
    assert (deal.dealer, deal.trump) == (0, S)
    assert (deal.decision.kind, deal.decision.seat) == ("lead", 0)


@pytest.mark.parametrize(
    ("value", "dealer_back", "other_back"),
    [("until_overtaken", True, True), ("never", False, False), ("dealer_only", True, False)],
)
def test_X_22_callers_and_the_chao(table: Any, value: str, dealer_back: bool, other_back: bool) -> None:
    rules = rules_of("classic", caller_chao=value)
    deal, _ = play_calls(table, rules, {0: "H7 LJ LJ", 1: "S7 S7"}, [(0, SINGLE + H)])
    asked = play_chaos(deal, rules, script=[(1, PAIR + S)])
    assert seats(asked) == ([1, 0] if dealer_back else [1])
    hands = {1: "S7 S7", 3: "H7 LJ LJ"}
    deal, _ = play_calls(table, rules, hands, [(3, SINGLE + H)])
    asked = play_chaos(deal, rules, script=[(1, PAIR + S)])
    assert seats(asked) == ([1, 3] if other_back else [1])
    # an overtaken caller may open the chao, or not
    hands = {2: "H7 LJ LJ", 3: "S7 S7"}
    deal, _ = play_calls(table, rules, hands, [(2, SINGLE + H), (3, PAIR + S)])
    assert seats(play_chaos(deal, rules)) == ([2] if other_back else [])


@pytest.mark.parametrize("value", [True, False])
def test_X_34_chao_after_exposure(table: Any, value: bool) -> None:
    rules = rules_of("base", chao_after_expose=value)
    hands = {0: "H5 H5", 1: "D7 D7", 2: "BJ BJ"}
    deal, _ = play_calls(table, rules, hands, bottom="C9 C2 CA")
    assert deal.trump == C
    asked = play_chaos(deal, rules, script=[(1, PAIR + D)] if value else [])
    assert asked == ([(1, [PAIR + D]), (0, [RED_FIVES]), (2, [BIG_JOKERS])] if value else [])
    assert deal.trump == (D if value else C)


@pytest.mark.parametrize("value", [True, False])
def test_H_51_without_chao(table: Any, value: bool) -> None:
    rules = rules_of("classic", chao=value)
    deal, _ = play_calls(table, rules, {0: "H7", 1: "S7 S7"}, [(0, SINGLE + H)])
    assert seats(play_chaos(deal, rules)) == ([1] if value else [])


def test_X_29_no_first_deal_restriction_on_chao(table: Any) -> None:
    hands = {0: "H2", 1: "BJ BJ", 2: "H5 H5"}
    deal, _ = play_calls(table, BASE, hands, [(0, SINGLE + H)], level=2, first_deal=True)
    asked = play_chaos(deal, BASE, level=2, script=[(1, BIG_JOKERS), (2, RED_FIVES, H)])
    assert seats(asked) == [1, 2]
    assert deal.trump == H


def test_Y_42_cards_from_the_bottom_count(table: Any) -> None:
    """The dealer buries a level card that pairs up in the chao-er's hand."""
    hands = {0: "H7", 1: "C7 C7 S7", 3: "D7 D7"}
    deal, _ = play_calls(table, CLASSIC, hands, [(0, SINGLE + H)], bottom="S7 D2 D3 D4 D6 D8 D9 DJ")
    buried = cards("S7 D2 D3 D4 D6 D8 D9 DJ")
    deal.apply(("cards", buried))
    assert (deal.decision.seat, deal.legal_shows()) == (1, [PAIR + C])
    deal.apply(("show", PAIR + C, None))
    assert Counter(deal.hands[1])[cards("S7")[0]] == 2
    deal.apply(("cards", cards("D2 D3 D4 D6 D8 D9 DJ") + cards("C7")))
    assert deal.decision.kind == "lead"  # seat 3's ♦♦ is below ♣♣, seat 1 has just shown


# ---------------------------------------------------------------- who deals


@pytest.mark.parametrize(("value", "dealer"), [("first_call", 3), ("winning_call", 1)])
def test_E_041_X_36_first_dealer(table: Any, value: str, dealer: int) -> None:
    rules = rules_of("huanle", first_dealer=value)
    hands = {3: "H2", 1: "S2 S2"}
    script = [(3, SINGLE + H), (1, PAIR + S)]
    deal, _ = play_calls(table, rules, hands, script, level=2, first_deal=True)
    assert (deal.dealer, deal.trump) == (dealer, S)
    row = play_out_after(deal, rules, level=2)
    assert (row["call_seat"], row["overcalls"], row["stake"]) == (3, 1, 1)


def test_X_37_an_overcall_moves_no_later_dealer(table: Any) -> None:
    deal, _ = play_calls(table, BASE, {1: "H7", 2: "S7 S7"}, [(1, SINGLE + H), (2, PAIR + S)])
    assert (deal.dealer, deal.trump) == (0, S)


def test_E_042_next_dealer(rulings: Any) -> None:
    assert rulings.match_step(HUANLE, (2, 2), 0, 30).next_dealer == 2
    assert rulings.match_step(HUANLE, (2, 2), 0, 80).next_dealer == 1
    assert rulings.match_step(HUANLE, (2, 2), 3, 130).next_dealer == 0


@pytest.mark.parametrize(("value", "seat"), [("partner_or_next", 3), ("same_or_next", 1)])
def test_X_38_next_dealer(rulings: Any, value: str, seat: int) -> None:
    rules = rules_of("base", next_dealer=value)
    assert rulings.match_step(rules, (2, 2), 1, 40).next_dealer == seat
    assert rulings.match_step(rules, (2, 2), 1, 80).next_dealer == 2


@pytest.mark.parametrize("value", [True, False])
def test_X_85_Y_12_draw_at_the_threshold(rulings: Any, value: bool) -> None:
    rules = rules_of("classic", draw_at_threshold=value)
    result = rulings.deal_result(rules, 80)
    assert (result.levels, bool(result.change)) == (0, not value)
    step = rulings.match_step(rules, (4, 6), 1, 80)
    assert (tuple(step.levels), step.next_dealer) == ((4, 6), 1 if value else 2)
    assert rulings.deal_result(rules, 85).change
    assert rulings.match_step(rules, (4, 6), 1, 85).next_dealer == 2


# ---------------------------------------------------------------- whole deals

STRONG = "H5*2 BJ*2 LJ*2 S7*2 D7*2 C7*2 H7*2 SA*2 SQ*2 SJ*2 S9*2 S5 ST SK"
"""At level 7 with ♠ trump: all trumps, wins every trick led from the top down."""


def strong_deal(table: Any, rules: Any, seat: int, last: str) -> Any:
    """Row of a deal in which ``seat`` (0 deals) wins all tricks and ends with ``last``."""
    strong = STRONG if rules.red5_perm else STRONG.replace("H5", "S8")
    deal, _ = play_calls(table, rules, {seat: strong}, [(seat, SINGLE + S)], bottom=LOWEST_BOTTOM)
    play_chaos(deal, rules)
    ruffed = 0 if seat == 0 else 1  # an attacker ruffs the dealer's first lead with its highest
    leads = lead_down(rules, 7, S, strong, last, first=ruffed)
    return play_out(deal, rules, leads={seat: leads}).row()


def test_E_150_the_dealer_side_keeps_the_bottom(table: Any) -> None:
    rules = rules_of("base", k510=False)
    bottom = "DK DT D5 D2 D3 D4 D6 D8"
    deal, _ = play_calls(table, rules, {0: STRONG}, [(0, SINGLE + S)], bottom=bottom)
    deal.apply(("cards", cards(bottom)))
    assert play_chaos(deal, rules) == []
    row = play_out(deal, rules, leads={0: lead_down(rules, 7, S, STRONG, "SK")}).row()
    assert (row["buried_points"], row["dug"], row["score"], row["levels"]) == (25, 0, 0, 9)


@pytest.mark.parametrize(("last", "factor"), [("S5", 2), ("S9*2", 4), ("SQ*2 SJ*2", 8)])
def test_E_151_the_bottom_is_multiplied(table: Any, rulings: Any, last: str, factor: int) -> None:
    assert 60 + 25 * rulings.multiplier(BASE, 7, S, cards(last)) == {2: 110, 4: 160, 8: 260}[factor]
    rules = rules_of("base", k510=False)
    bottom = "DK DT D5 D2 D3 D4 D6 D8"
    deal, _ = play_calls(table, rules, {1: STRONG}, [(1, SINGLE + S)], bottom=bottom)
    deal.apply(("cards", cards(bottom)))
    assert play_chaos(deal, rules) == []
    row = play_out(deal, rules, leads={1: lead_down(rules, 7, S, STRONG, last, first=1)}).row()
    assert (row["buried_points"], row["dug"], row["multiplier"]) == (25, 1, factor)
    assert row["trick_points"] == 175
    assert row["score"] == 175 + 25 * factor


@pytest.mark.parametrize(
    ("stdr", "defend", "seat", "last", "expected"),
    [
        ("off", True, 1, "S5 ST SK", 0),
        ("exact", True, 1, "S5 ST SK", 2),
        ("exact", True, 0, "S5 ST SK", 1),
        ("exact", False, 1, "S5 ST SK", 2),
        ("exact", False, 0, "S5 ST SK", 0),
        ("exact", True, 1, "SA S5 ST SK", 0),
        ("contains", True, 1, "S5 ST SK", 2),
        ("contains", True, 1, "SA S5 ST SK", 2),
        ("contains", True, 0, "SA S5 ST SK", 1),
        ("contains", False, 0, "SA S5 ST SK", 0),
        ("contains", True, 1, "SA*2 S5", 0),
    ],
)
def test_X_77_Y_26_heaven_and_earth(
    table: Any, stdr: str, defend: bool, seat: int, last: str, expected: int
) -> None:
    rules = rules_of("base", stdr=stdr, stdr_defend=defend)
    row = strong_deal(table, rules, seat, last)
    assert row["stdr"] == expected
    assert row["k510"] == (1 if last == "S5 ST SK" else 0)
    assert row["dug"] == seat


def fined(table: Any, rules: Any, seat: int, holder: int) -> Any:
    """Row of a deal in which ``seat`` throws ♦AK while ``holder`` has the other ♦A."""
    hands = {0: "S7 C2", 1: "CA", 2: "C3", 3: "C4"}
    hands[seat] += " DA DK"
    hands[holder] += " DA"
    deal, _ = play_calls(table, rules, hands, [(0, SINGLE + S)], bottom="D2 D3 D4 D6")
    play_chaos(deal, rules)
    leads = {0: ["D:AK"]} if seat == 0 else {0: ["C2"], 1: ["D:AK"]}
    return play_out(deal, rules, leads=leads).row()


@pytest.mark.parametrize("preset", ["base", "classic"])
def test_E_106_fine_of_the_dealer_side(table: Any, preset: str) -> None:
    row = fined(table, load_rules(preset), 0, 1)
    assert (row["fines"], row["throws"], row["failed_dealer"], row["failed_attackers"]) == (10, 1, 1, 0)


@pytest.mark.parametrize("preset", ["base", "classic"])
def test_E_107_fine_of_the_attackers(table: Any, preset: str) -> None:
    row = fined(table, load_rules(preset), 1, 3)
    assert (row["fines"], row["throws"], row["failed_dealer"], row["failed_attackers"]) == (-10, 1, 0, 1)


def test_E_109_a_failed_throw_costs_nothing_in_huanle(table: Any) -> None:
    row = fined(table, HUANLE, 0, 1)
    assert (row["fines"], row["failed_dealer"]) == (0, 1)


@ALL
def test_rows_add_up(table: Any, rules: Any) -> None:
    for seat in (0, 1):
        row = strong_deal(table, rules, seat, "SK")
        assert set(row) == {column.name for column in COLUMNS}
        dug = row["dug"] * row["buried_points"] * row["multiplier"]
        assert row["score"] == row["trick_points"] + row["fines"] + dug
        result = reference.deal_result(rules, row["score"])
        assert (row["levels"], row["change"]) == (result.levels, result.change)
        assert (row["payoff_dealer"], row["payoff_attackers"]) == (
            result.payoff_dealer,
            result.payoff_attackers,
        )
        assert (row["tricks"], row["trumps"]) == (25, 25 if seat == 0 else row["trumps"])


# ---------------------------------------------------------------- score tables

TABLES = {
    "red5_9": BASE,
    "std_1": rules_of("huanle", level_table="std_1"),
    "std_2": HUANLE,
    "std_3": rules_of("huanle", level_table="std_3"),
    "bmh": CLASSIC,
}
SIGN = {"D": 1, "change": 0, "A": -1}


def printed_rows() -> list[dict[str, str]]:
    with (Path(__file__).parent / "score_tables.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", printed_rows(), ids=lambda row: f"{row['table']}-{row['s_low']}")
def test_score_table_row(rulings: Any, row: dict[str, str]) -> None:
    """Every printed row of T1, T2 and T3 (register §3.9), at each score it covers."""
    rules = TABLES[row["table"]]
    for score in range(int(row["s_low"]), int(row["s_high"]) + 1, 5):
        result = rulings.deal_result(rules, score)
        assert result.levels == SIGN[row["who"]] * int(row["levels"])
        assert bool(result.change) is (row["who"] != "D")
        if row["dealer_pts"]:
            assert result.payoff_dealer == int(row["dealer_pts"])
            assert result.payoff_attackers == int(row["attacker_pts"])


@pytest.mark.parametrize(
    ("name", "score", "levels"),
    [
        ("red5_9", -15, 11),
        ("red5_9", -20, 11),
        ("red5_9", 170, -9),
        ("red5_9", 175, -9),
        ("std_2", 400, -8),
        ("std_2", 600, -13),
        ("std_3", 600, -8),
        ("std_1", 200, -8),
    ],
)
def test_score_tables_continued(rulings: Any, name: str, score: int, levels: int) -> None:
    assert rulings.deal_result(TABLES[name], score).levels == levels


def test_T1_continued_payoff(rulings: Any) -> None:
    result = rulings.deal_result(BASE, 170)
    assert (result.payoff_dealer, result.payoff_attackers) == (-10, 10)


def test_E_160_levels_in_words(rulings: Any) -> None:
    expected = {0: 3, 5: 2, 35: 2, 40: 1, 75: 1, 80: 0, 115: 0, 120: -1, 155: -1, 160: -2, 195: -2}
    expected |= {200: -3, 240: -4, 280: -5, 320: -6}
    assert {s: rulings.deal_result(HUANLE, s).levels for s in expected} == expected


@pytest.mark.parametrize("score", [600, 640, 1000])
def test_E_163_cap_of_the_payoff(rulings: Any, score: int) -> None:
    result = rulings.deal_result(CLASSIC, score)
    assert (result.payoff_dealer, result.payoff_attackers) == (-26, 39)
    below = rulings.deal_result(CLASSIC, 595)
    assert (below.payoff_dealer, below.payoff_attackers) == (-24, 36)


@pytest.mark.parametrize("score", [0, -5, -50])
def test_Y_14_Y_48_no_points(rulings: Any, score: int) -> None:
    result = rulings.deal_result(CLASSIC, score)
    assert (result.levels, result.payoff_dealer, result.payoff_attackers) == (3, 9, -6)


@pytest.mark.parametrize(("value", "levels"), [("extrapolate", 10), ("clamp", 9)])
def test_X_67_negative_scores(rulings: Any, value: str, levels: int) -> None:
    assert rulings.deal_result(rules_of("base", neg_score=value), -10).levels == levels
    assert rulings.deal_result(rules_of("base", neg_score=value), 0).levels == 9


@pytest.mark.parametrize(("value", "payoffs"), [("0", [(0, 0), (-2, 3)]), ("1_unit", [(-2, 3), (-4, 6)])])
def test_E_197_X_68_payoff_of_a_change(rulings: Any, value: str, payoffs: list[tuple[int, int]]) -> None:
    rules = rules_of("classic", bmh_change=value)
    results = [rulings.deal_result(rules, score) for score in (80, 120)]
    assert [(r.payoff_dealer, r.payoff_attackers) for r in results] == payoffs
    top = rulings.deal_result(rules, 600 if value == "0" else 560)
    assert (top.payoff_dealer, top.payoff_attackers) == (-26, 39)
    assert rulings.deal_result(rules, 40).payoff_dealer == 3


# ---------------------------------------------------------------- match


def test_E_185_every_gain_stops_at_the_ace(rulings: Any) -> None:
    step = rulings.match_step(BASE, (12, 5), 0, 0)
    assert (tuple(step.levels), step.next_dealer, step.won_by) == ((14, 5), 2, None)


def test_E_186_the_dealer_side_passes_the_ace(rulings: Any) -> None:
    step = rulings.match_step(BASE, (5, 14), 1, 75)
    assert step.won_by == 1
    assert rulings.match_step(BASE, (5, 14), 1, 80).won_by is None
    assert rulings.match_step(BASE, (13, 14), 0, 75).won_by is None


def test_Y_61_attackers_do_not_leave_the_ace(rulings: Any) -> None:
    step = rulings.match_step(BASE, (5, 14), 0, 120)
    assert (tuple(step.levels), step.next_dealer, step.won_by) == ((5, 14), 1, None)


@pytest.mark.parametrize(
    ("levels", "dealer", "score", "after"),
    [
        ((10, 2), 0, 40, (11, 2)),  # stops on J
        ((11, 2), 0, 40, (14, 2)),  # leaves J as dealer side, stops on A
        ((2, 11), 0, 100, (2, 11)),  # attackers stay on J
        ((2, 9), 0, 120, (2, 11)),  # attackers stop on J
    ],
)
def test_X_73_Y_61_must_play(
    rulings: Any, levels: tuple[int, int], dealer: int, score: int, after: tuple[int, int]
) -> None:
    rules = rules_of("base", must_play=("J", "A"))
    assert tuple(rulings.match_step(rules, levels, dealer, score).levels) == after


def test_Y_24_the_ace_stops_without_must_play(rulings: Any) -> None:
    rules = rules_of("base", must_play=())
    assert tuple(rulings.match_step(rules, (12, 2), 0, 0).levels) == (14, 2)


def test_Y_65_a_fixed_number_of_deals(rulings: Any) -> None:
    step = rulings.match_step(CLASSIC, (14, 5), 0, 0)
    assert (tuple(step.levels), step.won_by) == ((14, 5), None)
    assert tuple(rulings.match_step(CLASSIC, (13, 5), 0, 0).levels) == (14, 5)


# ---------------------------------------------------------------- three decks (reference only)


def test_E_147_triples_of_the_bottom_multiplier() -> None:
    """The reference alone: the kernels play one and two decks."""
    rules = rules_of("huanle", decks=3, hand_size=39, bottom_size=6, kou_mult="pergroup")

    def factor(text: str) -> int:
        return reference.multiplier(rules, 10, S, cards(text))

    assert [factor(text) for text in ("D:AAA", "D:AAAJJJ", "D:KKKQQQJJJ")] == [6, 12, 18]
    assert factor("D:AAA D:QQ") == 6
    assert factor("D:AAA D:QQ D:99") == 8


def test_Y_53_three_decks() -> None:
    """The reference alone: parts, follows and ruffs with triples."""
    rules = rules_of("huanle", decks=3, hand_size=39, bottom_size=6)

    def shapes(text: str) -> list[tuple[int, int]]:
        return [(part.mult, part.length) for part in reference.split(rules, 10, S, cards(text))]

    def answers(lead: str, hand: str) -> set[tuple[int, ...]]:
        return reference.legal_follows(rules, 10, S, cards(lead), cards(hand))

    def wins(*plays: str) -> int:
        return reference.trick_winner(rules, 10, S, [cards(text) for text in plays])

    assert shapes("D:KKKQQ") == [(2, 2), (1, 1)]
    assert shapes("D:KKKQQQ") == [(3, 2)]
    assert shapes("D:KKKJJ") == [(3, 1), (2, 1)]
    assert answers("D:KKK", "D:555 D:77 D:A") == card_set("D:555")
    assert answers("D:KKK", "D:55 D:7A") == card_set("D:557", "D:55A")
    assert answers("D:KKKQQQ", "D:444 D:66 D:9JA") == card_set("D:444669", "D:44466J", "D:44466A")
    assert answers("D:KK", "D:555 D:7") == card_set("D:55")
    assert wins("D:33", "S:44", "S:222 C:9") == 1
    assert wins("D:33 D:4", "S:555", "S:44 S:6") == 1  # a triple stands for the pair
    assert wins("D:333", "S:444", "D:777") == 1
