"""Names of a report's files, known before it is made."""

from __future__ import annotations

from pathlib import Path

CHART_NAMES = {"win": "win-rate", "points": "points", "chao": "chao", "dig": "digs"}
"""Chart -> the end of its file's stem."""


def chart_path(page: str | Path, name: str) -> str:
    """Path of a chart's file as seen from the page's folder."""
    return f"charts/{Path(page).stem}-{name}.svg"


def report_paths(page: str | Path) -> list[Path]:
    """Every file that a report may write: the page, the Markdown, the charts."""
    page = Path(page)
    charts = [page.parent / chart_path(page, name) for name in CHART_NAMES.values()]
    return [page, page.with_suffix(".md"), *charts]
