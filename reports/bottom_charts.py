"""Charts about the bottom: who takes it again, and how often it is dug."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, MultipleLocator

from ..analysis.figures import Distribution, Summary
from ..analysis.summary import SEATS
from . import style
from .catalogue import text
from .marks import LEGEND, draw_points, line_up, n_note, nothing, sparse_note, wilson_note
from .numbers import full_text
from .style import LEAST, WIDE, Size


def chao(summary: Summary, lang: str, size: Size = WIDE, stamp: str = "") -> Figure:
    """How often each seat took the bottom again, and with which cards; one panel a seat."""
    grid = summary.distribution("chao", "by_seat_and_rung")
    rungs = list(dict.fromkeys(str(place[1]) for place, _ in grid.cells))
    notes = [line_up(lang, n_note(summary.n, lang), wilson_note(lang)), text("charts.chao.any", lang), stamp]
    frame = style.new_frame(text("charts.chao.title", lang), notes, size)
    if not any(e.value for _, e in grid.cells):
        return nothing(frame, text("charts.chao.none" if summary.n else "charts.note.nothing", lang))
    rows, columns = (2, 2) if size.narrow else (1, 4)
    panels = frame.axes(
        rows, columns, sharex=True, sharey=True, left=1.0, over=0.42, under=0.5,
        gridspec_kw={"wspace": 0.12, "hspace": 0.5},
    )  # fmt: skip
    order = ("next", "partner", "previous", "dealer")  # the order of asking
    totals = summary.distribution("chao", "by_seat")
    for seat, axes in zip(order, panels, strict=True):
        _chao_panel(axes, grid, totals, seat, rungs, lang)
    most = max(e.high or 0.0 for _, e in grid.cells)
    panels[0].set_xlim(-0.03 * most, 1.08 * most)
    panels[0].set_ylim(len(rungs) - 0.5, -0.5)
    panels[0].set_yticks(range(len(rungs)), [text(f"terms.rung.{rung}", lang) for rung in rungs])
    panels[0].xaxis.set_major_locator(MaxNLocator(3))
    style.percent_axis(panels[0].xaxis, lang)
    y = (frame.bottom + 0.04) / size.height
    frame.figure.text(0.5, y, text("charts.chao.x", lang), ha="center", va="bottom", color=style.SOFT)
    return frame.figure


def _chao_panel(
    axes: Axes, grid: Distribution, totals: Distribution, seat: str, rungs: Sequence[str], lang: str
) -> None:
    colour = style.DEALER_SIDE if seat in SEATS[::2] else style.ATTACKERS
    for y, rung in enumerate(rungs):
        estimate = grid.at(seat, rung)
        if estimate is None or estimate.value is None or estimate.low is None or estimate.high is None:
            continue
        axes.hlines(y, estimate.low, estimate.high, color=colour, linewidth=2.2, alpha=0.45)
        fill = colour if estimate.value else "white"
        axes.plot(estimate.value, y, "o", color=colour, markersize=5, markerfacecolor=fill)
    axes.grid(axis="both", color=style.GRID, linewidth=0.8)
    axes.spines["left"].set_visible(False)
    total = totals.at(seat)
    head = text(f"terms.seat.{seat}", lang)
    axes.set_title(head, loc="left", size=9.5, color=colour, pad=17)
    if total is not None:
        axes.text(0, 1.03, full_text(total, lang), transform=axes.transAxes, size=7.5, color=style.SOFT)


def dig(summary: Summary, lang: str, size: Size = WIDE, stamp: str = "") -> Figure:
    """How often the attackers dug the bottom, by multiplier of the last lead and bottom points."""
    cells = summary.distribution("dig", "by_multiplier_and_points").cells
    notes = [
        line_up(lang, n_note(summary.n, lang), wilson_note(lang)),
        sparse_note(lang),
        stamp,
    ]
    frame = style.new_frame(text("charts.dig.title", lang), notes, size)
    multipliers = sorted({int(place[0]) for place, e in cells if e.n >= LEAST})
    if not multipliers:
        return nothing(frame, text("charts.note.nothing", lang))
    (axes,) = frame.axes(left=0.66, over=0.22)
    for i, multiplier in enumerate(multipliers):
        shift = (i - (len(multipliers) - 1) / 2) * 0.8
        line = [(float(place[1]) + shift, e) for place, e in cells if place[0] == multiplier]
        colour, marker = style.SERIES[i % len(style.SERIES)], style.MARKERS[i % len(style.MARKERS)]
        key = "charts.dig.multiplier_short" if size.narrow else "charts.dig.multiplier"
        label = text(key, lang, n=multiplier)
        draw_points(axes, line, colour, marker=marker, label=label)
    axes.set_ylim(0, min(1.0, 1.08 * max(e.high or 0.0 for _, e in cells if e.n >= LEAST)))
    axes.xaxis.set_major_locator(MultipleLocator(10 if size.narrow else 5))
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    style.percent_axis(axes.yaxis, lang)
    style.horizontal_grid(axes)
    axes.set_xlabel(text("charts.dig.x", lang))
    axes.set_ylabel(text("charts.dig.y", lang))
    axes.legend(**LEGEND, ncols=len(multipliers))
    return frame.figure
