"""``python -m chaodipi.tests.verify``: the engine against the reference, as many deals as asked.

Prints what was compared for every preset; exit status 1 when anything differs.
"""

from __future__ import annotations

import sys

import click
from chaodipi.sim.batch import default_jobs
from chaodipi.sim.game import Deal
from chaodipi.sim.rules import RulesError, load_rules, preset_names
from chaodipi.tests.differential import cut, run_batches
from chaodipi.tests.questions import Tally


def verify(name: str, deals: int, start: int, seed: int, share: float, jobs: int) -> bool:
    """Compare the deals of one rule set; whether all agree."""
    rules = load_rules(name)
    Deal.start(rules, seed, start)  # compiles here, not in every process
    tally, wrong = Tally(), 0
    for _, counts, reports in run_batches(cut(rules, deals, seed, start, share=share), jobs):
        tally.add(counts)
        wrong += len(reports)
        for report in reports[:3]:
            click.echo(report, err=True)
        if sys.stderr.isatty():
            click.echo(f"\r{name}: {tally.deals:,} deals, {wrong} differ", nl=False, err=True)
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    click.echo(
        f"{name}: {tally.deals:,} deals and {tally.biddings:,} biddings on rich hands, {wrong:,} differ; "
        f"{tally.decisions:,} decisions, {tally.rulings:,} rulings, {tally.throws:,} attempted throws, "
        f"{tally.redeals:,} void deals"
    )
    return wrong == 0


@click.command()
@click.option("--deals", type=click.IntRange(1), default=10_000, show_default=True, help="Deals a rule set.")
@click.option("--rules", "names", multiple=True, help="Preset or rule file; may be repeated. [default: all]")
@click.option("--start", type=click.IntRange(0), default=0, show_default=True, help="First deal.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--share", type=click.FloatRange(0, 1), default=0.03, show_default=True,
              help="Share of leads and follows with extra questions.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), default=None, help="Processes. [default: one a processor]")
def main(names: tuple[str, ...], deals: int, start: int, seed: int, share: float, jobs: int | None) -> None:
    """Play the same deals with the kernels and with the reference and compare everything."""
    try:
        chosen = names or preset_names()
        agree = [verify(name, deals, start, seed, share, jobs or default_jobs()) for name in chosen]
    except RulesError as error:
        raise click.UsageError(str(error)) from None
    sys.exit(0 if all(agree) else 1)


if __name__ == "__main__":
    main()
