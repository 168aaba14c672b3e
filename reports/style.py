"""How charts look: sizes, colours that colour-blind readers can tell apart, text, and file bytes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any, cast

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from .catalogue import text
from .fonts import register_font

INK, SOFT, FAINT, GRID = "#1f2933", "#52606d", "#9aa5b1", "#e4e7eb"
BLUE, ORANGE, TEAL, PLUM = "#2467a8", "#d97706", "#0f8a7e", "#8a4f9e"
SERIES = (BLUE, ORANGE, TEAL, PLUM)
MARKERS = ("o", "s", "D", "^", "v", "P")
DEALER_SIDE, CHANGE, ATTACKERS = BLUE, "#a3adb8", ORANGE

SPARSE = 100
"""Cells with fewer deals are drawn hollow and not joined by lines."""

LEAST = 10
"""Cells with fewer deals stand only in the table."""


@dataclass(frozen=True, slots=True)
class Size:
    """A chart's size in inches; ``narrow`` is for telephones."""

    width: float
    height: float
    narrow: bool = False

    @property
    def columns(self) -> int:
        """Latin letters of footnote size that fit into a line."""
        return int((self.width - 0.3) * 17)


WIDE = Size(7.6, 4.5)
NARROW = Size(4.1, 4.7, narrow=True)


@contextmanager
def chart_style() -> Iterator[None]:
    """Settings under which charts are drawn *and* saved."""
    settings: dict[str, Any] = {
        "font.family": "sans-serif",
        "font.sans-serif": [register_font(), "DejaVu Sans"],
        "font.weight": "regular",
        "font.size": 9.5,
        "axes.titleweight": "regular",
        "axes.edgecolor": FAINT,
        "axes.labelcolor": SOFT,
        "axes.linewidth": 0.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.unicode_minus": True,
        "text.color": INK,
        "xtick.color": SOFT,
        "ytick.color": SOFT,
        "xtick.major.size": 3,
        "ytick.major.size": 0,
        "legend.frameon": False,
        "lines.solid_capstyle": "round",
        "svg.fonttype": "path",
        "svg.hashsalt": "chaodipi",
        "path.simplify": False,
    }
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(cast(Any, settings))
        yield


@dataclass(frozen=True, slots=True)
class Frame:
    """A figure with its title and footnotes set, and the inches they leave for axes."""

    figure: Figure
    size: Size
    top: float
    bottom: float

    def axes(
        self, rows: int = 1, columns: int = 1, *, left: float = 0.55, right: float = 0.2, under: float = 0.45,
        over: float = 0.0, **grid: Any,
    ) -> list[Axes]:  # fmt: skip
        """Axes in a grid; the margins are inches for tick labels and axis titles."""
        w, h = self.size.width, self.size.height
        made = self.figure.subplots(
            rows,
            columns,
            squeeze=False,
            gridspec_kw={
                "left": left / w,
                "right": 1 - right / w,
                "bottom": (self.bottom + under) / h,
                "top": 1 - (self.top + over) / h,
                **grid.pop("gridspec_kw", {}),
            },
            **grid,
        )
        return list(made.flat)


def new_frame(title: str, notes: list[str], size: Size) -> Frame:
    """A blank figure with a title above and footnotes below, wrapped to its width."""
    figure = Figure(figsize=(size.width, size.height), facecolor="white")
    x = 0.15 / size.width
    heads = wrap(title, int(size.columns / 1.3))
    for i, line in enumerate(heads):
        figure.text(x, 1 - (0.13 + 0.23 * i) / size.height, line, size=12, va="top")
    feet = [line for note in notes if note for line in wrap(note, size.columns)]
    for i, line in enumerate(reversed(feet)):
        figure.text(x, (0.1 + 0.165 * i) / size.height, line, size=8, color=SOFT, va="bottom")
    return Frame(figure, size, top=0.3 + 0.23 * len(heads), bottom=0.15 + 0.165 * len(feet))


def wrap(words: str, columns: int) -> list[str]:
    """Lines of at most ``columns`` Latin letters; Chinese breaks anywhere but before a stop."""
    lines, line, width = [], "", 0.0
    for piece in _pieces(words):
        extent = sum(1.9 if unicodedata.east_asian_width(c) in "WF" else 1.0 for c in piece)
        if line.strip() and width + len(piece.rstrip()) and width + extent - piece.endswith(" ") > columns:
            lines.append(line.rstrip())
            line, width = "", 0.0
        line, width = line + piece, width + extent
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(words: str) -> list[str]:
    """Parts between which a line may break: Latin words, single Chinese characters."""
    pieces: list[str] = []
    for c in words:
        wide = unicodedata.east_asian_width(c) in "WF"
        stop = c in "，。；：、）》”"
        before = pieces[-1] if pieces else ""
        opened = before[-1:] in ("（", "《", "“")
        broken = before.endswith(" ") or (before and unicodedata.east_asian_width(before[-1]) in "WF")
        if not pieces or (not stop and not opened and (wide or broken)):
            pieces.append(c)
        else:
            pieces[-1] += c
    return pieces


def percent_axis(axis: Any, lang: str) -> None:
    """Tick labels in percent for shares."""

    def label(x: float, _: int) -> str:
        return text("terms.unit.share", lang, value=f"{100 * x:.4g}".replace("-", "−"))

    axis.set_major_formatter(FuncFormatter(label))


def horizontal_grid(axes: Axes) -> None:
    """Faint lines at the ticks of the vertical axis."""
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.spines["left"].set_visible(False)


def svg_bytes(figure: Figure) -> bytes:
    """The figure as SVG: text as outlines, no date, equal figures give equal bytes."""
    out = BytesIO()
    FigureCanvasSVG(figure)
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def png_bytes(figure: Figure, dpi: int = 160) -> bytes:
    """The figure as PNG, without date or software."""
    out = BytesIO()
    FigureCanvasAgg(figure)
    figure.savefig(out, format="png", dpi=dpi, metadata={"Software": None})
    return out.getvalue()
