"""Rows and columns of widgets, written in the order in which they are seen."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from app.look.tokens import GRID
from app.widgets.card import Card

Content = QWidget | QLayout
Part = int | Content | tuple[Content, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget or layout, alone or with its stretch and alignment; a number is an empty stretch."""
Margins = tuple[int, int, int, int]
"""Left, top, right and bottom, px."""
_NONE = (0, 0, 0, 0)


def fill(box: QBoxLayout, *parts: Part) -> None:
    """Add parts to a row or a column."""
    for part in parts:
        content, stretch, *alignment = part if isinstance(part, tuple) else (part, 0)
        if isinstance(content, int):
            box.addStretch(content)
        elif isinstance(content, QLayout):
            box.addLayout(content, stretch)
        else:
            box.addWidget(content, stretch, *alignment)


def in_row(
    *parts: Part, of: QWidget | None = None, spacing: int | None = None, margins: Margins = _NONE
) -> QHBoxLayout:
    """Parts side by side: the layout of a widget, or one to be put into another."""
    row = QHBoxLayout() if of is None else QHBoxLayout(of)
    _arrange(row, parts, spacing, margins)
    return row


def in_column(
    *parts: Part, of: QWidget | None = None, spacing: int | None = None, margins: Margins = _NONE
) -> QVBoxLayout:
    """Parts one below the other: the layout of a widget, or one to be put into another."""
    column = QVBoxLayout() if of is None else QVBoxLayout(of)
    _arrange(column, parts, spacing, margins)
    return column


def in_card(*parts: Part, margin: int = GRID) -> Card:
    """Parts one below the other on a card."""
    card = Card(margin=margin)
    fill(card.column, *parts)
    return card


def _arrange(box: QBoxLayout, parts: tuple[Part, ...], spacing: int | None, margins: Margins) -> None:
    box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    fill(box, *parts)
