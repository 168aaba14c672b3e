"""The report in headless Chromium: it paints, in both languages, light and dark, wide and narrow."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from chaodipi.analysis.provenance import make_provenance
from chaodipi.analysis.tally import tally_rows
from chaodipi.reports.build import build_report
from chaodipi.sim.rules import load_rules
from chaodipi.tests.synthetic import synthetic_rows
from PIL import Image

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr",
)  # fmt: skip
DARK = ("--blink-settings=preferredColorScheme=0",)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on PATH (Debian: apt install chromium)"),
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports in both languages."""
    folder = tmp_path_factory.mktemp("pages")
    rules = load_rules("base")
    stamp = make_provenance(rules, policies=("greedy", "greedy"), seed=1) | {"n": 2000, "complete": True}
    tally = tally_rows([synthetic_rows(2000)])
    for lang in ("zh", "en"):
        build_report(tally, rules, stamp, lang, folder / f"{lang}.html")
    return folder


def shoot(page: Path, out: Path, width: int, height: int, *flags: str) -> tuple[Image.Image, list[str]]:
    """A screenshot, and what the page wrote to the console."""
    assert BROWSER is not None
    command = [BROWSER, *FLAGS, *flags, f"--user-data-dir={out.parent / 'profile'}"]
    command += [f"--window-size={width},{height}", f"--screenshot={out}", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert out.is_file(), done.stderr[-2000:]
    return Image.open(out).convert("RGB"), re.findall(r"CONSOLE[:(].*", done.stderr)


def colours(image: Image.Image) -> int:
    return len(np.unique(np.asarray(image).reshape(-1, 3), axis=0))


@pytest.mark.parametrize(("lang", "scheme"), [("zh", "light"), ("en", "dark")])
def test_the_page_paints_without_complaints(pages: Path, tmp_path: Path, lang: str, scheme: str) -> None:
    flags = DARK if scheme == "dark" else ()
    image, console = shoot(pages / f"{lang}.html", tmp_path / "page.png", 1000, 2400, *flags)
    assert console == []
    assert colours(image) > 100
    corner = sum(image.getpixel((3, 3)))  # type: ignore[arg-type]
    assert corner > 600 if scheme == "light" else corner < 200
    pixels = np.asarray(image).astype(int)
    blue = (abs(pixels - (0x24, 0x67, 0xA8)).sum(axis=2) < 30).sum()
    assert blue > 300, "the lines of the first chart are not there"


def test_a_narrow_window_gets_the_narrow_charts(pages: Path, tmp_path: Path) -> None:
    """In a frame, for Chromium's own windows are at least 500 pixels wide."""
    frame = pages / "frame.html"
    frame.write_text(
        '<body style="margin:0"><iframe src="en.html" style="border:0;width:390px;height:4200px">'
    )
    image, console = shoot(frame, tmp_path / "page.png", 500, 4200)
    assert console == []
    pixels = np.asarray(image.crop((0, 0, 390, 4200))).astype(int)
    rows = (abs(pixels - (0x24, 0x67, 0xA8)).sum(axis=2) < 30).sum(axis=1)
    assert rows.max() > 20
    right_edge = pixels[:, 384:390].reshape(-1, 3)
    assert (abs(right_edge - right_edge[0]).sum(axis=1) > 60).mean() < 0.02, (
        "something is wider than the window"
    )


def test_a_forbidden_fetch_would_be_noticed(pages: Path, tmp_path: Path) -> None:
    """The test of the test: the page's policy blocks a picture and the console says so."""
    spoilt = pages / "spoilt.html"
    page = (pages / "en.html").read_text("utf-8")
    spoilt.write_text(page.replace("<main>", '<main><img src="https://example.org/x.png" alt="">'), "utf-8")
    _, console = shoot(spoilt, tmp_path / "page.png", 600, 600)
    assert any("Content Security Policy" in line for line in console)
