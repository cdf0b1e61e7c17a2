"""The look of a report: the tokens of the light theme as reportlab colours, type sizes and text.

Sizes are in points (1/72 inch).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import cos, pi, sin
from xml.sax.saxutils import escape

from reportlab.graphics.shapes import Circle, Drawing, Polygon, PolyLine
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph
from reportlab.platypus.paragraph import ParaLines

from app.look.tokens import LIGHT
from app.paper.fonts import BOLD, REGULAR, breaks_anywhere, printable
from app.speech.words import VERDICT_GLYPHS, Glyph, with_joint_numbers
from core.quality import Verdict, Word

PAGE_WIDTH, PAGE_HEIGHT = A4
MARGIN = 16 * mm
CONTENT_WIDTH = PAGE_WIDTH - 2 * MARGIN
GRID = 8.0
CARD_RADIUS = 5.0

TITLE_SIZE, TEXT_SIZE, SMALL_SIZE = 18.0, 8.5, 7.0

TEXT = HexColor(LIGHT.text)
MUTED = HexColor(LIGHT.muted)
HAIRLINE = HexColor(LIGHT.hairline)
WINDOW = HexColor(LIGHT.window)
SURFACE = HexColor(LIGHT.surface)
ACCENT = HexColor(LIGHT.accent)
WARNING = HexColor(LIGHT.warning)
MEASURED = HexColor(LIGHT.measured)
MODEL = HexColor(LIGHT.model)

GOOD = HexColor(LIGHT.good)
ERROR = HexColor(LIGHT.error)

WORD_COLOURS = {
    Word.GOOD: GOOD,
    Word.USABLE: GOOD,
    Word.NEEDS_CARE: WARNING,
    Word.MEASURE_AGAIN: TEXT,
    Word.NOT_MEASURED: MUTED,
}

BODY = ParagraphStyle("body", fontName=REGULAR, fontSize=TEXT_SIZE, leading=11.5, textColor=TEXT)
QUIET = ParagraphStyle("quiet", parent=BODY, fontSize=SMALL_SIZE, leading=9.5, textColor=MUTED)
TITLE = ParagraphStyle("title", parent=BODY, fontName=BOLD, fontSize=14.0, leading=19.0)
SECTION = ParagraphStyle("section", parent=BODY, fontName=BOLD)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=SMALL_SIZE, leading=8.8)
NUMBER_CELL = ParagraphStyle("number", parent=CELL, alignment=TA_RIGHT)

_GLYPH = 16.0
_CHECK = (0.26, 0.5, 0.43, 0.32, 0.74, 0.68)
_DASH = (0.28, 0.5, 0.72, 0.5)
_ARROW_HEAD = (0.66, 0.56, 0.86, 0.56, 0.86, 0.78)


class _Wrapped(Paragraph):
    """Text that breaks between any two letters; the full stop of a line without room hangs at its end.

    reportlab takes the room from the spaces of the line instead, until numbers lie on the words beside them.
    """

    def breakLinesCJK(self, maxWidths: Sequence[float] | float) -> ParaLines:
        """Break the text into lines of these widths, pt; no line has less than no room left."""
        broken = super().breakLinesCJK(maxWidths)
        broken.lines = [(max(room, 0.0), words) for room, words in broken.lines]
        return broken


def paragraph(text: str, style: ParagraphStyle = BODY) -> Paragraph:
    """Text that wraps, between any two Chinese characters too; it is never read as markup."""
    shown = printable(with_joint_numbers(text))
    if breaks_anywhere(shown):
        return _Wrapped(escape(shown), _breaking_anywhere(style))
    return Paragraph(escape(shown), style)


@cache
def scaled(style: ParagraphStyle, scale: float) -> ParagraphStyle:
    """The style with letters of another size; ``scale`` is 1 for the style itself."""
    if scale == 1.0:
        return style
    name, size, leading = f"{style.name}, {scale:.3f}", scale * style.fontSize, scale * style.leading
    return style.clone(name, fontSize=size, leading=leading)


@cache
def _breaking_anywhere(style: ParagraphStyle) -> ParagraphStyle:
    return style.clone(f"{style.name}, Chinese", wordWrap="CJK")


def verdict_glyph(verdict: Verdict | Word, *, size: float = _GLYPH) -> Drawing:
    """The sign of a verdict; each has a shape of its own, so that it is read without colour too."""
    return sign_glyph(VERDICT_GLYPHS[verdict], size=size)


def sign_glyph(glyph: Glyph, *, size: float = _GLYPH) -> Drawing:
    """Shape for a sign; a ring for a sign that paper has no shape for."""
    drawing = Drawing(size, size)
    _SHAPES.get(glyph, _ring)(drawing, size)
    return drawing


def _good(drawing: Drawing, size: float) -> None:
    _disc(drawing, size, GOOD)
    drawing.add(_line(_CHECK, SURFACE, size))


def _outlined(drawing: Drawing, size: float) -> None:
    _ring(drawing, size, GOOD)
    drawing.add(_line(_CHECK, GOOD, size))


def _warning(drawing: Drawing, size: float) -> None:
    half = size / 2
    drawing.add(Polygon([half, size, size, 0, 0, 0], fillColor=WARNING, strokeColor=None))
    drawing.add(_line((0.5, 0.65, 0.5, 0.32), TEXT, size))
    drawing.add(Circle(half, size * 0.16, size * 0.055, fillColor=TEXT, strokeColor=None))


def _again(drawing: Drawing, size: float) -> None:
    """An arrow that goes round, open at its upper right."""
    angles = [pi * (0.42 + 1.58 * step / 24) for step in range(25)]
    places = [part for one in angles for part in (0.5 + 0.36 * cos(one), 0.5 + 0.36 * sin(one))]
    drawing.add(_line(places, TEXT, size))
    drawing.add(_line(_ARROW_HEAD, TEXT, size))


def _dash(drawing: Drawing, size: float) -> None:
    _ring(drawing, size, MUTED)
    drawing.add(_line(_DASH, MUTED, size))


def _note(drawing: Drawing, size: float) -> None:
    _disc(drawing, size, ACCENT)
    drawing.add(_line(_DASH, SURFACE, size))


def _cross(drawing: Drawing, size: float) -> None:
    _disc(drawing, size, ERROR)
    drawing.add(_line((0.32, 0.32, 0.68, 0.68), SURFACE, size))
    drawing.add(_line((0.32, 0.68, 0.68, 0.32), SURFACE, size))


def _disc(drawing: Drawing, size: float, colour: Color) -> None:
    drawing.add(Circle(size / 2, size / 2, size / 2, fillColor=colour, strokeColor=None))


def _ring(drawing: Drawing, size: float, colour: Color = ACCENT) -> None:
    half = size / 2
    drawing.add(Circle(half, half, half * 0.9, fillColor=None, strokeColor=colour, strokeWidth=size * 0.09))


def _line(places: Sequence[float], colour: Color, size: float) -> PolyLine:
    """A line through places in shares of the size."""
    return PolyLine(
        [size * one for one in places],
        strokeColor=colour, strokeWidth=size * 0.12, strokeLineCap=1, strokeLineJoin=1,
    )  # fmt: skip


_SHAPES: Mapping[Glyph, Callable[[Drawing, float], None]] = {
    Glyph.CHECK: _good,
    Glyph.OUTLINED: _outlined,
    Glyph.WARNING: _warning,
    Glyph.AGAIN: _again,
    Glyph.DASH: _dash,
    Glyph.NOTE: _note,
    Glyph.FAIR: _note,
    Glyph.CROSS: _cross,
}
