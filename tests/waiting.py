"""Waiting for an event, never for a time: the one place where tests look at a clock.

The clock is read only to give up, with a sentence that names what did not come. The limit is so generous
that no busy computer reaches it; a test that waits that long hangs.
"""

import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer

LIMIT_S = 600.0
"""What has not come after this time will not come."""
LIMIT_MS = round(1000 * LIMIT_S)
"""The same for the waits of pytest-qt, ms."""
_LOOK_AGAIN_S = 0.002
_MOST_TURNS = 1000
"""Turns of the event loop after which what follows from it is an animation and no work."""
_SHORT_MS = 500
"""A window waits no longer before it does what it put off."""


def wait_until(there: Callable[[], object], what: str = "", *, limit_s: float = LIMIT_S) -> None:
    """Return as soon as ``there()`` is true; events of Qt are processed meanwhile, if this is its thread.

    Parameters
    ----------
    there : callable
        Looks whether the event has come; a value that is false means *not yet*.
    what : str
        What is waited for, for the message. Without it the message quotes the line of the caller.
    limit_s : float
        When to give up, s. Shorter than the default only where a test shows the giving up itself.

    Raises
    ------
    AssertionError
        If it has not come within the limit.
    """
    look_again = _pause()
    until_s = time.monotonic() + limit_s
    while not there():
        if time.monotonic() > until_s:
            raise AssertionError(f"did not come within {limit_s:g} s: {what or _calling_line()}")
        look_again()


def settle() -> None:
    """Process all events, those that follow from them, and what windows have put off by a short timer.

    What has not happened then was not begun: so a test shows that something stays away.
    """
    wait_until(_rests, "the event loop to rest")


def wait_for_ticks(timer: "QTimer", count: int) -> None:
    """Let a timer that runs again and again run some times more."""
    seen: list[None] = []
    connection = timer.timeout.connect(lambda: seen.append(None))
    wait_until(lambda: len(seen) >= count, f"{count} ticks of a timer")
    timer.disconnect(connection)


def _rests() -> bool:
    from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEvent, QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    dispatcher = QAbstractEventDispatcher.instance()
    for _ in range(_MOST_TURNS):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        if not dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents):
            break
    return not any(
        timer.isActive() and timer.isSingleShot() and timer.interval() <= _SHORT_MS
        for window in QApplication.topLevelWidgets()
        for timer in window.findChildren(QTimer)
    )


def _pause() -> Callable[[], object]:
    """How to let others work: by the event loop on the thread of the window, else by a short sleep."""
    core = sys.modules.get("PySide6.QtCore")
    application = core.QCoreApplication.instance() if core else None
    if application is None or threading.current_thread() is not threading.main_thread():
        return lambda: time.sleep(_LOOK_AGAIN_S)
    from PySide6.QtTest import QTest

    return lambda: QTest.qWait(int(1000 * _LOOK_AGAIN_S))


def _calling_line() -> str:
    """Where ``wait_until`` was called, and the text of that line."""
    at = traceback.extract_stack(limit=3)[0]
    return f"{at.filename}:{at.lineno}: {at.line}"
