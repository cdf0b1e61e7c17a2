"""Reasons in a report: each once, the gravest first, with the shape of its verdict."""

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable, Table, TableStyle

from app.errors.text import reason_text
from app.paper.style import CELL, CONTENT_WIDTH, paragraph
from app.paper.tables import GLYPH_SIZE
from app.paper.verdict_card import verdict_glyph
from core.quality import Reason, Verdict

_SIGN_WIDTH = 14.0


def reason_lines(reasons: Sequence[Reason]) -> Iterator[Flowable]:
    """A line for each, or nothing at all."""
    once = {reason_text(reason): reason.verdict for reason in reasons}
    order = list(Verdict)
    lines = sorted(once.items(), key=lambda line: -order.index(line[1]))
    if not lines:
        return
    rows = [[verdict_glyph(verdict, size=GLYPH_SIZE), paragraph(text, CELL)] for text, verdict in lines]
    table = Table(rows, colWidths=[_SIGN_WIDTH, CONTENT_WIDTH - _SIGN_WIDTH], hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (0, -1), 2.6),
                ("TOPPADDING", (1, 0), (1, -1), 0.6),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.2),
                ("LEFTPADDING", (0, 0), (-1, -1), 3),
            ]
        )
    )
    yield table
