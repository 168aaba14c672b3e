"""Made-up result rows with plausible shapes, for tests of tallies, files and reports.

Nothing here is played: columns agree with one another (score, levels, change,
payoff) but the frequencies are invented.
"""

from __future__ import annotations

import numpy as np
from chaodipi.analysis.levels import levels_of
from chaodipi.sim.rows import ROW, RUNG_COLUMNS, Rows
from chaodipi.sim.rules import Rules, load_rules
from numpy.typing import NDArray

_RUNG_RATES = (0.012, 0.016, 0.022, 0.03, 0.012, 0.016, 0.014, 0.0)


def synthetic_rows(
    n: int, seed: int = 1, rules: Rules | None = None, start: int = 0, edge: float = 0.0
) -> Rows:
    """``n`` rows from deal ``start``; ``edge`` shifts play towards the dealer side."""
    rules = rules or load_rules("base")
    rng = np.random.default_rng((seed, start))
    rows = np.zeros(n, ROW)
    rows["deal"] = np.arange(start, start + n)
    rows["level"] = rng.integers(2, 15, n)
    rows["tricks"] = rng.integers(12, 23, n)
    _calling(rows, rng, rules)
    _chaos(rows, rng, rules)
    _play(rows, rng, rules, edge)
    return rows


def _calling(rows: Rows, rng: np.random.Generator, rules: Rules) -> None:
    n = len(rows)
    called = rng.random(n) < 0.97
    rows["call_seat"] = np.where(called, rng.choice(4, n, p=(0.3, 0.25, 0.22, 0.23)), -1)
    rows["call_show"] = np.where(called, rng.integers(1, 5, n), 0)
    rows["call_cards"] = np.where(called, np.minimum(4 * rules.hand_size, 1 + rng.geometric(0.06, n)), 0)
    rows["overcalls"] = np.where(called, rng.random(n) < 0.06, 0)
    rows["reinforced"] = called & (rng.random(n) < 0.08)
    rows["exposed"] = ~called
    rows["trump"] = np.where(called, rows["call_show"] - 1, rng.integers(0, 5, n))
    rows["trump_seat"] = rows["call_seat"]
    rows["trump_show"] = rows["call_show"]


def _chaos(rows: Rows, rng: np.random.Generator, rules: Rules) -> None:
    n = len(rows)
    rows["buried_by"] = rows["dealer"]
    for code, (name, rate) in enumerate(zip(RUNG_COLUMNS, _RUNG_RATES, strict=True)):
        rows[name] = -1
        if code == 6 and not rules.red5_perm:
            continue
        hit = (rng.random(n) < rate) & (rows["exposed"] == 0)
        seats = rng.choice(4, n, p=(0.1, 0.33, 0.25, 0.32)).astype(np.int8)
        rows[name] = np.where(hit, seats, -1)
        rows["chaos"] += hit
        rows["buried_by"] = np.where(hit, seats, rows["buried_by"])
        rows["trump"] = np.where(hit, min(code, 4), rows["trump"])


def _play(rows: Rows, rng: np.random.Generator, rules: Rules, edge: float) -> None:
    n = len(rows)
    rows["trumps"] = np.clip(np.round(rng.normal(10.5, 2.8, n)), 0, rules.hand_size)
    rows["trumps_side"] = rows["trumps"] + np.clip(np.round(rng.normal(8, 2.3, n)), 0, 20)
    rows["first_buried_points"] = 5 * rng.binomial(8, 0.12, n)
    rows["buried_points"] = np.where(
        rows["chaos"] > 0, 5 * rng.binomial(8, 0.2, n), rows["first_buried_points"]
    )
    rows["throws"] = rng.poisson(0.5, n)
    failed = rng.random((2, n)) < 0.06
    rows["failed_dealer"], rows["failed_attackers"] = failed
    rows["fines"] = rules.throw_fine_points * (failed[0].astype(int) - failed[1])
    rows["k510"] = (rng.random(n) < 0.03) & rules.k510
    strength = rows["trumps_side"].astype(float) - 18.5 + edge
    rows["trick_points"] = 5 * np.clip(np.round(rng.normal(16 - 1.1 * strength, 5, n)), 0, 38)
    rows["dug"] = rng.random(n) < 1 / (1 + np.exp(0.25 * strength + 1.1))
    rows["multiplier"] = rng.choice((2, 4, 8), n, p=(0.82, 0.15, 0.03))
    gain = rows["dug"].astype(int) * rows["multiplier"] * rows["buried_points"]
    score: NDArray[np.int64] = rows["trick_points"] + rows["fines"] + gain
    levels = np.array([levels_of(rules, int(s)) for s in score], np.int64)
    rows["score"], rows["levels"], rows["change"] = score, levels, score >= rules.threshold
    rows["next_dealer"] = np.where(rows["change"] == 1, 1, 2)
    _payoffs(rows, levels, rules)


def _payoffs(rows: Rows, levels: NDArray[np.int64], rules: Rules) -> None:
    if rules.payoff == "jifen":
        rows["payoff_dealer"] = np.where(rows["change"] == 1, levels - 1, levels)
        rows["payoff_attackers"] = -rows["payoff_dealer"]
    elif rules.payoff == "bmh":
        rows["payoff_dealer"] = np.where(levels > 0, 3 * levels, 2 * levels)
        rows["payoff_attackers"] = np.where(levels > 0, -2 * levels, -3 * levels)
