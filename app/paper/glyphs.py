"""Shapes of verdicts and signs, which are read without colour too."""

from collections.abc import Sequence

from reportlab.graphics.shapes import Circle, Drawing, Polygon, PolyLine
from reportlab.lib.colors import Color

from app.paper.style import SURFACE, TEXT, VERDICT_COLOURS
from app.speech.signs import Glyph
from core.quality import Verdict

_GLYPH = 16.0
_VERDICT_SHAPES = {
    Glyph.CHECK: Verdict.GOOD,
    Glyph.WARNING: Verdict.REPEAT,
    Glyph.NOTE: Verdict.USABLE,
    Glyph.FAIR: Verdict.USABLE,
    Glyph.CROSS: Verdict.NOT_MEASURABLE,
}


def verdict_glyph(verdict: Verdict, *, size: float = _GLYPH) -> Drawing:
    """A shape of its own for each verdict, so that it is read without colour too."""
    drawing = Drawing(size, size)
    half, colour = size / 2, VERDICT_COLOURS[verdict]
    if verdict is Verdict.REPEAT:
        drawing.add(Polygon([half, size, size, 0, 0, 0], fillColor=colour, strokeColor=None))
        drawing.add(_line([half, size * 0.65, half, size * 0.32], TEXT, size))
        drawing.add(Circle(half, size * 0.16, size * 0.055, fillColor=TEXT, strokeColor=None))
        return drawing
    drawing.add(Circle(half, half, half, fillColor=colour, strokeColor=None))
    if verdict is Verdict.GOOD:
        drawing.add(
            _line([size * 0.26, half, size * 0.43, size * 0.32, size * 0.74, size * 0.68], SURFACE, size)
        )
    elif verdict is Verdict.USABLE:
        drawing.add(_line([size * 0.28, half, size * 0.72, half], SURFACE, size))
    else:
        drawing.add(_line([size * 0.32, size * 0.32, size * 0.68, size * 0.68], SURFACE, size))
        drawing.add(_line([size * 0.32, size * 0.68, size * 0.68, size * 0.32], SURFACE, size))
    return drawing


def sign_glyph(glyph: Glyph, *, size: float = _GLYPH) -> Drawing:
    """Shape for a sign: that of the matching verdict where there is one, else a ring."""
    if glyph in _VERDICT_SHAPES:
        return verdict_glyph(_VERDICT_SHAPES[glyph], size=size)
    drawing, half = Drawing(size, size), size / 2
    drawing.add(Circle(half, half, half * 0.8, fillColor=None, strokeColor=VERDICT_COLOURS[Verdict.USABLE]))
    return drawing


def _line(places: Sequence[float], colour: Color, size: float) -> PolyLine:
    return PolyLine(
        list(places), strokeColor=colour, strokeWidth=size * 0.12, strokeLineCap=1, strokeLineJoin=1
    )
