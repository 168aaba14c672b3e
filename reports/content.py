"""What a report says, in one language and without a format: texts, charts and tables."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

from ..analysis.estimates import CONFIDENCE, Estimate
from ..analysis.figures import Distribution, Section, Summary
from ..analysis.levels import levels_of
from ..sim.cards import rank_text
from ..sim.rules import Rules
from . import bottom_charts, charts, style
from .catalogue import text
from .charts import Series
from .findings import findings, limits, policies_words, policy_label, stamp_words
from .numbers import count_text, interval_text, method_text, short_text, value_text, words_of
from .paths import CHART_NAMES
from .rules_text import rules_sentences, switch_rows
from .style import Size

COVERAGE = f"{CONFIDENCE * 100:g}"
Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""Header and rows of a table."""


@dataclass(frozen=True, slots=True)
class ChartPart:
    """A chart with its words and the figures behind it; ``name`` is its file's stem."""

    name: str
    title: str
    words: str
    alt: str
    wide: bytes
    narrow: bytes
    names: int
    """Leading columns of the table that name a row."""
    table: Table


@dataclass(frozen=True, slots=True)
class Tile:
    """A headline figure."""

    name: str
    value: str
    interval: str
    note: str


@dataclass(frozen=True, slots=True)
class FigureTable:
    """The figures of one section, and its distributions."""

    title: str
    table: Table
    distributions: tuple[tuple[str, int, Table], ...]


@dataclass(frozen=True, slots=True)
class Content:
    """A whole report."""

    lang: str
    title: str
    question: str
    subtitle: str
    tiles: list[Tile]
    findings: list[str]
    limits: list[str]
    charts: list[ChartPart]
    figures: list[FigureTable]
    method: list[str]
    rules: list[str]
    switches: list[tuple[str, str, str]]
    provenance: list[tuple[str, str]]
    command: str


def make_content(
    summary: Summary, rules: Rules, provenance: Mapping[str, Any], lang: str, others: Sequence[Series] = ()
) -> Content:
    """The report on a summary; ``others`` are compared with it where a comparison is fair."""
    who = policies_words(provenance, lang)
    subtitle = text("report.subtitle", lang, rules=rules.name, n=count_text(summary.n), policies=who)
    return Content(
        lang=lang,
        title=text("report.title", lang),
        question=text("report.question", lang),
        subtitle=subtitle,
        tiles=_tiles(summary, rules, lang),
        findings=findings(summary, rules, lang, others),
        limits=limits(provenance, summary.n, lang),
        charts=_charts(summary, rules, provenance, lang, others),
        figures=[_figure_table(section, lang) for section in summary.sections],
        method=_method(provenance, lang),
        rules=rules_sentences(rules, lang),
        switches=switch_rows(rules, lang),
        provenance=_provenance(summary, rules, provenance, lang, others),
        command=command(rules, provenance, summary.n),
    )


def _tiles(summary: Summary, rules: Rules, lang: str) -> list[Tile]:
    wanted = [("outcome", "dealer_wins"), ("points", "mean"), ("chao", "any"), ("dig", "dug")]
    tiles = []
    for section, key in wanted:
        if section == "chao" and not rules.chao:
            continue
        estimate = summary.figure(section, key)
        name = "outcome.attackers_points" if section == "points" else f"{section}.{key}"
        note = f"{method_text(estimate, lang)}, n = {count_text(estimate.n)}"
        tiles.append(
            Tile(
                text(f"figures.{name}", lang), short_text(estimate, lang), interval_text(estimate, lang), note
            )
        )
    return tiles


def _charts(
    summary: Summary, rules: Rules, provenance: Mapping[str, Any], lang: str, others: Sequence[Series]
) -> list[ChartPart]:
    series = [Series(policy_label(provenance, lang), summary), *others]
    stamp = stamp_words(rules, [provenance], lang)
    shared = stamp_words(rules, [provenance] * len(series), lang)
    drawn: dict[str, Callable[[Size], Figure]] = {
        "win": lambda size: charts.win_by_trumps(series, lang, size, shared),
        "points": lambda size: charts.points(summary, rules, lang, size, stamp),
        "chao": lambda size: bottom_charts.chao(summary, lang, size, stamp),
        "dig": lambda size: bottom_charts.dig(summary, lang, size, stamp),
    }
    tables = {
        "win": (2, _win_table(series, lang)),
        "points": (2, _points_table(summary, rules, lang)),
        "chao": (2, distribution_table(summary.distribution("chao", "by_seat_and_rung"), lang)),
        "dig": (2, distribution_table(summary.distribution("dig", "by_multiplier_and_points"), lang)),
    }
    parts = []
    for key, draw in drawn.items():
        if key == "chao" and not rules.chao:
            continue
        with style.chart_style():
            wide, narrow = (style.svg_bytes(draw(size)) for size in (style.WIDE, style.NARROW))
        words = "win_compare" if key == "win" and others else key
        parts.append(
            ChartPart(
                name=CHART_NAMES[key],
                title=text(f"report.chart.{key}_title", lang),
                words=text(f"report.chart.{words}", lang),
                alt=text(f"charts.{key}.alt", lang),
                wide=wide,
                narrow=narrow,
                names=tables[key][0],
                table=tables[key][1],
            )
        )
    return parts


def estimate_header(lang: str) -> tuple[str, ...]:
    """Column titles of `estimate_cells`."""
    interval = text("terms.column.interval", lang, coverage=COVERAGE)
    others = (text(f"terms.column.{name}", lang) for name in ("n", "method"))
    return text("terms.column.value", lang), interval, *others


def estimate_cells(estimate: Estimate, lang: str) -> tuple[str, ...]:
    """Value, interval, n and method of an estimate."""
    interval = interval_text(estimate, lang) if estimate.has_interval else "–"
    return value_text(estimate, lang), interval, count_text(estimate.n), method_text(estimate, lang)


def distribution_table(distribution: Distribution, lang: str) -> Table:
    """All cells of a distribution, named by its axes."""
    axes = distribution.axes
    rows = [
        (
            *(words_of(axis, part, lang) for axis, part in zip(axes, place, strict=True)),
            *estimate_cells(e, lang),
        )
        for place, e in distribution.cells
    ]
    return (*(text(f"terms.axis.{axis}", lang) for axis in axes), *estimate_header(lang)), rows


def _win_table(series: Sequence[Series], lang: str) -> Table:
    """As drawn: kinds of trump of one simulation, or deals with a trump suit of several."""
    key = "dealer_wins_by_kind_and_trumps"
    if len(series) == 1:
        return distribution_table(series[0].summary.distribution("outcome", key), lang)
    rows = [
        (one.label, str(place[1]), *estimate_cells(e, lang))
        for one in series
        for place, e in one.summary.distribution("outcome", key).cells
        if place[0] == "suit"
    ]
    head = (text("report.provenance.policies", lang), text("terms.axis.trumps", lang))
    return (*head, *estimate_header(lang)), rows


def _points_table(summary: Summary, rules: Rules, lang: str) -> Table:
    head, rows = distribution_table(summary.distribution("points", "bins"), lang)
    worth = [
        _worth(levels_of(rules, int(place[0])), lang)
        for place, _ in summary.distribution("points", "bins").cells
    ]
    full = [(row[0], word, *row[1:]) for row, word in zip(rows, worth, strict=True)]
    return (head[0], text("charts.points.worth", lang), *head[1:]), full


def _worth(levels: int, lang: str) -> str:
    if levels == 0:
        return text("charts.points.worth_change", lang)
    side = "dealer_side" if levels > 0 else "attackers"
    return text(f"charts.points.worth_{side}", lang, n=abs(levels))


def _figure_table(section: Section, lang: str) -> FigureTable:
    rows = [
        (text(f"figures.{section.key}.{figure.key}", lang), *estimate_cells(figure.estimate, lang))
        for figure in section.figures
    ]
    distributions = tuple(
        (
            text(f"figures.{section.key}.{distribution.key}", lang),
            len(distribution.axes),
            distribution_table(distribution, lang),
        )
        for distribution in section.distributions
        if distribution.cells and len(distribution.axes) == 1
    )
    head = (text("terms.column.figure", lang), *estimate_header(lang))
    return FigureTable(text(f"figures.section.{section.key}", lang), (head, rows), distributions)


def _level_words(provenance: Mapping[str, Any], lang: str) -> str:
    level = provenance["level"]
    if level is None:
        return text("report.method.level_any", lang)
    return text("report.method.level_one", lang, level=words_of("level", rank_text(level), lang))


def _method(provenance: Mapping[str, Any], lang: str) -> list[str]:
    if provenance["first_deal"]:
        setting = text("report.method.setting_first", lang)
    else:
        setting = text("report.method.setting_later", lang, level=_level_words(provenance, lang))
    kinds = ("share", "mean", "quantile", "gap")
    return [
        text("report.method.unit", lang),
        setting,
        text("report.method.seats", lang),
        *(text(f"report.method.{kind}", lang, coverage=COVERAGE) for kind in kinds),
        text("report.method.none", lang),
    ]


def _provenance(
    summary: Summary, rules: Rules, provenance: Mapping[str, Any], lang: str, others: Sequence[Series]
) -> list[tuple[str, str]]:
    first = provenance["start"]
    deals = text(
        "report.provenance.deals_value",
        lang,
        first=count_text(first),
        last=count_text(first + max(summary.n, 1) - 1),
        n=count_text(summary.n),
    )
    rows = [
        ("rules", rules.name),
        ("fingerprint", rules.fingerprint),
        ("policies", policies_words(provenance, lang)),
        ("seed", str(provenance["seed"])),
        ("deals", deals),
        ("level", _level_words(provenance, lang)),
        ("version", f"chaodipi {provenance['version']}"),
    ]
    rows += [("compared", f"{other.label}, n = {count_text(other.summary.n)}") for other in others]
    return [(text(f"report.provenance.{key}", lang), value) for key, value in rows]


def command(rules: Rules, provenance: Mapping[str, Any], n: int) -> str:
    """The command that simulates the same deals again."""
    words = ["chaodipi", "simulate", "--rules", rules.name, "--deals", str(n)]
    if provenance["start"]:
        words += ["--start", str(provenance["start"])]
    words += ["--seed", str(provenance["seed"]), "--policy", provenance["policies"]["dealer"]]
    if provenance["policies"]["attackers"] != provenance["policies"]["dealer"]:
        words += ["--policy-attackers", provenance["policies"]["attackers"]]
    if provenance["first_deal"]:
        words.append("--first-deal")
    elif provenance["level"] is not None:
        words += ["--level", rank_text(provenance["level"])]
    return shlex.join(words)
