"""What the charts share: notes, points with intervals, an empty picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..analysis.estimates import CONFIDENCE, Estimate
from . import style
from .catalogue import text
from .numbers import check, count_text
from .style import LEAST, SPARSE, Frame

COVERAGE = f"{CONFIDENCE * 100:g}"
LEGEND: dict[str, Any] = {
    "loc": "lower left",
    "bbox_to_anchor": (-0.015, 1.0),
    "fontsize": 9,
    "handletextpad": 0.2,
    "columnspacing": 1.4,
    "borderaxespad": 0.1,
}
"""A legend in one line above the axes, where no data can be."""


def line_up(lang: str, *notes: str) -> str:
    """Notes in one line."""
    return text("charts.note.separator", lang).join(notes)


def sparse_note(lang: str) -> str:
    """What hollow points mean."""
    return text("charts.note.sparse", lang, sparse=SPARSE, least=LEAST)


def wilson_note(lang: str) -> str:
    """The method of the intervals of shares."""
    return text("charts.note.wilson", lang, coverage=COVERAGE)


def n_note(n: int, lang: str) -> str:
    """The number of deals."""
    return text("charts.note.n", lang, n=count_text(n))


def bounds(estimates: Sequence[Estimate]) -> tuple[list[float], list[float], list[float]]:
    """Values, lows and highs of estimates that have all three."""
    rows = [(e.value, e.low, e.high) for e in map(check, estimates)]
    kept = [(v, a, b) for v, a, b in rows if v is not None and a is not None and b is not None]
    return [v for v, _, _ in kept], [a for _, a, _ in kept], [b for _, _, b in kept]


def draw_points(
    axes: Axes,
    points: Sequence[tuple[float, Estimate]],
    colour: str,
    *,
    marker: str = "o",
    band: bool = False,
    label: str | None = None,
) -> None:
    """Points with intervals; well-founded ones joined, sparse ones hollow, the rarest left out."""
    shown = [(x, e) for x, e in points if check(e).n >= LEAST]
    firm = [(x, e) for x, e in shown if e.n >= SPARSE]
    for group, hollow in ((firm, False), ([p for p in shown if p not in firm], True)):
        xs = [x for x, _ in group]
        values, lows, highs = bounds([e for _, e in group])
        if not (band and not hollow):
            axes.vlines(xs, lows, highs, color=colour, linewidth=1.4, alpha=0.75, zorder=2)
        fill = "white" if hollow else colour
        axes.plot(
            xs, values, marker, color=colour, markersize=4.2, markerfacecolor=fill, markeredgewidth=1.1,
            zorder=4, clip_on=False, label=None if hollow else label,
        )  # fmt: skip
    values, lows, highs = bounds([e for _, e in firm])
    xs = [x for x, _ in firm]
    axes.plot(xs, values, color=colour, linewidth=1.5, zorder=3)
    if band:
        axes.fill_between(xs, lows, highs, color=colour, alpha=0.22, linewidth=0, zorder=1)


def nothing(frame: Frame, message: str) -> Figure:
    """A picture that says why it is empty."""
    frame.figure.text(0.5, 0.5, message, ha="center", va="center", color=style.SOFT, size=11)
    return frame.figure
