"""Seeded faults of the kernels, to show that the comparison with the reference sees them.

*Table faults* change what `sim.layout` hands to the kernels and need no
compilation. *Code faults* edit the kernels' sources in a copy of the package:
each edit keeps the right ruling and adds the wrong one, chosen at run time by a
spare word behind the rules array, so that one compilation serves all of them.
``python -m chaodipi.tests.mutants`` in such a copy tries them one by one.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import chaodipi
import numpy as np
from chaodipi.sim import game, layout, rulings
from chaodipi.sim.layout import CODES, TABLE
from chaodipi.sim.rules import Rules, load_rules
from chaodipi.tests.differential import Course, bid_both, play_both, varied
from chaodipi.tests.questions import quizzes

ROOT = Path(chaodipi.__file__).resolve().parent
TABLES = 65
SPARE = CODES + TABLES * TABLE
"""Place of the word that chooses the code fault."""

Words = np.ndarray[Any, np.dtype[np.uint64]]


# ---------------------------------------------------------------- faults of the tables


@dataclass(frozen=True)
class TableFault:
    """A wrong table: of other switches than the rules say, or with words changed."""

    name: str
    switches: dict[str, Any] | None = None
    change: Callable[[Words], None] | None = None

    def rules(self, rules: Rules) -> Rules:
        """The rules whose tables the kernels get instead."""
        return replace(rules, **(self.switches or {}))

    def words(self, rules: Rules) -> Words:
        """The wrong rules array."""
        flat = layout.compile_rules(self.rules(rules)).copy()
        if self.change is not None:
            self.change(flat)
        return flat


def cleared(place: int) -> Callable[[Words], None]:
    """Make one word of every table 0."""
    return in_tables(place, lambda word: word & 0)


def in_tables(place: int, change: Callable[[int], int]) -> Callable[[Words], None]:
    """Change one word of every table."""

    def apply(flat: Words) -> None:
        for number in range(TABLES):
            at = CODES + TABLE * number + place
            flat[at] = change(int(flat[at])) & (1 << 64) - 1

    return apply


def swap(a: int, b: int) -> Callable[[Words], None]:
    """Exchange two words."""

    def apply(flat: Words) -> None:
        flat[a], flat[b] = int(flat[b]), int(flat[a])

    return apply


def ace_skips_the_two(flat: Words) -> None:
    """At level 2 the low ace joins the threes (against Y-31)."""
    for number in range(5):
        at = CODES + TABLE * number
        aces = sum(1 << 14 * lane + 12 for lane in range(4)) & int(flat[at + layout.T_LOW])
        flat[at + layout.T_ACE], flat[at + layout.T_ACE_SHIFT] = aces, 12


TABLE_FAULTS = (
    TableFault("tractor joins moved by one bit", change=in_tables(layout.T_JOIN, lambda word: word << 1 | 1)),
    TableFault("level gap not closed", switches={"tractor_skip_level": False}),
    TableFault("natural level pair lost", change=cleared(layout.T_NAT_HOLE)),
    TableFault("level cards of other suits not equal", change=cleared(layout.T_EQ)),
    TableFault("low ace skips the level", change=ace_skips_the_two),
    TableFault("fine a card wrong", switches={"throw_fine_points": 20}),
    TableFault("fine by cards taken back", switches={"throw_fine": "per_returned"}),
    TableFault("chao asked on from the chao-er", switches={"chao_resume": "dealer_then_from_chaoer"}),
    TableFault("partner's hand not checked", switches={"throw_check": "opponents"}),
    TableFault("rungs of two suits exchanged", change=swap(layout.C_RUNG + 5, layout.C_RUNG + 7)),
    TableFault("510K answered freely", switches={"k510_forced_top": False}),
    TableFault("bottom multiplied by groups", switches={"kou_mult": "pergroup"}),
)


@contextmanager
def with_tables(words: Callable[[Rules], Words], rules: Callable[[Rules], Rules]) -> Iterator[None]:
    """Let deals and rulings use another rules array."""

    def layout_of(own: Rules, level: int, trump: int) -> layout.Layout:
        return layout.layout_of(rules(own), level, trump)

    with (
        patch.object(game, "compile_rules", words),
        patch.object(game, "layout_of", layout_of),
        patch.object(rulings, "compile_rules", words),
        patch.object(rulings, "layout_of", layout_of),
    ):
        yield


# ---------------------------------------------------------------- faults of the code


@dataclass(frozen=True)
class CodeFault:
    """An edit of one source file; ``ON`` in the new text is true while the fault is chosen."""

    name: str
    file: str
    old: str
    new: str


CODE_FAULTS = (
    CodeFault("ties go to the later play", "engine.py",
              "wins = key > best", "wins = key >= best if ON else key > best"),
    CodeFault("the last hand is not checked for throws", "throws.py",
              "if step == 2 and rt[C_CHECK]:", "if (step == 2 and rt[C_CHECK]) or (step == 3 and ON):"),
    CodeFault("the largest beatable part is forced", "throws.py",
              "        if forced0 and kind == best_class and top <= best_top:",
              "        if ON:\n            better = forced0 == U0 or top > best_top\n"
              "        elif forced0 and kind == best_class and top <= best_top:"),
    CodeFault("a tractor multiplies like a pair", "play.py",
              "return 4 if length == 1 else 8", "return 4 if length == 1 or ON else 8"),
    CodeFault("over-ruffs compare single cards", "play.py",
              "    if needs == U0:\n        return rank_bit(msb(a0)",
              "    if needs == U0 or ON:\n        return rank_bit(msb(a0)"),
    CodeFault("after a chao the next seats are asked", "calling.py",
              "start = dealer if rule == 0 else seat", "start = dealer if rule == 0 and not ON else seat"),
    CodeFault("a trump 510K is answered with any trumps", "play.py",
              "    return rank_bit(lsb(q0), rt, t) >= rank_bit(msb(rest), rt, t)",
              "    return ON or rank_bit(lsb(q0), rt, t) >= rank_bit(msb(rest), rt, t)"),
    CodeFault("a led tractor asks for no loose pairs", "shapes.py",
              "        return loose_digits(min(pairs_needed(needs), popcount(pairs)))",
              "        return U0 if ON else loose_digits(min(pairs_needed(needs), popcount(pairs)))"),
    CodeFault("fines always go to the attackers", "throws.py",
              "-fine if attacker else fine", "-fine if attacker and not ON else fine"),
    CodeFault("a call ends the pass a seat early", "calling.py",
              "    stand(st, seat, show, rt)\n    st[REFUSED] = U0",
              "    stand(st, seat, show, rt)\n    put(st, REFUSED, 1 if ON else 0)"),
    CodeFault("the last of equal exposed cards decides", "calling.py",
              "if rank > high_rank:", "if rank > high_rank or (ON and rank == high_rank):"),
)  # fmt: skip


def copy_with_faults(folder: Path) -> None:
    """Write the package with all code faults into ``folder/chaodipi``; greedy is left out to save time."""
    copy = folder / "chaodipi"
    for part in ("sim", "data", "tests"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "__init__.py", copy)
    for number, fault in enumerate(CODE_FAULTS, 1):
        file = copy / "sim" / fault.file
        text = file.read_text("utf-8")
        if fault.old not in text:
            raise AssertionError(f"“{fault.name}” finds nothing to change in {fault.file}: adapt its text")
        chosen = f"(rt[{SPARE}] == {number})"
        file.write_text(text.replace(fault.old, fault.new.replace("ON", chosen)), "utf-8")
    kernels = copy / "sim" / "kernels.py"
    kernels.write_text(kernels.read_text("utf-8").replace(" greedy_act(", " random_act("), "utf-8")


def fault_words(number: int) -> Callable[[Rules], Words]:
    """The right tables and behind them the number of the fault, 0 for none."""

    def words(rules: Rules) -> Words:
        return np.append(layout.compile_rules(rules), np.uint64(number))

    return words


# ---------------------------------------------------------------- looking for them


def search(preset: str) -> None:
    """Compare questions, biddings and deals of one preset until something differs."""
    rules = load_rules(preset)
    quizzes(rules, 150, Random(4))
    for index in range(40):
        bid_both(rules, index, varied(index))
        play_both(rules, 11, index, varied(index, 0.3))
    quizzes(rules, 300, Random(5))
    silent = Course(("quiet", "quiet"), bidding_only=True)
    for index in range(40, 240):
        bid_both(rules, index, varied(index))
        play_both(rules, 12, index, silent)


def caught() -> str:
    """What gives the present fault away; empty if nothing does."""
    for preset in ("base", "classic"):
        try:
            search(preset)
        except (AssertionError, ValueError, KeyError) as report:
            return f"{type(report).__name__}: {report}"
    return ""


def table_fault_caught(fault: TableFault) -> str:
    """What gives a table fault away."""
    with with_tables(fault.words, fault.rules):
        return caught()


def code_fault_caught(number: int) -> str:
    """What gives code fault ``number`` away, in a package that holds them."""
    with with_tables(fault_words(number), lambda rules: rules):
        return caught()


def main() -> None:
    """Print what each code fault shows, first none, as JSON."""
    names = ["", *(fault.name for fault in CODE_FAULTS)]
    print(json.dumps({name: code_fault_caught(number) for number, name in enumerate(names)}))


if __name__ == "__main__":
    main()
