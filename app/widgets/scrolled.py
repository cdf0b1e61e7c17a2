"""Content that scrolls if the window is low: a column of fixed width, or all of a page."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from app.widgets.layouts import bare_column, height_as_laid_out, keep_size
from app.widgets.table import RowsTable


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
