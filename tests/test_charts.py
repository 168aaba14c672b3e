"""Charts: equal bytes, every case drawn, numbers never without their interval."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
from chaodipi.analysis.estimates import Estimate, difference, mean_of, proportion, quantile
from chaodipi.analysis.summary import Summary, summarise
from chaodipi.analysis.tally import tally_rows
from chaodipi.reports import bottom_charts, charts, numbers, style
from chaodipi.reports.charts import Series
from chaodipi.reports.fonts import known_characters, register_font, subset_woff2
from chaodipi.sim.rules import load_rules
from chaodipi.tests.command import environment
from chaodipi.tests.synthetic import synthetic_rows
from matplotlib.figure import Figure

BASE = load_rules("base")


def summary_of(n: int, edge: float = 0.0) -> Summary:
    return summarise(tally_rows([synthetic_rows(n, edge=edge)]), BASE)


SUMMARY = summary_of(4000)
Draw = Callable[[Summary, str, style.Size], Figure]
DRAWERS: dict[str, Draw] = {
    "win": lambda summary, lang, size: charts.win_by_trumps([Series("greedy", summary)], lang, size),
    "points": lambda summary, lang, size: charts.points(summary, BASE, lang, size),
    "chao": bottom_charts.chao,
    "dig": bottom_charts.dig,
}


@pytest.mark.parametrize("size", [style.WIDE, style.NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", DRAWERS)
def test_charts_are_the_same_bytes_again(name: str, lang: str, size: style.Size) -> None:
    def draw() -> bytes:
        with style.chart_style():
            return style.svg_bytes(DRAWERS[name](SUMMARY, lang, size))

    svg = draw()
    assert draw() == svg
    root = ET.fromstring(svg)
    assert root.tag.endswith("svg")
    assert b"<dc:date>" not in svg
    assert not re.search(rb"(href|src)=\"(?!#)", svg)
    assert b"<text" not in svg  # outlines: no font is needed to read it


def test_charts_are_the_same_bytes_in_another_process() -> None:
    script = (
        "import hashlib\n"
        "from chaodipi.tests.test_charts import DRAWERS, SUMMARY, style\n"
        "with style.chart_style():\n"
        "    svg = style.svg_bytes(DRAWERS['win'](SUMMARY, 'zh', style.WIDE))\n"
        "print(hashlib.sha256(svg).hexdigest())\n"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=environment() | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(hashes) == 1


@pytest.mark.parametrize("n", [0, 1, 30])
@pytest.mark.parametrize("name", DRAWERS)
def test_few_deals_and_none_are_drawn(name: str, n: int) -> None:
    with style.chart_style():
        assert style.svg_bytes(DRAWERS[name](summary_of(n), "zh", style.WIDE))


def words_in(figure: Figure) -> str:
    drawn = [item.get_text() for item in figure.texts]
    for axes in figure.axes:
        drawn += [item.get_text() for item in axes.texts]
        legend = axes.get_legend()
        drawn += [item.get_text() for item in legend.get_texts()] if legend else []
    return "\n".join(drawn)


def test_captions_name_n_and_method() -> None:
    with style.chart_style():
        for name, draw in DRAWERS.items():
            words = words_in(draw(SUMMARY, "en", style.WIDE))
            assert "n =" in words, name
            assert "Wilson 95 %" in words, name


def test_sparse_cells_are_hollow_and_not_joined() -> None:
    with style.chart_style():
        figure = charts.win_by_trumps([Series("greedy", SUMMARY)], "en")
    cells = SUMMARY.distribution("outcome", "dealer_wins_by_kind_and_trumps").cells
    sparse = [e for place, e in cells if place[0] == "suit" and style.LEAST <= e.n < style.SPARSE]
    firm = [e for place, e in cells if place[0] == "suit" and e.n >= style.SPARSE]
    lines = figure.axes[0].get_lines()
    hollow = [line for line in lines if line.get_markerfacecolor() == "white"]
    joined = [line for line in lines if line.get_linestyle() == "-" and line.get_color() == style.BLUE]
    assert sparse
    assert len(hollow[0].get_xdata()) == len(sparse)  # type: ignore[arg-type]
    assert [len(line.get_xdata()) for line in joined] == [len(firm)]  # type: ignore[arg-type]


def test_two_simulations_are_overlaid() -> None:
    others = [Series("greedy", SUMMARY), Series("random", summary_of(4000, edge=-3.0))]
    with style.chart_style():
        figure = charts.win_by_trumps(others, "en")
    words = words_in(figure)
    assert "greedy" in words
    assert "random" in words
    assert "no-trump" not in words


def test_the_level_strip_follows_the_table() -> None:
    with style.chart_style():
        words = words_in(charts.points(SUMMARY, BASE, "en")).split("\n")
    strip = [int(word) for word in words if word.isdigit()]
    turn = strip.index(0)
    assert strip[:turn] == sorted(strip[:turn], reverse=True)
    assert strip[turn:] == sorted(strip[turn:])
    assert "attackers gain levels" in words


def test_the_vendored_font_is_used() -> None:
    from matplotlib.font_manager import findfont

    with style.chart_style():
        assert findfont(register_font()).endswith("NotoSansCJKsc-GB2312L1.otf")


def test_subset_fonts_hold_what_is_asked_and_repeat() -> None:
    data = subset_woff2("炒底♥A")
    assert data[:4] == b"wOF2"
    assert subset_woff2("A♥底炒炒") == data
    assert len(data) < 10_000
    assert "炒" in known_characters()


@pytest.mark.parametrize(
    ("estimate", "en", "zh"),
    [
        (proportion(438, 1000), "44 % (41 to 47)", "44%（41至47）"),
        (proportion(0, 10), "0 % (0 to 28)", "0%（0至28）"),
        (mean_of({70: 500, 80: 500}, unit="points"), "75.0 points (74.7 to 75.3)", "75.0 分（74.7至75.3）"),
        (
            mean_of({-1: 60, 0: 40}, unit="levels"),
            "−0.60 levels (−0.70 to −0.50)",
            "−0.60 级（−0.70至−0.50）",
        ),
        (
            mean_of({0: 9}, unit="count"),
            "0.00 (all values equal, no interval)",
            "0.00（样本全部相同，无区间）",
        ),
        (mean_of({}, unit="points"), "– (no deals)", "–（没有样本）"),
        (quantile({80: 1000}, 0.5, unit="points"), "80 points (80 to 80)", "80 分（80至80）"),
        (
            difference(proportion(500, 1000), proportion(400, 1000)),
            "10 percentage points (6 to 14)",
            "10 个百分点（6至14）",
        ),
    ],
)
def test_estimates_as_text(estimate: Estimate, en: str, zh: str) -> None:
    assert numbers.full_text(estimate, "en") == en
    assert numbers.full_text(estimate, "zh") == zh


@pytest.mark.parametrize(
    "show",
    [numbers.full_text, numbers.value_text, numbers.interval_text, numbers.method_text, numbers.short_text],
)
def test_bare_numbers_are_refused(show: Callable[[Estimate, str], str]) -> None:
    with pytest.raises(TypeError, match="only an Estimate"):
        show(0.438, "en")  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [12, 30, 80])
def test_wrapping_keeps_every_word_and_stops_at_line_ends(width: int) -> None:
    for words in (
        "n = 100,000 副；区间：Wilson 95%（次序统计量），不连线",
        "hollow: fewer than 100 deals, not joined",
    ):
        lines = style.wrap(words, width)
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
        assert not any(line[0] in "，。；：）" for line in lines)
