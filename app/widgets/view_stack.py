"""Views one behind the other, of which only the one in front is asked how much room it needs."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.widgets.laid_out import height_as_laid_out


class ViewStack(QStackedWidget):
    """As high as the view in front needs; Qt's own is as high as the highest of all.

    Its least height is that at the width it has. It tells nobody a height for a width: Qt would ask
    its layout instead, and take what the highest view would like for what the one in front needs.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _place: self.updateGeometry())

    def sizeHint(self) -> QSize:
        """As wide as the view in front would like, as high as it needs: it gets what is left anyway.

        Within words that wrap Qt never gives a layout less than it would like.
        """
        view = self.currentWidget()
        if view is None:
            return super().sizeHint()
        return QSize(view.sizeHint().width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Of the view in front, with its words wrapped as they are here."""
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
        """Never, whatever is inside."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """At another width words wrap elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
