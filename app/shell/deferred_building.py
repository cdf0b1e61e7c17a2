"""Builds the rest of a window behind its first screen, so that the window is there sooner."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from app.look.theme import current_theme
from app.widgets.piece_by_piece import PieceByPiece

_TOUCHES = {
    *(QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin, QEvent.Type.TabletPress),
    *(QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.InputMethod),
    *(QEvent.Type.DragEnter, QEvent.Type.Drop),
}
"""Events by which a person uses a window. The window must be whole before it handles them."""


class InTurns(QObject):
    """Does one piece of the building in each turn of the event loop; all that is left at the first touch."""

    done = Signal()
    """Emitted once nothing is left."""

    def __init__(self, pieces: Iterator[None], *, window: QWidget) -> None:
        """``pieces`` builds a piece of the window each time that it is asked for the next item."""
        super().__init__(window)
        self._window, self._pieces, self._turns = window, pieces, PieceByPiece(self)
        self.is_done = False

    def begin(self) -> None:
        """Build from now on, until everything is there or the window is touched."""
        application = QApplication.instance()
        assert application is not None
        if self.is_done:
            self.done.emit()
            return
        for button in self._window.findChildren(QAbstractButton):
            button.pressed.connect(self.complete)  # a screen reader presses it without an event
        application.installEventFilter(self)
        self.done.connect(lambda: application.removeEventFilter(self))
        self._turns.add(self._build_next)

    @Slot()
    def complete(self) -> None:
        """Build all that is left now."""
        if self.is_done:
            return
        with current_theme().dressed_at_once():
            for _ in self._pieces:
                pass
        self._end()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Complete the window before it handles a touch."""
        if event.type() in _TOUCHES:
            self.complete()
        return False

    def _build_next(self) -> None:
        try:
            next(self._pieces)
        except StopIteration:
            self._end()
        else:
            self._turns.add(self._build_next)

    def _end(self) -> None:
        self.is_done = True
        self._turns.clear()
        self.done.emit()
