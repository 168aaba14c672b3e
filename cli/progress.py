"""Progress of long work on standard error: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from .language import t

LINE_SECONDS = 5.0
"""Seconds between two lines where there is no terminal."""


class Progress(Protocol):
    """Takes the number of deals done so far."""

    def __call__(self, done: int) -> None: ...


@contextmanager
def progress(total: int, *, quiet: bool) -> Iterator[Progress]:
    """Show how far the work is; at the end say how long it took and how fast it was."""
    if quiet:
        yield _ignore
        return
    began = time.perf_counter()
    reached = 0
    with _bar(total) if sys.stderr.isatty() else _lines(total, began) as show:

        def update(done: int) -> None:
            nonlocal reached
            reached = done
            show(done)

        yield update
    seconds = time.perf_counter() - began
    note(t("cli.progress.done", done=f"{reached:,}", seconds=f"{seconds:.1f}", rate=_rate(reached, seconds)))


def note(sentence: str) -> None:
    """A line on standard error that is no result."""
    print(sentence, file=sys.stderr, flush=True)


def _ignore(done: int) -> None:
    """Progress that nobody wants to see."""


def _rate(done: int, seconds: float) -> str:
    return f"{done / seconds:,.0f}" if seconds > 0 else "?"


@contextmanager
def _lines(total: int, began: float) -> Iterator[Progress]:
    last = began

    def show(done: int) -> None:
        nonlocal last
        now = time.perf_counter()
        if now - last < LINE_SECONDS or done >= total:
            return
        last = now
        left = (now - began) * (total - done) / done if done else 0.0
        rate = _rate(done, now - began)
        note(t("cli.progress.line", done=f"{done:,}", total=f"{total:,}", rate=rate, left=_clock(left)))

    yield show


@contextmanager
def _bar(total: int) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns: list[Any] = [
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    ]
    began = time.perf_counter()
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, rate="")

        def show(done: int) -> None:
            rate = t("cli.progress.rate", rate=_rate(done, time.perf_counter() - began))
            bar.update(task, completed=done, rate=rate)

        yield show


def _clock(seconds: float) -> str:
    """Minutes and seconds, hours where needed."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
