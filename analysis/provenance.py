"""Where results come from: the stamp on every file, report and JSON answer.

The stamp never holds a time, a rate, a number of jobs, a path or a date, so
that equal work gives equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from .. import __version__
from ..sim.rules import SWITCHES, Rules

SCHEMA = "chaodipi/rows-1"
"""Layout of the rows; changes whenever a column is added, dropped or redefined."""


def make_provenance(
    rules: Rules,
    *,
    policies: Sequence[str],
    seed: int,
    start: int = 0,
    level: int | None = None,
    first_deal: bool = False,
) -> dict[str, Any]:
    """The stamp of a simulation.

    ``policies`` are dealer side, attackers; ``level`` None means a level drawn
    uniformly from 2…A for each deal. ``n`` and ``complete`` join it when done.
    """
    return {
        "schema": SCHEMA,
        "version": __version__,
        "rules": {
            "name": rules.name,
            "fingerprint": rules.fingerprint,
            "switches": _plain(asdict(rules)),
        },
        "policies": {"dealer": policies[0], "attackers": policies[1]},
        "seed": seed,
        "start": start,
        "level": level,
        "first_deal": first_deal,
    }


def rules_of(provenance: Mapping[str, Any]) -> Rules:
    """The rules a result was simulated under.

    Raises `ValueError` when a switch is unknown or missing here, or the
    fingerprint differs: then the result belongs to other rules.
    """
    stamp = provenance["rules"]
    switches = stamp["switches"]
    unknown = sorted(set(switches) ^ set(SWITCHES))
    if unknown:
        raise ValueError(f"switch {unknown[0]}")
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in switches.items()}
    rules = Rules(**values)
    if rules.fingerprint != stamp["fingerprint"]:
        raise ValueError(f"fingerprint {stamp['fingerprint']}")
    return rules


def public(provenance: Mapping[str, Any]) -> dict[str, Any]:
    """The stamp for JSON answers: rules by name and fingerprint only."""
    shown = dict(provenance)
    shown["rules"] = {key: provenance["rules"][key] for key in ("name", "fingerprint")}
    return shown


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(v) if isinstance(v, tuple) else v for key, v in values.items()}
