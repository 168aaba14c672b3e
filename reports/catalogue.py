"""Every text a user may read, in Chinese and English, by key.

A key is a file of ``reports/lang`` and a path in it, ``charts.win.title``. Each
entry is a table with ``zh`` and ``en``; ``{name}`` marks what a caller fills in.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

Lang = Literal["zh", "en"]
LANGS: tuple[Lang, ...] = get_args(Lang)
FOLDER = Path(__file__).resolve().parent / "lang"


class CatalogueError(KeyError):
    """A key, language or placeholder the catalogue does not have: a defect of the program."""


def text(key: str, lang: str, **values: object) -> str:
    """The text of a key in a language, its placeholders filled with ``values``."""
    entry = _file(key.partition(".")[0]).get(key)
    if entry is None or lang not in entry:
        raise CatalogueError(f"no text {key} in {lang}")
    try:
        return entry[lang].format(**values)
    except (KeyError, IndexError) as error:
        raise CatalogueError(f"text {key} needs {error}") from None


def has(key: str) -> bool:
    """Whether there is a text of that key."""
    return key in _file(key.partition(".")[0])


def error_text(error: Exception, lang: str) -> str:
    """An error in a language: by its ``code`` and ``values`` if it has them, else as it is."""
    code, values = getattr(error, "code", None), getattr(error, "values", None)
    if isinstance(code, str) and isinstance(values, dict) and has(f"errors.{code}"):
        return text(f"errors.{code}", lang, **values)
    return str(error)


def entries() -> Iterator[tuple[str, dict[Lang, str]]]:
    """Every key with its texts, file by file."""
    for path in sorted(FOLDER.glob("*.toml")):
        yield from _file(path.stem).items()


@cache
def _file(name: str) -> dict[str, dict[Lang, str]]:
    path = FOLDER / f"{name}.toml"
    if not path.is_file():
        raise CatalogueError(f"no catalogue file {name}")
    return dict(_walk(name, tomllib.loads(path.read_text("utf-8"))))


def _walk(prefix: str, table: dict[str, Any]) -> Iterator[tuple[str, dict[Lang, str]]]:
    for name, value in table.items():
        key = f"{prefix}.{name}"
        if all(isinstance(part, str) for part in value.values()):
            yield key, value
        else:
            yield from _walk(key, value)
