"""Fields with their captions above them."""

from PySide6.QtWidgets import QLayout, QWidget

from app.look.tokens import GRID
from app.widgets.flow import Flow
from app.widgets.layouts import bare_column
from app.widgets.text import Text


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
