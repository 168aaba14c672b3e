"""``chaodipi deal``: one deal on paper, and with ``--explain`` every ruling with its clause."""

from __future__ import annotations

from typing import Any

import click

from .base import Command
from .language import language
from .options import (
    Whole,
    deal_options,
    format_option,
    language_option,
    option,
    policy_options,
    quiet_option,
    rules_option,
    seed_option,
)
from .output import show_json
from .simulate import make_plan
from .warm import announce_compiling


@click.command("deal", cls=Command, help="cli.deal.help")
@rules_option
@seed_option
@option("--index", "-i", key="index", default=0, type=Whole())
@policy_options
@deal_options
@option("--explain", "-e", key="explain", is_flag=True)
@format_option("text", "json")
@quiet_option
@language_option
def command(index: int, explain: bool, form: str, quiet: bool, **settings: Any) -> None:
    """Play the deal that ``simulate`` plays under that index, and show it."""
    plan = make_plan(deals=1, start=index, **settings)
    announce_compiling(quiet, "step")
    from ..sim.record import record_deal

    record = record_deal(plan.rules, plan.seed, index, plan.policies, plan.level, plan.first_deal)
    if form == "json":
        from ..reports.deal_json import as_json

        show_json(as_json(record))
        return
    from ..reports import explain as words

    print(words.explain(record, language()) if explain else words.overview(record, language()))
