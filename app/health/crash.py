"""The last resort: an error nobody caught stops the arm, is logged in full, and told as a sentence.

The stop comes first, on the thread that failed. What is to be saved is saved afterwards by
the window's own thread, and then a panel in the page tells it (``app.shell.crash_panel``).
"""

import logging
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
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
"""The same error is logged in full so often; after that only each hundredth time."""
_LOGGED_NOW_AND_THEN = 100


@dataclass(frozen=True)
class Crash:
    """What is known of an error that nobody caught."""

    error: BaseException
    details: str
    """The traceback, for the log and the clipboard; never for the screen."""
    moment: str
    had_robot: bool
    """Whether a robot was connected, and told to stop."""
    count: int = 1
    """How often this very error has come by now."""
    is_saved: bool = True
    """Whether the place in the visit could be kept."""


class CrashHandler(QObject):
    """Catches what every other place missed, in any thread, for as long as it is installed."""

    caught = Signal(object)
    """Crash; on the window's thread, after everything was saved."""
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
        self._happened.connect(self._save_and_tell, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Take over the hooks of Python and Qt."""
        sys.excepthook = self._handle
        threading.excepthook = self._handle_thread
        qInstallMessageHandler(_log_qt_message)

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook, threading.excepthook = self._former
        qInstallMessageHandler(None)

    @Slot(object)
    def take(self, error: BaseException) -> None:
        """An error that somebody else caught and logged, and that nobody expected."""
        self._take(error)

    @Slot(str, object)
    def take_failure(self, _work: str, error: BaseException) -> None:
        """Work at the robot failed; that is taken only where nobody expected it."""
        if not isinstance(error, TorsionError | OSError | Cancelled):
            self._take(error)

    def _handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._former[0](kind, error, trace)
            return
        self._take(error.with_traceback(trace), logged_as="An error nobody caught.")

    def _handle_thread(self, arguments: threading.ExceptHookArgs) -> None:
        error = arguments.exc_value or arguments.exc_type()
        error = error.with_traceback(arguments.exc_traceback)
        self._take(error, logged_as="An error nobody caught in a thread.")

    def _take(self, error: BaseException, *, logged_as: str = "") -> None:
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
        except Exception:  # the error that brought us here must still be told
            log.exception("The arm could not be told to stop.")
            return True

    @Slot(object)
    def _save_and_tell(self, crash: Crash) -> None:
        is_saved = True
        try:
            self._save()
        except Exception:  # nothing may fail after the last resort
            log.exception("What was open could not be saved.")
            is_saved = False
        self.caught.emit(
            Crash(crash.error, crash.details, crash.moment, crash.had_robot, crash.count, is_saved)
        )


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    logging.getLogger("app.qt").log(_QT_LEVELS.get(kind, logging.WARNING), "%s", text)
