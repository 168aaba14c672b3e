"""``chaodipi deal``: the JSON, the command and its complaints."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from chaodipi.reports.catalogue import LANGS
from chaodipi.reports.deal_json import as_json
from chaodipi.reports.explain import explain
from chaodipi.sim import rows
from chaodipi.sim.batch import simulate
from chaodipi.sim.cards import CLUBS, SPADES, card_text, parse_cards
from chaodipi.sim.deal_record import Call
from chaodipi.sim.record import record_deal
from chaodipi.sim.rules import load_rules
from chaodipi.tests.command import run, run_process


def test_json_tells_everything_in_stable_texts() -> None:
    record = record_deal(load_rules("base"), 1, 7, ("random", "random"))
    data = json.loads(json.dumps(as_json(record)))
    assert data["schema"] == "chaodipi/deal-1"
    assert data["rules"] == {"name": "base", "fingerprint": record.rules.fingerprint}
    assert data["policies"] == {"dealer": "random", "attackers": "random"}
    assert (data["seed"], data["index"], data["level"]) == (1, 7, record.level)
    assert data["hands"] == [[card_text(kind) for kind in hand] for hand in record.hands]
    assert sum(map(len, data["hands"])) + len(data["bottom"]) == 108
    assert len(data["tricks"]) == record.row["tricks"]
    plays = [card for trick in data["tricks"] for play in trick["plays"] for card in play["cards"]]
    last = [answer["burial"] for answer in data["chaos"] if answer["burial"]] or [data["burial"]]
    assert sorted(plays + last[-1]["buried"]) == sorted(sum(data["hands"], data["bottom"]))
    for call, told in zip(record.calls, data["calls"], strict=True):
        assert told["cards"] == [card_text(kind) for kind in record.shown(call.show)]


@pytest.mark.parametrize(
    ("show", "level", "cards"),
    [
        (rows.SINGLE + SPADES, 14, "SA"),
        (rows.PAIR + CLUBS, 10, "CT CT"),
        (rows.SMALL_JOKERS, 10, "LJ LJ"),
        (rows.BIG_JOKERS, 10, "BJ BJ"),
        (rows.RED_FIVES, 10, "H5 H5"),
        (rows.LOOK_BACK, 10, "DT DT"),
    ],
)
def test_cards_of_a_show(show: int, level: int, cards: str) -> None:
    first = Call(0, "call", rows.SINGLE, 0, 4, False, "B-11")
    record = replace(record_deal(load_rules("base"), 1, 0), level=level, calls=(first,))
    assert record.shown(show) == tuple(parse_cards(cards))


def test_the_command_agrees_with_simulate() -> None:
    command = ["deal", "--rules", "classic", "--seed", "9", "--index", "4", "--policy", "greedy"]
    command += ["--policy-attackers", "random", "--level", "10", "--format", "json", "--quiet"]
    answers = [run(*command, "--lang", lang).stdout for lang in LANGS]
    assert answers[0] == answers[1]
    told = json.loads(answers[0])
    policies = ("greedy", "random")
    (found,) = simulate(load_rules("classic"), deals=1, start=4, seed=9, policies=policies, level=10)
    assert told["row"] == {name: int(found[0][name]) for name in found.dtype.names or ()}
    assert told["policies"] == {"dealer": "greedy", "attackers": "random"}
    assert not re.search(r"time|date|path|jobs", answers[0])


def test_the_command_speaks_both_languages() -> None:
    chinese = run("deal", "--index", "3", "--explain", "--lang", "zh", "--quiet")
    assert (chinese.exit_code, chinese.stderr) == (0, "")
    assert chinese.stdout.startswith("第 3 副：规则 base（")
    english = run("deal", "-i", "3", "--first-deal", "--quiet")
    assert english.stdout.startswith("Deal 3 of seed 1, rules base (")
    assert "First deal, level 2, " in english.stdout


def test_the_command_as_a_process() -> None:
    done = run_process("deal", "--index", "3", "--explain", "--quiet", CHAODIPI_LANG="zh", timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip("\n") == explain(record_deal(load_rules("base"), 1, 3), "zh")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--index", "-1"], "--index is -1, but must be at least 0"),
        (["--index", "two"], "--index must be a whole number, 0 or more, not “two”"),
        (["--policy", "genius"], "--policy cannot be “genius”; choose one of random, greedy"),
        (["--policy-attackers", "x"], "--policy-attackers cannot be “x”; choose one of random, greedy"),
        (["--level", "1"], "--level cannot be “1”; choose one of 2 3 4 5 6 7 8 9 10 J Q K A or any"),
        (["--first-deal", "--level", "3"], "--first-deal is always played at level 2; take --level out"),
        (["--format", "csv"], "--format cannot be “csv”; choose one of text, json"),
        (["--rules", "clasic"], "unknown rules “clasic”; did you mean classic?"),
        (["7"], "nothing can be done with 7; `chaodipi deal --help` lists what there is"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], sentence: str) -> None:
    result = run("deal", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: {sentence}\n"
