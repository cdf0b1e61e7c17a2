"""A test fails when a window, an active timer, a running QThread or a QProcess outlives it.

Only what the test added counts. What is found is stopped after it was reported, so that
the next test is judged on its own.
"""

import gc
import sys
from collections.abc import Iterator

import pytest

from tests.guards.outcome import has_failed

_MANY_OBJECTS = 40_000
"""More than a test of the window leaves; what is there before it then is the program's own modules."""


def _set_aside_what_stays() -> None:
    """Take what all modules and caches hold out of every later collection and search.

    A collection looks at every object there is: beside compiled kernels and a physics engine that
    took longer than most tests.
    """
    if len(gc.get_objects()) > _MANY_OBJECTS:
        gc.collect()
        gc.freeze()


def _windows() -> dict[int, object]:
    from PySide6.QtWidgets import QApplication
    from shiboken6 import getCppPointer

    if not isinstance(QApplication.instance(), QApplication):
        return {}
    return {getCppPointer(window)[0]: window for window in QApplication.topLevelWidgets()}


def _busy_objects() -> Iterator[tuple[int, object]]:
    """Active timers, running threads and processes, wherever they hide: Qt keeps no list of them."""
    from PySide6.QtCore import QObject, QProcess, QThread, QTimer
    from shiboken6 import getCppPointer, isValid

    for candidate in gc.get_objects():
        if not issubclass(type(candidate), QObject) or not isValid(candidate):
            continue
        if (
            (isinstance(candidate, QTimer) and candidate.isActive())
            or (isinstance(candidate, QThread) and candidate.isRunning() and not _is_main(candidate))
            or (isinstance(candidate, QProcess) and candidate.state() != QProcess.ProcessState.NotRunning)
        ):
            yield getCppPointer(candidate)[0], candidate


def _is_main(thread: object) -> bool:
    from PySide6.QtCore import QCoreApplication

    application = QCoreApplication.instance()
    return application is None or thread == application.thread()


def _present() -> dict[int, object]:
    return _windows() | dict(_busy_objects())


def _settle() -> None:
    """Let deferred deletions happen and unreachable windows go."""
    from PySide6.QtCore import QCoreApplication, QEvent

    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()


def _stop(leaked: object) -> None:
    from PySide6.QtCore import QProcess, QThread, QTimer
    from PySide6.QtWidgets import QWidget

    if isinstance(leaked, QTimer):
        leaked.stop()
    elif isinstance(leaked, QProcess):
        leaked.kill()
        leaked.waitForFinished(-1)
    elif isinstance(leaked, QThread):
        leaked.requestInterruption()
        leaked.quit()
        leaked.wait()
    elif isinstance(leaked, QWidget):
        leaked.close()
        leaked.deleteLater()


def _uses_qt(request: pytest.FixtureRequest) -> bool:
    return bool({"qtbot", "qapp"} & set(request.fixturenames))


@pytest.fixture(autouse=True)
def guard_against_leaked_widgets(request: pytest.FixtureRequest):
    if not _uses_qt(request) or "PySide6" not in sys.modules:
        yield
        return
    _set_aside_what_stays()
    before = _present().keys()
    yield
    leaked = {key: found for key, found in _present().items() if key not in before}
    if leaked:
        leaked.clear()
        _settle()
        leaked = {key: found for key, found in _present().items() if key not in before}
    names = sorted(repr(found) for found in leaked.values())
    for found in leaked.values():
        _stop(found)
    leaked.clear()
    if names and not has_failed(request.node):
        pytest.fail("left behind by the test: " + ", ".join(names), pytrace=False)
