"""Content that scrolls if the window is low, and the part of a page that is seen without scrolling."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from app.widgets.layouts import Card, bare_column, height_as_laid_out, keep_size
from app.widgets.table import RowsTable

_FOLLOWED = frozenset(
    {
        QEvent.Type.Resize,
        QEvent.Type.Move,
        QEvent.Type.Show,
        QEvent.Type.LayoutRequest,
        QEvent.Type.ParentChange,
    }
)


class PageRoom(QScrollArea):
    """A scroll area whose page fills it, but is never smaller than its content needs."""

    def __init__(self, page: QWidget, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = page
        self._sized, self._scrolls = QSize(), False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(False)
        self.setWidget(page)
        page.show()  # visible whenever the area is
        page.installEventFilter(self)

    def minimumSizeHint(self) -> QSize:
        """No size, because the page can scroll."""
        return QSize(0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the page when its content has changed."""
        if watched is self.page and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return bool(super().eventFilter(watched, event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page to the new size."""
        super().resizeEvent(event)
        if self.size() != self._sized:  # else only its own scroll bar has come or gone
            self._sized = self.size()
            self._scroll_alone(alone=False)
        self._fit()

    def _scroll_alone(self, *, alone: bool) -> None:
        """Show the tables of the page whole, or as low as they can be."""
        if alone is not self._scrolls:
            self._scrolls = alone
            for table in self.page.findChildren(RowsTable):
                table.show_whole(whole=alone)

    def _fit(self) -> None:
        """Set the size of the page; a scroll bar at one side reduces the space at the other."""
        room = self.maximumViewportSize()
        bar = self.verticalScrollBar().sizeHint().width()
        width, height = self._needed(room.width())
        if height > room.height():
            self._scroll_alone(alone=True)
            width, height = self._needed(room.width() - bar)
        if width > room.width() and height > room.height() - bar:
            width, height = self._needed(room.width() - bar)
        self.page.resize(
            max(width, room.width() - (bar if height > room.height() else 0)),
            max(height, room.height() - (bar if width > room.width() else 0)),
        )

    def _needed(self, width: int) -> tuple[int, int]:
        """Least width and height of the page at this width."""
        layout = self.page.layout()
        if layout is None:
            return 0, 0
        least = layout.totalMinimumSize()
        wide = max(least.width(), width)
        if not layout.hasHeightForWidth():
            return least.width(), least.height()
        return least.width(), max(layout.totalMinimumHeightForWidth(wide), height_as_laid_out(layout, wide))


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
