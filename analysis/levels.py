"""Level steps of a rule set: what a score is worth (tables T1 and T2).

For charts and words only; kernels have their own closed forms, and a test
holds both against the printed tables.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..sim.rules import Rules

TABLE_STEP = {"red5_9": 10, "std_1": 20, "std_2": 40, "std_3": 60}
"""Attackers' points a level, by level table."""


@dataclass(frozen=True, slots=True)
class Step:
    """Scores ``low``…``high`` (attackers' points) that are worth the same.

    ``levels`` is positive for the dealer side and negative for the attackers;
    0 is the bare change of dealer.
    """

    low: int
    high: int
    levels: int


def levels_of(rules: Rules, score: int) -> int:
    """Levels of a final score: positive dealer side, negative attackers, 0 change."""
    if score < 0 and (rules.neg_score == "clamp" or rules.level_table != "red5_9"):
        score = 0  # T2 has no rows below 0 (X-67, Y-48)
    if rules.level_table == "red5_9":
        return _levels_red5(score)
    step = TABLE_STEP[rules.level_table]
    if score <= 0:
        return 3
    return 2 - score // step if score < 2 * step else -((score - 2 * step) // step)


def _levels_red5(score: int) -> int:
    """T1, closed form of register §1.9."""
    if score < 0:
        return 9 + -(score // 10)
    if score == 0:
        return 9
    return 8 - score // 10


def level_steps(rules: Rules, low: int = 0, high: int | None = None) -> list[Step]:
    """The steps of the rules' level table between two scores, in order of score.

    ``high`` defaults to the points in the packs. Neighbouring scores worth the
    same form one step, cut at both ends to the range asked for.
    """
    last = rules.points if high is None else high
    steps: list[Step] = []
    for score in range(low, last + 1):
        levels = levels_of(rules, score)
        if steps and steps[-1].levels == levels:
            steps[-1] = Step(steps[-1].low, score, levels)
        else:
            steps.append(Step(score, score, levels))
    return steps
