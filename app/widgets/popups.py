"""Forbids menus, lists, dialogs and modal windows while an arm is armed or moving.

An open window would take the keys that stop the arm. Code that opens one asks here first; windows that were
open when the arm was armed, or that Qt opens itself, are closed.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

Entry = tuple[str, Callable[[], None]]
"""Words of an entry of a menu, and what it does."""
_SWEEP_MS = 33


class PopupRule(QObject):
    """Permission to open popups; ``refused`` is emitted when one was not allowed."""

    refused = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._sweep = QTimer(self)
        self._sweep.setInterval(_SWEEP_MS)
        self._sweep.timeout.connect(close_popups)

    @property
    def is_forbidden(self) -> bool:
        """True while an arm is armed or moving."""
        return self._sweep.isActive()

    def forbid(self) -> None:
        """Close all popups, and forbid them until ``allow``."""
        close_popups()
        self._sweep.start()

    def allow(self) -> None:
        """Allow popups again."""
        self._sweep.stop()

    def permits(self) -> bool:
        """Return True if a popup may open now; a refusal emits ``refused``."""
        if self.is_forbidden:
            self.refused.emit()
        return not self.is_forbidden


def popup_rule() -> PopupRule:
    """The rule of the running application; it is created on first use."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    rule = application.findChild(PopupRule)
    return rule if rule is not None else PopupRule(application)


def open_menu(parent: QWidget, entries: Sequence[Entry], place: QPoint) -> None:
    """Open a menu at a place of the screen, unless an arm is armed or moving; it does not block."""
    if not popup_rule().permits():
        return
    menu = QMenu(parent)
    for words, do in entries:
        menu.addAction(words).triggered.connect(lambda _checked=False, do=do: do())
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place)


def close_popups() -> None:
    """Close all open lists, menus and dialogs."""
    popup = QApplication.activePopupWidget()
    while popup is not None:
        popup.close()
        following = QApplication.activePopupWidget()
        popup = None if following is popup else following
    # of the shown windows only: all widgets of a window with many pages are thousands, thirty times a second
    for shown in QApplication.topLevelWindows():
        window = QWidget.find(shown.winId()) if shown.isVisible() else None
        if window is not None and (isinstance(window, QDialog | QMenu) or window.isModal()):
            window.close()
