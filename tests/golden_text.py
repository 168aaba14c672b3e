"""Golden games: whole deals as readable text, written once and replayed ever after.

A file has a head (``rules``, ``level``, ``first deal``, ``drawer``), the pack in
dealing order, one line a decision, and the columns of the result row. Write one
with ``python -m chaodipi.tests.golden_text RULES SEED INDEX POLICY POLICY``.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chaodipi.sim import state
from chaodipi.sim.cards import cards_text, parse_cards, parse_rank, rank_text
from chaodipi.sim.game import Answer, Deal
from chaodipi.sim.rows import RED_FIVES, ROW, SHOW_TEXT
from chaodipi.sim.rules import load_rules

FOLDER = Path(__file__).parent / "golden"
SUITS = ("D", "C", "H", "S", "NT")
WIDTH = 20


@dataclass(frozen=True)
class Golden:
    """A golden game as read from its text."""

    rules: str
    level: int
    first_deal: bool
    drawer: int
    pack: list[int]
    decisions: list[tuple[str, int, int, Answer]]
    row: dict[str, int]


def decision_line(deal: Deal, answer: Answer) -> str:
    """``call 2 after 17: HH``, ``bury 0: …``, ``lead 0: SA SA``."""
    if deal.decision in ("call", "chao"):
        words = SHOW_TEXT[answer.show] if answer.show else "pass"
        named = f" {SUITS[answer.named]}" if answer.show == RED_FIVES else ""
        until = f" until {answer.snooze}" if deal.decision == "call" and not answer.show else ""
        return f"{deal.decision} {deal.seat} after {deal.dealt}: {words}{named}{until}"
    return f"{deal.decision} {deal.seat} after {deal.dealt}: {cards_text(answer.cards)}"


def write(rules_name: str, seed: int, index: int, policies: tuple[str, str]) -> str:
    """Play a deal and write it down."""
    rules = load_rules(rules_name)
    deal = Deal.start(rules, seed, index)
    pack = deal.pack()
    head = [
        f"rules {rules_name}",
        f"level {rank_text(deal.number(state.LEVEL))}",
        f"first deal {deal.number(state.FIRST)}",
        f"drawer {deal.number(state.DRAWER)}",
        "",
    ]
    head += [f"pack {cards_text(pack[at : at + WIDTH])}" for at in range(0, len(pack), WIDTH)]
    lines = []
    while not deal.over:
        answer = deal.ask(policies[(deal.seat ^ deal.number(state.DEALER)) & 1])
        lines.append(decision_line(deal, answer))
        deal.apply()
    row = deal.row()
    result = [f"row {name} {int(row[name])}" for name in ROW.names or () if name != "deal"]
    return "\n".join([*head, "", *lines, "", *result, ""])


def read(text: str) -> Golden:
    """Read a golden game."""
    head: dict[str, Any] = {}
    pack: list[int] = []
    decisions = []
    row = {}
    for line in filter(None, text.splitlines()):
        word, _, rest = line.partition(" ")
        if word == "pack":
            pack += parse_cards(rest)
        elif word == "row":
            name, value = rest.split()
            row[name] = int(value)
        elif word in ("call", "chao", "bury", "lead", "follow"):
            who, _, what = rest.partition(": ")
            seat, _, dealt = who.partition(" after ")
            decisions.append((word, int(seat), int(dealt), _answer(word, what)))
        else:
            key, _, value = line.rpartition(" ")
            head[key] = value
    return Golden(
        head["rules"],
        parse_rank(head["level"]),
        head["first deal"] == "1",
        int(head["drawer"]),
        pack,
        decisions,
        row,
    )


def _answer(kind: str, words: str) -> Answer:
    if kind not in ("call", "chao"):
        return Answer(cards=tuple(parse_cards(words)))
    show, *more = words.split()
    if show == "pass":
        return Answer(snooze=int(more[1]) if more else 0)
    code = SHOW_TEXT.index(show)
    return Answer(code, SUITS.index(more[0]) if more else 4)


if __name__ == "__main__":
    name, number, place, dealer, attackers = sys.argv[1:]
    print(write(name, int(number), int(place), (dealer, attackers)), end="")
