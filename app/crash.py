"""The last resort: an error nobody caught stops the arm, is logged in full, and told as a sentence.

The stop comes first, on the thread that failed. What is to be saved is saved afterwards by
the window's own thread.
"""

import logging
import sys
import threading
from collections.abc import Callable
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

from app.messages import MessageBus

log = logging.getLogger(__name__)

_QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class CrashHandler(QObject):
    """Catches what every other place missed, in any thread, for as long as it is installed."""

    _caught = Signal(object)

    def __init__(
        self,
        bus: MessageBus,
        *,
        stop: Callable[[], object] = lambda: None,
        save: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(bus)
        self._stop, self._save = stop, save
        self._former = (sys.excepthook, threading.excepthook)
        # Queued: the error may come from another thread, and the window must be whole again.
        self._caught.connect(bus.show_error, Qt.ConnectionType.QueuedConnection)
        self._caught.connect(self._save_work, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Take over the hooks of Python and Qt."""
        sys.excepthook = self._handle
        threading.excepthook = self._handle_thread
        qInstallMessageHandler(_log_qt_message)

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook, threading.excepthook = self._former
        qInstallMessageHandler(None)

    def _handle(
        self, kind: type[BaseException], error: BaseException, traceback: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._former[0](kind, error, traceback)
            return
        self._stop_motion()
        log.critical("An error nobody caught.", exc_info=(kind, error, traceback))
        self._caught.emit(error)

    def _handle_thread(self, arguments: threading.ExceptHookArgs) -> None:
        self._stop_motion()
        error = arguments.exc_value or arguments.exc_type()
        log.critical(
            "An error nobody caught in a thread.",
            exc_info=(arguments.exc_type, error, arguments.exc_traceback),
        )
        self._caught.emit(error)

    def _stop_motion(self) -> None:
        try:
            self._stop()
        except Exception:  # the error that brought us here must still be told
            log.exception("The arm could not be told to stop.")

    @Slot()
    def _save_work(self) -> None:
        try:
            self._save()
        except Exception:  # nothing may fail after the last resort
            log.exception("What was open could not be saved.")


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    logging.getLogger("app.qt").log(_QT_LEVELS.get(kind, logging.WARNING), "%s", text)
