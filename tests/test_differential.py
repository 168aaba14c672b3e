"""The kernels and the reference engine say the same, on whole deals and on small hands."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from chaodipi.sim import rulings
from chaodipi.sim.cards import kind_of
from chaodipi.sim.game import Deal
from chaodipi.sim.rules import SWITCHES, Rules, RulesError, allowed_values, load_rules, preset_names
from chaodipi.tests.differential import Batch, cut, run_batches
from chaodipi.tests.questions import Judge, Tally, follow_cases, quizzes
from chaodipi.tests.reference_play import TRUMP

JOBS = 2
DEALS = max(500, 10_200 // len(preset_names()))
RULE_SETS = 150
SMALL_HANDS = 2_500


@pytest.mark.slow
def test_whole_deals_of_all_presets_agree() -> None:
    total, wrong = Tally(), []
    batches: list[Batch] = []
    for name in preset_names():
        rules = load_rules(name)
        Deal.start(rules)
        batches += cut(rules, DEALS, share=0.03)
    for _, tally, reports in run_batches(batches, JOBS):
        total.add(tally)
        wrong += reports
    assert not wrong, "\n".join(wrong[:5])
    assert total.deals == DEALS * len(preset_names()) >= 10_000
    assert total.rulings >= 20_000
    assert total.throws >= 4_000
    assert total.redeals >= 100


# ---------------------------------------------------------------- house rules

SIZES = ((25, 8), (24, 12), (26, 4))
VARIED = [
    name
    for name in SWITCHES
    if name not in ("name", "decks", "hand_size", "bottom_size", "must_play", "match_end", "match_deals")
]


def random_switch(rng: Random, switch: str) -> Any:
    """A value of a switch."""
    values = allowed_values(switch)
    return rng.choice(values) if values else rng.choice((5, 10, 30))


def toml_text(values: dict[str, Any]) -> str:
    """A rule file; TOML writes these values as JSON does."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


def random_rules(rng: Random, folder: Path, number: int) -> Rules:
    """A two-deck rule set in which each switch is drawn anew with chance 1/2."""
    while True:
        hand, bottom = rng.choice(SIZES)
        values: dict[str, Any] = {"extends": rng.choice(preset_names()[:3]), "name": f"variant{number}"}
        values |= {"hand_size": hand, "bottom_size": bottom, "decks": 2}
        values |= {switch: random_switch(rng, switch) for switch in VARIED if rng.random() < 0.5}
        file = folder / f"variant{number}.toml"
        file.write_text(toml_text(values), "utf-8")
        try:
            return load_rules(file)
        except RulesError:
            continue


@pytest.mark.slow
def test_random_combinations_of_switches_agree(tmp_path: Path) -> None:
    rng = Random(2)
    variants = [random_rules(rng, tmp_path, number) for number in range(RULE_SETS)]
    for switch in VARIED:
        if values := allowed_values(switch):
            assert {getattr(rules, switch) for rules in variants} == set(values), switch
    batches = [Batch(rules, 5, 5 * i, 5, share=0.15) for i, rules in enumerate(variants)]
    for batch, _, reports in run_batches(batches, JOBS):
        assert not reports, f"{reports[0]}\n{batch.rules}"


# ---------------------------------------------------------------- small hands


@pytest.mark.slow
@pytest.mark.parametrize("name", preset_names())
def test_questions_on_rich_hands_agree(name: str) -> None:
    tally = quizzes(load_rules(name), 1_500, Random(6))
    assert tally.throws > 500


@pytest.mark.slow
def test_legal_follows_are_the_same_sets_on_small_hands() -> None:
    seen: Counter[str] = Counter()
    variants = [load_rules(name) for name in preset_names()]
    for table, lead, hand in follow_cases(Random(3), variants, SMALL_HANDS):
        judge = Judge(table.rules, table.level, table.trump)
        kind = judge.same("lead_class", lead)
        sets = judge.same("legal_follows", lead, hand)
        assert sets, (table.rules.name, table.level, table.trump, lead, hand)
        seen["all"] += 1
        seen[kind] += 1
        seen["choice"] += len(sets) > 1
        trumps = Counter(kind for kind in hand if table.suits[kind] == TRUMP)
        main = kind_of(table.trump, table.level) if table.trump < 4 else -1
        seen["natural level pair"] += trumps[main] == 2 and table.rules.tractor_level == "natural"
        seen["red five"] += any(table.is_red_five(one) for one in (*lead, *hand))
        if kind == "throw":
            parts = rulings.split(table.rules, table.level, table.trump, lead)
            seen["throw with tractors"] += any(part.length > 1 for part in parts)
    assert seen["all"] >= 1_000
    for what, least in {
        "single": 50, "pair": 50, "tractor": 50, "throw": 200, "throw with tractors": 50, "k510": 50,
        "k510_double": 50, "natural level pair": 20, "red five": 50, "choice": 500,
    }.items():  # fmt: skip
        assert seen[what] >= least, (what, seen)
