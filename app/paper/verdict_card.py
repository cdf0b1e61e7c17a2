"""The verdict of a result as a card: a bar in its colour, a shape, a word, and the reasons."""

from collections.abc import Sequence

from reportlab.graphics.shapes import Circle, Drawing, Polygon, PolyLine
from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, Table, TableStyle

from app.errors.text import reason_text, verdict_text
from app.paper.fonts import BOLD
from app.paper.speech import tr
from app.paper.style import (
    BODY,
    CARD_RADIUS,
    CONTENT_WIDTH,
    HAIRLINE,
    SURFACE,
    TEXT,
    VERDICT_COLOURS,
    WINDOW,
    paragraph,
)
from app.speech.signs import Glyph
from core.quality import Judgement, Verdict

SHOWN_REASONS = 8
_GLYPH = 16.0
_VERDICT_SHAPES = {
    Glyph.CHECK: Verdict.GOOD,
    Glyph.WARNING: Verdict.REPEAT,
    Glyph.NOTE: Verdict.USABLE,
    Glyph.FAIR: Verdict.USABLE,
    Glyph.CROSS: Verdict.NOT_MEASURABLE,
}


def verdict_card(judgement: Judgement) -> Table:
    """Card with the meaning of a verdict and its reasons, the gravest first, as many as a card holds."""
    order = list(Verdict)
    reasons = sorted(judgement.reasons, key=lambda reason: -order.index(reason.verdict))
    lines = [reason_text(reason) for reason in reasons[:SHOWN_REASONS]]
    if left := len(reasons) - len(lines):
        lines.append(tr("and {count} more, in the tables below").format(count=left))
    return card_of(judgement.verdict, lines)


def card_of(verdict: Verdict, reasons: Sequence[str]) -> Table:
    """Card with reasons that are worded already."""
    words: list[Flowable] = [paragraph(verdict_text(verdict), BODY.clone("verdict", fontName=BOLD))]
    words += [paragraph(f"· {text}") for text in reasons]
    card = Table(
        [["", verdict_glyph(verdict), words]],
        colWidths=[4, _GLYPH + 16, CONTENT_WIDTH - _GLYPH - 20],
    )
    card.setStyle(
        TableStyle(
            [
                ("BACKGROUND", (0, 0), (0, 0), VERDICT_COLOURS[verdict]),
                ("BACKGROUND", (1, 0), (-1, -1), WINDOW),
                ("BOX", (0, 0), (-1, -1), 0.6, HAIRLINE),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (-1, -1), 7),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 7),
                ("LEFTPADDING", (1, 0), (1, 0), 8),
                ("ROUNDEDCORNERS", [CARD_RADIUS] * 4),
            ]
        )
    )
    return card


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
