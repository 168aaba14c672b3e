"""The catalogue: both languages, equal placeholders, drawable characters, nothing dead."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from chaodipi.analysis.files import TEMPLATES, FileError
from chaodipi.reports import catalogue
from chaodipi.reports.catalogue import LANGS, CatalogueError, entries, error_text, text
from chaodipi.reports.fonts import known_characters
from chaodipi.sim.cards import RANK_LETTERS
from chaodipi.tests.command import ROOT

ENTRIES = dict(entries())
FOLDERS = ("analysis", "cli", "reports", "sim")
DRAWN = ("charts", "figures", "report", "terms")
"""Files whose texts stand in charts and pages; the others are for the terminal."""


def test_every_key_has_both_languages_and_nothing_else() -> None:
    for key, texts in ENTRIES.items():
        assert set(texts) == set(LANGS), key
        assert all(
            words.strip() == words or key.endswith((".word", ".separator", ".comma"))
            for words in texts.values()
        ), key
        assert all(texts.values()), key


def placeholders(words: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(words)} - {None}


@pytest.mark.parametrize("name", sorted(path.stem for path in catalogue.FOLDER.glob("*.toml")))
def test_both_languages_take_the_same_values(name: str) -> None:
    for key, texts in ENTRIES.items():
        if key.startswith(f"{name}."):
            assert placeholders(texts["zh"]) == placeholders(texts["en"]), key


def test_every_character_can_be_drawn() -> None:
    for key, texts in ENTRIES.items():
        for words in texts.values():
            missing = set(words) - known_characters() - {"\n"}
            assert not missing or key.split(".")[0] not in DRAWN, (key, missing)


def test_english_texts_in_charts_have_no_wide_marks() -> None:
    """Quotation marks and dashes of the Chinese font are too wide for English."""
    for key, texts in ENTRIES.items():
        if key.split(".")[0] in ("charts", "figures", "terms"):
            assert not set(texts["en"]) & set("“”‘’…—"), key


def sources() -> str:
    paths: list[Path] = []
    for folder in FOLDERS:
        paths += sorted((ROOT / folder).rglob("*.py"))
    paths += sorted((ROOT / "reports" / "templates").iterdir())
    return "\n".join(path.read_text("utf-8") for path in paths)


def test_no_key_is_unused() -> None:
    """Each key stands in the sources, or fits an f-string whose gaps are words that stand there."""
    code = sources()
    words = set(re.findall(r'["\']([^"\'\n{}]+)["\']', code)) | set(RANK_LETTERS)
    words |= {path.stem for path in (ROOT / "data" / "rules").glob("*.toml")}
    words |= set(re.findall(r"^    (\w+): ", code, re.MULTILINE))  # fields of dataclasses: the switches
    files = {key.split(".")[0] for key in ENTRIES}
    templates = set(re.findall(r'f"((?:[^"\n{}]|\{[^{}"\n]+\})+)"', code))
    patterns = [_pattern(template) for template in templates if template.split(".")[0] in files]
    unused = [key for key in ENTRIES if key not in words and not _fits(key, patterns, words)]
    assert unused == []


def _pattern(template: str) -> re.Pattern[str]:
    """What an f-string may become, its gaps as groups."""
    return re.compile("(.+)".join(map(re.escape, re.split(r"\{[^{}]+\}", template))))


def _fits(key: str, patterns: list[re.Pattern[str]], words: set[str]) -> bool:
    found = (pattern.fullmatch(key) for pattern in patterns)
    return any(all(gap in words for gap in match.groups()) for match in found if match)


def test_a_missing_key_language_or_value_is_a_defect() -> None:
    for key, lang in (("charts.nothing.here", "en"), ("nofile.key", "en"), ("charts.win.title", "fr")):
        with pytest.raises(CatalogueError):
            text(key, lang)
    with pytest.raises(CatalogueError, match="needs"):
        text("charts.note.n", "zh")


def test_file_errors_are_the_same_sentence_in_the_catalogue() -> None:
    for code, words in TEMPLATES.items():
        assert ENTRIES[f"errors.{code}"]["en"] == words
    error = FileError("missing", "deals.parquet")
    assert error_text(error, "en") == str(error)
    assert "没有文件 deals.parquet" in error_text(error, "zh")
    assert error_text(ValueError("plain"), "zh") == "plain"
