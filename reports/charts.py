"""Charts of the outcome: win rate by trump length, and the attackers' points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, MultipleLocator

from ..analysis.estimates import Estimate, proportion
from ..analysis.figures import Summary
from ..analysis.levels import Step, level_steps, levels_of
from ..analysis.summary import SCORE_BIN
from ..sim.rules import Rules
from . import style
from .catalogue import text
from .marks import COVERAGE, LEGEND, bounds, draw_points, line_up, n_note, nothing, sparse_note, wilson_note
from .numbers import count_text, full_text, plain
from .style import LEAST, WIDE, Size

TAILS = 0.002
"""Share of deals at either end of the points that a chart may leave out, and then says so."""


@dataclass(frozen=True, slots=True)
class Series:
    """One simulation in a comparison: its label and summary."""

    label: str
    summary: Summary


def win_by_trumps(series: Sequence[Series], lang: str, size: Size = WIDE, stamp: str = "") -> Figure:
    """Dealer side's win rate by the dealer's trumps, deals with a trump suit and no-trump apart.

    With several series only deals with a trump suit are shown, one line each.
    """
    lines = _win_lines(series, lang)
    counted = ", ".join(
        text("charts.win.series_n", lang, label=label, n=count_text(sum(e.n for _, e in points)))
        for label, points in lines
    )
    notes = [
        line_up(lang, counted, text("charts.win.band", lang, coverage=COVERAGE)),
        sparse_note(lang),
        stamp,
    ]
    frame = style.new_frame(text("charts.win.title", lang), notes, size)
    if not any(e.n >= LEAST for _, points in lines for _, e in points):
        return nothing(frame, text("charts.note.nothing", lang))
    main, strip = frame.axes(
        2, 1, sharex=True, left=0.72, over=0.22, gridspec_kw={"height_ratios": (4.2, 1), "hspace": 0.16}
    )
    main.axhline(0.5, color=style.FAINT, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
    for (label, points), colour, marker in zip(lines, style.SERIES, style.MARKERS, strict=False):
        draw_points(main, points, colour, marker=marker, band=True, label=label)
        n = sum(e.n for _, p in lines for _, e in p) if len(series) == 1 else sum(e.n for _, e in points)
        _frequency_strip(strip, points, n, colour)
    main.set_ylim(0, 1)
    main.yaxis.set_major_locator(MultipleLocator(0.25 if size.narrow else 0.2))
    style.percent_axis(main.yaxis, lang)
    style.horizontal_grid(main)
    main.set_ylabel(text("charts.win.y", lang))
    main.legend(**LEGEND, ncols=len(lines))
    main.tick_params(axis="x", length=0)
    strip.xaxis.set_major_locator(MaxNLocator(8 if size.narrow else 14, integer=True))
    strip.yaxis.set_major_locator(MaxNLocator(2))
    style.percent_axis(strip.yaxis, lang)
    style.horizontal_grid(strip)
    strip.set_ylabel(text("charts.win.share", lang), size=8)
    strip.tick_params(axis="y", labelsize=8)
    strip.set_xlabel(text("charts.win.x", lang))
    return frame.figure


def _win_lines(series: Sequence[Series], lang: str) -> list[tuple[str, list[tuple[float, Estimate]]]]:
    kinds = ("suit", "no_trump") if len(series) == 1 else ("suit",)
    lines = []
    for one in series:
        cells = one.summary.distribution("outcome", "dealer_wins_by_kind_and_trumps").cells
        for kind in kinds:
            points = [(float(place[1]), e) for place, e in cells if place[0] == kind]
            label = text(f"terms.kind.{kind}", lang) if len(series) == 1 else one.label
            if points:
                lines.append((label, points))
    return lines


def _frequency_strip(axes: Axes, points: Sequence[tuple[float, Estimate]], n: int, colour: str) -> None:
    """How the deals spread over the horizontal axis, as steps."""
    xs = [x for x, e in points if e.n >= LEAST]
    shares = [e.n / n for _, e in points if e.n >= LEAST]
    axes.bar(xs, shares, width=0.8, color=colour, alpha=0.45, linewidth=0)


def points(summary: Summary, rules: Rules, lang: str, size: Size = WIDE, stamp: str = "") -> Figure:
    """Distribution of the attackers' points; above it the levels that scores are worth."""
    cells = [(int(place[0]), e) for place, e in summary.distribution("points", "bins").cells]
    if not cells:
        frame = style.new_frame(text("charts.points.title", lang), [n_note(0, lang)], size)
        return nothing(frame, text("charts.note.nothing", lang))
    kept = _trimmed(cells)
    low, high = kept[0][0], kept[-1][0]
    notes = [n_note(summary.n, lang), wilson_note(lang)]
    notes.append(
        text("charts.points.quantile", lang, median=full_text(summary.figure("points", "q50"), lang))
    )
    lines = [line_up(lang, *notes), text("charts.points.strip", lang)]
    lost = summary.n - sum(round((e.value or 0.0) * e.n) for _, e in kept)
    if lost:
        ends = [plain(end, "points", 0) for end in (low, high + SCORE_BIN - 1)]
        share = full_text(proportion(lost, summary.n), lang)
        lines.append(text("charts.points.beyond", lang, low=ends[0], high=ends[1], share=share))
    frame = style.new_frame(text("charts.points.title", lang), [*lines, stamp], size)
    (axes,) = frame.axes(left=0.66, over=0.36)
    steps = level_steps(rules, low, high + SCORE_BIN - 1)
    values, lows, highs = bounds([e for _, e in kept])
    xs = [start for start, _ in kept]
    colours = [_side(levels_of(rules, start))[0] for start in xs]
    axes.bar(xs, values, width=0.84 * SCORE_BIN, color=colours, alpha=0.85, linewidth=0)
    axes.vlines(xs, lows, highs, color=style.INK, linewidth=0.9)
    axes.set_xlim(low - 0.6 * SCORE_BIN, high + 0.6 * SCORE_BIN)
    axes.set_ylim(0)
    _level_strip(axes, steps, lang, size)
    style.percent_axis(axes.yaxis, lang)
    style.horizontal_grid(axes)
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_locator(MultipleLocator(40 if size.narrow else 20))
    axes.set_ylabel(text("charts.points.y", lang))
    axes.set_xlabel(text("charts.points.x", lang))
    return frame.figure


def _trimmed(cells: list[tuple[int, Estimate]]) -> list[tuple[int, Estimate]]:
    """Bins without the far tails, each of at most `TAILS`."""
    first, last = 0, len(cells) - 1
    while first < last and sum(e.value or 0.0 for _, e in cells[: first + 1]) <= TAILS:
        first += 1
    while last > first and sum(e.value or 0.0 for _, e in cells[last:]) <= TAILS:
        last -= 1
    return cells[first : last + 1]


def _level_strip(axes: Axes, steps: Sequence[Step], lang: str, size: Size) -> None:
    """The level table as a strip of cells above the bars, the edges as lines through them."""
    left, right = axes.get_xlim()
    cells = []
    for step in steps:
        first, last = -(-step.low // SCORE_BIN) * SCORE_BIN, step.high // SCORE_BIN * SCORE_BIN
        if first <= last:  # some bin holds scores of this step only
            a, b = max(left, first - SCORE_BIN / 2), min(right, last + SCORE_BIN / 2)
            cells.append((a, b, step.levels))
    inch = (size.width - 0.92) / (right - left)
    across = axes.get_xaxis_transform()
    for a, b, levels in cells:
        colour, _ = _side(levels)
        axes.axvspan(a, b, ymin=1.015, ymax=1.085, color=colour, alpha=0.16, linewidth=0, clip_on=False)
        axes.axvline(b, color=style.GRID, linewidth=0.7, zorder=0)
        label = str(abs(levels))
        room, need = (b - a) * inch, 0.03 + 0.065 * len(label)
        if room >= need or (levels % 2 == 0 and 2 * room >= need):
            axes.text(
                (a + b) / 2, 1.05, label, transform=across, ha="center", va="center",
                size=7, color=style.INK, clip_on=False,
            )  # fmt: skip
    for key in ("dealer_side", "change", "attackers"):
        group = [(a, b, _side(levels)[0]) for a, b, levels in cells if _side(levels)[1] == key]
        if group and not (size.narrow and key == "change"):
            words = text(f"charts.points.{key}_short" if size.narrow else f"charts.points.{key}", lang)
            axes.text(
                (group[0][0] + group[-1][1]) / 2, 1.11, words,
                transform=across, ha="center", va="bottom", size=8.5, clip_on=False,
                color=style.SOFT if key == "change" else group[0][2],
            )  # fmt: skip


def _side(levels: int) -> tuple[str, str]:
    """Colour and name of the side that gains levels."""
    if levels == 0:
        return style.CHANGE, "change"
    return (style.DEALER_SIDE, "dealer_side") if levels > 0 else (style.ATTACKERS, "attackers")
