"""Figures side by side on a page of a report."""

from collections.abc import Sequence

from reportlab.graphics.shapes import Drawing
from reportlab.platypus import Table, TableStyle

from app.paper.style import CONTENT_WIDTH, GRID


def column_width(columns: int) -> float:
    """Of one of so many plots beside each other."""
    return (CONTENT_WIDTH - (columns - 1) * GRID) / columns


def grid(drawings: Sequence[Drawing], *, columns: int) -> Table:
    """Plots in rows of so many."""
    rows = [list(drawings[first : first + columns]) for first in range(0, len(drawings), columns)]
    rows[-1] += [""] * (columns - len(rows[-1]))
    width = column_width(columns)
    table = Table(rows, colWidths=[width + GRID] * (columns - 1) + [width], hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 1),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
            ]
        )
    )
    return table
