"""A column of fixed width beside something wide, which scrolls where the window is low."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from app.widgets.scaled import keep_size


def scrolled(content: QWidget, *, width: int) -> QScrollArea:
    """The content in a scroll area of its own; it never scrolls sideways."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    keep_size(area, width=width)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    return area
