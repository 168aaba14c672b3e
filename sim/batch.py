"""Millions of deals: chunks over threads, rows in the order of the deals.

A chunk depends on nothing but (rules, seed, index range, policies), so the rows
are bit-identical for any number of threads and any chunking.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np

from . import kernels
from .layout import compile_rules
from .policies.names import POLICIES
from .rng import stream_keys
from .rows import ROW, Rows
from .rules import Rules
from .rulings import three_of
from .state import new_state


def default_jobs() -> int:
    """Threads used when none are asked for: the processors this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def play_chunk(
    rules: Rules,
    start: int,
    n: int,
    seed: int,
    policies: tuple[str, str],
    level: int | None,
    first_deal: bool,
) -> Rows:
    """Rows of deals ``start`` … ``start + n - 1``, dtype `ROW`."""
    rows = np.zeros(n, ROW)
    cards, draws = stream_keys(seed)
    kernels.play_deals(
        rows, new_state(), compile_rules(rules), cards, draws, start, 2 if first_deal else level or 0,
        int(first_deal), POLICIES[policies[0]], POLICIES[policies[1]], three_of(rules),
    )  # fmt: skip
    return rows


def simulate(
    rules: Rules,
    *,
    deals: int,
    start: int = 0,
    seed: int = 1,
    policies: tuple[str, str] = ("greedy", "greedy"),
    level: int | None = None,
    first_deal: bool = False,
    jobs: int = 0,
    chunk: int = 10_000,
    on_chunk: Callable[[int], None] | None = None,
    stop: threading.Event | None = None,
) -> Iterator[Rows]:
    """Play ``deals`` deals and yield their rows in order.

    ``policies`` are those of the dealer side and of the attackers. ``level``
    None draws each deal's level from its own stream; first deals are played at
    level 2. ``on_chunk`` gets the number of deals in each finished chunk. Once
    ``stop`` is set, what is finished without a gap is yielded and no more.
    """
    workers = jobs or default_jobs()
    pending: deque[Future[Rows]] = deque()
    places = iter(range(start, start + deals, chunk))
    with ThreadPoolExecutor(workers) as pool:

        def submit() -> None:
            first = next(places, None)
            if first is not None and not (stop and stop.is_set()):
                n = min(chunk, start + deals - first)
                pending.append(pool.submit(play_chunk, rules, first, n, seed, policies, level, first_deal))

        try:
            for _ in range(2 * workers):
                submit()
            while pending:
                rows = pending.popleft().result()
                submit()
                if on_chunk is not None:
                    on_chunk(len(rows))
                yield rows
        finally:
            for future in pending:
                future.cancel()
