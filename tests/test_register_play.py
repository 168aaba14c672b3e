"""The register's worked examples on shapes, leads, follows, tricks and throws.

One test per example, named by its id (E-…) or by the switch that decides it
(X-…, Y-…), on every engine. The corrections of the addendum are applied: side
suits are ♦ or ♣ where a 5 occurs and red-5 rules are played (Y-01).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chaodipi.sim.cards import kind_of, pack, rank_of, suit_of
from chaodipi.sim.rules import load_rules
from chaodipi.tests.register_tools import NT, D, H, S, card_set, cards, follows, rules_of, winner

BASE, CLASSIC, HUANLE = (load_rules(name) for name in ("base", "classic", "huanle"))
ALL = pytest.mark.parametrize("rules", [BASE, CLASSIC, HUANLE], ids=lambda rules: rules.name)
VECTORS = Path(__file__).parent / "vectors"


def is_tractor(rulings: Any, rules: Any, level: int, trump: int, text: str) -> bool:
    return bool(rulings.lead_class(rules, level, trump, cards(text)) == "tractor")


def is_trump(rulings: Any, rules: Any, level: int, trump: int, kind: int) -> bool:
    """A card can be led together with a big joker only if it is a trump."""
    return bool(rulings.lead_class(rules, level, trump, (*cards("BJ"), kind)) != "illegal")


def beats(rulings: Any, rules: Any, level: int, trump: int, second: int, first: int) -> bool:
    """Whether a card played second takes the trick from the card led."""
    return bool(rulings.trick_winner(rules, level, trump, [(first,), (second,)]) == 1)


def check_order(rulings: Any, rules: Any, level: int, trump: int, *classes: str) -> None:
    """Classes of equal cards, from the highest down."""
    ranked = [cards(text) for text in classes]
    for i, equals in enumerate(ranked):
        for card in equals:
            assert not any(beats(rulings, rules, level, trump, other, card) for other in equals)
            for lower in (kind for group in ranked[i + 1 :] for kind in group):
                assert beats(rulings, rules, level, trump, card, lower)
                assert not beats(rulings, rules, level, trump, lower, card)


# ---------------------------------------------------------------- the order of the cards


def test_E_006_order_of_trumps_at_level_10(rulings: Any) -> None:
    suit = [f"S:{rank}" for rank in "AKQJ98765432"]
    check_order(rulings, HUANLE, 10, S, "BJ", "LJ", "S:T", "H:T C:T D:T", *suit)


def test_E_007_order_of_a_side_suit(rulings: Any) -> None:
    check_order(rulings, HUANLE, 10, S, *(f"H:{rank}" for rank in "AKQJ98765432"))
    assert is_trump(rulings, HUANLE, 10, S, kind_of(H, 10))


def test_E_009_trumps_of_no_trump(rulings: Any) -> None:
    trumps = {kind for kind in range(54) if is_trump(rulings, BASE, 7, NT, kind)}
    assert trumps == set(cards("H:5 BJ LJ D:7 C:7 H:7 S:7"))


def test_E_010_permanent_trumps(rulings: Any) -> None:
    assert all(is_trump(rulings, BASE, 7, S, kind) for kind in cards("H:5 D:7 BJ"))
    assert not is_trump(rulings, BASE, 7, S, kind_of(H, 6))
    assert not is_trump(rulings, CLASSIC, 7, S, kind_of(H, 5))


@pytest.mark.parametrize(
    ("value", "order"),
    [("above_jokers", ("H:5", "BJ", "LJ", "S:7")), ("below_jokers", ("BJ", "LJ", "H:5", "S:7"))],
)
def test_X_12_rank_of_the_red_five(rulings: Any, value: str, order: tuple[str, ...]) -> None:
    check_order(rulings, rules_of("base", red5_rank=value), 7, S, *order, "D:7 C:7 H:7", "S:A", "S:2")


@pytest.mark.parametrize("value", [True, False])
def test_X_13_main_level_card(rulings: Any, value: bool) -> None:
    level = ("S:7", "D:7 C:7 H:7") if value else ("S:7 D:7 C:7 H:7",)
    check_order(rulings, rules_of("base", main_level_higher=value), 7, S, "LJ", *level, "S:A")


def test_X_16_level_cards_are_equal_in_no_trump(rulings: Any) -> None:
    check_order(rulings, BASE, 7, NT, "H:5", "BJ", "LJ", "S:7 D:7 C:7 H:7")


def test_E_138_red_five_pair_beats_the_big_jokers(rulings: Any) -> None:
    assert winner(rulings, BASE, 7, S, "BJ BJ", "H:55") == 1
    assert winner(rulings, BASE, 7, S, "H:55", "BJ BJ") == 0


def test_E_184_level_5_with_hearts_trump(rulings: Any) -> None:
    check_order(rulings, BASE, 5, H, "H:5", "BJ", "LJ", "D:5 C:5 S:5", "H:A", "H:2")


# ---------------------------------------------------------------- tractors


@pytest.mark.parametrize("text", ["D:3344", "C:778899"])
def test_E_050_adjacent_pairs(rulings: Any, text: str) -> None:
    assert is_tractor(rulings, BASE, 6, S, text)


@pytest.mark.parametrize("text", ["D:5577", "C:557788"])
def test_E_051_the_level_gap_closes(rulings: Any, text: str) -> None:
    assert is_tractor(rulings, BASE, 6, S, text)


@pytest.mark.parametrize("text", ["H:KKQQ", "H:JJ99", "H:554433"])
def test_E_052_huanle_tractors(rulings: Any, text: str) -> None:
    assert is_tractor(rulings, HUANLE, 10, S, text)


@pytest.mark.parametrize(
    "text", ["H:554", "H:544", "H:5533", "H:JJQ", "H:TT D:TT", "S:JJTT", "H:JJTT", "H:AA22"]
)
def test_E_053_huanle_no_tractors(rulings: Any, text: str) -> None:
    assert not is_tractor(rulings, HUANLE, 10, S, text)


@pytest.mark.parametrize("text", ["LJ LJ S:TT", "S:TT H:TT", "H:TT S:AA"])
def test_E_054_level_pairs_in_trump_order(rulings: Any, text: str) -> None:
    assert is_tractor(rulings, HUANLE, 10, S, text)


def test_E_055_three_pairs_in_trump_order(rulings: Any) -> None:
    parts = rulings.split(HUANLE, 10, S, cards("S:TT H:TT S:AA"))
    assert [(part.mult, part.length) for part in parts] == [(2, 3)]


def test_E_056_jokers_form_a_tractor(rulings: Any) -> None:
    assert is_tractor(rulings, BASE, 7, S, "BJ BJ LJ LJ")


@pytest.mark.parametrize("trump", [D, H, S, NT])
@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_E_057_the_red_five_pair_joins_nothing(rulings: Any, level: int, trump: int) -> None:
    for kind in set(pack(1)) - set(cards("H:5")):
        pair = (*cards("H:55"), kind, kind)
        assert rulings.lead_class(BASE, level, trump, pair) in ("throw", "illegal")


@pytest.mark.parametrize(("text", "expected"), [("D:AA22", True), ("D:AAKK", True), ("D:KKAA22", False)])
def test_E_058_the_ace_is_high_or_low(rulings: Any, text: str, expected: bool) -> None:
    assert is_tractor(rulings, BASE, 10, S, text) is expected


def test_E_059_the_ace_counts_as_one(rulings: Any) -> None:
    assert winner(rulings, BASE, 10, S, "D:AA22", "D:3344") == 1
    assert winner(rulings, BASE, 10, S, "D:3344", "D:AA22") == 0
    assert winner(rulings, BASE, 10, S, "D:KKQQ", "D:AAKK") == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [("S:5566", True), ("S:6677", True), ("S:5577", True), ("S:556677", True), ("D:5566", False)],
)
def test_E_060_the_level_pair_is_natural_in_the_trump_suit(rulings: Any, text: str, expected: bool) -> None:
    assert is_tractor(rulings, BASE, 6, S, text) is expected


@ALL
def test_E_061_a_trump_tractor_ruffs(rulings: Any, rules: Any) -> None:
    assert winner(rulings, rules, 10, S, "D:KKQQ", "S:3344") == 1


@ALL
def test_E_062_tractor_of_another_side_suit(rulings: Any, rules: Any) -> None:
    assert winner(rulings, rules, 10, S, "D:3344", "C:KKQQ") == 0


def test_E_063_the_longer_tractor_wins_an_over_ruff(rulings: Any) -> None:
    assert winner(rulings, BASE, 3, S, "D:AA5544", "S:TTJJ22", "S:778899") == 2


def test_E_181_side_hearts_5577(rulings: Any) -> None:
    assert not is_tractor(rulings, BASE, 6, S, "H:5577")


@pytest.mark.parametrize(
    ("level", "trump", "text", "expected"),
    [
        (2, S, "D:AA33", False),
        (2, S, "S:AA33", False),
        (2, S, "D:AA22", False),
        (2, S, "S:AA22", True),
        (3, S, "D:AA2244", True),
        (13, S, "D:AAQQ", True),
        (14, S, "S:KKAA", True),
        (14, S, "S:AA22", True),
        (14, S, "D:KKAA", False),
        (14, S, "D:AA22", False),
        (5, S, "H:4466", True),
        (6, S, "H:4466", False),
        (7, S, "H:4466", False),
    ],
)
def test_Y_31_corners_of_the_low_ace_and_the_gap(
    rulings: Any, level: int, trump: int, text: str, expected: bool
) -> None:
    assert is_tractor(rulings, BASE, level, trump, text) is expected


def test_Y_30_no_trump_and_off_suit_level_pairs(rulings: Any) -> None:
    assert is_tractor(rulings, BASE, 7, NT, "BJ BJ LJ LJ")
    assert not is_tractor(rulings, BASE, 7, NT, "LJ LJ S:77")
    assert not is_tractor(rulings, BASE, 7, S, "LJ LJ S:77")
    assert not is_tractor(rulings, BASE, 7, S, "D:77 S:66")
    assert not is_tractor(rulings, BASE, 7, S, "D:77 S:77")


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("preset", ["base", "classic"])
def test_X_41_jokers_in_tractors(rulings: Any, preset: str, value: bool) -> None:
    rules = rules_of(preset, tractor_jokers=value)
    assert is_tractor(rulings, rules, 10, S, "BJ BJ LJ LJ") is value
    assert is_tractor(rulings, rules, 10, NT, "BJ BJ LJ LJ") is value
    assert is_tractor(rulings, rules, 10, S, "LJ LJ S:TT") is (value and preset == "classic")


@pytest.mark.parametrize(
    ("value", "tractors"),
    [
        ("natural", {"S:5566", "S:6677", "S:5577", "S:556677"}),
        ("trump_order", {"S:5577", "S:66 D:66", "D:66 S:AA", "S:66 D:66 S:AA", "LJ LJ S:66"}),
        ("excluded", {"S:5577"}),
    ],
)
def test_X_42_level_pairs_in_tractors(rulings: Any, value: str, tractors: set[str]) -> None:
    rules = rules_of("base", tractor_level=value, tractor_ace_low=False)
    tried = {"S:5566", "S:6677", "S:5577", "S:556677", "S:66 D:66", "D:66 S:AA", "S:66 D:66 S:AA"}
    tried |= {"LJ LJ S:66", "D:66 C:66", "S:66 S:AA", "D:5566"}
    assert {text for text in tried if is_tractor(rulings, rules, 6, S, text)} == tractors


def test_X_46_trump_order_without_a_main_level_card(rulings: Any) -> None:
    assert is_tractor(rulings, HUANLE, 10, S, "LJ LJ S:TT H:TT S:AA")
    assert not is_tractor(rulings, HUANLE, 10, S, "LJ LJ H:TT")
    assert not is_tractor(rulings, HUANLE, 10, S, "S:TTAA")


def test_X_47_no_trump_in_trump_order(rulings: Any) -> None:
    assert is_tractor(rulings, HUANLE, 10, NT, "LJ LJ H:TT")
    assert is_tractor(rulings, HUANLE, 10, NT, "BJ BJ LJ LJ D:TT")
    assert not is_tractor(rulings, HUANLE, 10, NT, "H:TT D:TT")
    assert not is_tractor(rulings, BASE, 10, NT, "LJ LJ H:TT")


@pytest.mark.parametrize("value", [True, False])
@ALL
def test_X_43_skipping_the_level(rulings: Any, rules: Any, value: bool) -> None:
    rules = rules_of(rules.name, tractor_skip_level=value)
    assert is_tractor(rulings, rules, 6, S, "D:5577") is value
    assert is_tractor(rulings, rules, 6, S, "S:5577") is value
    assert is_tractor(rulings, rules, 9, S, "D:5566")


@pytest.mark.parametrize("value", [True, False])
def test_X_44_the_low_ace(rulings: Any, value: bool) -> None:
    rules = rules_of("base", tractor_ace_low=value)
    assert is_tractor(rulings, rules, 10, S, "D:AA22") is value
    assert is_tractor(rulings, rules, 10, S, "S:AA2233") is value
    assert is_tractor(rulings, rules, 10, S, "D:AAKK")


@pytest.mark.parametrize("value", [True, False])
def test_X_48_the_gap_of_the_red_five(rulings: Any, value: bool) -> None:
    rules = rules_of("base", tractor_skip_red5=value)
    assert is_tractor(rulings, rules, 7, S, "H:4466") is value
    assert is_tractor(rulings, rules, 7, H, "H:4466") is value
    assert is_tractor(rulings, rules, 5, S, "H:4466")
    assert not is_tractor(rulings, rules, 7, S, "D:4466")


# ---------------------------------------------------------------- parts


def test_Y_50_parts_of_a_lead(rulings: Any) -> None:
    def shapes(text: str) -> list[tuple[int, int, tuple[int, ...]]]:
        return [(p.mult, p.length, tuple(p.cards)) for p in rulings.split(BASE, 10, S, cards(text))]

    assert shapes("D:KKAA22") == [(2, 2, cards("D:AAKK")), (2, 1, cards("D:22"))]
    assert shapes("D:98844") == [(2, 1, cards("D:88")), (2, 1, cards("D:44")), (1, 1, cards("D:9"))]
    assert shapes("D:33445578") == [
        (2, 3, cards("D:334455")),
        (1, 1, cards("D:8")),
        (1, 1, cards("D:7")),
    ]
    assert shapes("D:2233KKQQ") == [(2, 2, cards("D:KKQQ")), (2, 2, cards("D:2233"))]


def test_Y_11_cards_of_two_suits_are_no_lead(rulings: Any) -> None:
    assert not rulings.lead_is_legal(BASE, 7, S, cards("D:AK C:A"), cards("D:A C:A"))
    assert rulings.lead_is_legal(BASE, 7, S, cards("D:AK C:A"), cards("D:AK"))
    assert not rulings.lead_is_legal(BASE, 7, S, cards("D:AK C:A"), cards("D:AA"))
    assert not rulings.lead_is_legal(BASE, 7, S, cards("D:AK C:A"), ())


# ---------------------------------------------------------------- following


def test_E_070_a_pair_may_be_broken_out_of_a_tractor(rulings: Any) -> None:
    for rules in (BASE, CLASSIC, HUANLE):
        got = follows(rulings, rules, 3, S, "D:KK", "D:5566 D:8J")
        assert got == card_set("D:55", "D:66")


@ALL
def test_E_071_tractor_must_be_answered_by_a_tractor(rulings: Any, rules: Any) -> None:
    got = follows(rulings, rules, 3, S, "D:QQKK", "D:5566 D:8899TT D:A")
    assert got == card_set("D:5566", "D:8899", "D:99TT")


@ALL
def test_E_072_two_loose_pairs_answer_a_tractor(rulings: Any, rules: Any) -> None:
    assert follows(rulings, rules, 3, S, "D:QQKK", "D:5588 D:AJ") == card_set("D:5588")


@ALL
def test_E_073_one_pair_and_singles_answer_a_tractor(rulings: Any, rules: Any) -> None:
    got = follows(rulings, rules, 3, S, "D:QQKK", "D:55 D:8AJ")
    assert got == card_set("D:558A", "D:558J", "D:55AJ")


@ALL
def test_E_074_one_card_of_the_suit(rulings: Any, rules: Any) -> None:
    got = follows(rulings, rules, 3, S, "D:KK", "D:5 S:A C:99")
    assert got == card_set("D:5 S:A", "D:5 C:9")


@ALL
def test_E_075_void_is_free(rulings: Any, rules: Any) -> None:
    got = follows(rulings, rules, 3, S, "D:KK", "S:AA C:9")
    assert got == card_set("S:AA", "S:A C:9")


@ALL
def test_E_076_wrong_number_of_cards(rulings: Any, rules: Any) -> None:
    hand = cards("D:55 C:9")
    for play in ("D:5", "D:55 C:9"):
        assert not rulings.follow_is_legal(rules, 3, S, cards("D:KK"), hand, cards(play))
    assert not rulings.follow_is_legal(rules, 3, S, cards("D:KK"), hand, ())


@ALL
def test_E_077_equal_cards_first_wins(rulings: Any, rules: Any) -> None:
    assert winner(rulings, rules, 3, S, "D:A", "D:A") == 0
    assert winner(rulings, rules, 3, S, "D:K", "D:A", "D:A") == 1


@ALL
def test_B_33_cards_not_held_or_kept_back(rulings: Any, rules: Any) -> None:
    hand = cards("D:58 C:9")
    assert not rulings.follow_is_legal(rules, 3, S, cards("D:K"), hand, cards("C:9"))
    assert not rulings.follow_is_legal(rules, 3, S, cards("D:K"), hand, cards("D:6"))


@ALL
def test_Y_51_profiles(rulings: Any, rules: Any) -> None:
    # three pairs led: the tractor of two and the loose pair, not three loose pairs
    got = follows(rulings, rules, 3, S, "D:QQKKAA", "D:4455 D:77 D:99")
    assert got == card_set("D:445577", "D:445599")
    # four pairs in a row answer 2 + 2 as 2 + 2
    got = follows(rulings, rules, 10, S, "D:AAKK D:8899", "D:22334455 D:7")
    assert got == card_set("D:22334455")
    # a longer tractor is broken
    assert follows(rulings, rules, 3, S, "D:KKQQ", "D:445566") == card_set("D:4455", "D:5566")


# ---------------------------------------------------------------- ruffs and over-ruffs

RUFFS = pytest.mark.parametrize(
    ("rules", "level"),
    [(BASE, 3), (CLASSIC, 3), (HUANLE, 10)],
    ids=lambda value: getattr(value, "name", f"level{value}"),
)


@RUFFS
def test_E_080_998872_ruffs_AK5544(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:AK5544", "S:998872") == 1


@RUFFS
def test_E_081_998872_does_not_ruff_AA5544(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:AA5544", "S:998872") == 0


@RUFFS
def test_E_082_977_ruffs_544(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:544", "S:977") == 1


@RUFFS
def test_E_083_884_over_ruffs_977_after_544(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:544", "S:977", "S:884") == 2


@RUFFS
def test_E_084_977_ruffs_567(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:567", "S:977") == 1


@RUFFS
def test_E_085_884_does_not_over_ruff_977_after_567(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:567", "S:977", "S:884") == 1


@RUFFS
def test_E_086_977_over_ruffs_884_after_567(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:567", "S:884", "S:977") == 2


@RUFFS
def test_E_087_977_does_not_over_ruff_884_after_544(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:544", "S:884", "S:977") == 1


@RUFFS
def test_E_088_trump_singles_do_not_ruff_a_pair(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:544", "S:AKQ") == 0


@RUFFS
def test_E_089_loose_pairs_do_not_ruff_a_tractor(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:5544", "S:9977") == 0
    assert winner(rulings, rules, 8, S, "D:5544", "S:9977") == 1  # the level gap is closed


@ALL
def test_E_090_equal_ruffs_first_stays(rulings: Any, rules: Any) -> None:
    assert winner(rulings, rules, 7, S, "D:544", "D:77 S:9", "C:77 S:A") == 1


@RUFFS
def test_E_091_mixed_cards_are_a_discard(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:544", "S:99 C:A") == 0


@RUFFS
def test_E_092_a_longer_tractor_pays_for_both(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:AA5544", "S:998877") == 1


@RUFFS
def test_E_093_a_shorter_tractor_does_not_cover(rulings: Any, rules: Any, level: int) -> None:
    assert winner(rulings, rules, level, S, "D:667788", "S:9988QQ") == 0


@pytest.mark.parametrize(("value", "index"), [("longest_first", 2), ("lead_format", 1)])
def test_E_182_Y_120_length_before_rank(rulings: Any, value: str, index: int) -> None:
    rules = rules_of("base", overruff=value)
    assert winner(rulings, rules, 3, S, "D:AA5544", "S:9988QQ", "S:667788") == index
    other = 1 if value == "longest_first" else 2
    assert winner(rulings, rules, 3, S, "D:AA5544", "S:667788", "S:9988QQ") == other


@pytest.mark.parametrize("value", ["longest_first", "lead_format"])
@ALL
def test_Y_120_structure_not_asked_for_never_counts(rulings: Any, rules: Any, value: str) -> None:
    rules = rules_of(rules.name, overruff=value)
    assert winner(rulings, rules, 7, S, "D:AAQQ", "S:QQJJ", "S:KK33") == 2
    assert winner(rulings, rules, 7, S, "D:AAQQ", "S:KK33", "S:QQJJ") == 1
    assert winner(rulings, rules, 7, S, "D:AAQQ", "S:KK33", "S:KK44") == 2
    assert winner(rulings, rules, 7, S, "D:AKQ", "S:A22", "S:JJT") == 1


def test_E_183_a_ruff_is_cut_to_cover(rulings: Any) -> None:
    assert winner(rulings, BASE, 7, S, "D:5544 D:9988", "S:33445566") == 1
    assert winner(rulings, BASE, 7, S, "D:5544 D:9988", "S:334455 S:QQ") == 0


# ---------------------------------------------------------------- throws


def hands_with(attempt: str, *others: str) -> list[tuple[int, ...]]:
    """The leader's hand is the attempt; the others get blanks to the same size."""
    n = len(cards(attempt))
    blank = cards("C:2346") + cards("C:2346")
    return [cards(attempt)] + [
        (cards(text) + blank)[: max(n, len(cards(text)))] for text in (*others, "", "")[:3]
    ]


def throw(rulings: Any, rules: Any, attempt: str, *others: str, level: int = 10) -> Any:
    return rulings.resolve_throw(rules, level, S, hands_with(attempt, *others), cards(attempt))


@ALL
def test_E_100_a_higher_single_forces_the_9(rulings: Any, rules: Any) -> None:
    assert tuple(throw(rulings, rules, "D:98844", "D:J").played) == cards("D:9")


@ALL
def test_E_101_a_higher_pair_forces_44(rulings: Any, rules: Any) -> None:
    assert tuple(throw(rulings, rules, "D:98844", "", "D:QQ").played) == cards("D:44")


@ALL
def test_E_102_a_pair_between_forces_44(rulings: Any, rules: Any) -> None:
    assert tuple(throw(rulings, rules, "D:98844", "", "", "D:55").played) == cards("D:44")


@ALL
def test_E_103_an_unbeaten_throw_stands(rulings: Any, rules: Any) -> None:
    got = throw(rulings, rules, "D:98844", "D:5", "D:6", "D:22")
    assert (tuple(got.played), tuple(got.beatable), got.fine) == (cards("D:98844"), (), 0)
    assert winner(rulings, rules, 10, S, "D:98844", "D:56733") == 0


@pytest.mark.parametrize("text", ["D:AAK", "D:AKK", "D:AQQJJ"])
@ALL
def test_E_104_throws_that_always_stand(rulings: Any, rules: Any, text: str) -> None:
    """One hand holds every other card of the suit."""
    rest = [kind for kind in pack(2) if suit_of(kind) == D and rank_of(kind) != 10]
    for kind in cards(text):
        rest.remove(kind)
    hands = [cards(text), tuple(rest), cards("C:23"), cards("C:23")]
    assert tuple(rulings.resolve_throw(rules, 10, S, hands, cards(text)).played) == cards(text)


@ALL
def test_E_105_a_valid_throw_can_be_ruffed(rulings: Any, rules: Any) -> None:
    assert winner(rulings, rules, 10, S, "D:AKK", "S:322") == 1
    assert winner(rulings, rules, 10, S, "D:AKK", "S:345") == 0


@pytest.mark.parametrize(("others", "fine"), [("D:J", 10), ("D:55", 20), ("D:QQ", 50)])
@pytest.mark.parametrize("preset", ["base", "classic"])
def test_E_108_fines(rulings: Any, preset: str, others: str, fine: int) -> None:
    assert throw(rulings, load_rules(preset), "D:98844", others).fine == fine


@pytest.mark.parametrize("others", ["D:J", "D:55", "D:QQ"])
def test_E_109_huanle_has_no_fine(rulings: Any, others: str) -> None:
    got = throw(rulings, HUANLE, "D:98844", others)
    assert got.fine == 0
    assert got.beatable


@ALL
def test_E_110_equal_does_not_beat(rulings: Any, rules: Any) -> None:
    assert tuple(throw(rulings, rules, "D:AAK", "D:K").played) == cards("D:AAK")
    got = throw(rulings, rules, "D:AK", "D:A")
    assert tuple(got.played) == cards("D:K")
    assert [tuple(part) for part in got.beatable] == [cards("D:K")]


def test_Y_52_one_hand_must_beat_a_part_and_may_cut_it_from_more(rulings: Any) -> None:
    stands = throw(rulings, BASE, "D:A D:5544", "D:66", "D:77", level=3)
    assert tuple(stands.played) == cards("D:A5544")
    falls = throw(rulings, BASE, "D:A D:5544", "D:667788", level=3)
    assert tuple(falls.played) == cards("D:5544")
    assert falls.fine == 40


def test_Y_52_ties_of_the_forced_part(rulings: Any) -> None:
    """Equal level cards of two suits: ♦ before ♣; the pair of one before the single never."""
    got = rulings.resolve_throw(
        BASE, 10, S, [cards("C:T D:T"), cards("LJ C:2"), cards("C:34"), cards("C:34")], cards("C:T D:T")
    )
    assert tuple(got.played) == cards("D:T")
    hands = [cards("C:TT D:T"), cards("LJ LJ C:2"), cards("C:346"), cards("C:346")]
    got = rulings.resolve_throw(BASE, 10, S, hands, cards("C:TT D:T"))
    assert tuple(got.played) == cards("D:T")


@pytest.mark.parametrize("value", ["all", "opponents"])
@ALL
def test_X_54_whose_hands_are_checked(rulings: Any, rules: Any, value: str) -> None:
    rules = rules_of(rules.name, throw_check=value)
    partner = throw(rulings, rules, "D:98844", "", "D:J")
    assert tuple(partner.played) == cards("D:9" if value == "all" else "D:98844")
    for others in (("D:J",), ("", "", "D:J")):
        assert tuple(throw(rulings, rules, "D:98844", *others).played) == cards("D:9")


@pytest.mark.parametrize(
    ("value", "played"), [("smallest_beatable", "D:3"), ("class_then_smallest", "D:8899")]
)
def test_X_55_which_part_is_forced(rulings: Any, value: str, played: str) -> None:
    rules = rules_of("classic", throw_forced=value)
    assert tuple(throw(rulings, rules, "D:3 D:8899", "D:JJQQ").played) == cards(played)
    for others, forced in (("D:J", "D:9"), ("D:55", "D:44"), ("D:QQ", "D:44")):
        assert tuple(throw(rulings, rules, "D:98844", others).played) == cards(forced)


@pytest.mark.parametrize(
    ("value", "fines"),
    [
        ("per_beatable", (10, 20, 50)),
        ("per_returned", (40, 30, 30)),
        ("per_attempted", (50, 50, 50)),
        ("per_attempt", (10, 10, 10)),
        ("none", (0, 0, 0)),
    ],
)
def test_X_56_how_the_fine_counts(rulings: Any, value: str, fines: tuple[int, ...]) -> None:
    rules = rules_of("base", throw_fine=value)
    got = tuple(throw(rulings, rules, "D:98844", others).fine for others in ("D:J", "D:55", "D:QQ"))
    assert got == fines


# ---------------------------------------------------------------- 510K


def test_E_120_jokers_do_not_beat_a_side_510k(rulings: Any) -> None:
    assert winner(rulings, BASE, 7, S, "D:5TK", "BJ BJ LJ") == 0


def test_E_121_a_trump_510k_beats_a_side_one(rulings: Any) -> None:
    assert winner(rulings, BASE, 7, S, "D:5TK", "S:5TK") == 1
    assert winner(rulings, BASE, 7, S, "D:5TK", "S:5TK", "S:5TK") == 1


def test_E_122_red_fives_do_not_beat_a_side_510k(rulings: Any) -> None:
    assert winner(rulings, BASE, 7, S, "D:5TK", "H:55 BJ") == 0


def test_E_123_an_own_trump_510k_must_be_played(rulings: Any) -> None:
    got = follows(rulings, BASE, 7, S, "S:5TK", "S:5TK H:5 BJ LJ S:A", "D:A")
    assert got == card_set("S:5TK")
    assert winner(rulings, BASE, 7, S, "S:5TK", "S:5TK") == 0


def test_E_124_the_highest_trumps_answer_a_trump_510k(rulings: Any) -> None:
    assert follows(rulings, BASE, 7, S, "S:5TK", "H:5 BJ LJ S:A3", "D:A") == card_set("H:5 BJ LJ")
    got = follows(rulings, BASE, 7, S, "S:5TK", "BJ LJ D:7 C:7 S:A", "D:A")
    assert got == card_set("BJ LJ D:7", "BJ LJ C:7")
    got = follows(rulings, BASE, 7, S, "S:5TK", "S:23", "D:A C:9")
    assert got == card_set("S:23 D:A", "S:23 C:9")
    assert winner(rulings, BASE, 7, S, "S:5TK", "H:55 BJ") == 0


def test_E_125_the_highest_trumps_answer_a_trump_double(rulings: Any) -> None:
    got = follows(rulings, BASE, 7, S, "S:55TTKK", "BJ LJ D:7 S:AQJ S:22 S:33", "D:A")
    assert got == card_set("BJ LJ D:7 S:AQJ")


def test_E_126_a_side_double_draws_pairs(rulings: Any) -> None:
    got = follows(rulings, BASE, 7, S, "D:55TTKK", "D:22 D:99 D:AQ8", "S:A")
    assert got == card_set("D:2299AQ", "D:2299A8", "D:2299Q8")


def test_E_127_one_side_card_makes_a_side_510k(rulings: Any) -> None:
    assert rulings.lead_class(BASE, 10, H, cards("S:5TK")) == "k510"
    got = follows(rulings, BASE, 10, H, "S:5TK", "S:2346", "H:AK BJ")
    assert got == card_set("S:234", "S:236", "S:246", "S:346")
    assert winner(rulings, BASE, 10, H, "S:5TK", "BJ BJ H:A") == 0


def test_E_189_no_privilege_as_a_ruff(rulings: Any) -> None:
    assert winner(rulings, BASE, 7, S, "D:AKQ", "S:5TK", "S:A23") == 2


def test_E_190_fewer_than_three_of_the_suit(rulings: Any) -> None:
    got = follows(rulings, BASE, 7, S, "D:5TK", "D:39", "S:A C:4")
    assert got == card_set("D:39 S:A", "D:39 C:4")


def test_E_191_a_side_510k_in_no_trump_stands(rulings: Any) -> None:
    assert winner(rulings, BASE, 7, NT, "D:5TK", "H:5 BJ LJ") == 0
    assert winner(rulings, BASE, 7, NT, "D:5TK", "S:5TK") == 0


def test_E_192_a_side_double_draws_three_pairs(rulings: Any) -> None:
    got = follows(rulings, BASE, 7, S, "D:55TTKK", "D:33 D:99 D:AA D:Q8", "S:A")
    assert got == card_set("D:3399AA")
    assert winner(rulings, BASE, 7, S, "D:55TTKK", "D:3399AA") == 0


def test_Y_70_other_cards_make_it_a_throw(rulings: Any) -> None:
    def lead_class(text: str) -> str:
        return str(rulings.lead_class(BASE, 7, S, cards(text)))

    assert lead_class("D:5TK") == "k510"
    assert lead_class("D:55TTKK") == "k510_double"
    assert lead_class("D:5TKA") == "throw"
    assert lead_class("D:55TTK") == "throw"
    assert lead_class("D:5T C:K") == "illegal"
    assert rulings.lead_class(CLASSIC, 7, S, cards("D:5TK")) == "throw"


def test_Y_70_a_510k_is_not_checked(rulings: Any) -> None:
    got = throw(rulings, BASE, "D:5TK", "D:AAK", level=7)
    assert (tuple(got.played), tuple(got.beatable), got.fine) == (cards("D:5TK"), (), 0)


def test_Y_72_any_three_and_no_own_510k_duty(rulings: Any) -> None:
    got = follows(rulings, BASE, 7, S, "D:5TK", "D:5TK D:33", "S:A")
    assert got == card_set("D:5TK", "D:5T3", "D:5K3", "D:TK3", "D:533", "D:T33", "D:K33")
    assert winner(rulings, BASE, 7, S, "D:5TK", "D:5TK") == 0
    assert winner(rulings, BASE, 7, S, "D:5TK", "C:5TK") == 0


@pytest.mark.parametrize("value", [True, False])
def test_X_79_forced_top_trumps(rulings: Any, value: bool) -> None:
    rules = rules_of("base", k510_forced_top=value)
    own = follows(rulings, rules, 7, S, "S:5TK", "S:5TK S:A", "D:A")
    top = follows(rulings, rules, 7, S, "S:5TK", "BJ S:A32", "D:A")
    double = follows(rulings, rules, 7, S, "S:55TTKK", "BJ S:AQ S:2233", "D:A")
    if value:
        assert own == card_set("S:5TK")
        assert top == card_set("BJ S:A3")
        assert double == card_set("BJ S:AQ S:332")
    else:
        assert own == card_set("S:5TK", "S:5TA", "S:5KA", "S:TKA")
        assert top == card_set("BJ S:A3", "BJ S:A2", "BJ S:32", "S:A32")
        assert len(double) == 5
    assert winner(rulings, rules, 7, S, "S:5TK", "H:55 BJ") == 0


@pytest.mark.parametrize("value", [True, False])
def test_X_80_red_five_in_a_side_hearts_510k(rulings: Any, value: bool) -> None:
    rules = rules_of("base", red5_in_510k=value)
    side = "k510" if value else "illegal"
    assert rulings.lead_class(rules, 7, S, cards("H:5TK")) == side
    assert rulings.lead_class(rules, 7, NT, cards("H:5TK")) == side
    assert rulings.lead_is_legal(rules, 7, S, cards("H:5TKA"), cards("H:5TK")) is value
    assert rulings.lead_class(rules, 7, H, cards("H:5TK")) == "k510"
    got = follows(rulings, rules, 7, H, "H:5TK", "BJ H:A32", "D:A")  # Y-71: a trump 510K
    assert got == card_set("BJ H:A3")
    if value:
        assert follows(rulings, rules, 7, S, "H:5TK", "H:2346 H:5", "S:A") == card_set(
            "H:234", "H:236", "H:246", "H:346"
        )
        assert winner(rulings, rules, 7, S, "H:5TK", "BJ BJ LJ") == 0


@pytest.mark.parametrize(("value", "index"), [("three_pairs", 1), ("double_only", 0)])
def test_Y_121_what_ruffs_a_side_double(rulings: Any, value: str, index: int) -> None:
    rules = rules_of("base", k510_double_ruff=value)
    assert winner(rulings, rules, 7, S, "D:55TTKK", "S:2288JJ") == index
    assert winner(rulings, rules, 7, S, "D:55TTKK", "S:55TTKK") == 1
    assert winner(rulings, rules, 7, S, "D:55TTKK", "S:55TTKA") == 0
    assert winner(rulings, rules, 7, S, "D:55TTKK", "S:2288JJ", "S:3388QQ") == 2 * index
    second = winner(rulings, rules, 7, S, "D:55TTKK", "S:2288AA", "S:55TTKK")
    assert second == (1 if value == "three_pairs" else 2)


# ---------------------------------------------------------------- the bottom's multiplier


def factor(rulings: Any, rules: Any, text: str) -> int:
    return int(rulings.multiplier(rules, 10, S, cards(text)))


@ALL
def test_E_140_a_single_doubles(rulings: Any, rules: Any) -> None:
    assert factor(rulings, rules, "D:A") == 2


@ALL
def test_E_141_a_pair_quadruples(rulings: Any, rules: Any) -> None:
    assert factor(rulings, rules, "D:AA") == 4


@ALL
def test_E_142_a_tractor_is_8(rulings: Any, rules: Any) -> None:
    assert factor(rulings, rules, "D:5544") == 8
    assert factor(rulings, rules, "D:554433") == 8


@ALL
def test_E_143_thrown_singles_double(rulings: Any, rules: Any) -> None:
    assert factor(rulings, rules, "D:AKQJ") == 2


@ALL
def test_E_144_a_throw_with_pairs(rulings: Any, rules: Any) -> None:
    assert factor(rulings, rules, "D:AAJJ9") == 4


@ALL
def test_E_145_a_throw_with_a_tractor(rulings: Any, rules: Any) -> None:
    assert factor(rulings, rules, "D:AAKK9") == 8


@pytest.mark.parametrize(
    ("text", "expected"), [("D:AA", 4), ("D:AAJJ", 8), ("D:554433", 12), ("D:55443322", 16), ("D:A", 2)]
)
def test_E_146_per_group(rulings: Any, text: str, expected: int) -> None:
    assert factor(rulings, rules_of("classic", kou_mult="pergroup"), text) == expected


def test_E_148_per_group_counts_both_pairs(rulings: Any) -> None:
    assert factor(rulings, rules_of("classic", kou_mult="pergroup"), "D:AAJJ9") == 8


@pytest.mark.parametrize(
    ("text", "expected"), [("D:A", 2), ("D:AA", 4), ("D:5544", 16), ("D:554433", 64), ("D:AKQJ", 2)]
)
def test_E_149_powers_of_two(rulings: Any, text: str, expected: int) -> None:
    assert factor(rulings, rules_of("classic", kou_mult="pow2_cards"), text) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("248", (2, 4, 8, 8, 2, 4, 8, 2, 4)),
        ("pergroup", (2, 4, 8, 12, 2, 8, 8, 2, 12)),
        ("pow2_cards", (2, 4, 16, 64, 2, 4, 16, 2, 4)),
        ("pow2_pairs", (2, 4, 8, 16, 2, 4, 8, 2, 4)),
        ("flat2", (2, 2, 2, 2, 2, 2, 2, 2, 2)),
    ],
)
def test_X_62_Y_33_Y_78_multipliers(rulings: Any, value: str, expected: tuple[int, ...]) -> None:
    rules = rules_of("base", kou_mult=value)
    leads = "D:A", "D:AA", "D:5544", "D:554433", "D:AKQJ", "D:AAJJ9", "D:AAKK9", "D:5TK", "D:55TTKK"
    assert tuple(rulings.multiplier(rules, 7, S, cards(text)) for text in leads) == expected


# ---------------------------------------------------------------- recorded rulings

SUITS = {"D": 0, "C": 1, "H": 2, "S": 3, None: 4}
LEVELS = {"J": 11, "Q": 12, "K": 13, "A": 14}


def agrees(rulings: Any, line: dict[str, Any]) -> bool:
    """Whether an engine gives a recorded ruling (format in ``vectors/README.md``)."""
    rules = load_rules(line.get("rules", "huanle"))
    suit, rank = line["trump"]
    context = rules, LEVELS.get(rank) or int(rank), SUITS[suit]

    def sets(key: str) -> list[tuple[int, ...]]:
        return [cards(" ".join(texts)) for texts in line[key]]

    def one(key: str) -> tuple[int, ...]:
        return cards(" ".join(line[key]))

    if line["kind"] == "follow":
        legal = rulings.follow_is_legal(*context, one("lead"), one("hand"), one("play"))
        return bool(legal) is line["legal"]
    if line["kind"] == "winner":
        return bool(rulings.trick_winner(*context, sets("plays")) == line["winner"])
    got = rulings.resolve_throw(*context, sets("hands"), one("attempt"))
    beatable = sorted(tuple(sorted(part)) for part in got.beatable)
    return (
        tuple(sorted(got.played)) == one("played")
        and got.fine == line.get("fine", got.fine)
        and ("beatable" not in line or sorted(sets("beatable")) == beatable)
    )


def recorded(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text("utf-8").splitlines()]


def test_recorded_edge_cases(rulings: Any) -> None:
    assert [line["id"] for line in recorded("edge_cases.jsonl") if not agrees(rulings, line)] == []


@pytest.mark.slow
def test_recorded_rulings(rulings: Any) -> None:
    lines = recorded("huanle2_two_decks.jsonl")
    assert len(lines) == 5000
    assert [i for i, line in enumerate(lines, 1) if not agrees(rulings, line)] == []
