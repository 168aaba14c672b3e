"""Where a report's or a chart's deals come from: files of rows, or a simulation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from ..sim.rules import Rules
from .base import Argument
from .errors import Stopped, usage_error
from .language import language, t
from .options import (
    deal_options,
    deals_option,
    force_option,
    jobs_option,
    language_option,
    policy_options,
    quiet_option,
    rules_option,
    seed_option,
    start_option,
)
from .simulate import make_plan, run

if TYPE_CHECKING:
    from ..analysis.tally import Tally
    from ..reports.charts import Series

F = TypeVar("F", bound=Callable[..., Any])
SIMULATION = ("rules", "deals", "start", "seed", "policy", "policy_attackers", "level", "first_deal")
"""Parameters that decide what is simulated; with files there is nothing for them to decide."""


@dataclass(frozen=True, slots=True)
class Source:
    """Deals to report on: their counts, rules and provenance with n and complete."""

    tally: Tally
    rules: Rules
    provenance: dict[str, Any]


def source_options(command: F) -> F:
    """FILEs, the options of a simulation, and those every command has."""
    files = click.argument(
        "files", nargs=-1, cls=Argument, metavar="[FILE.parquet]...", help="cli.argument.files"
    )
    stack = (
        files, rules_option, deals_option, start_option, seed_option, policy_options, deal_options,
        jobs_option, force_option, quiet_option, language_option,
    )  # fmt: skip
    for add in reversed(stack):
        command = add(command)
    return command


def check_output(output: str, suffixes: Sequence[str]) -> None:
    """Complain about an output whose suffix says nothing that can be written."""
    if not output.lower().endswith(tuple(suffixes)):
        raise usage_error("suffix", value=output, suffixes=" ".join(suffixes))


def read_sources(files: Sequence[str], *, jobs: int, quiet: bool, settings: dict[str, Any]) -> list[Source]:
    """The deals of each file, or of one simulation where there is no file.

    Raises `FileError` for a file that cannot be used; complains when simulation
    options are given besides files, or the files' rules differ.
    """
    if not files:
        return [_simulated(jobs=jobs, quiet=quiet, settings=settings)]
    _refuse_settings()
    sources = [_read(file) for file in files]
    for file, source in zip(files, sources, strict=True):
        if source.rules.fingerprint != sources[0].rules.fingerprint:
            raise usage_error("other_rules", first=files[0], second=file)
    return sources


def _refuse_settings() -> None:
    ctx = click.get_current_context()
    for name in SIMULATION:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise usage_error("file_and_simulation", option="--" + name.replace("_", "-"))


def _read(file: str) -> Source:
    from ..analysis.frames import read_provenance, stream_columns
    from ..analysis.provenance import rules_of
    from ..analysis.tally import COLUMN_NAMES, tally_rows

    provenance = read_provenance(file)
    return Source(tally_rows(stream_columns(file, COLUMN_NAMES)), rules_of(provenance), provenance)


def _simulated(*, jobs: int, quiet: bool, settings: dict[str, Any]) -> Source:
    plan = make_plan(**settings)
    result = run(plan, jobs=jobs, output=None, force=False, quiet=quiet)
    if not result.complete:
        raise Stopped(t("cli.report.stopped", n=f"{result.tally.n:,}"))
    return Source(result.tally, plan.rules, plan.provenance() | {"n": result.tally.n, "complete": True})


def as_series(sources: Sequence[Source]) -> list[Series]:
    """Sources as labelled summaries; labels that are equal are told apart by their seeds."""
    from ..analysis.summary import summarise
    from ..reports.charts import Series
    from ..reports.findings import policy_label

    labels = [policy_label(source.provenance, language()) for source in sources]
    if len(set(labels)) < len(labels):
        seeds = [t("cli.summary.seed", seed=source.provenance["seed"]) for source in sources]
        labels = [f"{label}, {seed}" for label, seed in zip(labels, seeds, strict=True)]
    return [
        Series(label, summarise(source.tally, source.rules))
        for label, source in zip(labels, sources, strict=True)
    ]
