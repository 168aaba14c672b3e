"""``chaodipi plot``: one chart as SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .base import Command, Group
from .language import language
from .options import language_option, option
from .source import as_series, check_output, read_sources, source_options


@click.group("plot", cls=Group, help="cli.plot.help", no_args_is_help=True)
@language_option
def command() -> None:
    """The commands below it draw."""


@command.command("winrate", cls=Command, help="cli.plot.winrate")
@option("--output", "-o", key="plot_output", default="winrate.svg", metavar="FILE.svg|FILE.png")
@source_options
def winrate(
    files: tuple[str, ...], output: str, jobs: int, force: bool, quiet: bool, **settings: Any
) -> None:
    """Draw the dealer side's win rate by trump length and name the file."""
    check_output(output, (".svg", ".png"))
    from ..analysis.files import check_target, write_bytes

    check_target(Path(output), force)
    sources = read_sources(files, jobs=jobs, quiet=quiet, settings=settings)
    from ..reports import charts, style
    from ..reports.findings import stamp_words

    stamp = stamp_words(sources[0].rules, [source.provenance for source in sources], language())
    with style.chart_style():
        figure = charts.win_by_trumps(as_series(sources), language(), stamp=stamp)
        png = output.lower().endswith(".png")
        data = style.png_bytes(figure) if png else style.svg_bytes(figure)
    print(write_bytes(output, data, force=force))
