"""Speed of the engine, against a minimal playout in C that does only what cannot be avoided.

Everything is measured in rounds that take turns, and the figures are medians
over the rounds; a ratio is taken within a round, so that a machine that drifts
slows both sides. CPU time on one thread; nothing here is fit for a timed test.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from ..sim.rules import Rules
from .estimates import Estimate, mean

SOURCES = Path(__file__).resolve().parent.parent / "data" / "bench"
COMPILERS = ("cc", "gcc", "clang")
PROXY_LINE = re.compile(r"C playout policy=0 1 thread\s+([\d.]+) ns/deal")
PROXY_DEALS = 20_000
WALL = 10  # a run on threads plays this many times the deals, so that starting them does not count

Proxy = Callable[[], float]


class NoProxy(Exception):
    """There is no C playout to compare with; ``code`` is ``compiler``, ``build`` or ``run``."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Speed:
    """Medians of one policy: CPU µs a deal, ratio to C, deals a second by threads, threads' gain."""

    policy: str
    cpu_us: float
    ratio: float | None
    deals_per_second: dict[int, float]
    speedup: float


@contextmanager
def c_playout() -> Iterator[Proxy]:
    """Compile the C playout; the function given measures its CPU µs a deal on one thread.

    Raises `NoProxy` where there is no C compiler or it does not compile here.
    """
    compiler = os.environ.get("CC") or next((c for c in COMPILERS if shutil.which(c)), None)
    if compiler is None:
        raise NoProxy("compiler")
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "playout")
        source = str(SOURCES / "bench_c_playout.c")
        _run([*compiler.split(), "-O3", "-march=native", "-fopenmp", source, "-o", program], "build")

        def once() -> float:
            found = PROXY_LINE.search(_run([program, str(PROXY_DEALS)], "run"))
            if found is None:
                raise NoProxy("run")
            return float(found[1]) / 1000

        once()
        yield once


def _run(command: list[str], code: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    except (OSError, subprocess.SubprocessError):
        raise NoProxy(code) from None


def measure(
    rules: Rules,
    policies: Sequence[str],
    proxy: Proxy | None,
    *,
    deals: int,
    repeats: int,
    threads: int,
    seed: int = 1,
    on_round: Callable[[int], None] | None = None,
) -> tuple[float | None, list[Speed]]:
    """CPU µs of the C playout (median), and the speed of each policy, over ``repeats`` rounds."""
    counts = sorted({1, threads})
    rounds: list[tuple[float | None, list[tuple[float, list[float]]]]] = []
    for policy in policies:
        _wall(rules, policy, 10, 1, seed)  # compiled and in the cache from here on
    for number in range(repeats):
        if on_round is not None:
            on_round(number + 1)
        own = proxy() if proxy else None
        taken = [
            (_cpu_us(rules, p, deals, seed), [_wall(rules, p, WALL * deals, jobs, seed) for jobs in counts])
            for p in policies
        ]
        rounds.append((own, taken))
    speeds = []
    for place, policy in enumerate(policies):
        cpus = [taken[place][0] for _, taken in rounds]
        walls = [taken[place][1] for _, taken in rounds]
        ratios = [cpu / own for cpu, (own, _) in zip(cpus, rounds, strict=True) if own]
        rates = {jobs: WALL * deals / median(wall[i] for wall in walls) for i, jobs in enumerate(counts)}
        gain = median(wall[0] / wall[-1] for wall in walls)
        speeds.append(Speed(policy, median(cpus), median(ratios) if ratios else None, rates, gain))
    return (median(own for own, _ in rounds if own) if proxy else None), speeds


def _cpu_us(rules: Rules, policy: str, deals: int, seed: int) -> float:
    from ..sim.batch import play_chunk

    began = time.thread_time()
    play_chunk(rules, 0, deals, seed, (policy, policy), None, False)
    return (time.thread_time() - began) / deals * 1e6


def _wall(rules: Rules, policy: str, deals: int, jobs: int, seed: int) -> float:
    from ..sim.batch import simulate

    began = time.perf_counter()
    for _ in simulate(rules, deals=deals, seed=seed, policies=(policy, policy), jobs=jobs):
        pass
    return time.perf_counter() - began


def strength(rules: Rules, better: str, worse: str, *, pairs: int, seed: int = 1) -> Estimate:
    """Points a deal of one policy over another on duplicate pairs, (x − y) / 2.

    Each deal is played twice, ``better`` attacking and ``worse`` attacking; x and
    y are the attackers' points. The pair is the sampling unit.
    """
    from ..sim.batch import play_chunk

    attacking = play_chunk(rules, 0, pairs, seed, (worse, better), None, False)["score"].astype(np.int64)
    defending = play_chunk(rules, 0, pairs, seed, (better, worse), None, False)["score"].astype(np.int64)
    gains = attacking - defending
    whole = mean(pairs, int(gains.sum()), int((gains * gains).sum()), unit="points")
    value, low, high = (None if end is None else end / 2 for end in (whole.value, whole.low, whole.high))
    return Estimate(value, low, high, pairs, whole.method, whole.unit)
