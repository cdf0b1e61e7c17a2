"""Views one behind the other, of which only the one in front is asked how much room it needs."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget


class ViewStack(QStackedWidget):
    """As high as the view in front needs; Qt's own is as high as the highest of all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _place: self.updateGeometry())

    def sizeHint(self) -> QSize:
        """Of the view in front."""
        view = self.currentWidget()
        return super().sizeHint() if view is None else view.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Of the view in front."""
        view = self.currentWidget()
        return QSize(0, 0) if view is None else _least_of(view)

    def hasHeightForWidth(self) -> bool:
        """Always, so that what is around it never asks for more than the view needs."""
        return True

    def heightForWidth(self, width: int) -> int:
        """What the view in front needs at least where it is so wide."""
        view = self.currentWidget()
        layout = None if view is None else view.layout()
        if view is None or layout is None or not layout.hasHeightForWidth():
            return self.minimumSizeHint().height()
        return max(layout.totalMinimumHeightForWidth(width), view.minimumHeight())


def _least_of(view: QWidget) -> QSize:
    """What a widget needs at least, as a layout counts it."""
    return view.minimumSizeHint().expandedTo(view.minimumSize())
