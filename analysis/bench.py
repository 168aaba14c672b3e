"""Speed of the engine, against a minimal playout in C that does only what cannot be avoided.

All figures are medians of repeats. The ratio is CPU time of one thread over CPU
time of one thread in the same run, so it means the same on fast and slow
machines; nothing here is fit for a timed test.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from ..sim.rules import Rules

SOURCES = Path(__file__).resolve().parent.parent / "data" / "bench"
COMPILERS = ("cc", "gcc", "clang")
PROXY_LINE = re.compile(r"C playout policy=0 1 thread\s+([\d.]+) ns/deal")


class NoProxy(Exception):
    """There is no C playout to compare with; ``code`` is ``compiler``, ``build`` or ``run``."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Speed:
    """Microseconds of CPU time a deal on one thread, and deals a second of wall time by threads."""

    policy: str
    cpu_us: float
    deals_per_second: dict[int, float]

    @property
    def speedup(self) -> float:
        """Deals a second of the most threads over those of one."""
        return self.deals_per_second[max(self.deals_per_second)] / self.deals_per_second[1]


def proxy_us(deals: int = 100_000) -> float:
    """Microseconds of CPU time a deal of the C playout takes on one thread (median of 7).

    Raises `NoProxy` where there is no C compiler or it does not compile here.
    """
    compiler = os.environ.get("CC") or next((c for c in COMPILERS if shutil.which(c)), None)
    if compiler is None:
        raise NoProxy("compiler")
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "playout")
        source = str(SOURCES / "bench_c_playout.c")
        _run([*compiler.split(), "-O3", "-march=native", "-fopenmp", source, "-o", program], "build")
        found = PROXY_LINE.search(_run([program, str(deals)], "run"))
    if found is None:
        raise NoProxy("run")
    return float(found[1]) / 1000


def _run(command: list[str], code: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    except (OSError, subprocess.SubprocessError):
        raise NoProxy(code) from None


def engine_speed(
    rules: Rules, policy: str, *, deals: int, repeats: int, threads: int, seed: int = 1
) -> Speed:
    """Time deals of one policy on one thread, and on ``threads`` where that is more."""
    from ..sim.batch import play_chunk, simulate

    policies = (policy, policy)
    play_chunk(rules, 0, 10, seed, policies, None, False)  # compiled and in the cache from here on

    def one_chunk() -> None:
        play_chunk(rules, 0, deals, seed, policies, None, False)

    def all_deals(jobs: int) -> Callable[[], None]:
        def run() -> None:
            for _ in simulate(
                rules, deals=jobs * deals, seed=seed, policies=policies, jobs=jobs, chunk=2_000
            ):
                pass

        return run

    cpu = _median(one_chunk, time.thread_time, repeats)
    speeds = {
        jobs: jobs * deals / _median(all_deals(jobs), time.perf_counter, repeats)
        for jobs in sorted({1, threads})
    }
    return Speed(policy, cpu / deals * 1e6, speeds)


def _median(work: Callable[[], None], clock: Callable[[], float], repeats: int) -> float:
    """Median seconds of some repeats on a clock."""
    taken = []
    for _ in range(repeats):
        began = clock()
        work()
        taken.append(clock() - began)
    return median(taken)
