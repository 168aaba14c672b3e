"""Cards as text: every accepted form, and what is refused."""

from __future__ import annotations

import pytest
from chaodipi.sim import cards
from chaodipi.sim.cards import CardError, card_text, cards_text, kind_of, parse_cards, parse_rank
from hypothesis import given
from hypothesis import strategies as st

KINDS = st.integers(0, cards.KINDS - 1)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("SA", kind_of(cards.SPADES, 14)),
        ("♠A", kind_of(cards.SPADES, 14)),
        ("黑桃A", kind_of(cards.SPADES, 14)),
        ("黑A", kind_of(cards.SPADES, 14)),
        ("sa", kind_of(cards.SPADES, 14)),
        ("♥5", cards.RED_FIVE),
        ("红桃5", cards.RED_FIVE),
        ("红心5", cards.RED_FIVE),
        ("H5", cards.RED_FIVE),
        ("♦5", cards.DIAMOND_FIVE),
        ("方块5", cards.DIAMOND_FIVE),
        ("方片5", cards.DIAMOND_FIVE),
        ("♣2", kind_of(cards.CLUBS, 2)),
        ("梅花2", kind_of(cards.CLUBS, 2)),
        ("草花2", kind_of(cards.CLUBS, 2)),
        ("H10", kind_of(cards.HEARTS, 10)),
        ("HT", kind_of(cards.HEARTS, 10)),
        ("SJ", kind_of(cards.SPADES, 11)),
        ("LJ", cards.SMALL_JOKER),
        ("小王", cards.SMALL_JOKER),
        ("BJ", cards.BIG_JOKER),
        ("大王", cards.BIG_JOKER),
    ],
)
def test_card_forms(text: str, kind: int) -> None:
    assert parse_cards(text) == [kind]


@pytest.mark.parametrize(
    "text",
    ["SA SA H10 LJ", "SASAH10LJ", "SA*2,H10,LJ", "♠A、♠A 红桃10 小王", "SA*2; HT\n\tLJ", "sa*2，ht lj"],
)
def test_several_cards(text: str) -> None:
    assert parse_cards(text) == [kind_of(cards.SPADES, 14)] * 2 + [
        kind_of(cards.HEARTS, 10),
        cards.SMALL_JOKER,
    ]


def test_no_cards() -> None:
    assert parse_cards("") == []
    assert parse_cards(" , ") == []


@given(st.lists(KINDS, max_size=30), st.booleans())
def test_round_trip(kinds: list[int], signs: bool) -> None:
    assert parse_cards(cards_text(kinds, signs)) == kinds


@given(st.lists(KINDS, max_size=30))
def test_round_trip_without_blanks(kinds: list[int]) -> None:
    assert parse_cards("".join(card_text(kind) for kind in kinds)) == kinds


@given(st.text(max_size=20))
def test_any_text_is_cards_or_a_card_error(text: str) -> None:
    try:
        kinds = parse_cards(text)
    except CardError:
        return
    assert all(0 <= kind < cards.KINDS for kind in kinds)


@pytest.mark.parametrize(
    ("text", "named"), [("S1", "S1"), ("SA XX", "XX"), ("H11", "1"), ("joker", "joker"), ("SA**2", "**2")]
)
def test_refused_cards_are_named(text: str, named: str) -> None:
    with pytest.raises(CardError, match="is no card") as caught:
        parse_cards(text)
    assert named in str(caught.value)


def test_more_copies_than_the_packs_hold() -> None:
    assert len(parse_cards("SA*3", decks=3)) == 3
    with pytest.raises(CardError, match=r"SA occurs 3 times, but 2 deck\(s\) hold 2; take 1 out"):
        parse_cards("SA SA SA", decks=2)


@pytest.mark.parametrize(("text", "rank"), [("2", 2), ("10", 10), ("T", 10), ("j", 11), (" A ", 14)])
def test_ranks(text: str, rank: int) -> None:
    assert parse_rank(text) == rank


@pytest.mark.parametrize("text", ["1", "11", "", "AA", "joker"])
def test_refused_ranks(text: str) -> None:
    with pytest.raises(CardError, match="is no rank"):
        parse_rank(text)


def test_E_001_E_002_E_005_census_and_points() -> None:
    for decks, count, points in ((1, 54, 100), (2, 108, 200), (3, 162, 300)):
        pack = cards.pack(decks)
        assert len(pack) == count
        assert sum(map(cards.points_of, pack)) == points


def test_E_004_point_values() -> None:
    worth = {5: 5, 10: 10, 13: 10}
    for kind in range(cards.KINDS):
        assert cards.points_of(kind) == worth.get(cards.rank_of(kind), 0)
