"""Watches all events of the application while a button is held, and cancels the hold at any other input.

A button receives only its own events. A list that opens, a second finger on another widget or a key for
another widget reaches it late or never, so every event is checked.
"""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QTouchEvent, QWindow
from PySide6.QtWidgets import QWidget

_Type = QEvent.Type
_BREAKING = frozenset({
    # input: another button, key, wheel or finger
    _Type.MouseButtonPress, _Type.MouseButtonRelease, _Type.MouseButtonDblClick, _Type.Wheel,
    _Type.NonClientAreaMouseButtonPress, _Type.TouchEnd, _Type.TouchCancel, _Type.TabletPress,
    _Type.TabletRelease, _Type.NativeGesture, _Type.Gesture, _Type.GestureOverride,
    _Type.ContextMenu, _Type.DragEnter, _Type.Drop,
    # focus and windows
    _Type.FocusIn, _Type.FocusOut, _Type.WindowActivate, _Type.WindowDeactivate, _Type.WindowBlocked,
    _Type.WindowUnblocked, _Type.WindowStateChange, _Type.ApplicationStateChange, _Type.Quit,
    # appearance and language
    _Type.LanguageChange, _Type.ApplicationFontChange, _Type.ApplicationPaletteChange, _Type.ThemeChange,
    _Type.ApplicationLayoutDirectionChange,
})  # fmt: skip
_OPENING = frozenset({_Type.Show, _Type.Expose, _Type.Close})
_KEYS = frozenset({_Type.KeyPress, _Type.KeyRelease, _Type.ShortcutOverride})
_TOUCH = frozenset({_Type.TouchBegin, _Type.TouchUpdate})


class HoldWatch(QObject):
    """Calls ``broken`` at an event that breaks a hold; listens only between ``begin`` and ``end``."""

    def __init__(self, broken: Callable[[], object], *, parent: QWidget) -> None:
        super().__init__(parent)
        self._broken, self._of = broken, parent
        self._listens, self._buttons = False, Qt.MouseButton.NoButton

    def begin(self, buttons: Qt.MouseButton) -> None:
        """Start to listen; ``buttons`` are the mouse buttons that are down and have to stay so."""
        self._buttons = buttons
        application = QCoreApplication.instance()
        if application is not None and not self._listens:
            self._listens = True
            application.installEventFilter(self)

    def end(self) -> None:
        """Stop listening."""
        application = QCoreApplication.instance()
        if application is not None and self._listens:
            self._listens = False
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Check an event and let it pass."""
        if self._listens and self._breaks(watched, event):
            self._broken()
        return False

    def _breaks(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _BREAKING:
            return True
        if kind in _KEYS:
            return not (isinstance(event, QKeyEvent) and event.isAutoRepeat())
        if kind in _TOUCH:
            return isinstance(event, QTouchEvent) and len(event.points()) > 1
        if kind is _Type.MouseMove:
            return isinstance(event, QMouseEvent) and event.buttons() != self._buttons
        return kind in _OPENING and self._is_another_window(watched)

    def _is_another_window(self, watched: QObject) -> bool:
        """True for a list, menu, dialog or window other than the one with the button."""
        own = self._of.window()
        if isinstance(watched, QWidget):
            return watched.isWindow() and watched is not own and not _is_tip(watched.windowType())
        if isinstance(watched, QWindow):
            return watched != own.windowHandle() and watched.isTopLevel() and not _is_tip(watched.type())
        return False


def _is_tip(kind: Qt.WindowType) -> bool:
    return kind is Qt.WindowType.ToolTip
