"""A stack of views with the size of the one in front."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget

from app.widgets.layouts import height_as_laid_out


class ViewStack(QStackedWidget):
    """A stack as high as the view in front needs; Qt's own is as high as the highest view.

    Its least height is that for its present width. It has no height for width, because Qt would take that of
    the highest view.
    """

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(lambda _place: self.updateGeometry())

    def sizeHint(self) -> QSize:
        """Preferred width of the view in front, but its least height, because the stack stretches anyway.

        With a larger hint, Qt would never give a layout of wrapping words less than that.
        """
        view = self.currentWidget()
        if view is None:
            return super().sizeHint()
        return QSize(view.sizeHint().width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Least size of the view in front, with its words wrapped at the present width."""
        view = self.currentWidget()
        if view is None:
            return QSize(0, 0)
        least = view.minimumSizeHint().expandedTo(view.minimumSize())
        layout = view.layout()
        if layout is None or not layout.hasHeightForWidth():
            return least
        width = max(self.width(), least.width())
        wrapped = max(layout.totalMinimumHeightForWidth(width), height_as_laid_out(layout, width))
        return QSize(least.width(), max(wrapped, view.minimumHeight()))

    def hasHeightForWidth(self) -> bool:
        """False, for any content."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the size hint, because words wrap differently at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
