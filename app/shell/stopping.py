"""STOP in the window: button, keys, the focus, and the rule for lists and dialogs.

The slot calls the session on the window's thread before it does anything else. Esc and
Pause always stop; Space only while an arm may move, and none of them by auto-repeat. The
focus is on STOP from the first moving sample on, and nothing opens over the page.

A menu, a list, a dialog or a cell that is being edited takes Esc for itself, and an open list takes the press
of any button beside it. So ``StopKeys`` sees the events of the focused window and widget and of open lists
before they do. It filters nothing else, since a filter of every event would slow down all of them.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.guide.actions import Action, bind
from app.jobs.messages import MessageBus, Severity
from app.shell.top_bar import TopBar
from app.speech.language import translate
from app.widgets.glyphs import Glyph
from app.widgets.popups import close_popups, popup_rule

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


_GLYPHS = {
    LinkState.OFF: Glyph.EMPTY,
    LinkState.CONNECTING: Glyph.CURRENT,
    LinkState.READY: Glyph.CHECK,
    LinkState.ARMED: Glyph.WARNING,
    LinkState.MOVING: Glyph.MOVING,
    LinkState.FAULT: Glyph.CROSS,
    LinkState.LOST: Glyph.CROSS,
    LinkState.SEARCHING: Glyph.CURRENT,
    LinkState.ENDED: Glyph.NOTE,
    LinkState.CLOSING: Glyph.CURRENT,
}


def link_word(state: LinkState) -> str:
    """State of the link to the robot in words."""
    return translate(
        "Words",
        {
            LinkState.OFF: "No robot connected",
            LinkState.CONNECTING: "Connecting …",
            LinkState.READY: "Connected",
            LinkState.ARMED: "Armed, may move",
            LinkState.MOVING: "Moving",
            LinkState.FAULT: "Stopped by a fault",
            LinkState.LOST: "Connection lost",
            LinkState.SEARCHING: "Looking for the robot …",
            LinkState.ENDED: "Replay has ended",
            LinkState.CLOSING: "Disconnecting …",
        }[state],
    )


class Stopping(QObject):
    """Binds STOP to the robot's link for as long as the window lives."""

    stopped = Signal()
    """STOP was pressed while a robot was connected."""

    def __init__(self, window: QWidget, link: RobotLink, bus: MessageBus, top_bar: TopBar) -> None:
        super().__init__(window)
        self._window, self._link, self._bus, self._top_bar = window, link, bus, top_bar
        (self.space,) = bind(Action.STOP_MOVING, window, self.stop)
        self.space.setEnabled(False)
        bind(Action.STOP, window, self.stop)
        self._keys = StopKeys(self._stop_if_connected, button=top_bar.stop, parent=self)
        top_bar.stop.stop_pressed.connect(self.stop)
        link.state_changed.connect(self._show_state)
        link.busy_changed.connect(self._show_danger)
        popup_rule().refused.connect(self._show_refusal)
        self._show_state(link.state)

    def end(self) -> None:
        """Release the keys: the window is closed."""
        self._keys.end()

    @Slot()
    def stop(self) -> None:
        """Stop the arm first; show a message afterwards."""
        was_connected = self._link.stop()
        close_popups()
        if not was_connected:
            self._bus.show(self.tr("No robot is connected, nothing is moving."))
            return
        self._bus.show(
            self.tr("STOP was sent to the robot."),
            self.tr("The planned motion is discarded. The start pose is checked again before the next one."),
            severity=Severity.WARNING,
        )
        self.stopped.emit()

    def _stop_if_connected(self) -> bool:
        """Stop if a robot is connected; without one a key does its usual work."""
        is_connected = self._link.session is not None
        if is_connected:
            self.stop()
        return is_connected

    @Slot(object)
    def _show_state(self, state: LinkState) -> None:
        words = link_word(state)
        identity = self._link.identity
        if state is LinkState.READY and identity is not None:
            words = " · ".join(filter(None, (words, identity.model)))
        self._top_bar.show_connection(_GLYPHS[state], words)
        self._show_danger()
        if state is LinkState.MOVING:
            self._top_bar.stop.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _show_danger(self) -> None:
        may_move = self._link.may_move
        self.space.setEnabled(may_move)
        rule = popup_rule()
        if may_move and not rule.is_forbidden:
            rule.forbid()
            self._top_bar.stop.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not may_move and rule.is_forbidden:
            rule.allow()

    @Slot()
    def _show_refusal(self) -> None:
        self._bus.show(
            self.tr("Nothing opens while the robot may move."),
            self.tr("STOP must stay within reach. Wait until the robot stands still."),
        )
