"""``chaodipi simulate``: files, interruptions and answers.

The engine is replaced by one that makes rows up, so that interruptions fall
where the test wants them; tests of the engine itself are elsewhere.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from chaodipi.analysis.frames import frame_to_rows, read_provenance, scan_rows
from chaodipi.cli import simulate as module
from chaodipi.sim.rows import Rows
from chaodipi.sim.rules import Rules, load_rules
from chaodipi.tests.command import environment, run
from chaodipi.tests.synthetic import synthetic_rows

CHUNK = 100


class Batch:
    """Stands in for ``sim.batch``: rows of deal i depend on i only, in chunks of 100."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}
        self.before_chunk: Callable[[int], None] = lambda _: None

    def simulate(
        self, rules: Rules, *, deals: int, start: int = 0, stop: threading.Event, **others: Any
    ) -> Iterator[Rows]:
        self.asked = {"rules": rules, "deals": deals, "start": start, **others}
        for first in range(start, start + deals, CHUNK):
            self.before_chunk((first - start) // CHUNK)
            if stop.is_set():
                return
            yield made_up(first, min(CHUNK, start + deals - first))


POOL = synthetic_rows(1500)


def made_up(start: int, n: int) -> Rows:
    return POOL[start : start + n]


@pytest.fixture
def batch(monkeypatch: pytest.MonkeyPatch) -> Batch:
    stand_in = Batch()
    monkeypatch.setitem(sys.modules, "chaodipi.sim.batch", stand_in)
    monkeypatch.setitem(sys.modules, "chaodipi.sim.warm", SimpleNamespace(is_cold=lambda: False))
    return stand_in


def press_ctrl_c(at: int) -> Callable[[int], None]:
    def before(chunk: int) -> None:
        if chunk == at:
            os.kill(os.getpid(), signal.SIGINT)

    return before


def rows_of(path: Path) -> Rows:
    return frame_to_rows(scan_rows(path).collect())


def test_json_has_what_is_needed_to_repeat_it_and_nothing_of_the_occasion(batch: Batch) -> None:
    command = ["simulate", "--rules", "classic", "--deals", "250", "--seed", "7", "--format", "json"]
    result = run(*command, "--jobs", "2")
    answer = json.loads(result.stdout)
    keys = "schema version rules policies seed start level first_deal n complete results"
    assert list(answer) == keys.split()
    assert answer["rules"] == {"name": "classic", "fingerprint": load_rules("classic").fingerprint}
    assert answer["policies"] == {"dealer": "greedy", "attackers": "greedy"}
    assert (answer["seed"], answer["start"], answer["n"], answer["complete"]) == (7, 0, 250, True)
    assert result.stdout == run(*command, "--jobs", "1", "--quiet").stdout


def test_every_result_has_an_interval_or_a_reason(batch: Batch) -> None:
    def estimates(data: Any) -> Iterator[dict[str, Any]]:
        if isinstance(data, dict) and "method" in data:
            yield data
        elif isinstance(data, dict | list):
            for part in data.values() if isinstance(data, dict) else data:
                yield from estimates(part)

    results = json.loads(run("simulate", "-n", "300", "--format", "json").stdout)["results"]
    found = list(estimates(results))
    assert len(found) > 50
    for estimate in found:
        assert estimate["n"] >= 0
        assert (estimate["low"] is None) == estimate["method"].startswith("none-")


def test_options_reach_the_engine(batch: Batch) -> None:
    options = "--deals 5 --start 30 --seed 4 --jobs 3 --level T --policy random --policy-attackers greedy"
    assert run("simulate", *options.split(), "--rules", "huanle").exit_code == 0
    assert batch.asked == {
        "rules": load_rules("huanle"),
        "deals": 5,
        "start": 30,
        "seed": 4,
        "policies": ("random", "greedy"),
        "level": 10,
        "first_deal": False,
        "jobs": 3,
    }
    run("simulate", "--deals", "5", "--first-deal")
    assert (batch.asked["level"], batch.asked["first_deal"]) == (2, True)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_table_names_seed_rules_and_n(batch: Batch, language: str) -> None:
    page = run("simulate", "--deals", "1200", "--seed", "42", "--lang", language).stdout
    for words in ("base", load_rules("base").fingerprint, "42", "1,200", "greedy"):
        assert words in page


def test_csv_is_one_line_a_figure(batch: Batch) -> None:
    lines = run("simulate", "--deals", "200", "--format", "csv").stdout.splitlines()
    assert lines[0] == "section,figure,place,value,low,high,n,method,unit"
    assert all(line.count(",") == 8 for line in lines)
    assert any(line.startswith("outcome,dealer_wins,,") for line in lines)


def test_the_file_holds_the_rows_and_where_they_come_from(batch: Batch, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "out.parquet"
    result = run("simulate", "--deals", "250", "--start", "50", "--seed", "9", "-o", str(path))
    assert result.exit_code == 0
    assert f"wrote {path}: 250 deals" in result.stderr
    assert np.array_equal(rows_of(path), made_up(50, 250))
    stamp = read_provenance(path)
    assert (stamp["seed"], stamp["start"], stamp["n"], stamp["complete"]) == (9, 50, 250, True)
    assert stamp["rules"]["switches"]["must_play"] == ["A"]
    assert os.listdir(path.parent) == ["out.parquet"]


def test_an_existing_file_is_kept_without_force(batch: Batch, tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    path.write_text("precious")
    result = run("simulate", "--deals", "100", "-o", str(path))
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert batch.asked == {}
    assert path.read_text() == "precious"
    assert run("simulate", "--deals", "100", "-o", str(path), "--force").exit_code == 0
    assert len(rows_of(path)) == 100


@pytest.mark.parametrize("place", ["a-file/out.parquet", "a-folder", "/proc/nowhere/out.parquet"])
def test_unwritable_places_are_refused_before_any_work(batch: Batch, tmp_path: Path, place: str) -> None:
    (tmp_path / "a-file").write_text("")
    (tmp_path / "a-folder").mkdir()
    result = run("simulate", "--deals", "100", "-o", str(tmp_path / place))
    assert result.exit_code in (1, 2)
    assert result.stderr.count("\n") == 1
    assert batch.asked == {}


def test_a_full_disk_leaves_nothing(batch: Batch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("chaodipi.analysis.frames.rows_to_frame", full)
    result = run("simulate", "--deals", "250", "-o", str(tmp_path / "out.parquet"))
    assert result.exit_code == 1
    assert "no space left" in result.stderr
    assert os.listdir(tmp_path) == []


def test_ctrl_c_keeps_the_finished_prefix_and_names_the_command_that_goes_on(
    batch: Batch, tmp_path: Path
) -> None:
    path = tmp_path / "out.parquet"
    batch.before_chunk = press_ctrl_c(3)
    command = ["simulate", "--rules", "classic", "--deals", "1000", "--start", "40", "--level", "J"]
    result = run(*command, "--policy-attackers", "random", "-o", str(path))
    assert result.exit_code == 130
    assert len(rows_of(path)) == 300
    stamp = read_provenance(path)
    assert (stamp["start"], stamp["n"], stamp["complete"]) == (40, 300, False)
    assert "incomplete" in result.stdout

    batch.before_chunk = lambda _: None
    further = shlex.split(result.stderr.strip().partition("to go on: ")[2])
    assert further[0] == "chaodipi"
    assert run(*further[1:]).exit_code == 0
    rest = tmp_path / "out-340.parquet"
    assert np.array_equal(np.concatenate([rows_of(path), rows_of(rest)]), made_up(40, 1000))
    kept = {"start": 340, "n": 700, "complete": True}
    assert read_provenance(rest) == stamp | kept


def test_sigterm_is_like_ctrl_c(batch: Batch, tmp_path: Path) -> None:
    batch.before_chunk = lambda chunk: os.kill(os.getpid(), signal.SIGTERM) if chunk == 1 else None
    path = tmp_path / "out.parquet"
    assert run("simulate", "--deals", "500", "-o", str(path)).exit_code == 130
    assert len(rows_of(path)) == 100


def test_ctrl_c_without_a_file_sums_up_what_was_done(batch: Batch) -> None:
    batch.before_chunk = press_ctrl_c(2)
    result = run("simulate", "--deals", "500", "--format", "json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 130
    assert (answer["n"], answer["complete"]) == (200, False)
    assert "--deals 300 --start 200" in result.stderr
    assert " -o " not in result.stderr


def test_ctrl_c_at_once_writes_nothing(batch: Batch, tmp_path: Path) -> None:
    batch.before_chunk = press_ctrl_c(0)
    result = run("simulate", "--deals", "500", "-o", str(tmp_path / "out.parquet"))
    assert result.exit_code == 130
    assert result.stdout == ""
    assert os.listdir(tmp_path) == []


def test_a_second_ctrl_c_stops_at_once(batch: Batch, tmp_path: Path) -> None:
    def twice(chunk: int) -> None:
        if chunk == 2:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)

    batch.before_chunk = twice
    result = run("simulate", "--deals", "500", "-o", str(tmp_path / "out.parquet"))
    assert result.exit_code == 130
    assert os.listdir(tmp_path) == []


def test_signals_are_given_back() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with module.stop_on_signals(quiet=True) as stop:
        assert not stop.is_set()
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_quiet_says_nothing_but_the_result(batch: Batch, tmp_path: Path) -> None:
    result = run("simulate", "--deals", "100", "-o", str(tmp_path / "out.parquet"), "--quiet")
    assert result.stderr == ""
    assert "100" in result.stdout


def test_rate_and_time_are_told_on_standard_error_only(batch: Batch) -> None:
    result = run("simulate", "--deals", "100", "--format", "json")
    assert "100 deals in" in result.stderr
    assert "a second" not in result.stdout


@pytest.mark.slow
def test_a_process_that_is_interrupted_leaves_a_whole_file(tmp_path: Path) -> None:
    """The real engine, stopped after its first line of progress."""
    path = tmp_path / "out.parquet"
    words = [sys.executable, "-m", "chaodipi", "simulate", "--deals", "1000000000", "-o", str(path)]
    with subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "a second" in line:
                break
        process.send_signal(signal.SIGINT)
        summary, notes = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in notes
    assert "incomplete" in summary
    rows = rows_of(path)
    stamp = read_provenance(path)
    assert (stamp["n"], stamp["complete"]) == (len(rows), False)
    assert np.array_equal(rows["deal"], np.arange(len(rows)))
    assert f"--start {len(rows)}" in notes
    assert os.listdir(tmp_path) == ["out.parquet"]
