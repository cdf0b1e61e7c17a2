"""Rows and columns without margins, made from their parts."""

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from app.look.tokens import GRID

L = TypeVar("L", bound=QBoxLayout)

Part = QWidget | QLayout | None | tuple[QWidget | QLayout, int]
"""A part of a row or column; in a pair with its share of the space that is left; None for space alone."""


def bare_row(*parts: Part, of: QWidget | None = None, spacing: int = GRID) -> QHBoxLayout:
    """A row of parts from the left; ``of`` is the widget that it lays out."""
    return _filled(QHBoxLayout() if of is None else QHBoxLayout(of), parts, spacing)


def bare_column(*parts: Part, of: QWidget | None = None, spacing: int = GRID) -> QVBoxLayout:
    """A column of parts from the top; ``of`` is the widget that it lays out."""
    return _filled(QVBoxLayout() if of is None else QVBoxLayout(of), parts, spacing)


def clear(layout: QLayout) -> None:
    """Delete all widgets of a layout; they vanish at once."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def _filled(layout: L, parts: tuple[Part, ...], spacing: int) -> L:
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if item is None:
            layout.addStretch(1)
        elif isinstance(item, QWidget):
            layout.addWidget(item, stretch)
        else:
            layout.addLayout(item, stretch)
    return layout
