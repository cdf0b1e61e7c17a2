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
        """Where words wrap in the view in front."""
        view = self.currentWidget()
        return view is not None and view.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        """Of the view in front."""
        view = self.currentWidget()
        return -1 if view is None else view.heightForWidth(width)


def _least_of(view: QWidget) -> QSize:
    """What a widget needs at least, as a layout counts it."""
    return view.minimumSizeHint().expandedTo(view.minimumSize())
