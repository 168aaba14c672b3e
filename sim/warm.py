"""Compile every kernel now, and tell whether that is still to be done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from . import kernels
from .batch import play_chunk
from .game import Deal
from .jit import CACHE
from .layout import compile_rules
from .rules import load_rules
from .rulings import multiplier


def is_cold(kernel: str = "play_deals") -> bool:
    """Whether a kernel has no compiled code on disk for these sources and this machine."""
    return CACHE is None or not any(CACHE.rglob(f"kernels.{kernel}*.nbc"))


def _steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """Kernel names, each with a tiny job that compiles it."""
    rules = load_rules("base")
    deal = Deal(rules)

    def start() -> None:
        deal.state[:] = Deal.start(rules).state

    def finish() -> None:
        deal.play_out()
        deal.row()

    yield "play_deals", lambda: play_chunk(rules, 0, 1, 1, ("random", "greedy"), None, False)
    yield "step", start
    yield "finish", finish
    yield "rule", lambda: multiplier(rules, 2, 3, [0])
    yield "account", lambda: kernels.account(np.int64(80), compile_rules(rules))


def warm(on_step: Callable[[str], None] | None = None) -> list[tuple[str, float, int]]:
    """Compile all kernels; returns (name, seconds, number of signatures) of each."""
    done = []
    for name, job in _steps():
        if on_step is not None:
            on_step(name)
        begun = time.perf_counter()
        job()
        seconds = time.perf_counter() - begun
        done.append((name, seconds, len(getattr(kernels, name).signatures)))
    return done
