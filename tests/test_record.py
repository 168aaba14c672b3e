"""One deal written down: equal to what `simulate` counts, complete, and with the right reasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from chaodipi.sim import rulings
from chaodipi.sim.batch import simulate
from chaodipi.sim.cards import CLUBS, DIAMONDS, HEARTS, NO_TRUMP, SPADES, pack, parse_cards, points_of
from chaodipi.sim.deal_record import Play, Record
from chaodipi.sim.reasons import Trickwise, deciding_card, failed_throw
from chaodipi.sim.record import record_deal
from chaodipi.sim.rules import Rules, load_rules

BASE, CLASSIC, HUANLE = (load_rules(name) for name in ("base", "classic", "huanle"))
VARIANTS = {
    "look_back": replace(BASE, hui_tou_wang=True),
    "chao": replace(BASE, caller_chao="never", dealer_may_open_chao=True, chao_resume="from_chaoer"),
    "no_chao": replace(BASE, chao=False, call_timing="window_only"),
    "throws": replace(BASE, throw_check="opponents", throw_fine="per_returned"),
    "forced": replace(BASE, throw_forced="class_then_smallest", k510_double_ruff="double_only"),
    "order": replace(BASE, overruff="lead_format", tractor_level="excluded", red5_rank="below_jokers"),
}
MIXES = [("greedy", "greedy"), ("random", "random"), ("random", "greedy")]


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(parse_cards(text)))


def check_row(rules: Rules, policies: tuple[str, str], first_deal: bool, n: int, level: int | None) -> None:
    asked = {"seed": 3, "policies": policies, "level": level, "first_deal": first_deal}
    (rows,) = simulate(rules, deals=n, start=5, jobs=1, **asked)  # type: ignore[arg-type]
    for place in range(n):
        record = record_deal(rules, 3, 5 + place, policies, level, first_deal)
        assert record.row == {name: int(rows[place][name]) for name in rows.dtype.names or ()}
        check_whole(record)


def check_whole(record: Record) -> None:
    """Every card, point and fine of the deal is in the record."""
    row = record.row
    dealt = [kind for hand in record.hands for kind in hand] + list(record.bottom)
    assert Counter(dealt) == Counter(pack(2))
    hands = [Counter(hand) for hand in record.hands]
    bottom = Counter(record.bottom)
    for burial in [record.burial, *(a.burial for a in record.chaos if a.burial is not None)]:
        assert Counter(burial.taken) == bottom
        hands[burial.seat] += bottom
        bottom = Counter(burial.buried)
        hands[burial.seat] -= bottom
        assert bottom.total() == 8
    assert record.last_burial.points == row["buried_points"]
    assert record.burial.points == row["first_buried_points"]
    leader = record.dealer
    for trick in record.tricks:
        assert trick.leader == leader
        assert [play.seat for play in trick.plays] == [(leader + step) % 4 for step in range(4)]
        for play in trick.plays:
            assert Counter(play.cards) <= hands[play.seat]
            hands[play.seat] -= Counter(play.cards)
        assert trick.points == sum(points_of(kind) for play in trick.plays for kind in play.cards)
        leader = trick.winner
    assert not any(hands)
    assert sum(trick.points for trick in record.tricks) + record.last_burial.points == 200
    assert len(record.tricks) == row["tricks"]
    assert record.tricks[-1].attackers == row["trick_points"]
    failed = [trick.failed for trick in record.tricks if trick.failed is not None]
    assert sum(throw.fine for throw in failed) == row["fines"]
    assert len(failed) == row["failed_dealer"] + row["failed_attackers"]
    assert sum(call.act in ("overcall", "look_back") for call in record.calls) == row["overcalls"]
    assert sum(bool(answer.show) for answer in record.chaos) == row["chaos"]


@pytest.mark.parametrize("first_deal", [False, True])
@pytest.mark.parametrize("policies", MIXES, ids="-".join)
@pytest.mark.parametrize("rules", [BASE, CLASSIC, HUANLE], ids=lambda rules: rules.name)
def test_the_record_is_the_deal_that_simulate_plays(
    rules: Rules, policies: tuple[str, str], first_deal: bool
) -> None:
    check_row(rules, policies, first_deal, 12, 2 if first_deal else None)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=list(VARIANTS))
def test_the_record_is_that_deal_under_other_rules_too(rules: Rules) -> None:
    check_row(rules, ("random", "random"), False, 25, None)


def test_the_level_asked_for_is_played() -> None:
    check_row(BASE, ("random", "random"), False, 5, 5)


def test_hands_are_in_suits_from_the_top_with_the_trumps_last() -> None:
    record = record_deal(BASE, 1, 0, level=10)
    for hand in record.hands:
        trumps = [record.is_trump(kind) for kind in hand]
        assert trumps == sorted(trumps)
    first = cards("HA DA H5 HT BJ SA")
    spades = replace(record, trump=SPADES)
    assert spades.sorted(first) == tuple(parse_cards("DA HA H5 BJ HT SA"))
    assert replace(record, trump=HEARTS).sorted(first) == tuple(parse_cards("DA SA H5 BJ HT HA"))


def acts(rules: Rules, trump: int, lead: str, *follows: tuple[str, str], level: int = 3) -> list[str]:
    """Word and clause of each follow (hand before it, play), the winner taken from the rulings."""
    plays = [cards(lead)]
    trick = Trickwise(rules, level, trump, plays[0])
    said = []
    for hand, play in follows:
        plays.append(cards(play))
        takes = rulings.trick_winner(rules, level, trump, plays) == len(plays) - 1
        assert rulings.follow_is_legal(rules, level, trump, plays[0], cards(hand), plays[-1])
        reason = trick.follow(cards(hand), plays[-1], takes)
        said.append(" ".join(reason).strip())
    return said


def test_B_32_higher_lower_and_equal_cards() -> None:
    said = acts(BASE, SPADES, "DQ", ("DK D4", "DK"), ("DK D6", "DK"), ("D4 C9", "D4"))
    assert said == ["beats B-32", "equal B-32", "follows"]


def test_B_06_and_X_13_trumps_off_suit_level_cards_are_equal() -> None:
    assert acts(BASE, SPADES, "D3", ("C3 S4", "C3"), ("S3 S4", "S3"), ("H5 S4", "H5")) == [
        "equal B-32",
        "beats B-06",
        "beats B-06",
    ]


def test_B_33_short_hands_and_discards() -> None:
    said = acts(BASE, SPADES, "DQ DQ", ("D4 C9 C8", "D4 C9"), ("C6 C7", "C6 C7"), ("D7 D8", "D7 D8"))
    assert said == ["short B-33", "discard B-33", "no_pair B-34"]
    assert acts(BASE, SPADES, "S4", ("DK", "DK")) == ["discard B-33"]


def test_B_34_missing_tractors() -> None:
    hand = "D8 D8 DT DT D2 C4"
    assert acts(BASE, SPADES, "DQ DQ DJ DJ", (hand, "D8 D8 DT DT")) == ["no_tractor B-34"]
    assert acts(BASE, SPADES, "DQ DQ DJ DJ", ("D2 D4 D6 D8 C4", "D2 D4 D6 D8")) == ["no_pair B-34"]
    assert acts(BASE, SPADES, "DQ DQ DJ DJ", ("DK DK DA DA", "DK DK DA DA")) == ["beats B-29"]


def test_B_35_and_B_36_ruffs() -> None:
    said = acts(BASE, SPADES, "DQ", ("S4", "S4"), ("S6", "S6"), ("S4", "S4"))
    assert said == ["ruff B-35", "over_ruff B-36", "under_ruff B-36"]
    assert acts(BASE, SPADES, "DQ", ("C3", "C3"), ("H3", "H3")) == ["ruff B-35", "equal_ruff B-32"]
    assert acts(BASE, SPADES, "DQ DQ", ("S4 S6", "S4 S6")) == ["weak_ruff B-35"]
    assert acts(BASE, SPADES, "DQ DQ", ("S4 C6", "S4 C6")) == ["discard B-33"]


def test_Y_120_ruffs_of_throws_with_pairs() -> None:
    lead = "DA DQ DQ"
    said = acts(
        BASE, SPADES, lead, ("S4 S4 S6", "S4 S4 S6"), ("S7 S7 S2", "S7 S7 S2"), ("S2 S2 SA", "S2 S2 SA")
    )
    assert said == ["ruff B-35", "over_ruff Y-120", "under_ruff Y-120"]


def test_B_39_and_Y_121_side_510k() -> None:
    said = acts(
        BASE,
        SPADES,
        "D5 DT DK",
        ("DA D2 D4 D6", "D2 D4 D6"),
        ("SA S4 S6", "SA S4 S6"),
        ("S5 ST SK", "S5 ST SK"),
    )
    assert said == ["follows", "weak_ruff B-39", "ruff B-39"]
    double = "D5 D5 DT DT DK DK"
    assert acts(BASE, SPADES, double, ("S4 S4 S6 S6 S8 S8", "S4 S4 S6 S6 S8 S8")) == ["ruff Y-121"]


def test_Y_74_and_Y_75_trump_510k() -> None:
    said = acts(
        BASE,
        SPADES,
        "S5 ST SK",
        ("S5 ST SK SA", "S5 ST SK"),
        ("SA S9 S8 S4", "SA S9 S8"),
        ("S4 D6 D7", "S4 D6 D7"),
    )
    assert said == ["own_510k Y-74", "top_trumps Y-74", "short B-33"]
    hand = "SA S9 S8 S7 S6 S4 S2"
    assert acts(BASE, SPADES, "S5 S5 ST ST SK SK", (hand, "SA S9 S8 S7 S6 S4")) == ["top_trumps Y-75"]
    free = replace(BASE, k510_forced_top=False)
    assert acts(free, SPADES, "S5 ST SK", (hand, "S2 S4 S6")) == ["follows"]


@pytest.mark.parametrize(
    ("lead", "follows", "expected"),
    [
        ("DQ", [("DQ", "DQ"), ("D4", "D4"), ("D6", "D6")], "first_of_equals B-32"),
        ("DQ", [("DQ", "DQ"), ("DK", "DK"), ("D6", "D6")], "highest B-32"),
        ("S4", [("S6", "S6"), ("D4", "D4"), ("D6", "D6")], "highest B-06"),
        ("DA DQ DQ", [("D4 D6 D8", "D4 D6 D8")] * 3, "throw Y-52"),
        ("D5 DT DK", [("D4 D6 D8", "D4 D6 D8")] * 3, "side_510k Y-72"),
        ("S5 ST SK", [("D4 D6 D8", "D4 D6 D8")] * 3, "trump_510k Y-74"),
        ("DQ", [("S4", "S4"), ("S6", "S6"), ("D6", "D6")], "over_ruff B-36"),
    ],
)
def test_why_a_trick_is_won(lead: str, follows: list[tuple[str, str]], expected: str) -> None:
    plays = [cards(lead)]
    trick = Trickwise(BASE, 3, SPADES, plays[0])
    written = [Play(0, plays[0], "lead", "")]
    winner = 0
    for hand, play in follows:
        plays.append(cards(play))
        now = rulings.trick_winner(BASE, 3, SPADES, plays)
        written.append(Play(len(plays) - 1, plays[-1], *trick.follow(cards(hand), plays[-1], now != winner)))
        winner = now
    assert " ".join(trick.won(written, winner)) == expected


def test_B_37_a_failed_throw_names_parts_and_seats() -> None:
    """E-100…102: 98844 against a jack, and against a pair."""
    hands = [cards("D9 D8 D8 D4 D4"), cards("DJ C2"), cards("DQ DQ"), cards("C4 C6")]
    around = [hands[3], hands[0], hands[1], hands[2]]  # seat 1 leads
    throw = failed_throw(BASE, 3, SPADES, around, 1, hands[0], cards("D4 D4"), 50)
    parts = {part.cards: part.seats for part in throw.beatable}
    assert parts == {cards("D9"): (2, 3), cards("D8 D8"): (3,), cards("D4 D4"): (3,)}
    opponents = replace(BASE, throw_check="opponents")
    throw = failed_throw(opponents, 3, SPADES, around, 1, hands[0], cards("D9"), 10)
    assert [(part.cards, part.seats) for part in throw.beatable] == [(cards("D9"), (2,))]


@pytest.mark.parametrize(
    ("rules", "bottom", "expected"),
    [
        (BASE, "SA D4 C7 H2", (2, "level X-32", CLUBS)),
        (BASE, "SA LJ C7 H2", (1, "joker X-32", NO_TRUMP)),
        (BASE, "S9 DK HK H2", (1, "highest X-33", DIAMONDS)),
        (replace(BASE, expose_rule="any_joker_nt"), "SA C7 H2 BJ", (3, "joker X-32", NO_TRUMP)),
        (replace(BASE, expose_rule="first_card"), "SA C7 H2 BJ", (0, "first X-32", SPADES)),
    ],
)
def test_B_16_the_exposed_card_that_decides(
    rules: Rules, bottom: str, expected: tuple[int, str, int]
) -> None:
    turned = tuple(parse_cards(bottom))
    place, reason = deciding_card(rules, 7, turned)
    assert (place, " ".join(reason), rulings.exposed_trump(rules, 7, turned)) == expected
    suit = turned[place] // 13 if turned[place] < 52 else NO_TRUMP
    assert suit == expected[2]
