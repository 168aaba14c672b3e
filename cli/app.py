"""The group `chaodipi`, its commands loaded only when they are named."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from .. import __version__
from .base import Group, Option
from .errors import run_guarded
from .language import detect, set_language, t
from .options import language_option

COMMANDS: dict[str, str] = {
    "simulate": "simulate",
    "deal": "deal",
    "report": "report",
    "plot": "plot",
    "rules": "rules",
    "bench": "bench",
    "warm": "warm",
}
"""Commands in the order of the help page, with their modules in this package.

A module's attribute ``command`` is the command. It imports click and the light
modules of the package only; anything heavy is imported when the command runs.
"""


class Main(Group):
    """The outermost group: loads commands by name, answers every error in one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f".{COMMANDS[cmd_name]}", __package__).command
        return found

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,  # noqa: ARG002 - always spoken of as chaodipi
        **extra: Any,
    ) -> NoReturn:
        """Run the command line and leave with its exit code."""
        words = list(sys.argv[1:] if args is None else args)
        set_language(detect(words))
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self.context_settings["rich_help_config"] = _help_config()
        run: Callable[..., Any] = super().main
        extra["standalone_mode"] = False
        sys.exit(run_guarded(lambda: run(words, "chaodipi", **extra)))


def _help_config() -> dict[str, Any]:
    """Titles of the help page's panels in the language in use."""
    return {
        "options_panel_title": t("cli.help.options"),
        "commands_panel_title": t("cli.help.commands"),
        "arguments_panel_title": t("cli.help.arguments"),
        "default_string": t("cli.help.default"),
        "required_long_string": t("cli.help.required"),
        "max_width": 110,
        "show_arguments": True,
    }


@click.group(cls=Main, help="cli.help.main", no_args_is_help=True)
@click.version_option(
    __version__, cls=Option, prog_name="chaodipi", message="%(prog)s %(version)s", help="cli.option.version"
)
@language_option
def main() -> None:
    """The commands do the work."""
