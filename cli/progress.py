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


class Clock:
    """Time since the work began, and its rate once it runs.

    The first report also waited for the compiler or for threads to start, so
    the rate counts from there where a second one comes.
    """

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._first: tuple[float, int] | None = None
        self.done = 0

    def tick(self, done: int) -> None:
        """``done`` deals are finished."""
        self.done = done
        if self._first is None:
            self._first = (time.perf_counter(), done)

    @property
    def seconds(self) -> float:
        """Seconds since the work began."""
        return time.perf_counter() - self._began

    @property
    def rate(self) -> float:
        """Deals a second, 0 before anything is known."""
        if self._first is not None and self.done > self._first[1]:
            return (self.done - self._first[1]) / max(time.perf_counter() - self._first[0], 1e-9)
        return self.done / max(self.seconds, 1e-9)


@contextmanager
def progress(total: int, *, quiet: bool) -> Iterator[Progress]:
    """Show how far the work is; at the end say how long it took and how fast it was."""
    if quiet:
        yield _ignore
        return
    clock = Clock()
    with _bar(total, clock) if sys.stderr.isatty() else _lines(total, clock) as show:

        def update(done: int) -> None:
            clock.tick(done)
            show(done)

        yield update
    values = {"done": f"{clock.done:,}", "seconds": f"{clock.seconds:.1f}", "rate": f"{clock.rate:,.0f}"}
    note(t("cli.progress.done", **values))


def note(sentence: str) -> None:
    """A line on standard error that is no result."""
    print(sentence, file=sys.stderr, flush=True)


def _ignore(done: int) -> None:
    """Progress that nobody wants to see."""


@contextmanager
def _lines(total: int, clock: Clock) -> Iterator[Progress]:
    last = 0.0

    def show(done: int) -> None:
        nonlocal last
        if clock.seconds - last < LINE_SECONDS or done >= total:
            return
        last = clock.seconds
        left = _clock_text((total - done) / clock.rate)
        values = {"done": f"{done:,}", "total": f"{total:,}", "rate": f"{clock.rate:,.0f}", "left": left}
        note(t("cli.progress.line", **values))

    yield show


@contextmanager
def _bar(total: int, clock: Clock) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns: list[Any] = [BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rest]}")]
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, rest="")

        def show(done: int) -> None:
            values = {"rate": f"{clock.rate:,.0f}", "left": _clock_text((total - done) / clock.rate)}
            bar.update(task, completed=done, rest=t("cli.progress.rest", **values))

        yield show


def _clock_text(seconds: float) -> str:
    """Minutes and seconds, hours where needed."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
