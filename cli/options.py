"""Option stacks that commands share, and the types of their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..sim.cards import CardError, parse_rank
from .base import Option
from .errors import usage_error
from .language import LANGUAGES

F = TypeVar("F", bound=Callable[..., Any])
MOST = 2**62
"""Upper bound of seeds, deal indices and numbers of deals."""


def _name(param: click.Parameter | None) -> str:
    return max(param.opts, key=len) if param is not None else "?"


class Whole(click.ParamType[int]):
    """A whole number from ``least`` to ``most``."""

    name = "n"

    def __init__(self, least: int = 0, most: int = MOST) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002
        try:
            number = int(value)
        except (TypeError, ValueError):
            key = "number" if self.most == MOST else "number_between"
            raise usage_error(
                key, option=_name(param), value=value, least=self.least, most=self.most
            ) from None
        if number < self.least:
            raise usage_error("least", option=_name(param), value=number, least=self.least)
        if number > self.most:
            raise usage_error("most", option=_name(param), value=number, most=self.most)
        return number


class OneOf(click.ParamType[str]):
    """One word of a list."""

    name = "word"

    def __init__(self, words: Callable[[], tuple[str, ...]] | tuple[str, ...]) -> None:
        self._words = words

    @property
    def words(self) -> tuple[str, ...]:
        return self._words if isinstance(self._words, tuple) else self._words()

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        return "|".join(self.words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        if value in self.words:
            return str(value)
        raise usage_error("choice", option=_name(param), value=value, words=", ".join(self.words))


class Level(click.ParamType["int | None"]):
    """A level 2…A, or ``any``; read as 2…14 or None."""

    name = "level"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        return "2…A|any"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,
        ctx: click.Context | None,  # noqa: ARG002
    ) -> int | None:
        if value is None or isinstance(value, int):
            return value
        if str(value).strip().lower() == "any":
            return None
        try:
            return parse_rank(str(value))
        except CardError:
            raise usage_error("level", option=_name(param), value=value) from None


def policy_names() -> tuple[str, ...]:
    """The names of the policies that can play."""
    from ..sim.policies.names import POLICIES

    return tuple(POLICIES)


def option(*names: str, key: str, **settings: Any) -> Callable[[F], F]:
    """An option whose help is ``cli.option.<key>`` in the catalogue."""
    settings.setdefault("show_default", settings.get("default") is not None and not settings.get("is_flag"))
    return click.option(*names, cls=Option, help=f"cli.option.{key}", **settings)


language_option = option(
    "--lang", key="lang", type=OneOf(LANGUAGES), expose_value=False, default=None, is_eager=True
)
rules_option = option("--rules", key="rules", default="base", metavar="NAME|FILE")
seed_option = option("--seed", key="seed", default=1, type=Whole())
jobs_option = option("--jobs", "-j", key="jobs", default=0, type=Whole(0, 1024))
quiet_option = option("--quiet", "-q", key="quiet", is_flag=True)
force_option = option("--force", "-f", key="force", is_flag=True)
deals_option = option("--deals", "-n", key="deals", default=10_000, type=Whole(1))
start_option = option("--start", key="start", default=0, type=Whole())


def format_option(*words: str) -> Callable[[F], F]:
    """``--format`` with the formats a command knows, the first one the default."""
    return option("--format", "form", key="format", default=words[0], type=OneOf(words))


def policy_options(command: F) -> F:
    """``--policy`` for both sides and ``--policy-attackers`` for another one there."""
    attackers = option("--policy-attackers", key="policy_attackers", default=None, type=OneOf(policy_names))
    both = option("--policy", key="policy", default="greedy", type=OneOf(policy_names))
    return both(attackers(command))


def deal_options(command: F) -> F:
    """``--level`` and ``--first-deal``."""
    first = option("--first-deal", key="first_deal", is_flag=True)
    level = option("--level", key="level", default="any", type=Level())
    return level(first(command))
