"""While an arm is armed or moving nothing may open over the page: no menu, list, dialog or modal window.

A window that opens would take the keys that stop the arm. Whoever wants to open one asks
here first; what was open when the arm was armed, or comes from Qt itself, is closed.
"""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialog, QMenu

_SWEEP_MS = 33


class PopupRule(QObject):
    """Whether anything may open now; ``refused`` tells when something was not opened."""

    refused = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._sweep = QTimer(self)
        self._sweep.setInterval(_SWEEP_MS)
        self._sweep.timeout.connect(close_popups)

    @property
    def is_forbidden(self) -> bool:
        """Whether an arm is armed or moving."""
        return self._sweep.isActive()

    def forbid(self) -> None:
        """Close whatever is open and let nothing open until ``allow``."""
        close_popups()
        self._sweep.start()

    def allow(self) -> None:
        """Things may open again."""
        self._sweep.stop()

    def permits(self) -> bool:
        """Ask before opening anything; a refusal is told."""
        if self.is_forbidden:
            self.refused.emit()
        return not self.is_forbidden


def popup_rule() -> PopupRule:
    """The rule of the running application; made on first use."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    rule = application.findChild(PopupRule)
    return rule if rule is not None else PopupRule(application)


def close_popups() -> None:
    """Close every list, menu and dialog that is open."""
    popup = QApplication.activePopupWidget()
    while popup is not None:
        popup.close()
        following = QApplication.activePopupWidget()
        popup = None if following is popup else following
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and (isinstance(window, QDialog | QMenu) or window.isModal()):
            window.close()
