"""Fields with their caption above, side by side."""

from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from app.look.tokens import GRID
from app.widgets.flow import Flow
from app.widgets.text import Text


def captioned(caption: str, content: QWidget | QLayout) -> QWidget:
    """A field, or several in a layout, below a caption."""
    cell = QWidget()
    column = QVBoxLayout(cell)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2)
    column.addWidget(Text(caption, role="muted", wrap=True))
    if isinstance(content, QWidget):
        column.addWidget(content)
    else:
        column.addLayout(content)
    column.addStretch(1)
    return cell


def row(*widgets: QWidget) -> QWidget:
    """Widgets side by side, from the left; in several lines where the room is narrow."""
    line = QWidget()
    cells = Flow(spacing=2 * GRID, parent=line)
    for widget in widgets:
        cells.addWidget(widget)
    return line
