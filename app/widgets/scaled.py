"""Sizes of widgets that grow with the text."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme


class _Keeper(QObject):
    """Sets the sizes of a widget at every change of the theme; deleted with the widget."""

    def __init__(self, widget: QWidget, *, least_width: int, most_width: int, least_height: int) -> None:
        super().__init__(widget)
        self._setters = (
            (widget.setMinimumWidth, least_width),
            (widget.setMaximumWidth, most_width),
            (widget.setMinimumHeight, least_height),
        )
        current_theme().changed.connect(self._take)
        self._take()

    def _take(self) -> None:
        for set_size, pixels in self._setters:
            if pixels:
                set_size(current_theme().scaled(pixels))


def keep_size(
    widget: QWidget, *, width: int = 0, least_width: int = 0, most_width: int = 0, least_height: int = 0
) -> None:
    """Set sizes at a scale of 100 %, pixels, which grow with the scale; 0 sets nothing."""
    _Keeper(
        widget, least_width=width or least_width, most_width=width or most_width, least_height=least_height
    )


def keep_least(widget: QWidget, *, width: int = 0, height: int = 0) -> None:
    """Set least sizes at a scale of 100 %, pixels, which grow with the scale."""
    keep_size(widget, least_width=width, least_height=height)
