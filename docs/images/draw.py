"""Draws the picture of the READMEs: the four charts of a report on one sheet.

chaodipi simulate --deals 200000 -o base.parquet
python docs/images/draw.py base.parquet
"""

import sys
from io import BytesIO
from pathlib import Path

from chaodipi.analysis.frames import read_provenance, stream_columns
from chaodipi.analysis.provenance import rules_of
from chaodipi.analysis.summary import summarise
from chaodipi.analysis.tally import COLUMN_NAMES, tally_rows
from chaodipi.reports import bottom_charts, charts, style
from PIL import Image

GAP = 12


def sheet(path: str, lang: str) -> Image.Image:
    """Two by two charts on light grey."""
    rules = rules_of(read_provenance(path))
    summary = summarise(tally_rows(stream_columns(path, COLUMN_NAMES)), rules)
    with style.chart_style():
        figures = (
            charts.win_by_trumps([charts.Series("", summary)], lang),
            charts.points(summary, rules, lang),
            bottom_charts.chao(summary, lang),
            bottom_charts.dig(summary, lang),
        )
        pictures = [Image.open(BytesIO(style.png_bytes(figure, 100))).convert("RGB") for figure in figures]
    width, height = pictures[0].size
    whole = Image.new("RGB", (2 * width + GAP, 2 * height + GAP), "#e4e7eb")
    for i, picture in enumerate(pictures):
        whole.paste(picture, (i % 2 * (width + GAP), i // 2 * (height + GAP)))
    return whole.quantize(200, dither=Image.Dither.NONE)


if __name__ == "__main__":
    for lang, name in (("en", "report.png"), ("zh", "report.zh.png")):
        sheet(sys.argv[1], lang).save(Path(__file__).with_name(name), optimize=True)
