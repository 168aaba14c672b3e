"""``chaodipi bench``: what it says, never how fast it is."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest
from chaodipi.analysis import bench
from chaodipi.analysis.bench import NoProxy, Speed
from chaodipi.tests.command import run


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times that are given instead of taken."""

    def engine_speed(rules: object, policy: str, **_: object) -> Speed:
        return Speed(policy, {"random": 3.0, "greedy": 9.0}[policy], {1: 100_000.0, 2: 190_000.0})

    monkeypatch.setattr(bench, "engine_speed", engine_speed)
    monkeypatch.setattr(bench, "proxy_us", lambda: 1.5)
    monkeypatch.setitem(sys.modules, "chaodipi.sim.warm", SimpleNamespace(is_cold=lambda: False))


def test_ratios_are_to_the_c_playout_of_the_same_run(measured: None) -> None:
    answer = json.loads(run("bench", "--format", "json").stdout)
    assert [(result["policy"], result["ratio"], result["speedup"]) for result in answer["results"]] == [
        ("random", 2.0, 1.9),
        ("greedy", 6.0, 1.9),
    ]
    table = run("bench").stdout
    assert all(words in table for words in ("2.00", "6.00", "190,000", "C (minimal playout)"))


@pytest.mark.parametrize("code", ["compiler", "build", "run"])
def test_without_a_playout_there_is_no_ratio(
    measured: None, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    def no_proxy() -> float:
        raise NoProxy(code)

    monkeypatch.setattr(bench, "proxy_us", no_proxy)
    result = run("bench", "--format", "json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["proxy_us"] is None
    assert all(entry["ratio"] is None for entry in answer["results"])
    assert "no ratio" in result.stderr


def test_no_compiler_is_told_from_one_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(NoProxy, match="build"):
        bench.proxy_us()
    monkeypatch.delenv("CC")
    monkeypatch.setattr(bench, "COMPILERS", ())
    with pytest.raises(NoProxy, match="compiler"):
        bench.proxy_us()


def test_the_sources_of_the_playout_are_shipped() -> None:
    assert {path.name for path in bench.SOURCES.glob("*.[ch]")} == {"bench_c_playout.c", "mini_playout.h"}
