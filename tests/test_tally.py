"""Tallies and summaries: exact, mergeable, independent of chunking, stable as JSON."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from chaodipi.analysis import estimates as est
from chaodipi.analysis.figures import Distribution, Figure, estimate_json
from chaodipi.analysis.summary import RUNGS, SEATS, Summary, Tally, summarise
from chaodipi.analysis.tally import COLUMN_NAMES, TABLES, tally_rows
from chaodipi.sim.rows import ROW, RUNG_COLUMNS, Rows
from chaodipi.sim.rules import load_rules
from chaodipi.tests.synthetic import synthetic_rows
from hypothesis import given, settings
from hypothesis import strategies as st

ROWS = synthetic_rows(3000)
TALLY = tally_rows([ROWS])
SUMMARY = summarise(TALLY, load_rules("base"))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, len(ROWS)), max_size=6))
def test_any_chunking_gives_the_same_tally(cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(ROWS)]
    chunks = [ROWS[a:b] for a, b in pairwise(edges)]
    assert tally_rows(chunks) == TALLY
    assert sum((tally_rows([chunk]) for chunk in reversed(chunks)), Tally()) == TALLY


def test_tally_reads_columns_of_any_kind() -> None:
    columns = {name: ROWS[name] for name in COLUMN_NAMES}
    booleans = {"change", "dug", "reinforced", "exposed"}
    narrowed = {k: v.astype(bool) if k in booleans else v for k, v in columns.items()}
    assert tally_rows([columns]) == TALLY
    assert tally_rows([narrowed]) == TALLY


def test_counts_add_up_in_every_table() -> None:
    for table in TABLES:
        want = int((ROWS["chaos"] > 0).sum()) if table == "rungs" else TALLY.n
        assert sum(TALLY.tables[table].values()) == want, table


def test_wide_keys_take_the_other_path() -> None:
    rows = synthetic_rows(500)
    rows["payoff_dealer"] = np.linspace(-30000, 30000, 500)
    tally = tally_rows([rows])
    assert sum(tally.marginal("pay", "payoff_dealer").values()) == 500
    assert set(tally.marginal("pay", "payoff_dealer")) == set(rows["payoff_dealer"].tolist())


def test_seats_rotate_with_the_dealer() -> None:
    turned = ROWS.copy()
    turn = np.arange(len(turned)) % 4
    turned["dealer"] = turn
    turned["buried_by"] = (ROWS["buried_by"] + turn) % 4
    for name in ("call_seat", *RUNG_COLUMNS):
        turned[name] = np.where(ROWS[name] < 0, -1, (ROWS[name] + turn) % 4)
    assert tally_rows([turned]) == TALLY


def test_figures_agree_with_numpy() -> None:
    def value(section: str, key: str) -> float:
        got = SUMMARY.figure(section, key).value
        assert got is not None
        return got

    gain = ROWS["dug"].astype(int) * ROWS["multiplier"] * ROWS["buried_points"]
    dug = ROWS["dug"] == 1
    assert value("outcome", "dealer_wins") == pytest.approx((ROWS["change"] == 0).mean())
    assert value("outcome", "shutout") == pytest.approx((ROWS["score"] <= 0).mean())
    assert value("points", "mean") == pytest.approx(ROWS["score"].mean())
    assert value("points", "q50") == np.quantile(ROWS["score"], 0.5, method="inverted_cdf")
    assert value("calls", "called") == pytest.approx((ROWS["call_show"] > 0).mean())
    assert value("calls", "cards_dealt") == pytest.approx(ROWS["call_cards"][ROWS["call_show"] > 0].mean())
    assert value("chao", "any") == pytest.approx((ROWS["chaos"] > 0).mean())
    assert value("dig", "gain") == pytest.approx(gain.mean())
    assert value("dig", "gain_when_dug") == pytest.approx(gain[dug].mean())
    assert value("throws", "fines") == pytest.approx(ROWS["fines"].mean())
    assert value("payoff", "attackers") == pytest.approx(ROWS["payoff_attackers"].mean())


def test_distributions_agree_with_numpy() -> None:
    dealer = ROWS["dealer"].astype(int)
    for seat, name in enumerate(SEATS):
        acted = np.zeros(len(ROWS), bool)
        for code, column in enumerate(RUNG_COLUMNS):
            here = (ROWS[column] >= 0) & ((ROWS[column] - dealer) % 4 == seat)
            acted |= here
            cell = SUMMARY.distribution("chao", "by_seat_and_rung").at(name, RUNGS[code])
            assert cell is None or cell.value == pytest.approx(here.mean())
        by_seat = SUMMARY.distribution("chao", "by_seat").at(name)
        assert by_seat is not None
        assert by_seat.value == pytest.approx(acted.mean())
    mask = (ROWS["multiplier"] == 2) & (ROWS["buried_points"] == 5)
    cell = SUMMARY.distribution("dig", "by_multiplier_and_points").at(2, 5)
    assert cell is not None
    assert cell.value == pytest.approx(ROWS["dug"][mask].mean())
    assert cell.n == mask.sum()
    bins = SUMMARY.distribution("points", "bins")
    assert sum(e.value or 0.0 for _, e in bins.cells) == pytest.approx(1)


def test_rungs_the_rules_lack_are_left_out() -> None:
    def rungs(summary: Summary) -> set[object]:
        return {place[0] for place, _ in summary.distribution("chao", "by_rung").cells}

    assert "R5R5" in rungs(SUMMARY)
    assert "LB" not in rungs(SUMMARY)
    classic = load_rules("classic")
    plain = tally_rows([synthetic_rows(200, rules=classic)])
    assert rungs(summarise(plain, classic)) == {"D", "C", "H", "S", "LJLJ", "BJBJ"}


def test_payoffs_are_left_out_where_the_rules_have_none() -> None:
    rules = load_rules("huanle")
    summary = summarise(tally_rows([synthetic_rows(200, rules=rules)]), rules)
    with pytest.raises(KeyError):
        summary.section("payoff")


@pytest.mark.parametrize("n", [0, 1])
def test_nothing_and_one_deal_are_summarised_honestly(n: int) -> None:
    summary = summarise(tally_rows([synthetic_rows(n)]), load_rules("base"))
    wins = summary.figure("outcome", "dealer_wins")
    points = summary.figure("points", "mean")
    assert wins.n == points.n == n
    assert points.method == (est.EMPTY, est.SINGLE)[n]
    json.dumps(summary.to_json(), allow_nan=False)


def test_json_is_stable_and_complete() -> None:
    again = summarise(tally_rows([ROWS[1000:], ROWS[:1000]]), load_rules("base"))
    text = json.dumps(SUMMARY.to_json(), sort_keys=True, allow_nan=False)
    assert json.dumps(again.to_json(), sort_keys=True) == text
    wins = SUMMARY.to_json()["outcome"]["dealer_wins"]
    assert set(wins) == {"value", "low", "high", "n", "method", "unit"}
    assert wins["value"] == round(wins["value"], 6)
    cell = SUMMARY.to_json()["chao"]["by_seat_and_rung"][0]
    assert {"seat", "rung", "value", "low", "high", "n", "method", "unit"} == set(cell)


def test_a_bare_number_cannot_be_shown() -> None:
    with pytest.raises(TypeError, match="only an Estimate"):
        estimate_json(0.5)  # type: ignore[arg-type]


def test_names_are_unique() -> None:
    for section in SUMMARY.sections:
        keys = [f.key for f in section.figures] + [d.key for d in section.distributions]
        assert len(keys) == len(set(keys))
        assert all(isinstance(item, Figure) for item in section.figures)
        assert all(isinstance(item, Distribution) for item in section.distributions)


def test_memory_does_not_grow_with_the_deals() -> None:
    sizes = []
    tally = Tally()
    for start in range(0, 40_000, 10_000):
        tally.add(synthetic_rows(10_000, start=start))
        sizes.append(sum(map(len, tally.tables.values())))
    assert sizes[-1] < 1.5 * sizes[0]


def test_rows_have_the_declared_type() -> None:
    rows: Rows = synthetic_rows(3)
    assert rows.dtype == ROW
