"""Tests run in several processes, copies (``fork``) of the one that has found them all.

To find the tests takes as long as many of them: it is done once here, not once in every process. A copy
takes one test file after the other from a pipe until none is left, and sends its reports back; of a file of
long tests it takes one test at a time. In place of
a copy that dies, another one goes on with the test after the one that ended it.
"""

import io
import os
import pickle
import select
import signal
import struct
import sys
from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any, NoReturn

import pytest

from tests.app import forked

BEGUN_FIRST = ("test_controller_promises.py",)
"""It waits for arms that move in real time: at the end the others would stand idle beside it."""
TEST_BY_TEST = ("test_campaigns.py",)
"""Each test takes long, and many wait for an arm: so each has its turn between the files, early enough."""
FILES_BETWEEN = 4
_SIZE = struct.Struct("!Q")
_FILE = struct.Struct("!H")
_ENOUGH = 1 << 16
_write = os.write
"""Taken now: a test may put another function in its place."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the number of copies."""
    text = "run the test files in N copies of this process (Linux)"
    parser.addoption("--copies", type=int, default=0, metavar="N", help=text)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run everything in copies, where they are asked for."""
    count = session.config.getoption("copies")
    if not count or session.config.option.collectonly or session.testsfailed:
        return None
    _Copies(session, count).run()
    return True


class _Copies:
    """The copies, and what they report."""

    def __init__(self, session: pytest.Session, count: int) -> None:
        self._session, self._config, self._count = session, session.config, count
        self._files = list(_turns(session.items))
        self._left, fill = os.pipe()
        os.write(fill, b"".join(map(_FILE.pack, range(len(self._files)))))  # read two bytes at a time
        os.close(fill)
        self._folder = session.config._tmp_path_factory.getbasetemp()
        self._running: dict[int, tuple[int, bytearray]] = {}
        """Process and unread bytes of each copy, by the pipe of its reports."""
        self._under_way: dict[int, pytest.Item] = {}
        self._begun = 0
        self._terminal = self._config.pluginmanager.getplugin("terminalreporter")

    def run(self) -> None:
        """Run all tests; raises as the loop of pytest does."""
        if self._terminal is not None:
            self._terminal.showfspath = False  # the files are mixed
        try:
            for _ in range(self._count):
                self._begin([])
            while self._running:
                for pipe in select.select(list(self._running), [], [])[0]:
                    self._hear(pipe)
                if self._session.shouldfail:
                    raise self._session.Failed(self._session.shouldfail)
                if self._session.shouldstop:
                    raise self._session.Interrupted(self._session.shouldstop)
        finally:
            for pid, _ in self._running.values():
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)

    def _begin(self, first: list[pytest.Item]) -> None:
        """Make a copy, which runs these tests first."""
        hear, tell = os.pipe()
        self._begun += 1
        pid = os.fork()
        if pid == 0:
            for pipe in (hear, *self._running):
                os.close(pipe)
            self._be_copy(first, tell)
        os.close(tell)
        self._running[hear] = (pid, bytearray())

    def _hear(self, pipe: int) -> None:
        pid, unread = self._running[pipe]
        piece = os.read(pipe, _ENOUGH)
        if not piece:
            self._ended(pipe, pid)
            return
        unread += piece
        while len(unread) >= _SIZE.size:
            (size,) = _SIZE.unpack_from(unread)
            if len(unread) < _SIZE.size + size:
                break
            said = pickle.loads(bytes(unread[_SIZE.size : _SIZE.size + size]))
            del unread[: _SIZE.size + size]
            self._pass_on(pipe, *said)

    def _pass_on(self, pipe: int, hook: str, said: Any) -> None:
        """A test begins, reports or ends there: tell everybody here, as if it had run here."""
        hooks = self._config.hook
        if hook == "start":
            item = self._under_way[pipe] = self._session.items[said]
            hooks.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif hook == "report":
            report = hooks.pytest_report_from_serializable(config=self._config, data=said)
            hooks.pytest_runtest_logreport(report=report)
            if report.failed and self._terminal is not None:
                self._terminal.write_line(f" {report.nodeid} failed")
        else:
            item = self._under_way.pop(pipe)
            hooks.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def _ended(self, pipe: int, pid: int) -> None:
        os.close(pipe)
        del self._running[pipe]
        status = os.waitpid(pid, 0)[1]
        item = self._under_way.pop(pipe, None)
        if item is None and status == 0:
            return
        if item is None:
            raise RuntimeError(f"a copy that runs tests ended between two of them, with status {status}")
        how = f" with exit code {os.waitstatus_to_exitcode(status)}"
        self._config.hook.pytest_runtest_logreport(report=forked.died(item, how))
        rest = next(file for file in self._files if item in file)
        self._begin(rest[rest.index(item) + 1 :])

    def _be_copy(self, first: list[pytest.Item], tell: int) -> NoReturn:
        """Run tests until none are left."""
        status = 1
        try:
            self._be_by_itself()
            forked.pytest_runtestloop(self._session)
            self._config.pluginmanager.register(_Teller(self._session, tell))
            self._run_each(self._tests(first))
            forked.pytest_unconfigure(self._config)
            status = 0
        except BaseException:
            sys.excepthook(*sys.exc_info())
            raise
        finally:
            sys.stderr.flush()
            os._exit(status)

    def _be_by_itself(self) -> None:
        """Share neither folder nor captured output with other copies."""
        own = self._folder / f"copy-{self._begun}"
        own.mkdir()
        self._config._tmp_path_factory._basetemp = own
        capture = self._config.pluginmanager.getplugin("capturemanager")
        capture.stop_global_capturing()
        capture.start_global_capturing()
        if self._terminal is not None:
            self._terminal._tw._file = io.StringIO()  # what is shown is shown by the first process

    def _tests(self, first: list[pytest.Item]) -> Iterator[pytest.Item]:
        yield from first
        while len(number := os.read(self._left, _FILE.size)) == _FILE.size:
            yield from self._files[_FILE.unpack(number)[0]]

    def _run_each(self, tests: Iterator[pytest.Item]) -> None:
        item = next(tests, None)
        while item is not None:
            following = next(tests, None)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            item = following


def _turns(items: list[pytest.Item]) -> Iterator[list[pytest.Item]]:
    """What one copy runs at a stretch, in the order in which it is begun."""
    files = [list(each) for _, each in groupby(items, lambda item: item.path)]
    long = ([item] for each in files if each[0].path.name in TEST_BY_TEST for item in each)
    others = (each for each in files if each[0].path.name not in TEST_BY_TEST)
    for number, each in enumerate(sorted(others, key=lambda each: each[0].path.name not in BEGUN_FIRST)):
        yield each
        if number % FILES_BETWEEN == 0:
            yield from islice(long, 1)
    yield from long


class _Teller:
    """In a copy: sends what happens to its tests."""

    def __init__(self, session: pytest.Session, tell: int) -> None:
        self._config, self._tell = session.config, tell
        self._numbers = {item.nodeid: number for number, item in enumerate(session.items)}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._say("start", self._numbers[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook.pytest_report_to_serializable
        self._say("report", hook(config=self._config, report=report))

    def pytest_runtest_logfinish(self) -> None:
        self._say("finish", None)

    def _say(self, hook: str, said: Any) -> None:
        left = pickle.dumps((hook, said))
        left = _SIZE.pack(len(left)) + left
        while left:
            left = left[_write(self._tell, left) :]
