"""Level steps against the printed tables T1 and T2 (register §1.9, §1.10, §3.9)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from chaodipi.analysis.levels import TABLE_STEP, Step, level_steps, levels_of
from chaodipi.sim.rules import Rules, load_rules

T1 = [
    (-20, -15, 11), (-10, -5, 10), (0, 0, 9), (5, 5, 8), (10, 15, 7), (20, 25, 6), (30, 35, 5),
    (40, 45, 4), (50, 55, 3), (60, 65, 2), (70, 75, 1), (80, 85, 0), (90, 95, -1), (100, 105, -2),
    (110, 115, -3), (120, 125, -4), (130, 135, -5), (140, 145, -6), (150, 155, -7), (160, 165, -8),
    (170, 175, -9),
]  # fmt: skip


@pytest.mark.parametrize(("low", "high", "levels"), T1)
def test_table_T1(low: int, high: int, levels: int) -> None:
    rules = load_rules("base")
    assert {levels_of(rules, s) for s in range(low, high + 1, 5)} == {levels}


@pytest.mark.parametrize(("table", "step"), [("std_1", 20), ("std_2", 40), ("std_3", 60)])
def test_table_T2(table: Any, step: int) -> None:
    rules = replace(load_rules("classic"), level_table=table)
    rows = [(0, 0, 3), (5, step - 5, 2), (step, 2 * step - 5, 1), (2 * step, 3 * step - 5, 0)]
    rows += [((k + 2) * step, (k + 3) * step - 5, -k) for k in range(1, 12)]
    for low, high, levels in rows:
        assert {levels_of(rules, s) for s in range(low, high + 1, 5)} == {levels}
    assert TABLE_STEP[table] == step


def test_X_67_negative_scores() -> None:
    assert levels_of(load_rules("classic"), -35) == 3
    assert levels_of(replace(load_rules("base"), neg_score="clamp"), -35) == 9


@pytest.mark.parametrize("name", ["base", "classic"])
def test_steps_tile_the_range_and_turn_at_the_threshold(name: str) -> None:
    rules: Rules = load_rules(name)
    steps = level_steps(rules, -30, 260)
    assert steps[0].low == -30
    assert steps[-1].high == 260
    for before, after in pairwise(steps):
        assert after.low == before.high + 1
        assert after.levels < before.levels
    change = next(step for step in steps if step.levels == 0)
    assert change.low == rules.threshold
    assert level_steps(load_rules("classic"))[:2] == [Step(0, 0, 3), Step(1, 39, 2)]
