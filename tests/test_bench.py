"""``chaodipi bench``: what it says, never how fast it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from chaodipi.analysis import bench
from chaodipi.analysis.bench import NoProxy
from chaodipi.analysis.estimates import Estimate
from chaodipi.sim.rules import load_rules
from chaodipi.tests.command import run


@contextmanager
def playout() -> Iterator[Callable[[], float]]:
    """A C playout that takes 1.5 µs a deal."""
    yield lambda: 1.5


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times and scores that are given instead of taken."""
    times = {"random": 3.0, "greedy": 9.0}
    monkeypatch.setattr(bench, "_cpu_us", lambda *job: times[job[1]])
    monkeypatch.setattr(bench, "_wall", lambda *job: job[2] / 100_000 / job[3] ** 0.9)
    monkeypatch.setattr(bench, "c_playout", playout)
    gain = Estimate(50.0, 49.0, 51.0, 1000, "t-95", "points")
    monkeypatch.setattr(bench, "strength", lambda *_, **__: gain)
    monkeypatch.setitem(sys.modules, "chaodipi.sim.warm", SimpleNamespace(is_cold=lambda: False))


def test_ratios_are_to_the_c_playout_of_the_same_round(measured: None) -> None:
    answer = json.loads(run("bench", "--jobs", "2", "--format", "json").stdout)
    assert [(result["policy"], result["ratio"], result["speedup"]) for result in answer["results"]] == [
        ("random", 2.0, 1.866),
        ("greedy", 6.0, 1.866),
    ]
    assert answer["strength"]["points"]["value"] == 50.0
    table = run("bench", "--jobs", "2").stdout
    for words in ("2.00", "6.00", "186,607", "C (minimal playout)", "50.0 points (49.0 to 51.0), n = 1,000"):
        assert words in table


@pytest.mark.parametrize("code", ["compiler", "build", "run"])
def test_without_a_playout_there_is_no_ratio(
    measured: None, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    @contextmanager
    def no_playout() -> Iterator[Callable[[], float]]:
        raise NoProxy(code)
        yield lambda: 0.0

    monkeypatch.setattr(bench, "c_playout", no_playout)
    result = run("bench", "--format", "json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["proxy_us"] is None
    assert all(entry["ratio"] is None for entry in answer["results"])
    assert "no ratio" in result.stderr


def test_strength_is_measured_on_duplicate_pairs() -> None:
    rules = load_rules("base")
    same = bench.strength(rules, "random", "random", pairs=200)
    assert (same.value, same.n) == (0.0, 200)
    gain = bench.strength(rules, "greedy", "random", pairs=200)
    back = bench.strength(rules, "random", "greedy", pairs=200)
    assert gain.value is not None
    assert back.value == -gain.value
    assert gain.excludes(0)


def test_no_compiler_is_told_from_one_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(NoProxy, match="build"):
        bench.c_playout().__enter__()
    monkeypatch.delenv("CC")
    monkeypatch.setattr(bench, "COMPILERS", ())
    with pytest.raises(NoProxy, match="compiler"):
        bench.c_playout().__enter__()


def test_the_sources_of_the_playout_are_shipped() -> None:
    assert {path.name for path in bench.SOURCES.glob("*.[ch]")} == {"bench_c_playout.c", "mini_playout.h"}
