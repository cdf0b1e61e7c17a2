"""The job runner: outcomes, cancellation within 300 ms, and nothing left behind."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.jobs.priority import NICE_STEP
from app.jobs.protocol import UnexpectedFailure, WorkerDied
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from core.errors import BadFile
from tests.app import job_functions

CANCEL_LIMIT_S = 0.3
START_LIMIT_MS = 20_000


@pytest.fixture
def runner(qapp: object) -> Iterator[JobRunner]:
    """A runner whose process and threads are gone at the end."""
    runner = JobRunner()
    yield runner
    pid = runner.worker_pid
    assert runner.shutdown()
    assert pid is None or not _exists(pid)


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _result(qtbot: QtBot, runner: JobRunner, function: str, **arguments: object) -> object:
    job = runner.start(Task(getattr(job_functions, function), **arguments))
    with qtbot.waitSignal(job.succeeded, timeout=START_LIMIT_MS) as blocker:
        pass
    return blocker.args[0]


def _error(qtbot: QtBot, runner: JobRunner, function: str) -> object:
    job = runner.start(Task(getattr(job_functions, function)))
    with qtbot.waitSignal(job.failed, timeout=START_LIMIT_MS) as blocker:
        pass
    return blocker.args[0]


def test_success_with_progress_and_kept_on_the_window_thread(qtbot: QtBot, runner: JobRunner) -> None:
    job = runner.start(Task(job_functions.add, first=2, second=3))
    seen: list[object] = []
    job.progressed.connect(lambda fraction, text: seen.append((fraction, text)))
    job.kept.connect(seen.append)
    job.ended.connect(lambda: seen.append(threading.current_thread() is threading.main_thread()))
    with qtbot.waitSignal(job.succeeded, timeout=START_LIMIT_MS) as blocker:
        pass
    assert blocker.args == [5]
    assert seen == [(0.5, "adding"), 2, (1.0, "done"), True]
    assert not runner.is_busy


def test_progress_comes_at_most_thirty_times_a_second(qtbot: QtBot, runner: JobRunner) -> None:
    _result(qtbot, runner, "process_number")
    job = runner.start(Task(job_functions.chatter, count=100_000))
    moments: list[float] = []
    job.progressed.connect(lambda *_: moments.append(time.monotonic()))
    started = time.monotonic()
    with qtbot.waitSignal(job.succeeded, timeout=START_LIMIT_MS):
        pass
    assert 1 <= len(moments) <= 2 + 30 * (time.monotonic() - started)


def test_expected_error_crosses_with_code_facts_and_problems(qtbot: QtBot, runner: JobRunner) -> None:
    error = _error(qtbot, runner, "fail_with_code")
    assert isinstance(error, BadFile)
    assert (error.code, error.facts) == ("bad-robot", {"path": "a.toml"})
    assert error.problems[0].facts == {"key": "mas"}


def test_unexpected_error_crosses_as_text_and_is_logged(
    qtbot: QtBot, runner: JobRunner, caplog: pytest.LogCaptureFixture
) -> None:
    error = _error(qtbot, runner, "fail_unexpectedly")
    assert isinstance(error, UnexpectedFailure)
    assert str(error) == "ZeroDivisionError: joint 3"
    assert "in fail_unexpectedly" in caplog.text
    caplog.clear()


@pytest.mark.expected_log("job .* failed")
def test_result_that_cannot_cross_is_a_failure_not_a_silence(qtbot: QtBot, runner: JobRunner) -> None:
    assert isinstance(_error(qtbot, runner, "return_what_cannot_cross"), UnexpectedFailure)
    assert _result(qtbot, runner, "add", first=1, second=1) == 2


def test_one_process_serves_many_jobs_in_order(qtbot: QtBot, runner: JobRunner) -> None:
    numbers: list[object] = []
    jobs = [runner.start(Task(job_functions.process_number)) for _ in range(3)]
    for job in jobs:
        job.succeeded.connect(numbers.append)
    with qtbot.waitSignal(jobs[-1].succeeded, timeout=START_LIMIT_MS):
        pass
    assert len(numbers) == 3
    assert set(numbers) == {runner.worker_pid}
    assert runner.worker_pid != os.getpid()


@pytest.mark.alone
@pytest.mark.expected_log("did not stop in time")
@pytest.mark.parametrize("function", ["busy_and_checking", "busy_and_deaf"])
def test_cancel_is_answered_within_the_limit_with_the_best_so_far(
    qtbot: QtBot, runner: JobRunner, function: str
) -> None:
    first_pid = _result(qtbot, runner, "process_number")
    job = runner.start(Task(getattr(job_functions, function)))
    with qtbot.waitSignal(job.kept, timeout=START_LIMIT_MS):
        pass
    started = time.monotonic()
    with qtbot.waitSignal(job.cancelled, timeout=5000) as blocker:
        job.cancel()
    assert time.monotonic() - started <= CANCEL_LIMIT_S
    assert blocker.args == ["the best so far"]
    survived = _result(qtbot, runner, "process_number") == first_pid
    assert survived == (function == "busy_and_checking")
    assert survived or not _exists(int(str(first_pid)))


def test_cancel_of_a_waiting_job_leaves_the_running_one(qtbot: QtBot, runner: JobRunner) -> None:
    running = runner.start(Task(job_functions.add, first=1, second=2))
    waiting = runner.start(Task(job_functions.busy_and_deaf))
    with qtbot.waitSignals([running.succeeded, waiting.cancelled], timeout=START_LIMIT_MS):
        waiting.cancel()
    assert not runner.is_busy


@pytest.mark.expected_log("The worker ended with 7")
def test_death_of_the_worker_is_reported_and_survived(qtbot: QtBot, runner: JobRunner) -> None:
    error = _error(qtbot, runner, "die")
    assert isinstance(error, WorkerDied)
    assert error.exit_code == 7
    assert _result(qtbot, runner, "add", first=1, second=2) == 3


@pytest.mark.expected_log("could not be started")
@pytest.mark.expected_log("worker ended with None")
def test_a_worker_that_cannot_be_started_fails_its_job_and_the_next_one_tries_again(
    qtbot: QtBot, runner: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[object] = []

    def refused(process: object) -> None:
        attempts.append(process)
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr("multiprocessing.process.BaseProcess.start", refused)
        assert isinstance(_error(qtbot, runner, "process_number"), WorkerDied)
        qtbot.wait(50)
        assert len(attempts) == 1, "it does not try again and again"
    assert _result(qtbot, runner, "add", first=1, second=2) == 3


def test_work_that_writes_gets_its_grace(qtbot: QtBot, runner: JobRunner, tmp_path: Path) -> None:
    _result(qtbot, runner, "process_number")
    path = tmp_path / "file"
    job = runner.start(Task(job_functions.write_slowly, path=str(path), seconds=0.5), grace_s=10.0)
    qtbot.wait(50)
    with qtbot.waitSignal(job.ended, timeout=5000):
        job.cancel()
    assert path.read_text(encoding="utf-8") == "whole"


def test_nothing_begins_once_the_window_goes(qtbot: QtBot, runner: JobRunner) -> None:
    assert runner.shutdown()
    late = runner.start(Task(job_functions.add, first=1, second=2))
    late.cancel()
    qtbot.wait(50)
    assert not runner.is_busy
    assert runner.worker_pid is None


def test_shutdown_with_a_running_job_leaves_no_process(qtbot: QtBot, runner: JobRunner) -> None:
    job = runner.start(Task(job_functions.busy_and_deaf))
    with qtbot.waitSignal(job.kept, timeout=START_LIMIT_MS):
        pass
    pid = runner.worker_pid
    assert pid is not None
    cancelled: list[object] = []
    job.cancelled.connect(cancelled.append)
    assert runner.shutdown()
    assert not _exists(pid)
    assert cancelled == ["the best so far"]
    assert not [t for t in threading.enumerate() if t.name.startswith("job-")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has priority classes instead")
def test_the_worker_runs_behind_the_window(qtbot: QtBot, runner: JobRunner) -> None:
    pid = _result(qtbot, runner, "process_number")
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, int(str(pid))) == min(ours + NICE_STEP, 19)


def test_the_worker_imports_no_qt(qtbot: QtBot, runner: JobRunner) -> None:
    modules = _result(qtbot, runner, "modules_loaded")
    assert isinstance(modules, list)
    assert "core.monitor" in modules
    assert not [name for name in modules if name.startswith(("PySide6", "pyqtgraph"))]
