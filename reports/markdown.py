"""A report as Markdown, its charts in files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .catalogue import text
from .content import Content, Table


def render_markdown(content: Content, images: Mapping[str, str]) -> str:
    """The report; ``images`` gives for each chart's name the path to write into the text."""

    def t(key: str) -> str:
        return text(f"report.{key}", content.lang)

    lines = [f"# {_safe(content.question)}", "", f"{_safe(content.title)} · {_safe(content.subtitle)}", ""]
    lines += [f"## {t('heading.findings')}", "", *_bullets(content.findings), ""]
    lines += [f"## {t('heading.limits')}", ""]
    lines += [line for sentence in content.limits for line in (_safe(sentence), "")]
    for chart in content.charts:
        lines += [f"## {_safe(chart.title)}", "", _safe(chart.words), ""]
        lines += [f"![{_safe(chart.alt)}]({images[chart.name]})", ""]
        lines += [
            f"<details><summary>{t('table')}</summary>",
            "",
            *_table(chart.table, chart.names),
            "",
            "</details>",
            "",
        ]
    lines += [f"## {t('heading.figures')}", ""]
    for part in content.figures:
        lines += [f"### {_safe(part.title)}", "", *_table(part.table, 1), ""]
        for name, names, table in part.distributions:
            lines += [
                f"<details><summary>{_safe(name)}</summary>",
                "",
                *_table(table, names),
                "",
                "</details>",
                "",
            ]
    lines += [f"## {t('heading.method')}", "", *_bullets(content.method), ""]
    lines += [f"## {t('heading.rules')}", "", *_bullets(content.rules), ""]
    head = (t("rules.switch"), t("rules.value"), t("rules.clause"))
    switches: Table = (head, list(content.switches))
    lines += [f"<details><summary>{t('rules.all')}</summary>", "", *_table(switches, 3), "", "</details>", ""]
    lines += [f"## {t('heading.provenance')}", ""]
    lines += [*_bullets(f"{name}: {value}" for name, value in content.provenance), ""]
    lines += [t("provenance.again"), "", f"    {content.command}", ""]
    return "\n".join(lines)


def _safe(words: str) -> str:
    """Text that Markdown takes literally."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", words)


def _bullets(sentences: Iterable[str]) -> list[str]:
    return [f"- {_safe(sentence)}" for sentence in sentences]


def _table(table: Table, names: int) -> list[str]:
    """A table whose first ``names`` columns are words, the others numbers aligned to the right."""
    head, rows = table
    rule = ["---" if i < names else "---:" for i in range(len(head))]
    return [_row(map(_safe, head)), _row(rule), *(_row(map(_safe, row)) for row in rows)]


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
