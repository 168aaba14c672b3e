"""Commands, groups, options and arguments whose help texts are catalogue keys."""

from __future__ import annotations

import click
import rich_click

from .language import t


class _Translated:
    """``help`` is given as a catalogue key and read in the language in use."""

    _help_key: str | None = None

    @property
    def help(self) -> str | None:
        return None if self._help_key is None else t(self._help_key)

    @help.setter
    def help(self, key: str | None) -> None:
        self._help_key = key


class Option(_Translated, rich_click.RichOption):
    """An option whose help is a catalogue key."""


class Argument(_Translated, rich_click.RichArgument):
    """An argument whose help is a catalogue key."""


class _TranslatedPage(_Translated):
    """What commands and groups share: their own help page."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option: click.Option | None = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = t("cli.option.help")
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = self.collect_usage_pieces(ctx)  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, " ".join(pieces), t("cli.help.usage"))

    def get_short_help_str(self, limit: int = 200) -> str:
        return (self.help or "").split("\n")[0][:limit]


class Command(_TranslatedPage, rich_click.RichCommand):
    """A command whose help is a catalogue key."""


class Group(_TranslatedPage, rich_click.RichGroup):  # type: ignore[misc] # rich-click and click differ
    """A group of commands whose help is a catalogue key."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(self.commands)
