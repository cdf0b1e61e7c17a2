"""Rows and tables of a presentation on paper; columns are as wide as their longest cell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias

from reportlab.graphics.shapes import Drawing, Line, Rect
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph
from reportlab.platypus import Table as Grid

from app.paper.fonts import BOLD, REGULAR, breaks_anywhere, printable
from app.paper.style import (
    CELL,
    HAIRLINE,
    MEASURED,
    MUTED,
    NUMBER_CELL,
    SMALL_SIZE,
    TEXT,
    WORD_COLOURS,
    paragraph,
    scaled,
    sign_glyph,
    verdict_glyph,
)
from app.presentation import Bar, Cell, Column, Row, Table, cell_text, value_text
from app.speech.language import tr
from app.speech.units import NO_BREAK, Value, interval
from app.speech.words import Signed, verdict_word
from core.quality import Verdict, Word, word_of

SMALLEST_SCALE = 0.72
"""Below this the letters are too small to read: longer words are broken instead."""
_SMALLER_RATHER = 0.85
"""Letters down to this size are better than lines that wrap."""
_MOST_OF_A_WORD = 0.4
"""Share of the table that one word may claim."""
_HALVINGS = 30
_CELL_PADDING, _LEAST_COLUMN = 8.0, 30.0


@dataclass(frozen=True)
class Widths:
    """Width of each column in points, together no more than the table; ``scale`` is that of the letters."""

    columns: tuple[float, ...]
    scale: float = 1.0


def column_widths(texts: Sequence[Sequence[str]], width: float, *, size: float) -> Widths:
    """Widths for the texts of each column, which may wrap at their blanks.

    A column is as wide as its longest text. Where there is no room, the widest columns are cut first, down to
    their longest word; then the letters get smaller, down to ``SMALLEST_SCALE``; then words are broken.
    """
    whole = [max([_LEAST_COLUMN, *(_long(text, size) for text in column)]) for column in texts]
    spare = width - sum(whole)
    if spare >= 0.0:
        return Widths(tuple(one + spare / len(whole) for one in whole))
    if width >= _SMALLER_RATHER * sum(whole):
        scale = width / sum(whole)
        return Widths(tuple(scale * one for one in whole), scale)
    words = [max([_LEAST_COLUMN, *(_word(text, size) for text in column)]) for column in texts]
    most = _MOST_OF_A_WORD * width
    least = [min(one, word, most) for one, word in zip(whole, words, strict=True)]
    scale = min(1.0, max(SMALLEST_SCALE, width / sum(least)))
    least, whole = [scale * one for one in least], [scale * one for one in whole]
    room = width - sum(least)
    if room < 0.0:
        return Widths(tuple(one * width / sum(least) for one in least), scale)
    return Widths(tuple(_cut(whole, least, width)), scale)


def _cut(whole: Sequence[float], least: Sequence[float], width: float) -> list[float]:
    """The widths cut at one height, but for those that need more: water that stands at one level."""
    low, high = 0.0, max(whole)
    for _ in range(_HALVINGS):
        level = 0.5 * (low + high)
        low, high = (low, level) if sum(_at(level, whole, least)) > width else (level, high)
    return _at(low, whole, least)


def _at(level: float, whole: Sequence[float], least: Sequence[float]) -> list[float]:
    return [max(need, min(one, level)) for one, need in zip(whole, least, strict=True)]


def _long(text: str, size: float) -> float:
    return _CELL_PADDING + stringWidth(printable(text), BOLD, size)


def _word(text: str, size: float) -> float:
    """Width of the longest part of a text that stays on one line."""
    if breaks_anywhere(text):
        return _CELL_PADDING + 4.0 * size
    return max((_long(word, size) for word in text.split(" ")), default=0.0)


Printed: TypeAlias = str | Flowable

_STRONG = CELL.clone("strong", fontName=BOLD)
_NUMBER_HEAD = NUMBER_CELL.clone("number heads", textColor=MUTED)
_HEAD = CELL.clone("heads", textColor=MUTED)
_PADDING, _SIGN = 8.0, 14.0
_GLYPH_SIZE = 6.5
_BAR_WIDTH, _BAR_HEIGHT, _BAR_THICK = 54.0, 8.0, 5.0
_MANY_ROWS = 6
_INTERVAL, _VERDICT = 2, 3
"""Places of the parts of a row."""
FLUSH = [
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 0),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
]
"""Style of a grid that only puts things beside each other."""


def sentence(row: Row, style: ParagraphStyle = CELL) -> Flowable:
    """A row without a label, with its sign or that of its verdict."""
    if row.word is not None:
        glyph = verdict_glyph(row.word, size=_GLYPH_SIZE)
    elif row.sign is not None:
        glyph = sign_glyph(row.sign, size=_GLYPH_SIZE)
    else:
        return paragraph(f"· {row.value}", style)
    text = paragraph(str(row.value), style)
    return Grid(
        [[glyph, text]],
        colWidths=[_SIGN, None],
        hAlign="LEFT",
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (0, -1), 0.6 + 0.5 * (style.leading - _GLYPH_SIZE)),
            ("TOPPADDING", (1, 0), (1, -1), 0.6),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.2),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ],
    )


def rows_table(rows: Sequence[Row], width: float) -> Iterator[Flowable]:
    """Table of label, value, 95 %, verdict and remark; many rows without a verdict are in two columns."""
    if len(rows) < _MANY_ROWS or any(row.verdict is not None for row in rows):
        yield from _rows(rows, width)
        return
    half, gap = (len(rows) + 1) // 2, 2.0 * _PADDING
    wide = (width - gap) / 2.0
    left, right = (list(_rows(part, wide)) for part in (rows[:half], rows[half:]))
    yield Grid([[left, "", right]], colWidths=[wide, gap, wide], hAlign="LEFT", style=FLUSH)


def _rows(rows: Sequence[Row], width: float) -> Iterator[Flowable]:
    if not rows:
        return
    has_interval = all(isinstance(row.value, Value) for row in rows)
    lines = [_parts(row, has_interval=has_interval) for row in rows]
    used = [place for place in range(len(lines[0])) if any(line[place] for line in lines)]
    texts = [[f"WW{line[place]}" if place == _VERDICT else line[place] for line in lines] for place in used]
    widths = column_widths(texts, width, size=SMALL_SIZE)
    cells = [
        [_row_cell(row, place, line[place], widths.scale) for place in used]
        for row, line in zip(rows, lines, strict=True)
    ]
    heads = [
        paragraph(tr("95 % within"), scaled(_HEAD, widths.scale)) if place == _INTERVAL else ""
        for place in used
    ]
    yield _quiet(heads, cells, widths.columns, numbers=())


def _parts(row: Row, *, has_interval: bool) -> tuple[str, ...]:
    within = interval(row.value) if has_interval and isinstance(row.value, Value) else ""
    verdict = "" if row.word is None else verdict_word(row.word).lower()
    return row.label, value_text(row.value), within, verdict, row.remark


def _row_cell(row: Row, place: int, text: str, scale: float) -> Printed:
    if place == _VERDICT and row.word is not None:
        return _verdict(row.word, scale)
    return paragraph(text, scaled(_STRONG if place == 1 else CELL, scale))


def section_table(section: Table, width: float) -> Flowable:
    """Numbers at the right; a bar has a column of its own before its number."""
    bars = [place for place, _ in enumerate(section.columns) if _has_bars(section, place)]
    texts = [[_plain(line.cells[place], column) for line in section.lines] + [_needed(column.head)]
             for place, column in enumerate(section.columns)]  # fmt: skip
    found = column_widths(texts, width - len(bars) * _BAR_WIDTH, size=SMALL_SIZE)
    widths, scale = list(found.columns), found.scale
    heads: list[Printed] = [
        paragraph(column.head, scaled(_NUMBER_HEAD if column.is_number else _HEAD, scale))
        for column in section.columns
    ]
    rows = [
        [_cell(cell, column, scale) for cell, column in zip(line.cells, section.columns, strict=True)]
        for line in section.lines
    ]
    for place in reversed(bars):
        widths.insert(place, _BAR_WIDTH)
        heads.insert(place, "")
        for row, line in zip(rows, section.lines, strict=True):
            cell = line.cells[place]
            row.insert(place, _bar(cell, largest=_largest(section, place), is_left_out=line.is_left_out)
                       if isinstance(cell, Bar) else "")  # fmt: skip
    numbers = [place for place, head in enumerate(heads)
               if isinstance(head, Paragraph) and head.style.alignment == TA_RIGHT]  # fmt: skip
    return _quiet(heads, rows, widths, numbers=numbers)


def _quiet(
    heads: Sequence[Printed],
    rows: Sequence[Sequence[Printed]],
    widths: Sequence[float],
    *,
    numbers: Sequence[int],
) -> Flowable:
    """Hairlines between the rows; a head, where there is one, is quiet and repeated on the next page."""
    lines = [heads, *rows] if any(heads) else rows
    return Grid(
        [list(line) for line in lines],
        colWidths=list(widths),
        repeatRows=1,
        hAlign="LEFT",
        style=[
            ("FONT", (0, 0), (-1, -1), REGULAR, SMALL_SIZE, SMALL_SIZE + 1.8),
            ("TEXTCOLOR", (0, 0), (-1, -1), TEXT),
            ("TEXTCOLOR", (0, 0), (-1, 0), MUTED),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, HAIRLINE),
            ("TOPPADDING", (0, 0), (-1, -1), 1.4),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.4),
            ("LEFTPADDING", (0, 0), (-1, -1), 3),
            ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ("ALIGN", (0, 0), (-1, -1), "LEFT"),
            *(("ALIGN", (place, 0), (place, -1), "RIGHT") for place in numbers),
        ],
    )


def _cell(cell: Cell, column: Column, scale: float) -> Printed:
    if isinstance(cell, Verdict):
        return _verdict(cell, scale)
    if isinstance(cell, Signed):
        return _signed(sign_glyph(cell.glyph, size=_GLYPH_SIZE), cell.words, scale)
    return paragraph(_text(cell, column), scaled(NUMBER_CELL if column.is_number else CELL, scale))


def _text(cell: Cell, column: Column) -> str:
    """Text of a cell; a number stays on one line with its ± and its unit."""
    text = cell_text(cell, column)
    return text.replace(" ", NO_BREAK) if column.is_number and isinstance(cell, Value | Bar) else text


def _verdict(verdict: Verdict | Word, scale: float) -> Flowable:
    return _signed(verdict_glyph(verdict, size=_GLYPH_SIZE), verdict_word(verdict).lower(), scale)


def _signed(glyph: Drawing, words: str, scale: float) -> Flowable:
    """A sign, and its words beside it."""
    return Grid(
        [[glyph, paragraph(words, scaled(CELL, scale))]],
        colWidths=[_GLYPH_SIZE + 4.0, None],
        hAlign="LEFT",
        style=[*FLUSH, ("VALIGN", (0, 0), (-1, -1), "MIDDLE")],
    )


def _plain(cell: Cell, column: Column) -> str:
    if isinstance(cell, Verdict):
        return f"WW{verdict_word(cell)}"
    if isinstance(cell, Signed):
        return f"WW{cell.words}"
    return _text(cell, column)


def _needed(head: str) -> str:
    """The longer line of a head that is broken into two as evenly as its words allow."""
    if breaks_anywhere(head):
        return head
    words = head.split()
    broken = ((" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words) + 1))
    return min((max(lines, key=len) for lines in broken), key=len, default="")


def _has_bars(section: Table, place: int) -> bool:
    return any(isinstance(line.cells[place], Bar) for line in section.lines)


def _largest(section: Table, place: int) -> float:
    bars = [cell for line in section.lines if isinstance(cell := line.cells[place], Bar)]
    return max((edge for bar in bars for edge in (bar.value.si, bar.mark) if isfinite(edge)), default=0.0)


def _bar(bar: Bar, *, largest: float, is_left_out: bool) -> Drawing:
    """The value against the largest of all, and a stroke at the mark."""
    wide = _BAR_WIDTH - _PADDING
    drawing, bottom = Drawing(wide, _BAR_HEIGHT), (_BAR_HEIGHT - _BAR_THICK) / 2.0
    per_si = wide / largest if largest > 0.0 else 0.0
    drawing.add(Rect(0.0, bottom, wide, _BAR_THICK, fillColor=None, strokeColor=HAIRLINE, strokeWidth=0.4))
    if isfinite(bar.value.si):
        colour = MEASURED if bar.verdict is Verdict.GOOD else WORD_COLOURS[word_of(bar.verdict)]
        fill = MUTED if is_left_out else colour
        long = per_si * min(bar.value.si, largest)
        drawing.add(Rect(0.0, bottom, long, _BAR_THICK, fillColor=fill, strokeColor=None))
    if isfinite(bar.mark) and bar.mark <= largest:
        x = per_si * bar.mark
        drawing.add(Line(x, 0.0, x, _BAR_HEIGHT, strokeColor=TEXT, strokeWidth=0.8))
    return drawing
