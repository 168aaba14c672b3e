"""Replaying recorded rulings against the engine (``chaodipi rules verify``).

The format stands in ``tests/vectors/README.md``: one JSON object a line, kinds
``follow``, ``winner`` and ``throw``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..sim.cards import (
    NO_TRUMP,
    SUIT_LETTERS,
    CardError,
    card_text,
    cards_text,
    check_copies,
    parse_cards,
    parse_rank,
)
from ..sim.rules import Rules, RulesError, load_rules
from .errors import USAGE, CliError, explain
from .language import language, t
from .output import show_json
from .warm import announce_compiling

SCHEMA = "chaodipi/verify-1"


class BadLine(ValueError):
    """What is wrong with a line: a key below ``cli.ruling`` and what fills it."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values
        super().__init__(key)

    def sentence(self) -> str:
        """The complaint in the language in use."""
        return t(f"cli.ruling.{self.key}", **self.values)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A ruling where record and engine differ."""

    file: str
    line: int
    ident: str | None
    kind: str
    rules: str
    recorded: dict[str, Any]
    answered: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """One recorded ruling with the rules and the trump it is played under."""

    data: dict[str, Any]
    rules: Rules
    trump: int
    level: int

    def cards(self, value: Any, field: str) -> list[int]:
        """A list of card texts as kinds."""
        if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
            raise BadLine("cards", field=field)
        kinds = [kind for card in value for kind in parse_cards(card)]
        if len(kinds) != len(value):
            raise BadLine("cards", field=field)
        return kinds

    def field(self, name: str) -> list[int]:
        """The cards of a field."""
        return self.cards(self.data[name], name)

    def flat(self, name: str) -> list[int]:
        """The cards of a field that is one list of cards or several."""
        value = self.data[name]
        nested = isinstance(value, list) and any(isinstance(part, list) for part in value)
        return [kind for part in self.hands(name) for kind in part] if nested else self.field(name)

    def hands(self, name: str) -> list[list[int]]:
        """A field that holds several lists of cards."""
        value = self.data[name]
        if not isinstance(value, list) or not value:
            raise BadLine("hands", field=name)
        return [self.cards(hand, name) for hand in value]


def verify_files(files: tuple[str, ...], rules: Rules, *, form: str, quiet: bool) -> int:
    """Replay files, print the outcome, return the exit code: 1 when any ruling disagrees."""
    announce_compiling(quiet)
    counts: dict[str, int] = {}
    wrong: list[Disagreement] = []
    for file in files:
        for number, text in _lines(file):
            line = _parse(file, number, text, rules)
            kind = line.data["kind"]
            counts[kind] = counts.get(kind, 0) + 1
            recorded, answered = _replay(file, number, line)
            if recorded != answered:
                ident = line.data.get("id")
                found = (Path(file).name, number, ident, kind, line.rules.name, recorded, answered)
                wrong.append(Disagreement(*found))
    total = sum(counts.values())
    if not total:
        raise CliError("no_rulings", exit_code=USAGE, file=", ".join(files))
    if form == "json":
        _show_json(rules, counts, wrong)
    else:
        _show(total, counts, wrong, quiet)
    return 1 if wrong else 0


def _lines(file: str) -> Iterator[tuple[int, str]]:
    """Numbered lines of a file, or of standard input for ``-``; empty ones left out."""
    try:
        with nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8") as stream:
            for number, text in enumerate(stream, 1):
                if text.strip():
                    yield number, text
    except UnicodeDecodeError:
        raise CliError("not_text", exit_code=USAGE, file=file) from None
    except OSError as error:
        raise CliError("unreadable", exit_code=USAGE, file=file, reason=error.strerror) from None


def _parse(file: str, number: int, text: str, rules: Rules) -> Line:
    """A line, checked in form."""
    try:
        data = json.loads(text)
        if not isinstance(data, dict):
            raise BadLine("no_object")
        for name in _fields(data.get("kind")):
            if name not in data:
                raise BadLine("missing", field=name, kind=data["kind"])
        preset = data.get("rules")
        trump, level = _trump(data["trump"])
        return Line(data, rules if preset is None else _preset(str(preset)), trump, level)
    except json.JSONDecodeError:
        raise _at(file, number, BadLine("no_json")) from None
    except (BadLine, CardError, RulesError) as error:
        raise _at(file, number, error) from None


_preset = cache(load_rules)


def _fields(kind: object) -> tuple[str, ...]:
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadLine("kind", kind=json.dumps(kind, ensure_ascii=False))
    return ("trump", *KINDS[kind][0])


def _trump(value: Any) -> tuple[int, int]:
    """Trump suit and level of ``[suit or null, level]``."""
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], str):
        raise BadLine("trump")
    suit, level = value
    if suit is not None and (not isinstance(suit, str) or len(suit) != 1 or suit not in SUIT_LETTERS):
        raise BadLine("trump")
    return NO_TRUMP if suit is None else SUIT_LETTERS.index(suit), parse_rank(level)


def _at(file: str, number: int, error: Exception) -> CliError:
    """An error of a line as one sentence that names the line."""
    problem = error.sentence() if isinstance(error, BadLine) else explain(error)[0]
    return CliError("ruling", exit_code=USAGE, file=file, line=number, problem=problem)


def _replay(file: str, number: int, line: Line) -> tuple[dict[str, Any], dict[str, Any]]:
    """Recorded and own answer in the same form."""
    try:
        return KINDS[line.data["kind"]][1](line)
    except (BadLine, CardError) as error:
        raise _at(file, number, error) from None


Answers = tuple[dict[str, Any], dict[str, Any]]


def _follow(line: Line) -> Answers:
    from ..sim.rulings import follow_is_legal

    lead, hand, play = (line.field(name) for name in ("lead", "hand", "play"))
    if not isinstance(line.data["legal"], bool):
        raise BadLine("boolean", field="legal")
    if not lead:
        raise BadLine("cards", field="lead")
    check_copies(hand + lead, line.rules.decks)
    possible = len(play) == len(lead) and _contains(hand, play)
    legal = possible and bool(follow_is_legal(line.rules, line.level, line.trump, lead, hand, play))
    return {"legal": line.data["legal"]}, {"legal": legal}


def _winner(line: Line) -> Answers:
    from ..sim.rulings import trick_winner

    plays = line.hands("plays")
    if not 1 <= len(plays) <= 4 or len({len(play) for play in plays}) != 1 or not plays[0]:
        raise BadLine("plays")
    check_copies([kind for play in plays for kind in play], line.rules.decks)
    recorded = line.data["winner"]
    if type(recorded) is not int or not 0 <= recorded < len(plays):
        raise BadLine("winner", most=len(plays) - 1)
    return {"winner": recorded}, {"winner": int(trick_winner(line.rules, line.level, line.trump, plays))}


def _throw(line: Line) -> Answers:
    from ..sim.rulings import resolve_throw

    hands, attempt = line.hands("hands"), line.field("attempt")
    if len(hands) != 4:
        raise BadLine("four_hands")
    if not attempt or not _contains(hands[0], attempt):
        raise BadLine("attempt")
    check_copies([kind for hand in hands for kind in hand], line.rules.decks)
    check = (1, 3) if line.rules.throw_check == "opponents" else (1, 2, 3)
    ruling = resolve_throw(line.rules, line.level, line.trump, hands, attempt, check=check)
    recorded: dict[str, Any] = {"played": _sorted(line.field("played"))}
    answered: dict[str, Any] = {"played": _sorted(ruling.played)}
    if "fine" in line.data:
        recorded["fine"], answered["fine"] = line.data["fine"], int(ruling.fine)
    if "beatable" in line.data:
        recorded["beatable"] = _sorted(line.flat("beatable"))
        answered["beatable"] = _sorted(kind for part in ruling.beatable for kind in part)
    return recorded, answered


KINDS: dict[str, tuple[tuple[str, ...], Callable[[Line], Answers]]] = {
    "follow": (("lead", "hand", "play", "legal"), _follow),
    "winner": (("plays", "winner"), _winner),
    "throw": (("hands", "attempt", "played"), _throw),
}
"""Kind of ruling -> the fields it needs, and its replay."""


def _contains(hand: list[int], cards: list[int]) -> bool:
    return all(cards.count(kind) <= hand.count(kind) for kind in set(cards))


def _sorted(kinds: Any) -> list[str]:
    return [card_text(kind) for kind in sorted(int(kind) for kind in kinds)]


def _show_json(rules: Rules, counts: dict[str, int], wrong: list[Disagreement]) -> None:
    disagreements = [
        {
            "file": w.file,
            "line": w.line,
            "id": w.ident,
            "kind": w.kind,
            "rules": w.rules,
            "recorded": w.recorded,
            "answered": w.answered,
        }
        for w in wrong
    ]
    total = sum(counts.values())
    show_json(
        {
            "schema": SCHEMA,
            "rules": {"name": rules.name, "fingerprint": rules.fingerprint},
            "rulings": total,
            "agree": total - len(wrong),
            "kinds": dict(sorted(counts.items())),
            "disagreements": disagreements,
        }
    )


def _show(total: int, counts: dict[str, int], wrong: list[Disagreement], quiet: bool) -> None:
    for w in wrong:
        place = {"file": w.file, "line": w.line, "id": f" ({w.ident})" if w.ident else ""}
        kind = t(f"cli.verify.kind.{w.kind}")
        print(
            t(
                "cli.verify.disagree",
                **place,
                kind=kind,
                recorded=_words(w.recorded),
                answered=_words(w.answered),
            )
        )
    if not quiet:
        kinds = t("cli.verify.comma").join(
            t("cli.verify.count", n=f"{count:,}", kind=t(f"cli.verify.kind.{kind}"))
            for kind, count in sorted(counts.items())
        )
        print(t("cli.verify.summary", agree=f"{total - len(wrong):,}", total=f"{total:,}", kinds=kinds))


def _words(answer: dict[str, Any]) -> str:
    """An answer in words."""
    words = []
    for name, value in answer.items():
        if isinstance(value, bool):
            words.append(t(f"cli.verify.{name}.{'yes' if value else 'no'}"))
        elif isinstance(value, list):
            words.append(t(f"cli.verify.{name}", value=_cards(value)))
        else:
            words.append(t(f"cli.verify.{name}", value=value + 1 if name == "winner" else value))
    return t("cli.verify.comma").join(words)


def _cards(texts: list[str]) -> str:
    return cards_text(parse_cards(" ".join(texts)), signs=language() == "zh") if texts else "—"
