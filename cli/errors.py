"""Errors as one sentence that names the thing and the mend, never a traceback.

Exit codes: 1 for a failure, 2 for a command that cannot be carried out as
given, 130 when interrupted.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

import click

from ..reports.catalogue import error_text
from ..sim.cards import CardError
from ..sim.rules import RulesError
from .language import language, t

FAILURE, USAGE, INTERRUPTED = 1, 2, 130
_USAGE_FILES = frozenset({"exists", "special", "missing", "foreign"})
"""Codes of file errors that another file name would mend."""


class CliError(Exception):
    """A complaint: a key below ``cli.error`` in the catalogue and what fills it."""

    def __init__(self, key: str, *, exit_code: int = FAILURE, **values: Any) -> None:
        self.key = key
        self.exit_code = exit_code
        self.values = values
        super().__init__(key)

    def sentence(self) -> str:
        """The complaint in the language in use."""
        return t(f"cli.error.{self.key}", **self.values)


def usage_error(key: str, **values: Any) -> CliError:
    """A complaint about how the command was given, exit code 2."""
    return CliError(key, exit_code=USAGE, **values)


class Stopped(Exception):
    """The user stopped the work; ``note`` says what was kept of it."""

    def __init__(self, note: str) -> None:
        self.note = note
        super().__init__(note)


def run_guarded(command: Callable[[], Any]) -> int:
    """Run a command and return its exit code; complaints go to standard error."""
    try:
        code = command()
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except BrokenPipeError:
        _silence_stdout()
        return FAILURE
    except Stopped as stop:
        _say(stop.note)
        return INTERRUPTED
    except (KeyboardInterrupt, click.exceptions.Abort):
        _say(t("cli.error.interrupted"))
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.message, err=True)
        return USAGE
    except Exception as error:
        if os.environ.get("CHAODIPI_DEBUG"):
            raise
        sentence, code = explain(error)
        complain(sentence)
        return code
    return code if isinstance(code, int) else 0


def explain(error: Exception) -> tuple[str, int]:
    """The sentence for an exception and the exit code it leads to."""
    if isinstance(error, CliError):
        return error.sentence(), error.exit_code
    if isinstance(error, RulesError):
        return t(f"cli.error.rules.{error.code}", **_rules_values(error)), USAGE
    if isinstance(error, CardError):
        return t(f"cli.error.cards.{error.code}", **error.values), USAGE
    if isinstance(error, click.ClickException):
        return _explain_click(error), error.exit_code
    if type(error).__module__.endswith("analysis.files"):  # imported only where files are used
        code: str = error.code  # type: ignore[attr-defined]
        return error_text(error, language()), USAGE if code in _USAGE_FILES else FAILURE
    if isinstance(error, MemoryError):
        return t("cli.error.memory"), FAILURE
    if isinstance(error, OSError):
        name = error.filename or ""
        return t("cli.error.system", name=name, reason=error.strerror or type(error).__name__), FAILURE
    return t("cli.error.bug", kind=type(error).__name__, detail=str(error).split("\n")[0]), FAILURE


def complain(sentence: str) -> None:
    """Print an error sentence on standard error."""
    word = t("cli.error.word")
    if sys.stderr.isatty() and not os.environ.get("NO_COLOR"):
        word = f"\033[31m{word}\033[0m"
    _say(word + sentence)


def _say(sentence: str) -> None:
    with suppress(OSError, ValueError):
        print(sentence, file=sys.stderr, flush=True)


def _silence_stdout() -> None:
    """Keep the interpreter from complaining about a closed pipe when it exits."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _rules_values(error: RulesError) -> dict[str, Any]:
    """The values of a rules error, the TOML reader's place made speakable."""
    values = dict(error.values)
    if "detail" in values:
        place = re.search(r"line (\d+), column (\d+)", values["detail"])
        line, column = place.groups() if place else ("?", "?")
        values |= {"line": line, "column": column}
        if not place:
            return values | {"where": t("cli.error.toml_end")}
        values["where"] = t("cli.error.toml_place", line=line, column=column)
    return values


def _explain_click(error: click.ClickException) -> str:
    """Click's own complaints in our words and both languages."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    command = ctx.command_path if ctx else "chaodipi"
    hint = t("cli.error.see_help", command=command)
    if close := _close_word(error, ctx):
        hint = t("cli.error.did_you_mean", close=close)
    if isinstance(error, click.NoSuchOption):
        return t("cli.error.no_option", name=error.option_name, command=command, hint=hint)
    if (name := getattr(error, "command_name", None)) is not None:
        return t("cli.error.no_command", name=name, command=command, hint=hint)
    if isinstance(error, click.MissingParameter):
        return t("cli.error.missing_parameter", name=_parameter_name(error.param), hint=hint)
    if isinstance(error, click.BadOptionUsage):
        return t("cli.error.option_usage", name=error.option_name, hint=hint)
    if extra := re.search(r"extra arguments? \((.*)\)", error.message):
        return t("cli.error.extra_arguments", words=extra[1], hint=hint)
    return t("cli.error.usage", message=error.format_message().rstrip("."), hint=hint)


def _close_word(error: click.ClickException, ctx: click.Context | None) -> str | None:
    """An option or command much like the one that does not exist."""
    known = list(getattr(error, "possibilities", None) or [])
    name = getattr(error, "command_name", None)
    if name is not None and ctx is not None and isinstance(ctx.command, click.Group):
        known = get_close_matches(name, ctx.command.list_commands(ctx), 1)
    return known[0] if known else None


def _parameter_name(parameter: click.Parameter | None) -> str:
    if parameter is None:
        return "?"
    if isinstance(parameter, click.Argument):
        return parameter.human_readable_name
    return max(parameter.opts, key=len)
