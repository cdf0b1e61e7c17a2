"""STOP in the window: button, keys, the focus, and the rule for lists and dialogs.

The slot calls the session on the window's thread before it does anything else. Esc and
Pause always stop; Space only while an arm may move, and none of them by auto-repeat. The
focus is on STOP from the first moving sample on, and nothing opens over the page.
"""

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.guide.actions import Action, bind
from app.jobs.messages import MessageBus, Severity
from app.shell.stop_keys import StopKeys
from app.shell.top_bar import TopBar
from app.speech.language import translate
from app.widgets.glyphs import Glyph
from app.widgets.popups import close_popups, popup_rule

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
