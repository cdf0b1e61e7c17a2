"""Jobs of the window: start, progress, cancellation; each outcome is a signal in the window's thread.

There is one worker process and one job at a time; further jobs wait in a queue. If a job does not react
to a cancellation in time its process is killed, and the next job gets a new one.
"""

import itertools
import logging
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from PySide6.QtCore import QMetaMethod, QObject, Qt, QTimer, Signal, SignalInstance, Slot

from app.jobs.process import WorkerProcess
from app.jobs.task import (
    CancelRequest,
    Failed,
    Kept,
    Leave,
    News,
    Progress,
    Request,
    Stopped,
    Succeeded,
    Task,
)
from app.speech.language import current_language
from app.speech.units import current_units
from core.errors import ProcessEnded, UnexpectedFailure

log = logging.getLogger(__name__)

CANCEL_GRACE_S = 0.22
"""Time for a job to react to a cancellation, s; together with the kill it is below 0.3 s."""


R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Arrival(Protocol[R_co]):
    """A signal with a typed result; Qt's own signals do not declare the class that they carry."""

    def connect(self, slot: Callable[[R_co], object] | Signal | SignalInstance, /) -> object:
        """Call ``slot`` with the result."""

    def emit(self, *arguments: object) -> None:
        """Emit the result; only the runner calls this."""


class Job(QObject, Generic[R]):
    """One job; exactly one of succeeded, failed and cancelled is emitted at its end."""

    progressed = Signal(float, str)
    kept = Signal(object)
    if TYPE_CHECKING:
        succeeded: Arrival[R]
    else:
        succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal(object)
    """Carries the best result so far, or None."""
    ended = Signal()

    def __init__(self, runner: "JobRunner", request: Request, grace_s: float) -> None:
        super().__init__()  # no Qt parent: Python owns it, the runner holds it while it lives
        self._runner, self.request, self.grace_s = runner, request, grace_s
        self.best: object | None = None
        self.is_over = False
        self.cancel_asked = False

    def cancel(self) -> None:
        """Ask the job to stop; ``cancelled`` follows within 300 ms."""
        self._runner.cancel(self)

    def let_go(self) -> None:
        """Forget all who listen: lambdas among them know the job, and Qt would keep both for ever.

        A deletion later would come to an object that Python may have freed with its window meanwhile.
        """
        arrival = cast("SignalInstance", self.succeeded)
        for signal in (self.progressed, self.kept, arrival, self.failed, self.cancelled, self.ended):
            if self.isSignalConnected(QMetaMethod.fromSignal(signal)):
                signal.disconnect()


class JobRunner(QObject):
    """Owns the worker process and the jobs."""

    broke = Signal(object)
    """Carries the unexpected error of a job, or why its process ended; it is already logged."""
    _replied = Signal(int, int, object)
    _ended = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = itertools.count(1)
        self._generation = 0
        self._worker: WorkerProcess | None = None
        self._waiting: deque[Job[Any]] = deque()
        self._running: Job[Any] | None = None
        self._closing = False
        self._start_timer = QTimer(self)
        self._start_timer.setSingleShot(True)
        self._start_timer.timeout.connect(self._start_next)
        self._kill_timer = QTimer(self)
        self._kill_timer.setSingleShot(True)
        self._kill_timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._kill_timer.timeout.connect(self._kill)
        self._replied.connect(self._take_reply, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._worker_ended, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """True while a job runs or waits."""
        return self._running is not None or bool(self._waiting)

    @property
    def worker_pid(self) -> int | None:
        """Process number of the worker, for tests and the log."""
        return self._worker.pid if self._worker else None

    def prepare(self) -> None:
        """Start the worker process now, so that the first job need not wait for it."""
        if self._worker is None and not self._closing:
            self._generation += 1
            generation = self._generation
            self._worker = WorkerProcess(
                lambda number, news: self._replied.emit(generation, number, news),
                on_end=lambda why: self._ended.emit(generation, why),
            )

    def start(self, task: Task[R], *, grace_s: float = CANCEL_GRACE_S) -> Job[R]:
        """Run the task in the worker; connect to the job's signals immediately after the call.

        ``grace_s`` is the time from a cancellation to the kill of the process; work that writes a file needs
        more. After ``shutdown`` a job is accepted but never runs, because the window is closing.
        """
        request = Request(next(self._numbers), task, current_language(), current_units())
        job: Job[R] = Job(self, request, grace_s)
        if self._closing:
            job.cancel_asked = True
            return job
        self._waiting.append(job)
        # From the event loop, so that the caller can connect before anything happens.
        self._start_timer.start()
        return job

    def cancel(self, job: Job[Any]) -> None:
        """Stop a running job, or remove a waiting one from the queue."""
        if job.is_over or job.cancel_asked:
            return
        job.cancel_asked = True
        if job is self._running and self._worker is not None:
            # work that does not check for the cancellation is ended by killing its process
            self._worker.send(CancelRequest(job.request.number))
            self._kill_timer.start(round(job.grace_s * 1000))
        else:
            self._waiting.remove(job)
            self._finish(job, job.cancelled, None)

    def shutdown(self, *, deadline_s: float = 5.0) -> bool:
        """Cancel all jobs, end the worker process and its threads; return True if all have ended."""
        self._closing = True
        self._kill_timer.stop()
        self._start_timer.stop()
        for job in list(self._waiting):
            self.cancel(job)
        running, worker, self._worker = self._running, self._worker, None
        grace_s = CANCEL_GRACE_S
        if running is not None and worker is not None:
            worker.send(CancelRequest(running.request.number))
            grace_s = running.grace_s
        gone = worker is None or self._end_worker(worker, grace_s, deadline_s)
        if running is not None:
            self._finish(running, running.cancelled, running.best)
        return gone

    @staticmethod
    def _end_worker(worker: WorkerProcess, grace_s: float, deadline_s: float) -> bool:
        worker.send(Leave())
        if worker.join(grace_s):
            return True
        worker.kill()
        return worker.join(deadline_s)

    @Slot()
    def _start_next(self) -> None:
        if self._running is not None or not self._waiting or self._closing:
            return
        self.prepare()
        assert self._worker is not None
        self._running = self._waiting.popleft()
        self._worker.send(self._running.request)

    @Slot(int, int, object)
    def _take_reply(self, generation: int, number: int, news: News) -> None:
        job = self._running
        if job is None or generation != self._generation or number != job.request.number:
            return  # late news of a job that is already over
        match news:
            case Progress(fraction, text):
                job.progressed.emit(fraction, text)
            case Kept(result):
                job.best = result
                job.kept.emit(result)
            case Succeeded(result):
                self._finish(job, job.succeeded, result)
            case Failed(_, traceback) if job.cancel_asked:  # what it worked on may be gone already
                log.info("The job %s failed while it was stopped:\n%s", job.request.task.name, traceback)
                self._finish(job, job.cancelled, job.best)
            case Failed(error, traceback):
                # An expected error is shown on the screen; only the others are logged with a traceback.
                level = logging.ERROR if isinstance(error, UnexpectedFailure) else logging.INFO
                log.log(level, "The job %s failed:\n%s", job.request.task.name, traceback)
                self._finish(job, job.failed, error)
                if isinstance(error, UnexpectedFailure):
                    self.broke.emit(error)
            case Stopped():
                self._finish(job, job.cancelled, job.best)

    def _finish(self, job: Job[Any], outcome: Arrival[Any] | SignalInstance, value: object) -> None:
        if job is self._running:
            self._running = None
            self._kill_timer.stop()
        job.is_over = True
        outcome.emit(value)
        job.ended.emit()
        job.let_go()
        if not self._closing:
            self._start_timer.start()

    @Slot()
    def _kill(self) -> None:
        if self._running is not None and self._worker is not None:
            log.warning("The job %s did not stop in time.", self._running.request.task.name)
            self._worker.kill()

    @Slot(int, object)
    def _worker_ended(self, generation: int, why: BaseException | None) -> None:
        if generation != self._generation or self._closing:
            return  # the end of a former worker, or the one that shutdown waits for
        self._worker = None
        job = self._running
        if job is not None and job.cancel_asked:
            self._finish(job, job.cancelled, job.best)
        elif job is not None:
            log.error("The worker ended during %s", job.request.task.name)
            error = why or ProcessEnded("process-ended", process="torsion-worker", reason="not started")
            self._finish(job, job.failed, error)
            self.broke.emit(error)
        if why is not None:  # one that could not be started is tried again with the next job
            self.prepare()
