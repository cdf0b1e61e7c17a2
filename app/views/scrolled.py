"""A column of fixed width beside something wide, which scrolls where the window is low."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget


def scrolled(content: QWidget, *, width: int) -> QScrollArea:
    """The content in a scroll area of its own; it never scrolls sideways."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFixedWidth(width)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    return area
