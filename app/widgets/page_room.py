"""The room of a page: all there is, and where the page needs more, it scrolls; nothing is ever squeezed."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from app.widgets.laid_out import height_as_laid_out


class PageRoom(QScrollArea):
    """A page as large as the room, and never smaller than its words and controls need."""

    def __init__(self, page: QWidget, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = page
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(False)
        self.setWidget(page)
        page.show()  # shown whenever the room is
        page.installEventFilter(self)

    def minimumSizeHint(self) -> QSize:
        """It scrolls."""
        return QSize(0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The page needs another room now."""
        if watched is self.page and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return bool(super().eventFilter(watched, event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is another room now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As large as the room, else as large as it must be; a bar at one side takes room of the other."""
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
        """What the page needs at least where it is to be so wide."""
        layout = self.page.layout()
        if layout is None:
            return 0, 0
        least = layout.totalMinimumSize()
        wide = max(least.width(), width)
        if not layout.hasHeightForWidth():
            return least.width(), least.height()
        return least.width(), max(layout.totalMinimumHeightForWidth(wide), height_as_laid_out(layout, wide))
