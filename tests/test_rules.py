"""Rule files: presets, fingerprints, and complaints that say what to mend."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from chaodipi.cli.switches import GROUPS
from chaodipi.sim import rules as module
from chaodipi.sim.rules import (
    MESSAGES,
    SWITCHES,
    Rules,
    RulesError,
    allowed_values,
    clause_of,
    load_rules,
    preset_names,
)
from chaodipi.tests.command import ROOT

FINGERPRINTS = {"base": "120fe7cdcc825a84", "classic": "b61608b376a3cdf3", "huanle": "59dbc8e4ab9fe6f0"}


def write(folder: Path, text: str, name: str = "mine.toml") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize("name", preset_names())
def test_presets_load_under_their_names(name: str) -> None:
    assert load_rules(name).name == name


@pytest.mark.parametrize(("name", "fingerprint"), FINGERPRINTS.items())
def test_fingerprints_do_not_change_unnoticed(name: str, fingerprint: str) -> None:
    """A new fingerprint is a new rule set: say so in the changelog and write it here."""
    assert load_rules(name).fingerprint == fingerprint


def test_fingerprints_do_not_depend_on_the_name() -> None:
    base = load_rules("base")
    assert replace(base, name="other").fingerprint == base.fingerprint


def test_every_switch_changes_the_fingerprint() -> None:
    base = load_rules("base")
    for switch in SWITCHES:
        value = getattr(base, switch)
        if switch == "name":
            continue
        others = [other for other in allowed_values(switch) if other != value]
        changes: Any = {switch: others[0] if others else (value + 1 if isinstance(value, int) else ("K",))}
        assert replace(base, **changes).fingerprint != base.fingerprint, switch


def test_the_defaults_are_the_base_rules() -> None:
    assert Rules() == load_rules("base")


def test_a_file_says_only_what_differs(tmp_path: Path) -> None:
    file = write(tmp_path, 'extends = "base"\ncaller_chao = "never"\nmust_play = ["J", "A"]\n')
    rules = load_rules(file)
    assert rules == replace(load_rules("base"), name="mine", caller_chao="never", must_play=("J", "A"))


def test_a_file_may_extend_the_file_beside_it(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "classic"\ngain_cap = 20\n', "first.toml")
    rules = load_rules(write(tmp_path, 'extends = "first.toml"\nname = "二桌"\n'))
    assert rules == replace(load_rules("classic"), name="二桌", gain_cap=20)


def test_a_path_is_never_taken_for_a_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "gain_cap = 1\n", "base.toml")
    monkeypatch.chdir(tmp_path)
    assert load_rules("base").gain_cap == 39
    assert load_rules("base.toml").gain_cap == 1


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("caller_chao = ", "toml", ["mine.toml", "end of document"]),
        ("chao = true\nx = = 1", "toml", ["mine.toml", "line 2"]),
        ("caller_cho = true", "key_close", ["mine.toml", "caller_cho", "caller_chao"]),
        ("zzzz = 1", "key", ["mine.toml", "zzzz", "rules show base"]),
        ('caller_chao = "sometimes"', "value", ['"sometimes"', "until_overtaken", "never", "dealer_only"]),
        ("chao = 1", "value", ["chao = 1", "true, false"]),
        ("decks = true", "value", ["decks", "1, 2, 3"]),
        ("decks = 2.0", "value", ["decks = 2.0", "1, 2, 3"]),
        ("decks = 4", "value", ["decks = 4", "1, 2, 3"]),
        ("gain_cap = -1", "number", ["gain_cap", "0 to 1000"]),
        ("gain_cap = 2.5", "number", ["gain_cap"]),
        ("gain_cap = true", "number", ["gain_cap"]),
        ('must_play = ["J", "11"]', "ranks", ["must_play", '["J", "A"]']),
        ('must_play = "A"', "ranks", ["must_play"]),
        ("must_play = [14]", "ranks", ["must_play"]),
        ("name = 3", "text", ["name"]),
        ('name = " "', "text", ["name"]),
        ("extends = 3", "extends_type", ["extends"]),
        ('extends = "bas"', "extends", ["mine.toml", "bas", "base, classic"]),
        ('extends = "nowhere.toml"', "extends", ["nowhere.toml"]),
        ("[chao]\nx = 1", "value", ["chao"]),
        ("date = 1979-05-27", "key", ["date"]),
        ("chao = 1979-05-27", "value", ["chao", "1979-05-27"]),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, code: str, words: list[str]) -> None:
    file = write(tmp_path, text)
    with pytest.raises(RulesError) as caught:
        load_rules(file)
    assert caught.value.code == code
    for word in words:
        assert word in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hand_size = 26", "cards"),
        ("decks = 3", "cards"),
        ("hand_size = 27\nbottom_size = 0", "no_bottom"),
        ("decks = 1\nhand_size = 12\nbottom_size = 6", "one_deck"),
        ('payoff = "bmh"', "bmh"),
        ('level_table = "std_2"', "jifen"),
        ('tractor_level = "trump_order"', "ace_low"),
        ('htw_stage = "overcall_only"', "htw"),
        ("k510 = false", "stdr"),
        ("decks = 3\nhand_size = 39\nbottom_size = 6", "three"),
        ("throw_fine_points = 0", "fine"),
        ("match_deals = 0", "match"),
    ],
)
def test_impossible_combinations_are_refused(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_rules(write(tmp_path, text))
    assert caught.value.code == code
    assert "mine.toml" in str(caught.value)


def test_extends_must_not_run_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "mine.toml"\n', "other.toml")
    with pytest.raises(RulesError) as caught:
        load_rules(write(tmp_path, f'extends = "../{tmp_path.name}/other.toml"\n'))
    assert caught.value.code == "circle"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    for name, code in (
        (tmp_path / "none.toml", "missing"),
        (tmp_path, "unreadable"),
        ("bse", "unknown_close"),
    ):
        with pytest.raises(RulesError) as caught:
            load_rules(name)
        assert caught.value.code == code
    with pytest.raises(RulesError) as caught:
        load_rules(tmp_path / "latin.toml")
    assert caught.value.code == "encoding"
    with pytest.raises(RulesError) as caught:
        load_rules("qqqqqq")
    assert caught.value.code == "unknown"


def test_every_complaint_is_tested() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [code for code in MESSAGES if f'"{code}"' not in text] == []


def test_every_switch_has_a_clause_that_stands_in_the_rules_document() -> None:
    document = (ROOT / "docs" / "RULES.md").read_text("utf-8")
    for switch in SWITCHES:
        clause = clause_of(switch)
        assert f"| {clause} " in document or f"§{clause[1:]}" in document or f"{clause[1:]}. " in document, (
            switch
        )


def test_groups_hold_every_switch_once() -> None:
    grouped = [switch for switches in GROUPS.values() for switch in switches]
    assert sorted(grouped) == sorted(set(SWITCHES) - {"name"})
    assert len(grouped) == len(set(grouped))


def test_y20_thresholds() -> None:
    base = load_rules("base")
    for table, threshold in (("red5_9", 80), ("std_1", 40), ("std_2", 80), ("std_3", 120)):
        assert replace(base, level_table=table).threshold == threshold  # type: ignore[arg-type]


def test_presets_are_shipped_with_the_package() -> None:
    assert module.DATA.is_dir()
