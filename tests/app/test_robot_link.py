"""The link: work in its own thread, computations in the worker, and an end with a deadline."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.arm.link import RemoteCompute, RobotLink
from app.arm.link_state import LinkState
from app.arm.thread import RobotThread
from app.jobs.runner import JobRunner
from app.jobs.task import Failed, Kept, ReportingMonitor, Stopped, Succeeded, Task
from core.errors import BadFile
from core.monitor import Cancelled, NullMonitor
from devices.controller import Lifecycle
from tests.app import fake_robot, job_functions
from tests.app.fake_robot import FakeProcedure, FakeSession
from tests.app.no_worker import NoWorker
from tests.waiting import LIMIT_MS, LIMIT_S, wait_until


@pytest.fixture
def runner(qapp: object) -> Iterator[JobRunner]:
    runner = JobRunner()
    yield runner
    assert runner.shutdown()


def _in_thread(call) -> object:
    """What ``call`` gives when another thread calls it."""
    found: list[object] = []

    def work() -> None:
        try:
            found.append(call())
        except (Cancelled, BadFile) as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    wait_until(lambda: bool(found))
    thread.join(LIMIT_S)
    return found[0]


def test_a_computation_is_done_in_the_worker(qtbot: QtBot, runner: JobRunner) -> None:
    compute = RemoteCompute(runner)
    told: list[object] = []
    monitor = ReportingMonitor(told.append)
    adding = Task(job_functions.add, first=2, second=3)
    assert _in_thread(lambda: compute(adding, monitor)) == 5
    assert told


def test_its_errors_come_back(qtbot: QtBot, runner: JobRunner) -> None:
    compute = RemoteCompute(runner)
    error = _in_thread(lambda: compute(Task(job_functions.fail_with_code), NullMonitor()))
    assert isinstance(error, BadFile)
    assert error.code == "bad-robot"


def test_a_cancelled_procedure_takes_its_computation_back(qtbot: QtBot, runner: JobRunner) -> None:
    compute = RemoteCompute(runner)
    monitor = ReportingMonitor(lambda news: monitor.cancel() if isinstance(news, Kept) else None)
    error = _in_thread(lambda: compute(Task(job_functions.busy_and_checking), monitor))
    assert isinstance(error, Cancelled)
    wait_until(lambda: not runner.is_busy)


def test_nobody_waits_for_a_window_that_is_gone(qtbot: QtBot) -> None:
    compute = RemoteCompute(NoWorker())
    compute.close()
    assert isinstance(
        _in_thread(lambda: compute(Task(job_functions.process_number), NullMonitor())), Cancelled
    )


def test_work_that_waits_is_done_although_it_was_cancelled() -> None:
    """Closing asks no one whether it was cancelled: the port has to be closed."""
    told: list[tuple[str, object]] = []
    thread, go_on = RobotThread(lambda name, news: told.append((name, news))), threading.Event()
    thread.do("run", lambda _monitor: go_on.wait(LIMIT_S))
    thread.do("close", lambda _monitor: "closed")
    thread.cancel()
    go_on.set()
    thread.end()
    assert thread.join(LIMIT_S)
    assert told == [("run", Succeeded(True)), ("close", Succeeded("closed"))]  # noqa: FBT003  # what wait gave


@pytest.mark.expected_log("wrong went wrong")
def test_the_thread_tells_how_work_ended() -> None:
    told: list[tuple[str, object]] = []
    thread = RobotThread(lambda name, news: told.append((name, news)))

    def wrong(_monitor: object) -> object:
        raise ValueError("joint 3")

    def patient(monitor: ReportingMonitor) -> None:
        while True:
            monitor.check()

    thread.do("fine", lambda _monitor: 5)
    thread.do("wrong", wrong)
    thread.do("patient", patient)
    wait_until(lambda: len(told) == 2)
    thread.cancel()
    thread.end()
    assert thread.join(LIMIT_S)
    assert told[0] == ("fine", Succeeded(5))
    assert told[1][0] == "wrong"
    assert isinstance(told[1][1], Failed)
    assert told[2] == ("patient", Stopped())


def test_the_window_answers_while_the_link_connects_runs_and_closes(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session waits until the event loop has gone on: it would wait for ever on the window's thread."""
    session, procedure = FakeSession(), FakeProcedure()

    def once_the_window_has_gone_on(work: Callable[..., object]) -> Callable[..., object]:
        def waits(*arguments: object) -> object:
            gone_on = threading.Event()
            QTimer.singleShot(0, link, gone_on.set)
            assert gone_on.wait(LIMIT_S)
            return work(*arguments)

        return waits

    for name in ("open", "close"):
        monkeypatch.setattr(session, name, once_the_window_has_gone_on(getattr(session, name)))
    for name in ("prepare", "run"):
        monkeypatch.setattr(procedure, name, once_the_window_has_gone_on(getattr(procedure, name)))
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with qtbot.waitSignal(link.connected, timeout=LIMIT_MS):
        link.connect_to(fake_robot.place(tmp_path))
    with qtbot.waitSignal(link.prepared, timeout=LIMIT_MS) as blocker:
        link.prepare(procedure)
    link.run(procedure, blocker.args[0])
    wait_until(lambda: link.state is LinkState.MOVING)
    with qtbot.waitSignal(link.ended, timeout=LIMIT_MS):
        assert link.stop()
    with qtbot.waitSignal(link.closed, timeout=LIMIT_MS):
        link.disconnect_robot()


def test_an_arm_that_stays_armed_is_disarmed_after_its_procedure(qtbot: QtBot, tmp_path: Path) -> None:
    session, procedure = FakeSession(), FakeProcedure()
    disarmed: list[bool] = []
    session.controller.disarm = lambda: (disarmed.append(True), session.become(Lifecycle.CONNECTED))
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with qtbot.waitSignal(link.connected, timeout=LIMIT_MS):
        link.connect_to(fake_robot.place(tmp_path))
    with qtbot.waitSignal(link.prepared, timeout=LIMIT_MS) as blocker:
        link.prepare(procedure)
    run = procedure.run

    def stays_armed(*arguments):
        outcome = run(*arguments)
        session.become(Lifecycle.ARMED)
        return outcome

    procedure.run = stays_armed  # type: ignore[method-assign]
    procedure.finish.set()
    with qtbot.waitSignal(link.ended, timeout=LIMIT_MS):
        link.run(procedure, blocker.args[0])
    assert disarmed == [True]
    assert not link.may_move
    assert link.leave()


def test_a_thread_that_fell_silent_reports_nothing_of_work_that_hung() -> None:
    told: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def hang(_monitor: object) -> None:
        begun.set()
        go_on.wait(LIMIT_S)

    thread = RobotThread(lambda name, _news: told.append(name))
    thread.do("close", hang)
    thread.end()
    wait_until(begun.is_set)
    thread.fall_silent()
    go_on.set()
    assert thread.join(LIMIT_S)
    assert told == []


@pytest.mark.expected_log("did not end in time")
def test_a_port_that_hangs_does_not_keep_the_window_open(qtbot: QtBot, tmp_path: Path) -> None:
    session = FakeSession()
    hangs = threading.Event()
    session.close = lambda: hangs.wait(LIMIT_S)  # type: ignore[method-assign,assignment,return-value]
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with qtbot.waitSignal(link.connected, timeout=LIMIT_MS):
        link.connect_to(fake_robot.place(tmp_path))
    thread = link._thread
    assert thread is not None
    assert not link.leave(deadline_s=0.2)  # the port still hangs
    assert link.session is None
    hangs.set()
    assert thread.join(LIMIT_S)


def test_connecting_can_be_given_up(qtbot: QtBot, tmp_path: Path) -> None:
    session = FakeSession()
    seen: list[object] = []

    def patient(monitor: ReportingMonitor) -> None:
        while True:
            monitor.check()

    session.open = patient  # type: ignore[method-assign,assignment]
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    link.connected.connect(seen.append)
    link.failed.connect(lambda work, _error: seen.append(work))
    link.connect_to(fake_robot.place(tmp_path))
    wait_until(lambda: link.session is not None)
    with qtbot.waitSignal(link.closed, timeout=LIMIT_MS):
        link.disconnect_robot()
    assert seen == []
    assert link.state is LinkState.OFF
    assert session.is_closed
