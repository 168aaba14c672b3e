"""Properties of deals, rulings, randomness and batches."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest
from chaodipi.sim import rng, rulings, state
from chaodipi.sim.batch import simulate
from chaodipi.sim.bits import select_portable
from chaodipi.sim.cards import NO_TRUMP, SMALL_JOKER, kind_of, points_of, rank_of, suit_of
from chaodipi.sim.game import Deal
from chaodipi.sim.rows import ROW, RUNG_COLUMNS
from chaodipi.sim.rules import load_rules
from numba import njit
from scipy import stats

PRESETS = ("base", "classic", "huanle")
SPLITMIX_1234567 = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


@njit  # type: ignore[untyped-decorator]
def splitmix(seed: int, n: int) -> list[int]:
    """Outputs of the generator as kernels use it."""
    s = np.uint64(seed)
    out = []
    for _ in range(n):
        s += rng.GOLDEN
        out.append(rng.mix(s))
    return out


@njit  # type: ignore[untyped-decorator]
def below(n: int, draws: int, start: int) -> np.ndarray:
    """How often each number below ``n`` was drawn from both halves."""
    counts = np.zeros((2, n), np.int64)
    s = np.uint64(start)
    for _ in range(draws):
        s += rng.GOLDEN
        x = rng.mix(s)
        counts[0, rng.below_high(x, n)] += 1
        counts[1, rng.below_low(x, n)] += 1
    return counts


@njit  # type: ignore[untyped-decorator]
def selected(mask: int, k: int) -> int:
    """The portable selection of the k-th set bit."""
    return select_portable(mask, k)  # type: ignore[no-any-return]


def test_the_generator_gives_the_published_numbers() -> None:
    assert tuple(int(x) for x in splitmix(1234567, 5)) == SPLITMIX_1234567


@pytest.mark.parametrize("n", [2, 13, 25, 108])
def test_bounded_draws_are_uniform(n: int) -> None:
    for counts in below(n, 200_000, 7):
        assert stats.chisquare(counts).pvalue > 1e-4


def test_the_portable_selection_finds_every_bit() -> None:
    random = Random(3)
    for _ in range(200):
        mask = random.getrandbits(64) or 1
        bits = [1 << place for place in range(64) if mask >> place & 1]
        assert [int(selected(np.uint64(mask), k)) for k in range(len(bits))] == bits


def test_every_card_is_as_likely_in_every_place() -> None:
    rules = load_rules("base")
    packs = np.array([Deal.start(rules, 5, index, 2).pack() for index in range(6_000)])
    for place in (0, 1, 53, 99, 100, 107):
        counts = np.bincount(packs[:, place], minlength=54)
        assert stats.chisquare(counts).pvalue > 1e-4
    pairs = Counter(zip(packs[:, 0] // 13, packs[:, 1] // 13, strict=True))
    expected = [6_000 * sizes / 107 for sizes in _pair_weights(sorted(pairs))]
    assert stats.chisquare([pairs[key] for key in sorted(pairs)], expected).pvalue > 1e-4


def _pair_weights(keys: list[tuple[int, int]]) -> list[float]:
    """107 × P(first group, second group) for two cards drawn without putting back."""
    size = {0: 26, 1: 26, 2: 26, 3: 26, 4: 4}
    return [size[a] * (size[b] - (a == b)) / 108 for a, b in keys]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_cards_and_points_are_conserved_at_every_decision(name: str, policy: str) -> None:
    rules = load_rules(name)
    for index in range(12):
        deal = Deal.start(rules, 21, index)
        pack = Counter(deal.pack())
        taken = [0, 0]
        while not deal.over:
            answer = deal.ask(policy)
            leader_side = deal.number(state.ATTACKERS)
            deal.apply(answer)  # checked: the answer is one of a non-empty legal set
            if deal.in_play:
                taken[1] += deal.number(state.ATTACKERS) - leader_side
                places = [*(deal.hand(seat) for seat in range(4)), deal.bottom()]
                places += [deal.cards_at(state.PLAYED), deal.cards_at(state.TRICK)]
                assert sum((Counter(cards) for cards in places), Counter()) == pack
        played = sum(points_of(kind) for kind in deal.cards_at(state.PLAYED))
        buried = sum(points_of(kind) for kind in deal.bottom())
        assert played + buried == rules.points == 200
        assert int(deal.row()["trick_points"]) == taken[1] <= played
        assert int(deal.row()["buried_points"]) == buried


def test_the_score_is_the_sum_of_its_parts() -> None:
    for rows in simulate(load_rules("base"), deals=5_000, policies=("random", "random")):
        bottom = np.where(rows["dug"] == 1, rows["buried_points"].astype(int) * rows["multiplier"], 0)
        assert (rows["score"] == rows["trick_points"].astype(int) + rows["fines"] + bottom).all()
        assert ((rows["trick_points"] >= 0) & (rows["trick_points"] <= 200)).all()


def _relabel(kind: int, suits: tuple[int, ...]) -> int:
    return kind if kind >= SMALL_JOKER else kind_of(suits[suit_of(kind)], rank_of(kind))


def test_relabelling_the_suits_changes_no_ruling() -> None:
    rules = load_rules("classic")
    random = Random(8)
    deck = [kind for _ in range(2) for kind in range(54)]
    for _ in range(150):
        level, trump = random.randint(2, 14), random.choice([0, 1, 2, 3, NO_TRUMP])
        hands = [random.sample(deck, 8) for _ in range(4)]
        lead = _some_lead(random, hands[0], level, trump)
        plays = [lead, *(random.sample(hand, len(lead)) for hand in hands[1:])]
        suits = random.choice(list(permutations(range(4))))
        moved = [[_relabel(kind, suits) for kind in cards] for cards in (*plays, *hands)]
        other = suits[trump] if trump != NO_TRUMP else NO_TRUMP
        before = (
            rulings.trick_winner(rules, level, trump, plays),
            [rulings.follow_is_legal(rules, level, trump, lead, hands[i], plays[i]) for i in (1, 2, 3)],
            rulings.multiplier(rules, level, trump, lead),
        )
        after = (
            rulings.trick_winner(rules, level, other, moved[:4]),
            [
                rulings.follow_is_legal(rules, level, other, moved[0], moved[4 + i], moved[i])
                for i in (1, 2, 3)
            ],
            rulings.multiplier(rules, level, other, moved[0]),
        )
        assert before == after


def _some_lead(random: Random, hand: list[int], level: int, trump: int) -> list[int]:
    rules = load_rules("classic")
    for _ in range(20):
        cards = random.sample(hand, random.randint(1, 4))
        if rulings.lead_class(rules, level, trump, cards) != "illegal":
            return cards
    return hand[:1]


def test_turning_the_table_turns_the_result() -> None:
    rules = load_rules("base")
    seats = {"dealer", "call_seat", "trump_seat", "buried_by", "next_dealer", *RUNG_COLUMNS}
    for index in range(25):
        pack = Deal.start(rules, 31, index, 2).pack()
        rows = []
        for drawer in range(4):
            deal = Deal.from_pack(rules, pack, 2, first_deal=True, drawer=drawer)
            deal.play_out(("greedy", "greedy"))
            result = deal.row()
            row = {name: int(result[name]) for name in ROW.names or ()}
            turned = {name: (row[name] - drawer) % 4 for name in seats if row[name] >= 0}
            rows.append(row | turned)
        if not rows[0]["redeals"]:
            assert all(row == rows[0] for row in rows)


@pytest.mark.parametrize("first_deal", [False, True])
def test_threads_and_chunks_change_no_bit(first_deal: bool) -> None:
    rules = load_rules("base")
    whole = np.concatenate(
        list(simulate(rules, deals=3_000, seed=9, jobs=1, chunk=3_000, first_deal=first_deal))
    )
    for jobs, chunk in ((1, 700), (2, 111), (7, 64), (3, 2_999)):
        parts = list(simulate(rules, deals=3_000, seed=9, jobs=jobs, chunk=chunk, first_deal=first_deal))
        assert np.concatenate(parts).tobytes() == whole.tobytes()
    tail = np.concatenate(list(simulate(rules, deals=500, start=2_500, seed=9, first_deal=first_deal)))
    assert tail.tobytes() == whole[2_500:].tobytes()
