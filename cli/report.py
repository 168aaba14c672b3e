"""``chaodipi report``: a page with findings, charts and figures."""

from __future__ import annotations

from typing import Any

import click

from .base import Command
from .language import language, t
from .options import option
from .progress import note
from .source import as_series, check_output, read_sources, source_options


@click.command("report", cls=Command, help="cli.report.help")
@option("--output", "-o", key="report_output", default="report.html", metavar="FILE.html")
@source_options
def command(
    files: tuple[str, ...], output: str, jobs: int, force: bool, quiet: bool, **settings: Any
) -> None:
    """Write the report and name its files."""
    check_output(output, (".html", ".htm"))
    from ..analysis.files import check_target
    from ..reports.paths import report_paths

    for path in report_paths(output):
        check_target(path, force)
    sources = read_sources(files, jobs=jobs, quiet=quiet, settings=settings)
    from ..reports.build import build_report

    if not quiet:
        note(t("cli.report.drawing"))
    first = sources[0]
    others = as_series(sources)[1:]
    written = build_report(
        first.tally, first.rules, first.provenance, language(), output, force=force, others=others
    )
    for path in written:
        print(path)
