"""Shapes of verdicts and signs, which are read without colour too."""

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin

from reportlab.graphics.shapes import Circle, Drawing, Polygon, PolyLine
from reportlab.lib.colors import Color

from app.paper.style import ACCENT, ERROR, GOOD, MUTED, SURFACE, TEXT, WARNING
from app.speech.signs import VERDICT_GLYPHS, Glyph
from core.quality import Verdict, Word

_GLYPH = 16.0
_CHECK = (0.26, 0.5, 0.43, 0.32, 0.74, 0.68)
_DASH = (0.28, 0.5, 0.72, 0.5)
_ARROW_HEAD = (0.66, 0.56, 0.86, 0.56, 0.86, 0.78)


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
