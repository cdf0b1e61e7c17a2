"""The payload of an open visit: what was found, what it is compared with, and how it is worked out again."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TypeVar

from PySide6.QtCore import SignalInstance

from app.jobs.runner import Job
from app.jobs.task import Task
from app.speech.language import translate
from app.visit.payload_reference import ReferenceChoice, keep_reference
from app.visit.progress import payload_report_made
from app.visit.summaries import VisitSummary
from core.payload.plan import PayloadPlan
from core.payload.result import PayloadResult
from core.workflow import Made, Product

R = TypeVar("R")

WRITE_GRACE_S = 10.0
"""Work that writes the visit file is not cut off earlier than this."""


def _tr(text: str) -> str:
    return translate("VisitPayload", text)


class PayloadsVisit(Protocol):
    """What the payload needs of the visit it is in."""

    summary: VisitSummary | None

    @property
    def path(self) -> Path:
        """The visit file."""

    @property
    def changed(self) -> SignalInstance:
        """Emitted after every change."""

    def do(self, task: Task[R], words: str, grace_s: float = ...) -> Job[R]:
        """Start a job that the visit waits for."""


class VisitPayload:
    """Belongs to one ``OpenVisit``, whose ``changed`` is emitted for every change in here."""

    def __init__(self, visit: PayloadsVisit) -> None:
        self._visit = visit
        self.result: PayloadResult | None = None
        """What was found on the flange, the newest of it."""
        self.plan: PayloadPlan | None = None
        """The sweeps that were planned last."""
        self.reported: Made | None = None
        """The report that was written last, in this session."""
        self.report_files: tuple[Path, ...] = ()

    def take_found(self, found: PayloadResult) -> None:
        """Show a payload that was worked out just now, and is in the file."""
        self.result = found

    def take(self, result: PayloadResult | None, plan: PayloadPlan | None) -> None:
        """What the file holds."""
        self.result, self.plan = result, plan

    def forget(self) -> None:
        """Another visit."""
        self.result, self.plan, self.reported, self.report_files = None, None, None, ()

    def made(self) -> dict[str, Made]:
        """Products that the file does not show."""
        return {} if self.reported is None else {Product.PAYLOAD_REPORT: self.reported}

    def use_reference(self, choice: ReferenceChoice, then: Callable[[], None]) -> Job[ReferenceChoice]:
        """Compare with this from now on, and then do something."""
        visit = self._visit
        path = visit.path
        job = visit.do(
            Task(keep_reference, path=path, choice=choice),
            _tr("Saving the reference"),
            WRITE_GRACE_S,
        )

        def kept(stored: ReferenceChoice) -> None:
            if visit.summary is not None and visit.path == path:
                visit.summary = replace(visit.summary, chosen_reference=stored)
                visit.changed.emit()
                then()

        job.succeeded.connect(kept)
        return job

    def report_written(self, files: Sequence[Path]) -> None:
        """Note that a report of the present payload was written."""
        visit = self._visit
        if visit.summary is not None:
            self.reported = payload_report_made(visit.summary.key(Product.PAYLOAD))
            self.report_files = tuple(files)
            visit.changed.emit()
