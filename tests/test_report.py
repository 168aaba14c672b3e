"""The report: self-contained, in words that follow the intervals, the same bytes again, all or nothing."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from chaodipi.analysis.estimates import proportion
from chaodipi.analysis.files import FileError
from chaodipi.analysis.provenance import make_provenance
from chaodipi.analysis.summary import Summary, summarise
from chaodipi.analysis.tally import Tally, tally_rows
from chaodipi.reports.build import build_report, write_all
from chaodipi.reports.charts import Series
from chaodipi.reports.findings import findings, limits, pooled
from chaodipi.reports.paths import report_paths
from chaodipi.sim.rules import Rules, load_rules
from chaodipi.tests.synthetic import synthetic_rows

BASE = load_rules("base")
TALLY = tally_rows([synthetic_rows(3000)])


def stamp(rules: Rules = BASE, n: int = 3000, **changes: Any) -> dict[str, Any]:
    made = make_provenance(rules, policies=("greedy", "greedy"), seed=7)
    return made | {"n": n, "complete": True} | changes


@pytest.fixture(scope="module", params=["zh", "en"])
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("report")
    build_report(TALLY, BASE, stamp(), request.param, folder / "report.html")
    return request.param, folder


class Page(HTMLParser):
    """Tags, attributes and visible text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {key: value or "" for key, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.tags if name == tag]


def page_of(folder: Path) -> Page:
    return Page((folder / "report.html").read_text("utf-8"))


def test_nothing_is_fetched_and_nothing_runs(report: tuple[str, Path]) -> None:
    page = page_of(report[1])
    allowed = {"src": "data:", "srcset": "data:", "href": "#"}
    for tag, attributes in page.tags:
        assert tag not in ("script", "link", "iframe", "object", "embed", "base", "form", "video", "audio")
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name in allowed:
                assert value.startswith(allowed[name]), (tag, name)
    (policy,) = [a["content"] for a in page.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:")
    css = re.sub(r"data:[^\")]*", "", re.search(r"<style>(.*?)</style>", text_of(report), re.DOTALL)[1])  # type: ignore[index]
    assert "http" not in css
    assert "@import" not in css


def text_of(report: tuple[str, Path]) -> str:
    return (report[1] / "report.html").read_text("utf-8")


def test_the_page_is_one_language(report: tuple[str, Path]) -> None:
    page = page_of(report[1])
    assert page.all("html")[0]["lang"] == {"zh": "zh-Hans", "en": "en"}[report[0]]
    chinese = re.findall(r"[\u4e00-\u9fff]", page.words)
    assert bool(chinese) == (report[0] == "zh")


def test_four_charts_with_words_and_tables(report: tuple[str, Path]) -> None:
    page = page_of(report[1])
    images = page.all("img")
    assert len(images) == 4
    assert all(len(image["alt"]) > 15 for image in images)
    for image in images + page.all("source"):
        data = image.get("src") or image["srcset"]
        assert data.startswith("data:image/svg+xml;base64,")
        assert ET.fromstring(base64.b64decode(data.partition(",")[2])).tag.endswith("svg")
    articles = re.findall(r"<article>(.*?)</article>", text_of(report), re.DOTALL)
    assert [article.count("<table>") for article in articles] == [1, 1, 1, 1]


def test_headings_do_not_skip_a_level(report: tuple[str, Path]) -> None:
    levels = [int(tag[1]) for tag, _ in page_of(report[1]).tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_provenance_without_time_or_path(report: tuple[str, Path]) -> None:
    words = page_of(report[1]).words
    for part in (BASE.fingerprint, "greedy", "3,000", "chaodipi simulate --rules base --deals 3000 --seed 7"):
        assert part in words
    assert str(report[1]) not in words
    assert not re.search(r"\b20\d\d-\d\d|\d\d:\d\d", words)


def test_every_share_in_the_findings_has_its_interval() -> None:
    summary = summarise(TALLY, BASE)
    for paragraph in findings(summary, BASE, "en"):
        for found in re.finditer(r"[\d.]+ %", paragraph):
            assert paragraph[found.end() :].startswith(" ("), paragraph


def test_markdown_says_the_same_and_finds_its_charts(report: tuple[str, Path]) -> None:
    lang, folder = report
    words = (folder / "report.md").read_text("utf-8")
    for paragraph in findings(summarise(TALLY, BASE), BASE, lang):
        assert f"- {paragraph}" in words
    images = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", words)
    assert len(images) == 4
    assert all((folder / image).is_file() for image in images)
    tables = [line for line in words.split("\n") if line.startswith("| ")]
    assert len(tables) > 100


def test_the_same_bytes_again_and_the_files_that_were_promised(tmp_path: Path) -> None:
    first = build_report(TALLY, BASE, stamp(), "zh", tmp_path / "a" / "report.html")
    second = build_report(TALLY, BASE, stamp(), "zh", tmp_path / "b" / "report.html")
    assert [p.read_bytes() for p in first] == [p.read_bytes() for p in second]
    assert first == report_paths(tmp_path / "a" / "report.html")


def test_existing_files_stay_and_nothing_else_appears(tmp_path: Path) -> None:
    (tmp_path / "charts").mkdir()
    mine = tmp_path / "charts" / "report-digs.svg"
    mine.write_text("mine")
    with pytest.raises(FileError, match="--force"):
        build_report(TALLY, BASE, stamp(), "en", tmp_path / "report.html")
    assert sorted(p for p in tmp_path.rglob("*") if p.is_file()) == [mine]
    build_report(TALLY, BASE, stamp(), "en", tmp_path / "report.html", force=True)
    assert mine.read_text("utf-8").startswith("<?xml")


def test_a_failure_on_the_way_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        write_all({tmp_path / "one": b"1", tmp_path / "file" / "two": b"2"})
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("n", [0, 1, 40])
def test_small_reports_say_that_they_are_small(tmp_path: Path, n: int, lang: str) -> None:
    tally = tally_rows([synthetic_rows(n)]) if n else Tally()
    build_report(tally, BASE, stamp(n=n), lang, tmp_path / "report.html")
    assert page_of(tmp_path).words


def test_incomplete_and_small_simulations_are_named() -> None:
    sentences = " ".join(limits(stamp(complete=False), 500, "en"))
    assert "stopped early" in sentences
    assert "first look" in sentences
    assert "rules of thumb" in sentences
    assert "first look" not in " ".join(limits(stamp(), 100_000, "en"))


@pytest.mark.parametrize(
    ("edge", "verdict"),
    [(-9.0, "attackers won more often"), (9.0, "dealer side won more often")],
)
def test_findings_follow_the_interval(edge: float, verdict: str) -> None:
    summary = summarise(tally_rows([synthetic_rows(2000, edge=edge)]), BASE)
    assert verdict in findings(summary, BASE, "en")[0]


def test_an_interval_with_one_half_gives_no_verdict() -> None:
    rows = synthetic_rows(400)
    rows["change"] = [0, 1] * 200
    assert "do not tell" in findings(summarise(tally_rows([rows]), BASE), BASE, "en")[0]


def test_no_chao_is_said_in_words(tmp_path: Path) -> None:
    rows = synthetic_rows(500)
    for name in rows.dtype.names or ():
        if name.startswith("chao_"):
            rows[name] = -1
    rows["chaos"] = 0
    rows["buried_by"] = rows["dealer"]
    text = " ".join(findings(summarise(tally_rows([rows]), BASE), BASE, "en"))
    assert "Nobody took the bottom again" in text
    build_report(tally_rows([rows]), BASE, stamp(n=500), "en", tmp_path / "report.html")


def test_pooled_shares_add_their_deals() -> None:
    summary = summarise(TALLY, BASE)
    wins = summary.distribution("bottom", "dealer_wins_by_burier")
    assert pooled(wins, [(seat,) for seat in ("dealer", "next", "partner", "previous")]) == proportion(
        round((summary.figure("outcome", "dealer_wins").value or 0) * 3000), 3000
    )


def test_a_comparison_names_all_simulations(tmp_path: Path) -> None:
    other: Summary = summarise(tally_rows([synthetic_rows(2000, seed=2, edge=-4)]), BASE)
    build_report(TALLY, BASE, stamp(), "en", tmp_path / "report.html", others=[Series("random", other)])
    words = page_of(tmp_path).words
    assert "For comparison, random" in words
    assert "random, n = 2,000" in words


@pytest.mark.parametrize("name", ["classic", "huanle"])
def test_other_rules_make_a_report(tmp_path: Path, name: str) -> None:
    rules = load_rules(name)
    tally = tally_rows([synthetic_rows(500, rules=rules)])
    build_report(tally, rules, stamp(rules, n=500), "zh", tmp_path / "report.html")
    assert "红5 是普通牌" in page_of(tmp_path).words
