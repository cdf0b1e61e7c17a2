"""Rows and columns of widgets, made from their parts; fields with their captions above them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from app.look.tokens import GRID
from app.widgets.flow import Flow
from app.widgets.text import Text

Content = QWidget | QLayout
Part = None | int | Content | tuple[Content, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget or layout, alone or with its stretch and alignment; a number is a stretch, None that of 1."""
Margins = tuple[int, int, int, int]
"""Left, top, right and bottom, px."""
_NONE = (0, 0, 0, 0)


def fill(box: QBoxLayout, *parts: Part) -> None:
    """Add parts to a row or a column."""
    for part in parts:
        content, stretch, *alignment = part if isinstance(part, tuple) else (part, 0)
        if content is None:
            box.addStretch(1)
        elif isinstance(content, int):
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


def bare_row(*parts: Part, of: QWidget | None = None, spacing: int = GRID) -> QHBoxLayout:
    """A row of parts from the left; ``of`` is the widget that it lays out."""
    return in_row(*parts, of=of, spacing=spacing)


def bare_column(*parts: Part, of: QWidget | None = None, spacing: int = GRID) -> QVBoxLayout:
    """A column of parts from the top; ``of`` is the widget that it lays out."""
    return in_column(*parts, of=of, spacing=spacing)


def clear(layout: QLayout) -> None:
    """Delete all widgets of a layout; they vanish at once."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def _arrange(box: QBoxLayout, parts: tuple[Part, ...], spacing: int | None, margins: Margins) -> None:
    box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    fill(box, *parts)


def captioned(caption: str, content: QWidget | QLayout) -> QWidget:
    """A field, or a layout of several, below its caption."""
    cell = QWidget()
    bare_column(Text(caption, role="muted", wrap=True), content, None, of=cell, spacing=2)
    return cell


def row(*widgets: QWidget) -> QWidget:
    """Widgets side by side from the left, in several lines if the width is small."""
    line = QWidget()
    cells = Flow(spacing=2 * GRID, parent=line)
    for widget in widgets:
        cells.addWidget(widget)
    return line


def stacked(view: QWidget, *parts: QWidget | QHBoxLayout, picture: int = 1) -> None:
    """Lay out parts one below the other; the part ``picture`` takes the height that is left."""
    bare_column(*((part, int(place == picture)) for place, part in enumerate(parts)), of=view)
