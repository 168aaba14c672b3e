"""Estimates: a number that cannot be had without its n, interval and method.

Every function starts from exact integer counts or sums, so a result does not
depend on how the deals were cut into chunks or spread over threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import atanh, ceil, isfinite, sqrt, tanh

from scipy.special import bdtr, ndtri, stdtrit

CONFIDENCE = 0.95
"""Coverage of every interval unless another is asked for."""

EMPTY = "none-empty"
SINGLE = "none-single"
CONSTANT = "none-constant"
FEW = "none-few"
NO_INTERVAL = (EMPTY, SINGLE, CONSTANT, FEW)
"""Why there is no interval: no deal, one deal, no variation seen, too few deals."""

METHODS = ("wilson", "t", "order", "paired-t", "fisher", "mover")
"""Intervals: Wilson score, Student's t, order statistics (binomial), t of paired
differences, Fisher's z, and the difference of two independent estimates (MOVER,
for shares Newcombe's)."""

UNITS = ("share", "share_difference", "points", "levels", "cards", "count", "payoff", "factor", "correlation")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval, sample size, method and unit.

    ``method`` is one of `METHODS` with the coverage in percent (``wilson-95``),
    or one of `NO_INTERVAL`; then ``low`` and ``high`` are None. ``value`` is
    None only when n is 0.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    method: str
    unit: str

    def __post_init__(self) -> None:
        if self.n < 0 or self.unit not in UNITS:
            raise ValueError(f"no estimate: n = {self.n}, unit {self.unit}")
        bare = self.method in NO_INTERVAL
        if bare != (self.low is None) or bare != (self.high is None):
            raise ValueError(f"method {self.method} with interval {self.low}…{self.high}")
        if not bare and self.method.rpartition("-")[0] not in METHODS:
            raise ValueError(f"unknown method {self.method}")
        if (self.value is None) != (self.n == 0):
            raise ValueError(f"value {self.value} with n = {self.n}")
        if self.value is not None and self.low is not None and self.high is not None:
            numbers = (self.low, self.value, self.high)
            if not all(map(isfinite, numbers)) or not self.low <= self.value <= self.high:
                raise ValueError(f"{self.value} is not inside {self.low}…{self.high}")

    @property
    def has_interval(self) -> bool:
        """Whether an interval could be given."""
        return self.low is not None

    def excludes(self, value: float) -> bool:
        """Whether the interval lies wholly on one side of ``value``."""
        if self.low is None or self.high is None:
            return False
        return not self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """First minus second on the same deals.

    ``saving`` is the share of deals that pairing saves against two independent
    samples, 1 − Var(x − y) / (Var x + Var y); negative when pairing hurts.
    """

    difference: Estimate
    correlation: Estimate
    saving: Estimate


def _method(name: str, confidence: float) -> str:
    return f"{name}-{confidence * 100:g}"


def _z(confidence: float) -> float:
    return float(ndtri(0.5 + confidence / 2))


def proportion(successes: int, n: int, *, confidence: float = CONFIDENCE, unit: str = "share") -> Estimate:
    """Share of successes with Wilson's score interval."""
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes among {n}")
    if n == 0:
        return Estimate(None, None, None, 0, EMPTY, unit)
    z2 = _z(confidence) ** 2
    p = successes / n
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = sqrt(z2 * (p * (1 - p) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low = 0.0 if successes == 0 else min(p, max(0.0, centre - half))
    high = 1.0 if successes == n else max(p, min(1.0, centre + half))
    return Estimate(p, low, high, n, _method("wilson", confidence), unit)


def mean(n: int, total: int, squares: int, *, unit: str, confidence: float = CONFIDENCE) -> Estimate:
    """Mean of n whole numbers from their sum and sum of squares, with Student's t.

    Where all values are equal the data say nothing about their spread: no
    interval is given.
    """
    return _t_interval(n, total, squares, unit, "t", confidence)


def mean_of(counts: Mapping[int, int], *, unit: str, confidence: float = CONFIDENCE) -> Estimate:
    """Mean of the values of a histogram ``value -> count``."""
    return mean(*moments(counts), unit=unit, confidence=confidence)


def moments(counts: Mapping[int, int]) -> tuple[int, int, int]:
    """Number, sum and sum of squares of a histogram ``value -> count``."""
    n = sum(counts.values())
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    return n, total, squares


def _t_interval(n: int, total: int, squares: int, unit: str, name: str, confidence: float) -> Estimate:
    if n == 0:
        return Estimate(None, None, None, 0, EMPTY, unit)
    value = total / n
    if n == 1:
        return Estimate(value, None, None, 1, SINGLE, unit)
    spread = n * squares - total * total
    if spread < 0:
        raise ValueError(f"sum of squares {squares} is too small for n = {n}, sum {total}")
    if spread == 0:
        return Estimate(value, None, None, n, CONSTANT, unit)
    half = float(stdtrit(n - 1, 0.5 + confidence / 2)) * sqrt(spread / (n * n * (n - 1)))
    return Estimate(value, value - half, value + half, n, _method(name, confidence), unit)


def quantile(counts: Mapping[int, int], p: float, *, unit: str, confidence: float = CONFIDENCE) -> Estimate:
    """The smallest value below or at which a share ``p`` of the histogram lies.

    The interval runs between two order statistics whose ranks a binomial law
    gives; no shape of the distribution is assumed. With too few deals there is
    none.
    """
    if not 0 < p < 1:
        raise ValueError(f"p = {p} is not between 0 and 1")
    n = sum(counts.values())
    if n == 0:
        return Estimate(None, None, None, 0, EMPTY, unit)
    rank = max(1, ceil(p * n - 1e-9))
    value = float(_order_statistic(counts, rank))
    alpha = (1 - confidence) / 2
    low_rank = _first_rank(n, p, alpha, strict=True)
    high_rank = _first_rank(n, p, 1 - alpha, strict=False) + 1
    if low_rank < 1 or high_rank > n:
        return Estimate(value, None, None, n, SINGLE if n == 1 else FEW, unit)
    low, high = (float(_order_statistic(counts, r)) for r in (low_rank, high_rank))
    return Estimate(value, low, high, n, _method("order", confidence), unit)


def _first_rank(n: int, p: float, q: float, *, strict: bool) -> int:
    """Smallest k in 0…n with P(B ≤ k) above (``strict``) or at least q, B binomial(n, p)."""
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        reached = float(bdtr(middle, n, p))
        if reached > q or (not strict and reached >= q):
            high = middle
        else:
            low = middle + 1
    return low


def _order_statistic(counts: Mapping[int, int], rank: int) -> int:
    """The value of a rank, counted from 1, among the sorted values."""
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= rank:
            return value
    raise ValueError(f"rank {rank} among {seen} values")


def difference(first: Estimate, second: Estimate) -> Estimate:
    """First minus second of two independent estimates of one unit (MOVER; n is the sum).

    For two shares with Wilson intervals this is Newcombe's interval.
    """
    unit = "share_difference" if first.unit == "share" else first.unit
    if first.unit != second.unit:
        raise ValueError(f"difference of {first.unit} and {second.unit}")
    n = first.n + second.n
    if first.value is None or second.value is None:
        return Estimate(None, None, None, 0, EMPTY, unit)
    value = first.value - second.value
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Estimate(value, None, None, n, FEW, unit)
    down = sqrt((first.value - first.low) ** 2 + (second.high - second.value) ** 2)
    up = sqrt((first.high - first.value) ** 2 + (second.value - second.low) ** 2)
    coverage = first.method.rpartition("-")[2]
    return Estimate(value, value - down, value + up, n, f"mover-{coverage}", unit)


@dataclass(frozen=True, slots=True)
class PairSums:
    """Exact sums over deals of two whole-number results x and y of the same deals."""

    n: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    yy: int = 0
    xy: int = 0

    def __add__(self, other: PairSums) -> PairSums:
        return PairSums(
            self.n + other.n,
            self.x + other.x,
            self.y + other.y,
            self.xx + other.xx,
            self.yy + other.yy,
            self.xy + other.xy,
        )


def paired(sums: PairSums, *, unit: str, confidence: float = CONFIDENCE) -> PairedDifference:
    """Mean of x − y over deals by t, with correlation and saving (Fisher's z)."""
    n = sums.n
    squares = sums.xx - 2 * sums.xy + sums.yy
    gap = _t_interval(n, sums.x - sums.y, squares, unit, "paired-t", confidence)
    var_x, var_y = n * sums.xx - sums.x**2, n * sums.yy - sums.y**2
    cov = n * sums.xy - sums.x * sums.y
    if n < 4 or var_x == 0 or var_y == 0:
        return PairedDifference(gap, _unknown(), _unknown())
    correlation = _fisher(cov / sqrt(var_x * var_y), n, 3, confidence)
    saving = _fisher(2 * cov / (var_x + var_y), n, 1.5, confidence)
    return PairedDifference(gap, correlation, saving)


def _unknown() -> Estimate:
    """Correlation where it is not defined: an empty estimate."""
    return Estimate(None, None, None, 0, EMPTY, "correlation")


def _fisher(r: float, n: int, lost: float, confidence: float) -> Estimate:
    """Interval of a correlation-like ratio by Fisher's z; ``lost`` degrees of freedom."""
    r = max(-1.0, min(1.0, r))
    if abs(r) == 1.0:
        return Estimate(r, None, None, n, CONSTANT, "correlation")
    half = _z(confidence) / sqrt(n - lost)
    low, high = tanh(atanh(r) - half), tanh(atanh(r) + half)
    return Estimate(r, min(low, r), max(high, r), n, _method("fisher", confidence), "correlation")
