"""The plain table of a report, and its cells."""

from collections.abc import Sequence
from typing import TypeAlias

from reportlab.platypus import Flowable, Table, TableStyle

from app.paper.fonts import REGULAR
from app.paper.style import (
    HAIRLINE,
    MUTED,
    SMALL_SIZE,
    TEXT,
)

GLYPH_SIZE = 6.5
Cell: TypeAlias = str | Flowable


def quiet_table(head: Sequence[Cell], rows: Sequence[Sequence[Cell]], *, widths: Sequence[float]) -> Table:
    """Hairlines between rows, a quiet head that is repeated, numbers at the right."""
    table = Table(
        [list(head), *[list(row) for row in rows]], colWidths=list(widths), repeatRows=1, hAlign="LEFT"
    )
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), REGULAR, SMALL_SIZE, SMALL_SIZE + 1.8),
                ("TEXTCOLOR", (0, 0), (-1, -1), TEXT),
                ("TEXTCOLOR", (0, 0), (-1, 0), MUTED),
                ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("LINEBELOW", (0, 0), (-1, -1), 0.4, HAIRLINE),
                ("TOPPADDING", (0, 0), (-1, -1), 1.4),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.4),
                ("LEFTPADDING", (0, 0), (-1, -1), 3),
                ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ]
        )
    )
    return table
