"""The vendored font: for charts through matplotlib, for pages cut to the page's characters."""

from __future__ import annotations

import base64
from functools import cache
from io import BytesIO
from pathlib import Path

FONT = Path(__file__).resolve().parent.parent / "data" / "fonts" / "NotoSansCJKsc-GB2312L1.otf"


@cache
def register_font() -> str:
    """Make the font known to matplotlib and return its family name.

    It goes before fonts of the same name that the system has, so that charts
    come out the same everywhere.
    """
    from matplotlib.font_manager import FontProperties, fontManager

    fontManager.addfont(FONT)
    fontManager.ttflist.insert(0, fontManager.ttflist.pop())
    return str(FontProperties(fname=FONT).get_name())


@cache
def known_characters() -> frozenset[str]:
    """Every character the font can draw."""
    from fontTools.ttLib import TTFont

    with TTFont(FONT, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


def subset_woff2(characters: str) -> bytes:
    """The font cut to ``characters``, as WOFF2; equal characters give equal bytes."""
    from fontTools import subset

    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "liga", "locl"]
    options.name_IDs = [0, 1, 2, 13, 14]  # names, copyright and licence stay with the font
    options.recalc_timestamp = False
    options.notdef_outline = True
    font = subset.load_font(str(FONT), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(set(characters) & known_characters())))
    cutter.subset(font)
    out = BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()


def font_data_uri(characters: str) -> str:
    """`subset_woff2` as a data URI for a style sheet."""
    return "data:font/woff2;base64," + base64.b64encode(subset_woff2(characters)).decode()
