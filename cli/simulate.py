"""``chaodipi simulate``: deals by the million, to a file and as a summary."""

from __future__ import annotations

import shlex
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..sim.rules import Rules, load_rules
from .base import Command
from .errors import Stopped, usage_error
from .language import t
from .options import (
    MOST,
    deal_options,
    deals_option,
    force_option,
    format_option,
    jobs_option,
    language_option,
    option,
    policy_options,
    quiet_option,
    rules_option,
    seed_option,
    start_option,
)
from .progress import note, progress
from .warm import announce_compiling

if TYPE_CHECKING:
    from ..analysis.frames import ParquetRows
    from ..analysis.tally import Tally


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate: everything that decides the results, and the rules as they were named."""

    rules: Rules
    named: str
    deals: int
    start: int
    seed: int
    policies: tuple[str, str]
    level: int | None
    first_deal: bool

    def provenance(self) -> dict[str, Any]:
        """The stamp of these results."""
        from ..analysis.provenance import make_provenance

        return make_provenance(
            self.rules,
            policies=self.policies,
            seed=self.seed,
            start=self.start,
            level=self.level,
            first_deal=self.first_deal,
        )

    def command(self, output: str | None) -> str:
        """The command line that simulates this."""
        from ..sim.cards import rank_text

        words = ["chaodipi", "simulate", "--rules", self.named]
        words += ["--deals", str(self.deals), "--start", str(self.start), "--seed", str(self.seed)]
        words += ["--policy", self.policies[0]]
        if self.policies[1] != self.policies[0]:
            words += ["--policy-attackers", self.policies[1]]
        if self.first_deal:
            words.append("--first-deal")
        elif self.level is not None:
            words += ["--level", rank_text(self.level)]
        if output is not None:
            words += ["-o", output]
        return shlex.join(words)


def make_plan(
    *,
    rules: str,
    deals: int,
    start: int,
    seed: int,
    policy: str,
    policy_attackers: str | None,
    level: int | None,
    first_deal: bool,
) -> Plan:
    """A plan from command-line values; complains about those that contradict each other."""
    if first_deal and policy_attackers is not None:
        raise usage_error("first_deal_attackers")
    if first_deal and level not in (None, 2):
        raise usage_error("first_deal_level")
    if start + deals > MOST:
        raise usage_error("most", option="--start", value=start, most=MOST - deals)
    return Plan(
        rules=load_rules(rules),
        named=rules,
        deals=deals,
        start=start,
        seed=seed,
        policies=(policy, policy if policy_attackers is None else policy_attackers),
        level=2 if first_deal else level,
        first_deal=first_deal,
    )


@click.command("simulate", cls=Command, help="cli.simulate.help")
@rules_option
@deals_option
@start_option
@seed_option
@policy_options
@deal_options
@jobs_option
@option("--output", "-o", key="output", default=None, metavar="FILE.parquet")
@force_option
@format_option("table", "json", "csv")
@quiet_option
@language_option
def command(jobs: int, output: str | None, force: bool, form: str, quiet: bool, **settings: Any) -> None:
    """Simulate, write rows and show the summary."""
    plan = make_plan(**settings)
    result = run(plan, jobs=jobs, output=output, force=force, quiet=quiet)
    if result.tally.n or result.complete:
        _show(plan, result, form)
    if not result.complete:
        raise Stopped(_stop_note(plan, result))


@dataclass(frozen=True, slots=True)
class Result:
    """The tally of the deals that were finished, and the file they went to."""

    tally: Tally
    output: str | None
    complete: bool


def run(plan: Plan, *, jobs: int, output: str | None, force: bool, quiet: bool) -> Result:
    """Simulate a plan into a tally and, if asked for, a file.

    When stopped by a signal the finished prefix is kept and the result is
    marked incomplete. Raises `FileError` when the file cannot be written.
    """
    from ..analysis.tally import Tally

    tally = Tally()
    with ExitStack() as stack:
        sink = _open_sink(plan, output, force, stack)
        announce_compiling(quiet)
        stop = stack.enter_context(stop_on_signals(quiet))
        _feed(plan, tally, sink, jobs=jobs, stop=stop, quiet=quiet)
        complete = tally.n == plan.deals
        if sink is None or not tally.n:
            return Result(tally, None, complete)
        sink.finish(tally.n, complete=complete)
    if complete and not quiet:
        note(t("cli.simulate.wrote", path=output, n=f"{tally.n:,}"))
    return Result(tally, output, complete)


def _open_sink(plan: Plan, output: str | None, force: bool, stack: ExitStack) -> ParquetRows | None:
    """The file to write, opened before any work is done."""
    if output is None:
        return None
    from ..analysis.frames import ParquetRows

    return stack.enter_context(ParquetRows(output, plan.provenance(), force=force))


def _feed(
    plan: Plan, tally: Tally, sink: ParquetRows | None, *, jobs: int, stop: threading.Event, quiet: bool
) -> None:
    """Simulate chunk by chunk; nothing is kept but the counts and what waits to be written."""
    from ..sim.batch import simulate

    chunks = simulate(
        plan.rules,
        deals=plan.deals,
        start=plan.start,
        seed=plan.seed,
        policies=plan.policies,
        level=plan.level,
        first_deal=plan.first_deal,
        jobs=jobs,
        stop=stop,
    )
    try:
        with progress(plan.deals, quiet=quiet) as show:
            for rows in chunks:
                if sink is not None:
                    sink.write(rows)
                tally.add(rows)
                show(tally.n)
    finally:
        stop.set()


@contextmanager
def stop_on_signals(quiet: bool) -> Iterator[threading.Event]:
    """An event that the first Ctrl-C or SIGTERM sets; the second one stops at once."""
    event = threading.Event()

    def stop(number: int, frame: object) -> None:  # noqa: ARG001 - the signal's own signature
        if event.is_set():
            raise KeyboardInterrupt
        event.set()
        if not quiet:
            note(t("cli.simulate.stopping"))

    if threading.current_thread() is not threading.main_thread():
        yield event
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield event
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop_note(plan: Plan, result: Result) -> str:
    """What was kept, and the command that goes on."""
    done = result.tally.n
    rest = replace(plan, start=plan.start + done, deals=plan.deals - done)
    path = None if result.output is None else Path(result.output)
    further = None if path is None else str(path.with_name(f"{path.stem}-{rest.start}{path.suffix}"))
    values = {"n": f"{done:,}", "path": path, "command": rest.command(further)}
    if not done:
        return t("cli.simulate.stopped_nothing")
    return t("cli.simulate.stopped_file" if path else "cli.simulate.stopped", **values)


def _show(plan: Plan, result: Result, form: str) -> None:
    from ..analysis.summary import summarise
    from .summary import show_summary

    stamp = plan.provenance() | {"n": result.tally.n, "complete": result.complete}
    show_summary(summarise(result.tally, plan.rules), stamp, form)
