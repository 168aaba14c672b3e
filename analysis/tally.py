"""Tallies: what a summary needs from result rows, as exact whole-number counts.

A tally's size depends on how many different results occur, not on how many
deals; two tallies of disjoint deals add up to the tally of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..sim.cards import NO_TRUMP
from ..sim.rows import RUNG_COLUMNS, Rows

Counts = dict[tuple[int, ...], int]
"""How often each combination of values occurred."""

Column = NDArray[np.int64]


class Columns(Protocol):
    """Anything that gives an array for a column name: rows, or a dict of arrays."""

    def __getitem__(self, name: str, /) -> NDArray[Any]: ...


def _plain(name: str) -> Callable[[Columns], Column]:
    return lambda rows: rows[name].astype(np.int64)


def _relative(name: str) -> Callable[[Columns], Column]:
    """Seat counted from the dealer: 0 dealer, 1 next, 2 partner, 3 previous, −1 nobody."""

    def seat(rows: Columns) -> Column:
        seats = rows[name].astype(np.int64)
        return np.where(seats < 0, -1, (seats - rows["dealer"]) & 3)

    return seat


DERIVED: dict[str, Callable[[Columns], Column]] = {
    "caller": _relative("call_seat"),
    "burier": _relative("buried_by"),
    "no_trump": lambda rows: (rows["trump"] == NO_TRUMP).astype(np.int64),
    **{f"by_{name}": _relative(name) for name in RUNG_COLUMNS},
}

RUNGS_BY = tuple(f"by_{name}" for name in RUNG_COLUMNS)

TABLES: dict[str, tuple[str, ...]] = {
    "level": ("level", "trump", "change"),
    "trumps": ("trumps", "trumps_side", "no_trump", "change"),
    "score": ("score",),
    "pay": ("levels", "payoff_dealer", "payoff_attackers"),
    "calling": ("caller", "overcalls", "reinforced", "exposed", "redeals"),
    "call_cards": ("call_show", "call_cards"),
    "chao": ("chaos", "burier", "change"),
    "rungs": RUNGS_BY,
    "first_buried_points": ("first_buried_points",),
    "dig": ("burier", "dug", "multiplier", "buried_points"),
    "tricks": ("tricks", "k510"),
    "trick_points": ("trick_points",),
    "failed": ("throws", "failed_dealer", "failed_attackers"),
    "fines": ("fines",),
    "special": ("stdr", "stake"),
}
"""Tables of counts by name: the columns, derived ones included, counted together.

``rungs`` counts only deals with a chao, the rest would all be −1.
"""

COLUMN_NAMES: tuple[str, ...] = tuple(
    sorted(
        {name for table in TABLES.values() for name in table if name not in DERIVED}
        | {"dealer", "call_seat", "buried_by", "trump", *RUNG_COLUMNS}
    )
)
"""Row columns that a tally reads."""


class Tally:
    """Counts over deals, fed chunk by chunk with `add`; ``a + b`` merges two."""

    def __init__(self) -> None:
        self.n = 0
        self.tables: dict[str, Counts] = {name: {} for name in TABLES}

    def add(self, rows: Rows | Columns) -> Tally:
        """Count more deals; ``rows`` gives an array for each of `COLUMN_NAMES`."""
        deals = len(rows["change"])
        if deals == 0:
            return self
        cache: dict[str, Column] = {}
        for table, names in TABLES.items():
            if table != "rungs":
                _count_into(self.tables[table], rows, names, cache)
        chaoed = np.flatnonzero(cache["chaos"])
        if len(chaoed):
            names = ("dealer", *RUNG_COLUMNS)
            _count_into(self.tables["rungs"], {name: rows[name][chaoed] for name in names}, RUNGS_BY, {})
        self.n += deals
        return self

    def __add__(self, other: Tally) -> Tally:
        total = Tally()
        for part in (self, other):
            total.n += part.n
            for table, counts in part.tables.items():
                _merge(total.tables[table], counts)
        return total

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.n == other.n and self.tables == other.tables

    __hash__ = None  # type: ignore[assignment]

    def marginal(self, table: str, column: str, **where: int) -> dict[int, int]:
        """Histogram ``value -> count`` of one column of a table, in order of value.

        ``where`` keeps only combinations whose named column has the value.
        """
        names = TABLES[table]
        axis = names.index(column)
        fixed = [(names.index(name), value) for name, value in where.items()]
        found: dict[int, int] = {}
        for combination, count in self.tables[table].items():
            if all(combination[i] == value for i, value in fixed):
                found[combination[axis]] = found.get(combination[axis], 0) + count
        return dict(sorted(found.items()))

    def wins_by(self, table: str, column: str, **where: int) -> dict[int, tuple[int, int]]:
        """``value -> (deals the dealer side won, deals)`` of a table with the column ``change``."""
        won = self.marginal(table, column, change=0, **where)
        return {value: (won.get(value, 0), n) for value, n in self.marginal(table, column, **where).items()}


def tally_rows(chunks: Iterable[Rows | Columns]) -> Tally:
    """The tally of all chunks."""
    tally = Tally()
    for rows in chunks:
        tally.add(rows)
    return tally


def _count_into(counts: Counts, rows: Columns, names: tuple[str, ...], cache: dict[str, Column]) -> None:
    for name in names:
        if name not in cache:
            cache[name] = DERIVED.get(name, _plain(name))(rows)
    _merge(counts, _count([cache[name] for name in names]))


def _count(columns: list[Column]) -> Counts:
    """Combinations that occur, with their counts, by one packed key an element."""
    lows = [int(column.min()) for column in columns]
    spans = tuple(int(column.max()) - low + 1 for column, low in zip(columns, lows, strict=True))
    key = columns[0] - lows[0]
    for column, low, span in zip(columns[1:], lows[1:], spans[1:], strict=True):
        key *= span
        key += column
        key -= low
    if prod(spans) <= 1 << 16:
        counts = np.bincount(key)
        keys = np.flatnonzero(counts)
        counts = counts[keys]
    else:
        keys, counts = np.unique(key, return_counts=True)
    parts = np.unravel_index(keys, spans)
    values = [(part + low).tolist() for part, low in zip(parts, lows, strict=True)]
    return dict(zip(zip(*values, strict=True), counts.tolist(), strict=True))


def _merge(into: Counts, more: Mapping[tuple[int, ...], int]) -> None:
    for combination, count in more.items():
        into[combination] = into.get(combination, 0) + count
