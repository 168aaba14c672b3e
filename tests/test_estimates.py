"""Estimates against independent implementations, their corners and their coverage."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest
from chaodipi.analysis import estimates as est
from chaodipi.analysis.estimates import Estimate, PairSums
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats


@pytest.mark.parametrize(
    ("successes", "n"), [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (431, 1000), (7, 10**7)]
)
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_proportion_is_wilson(successes: int, n: int, confidence: float) -> None:
    got = est.proportion(successes, n, confidence=confidence)
    want = stats.binomtest(successes, n).proportion_ci(confidence, method="wilson")
    assert got.value == successes / n
    assert got.low == pytest.approx(want.low, abs=1e-12)
    assert got.high == pytest.approx(want.high, abs=1e-12)
    assert got.method == f"wilson-{confidence * 100:g}"


def test_proportion_agrees_with_statsmodels() -> None:
    module = pytest.importorskip("statsmodels.stats.proportion", reason="statsmodels is not installed")
    for successes, n in ((0, 5), (2, 9), (77, 1234)):
        low, high = module.proportion_confint(successes, n, method="wilson")
        got = est.proportion(successes, n)
        assert got.low == pytest.approx(low, abs=1e-12)
        assert got.high == pytest.approx(high, abs=1e-12)


@given(st.lists(st.integers(-500, 900), min_size=2, max_size=60))
def test_mean_is_students_t(values: list[int]) -> None:
    got = est.mean(len(values), sum(values), sum(v * v for v in values), unit="points")
    assert got.value == pytest.approx(np.mean(values))
    if len(set(values)) == 1:
        assert got.method == est.CONSTANT
        assert got.low is None
        return
    want = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
    assert got.low == pytest.approx(want[0])
    assert got.high == pytest.approx(want[1])
    assert got == est.mean_of(Counter(values), unit="points")


def test_mean_stays_exact_where_floats_cancel() -> None:
    n, offset = 10**6, 10**9
    counts = {offset: n // 2, offset + 1: n // 2}
    got = est.mean_of(counts, unit="points")
    assert got.high is not None
    assert got.high - offset - 0.5 == pytest.approx(1.959966 * 0.5 / math.sqrt(n - 1), rel=1e-2)


def test_nothing_one_and_constant_are_said_so() -> None:
    assert est.proportion(0, 0) == Estimate(None, None, None, 0, est.EMPTY, "share")
    assert est.mean(0, 0, 0, unit="points").method == est.EMPTY
    single = est.mean(1, 70, 4900, unit="points")
    assert (single.value, single.low, single.method) == (70.0, None, est.SINGLE)
    constant = est.mean_of({0: 20}, unit="count")
    assert (constant.value, constant.has_interval, constant.method) == (0.0, False, est.CONSTANT)
    assert est.quantile({}, 0.5, unit="points").method == est.EMPTY
    assert est.quantile({10: 1}, 0.5, unit="points").method == est.SINGLE
    assert est.quantile({10: 2, 15: 2}, 0.5, unit="points").method == est.FEW


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.5, None, None, 10, "wilson-95", "share"), "interval"),
        ((0.5, 0.4, 0.6, 10, "none-few", "share"), "interval"),
        ((0.5, 0.6, 0.7, 10, "wilson-95", "share"), "not inside"),
        ((0.5, 0.4, 0.6, 10, "guess-95", "share"), "unknown method"),
        ((0.5, 0.4, 0.6, 10, "", "share"), "unknown method"),
        ((None, None, None, 10, "none-few", "share"), "n = 10"),
        ((0.5, 0.4, 0.6, -1, "t-95", "share"), "n = -1"),
        ((0.5, 0.4, 0.6, 9, "t-95", "furlongs"), "furlongs"),
        ((0.5, 0.4, math.inf, 9, "t-95", "share"), "not inside"),
    ],
)
def test_no_estimate_without_its_parts(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Estimate(*arguments)  # type: ignore[arg-type]


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="3 successes among 2"):
        est.proportion(3, 2)
    with pytest.raises(ValueError, match="too small"):
        est.mean(3, 30, 1, unit="points")
    with pytest.raises(ValueError, match="not between"):
        est.quantile({1: 3}, 1.0, unit="points")
    with pytest.raises(ValueError, match="difference of share and points"):
        est.difference(est.proportion(1, 2), est.mean(2, 1, 1, unit="points"))


@pytest.mark.parametrize("p", [0.05, 0.25, 0.5, 0.9])
@pytest.mark.parametrize("n", [60, 75, 1000, 12345])
def test_quantile_ranks_are_binomial(n: int, p: float) -> None:
    counts = dict.fromkeys(range(1, n + 1), 1)  # value = rank
    got = est.quantile(counts, p, unit="points")
    law = stats.binom(n, p)
    low = int(law.ppf(0.025))
    low = low if law.cdf(low) > 0.025 else low + 1
    high = int(law.ppf(0.975)) + 1
    assert got.value == math.ceil(round(p * n, 6))
    if low < 1 or high > n:
        assert got.method == est.FEW
    else:
        assert (got.low, got.high) == (low, high)
        assert law.cdf(high - 1) - law.cdf(low - 1) >= 0.95


def test_quantile_of_a_lumpy_histogram() -> None:
    got = est.quantile({0: 10, 40: 30, 80: 55, 120: 5}, 0.5, unit="points")
    assert (got.value, got.low, got.high) == (80.0, 40.0, 80.0)


def test_difference_is_newcombes() -> None:
    got = est.difference(est.proportion(56, 70), est.proportion(48, 80))  # Newcombe 1998, table II (a)
    assert got.value == pytest.approx(0.2)
    assert got.low == pytest.approx(0.0524, abs=5e-5)
    assert got.high == pytest.approx(0.3339, abs=5e-5)
    assert (got.n, got.unit, got.method) == (150, "share_difference", "mover-95")
    assert got.excludes(0)
    assert est.difference(est.proportion(0, 0), est.proportion(1, 3)).n == 0


def test_paired_difference_correlation_and_saving() -> None:
    rng = np.random.default_rng(5)
    x = rng.integers(0, 200, 400)
    y = x + rng.integers(-20, 30, 400)
    sums = _sums(x.tolist(), y.tolist())
    got = est.paired(sums, unit="points")
    want = stats.ttest_rel(x, y).confidence_interval(0.95)
    assert got.difference.low == pytest.approx(want.low)
    assert got.difference.high == pytest.approx(want.high)
    pearson = stats.pearsonr(x, y)
    interval = pearson.confidence_interval(0.95)
    assert got.correlation.value == pytest.approx(pearson.statistic)
    assert got.correlation.low == pytest.approx(interval.low)
    assert got.correlation.high == pytest.approx(interval.high)
    assert got.saving.value == pytest.approx(1 - np.var(x - y) / (np.var(x) + np.var(y)))
    half = len(x) // 2
    parts = _sums(x[:half].tolist(), y[:half].tolist()) + _sums(x[half:].tolist(), y[half:].tolist())
    assert parts == sums


def test_paired_with_itself_is_exactly_zero() -> None:
    values = [3, 8, -2, 40]
    got = est.paired(_sums(values, values), unit="levels")
    assert (got.difference.value, got.difference.method) == (0.0, est.CONSTANT)
    assert got.correlation.value == pytest.approx(1.0)
    assert est.paired(PairSums(), unit="levels").correlation.method == est.EMPTY


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=4, max_size=30))
def test_paired_intervals_hold_their_values(pairs: list[tuple[int, int]]) -> None:
    x, y = zip(*pairs, strict=True)
    got = est.paired(_sums(x, y), unit="points")  # Estimate itself checks low ≤ value ≤ high
    assert got.difference.n == len(pairs)


def _sums(x: list[int] | tuple[int, ...], y: list[int] | tuple[int, ...]) -> PairSums:
    return PairSums(
        len(x),
        sum(x),
        sum(y),
        sum(a * a for a in x),
        sum(b * b for b in y),
        sum(a * b for a, b in zip(x, y, strict=True)),
    )


def test_intervals_cover_about_as_often_as_they_say() -> None:
    """2,000 samples each: 95 % intervals must cover in 93…99 % (3.5 standard errors and lumps)."""
    rng = random.Random(20)
    hits = Counter[str]()
    runs = 2000
    for _ in range(runs):
        sample = [5 * min(40, int(rng.expovariate(1 / 16))) for _ in range(80)]
        counts = Counter(sample)
        for name, truth, got in (
            ("share", _P_HIGH, est.proportion(sum(v >= 80 for v in sample), 80)),
            ("mean", _MEAN, est.mean_of(counts, unit="points")),
            ("median", _MEDIAN, est.quantile(counts, 0.5, unit="points")),
        ):
            hits[name] += not got.excludes(truth)
    for name, count in hits.items():
        assert 0.93 <= count / runs <= 0.999, (name, count)


# Truths of 5·min(40, ⌊E⌋), E exponential with mean 16: P(⌊E⌋ ≥ k) = exp(−k / 16).
_P_HIGH = math.exp(-1)
_MEAN = 5 * sum(math.exp(-k / 16) for k in range(1, 41))
_MEDIAN = 5 * math.floor(16 * math.log(2))
