"""Saving the fleet: a report, or tables of its arms and visits, as far as they match the search."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Slot

from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.shell.fleet_parts import PDF, ROBOTS, VISITS
from app.shell.fleet_tasks import export_fleet
from app.visit.visit_jobs import WRITE_GRACE_S
from app.widgets.choice import Choice
from app.widgets.file_choice import ask_where_to_save

_KINDS = ("csv", "json", "parquet")


class FleetExport(Choice):
    """A choice of what is saved; it asks where, and writes in the worker."""

    def __init__(
        self, runner: JobRunner, bus: MessageBus, *, catalogue: Callable[[], Path], query: Callable[[], str]
    ) -> None:
        super().__init__("")
        self.setAccessibleName(self.tr("Save as"))
        self._runner, self._bus, self._catalogue, self._query = runner, bus, catalogue, query
        arms, visits = self.tr("Arms ({kind})"), self.tr("Visits ({kind})")
        self.offer(
            [
                ("", self.tr("Export …")),
                (PDF, self.tr("Report (PDF)")),
                *((f"{ROBOTS}.{kind}", arms.format(kind=kind.upper())) for kind in _KINDS),
                *((f"{VISITS}.{kind}", visits.format(kind=kind.upper())) for kind in _KINDS),
            ]
        )
        self.picked.connect(self._ask)

    @Slot()
    def _ask(self) -> None:
        what = str(self.value)
        self.choose("")
        if what:
            name = f"fleet.{what}" if what == PDF else what
            ask_where_to_save(self, self.tr("Save the fleet"), name, lambda path: self.write_to(path, what))

    def write_to(self, path: Path, what: str) -> None:
        """Write what matches the search into a file."""
        task = Task(export_fleet, catalogue=self._catalogue(), query=self._query(), what=what, path=path)
        job = self._runner.start(task, grace_s=WRITE_GRACE_S)
        job.failed.connect(self._bus.show_error)
        job.succeeded.connect(
            lambda written: self._bus.show(self.tr("Saved: {file}").format(file=str(written)))
        )
