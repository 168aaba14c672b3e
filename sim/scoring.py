"""Levels and payoffs from the attackers' points (T1, T2, T3; register 1.9, 1.10, 3.9)."""

from __future__ import annotations

from typing import Any

from .jit import leaf
from .layout import C_BMH_UNIT, C_CAP, C_CLAMP, C_DRAW, C_PAYOFF, C_STEP, C_TABLE
from .state import get


@leaf
def ceil_div(a: Any, b: Any) -> Any:
    """Smallest integer not below a / b, for b > 0."""
    return -((-a) // b)


@leaf
def levels_of(score: Any, rt: Any) -> Any:
    """(levels, change): dealer side's levels positive, attackers' negative; change 1 when they
    take the stage."""
    step = get(rt, C_STEP)
    red5 = get(rt, C_TABLE) == 0
    top = 9 if red5 else 3
    if score <= 0:
        return (top if rt[C_CLAMP] else top + ceil_div(-score, step)), 0
    threshold = 80 if red5 else 2 * step
    if score < threshold:
        return (8 - score // 10, 0) if red5 else (2 - score // step, 0)
    if rt[C_DRAW] and score == threshold:
        return 0, 0
    return -((score - threshold) // step), 1


@leaf
def payoffs_of(levels: Any, change: Any, rt: Any) -> Any:
    """Payoff of one player of (dealer side, attackers), stake not applied."""
    system = get(rt, C_PAYOFF)
    if system == 0 or (levels == 0 and change == 0):
        return 0, 0
    if system == 1:
        own = levels - 1 if change else levels
        return own, -own
    unit = 1 if change and rt[C_BMH_UNIT] else 0
    n = min(abs(levels) + unit, get(rt, C_CAP) // 3)
    return (-2 * n, 3 * n) if change else (3 * n, -2 * n)
