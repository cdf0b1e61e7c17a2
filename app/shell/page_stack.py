"""Pages one behind the other, of which only the one in front is asked how much room it wants."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget

_USUAL_SIZE = QSize(800, 600)


class PageStack(QStackedWidget):
    """A stack that takes the room it is given.

    Qt's own asks every page behind for its sizes at every turn, and the height of every text that
    wraps: that took more time than all the rest of a turn.
    """

    def sizeHint(self) -> QSize:
        """The same for all pages."""
        return _USUAL_SIZE

    def minimumSizeHint(self) -> QSize:
        """The window has a smallest size of its own, for which the pages are made."""
        return QSize(0, 0)

    def hasHeightForWidth(self) -> bool:
        """No text in a page makes the window around it higher."""
        return False
