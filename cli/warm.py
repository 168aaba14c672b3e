"""``chaodipi warm``: compile every kernel now, so that no later command waits for it."""

from __future__ import annotations

import click

from .base import Command
from .language import t
from .options import format_option, language_option, quiet_option
from .output import show_json, show_table
from .progress import note

SCHEMA = "chaodipi/warm-1"


@click.command("warm", cls=Command, help="cli.warm.help")
@format_option("table", "json")
@quiet_option
@language_option
def command(form: str, quiet: bool) -> None:
    """Compile and list the kernels."""
    from ..sim.warm import is_cold, warm

    cold = is_cold()
    if cold and not quiet:
        note(t("cli.warm.compiling"))
    kernels = warm(None if quiet else _step)
    if form == "json":
        names = [{"kernel": name, "signatures": signatures} for name, _, signatures in kernels]
        show_json({"schema": SCHEMA, "kernels": names})
    elif not quiet:
        header = (t("cli.warm.kernel"), t("cli.warm.seconds"), t("cli.warm.signatures"))
        rows = [(name, f"{seconds:.1f}", str(signatures)) for name, seconds, signatures in kernels]
        show_table(header, rows, numbers=frozenset({1, 2}))
        note(t("cli.warm.done" if cold else "cli.warm.nothing"))


def _step(name: str) -> None:
    note(t("cli.warm.step", name=name))


def announce_compiling(quiet: bool, kernel: str | None = None) -> None:
    """Say on standard error that the first run takes longer, when it does.

    ``kernel`` is the one a command needs; by default the loop over many deals.
    """
    from ..sim.warm import is_cold

    if not quiet and (is_cold() if kernel is None else is_cold(kernel)):
        note(t("cli.warm.first_run"))
