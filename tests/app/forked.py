"""Tests of a window that works nothing out each begin with one that is built already.

To build the window takes ten times as long as most of its tests. So it is built once, in a process that
does nothing else and is copied (``fork``) for each test: a test has its own window, application, settings
and memory, nothing that it does is seen by another, and it ends with its process. Where a system cannot
copy a process with a window in it, and with ``--pdb``, each test builds its window itself.
"""

import os
import pickle
import select
import shutil
import signal
import struct
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

FIXTURE = "make_window"
"""Whoever asks for it gets the window that is ready."""
_LENGTH = struct.Struct("!Q")
_KEY = pytest.StashKey["Nursery"]()
_LIMIT_S = 600.0


class Nursery:
    """The process with the window, and the way to it."""

    def __init__(self, session: pytest.Session) -> None:
        asked, self._ask = os.pipe()
        self._told, tell = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._ask)
            os.close(self._told)
            _serve(session, asked, tell)
        os.close(asked)
        os.close(tell)

    def run(self, item: pytest.Item) -> list[dict[str, Any]]:
        """Run one test there; its reports, or none when its process died."""
        os.write(self._ask, _LENGTH.pack(item.session.items.index(item)))
        size = _read(self._told, _LENGTH.size)
        return pickle.loads(_read(self._told, *_LENGTH.unpack(size))) if size else []

    def close(self) -> None:
        """Let the process end."""
        os.close(self._ask)
        os.close(self._told)
        os.waitpid(self._pid, 0)


def _read(pipe: int, size: int) -> bytes:
    """Exactly so many bytes; none when nothing writes any more."""
    found = b""
    while len(found) < size and (more := os.read(pipe, size - len(found))):
        found += more
    return found


def _tell(pipe: int, reports: list[dict[str, Any]]) -> None:
    left = pickle.dumps(reports)
    left = _LENGTH.pack(len(left)) + left
    while left:
        left = left[os.write(pipe, left) :]


def _serve(session: pytest.Session, asked: int, tell: int) -> None:
    """Build the window, and be copied for each test until nothing asks any more. Never returns."""
    folder = Path(tempfile.mkdtemp(prefix="window-"))
    try:
        from tests.app.ready_window import READY

        session._setupstate.stack.clear()  # what was set up before belongs to the process before
        READY.build(folder / "test", ignored=session.config.getini("qt_log_ignore"))
        while number := _read(asked, _LENGTH.size):
            (place,) = _LENGTH.unpack(number)
            child = os.fork()
            if child == 0:
                _run_here(session.items[place], tell)
            if _ends_badly(child):
                _tell(tell, [])
            READY.tidy()
    except BrokenPipeError:  # the tests were interrupted
        pass
    except BaseException:
        sys.excepthook(*sys.exc_info())
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def _ends_badly(child: int) -> bool:
    """Wait for a copy to end, and end it after a time that no test takes; False for a good end."""
    watched = os.pidfd_open(child)
    if not select.select([watched], [], [], _LIMIT_S)[0]:
        os.kill(child, signal.SIGKILL)  # stuck in C++, where the limit of pytest cannot reach it
    os.close(watched)
    return os.waitpid(child, 0)[1] != 0


def _run_here(item: pytest.Item, tell: int) -> None:
    """Run one test in this copy. Never returns."""
    status = 1
    try:
        _Copy.reports = []
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        serialized = item.config.hook.pytest_report_to_serializable
        _tell(tell, [serialized(config=item.config, report=report) for report in _Copy.reports])
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
        raise
    finally:
        os._exit(status)


class _Copy:
    """In the copy of the process: what the test there came to."""

    reports: list[pytest.TestReport] | None = None


def _runs_in_a_copy(item: pytest.Item) -> bool:
    return (
        FIXTURE in getattr(item, "fixturenames", ())
        and sys.platform.startswith("linux")
        and not item.config.getoption("usepdb")
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """Build the window before any test: threads that Qt paints with do not come along in a copy.

    A copy of a process that has painted would wait for these threads for ever.
    """
    if any(_runs_in_a_copy(item) for item in getattr(session, "items", ())):
        session.config.stash[_KEY] = Nursery(session)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if _Copy.reports is not None:
        _Copy.reports += runtestprotocol(item, log=False, nextitem=nextitem)
        return True
    if not _runs_in_a_copy(item):
        return None
    hook, config = item.ihook, item.config
    config.hook.pytest_timeout_cancel_timer(item=item)  # the copy has its own
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    told = config.stash[_KEY].run(item)
    for each in told:
        report = config.hook.pytest_report_from_serializable(config=config, data=each)
        hook.pytest_runtest_logreport(report=report)
    if not told:
        hook.pytest_runtest_logreport(report=died(item))
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    item.session._setupstate.teardown_exact(nextitem)
    return True


def died(item: pytest.Item, how: str = "") -> pytest.TestReport:
    """Report of a test that ended its process."""
    words = f"the process of this test died{how}; its last words are above"
    return pytest.TestReport(item.nodeid, item.location, {}, "failed", words, "call")


def pytest_unconfigure(config: pytest.Config) -> None:
    if (nursery := config.stash.get(_KEY, None)) is not None and _Copy.reports is None:
        nursery.close()
