"""``chaodipi rules``: list, show, diff, check and verify."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from chaodipi.sim.rules import SWITCHES, Rules, load_rules, preset_names
from chaodipi.tests.command import run


def test_list_names_every_preset_with_its_fingerprint() -> None:
    answer = json.loads(run("rules", "list", "--format", "json").stdout)
    assert answer["schema"] == "chaodipi/rules-1"
    expected = [{"name": name, "fingerprint": load_rules(name).fingerprint} for name in preset_names()]
    assert answer["rules"] == expected
    table = run("rules", "list").stdout
    assert all(entry["fingerprint"] in table for entry in expected)


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("language", ["zh", "en"])
def test_show_pages_have_every_switch(name: str, language: str) -> None:
    result = run("rules", "show", name, "--lang", language)
    assert result.exit_code == 0
    assert all(f"{switch} = " in result.stdout for switch in set(SWITCHES) - {"name"})
    assert not any(line != line.rstrip() for line in result.stdout.splitlines())


def test_show_as_json() -> None:
    answer = json.loads(run("rules", "show", "classic", "--format", "json").stdout)
    assert answer["fingerprint"] == load_rules("classic").fingerprint
    assert answer["switches"]["payoff"] == {"value": "bmh", "clause": "X-02"}
    assert answer["switches"]["must_play"]["value"] == ["A"]


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("language", ["zh", "en"])
def test_show_as_toml_is_a_rule_file(tmp_path: Path, name: str, language: str) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(run("rules", "show", name, "--format", "toml", "--lang", language).stdout, "utf-8")
    assert load_rules(file) == load_rules(name)


def test_diff_lists_what_differs_and_nothing_else() -> None:
    answer = json.loads(run("rules", "diff", "base", "classic", "--format", "json").stdout)
    base, classic = load_rules("base"), load_rules("classic")
    expected = {s for s in SWITCHES if s != "name" and getattr(base, s) != getattr(classic, s)}
    assert set(answer["switches"]) == expected
    assert answer["switches"]["k510"] == {"first": True, "second": False, "clause": "X-78"}
    table = run("rules", "diff", "base", "classic").stdout
    assert all(switch in table for switch in expected)
    assert "throw_check" not in table


def test_diff_of_equal_rules() -> None:
    result = run("rules", "diff", "base", "base")
    assert result.exit_code == 0
    assert "the same rules" in result.stdout
    assert json.loads(run("rules", "diff", "base", "base", "--format", "json").stdout)["switches"] == {}


def test_check_prints_the_fingerprint(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "base"\n', "utf-8")
    result = run("rules", "check", str(file))
    assert result.exit_code == 0
    assert load_rules("base").fingerprint in result.stdout
    assert "preset base" in result.stdout
    answer = json.loads(run("rules", "check", str(file), "--format", "json").stdout)
    assert answer["valid"] is True
    assert answer["same_as"] == "base"
    assert run("rules", "check", str(file), "--quiet").stdout == ""


def test_check_of_house_rules_equals_no_preset(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "base"\ngain_cap = 1\n', "utf-8")
    assert json.loads(run("rules", "check", str(file), "--format", "json").stdout)["same_as"] is None


# --- verify: the engine is replaced by one that answers as told


FOLLOW = {
    "kind": "follow",
    "trump": ["S", "2"],
    "lead": ["H8", "H8"],
    "hand": ["H6", "H6", "H7"],
    "play": ["H6", "H6"],
    "legal": True,
}
WINNER = {"kind": "winner", "trump": [None, "10"], "plays": [["H9"], ["HK"], ["S2"]], "winner": 1}
THROW = {
    "kind": "throw",
    "trump": ["S", "10"],
    "hands": [["HA", "HK"], ["HA", "D4"], ["C3", "C4"], ["D7", "D8"]],
    "attempt": ["HA", "HK"],
    "played": ["HK"],
}


class Engine:
    """Answers every question in one way and remembers what it was asked."""

    def __init__(self, legal: bool = True, winner: int = 1, played: Sequence[int] = (37,)) -> None:
        self.legal, self.winner, self.played = legal, winner, played
        self.asked: list[tuple[Any, ...]] = []

    def follow_is_legal(self, *question: Any) -> bool:
        self.asked.append(question)
        return self.legal

    def trick_winner(self, *question: Any) -> int:
        self.asked.append(question)
        return self.winner

    def resolve_throw(
        self, rules: Rules, *question: Any, check: tuple[int, ...] = (1, 2, 3)
    ) -> SimpleNamespace:
        self.asked.append((rules, *question, check))
        return SimpleNamespace(played=list(self.played), beatable=((37,),), fine=10)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    import sys

    stand_in = Engine()
    monkeypatch.setitem(sys.modules, "chaodipi.sim.rulings", stand_in)
    monkeypatch.setitem(sys.modules, "chaodipi.sim.warm", SimpleNamespace(is_cold=lambda: False))
    return stand_in


def lines(folder: Path, *rulings: object) -> str:
    file = folder / "rulings.jsonl"
    file.write_text(
        "".join((r if isinstance(r, str) else json.dumps(r, ensure_ascii=False)) + "\n" for r in rulings),
        "utf-8",
    )
    return str(file)


def test_verify_counts_agreements(tmp_path: Path, engine: Engine) -> None:
    result = run("rules", "verify", lines(tmp_path, FOLLOW, "", WINNER, THROW))
    assert result.exit_code == 0
    assert "3 of 3 rulings agree" in result.stdout
    rules = load_rules("huanle")
    assert engine.asked[0] == (rules, 2, 3, [32, 32], [30, 30, 31], [30, 30])
    assert engine.asked[1] == (rules, 10, 4, [[33], [37], [39]])
    assert engine.asked[2][-1] == (1, 2, 3)


def test_verify_lists_disagreements_with_both_answers(tmp_path: Path, engine: Engine) -> None:
    engine.legal, engine.played = False, (38,)
    named = FOLLOW | {"id": "odd-one"}
    result = run("rules", "verify", lines(tmp_path, WINNER, named, THROW))
    assert result.exit_code == 1
    assert "line 2 (odd-one), follow: recorded legal; here not legal" in result.stdout
    assert "line 3, throw: recorded played HK; here played HA" in result.stdout
    assert "1 of 3 rulings agree" in result.stdout


def test_verify_as_json(tmp_path: Path, engine: Engine) -> None:
    engine.winner = 0
    result = run("rules", "verify", lines(tmp_path, FOLLOW, WINNER), "--format", "json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (answer["rulings"], answer["agree"], answer["kinds"]) == (2, 1, {"follow": 1, "winner": 1})
    assert answer["disagreements"] == [
        {
            "file": "rulings.jsonl",
            "line": 2,
            "id": None,
            "kind": "winner",
            "rules": "huanle",
            "recorded": {"winner": 1},
            "answered": {"winner": 0},
        }
    ]


def test_verify_checks_fines_and_beatable_cards_where_they_stand(tmp_path: Path, engine: Engine) -> None:
    assert run("rules", "verify", lines(tmp_path, THROW | {"fine": 10, "beatable": ["HK"]})).exit_code == 0
    assert run("rules", "verify", lines(tmp_path, THROW | {"beatable": [["HK"]]})).exit_code == 0
    assert run("rules", "verify", lines(tmp_path, THROW | {"fine": 20})).exit_code == 1
    assert run("rules", "verify", lines(tmp_path, THROW | {"beatable": ["HA"]})).exit_code == 1


def test_verify_takes_the_rules_of_a_line(tmp_path: Path, engine: Engine) -> None:
    run("rules", "verify", "--rules", "classic", lines(tmp_path, FOLLOW, FOLLOW | {"rules": "base"}))
    assert [question[0].name for question in engine.asked] == ["classic", "base"]


def test_verify_needs_no_engine_for_impossible_plays(tmp_path: Path, engine: Engine) -> None:
    """E-076: a wrong number of cards, or cards that are not held, is never legal."""
    short = FOLLOW | {"play": ["H6"], "legal": False}
    foreign = FOLLOW | {"play": ["H9", "H9"], "legal": False}
    assert run("rules", "verify", lines(tmp_path, short, foreign)).exit_code == 0
    assert engine.asked == []


def test_verify_reads_standard_input(engine: Engine) -> None:
    result = run("rules", "verify", "-", stdin=json.dumps(FOLLOW))
    assert "1 of 1 rulings agree" in result.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "no valid JSON"),
        ("[]", "no JSON object"),
        ({"kind": "guess"}, "kind must be"),
        ({}, "kind must be"),
        ({"kind": "follow", "trump": ["S", "2"]}, "needs the field lead"),
        (FOLLOW | {"trump": ["S"]}, "trump must be"),
        (FOLLOW | {"trump": ["SS", "2"]}, "trump must be"),
        (FOLLOW | {"trump": ["S", 2]}, "trump must be"),
        (FOLLOW | {"trump": ["S", "1"]}, "“1” is no rank"),
        (FOLLOW | {"lead": "H8"}, "lead must be a list"),
        (FOLLOW | {"lead": ["H8H8"]}, "lead must be a list"),
        (FOLLOW | {"lead": [8]}, "lead must be a list"),
        (FOLLOW | {"lead": ["H1"]}, "“H1” is no card"),
        (FOLLOW | {"lead": []}, "lead must be a list"),
        (FOLLOW | {"hand": ["H8", "H6", "H6"]}, "H8 occurs 3 times"),
        (FOLLOW | {"legal": "yes"}, "legal must be true or false"),
        (FOLLOW | {"rules": "nowhere"}, "unknown rules “nowhere”"),
        (WINNER | {"plays": [["H9"], ["HK", "HK"]]}, "plays must be"),
        (WINNER | {"plays": []}, "plays must be"),
        (WINNER | {"winner": 3}, "whole number from 0 to 2"),
        (WINNER | {"winner": True}, "whole number from 0 to 2"),
        (THROW | {"hands": [["HA"]], "attempt": ["HA"]}, "four hands"),
        (THROW | {"attempt": ["H3"]}, "cards of the first hand"),
        (THROW | {"played": ["HX"]}, "“HX” is no card"),
    ],
)
def test_verify_names_the_malformed_line(tmp_path: Path, engine: Engine, line: object, words: str) -> None:
    result = run("rules", "verify", lines(tmp_path, FOLLOW, line))
    assert result.exit_code == 2
    assert "line 2: " in result.stderr
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_verify_complains_about_files(tmp_path: Path, engine: Engine) -> None:
    empty = lines(tmp_path, "")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for file, words in (
        (empty, "no ruling"),
        (str(tmp_path / "none"), "cannot be read"),
        (str(tmp_path / "binary"), "UTF-8"),
    ):
        result = run("rules", "verify", file)
        assert result.exit_code == 2
        assert words in result.stderr
