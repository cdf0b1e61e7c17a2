"""A picture with what stands above and below it."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.tokens import GRID


def stacked(view: QWidget, *parts: QWidget | QHBoxLayout, picture: int = 1) -> None:
    """Lay parts out below each other; the one at place ``picture`` takes the room that is left."""
    column = QVBoxLayout(view)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GRID)
    for place, part in enumerate(parts):
        stretch = 1 if place == picture else 0
        if isinstance(part, QWidget):
            column.addWidget(part, stretch)
        else:
            column.addLayout(part, stretch)
