"""Jobs of the open visit: work that the visit waits for, and work beside it.

All file work goes through these jobs. Only the latest awaited job can be cancelled; its progress is shown.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from app.jobs.messages import MessageBus
from app.jobs.runner import CANCEL_GRACE_S, Job, JobRunner
from app.jobs.task import Task
from app.visit.stored_products import Stored, with_products
from app.visit.summaries import VisitSummary

WRITE_GRACE_S = 10.0
"""Time for work that writes the visit file to react to a cancellation, s."""

R = TypeVar("R")


class VisitJobs(QObject):
    """The summary of the open visit, and the jobs that work on its file."""

    changed = Signal()
    busy = Signal(str)
    """Carries the words for the work under way; empty at its end."""
    progressed = Signal(float, str)

    def __init__(self, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__()
        self._runner, self._bus = runner, bus
        self._job: Job[Any] | None = None
        self.summary: VisitSummary | None = None

    @property
    def path(self) -> Path:
        """Path of the visit file."""
        assert self.summary is not None
        return Path(self.summary.path)

    @property
    def is_busy(self) -> bool:
        """True while an awaited job of this visit runs."""
        return self._job is not None

    def look_beside(
        self, task: Task[R], *, grace_s: float = CANCEL_GRACE_S, shows_failure: bool = True
    ) -> Job[R]:
        """Start a job that nothing waits for."""
        job = self._runner.start(task, grace_s=grace_s)
        if shows_failure:
            job.failed.connect(self._bus.show_error)
        return job

    def do(
        self, task: Task[R], words: str, grace_s: float = CANCEL_GRACE_S, *, shows_failure: bool = True
    ) -> Job[R]:
        """Start a job that the visit waits for, shown under these words; ``cancel`` stops it."""
        job = self.look_beside(task, grace_s=grace_s, shows_failure=shows_failure)
        self._job = job
        self._bus.clear()
        job.progressed.connect(self.progressed)
        job.ended.connect(lambda: self._ended(job))
        self.busy.emit(words)
        return job

    def find(
        self, work: Task[R], words: str, *, then: Callable[[R], None], shows_failure: bool = True
    ) -> Job[Stored[R]]:
        """Compute a result that is stored in the visit; ``then`` takes it if the visit is still open."""
        path = self.path
        task = Task(with_products, work=work, visit=path)
        job = self.do(task, words, WRITE_GRACE_S, shows_failure=shows_failure)

        def arrived(stored: Stored[R]) -> None:
            if self.summary is not None and self.path == path:
                self.summary = replace(self.summary, products=stored.products)
                then(stored.result)
                self.changed.emit()

        job.succeeded.connect(arrived)
        return job

    def cancel(self) -> None:
        """Cancel the awaited job; its best result so far is kept."""
        if self._job is not None:
            self._job.cancel()

    def _ended(self, job: Job[Any]) -> None:
        if job is self._job:
            self._job = None
            self.busy.emit("")
            self.changed.emit()
