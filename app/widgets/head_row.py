"""The head of a page: its title, and what is pressed beside it, or below it if the title would wrap."""

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem, QWidget

from app.widgets.text import Text

_ALL = 100
"""Share of the title: it gets all the width before it wraps."""


class HeadRow(QHBoxLayout):
    """A title and widgets in one row; the widgets take rows of their own where it is too narrow for both."""

    def __init__(self, title: Text, *, spacing: int) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        self._title = title
        self.folds = True
        """False for a head that shortens its words instead."""
        self.addWidget(title, _ALL)

    def is_folded(self, width: int) -> bool:
        """True if the title does not fit on one line beside the others at this width."""
        others = self._others()
        if not self.folds or not others:
            return False
        needed = self._title.fontMetrics().horizontalAdvance(self._title.text())
        needed += sum(item.sizeHint().width() + self.spacing() for item in others)
        return needed > width

    def hasHeightForWidth(self) -> bool:
        """Return True, because the title wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows at this width, px."""
        if not self.is_folded(width):
            return int(super().heightForWidth(width))
        return self._lay_out(QRect(0, 0, width, 0), moves=False)

    def minimumHeightForWidth(self, width: int) -> int:
        """Height of all rows at this width, px."""
        return self.heightForWidth(width)

    def minimumSize(self) -> QSize:
        """Least size: a row of its own for everything, where rows may be."""
        least = super().minimumSize()
        others = [item.minimumSize().width() for item in self._others()]
        if not self.folds or not others:
            return least
        return QSize(max(self._title.minimumSizeHint().width(), *others), least.height())

    def setGeometry(self, place: QRect) -> None:
        """Place title and widgets."""
        if self.is_folded(place.width()):
            QLayout.setGeometry(self, place)
            self._lay_out(place, moves=True)
        else:
            super().setGeometry(place)

    def _others(self) -> list[QLayoutItem]:
        items = (self.itemAt(number) for number in range(1, self.count()))
        return [item for item in items if item is not None and not item.isEmpty()]

    def _lay_out(self, place: QRect, *, moves: bool) -> int:
        high = _height_of(self._title, place.width())
        if moves:
            self._title.setGeometry(QRect(place.topLeft(), QSize(place.width(), high)))
        top, left, line = place.top() + high + self.spacing() // 2, place.left(), 0
        for item in self._others():
            size = item.sizeHint().boundedTo(QSize(place.width(), item.sizeHint().height()))
            if left > place.left() and left + size.width() > place.left() + place.width():
                top, left, line = top + line + self.spacing() // 2, place.left(), 0
            if moves:
                item.setGeometry(QRect(QPoint(left, top), size))
            left, line = left + size.width() + self.spacing(), max(line, size.height())
        return top + line - place.top()


def _height_of(widget: QWidget, width: int) -> int:
    return widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
