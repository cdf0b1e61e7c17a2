"""Fields with their caption above, side by side."""

from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from app.tokens import GRID
from app.views.text import muted


def captioned(caption: str, content: QWidget | QLayout) -> QWidget:
    """A field, or several in a layout, below a caption."""
    cell = QWidget()
    column = QVBoxLayout(cell)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2)
    column.addWidget(muted(caption))
    if isinstance(content, QWidget):
        column.addWidget(content)
    else:
        column.addLayout(content)
    column.addStretch(1)
    return cell


def row(*widgets: QWidget) -> QWidget:
    """Widgets side by side, from the left."""
    line = QWidget()
    cells = QHBoxLayout(line)
    cells.setContentsMargins(0, 0, 0, 0)
    cells.setSpacing(2 * GRID)
    for widget in widgets:
        cells.addWidget(widget)
    cells.addStretch(1)
    return line
