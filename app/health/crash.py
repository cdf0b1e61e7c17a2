"""Last resort for unhandled errors: stop the arm, log the error in full, show it as a sentence.

The stop comes first, in the thread that failed. The window's thread then saves open work, and a panel
in the page shows the error (``app.shell.banner``).
"""

import logging
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import TracebackType

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    Slot,
    qInstallMessageHandler,
)

from core.errors import TorsionError
from core.monitor import Cancelled
from core.stamp import time_stamp

log = logging.getLogger(__name__)

_QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_LOGGED_EACH = 3
"""The same error is logged in full this many times, after that every hundredth time only."""
_LOGGED_NOW_AND_THEN = 100


@dataclass(frozen=True)
class Crash:
    """An unhandled error and what was done about it."""

    error: BaseException
    details: str
    """The traceback, for the log and the clipboard; never for the screen."""
    moment: str
    had_robot: bool
    """True if a robot was connected, so that a stop was sent to it."""
    count: int = 1
    """Number of times that this very error has occurred."""
    is_saved: bool = True
    """True if the place in the visit could be saved."""


class CrashHandler(QObject):
    """Handles errors that no other code has handled, in any thread, while it is installed."""

    caught = Signal(object)
    """Carries a ``Crash``, in the window's thread, after everything was saved."""
    _happened = Signal(object)

    def __init__(
        self,
        *,
        stop: Callable[[], bool] = lambda: False,
        save: Callable[[], object] = lambda: None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._stop, self._save = stop, save
        self._former = (sys.excepthook, threading.excepthook)
        self._counts: Counter[str] = Counter()
        # Queued: the error may come from another thread, and the window must be whole again.
        self._happened.connect(self._save_and_show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Install the hooks of Python and Qt."""
        sys.excepthook = self._handle
        threading.excepthook = self._handle_thread
        qInstallMessageHandler(_log_qt_message)

    def uninstall(self) -> None:
        """Restore the hooks that were there before."""
        sys.excepthook, threading.excepthook = self._former
        qInstallMessageHandler(None)

    @Slot(str, object)
    def take_failure(self, _work: str, error: BaseException) -> None:
        """Handle a failure of work at the robot, if its error was not an expected one."""
        if not isinstance(error, TorsionError | OSError | Cancelled):
            self.take(error)

    def _handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._former[0](kind, error, trace)
            return
        self.take(error.with_traceback(trace), logged_as="Uncaught error.")

    def _handle_thread(self, arguments: threading.ExceptHookArgs) -> None:
        error = arguments.exc_value or arguments.exc_type()
        error = error.with_traceback(arguments.exc_traceback)
        self.take(error, logged_as="Uncaught error in a thread.")

    @Slot(object)
    def take(self, error: BaseException, *, logged_as: str = "") -> None:
        """Handle an unexpected error; without ``logged_as``, other code has caught and logged it."""
        # first of all: the arm must not move on while the error is being handled
        had_robot = self._stop_motion()
        details = "".join(traceback.format_exception(error))
        self._counts[details] += 1
        count = self._counts[details]
        if logged_as and (count <= _LOGGED_EACH or count % _LOGGED_NOW_AND_THEN == 0):
            log.critical("%s For the %d. time.\n%s", logged_as, count, details)
        self._happened.emit(Crash(error, details, time_stamp(), had_robot, count))

    def _stop_motion(self) -> bool:
        try:
            return self._stop()
        except Exception:  # the first error must still be shown
            log.exception("The stop could not be sent to the arm.")
            return True

    @Slot(object)
    def _save_and_show(self, crash: Crash) -> None:
        is_saved = True
        try:
            self._save()
        except Exception:  # nothing may fail after the last resort
            log.exception("What was open could not be saved.")
            is_saved = False
        self.caught.emit(replace(crash, is_saved=is_saved))


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    logging.getLogger("app.qt").log(_QT_LEVELS.get(kind, logging.WARNING), "%s", text)
