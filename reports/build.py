"""Writing a report: page, Markdown and charts, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..analysis.files import AtomicFile, check_target, guarded
from ..analysis.summary import summarise
from ..analysis.tally import Tally
from ..sim.rules import Rules
from .charts import Series
from .content import make_content
from .html import render_html
from .markdown import render_markdown
from .paths import chart_path, report_paths


def build_report(
    tally: Tally,
    rules: Rules,
    provenance: Mapping[str, Any],
    lang: str,
    out_path: str | Path,
    *,
    force: bool = False,
    others: Sequence[Series] = (),
) -> list[Path]:
    """Write ``out_path`` (HTML), the same as ``.md``, and the charts as SVG in ``charts/``.

    Returns the paths, the page first. Equal input gives equal bytes. Raises
    `FileError` before anything appears when one of the files cannot be written.
    """
    page = Path(out_path)
    for path in report_paths(page):
        check_target(path, force)
    content = make_content(summarise(tally, rules), rules, provenance, lang, others)
    images = {chart.name: chart_path(page, chart.name) for chart in content.charts}
    files = {page: render_html(content).encode()}
    files[page.with_suffix(".md")] = render_markdown(content, images).encode()
    for chart in content.charts:
        files[page.parent / images[chart.name]] = chart.wide
    return write_all(files, force=force)


def write_all(files: Mapping[Path, bytes], *, force: bool = False) -> list[Path]:
    """Write several files: each to a temporary one first, named only when all are on disk."""
    staged: list[AtomicFile] = []
    try:
        for path, data in files.items():
            staged.append(file := AtomicFile(path, force=force))
            with guarded(file):
                file.stream.write(data)
                file.stream.flush()
        return [file.commit() for file in staged]
    except BaseException:
        for file in staged:
            file.abandon()
        raise
