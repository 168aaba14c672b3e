"""``chaodipi report`` and ``chaodipi plot``: files in, files out, complaints in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from chaodipi.analysis.frames import ParquetRows
from chaodipi.analysis.provenance import make_provenance
from chaodipi.sim.rules import load_rules
from chaodipi.tests.command import run
from chaodipi.tests.synthetic import synthetic_rows


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with files of made-up rows."""
    monkeypatch.chdir(tmp_path)
    for name, rules, policy in (
        ("base", "base", "greedy"),
        ("other", "base", "random"),
        ("classic", "classic", "greedy"),
    ):
        stamp = make_provenance(load_rules(rules), policies=(policy, policy), seed=1)
        with ParquetRows(f"{name}.parquet", stamp) as out:
            out.write(synthetic_rows(400, rules=load_rules(rules)))
            out.finish(400)
    return tmp_path


def made(folder: Path) -> set[str]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".parquet")
    return {path.relative_to(folder).as_posix() for path in files}


def test_report_from_a_file(folder: Path) -> None:
    done = run("report", "base.parquet", "-o", "out/r.html", "--lang", "zh")
    assert done.exit_code == 0, done.output
    charts = {f"out/charts/r-{name}.svg" for name in ("win-rate", "points", "chao", "digs")}
    assert made(folder) == {"out/r.html", "out/r.md"} | charts
    assert set(done.stdout.split()) == made(folder)
    assert "炒地皮" in (folder / "out" / "r.html").read_text("utf-8")


def test_report_compares_files_of_the_same_rules(folder: Path) -> None:
    done = run("report", "base.parquet", "other.parquet", "--quiet")
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    assert "For comparison, random" in (folder / "report.md").read_text("utf-8")


def test_existing_reports_stay_without_force(folder: Path) -> None:
    (folder / "report.md").write_text("mine")
    done = run("report", "base.parquet")
    assert (done.exit_code, made(folder)) == (2, {"report.md"})
    assert "--force" in done.stderr
    assert run("report", "base.parquet", "--force").exit_code == 0
    assert (folder / "report.md").read_text("utf-8") != "mine"


@pytest.mark.parametrize("name", ["w.svg", "w.png"])
def test_plot_by_suffix(folder: Path, name: str) -> None:
    done = run("plot", "winrate", "base.parquet", "-o", name)
    assert (done.exit_code, done.stdout) == (0, f"{name}\n")
    start = {"svg": b"<?xml", "png": b"\x89PNG"}[name[2:]]
    assert (folder / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        ("report base.parquet --rules base", 2, "--rules does not go with a file"),
        ("report base.parquet --policy-attackers random", 2, "--policy-attackers does not go with a file"),
        ("plot winrate base.parquet --deals 5", 2, "--deals does not go with a file"),
        ("report base.parquet classic.parquet", 2, "other rules"),
        ("report base.parquet -o report.pdf", 2, ".html"),
        ("plot winrate base.parquet -o w.jpg", 2, ".svg .png"),
        ("report none.parquet", 2, "there is no file none.parquet"),
        ("plot winrate note.txt", 1, "no readable Parquet file"),
        ("report base.parquet -o note.txt/report.html", 1, "name another place"),
        ("plot winrate base.parquet -o base.parquet/w.svg", 1, "name another place"),
        ("plot", 2, "winrate"),
        ("plot pie", 2, "pie"),
    ],
)
def test_complaints(folder: Path, words: str, code: int, part: str) -> None:
    (folder / "note.txt").write_text("no rows here")
    done = run(*words.split())
    assert done.exit_code == code, done.output
    assert part in done.output
    assert "Traceback" not in done.output
    assert made(folder) == {"note.txt"}


@pytest.mark.slow
def test_report_and_plot_simulate_where_there_is_no_file(folder: Path) -> None:
    done = run("report", "--deals", "200", "--seed", "3", "--quiet", "--policy", "random", "-o", "r.html")
    assert done.exit_code == 0, done.output
    assert "--deals 200 --seed 3 --policy random" in (folder / "r.md").read_text("utf-8")
    assert run("plot", "winrate", "--deals", "200", "--level", "7", "--quiet").stdout == "winrate.svg\n"
