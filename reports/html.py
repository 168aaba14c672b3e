"""A report as one HTML page that needs nothing but itself."""

from __future__ import annotations

import base64
import html
import re
import string
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .catalogue import text
from .content import Content
from .fonts import font_data_uri

WIDE_MARKS = "“”‘’…—·"
TEMPLATES = Path(__file__).resolve().parent / "templates"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["svg_uri"] = svg_uri
    return environment


def svg_uri(svg: bytes) -> str:
    """An SVG as a data URI for an image."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()


def render_html(content: Content) -> str:
    """The page: styles, font and pictures inside, no scripts, nothing fetched."""

    def t(key: str, **values: object) -> str:
        return text(f"report.{key}", content.lang, **values)

    language = {"zh": "zh-Hans", "en": "en"}[content.lang]
    page = _environment().get_template("report.html.j2").render(c=content, t=t, language=language)
    page = page.replace(" %", "\N{NO-BREAK SPACE}%")
    return page.replace("@@FONT@@", font_data_uri(_characters(page, content.lang)))


def _characters(page: str, lang: str) -> str:
    """What the page's own font must draw; its quotation marks are too wide for English."""
    unseen = r"data:[a-z+/]+;base64,[A-Za-z0-9+/=]*|<style>.*?</style>|<[^>]*>"
    shown = html.unescape(re.sub(unseen, "", page, flags=re.DOTALL)) + string.printable
    return "".join(set(shown) - set(WIDE_MARKS)) if lang == "en" else shown
