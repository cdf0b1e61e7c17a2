"""The job runner: outcomes, cancellation with the best so far, and nothing left behind."""

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from app.jobs.runner import CANCEL_GRACE_S, JobRunner
from app.jobs.task import Progress, ReportingMonitor, Task
from app.jobs.worker import NICE_STEP
from core.errors import BadFile, ProcessEnded, UnexpectedFailure
from tests.app import job_functions
from tests.waiting import LIMIT_MS, LIMIT_S, settle, wait_until


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
    with qtbot.waitSignal(job.succeeded, timeout=LIMIT_MS) as blocker:
        pass
    return blocker.args[0]


def _error(qtbot: QtBot, runner: JobRunner, function: str) -> object:
    job = runner.start(Task(getattr(job_functions, function)))
    with qtbot.waitSignal(job.failed, timeout=LIMIT_MS) as blocker:
        pass
    return blocker.args[0]


def test_success_with_progress_and_kept_on_the_window_thread(qtbot: QtBot, runner: JobRunner) -> None:
    job = runner.start(Task(job_functions.add, first=2, second=3))
    seen: list[object] = []
    job.progressed.connect(lambda fraction, text: seen.append((fraction, text)))
    job.kept.connect(seen.append)
    job.ended.connect(lambda: seen.append(threading.current_thread() is threading.main_thread()))
    with qtbot.waitSignal(job.succeeded, timeout=LIMIT_MS) as blocker:
        pass
    assert blocker.args == [5]
    assert seen == [(0.5, "adding"), 2, (1.0, "done"), True]
    assert not runner.is_busy


def test_progress_comes_at_most_thirty_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monitor, steps = ReportingMonitor(told.append), 5000
    for step in range(steps):  # two seconds of work
        monkeypatch.setattr(
            "app.jobs.task.time", SimpleNamespace(monotonic=lambda step=step: 2.0 * step / steps)
        )
        monitor.report(step / steps)
    assert 55 <= len(told) <= 61
    monitor.report(1.0)
    assert told[-1] == Progress(1.0, ""), "the end is always told"


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
    with qtbot.waitSignal(jobs[-1].succeeded, timeout=LIMIT_MS):
        pass
    assert len(numbers) == 3
    assert set(numbers) == {runner.worker_pid}
    assert runner.worker_pid != os.getpid()


@pytest.mark.expected_log("did not stop in time")
@pytest.mark.parametrize("function", ["busy_and_checking", "busy_and_failing", "busy_and_deaf"])
def test_cancel_is_answered_with_the_best_so_far(qtbot: QtBot, runner: JobRunner, function: str) -> None:
    first_pid, checks = _result(qtbot, runner, "process_number"), function != "busy_and_deaf"
    job = runner.start(Task(getattr(job_functions, function)), grace_s=LIMIT_S if checks else CANCEL_GRACE_S)
    with qtbot.waitSignal(job.kept, timeout=LIMIT_MS):
        pass
    with qtbot.waitSignal(job.cancelled, timeout=LIMIT_MS) as blocker:
        job.cancel()
        assert runner._kill_timer.isActive()
        assert runner._kill_timer.interval() == round(1000 * job.grace_s)
    assert blocker.args == ["the best so far"]
    survived = _result(qtbot, runner, "process_number") == first_pid
    assert survived == checks
    assert survived or not _exists(int(str(first_pid)))
    assert CANCEL_GRACE_S < 0.3, "a person who cancels gets an answer within 0.3 s"


def test_cancel_of_a_waiting_job_leaves_the_running_one(qtbot: QtBot, runner: JobRunner) -> None:
    running = runner.start(Task(job_functions.add, first=1, second=2))
    waiting = runner.start(Task(job_functions.busy_and_deaf))
    with qtbot.waitSignals([running.succeeded, waiting.cancelled], timeout=LIMIT_MS):
        waiting.cancel()
    assert not runner.is_busy


@pytest.mark.expected_log("torsion-worker ended with exit code 7")
@pytest.mark.expected_log("The worker ended during .*die")
def test_death_of_the_worker_is_reported_and_survived(qtbot: QtBot, runner: JobRunner) -> None:
    error = _error(qtbot, runner, "die")
    assert isinstance(error, ProcessEnded)
    assert error.facts["reason"] == "exit code 7"
    assert _result(qtbot, runner, "add", first=1, second=2) == 3


@pytest.mark.expected_log("could not be started")
@pytest.mark.expected_log("worker ended during")
def test_a_worker_that_cannot_be_started_fails_its_job_and_the_next_one_tries_again(
    qtbot: QtBot, runner: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[object] = []

    def refused(process: object) -> None:
        attempts.append(process)
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr("multiprocessing.process.BaseProcess.start", refused)
        assert isinstance(_error(qtbot, runner, "process_number"), ProcessEnded)
        settle()
        assert len(attempts) == 1, "it does not try again and again"
    assert _result(qtbot, runner, "add", first=1, second=2) == 3


def test_work_that_writes_gets_its_grace(qtbot: QtBot, runner: JobRunner, tmp_path: Path) -> None:
    _result(qtbot, runner, "process_number")
    path, begun, may_end = (tmp_path / name for name in ("file", "begun", "may-end"))
    task = Task(job_functions.write_when_told, path=str(path), begun=str(begun), may_end=str(may_end))
    job = runner.start(task, grace_s=LIMIT_S)
    wait_until(begun.exists)
    with qtbot.waitSignal(job.ended, timeout=LIMIT_MS):
        job.cancel()
        assert runner._kill_timer.interval() == LIMIT_MS
        may_end.touch()
    assert path.read_text(encoding="utf-8") == "whole"


def test_nothing_begins_once_the_window_goes(qtbot: QtBot, runner: JobRunner) -> None:
    assert runner.shutdown()
    late = runner.start(Task(job_functions.add, first=1, second=2))
    late.cancel()
    settle()
    assert not runner.is_busy
    assert runner.worker_pid is None


def test_shutdown_with_a_running_job_leaves_no_process(qtbot: QtBot, runner: JobRunner) -> None:
    job = runner.start(Task(job_functions.busy_and_deaf))
    with qtbot.waitSignal(job.kept, timeout=LIMIT_MS):
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
