"""Long computations of a procedure run in the window's worker process, and the procedure waits for them.

Called from the robot's thread: the request travels to the window's thread, which starts
the job; its outcome comes back through the request. The window itself never waits.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.jobs.runner import Job, JobRunner
from core.monitor import Cancelled, Monitor

CANCEL_GRACE_S = 1.0
"""How long a computation may take to notice a cancellation before its process is killed."""
_LOOK_S = 0.05
_CANCEL_DEADLINE_S = 3.0


@dataclass(eq=False)
class _Request:
    function: str
    arguments: Mapping[str, object]
    monitor: Monitor
    over: threading.Event = field(default_factory=threading.Event)
    job: Job | None = None
    result: Any = None
    error: BaseException | None = None
    cancelled: bool = False


class RemoteCompute(QObject):
    """``compute("module:function", arguments, monitor)`` for a procedure, done by the worker process."""

    _asked = Signal(object)
    _withdrawn = Signal(object)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._closed = threading.Event()
        self._asked.connect(self._start, Qt.ConnectionType.QueuedConnection)
        self._withdrawn.connect(self._cancel, Qt.ConnectionType.QueuedConnection)

    def __call__(self, function: str, arguments: Mapping[str, object], monitor: Monitor) -> Any:
        """Compute and wait; raises what the function raised, ``Cancelled`` when it was stopped."""
        request = _Request(function, dict(arguments), monitor)
        self._asked.emit(request)
        self._wait(request)
        if request.error is not None:
            raise request.error
        if request.cancelled:
            raise Cancelled
        return request.result

    def close(self) -> None:
        """Whoever waits or asks from now on is told that the work was stopped."""
        self._closed.set()

    def _wait(self, request: _Request) -> None:
        while not request.over.wait(_LOOK_S):
            if self._closed.is_set():
                raise Cancelled
            try:
                request.monitor.check()
            except Cancelled:
                self._withdrawn.emit(request)
                request.over.wait(_CANCEL_DEADLINE_S)
                raise

    @Slot(object)
    def _start(self, request: _Request) -> None:
        if self._closed.is_set() or request.cancelled:
            request.cancelled = True
            request.over.set()
            return
        job = self._runner.start(request.function, request.arguments, grace_s=CANCEL_GRACE_S)
        request.job = job
        job.progressed.connect(request.monitor.report)
        job.kept.connect(request.monitor.keep)
        job.succeeded.connect(lambda result: self._end(request, result=result))
        job.failed.connect(lambda error: self._end(request, error=error))
        job.cancelled.connect(lambda _best: self._end(request, cancelled=True))

    @Slot(object)
    def _cancel(self, request: _Request) -> None:
        request.cancelled = True
        if request.job is not None:
            request.job.cancel()
        else:
            request.over.set()

    @staticmethod
    def _end(
        request: _Request, *, result: Any = None, error: BaseException | None = None, cancelled: bool = False
    ) -> None:
        request.result, request.error, request.cancelled = result, error, cancelled
        request.over.set()
