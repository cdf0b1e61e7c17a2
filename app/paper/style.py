"""The look of a report: the tokens of the light theme as reportlab colours, type sizes and text.

Sizes are in points (1/72 inch).
"""

from collections.abc import Sequence
from functools import cache
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph
from reportlab.platypus.paragraph import ParaLines

from app.look.tokens import LIGHT
from app.paper.fonts import BOLD, REGULAR, breaks_anywhere, printable
from core.quality import Word

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
    shown = printable(text)
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
