"""``chaodipi bench``: CPU time a deal, as a ratio to the C playout, and deals a second."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from ..sim.rules import load_rules
from .base import Command
from .language import language, t
from .options import (
    Whole,
    format_option,
    jobs_option,
    language_option,
    option,
    policy_names,
    quiet_option,
    rules_option,
    seed_option,
)
from .output import show_json, show_table
from .progress import note
from .warm import announce_compiling

if TYPE_CHECKING:
    from ..analysis.bench import Speed

SCHEMA = "chaodipi/bench-1"


@click.command("bench", cls=Command, help="cli.bench.help")
@rules_option
@option("--deals", "-n", key="bench_deals", default=20_000, type=Whole(100))
@option("--repeats", key="repeats", default=7, type=Whole(1, 1000))
@seed_option
@jobs_option
@format_option("table", "json")
@quiet_option
@language_option
def command(rules: str, deals: int, repeats: int, seed: int, jobs: int, form: str, quiet: bool) -> None:
    """Time the policies and the C playout."""
    from ..analysis.bench import NoProxy, c_playout, measure, strength
    from ..analysis.figures import estimate_json
    from ..reports.numbers import count_text, full_text, method_text

    loaded = load_rules(rules)
    announce_compiling(quiet)
    threads = jobs or os.cpu_count() or 1
    with ExitStack() as stack:
        proxy = None
        try:
            proxy = stack.enter_context(c_playout())
        except NoProxy as missing:
            if not quiet:
                note(t(f"cli.bench.no_proxy.{missing.code}"))
        on_round = None if quiet else (lambda k: note(t("cli.bench.timing", round=k, rounds=repeats)))
        own, speeds = measure(
            loaded, policy_names(), proxy, deals=deals, repeats=repeats, threads=threads, seed=seed,
            on_round=on_round,
        )  # fmt: skip
    gain = strength(loaded, "greedy", "random", pairs=deals, seed=seed)
    if form == "json":
        identity = {"name": loaded.name, "fingerprint": loaded.fingerprint}
        strengths = {"better": "greedy", "worse": "random", "points": estimate_json(gain)}
        results = [_record(speed) for speed in speeds]
        show_json({
            "schema": SCHEMA, "rules": identity, "proxy_us": own, "results": results, "strength": strengths,
        })  # fmt: skip
    else:
        _show(speeds, own)
        lang = language()
        click.echo(
            t(
                "cli.bench.strength",
                points=full_text(gain, lang),
                n=count_text(gain.n),
                method=method_text(gain, lang),
            )
        )


def _record(speed: Speed) -> dict[str, object]:
    return {
        "policy": speed.policy,
        "cpu_us": round(speed.cpu_us, 3),
        "ratio": None if speed.ratio is None else round(speed.ratio, 3),
        "deals_per_second": {str(k): round(v) for k, v in speed.deals_per_second.items()},
        "speedup": round(speed.speedup, 3),
    }


def _show(speeds: list[Speed], proxy: float | None) -> None:
    threads = sorted(speeds[0].deals_per_second)
    header = [t("cli.bench.policy"), t("cli.bench.cpu"), t("cli.bench.ratio")]
    header += [t("cli.bench.rate", threads=k) for k in threads] + [t("cli.bench.speedup")]
    rows = []
    if proxy is not None:
        rows.append(
            [t("cli.bench.proxy"), f"{proxy:.2f}", "1.00", f"{1e6 / proxy:,.0f}", *[""] * len(threads)]
        )
    for speed in speeds:
        ratio = "–" if speed.ratio is None else f"{speed.ratio:.2f}"
        rates = [f"{speed.deals_per_second[k]:,.0f}" for k in threads]
        rows.append([speed.policy, f"{speed.cpu_us:.2f}", ratio, *rates, f"{speed.speedup:.2f}"])
    show_table(header, rows, numbers=frozenset(range(1, len(header))))
