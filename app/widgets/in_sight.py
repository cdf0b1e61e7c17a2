"""Keeps the content of a card in the part of a page that is seen without scrolling."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtWidgets import QScrollArea, QWidget

from app.widgets.card import Card

_FOLLOWED = frozenset(
    {
        QEvent.Type.Resize,
        QEvent.Type.Move,
        QEvent.Type.Show,
        QEvent.Type.LayoutRequest,
        QEvent.Type.ParentChange,
    }
)


class InSight(QObject):
    """Ends the content of ``card`` where the window ends, even if the card reaches further down.

    Buttons at the foot of the card are reached without scrolling then. ``least`` is the height that the
    content keeps in any window, px.
    """

    def __init__(self, card: Card, *, least: Callable[[], int]) -> None:
        super().__init__(card)
        self._card, self._least = card, least
        self._margin = card.column.contentsMargins().bottom()
        self._area: QScrollArea | None = None
        card.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the card, and the page that it is on."""
        if event.type() in _FOLLOWED:
            if watched is self._card:
                self._find_page()
            self._take()
        return False

    @property
    def room(self) -> int:
        """Height from the top of the card to the end of the window, px; 0 where it is on no page."""
        page = self._page()
        if page is None or self._area is None:
            return 0
        return self._area.viewport().height() - self._card.mapTo(page, QPoint()).y()

    def _find_page(self) -> None:
        area = _page_around(self._card)
        if area is self._area:
            return
        if self._area is not None:
            self._area.viewport().removeEventFilter(self)
        self._area = area
        if area is not None:
            area.viewport().installEventFilter(self)

    def _take(self) -> None:
        """Leave free at the foot of the card what is beyond the end of the window."""
        margins = self._card.column.contentsMargins()
        if self._area is None:
            return
        beyond = self._card.height() - self.room
        spare = self._card.height() - self._margin - self._least()
        bottom = self._margin + max(min(beyond, spare), 0)
        if bottom != margins.bottom():
            margins.setBottom(bottom)
            self._card.column.setContentsMargins(margins)

    def _page(self) -> QWidget | None:
        return None if self._area is None else self._area.widget()


def _page_around(widget: QWidget) -> QScrollArea | None:
    """The scroll area that a widget is on; None where it is on none."""
    step: QWidget | None = widget.parentWidget()
    while step is not None:
        if isinstance(step, QScrollArea):
            return step
        step = step.parentWidget()
    return None
