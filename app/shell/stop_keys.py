"""STOP also where the window's own shortcuts and buttons do not reach.

A menu, a list, a dialog or a cell that is being edited takes Esc for itself, and an open list takes the
press of any button beside it. So an event filter sees the events of the focused window and widget and of
open lists before they do. It filters nothing else, since a filter of every event of the application would
slow down all of them.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

_KEYS = frozenset({Qt.Key.Key_Escape, Qt.Key.Key_Pause})


class StopKeys(QObject):
    """Calls ``stop`` for a key or a press that stops; where it returns False, the event goes on.

    So Esc closes a menu as usual while no robot is connected.

    Parameters
    ----------
    button
        STOP; a press on it stops although an open list would take it.
    """

    def __init__(self, stop: Callable[[], bool], *, button: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._stop, self._button = stop, button
        self._heard: list[QObject] = []
        self._has_ended = False
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusWindowChanged.connect(self._listen)
        application.focusObjectChanged.connect(self._listen)
        self._listen()

    def end(self) -> None:
        """Listen no more, since the application outlives the window; idempotent."""
        if self._has_ended:
            return
        self._has_ended = True
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusWindowChanged.disconnect(self._listen)
        application.focusObjectChanged.disconnect(self._listen)
        self._let_go()

    def _let_go(self) -> None:
        for former in self._heard:
            if isValid(former):
                former.removeEventFilter(self)
        self._heard = []

    @Slot()
    def _listen(self) -> None:
        """Listen to the widgets that have keyboard and pointer now, and to no others."""
        self._let_go()
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        present = (
            QApplication.focusWindow(),
            QApplication.focusObject(),
            popup,
            popup.windowHandle() if popup is not None else None,
            modal,
        )
        for each in present:
            if each is not None and each not in self._heard:
                each.installEventFilter(self)
                self._heard.append(each)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Stop before a widget takes the event; a repeated key stops nothing."""
        kind = event.type()
        if kind is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() in _KEYS and not event.isAutoRepeat() and self._stop()
        if kind is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            return self._is_on_button(event) and self._stop()
        if kind is QEvent.Type.FocusOut:  # a list or menu opens, for which there is no signal
            QTimer.singleShot(0, self, self._listen)
        return False

    def _is_on_button(self, event: QMouseEvent) -> bool:
        """True for a press on STOP that an open list would take."""
        popup, button, place = (
            QApplication.activePopupWidget(),
            self._button,
            event.globalPosition().toPoint(),
        )
        if popup is None or not button.isVisible() or popup.geometry().contains(place):
            return False
        return QRect(button.mapToGlobal(button.rect().topLeft()), button.size()).contains(place)
