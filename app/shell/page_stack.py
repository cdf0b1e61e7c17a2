"""Stack of pages that does not depend on the sizes of those behind."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget

_USUAL_SIZE = QSize(800, 600)


class PageStack(QStackedWidget):
    """A stack that takes the room it is given.

    Qt's own stack computes the sizes of every page behind at every turn, and the height of every text
    that wraps: that took more time than all the rest of a turn.
    """

    def sizeHint(self) -> QSize:
        """One size for all pages."""
        return _USUAL_SIZE

    def minimumSizeHint(self) -> QSize:
        """No size: the window has a least size of its own, for which the pages are made."""
        return QSize(0, 0)

    def hasHeightForWidth(self) -> bool:
        """Return False: no text in a page makes the window higher."""
        return False
