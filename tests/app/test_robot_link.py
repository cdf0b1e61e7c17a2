"""The link: work in its own thread, computations in the worker, and an end with a deadline."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.arm.remote_compute import RemoteCompute
from app.arm.thread import RobotThread
from app.jobs.protocol import Failed, Stopped, Succeeded
from app.jobs.reporting import ReportingMonitor
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from core.errors import BadFile
from core.monitor import Cancelled, NullMonitor
from devices.controller import Lifecycle
from tests.app import fake_robot, job_functions
from tests.app.event_loop import BLOCK_LIMIT_S, EventLoopWatch
from tests.app.fake_robot import FakeProcedure, FakeSession
from tests.app.no_worker import NoWorker

LONG_MS = 20_000
SOON_MS = 30_000


@pytest.fixture
def runner(qapp: object) -> Iterator[JobRunner]:
    runner = JobRunner()
    yield runner
    assert runner.shutdown()


def _in_thread(qtbot: QtBot, call) -> object:
    """What ``call`` gives when another thread calls it."""
    found: list[object] = []

    def work() -> None:
        try:
            found.append(call())
        except (Cancelled, BadFile) as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    qtbot.waitUntil(lambda: bool(found), timeout=LONG_MS)
    thread.join(2.0)
    return found[0]


def test_a_computation_is_done_in_the_worker(qtbot: QtBot, runner: JobRunner) -> None:
    compute = RemoteCompute(runner)
    told: list[object] = []
    monitor = ReportingMonitor(told.append)
    adding = Task(job_functions.add, first=2, second=3)
    assert _in_thread(qtbot, lambda: compute(adding, monitor)) == 5
    assert told


def test_its_errors_come_back(qtbot: QtBot, runner: JobRunner) -> None:
    compute = RemoteCompute(runner)
    error = _in_thread(qtbot, lambda: compute(Task(job_functions.fail_with_code), NullMonitor()))
    assert isinstance(error, BadFile)
    assert error.code == "bad-robot"


def test_a_cancelled_procedure_takes_its_computation_back(qtbot: QtBot, runner: JobRunner) -> None:
    compute = RemoteCompute(runner)
    monitor = ReportingMonitor(lambda _news: None)
    threading.Timer(0.5, monitor.cancel).start()
    error = _in_thread(qtbot, lambda: compute(Task(job_functions.busy_and_checking), monitor))
    assert isinstance(error, Cancelled)
    qtbot.waitUntil(lambda: not runner.is_busy, timeout=SOON_MS)


def test_nobody_waits_for_a_window_that_is_gone(qtbot: QtBot) -> None:
    compute = RemoteCompute(NoWorker())
    compute.close()
    assert isinstance(
        _in_thread(qtbot, lambda: compute(Task(job_functions.process_number), NullMonitor())), Cancelled
    )


def test_work_that_waits_is_done_although_it_was_cancelled() -> None:
    """Closing asks no one whether it was cancelled: the port has to be closed."""
    told: list[tuple[str, object]] = []
    thread, go_on = RobotThread(lambda name, news: told.append((name, news))), threading.Event()
    thread.do("run", lambda _monitor: go_on.wait(3.0))
    thread.do("close", lambda _monitor: "closed")
    thread.cancel()
    go_on.set()
    thread.end()
    assert thread.join(3.0)
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
            time.sleep(0.005)

    thread.do("fine", lambda _monitor: 5)
    thread.do("wrong", wrong)
    thread.do("patient", patient)
    deadline = time.monotonic() + 3.0
    while len(told) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    thread.cancel()
    thread.end()
    assert thread.join(3.0)
    assert told[0] == ("fine", Succeeded(5))
    assert told[1][0] == "wrong"
    assert isinstance(told[1][1], Failed)
    assert told[2] == ("patient", Stopped())


@pytest.mark.alone
def test_the_window_answers_while_the_link_connects_runs_and_closes(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, procedure = FakeSession(), FakeProcedure()
    first = session.open
    monkeypatch.setattr(session, "open", lambda monitor: (time.sleep(0.3), first(monitor))[1])
    monkeypatch.setattr(session, "close", lambda: time.sleep(0.3))
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with EventLoopWatch() as watch:
        with qtbot.waitSignal(link.connected, timeout=SOON_MS):
            link.connect_to(fake_robot.place(tmp_path))
        with qtbot.waitSignal(link.prepared, timeout=SOON_MS) as blocker:
            link.prepare(procedure)
        link.run(procedure, blocker.args[0])
        qtbot.waitUntil(lambda: link.state is LinkState.MOVING, timeout=SOON_MS)
        with qtbot.waitSignal(link.ended, timeout=SOON_MS):
            assert link.stop()
        with qtbot.waitSignal(link.closed, timeout=SOON_MS):
            link.disconnect_robot()
    assert watch.longest_gap_s <= BLOCK_LIMIT_S, str(watch.longest)


def test_an_arm_that_stays_armed_is_disarmed_after_its_procedure(qtbot: QtBot, tmp_path: Path) -> None:
    session, procedure = FakeSession(), FakeProcedure()
    disarmed: list[bool] = []
    session.controller.disarm = lambda: (disarmed.append(True), session.become(Lifecycle.CONNECTED))
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with qtbot.waitSignal(link.connected, timeout=SOON_MS):
        link.connect_to(fake_robot.place(tmp_path))
    with qtbot.waitSignal(link.prepared, timeout=SOON_MS) as blocker:
        link.prepare(procedure)
    run = procedure.run

    def stays_armed(*arguments):
        outcome = run(*arguments)
        session.become(Lifecycle.ARMED)
        return outcome

    procedure.run = stays_armed  # type: ignore[method-assign]
    procedure.finish.set()
    with qtbot.waitSignal(link.ended, timeout=SOON_MS):
        link.run(procedure, blocker.args[0])
    assert disarmed == [True]
    assert not link.may_move
    assert link.leave()


@pytest.mark.expected_log("did not end in time")
def test_a_port_that_hangs_does_not_keep_the_window_open(qtbot: QtBot, tmp_path: Path) -> None:
    session = FakeSession()
    hangs = threading.Event()
    session.close = lambda: hangs.wait(10.0)  # type: ignore[method-assign,assignment,return-value]
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with qtbot.waitSignal(link.connected, timeout=SOON_MS):
        link.connect_to(fake_robot.place(tmp_path))
    started = time.monotonic()
    assert not link.leave(deadline_s=0.2)
    assert time.monotonic() - started < 1.0
    hangs.set()
    assert link.session is None


def test_connecting_can_be_given_up(qtbot: QtBot, tmp_path: Path) -> None:
    session = FakeSession()
    seen: list[object] = []

    def patient(monitor: ReportingMonitor) -> None:
        while True:
            monitor.check()
            time.sleep(0.005)

    session.open = patient  # type: ignore[method-assign,assignment]
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    link.connected.connect(seen.append)
    link.failed.connect(lambda work, _error: seen.append(work))
    link.connect_to(fake_robot.place(tmp_path))
    qtbot.waitUntil(lambda: link.session is not None, timeout=SOON_MS)
    with qtbot.waitSignal(link.closed, timeout=SOON_MS):
        link.disconnect_robot()
    assert seen == []
    assert link.state is LinkState.OFF
    assert session.is_closed
