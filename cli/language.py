"""Which language the command line speaks, and its texts.

The language is settled before anything is parsed, so that help pages and
complaints about the command line itself are in it too.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from itertools import pairwise

from ..reports.catalogue import text

LANGUAGES = ("zh", "en")
_current: ContextVar[str] = ContextVar("language", default="en")


def detect(args: Sequence[str], environ: Mapping[str, str] | None = None) -> str:
    """``zh`` or ``en``: from ``--lang`` in ``args``, else CHAODIPI_LANG, else the locale.

    A bad ``--lang`` value does not count here; its option complains about it.
    """
    environ = os.environ if environ is None else environ
    asked = [after for before, after in pairwise(args) if before == "--lang"]
    asked += [arg.partition("=")[2] for arg in args if arg.startswith("--lang=")]
    for word in (*asked, environ.get("CHAODIPI_LANG", "")):
        if word in LANGUAGES:
            return word
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environ.get(name):
            return "zh" if locale.lower().startswith("zh") else "en"
    return "en"


def set_language(language: str) -> None:
    """Speak ``zh`` or ``en`` from now on."""
    _current.set(language)


def language() -> str:
    """The language in use, ``zh`` or ``en``."""
    return _current.get()


def t(key: str, **values: object) -> str:
    """A text of the catalogue in the language in use, filled with ``values``."""
    return text(key, language(), **values)
