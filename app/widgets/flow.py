"""A layout of widgets from left to right, in as many lines as needed."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from app.look.tokens import GRID


class Flow(QLayout):
    """Lines of widgets; with ``fills`` the widgets of each line fill its width."""

    def __init__(self, *, spacing: int = GRID, fills: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._fills = fills
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        """Add an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Item at a place; None after the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item; None after the last."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """No direction: the layout does not want more space than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """True, because the number of lines depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all lines at this width."""
        return self._lay_out(QRect(0, 0, width, 0), moves=False)

    def sizeHint(self) -> QSize:
        """Size of all items in one line."""
        shown = self._shown()
        hints = [item.sizeHint() for item in shown]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(len(shown) - 1, 0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        """Least size, with each item on a line of its own."""
        least = [item.minimumSize() for item in self._shown()]
        return QSize(
            max((size.width() for size in least), default=0),
            max((size.height() for size in least), default=0),
        )

    def setGeometry(self, place: QRect) -> None:
        """Place all items."""
        super().setGeometry(place)
        self._lay_out(place, moves=True)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """The items of every line; with ``fills``, evenly distributed."""
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._shown():
            needed = item.sizeHint().width()
            if not lines or used + self.spacing() + needed > width:
                lines.append([])
                used = -self.spacing()
            lines[-1].append(item)
            used += self.spacing() + needed
        return _evened(lines) if self._fills else lines

    def _lay_out(self, place: QRect, *, moves: bool) -> int:
        top = place.top()
        for line in self._lines(place.width()):
            widths = self._widths(line, place.width())
            height = max(_height_of(item, width) for item, width in zip(line, widths, strict=True))
            if moves:
                left = place.left()
                for item, width in zip(line, widths, strict=True):
                    item.setGeometry(QRect(QPoint(left, top), QSize(width, height)))
                    left += width + self.spacing()
            top += height + self.spacing()
        return max(top - place.top() - self.spacing(), 0)

    def _widths(self, line: Sequence[QLayoutItem], width: int) -> list[int]:
        hints = [min(item.sizeHint().width(), width) for item in line]
        if not self._fills:
            return hints
        left = width - sum(hints) - self.spacing() * (len(line) - 1)
        share = max(left, 0) // len(line)
        return [hint + share for hint in hints]


def _height_of(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()


def _evened(lines: list[list[QLayoutItem]]) -> list[list[QLayoutItem]]:
    """The items in the same number of lines, evenly distributed: three and one become two and two."""
    items = [item for line in lines for item in line]
    if len(lines) < 2:  # one line is even
        return lines
    each = -(-len(items) // len(lines))
    evened = [items[first : first + each] for first in range(0, len(items), each)]
    return evened if len(evened) == len(lines) else lines
