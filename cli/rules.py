"""``chaodipi rules``: list, show, compare and check rule sets; replay recorded rulings."""

from __future__ import annotations

import click

from ..sim.rules import Rules, clause_of, load_rules, preset_names
from .base import Argument, Group
from .language import t
from .options import format_option, language_option, option, quiet_option
from .output import show_json, show_table
from .switches import GROUPS, as_toml, plain_value, switch_words, value_text, value_words, values_of

SCHEMA = "chaodipi/rules-1"


@click.group("rules", cls=Group, help="cli.rules.help", no_args_is_help=True)
@language_option
def command() -> None:
    """The subcommands do the work."""


def _identity(rules: Rules) -> dict[str, str]:
    return {"name": rules.name, "fingerprint": rules.fingerprint}


def preset_words(name: str) -> str:
    """What a preset is, in the language in use."""
    return t(f"rules.preset.{name}")


@command.command("list", help="cli.rules.list.help")
@format_option("table", "json")
@language_option
def list_presets(form: str) -> None:
    """Names and fingerprints of the presets."""
    presets = [load_rules(name) for name in preset_names()]
    if form == "json":
        show_json({"schema": SCHEMA, "rules": [_identity(rules) for rules in presets]})
        return
    header = (t("rules.name"), t("rules.fingerprint"), t("rules.description"))
    show_table(header, [(r.name, r.fingerprint, preset_words(r.name)) for r in presets])


@command.command("show", help="cli.rules.show.help")
@click.argument("name", cls=Argument, metavar="NAME|FILE", help="cli.argument.rules")
@format_option("table", "json", "toml")
@language_option
def show(name: str, form: str) -> None:
    """All switches of a rule set."""
    rules = load_rules(name)
    if form == "toml":
        print(as_toml(rules))
    elif form == "json":
        switches = {
            switch: {"value": plain_value(value), "clause": clause_of(switch)}
            for switch, value in values_of(rules).items()
        }
        show_json({"schema": SCHEMA, **_identity(rules), "switches": switches})
    else:
        _show_page(rules)


def _show_page(rules: Rules) -> None:
    print(t("rules.title", name=rules.name, fingerprint=rules.fingerprint) + "\n")
    rows: list[tuple[str, ...]] = []
    for group, switches in GROUPS.items():
        rows.append((t(f"rules.group.{group}"),))
        rows += [_page_row(switch, getattr(rules, switch)) for switch in switches]
    show_table((t("rules.switch_column"), t("rules.meaning"), t("rules.in_file"), t("rules.clause")), rows)


def _page_row(switch: str, value: object) -> tuple[str, ...]:
    written = f"{switch} = {value_text(value)}"
    return switch_words(switch), value_words(switch, value), written, clause_of(switch)


@command.command("diff", help="cli.rules.diff.help")
@click.argument("first", cls=Argument, metavar="A", help="cli.argument.rules")
@click.argument("second", cls=Argument, metavar="B", help="cli.argument.rules")
@format_option("table", "json")
@language_option
def diff(first: str, second: str, form: str) -> None:
    """The switches in which two rule sets differ."""
    a, b = load_rules(first), load_rules(second)
    differing = {
        switch: (value, values_of(b)[switch])
        for switch, value in values_of(a).items()
        if value != values_of(b)[switch]
    }
    if form == "json":
        switches = {
            switch: {"first": plain_value(x), "second": plain_value(y), "clause": clause_of(switch)}
            for switch, (x, y) in differing.items()
        }
        show_json({"schema": SCHEMA, "first": _identity(a), "second": _identity(b), "switches": switches})
        return
    if not differing:
        print(t("rules.same", first=a.name, second=b.name, fingerprint=a.fingerprint))
        return
    header = (t("rules.switch_column"), t("rules.switch_key"), a.name, b.name, t("rules.clause"))
    rows = [
        (switch_words(switch), switch, _short(switch, x), _short(switch, y), clause_of(switch))
        for switch, (x, y) in differing.items()
    ]
    show_table(header, rows)


def _short(switch: str, value: object) -> str:
    words = value_words(switch, value)
    written = value_text(value)
    return words if words == written or isinstance(value, bool | tuple) else f"{words}\n{written}"


@command.command("check", help="cli.rules.check.help")
@click.argument("file", cls=Argument, metavar="FILE", help="cli.argument.rule_file")
@format_option("table", "json")
@quiet_option
@language_option
def check(file: str, form: str, quiet: bool) -> None:
    """Validate a rule file and print its fingerprint."""
    rules = load_rules(file)
    same = _preset_with(rules.fingerprint)
    if form == "json":
        show_json({"schema": SCHEMA, **_identity(rules), "valid": True, "same_as": same})
    elif not quiet:
        print(t("rules.valid", name=rules.name, fingerprint=rules.fingerprint))
        if same is not None:
            print(t("rules.same_as", preset=same))


def _preset_with(fingerprint: str) -> str | None:
    """The preset of a fingerprint, if there is one."""
    for name in preset_names():
        if load_rules(name).fingerprint == fingerprint:
            return name
    return None


@command.command("verify", help="cli.rules.verify.help")
@click.argument("files", cls=Argument, nargs=-1, required=True, metavar="FILE…", help="cli.argument.rulings")
@option("--rules", key="verify_rules", default="huanle", metavar="NAME|FILE")
@format_option("table", "json")
@quiet_option
@language_option
@click.pass_context
def verify(ctx: click.Context, files: tuple[str, ...], rules: str, form: str, quiet: bool) -> None:
    """Replay recorded rulings; exit code 1 when any disagrees."""
    from .verify import verify_files

    ctx.exit(verify_files(files, load_rules(rules), form=form, quiet=quiet))
