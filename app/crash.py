"""The last resort: an error nobody caught goes to the log in full and to the screen as a sentence."""

import logging
import sys
import threading
from types import TracebackType

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
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

    def __init__(self, bus: MessageBus) -> None:
        super().__init__(bus)
        self._former = (sys.excepthook, threading.excepthook)
        # Queued: the error may come from another thread, and the window must be whole again.
        self._caught.connect(bus.show_error, Qt.ConnectionType.QueuedConnection)

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
        log.critical("An error nobody caught.", exc_info=(kind, error, traceback))
        self._caught.emit(error)

    def _handle_thread(self, arguments: threading.ExceptHookArgs) -> None:
        error = arguments.exc_value or arguments.exc_type()
        log.critical(
            "An error nobody caught in a thread.",
            exc_info=(arguments.exc_type, error, arguments.exc_traceback),
        )
        self._caught.emit(error)


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    logging.getLogger("app.qt").log(_QT_LEVELS.get(kind, logging.WARNING), "%s", text)
