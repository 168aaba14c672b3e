"""A summary on standard output: table, JSON or CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..analysis.estimates import CONFIDENCE, Estimate
from ..analysis.figures import Distribution, Section, Summary, estimate_json
from ..analysis.provenance import public
from ..reports.numbers import count_text, interval_text, method_text, value_text, words_of
from ..sim.cards import rank_text
from .language import language, t
from .output import show_csv, show_json, show_table

SCHEMA = "chaodipi/summary-1"
MOST_CELLS = 13
"""Longer distributions are for JSON and charts, not for a table …"""
ALWAYS = {("levels", "distribution")}
"""… but for these."""

CSV_HEADER = ("section", "figure", "place", "value", "low", "high", "n", "method", "unit")


def show_summary(summary: Summary, stamp: Mapping[str, Any], form: str) -> None:
    """Show a summary in a format; ``stamp`` is the provenance with n and complete."""
    if form == "json":
        show_json(public(stamp) | {"schema": SCHEMA, "results": summary.to_json()})
    elif form == "csv":
        show_csv(CSV_HEADER, _records(summary))
    else:
        print(stamp_words(stamp) + "\n")
        _show_figures(summary)


def stamp_words(stamp: Mapping[str, Any]) -> str:
    """Where a result comes from, in one line."""
    policies = stamp["policies"]
    same = policies["dealer"] == policies["attackers"]
    first, n = stamp["start"], stamp["n"]
    words = [
        t("cli.summary.rules", **stamp["rules"]),
        t("cli.summary.policy", policy=policies["dealer"]) if same else t("cli.summary.policies", **policies),
        t("cli.summary.seed", seed=stamp["seed"]),
        t("cli.summary.deals", first=f"{first:,}", last=f"{first + n - 1:,}", n=f"{n:,}"),
    ]
    if stamp["first_deal"]:
        words.append(t("cli.summary.first_deal"))
    elif stamp["level"] is not None:
        words.append(t("cli.summary.level", level=rank_text(stamp["level"])))
    if not stamp["complete"]:
        words.append(t("cli.summary.incomplete"))
    return t("cli.summary.separator").join(words)


def _records(summary: Summary) -> Iterator[tuple[Any, ...]]:
    """One line a figure and one a cell of a distribution."""
    for section in summary.sections:
        for figure in section.figures:
            yield section.key, figure.key, None, *estimate_json(figure.estimate).values()
        for distribution in section.distributions:
            for place, estimate in distribution.cells:
                name = "/".join(str(part) for part in place)
                yield section.key, distribution.key, name, *estimate_json(estimate).values()


def _show_figures(summary: Summary) -> None:
    header = (
        t("terms.column.figure"),
        t("terms.column.value"),
        t("terms.column.interval", coverage=f"{CONFIDENCE * 100:g}"),
        t("terms.column.n"),
        t("terms.column.method"),
    )
    rows = [row for section in summary.sections for row in _section_rows(section)]
    show_table(header, rows, numbers=frozenset({1, 2, 3}))


def _section_rows(section: Section) -> Iterator[tuple[str, ...]]:
    yield (t(f"figures.section.{section.key}"),)
    for figure in section.figures:
        yield t(f"figures.{section.key}.{figure.key}"), *_estimate_cells(figure.estimate)
    for distribution in section.distributions:
        if _fits(section, distribution):
            yield t(f"figures.{section.key}.{distribution.key}"), "", "", "", ""
            for place, estimate in distribution.cells:
                words = words_of(distribution.axes[0], place[0], language())
                yield f"  {words}", *_estimate_cells(estimate)


def _fits(section: Section, distribution: Distribution) -> bool:
    if len(distribution.axes) > 1 or not distribution.cells:
        return False
    return len(distribution.cells) <= MOST_CELLS or (section.key, distribution.key) in ALWAYS


def _estimate_cells(estimate: Estimate) -> tuple[str, str, str, str]:
    """Value, interval or why there is none, n and method of an estimate."""
    method = method_text(estimate, language()) if estimate.has_interval else "–"
    interval = interval_text(estimate, language())
    return value_text(estimate, language()), interval, count_text(estimate.n), method
