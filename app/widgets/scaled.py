"""Sizes that grow with the text: what fits at one scale fits at every other."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme


class _Keeper(QObject):
    """Goes with its widget, and so does what it listens to."""

    def __init__(self, widget: QWidget, least: tuple[int, int], most: tuple[int, int]) -> None:
        super().__init__(widget)
        self._widget, self._least, self._most = widget, least, most
        current_theme().changed.connect(self._take)
        self._take()

    def _take(self) -> None:
        theme = current_theme()
        (wide, high), (widest, highest) = self._least, self._most
        if wide:
            self._widget.setMinimumWidth(theme.scaled(wide))
        if high:
            self._widget.setMinimumHeight(theme.scaled(high))
        if widest:
            self._widget.setMaximumWidth(theme.scaled(widest))
        if highest:
            self._widget.setMaximumHeight(theme.scaled(highest))


def keep_size(
    widget: QWidget, *, width: int = 0, height: int = 0, least_width: int = 0, most_width: int = 0
) -> None:
    """Sizes at a scale of 100 %, which grow with the scale; 0 leaves a size alone."""
    _Keeper(widget, (width or least_width, height), (width or most_width, height))


def keep_least(widget: QWidget, *, width: int = 0, height: int = 0) -> None:
    """The least sizes at a scale of 100 %, which grow with the scale."""
    _Keeper(widget, (width, height), (0, 0))
