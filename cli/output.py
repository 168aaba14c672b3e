"""Results on standard output: JSON, CSV and tables for people."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

PLAIN_WIDTH = 160
"""Columns of a table that goes to a file or a pipe."""


def show_json(data: Any) -> None:
    """One JSON document, keys in the order given, Chinese as it is."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def show_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Comma-separated values; None becomes an empty field."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)


def show_table(
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numbers: frozenset[int] = frozenset(),
) -> None:
    """A table; ``numbers`` are the columns aligned to the right. A row of one cell is a heading."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for index, word in enumerate(header):
        table.add_column(Text(word), justify="right" if index in numbers else "left", overflow="fold")
    first = True
    for row in rows:
        if len(row) > 1:
            table.add_row(*(Text(cell) for cell in row))
            continue
        if not first:
            table.add_row()
        table.add_row(Text(row[0], style="bold"))
        first = False
    console = _console()
    with console.capture() as captured:
        console.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _console() -> Any:
    from rich.console import Console

    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else PLAIN_WIDTH
    return Console(file=sys.stdout, width=width, highlight=False, legacy_windows=False)
