"""The area of a page; it scrolls if the page needs more space, so that no content is squeezed."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from app.widgets.laid_out import height_as_laid_out


class PageRoom(QScrollArea):
    """A scroll area whose page fills it, but is never smaller than its content needs."""

    def __init__(self, page: QWidget, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = page
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
        self._fit()

    def _fit(self) -> None:
        """Set the size of the page; a scroll bar at one side reduces the space at the other."""
        room = self.maximumViewportSize()
        bar = self.verticalScrollBar().sizeHint().width()
        width, height = self._needed(room.width())
        if height > room.height():
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
