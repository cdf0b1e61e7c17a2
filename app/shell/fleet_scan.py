"""Scanning folders into the catalogue, in a worker process of its own: lists and visits need not wait."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.jobs.messages import MessageBus
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.shell.fleet_parts import FleetScanned
from app.shell.fleet_tasks import scan_folders

_SHOWN_EVERY_MS = 20_000
"""While a long scan runs, the list takes up what has been read."""


class FleetScan(QObject):
    """At most one scan at a time; one that is asked for meanwhile follows it."""

    began = Signal()
    progressed = Signal(float, str)
    read_more = Signal()
    """Emitted now and then while visits are being read."""
    ended = Signal(object)
    """Emitted with what was found, as ``FleetScanned``; None after a cancellation or an error."""

    def __init__(self, bus: MessageBus, *, catalogue: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._bus, self._catalogue = bus, catalogue
        self._runner: JobRunner | None = None
        self._job: Job[FleetScanned] | None = None
        self._waiting: tuple[Path, ...] = ()
        self._found: object = None
        self._is_over = False
        self._now_and_then = QTimer(self, interval=_SHOWN_EVERY_MS)
        self._now_and_then.timeout.connect(self.read_more)

    @property
    def is_running(self) -> bool:
        """True while folders are being scanned."""
        return self._job is not None

    def begin(self, folders: Sequence[Path]) -> None:
        """Scan these folders, now or behind the scan that is running."""
        if not folders or self._is_over:
            return
        if self._job is not None:
            self._waiting = tuple(dict.fromkeys((*self._waiting, *folders)))
            return
        if self._runner is None:
            self._runner = JobRunner(self)
        task = Task(scan_folders, catalogue=self._catalogue, folders=tuple(folders))
        self._found = None
        self._job = job = self._runner.start(task)
        job.progressed.connect(self.progressed)
        job.succeeded.connect(self._take)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._ended)
        self._now_and_then.start()
        self.began.emit()

    @Slot()
    def cancel(self) -> None:
        """Stop; what was read stays in the catalogue."""
        self._waiting = ()
        if self._job is not None:
            self._job.cancel()

    def end(self) -> None:
        """Stop for good, and end the worker process."""
        self._is_over = True
        self._waiting = ()
        self._now_and_then.stop()
        if self._runner is not None:
            self._runner.shutdown()

    @Slot(object)
    def _take(self, found: object) -> None:
        self._found = found

    @Slot()
    def _ended(self) -> None:
        self._job = None
        self._now_and_then.stop()
        self.ended.emit(self._found)
        waiting, self._waiting = self._waiting, ()
        self.begin(waiting)
