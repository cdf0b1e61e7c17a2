"""Runs the long computations of a procedure in the window's worker process, while the procedure waits.

Called from the robot's thread: the request travels to the window's thread, which starts
the job; its outcome comes back through the request. The window itself never waits.
"""

import threading
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.jobs.protocol import Failed, Stopped, Succeeded
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from core.monitor import Cancelled, Monitor

CANCEL_GRACE_S = 1.0
"""Time for a computation to react to a cancellation before its process is killed, s."""
_LOOK_S = 0.05
_CANCEL_DEADLINE_S = 3.0


R = TypeVar("R")


@dataclass(eq=False)
class _Asked:
    task: Task[Any]
    monitor: Monitor
    over: threading.Event = field(default_factory=threading.Event)
    job: Job[Any] | None = None
    ended: Succeeded | Failed | Stopped | None = None

    def end(self, ended: Succeeded | Failed | Stopped) -> None:
        self.ended = ended
        self.over.set()


class RemoteCompute(QObject):
    """Runs tasks of a procedure in the worker process."""

    _asked = Signal(object)
    _withdrawn = Signal(object)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._closed = threading.Event()
        self._asked.connect(self._start, Qt.ConnectionType.QueuedConnection)
        self._withdrawn.connect(self._cancel, Qt.ConnectionType.QueuedConnection)

    def __call__(self, task: Task[R], monitor: Monitor) -> R:
        """Compute and wait; raises the error of the task, ``Cancelled`` if it was stopped."""
        asked = _Asked(task, monitor)
        self._asked.emit(asked)
        self._wait(asked)
        match asked.ended:
            case Succeeded(result):
                return cast("R", result)
            case Failed(error):
                raise error
        raise Cancelled

    def close(self) -> None:
        """End every wait, present and later, with ``Cancelled``."""
        self._closed.set()

    def _wait(self, asked: _Asked) -> None:
        while not asked.over.wait(_LOOK_S):
            if self._closed.is_set():
                raise Cancelled
            try:
                asked.monitor.check()
            except Cancelled:
                self._withdrawn.emit(asked)
                asked.over.wait(_CANCEL_DEADLINE_S)
                raise

    @Slot(object)
    def _start(self, asked: _Asked) -> None:
        if self._closed.is_set():
            asked.end(Stopped())
            return
        job = asked.job = self._runner.start(asked.task, grace_s=CANCEL_GRACE_S)
        job.progressed.connect(asked.monitor.report)
        job.kept.connect(asked.monitor.keep)
        job.succeeded.connect(lambda result: asked.end(Succeeded(result)))
        job.failed.connect(lambda error: asked.end(Failed(error, "")))
        job.cancelled.connect(lambda _best: asked.end(Stopped()))

    @Slot(object)
    def _cancel(self, asked: _Asked) -> None:
        if asked.job is not None:
            asked.job.cancel()
        else:
            asked.end(Stopped())
