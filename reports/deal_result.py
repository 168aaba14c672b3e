"""How a recorded deal is settled, in words."""

from __future__ import annotations

from collections.abc import Iterator

from .deal_words import DealWords


def result_lines(words: DealWords) -> Iterator[str]:
    """Points, fines, the bottom, levels, payoffs, the next dealer."""
    record, row = words.record, words.record.row
    yield words.t("deal.score.tricks", "B-42", points=row["trick_points"])
    if row["failed_dealer"] or row["failed_attackers"]:
        yield words.t("deal.score.fines", "B-37", "X-56", points=signed(row["fines"]))
    if row["dug"]:
        shape = words.t(f"deal.shape.{record.tricks[-1].shape}")
        points, multiplier = row["buried_points"], row["multiplier"]
        yield words.t(
            "deal.score.dug", "B-43", "X-62", shape=shape, points=points, multiplier=multiplier,
            total=points * multiplier,
        )  # fmt: skip
    else:
        yield words.t("deal.score.kept", "X-28", points=row["buried_points"])
    if row["stdr"]:
        key = "deal.score.heaven_attackers" if row["stdr"] == 2 else "deal.score.heaven_dealer"
        yield words.t(key, "B-41", "X-77")
    yield _levels(words)
    rules = record.rules
    if rules.payoff != "none":
        table = {"jifen": ("T1",), "bmh": ("T3", "X-68")}[rules.payoff]
        dealer, attackers = signed(row["payoff_dealer"]), signed(row["payoff_attackers"])
        yield words.t("deal.score.payoff", *table, dealer=dealer, attackers=attackers)
    if row["stake"]:
        yield words.t("deal.score.stake", "X-86", k=row["stake"], factor=2 ** row["stake"])
    yield words.t("deal.score.next", "X-38", seat=words.seat(row["next_dealer"]))


def _levels(words: DealWords) -> str:
    record, row = words.record, words.record.row
    table = "T1" if record.rules.level_table == "red5_9" else "T2"
    key, levels = "dealer_up", row["levels"]
    if row["change"]:
        key = "attackers_up" if levels else "change"
    elif not levels:
        return words.t("deal.score.draw", "X-85", score=row["score"], threshold=record.rules.threshold)
    elif row["score"] <= 0:
        key = "shutout"
    score = str(row["score"]).replace("-", "−")
    rise = words.t("deal.levels.one" if abs(levels) == 1 else "deal.levels.many", n=abs(levels))
    return words.t(f"deal.score.{key}", table, score=score, threshold=record.rules.threshold, levels=rise)


def signed(number: int) -> str:
    """A number with its sign, a real minus."""
    return f"{number:+d}".replace("-", "−") if number else "0"
