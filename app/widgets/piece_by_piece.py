"""Work of the window that is done piece by piece, so that the window answers in between."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

TURN_MS = 10
"""Time after which the window has answered everything else: what waits for it has a turn of its own."""


class PieceByPiece(QTimer):
    """Does one piece of work in each turn of the event loop, in the order in which they were added."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left: list[Callable[[], None]] = []
        self.setInterval(TURN_MS)
        self.timeout.connect(self._do_next)

    @property
    def is_done(self) -> bool:
        """True if no piece is left."""
        return not self._left

    def add(self, *pieces: Callable[[], None]) -> None:
        """Do these pieces after those that are left."""
        self._left += pieces
        self.start()

    def clear(self) -> None:
        """Leave out the pieces that are left."""
        self._left.clear()
        self.stop()

    @Slot()
    def _do_next(self) -> None:
        if self._left:
            self._left.pop(0)()
        if not self._left:
            self.stop()
