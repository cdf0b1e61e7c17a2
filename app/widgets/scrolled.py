"""Content that scrolls if the window is low: a column of fixed width, or all of a page."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from app.widgets.layouts import bare_column
from app.widgets.scaled import keep_size


def scrolled_down(content: QWidget) -> QScrollArea:
    """Put content into a scroll area of any size, on the colour of a card."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    content.setProperty("role", "page")
    area.setWidget(content)
    return area


def scrolled(content: QWidget, *, width: int = 0) -> QScrollArea:
    """Put content into a scroll area of this width, or of any, that scrolls only vertically."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    keep_size(area, width=width)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    return area


def scrolled_page(content: QWidget) -> QScrollArea:
    """Put content at the top of a scroll area on the ground of a page."""
    area, inside = QScrollArea(), QWidget()
    area.setWidgetResizable(True)
    inside.setProperty("role", "page")
    bare_column(content, None, of=inside, spacing=0)
    area.setWidget(inside)
    return area
