"""The payload of an open visit: its result, its plan, its reference and its report."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from app.jobs.runner import Job
from app.jobs.task import Task
from app.speech.language import tr
from app.visit.payload_reference import ReferenceChoice, keep_reference
from app.visit.steps import payload_report_made
from app.visit.visit_jobs import WRITE_GRACE_S, VisitJobs
from core.payload.plan import PayloadPlan
from core.payload.result import PayloadResult
from core.workflow import Made, Product


class VisitPayload:
    """The payload of one visit, whose ``changed`` is emitted for every change in here."""

    def __init__(self, visit: VisitJobs) -> None:
        self._visit = visit
        self.result: PayloadResult | None = None
        """The newest result."""
        self.plan: PayloadPlan | None = None
        """The newest plan of sweeps."""
        self.reported: Made | None = None
        """The report that was written last in this session, as a product."""
        self.report_files: tuple[Path, ...] = ()

    def take_found(self, found: PayloadResult) -> None:
        """Take over a new result that is already in the file."""
        self.result = found

    def take_after_procedure(self, found: object, plan: PayloadPlan | None) -> None:
        """Take over the payload that a procedure found, if its result has one, and the newest plan."""
        result = getattr(found, "result", None)
        self.plan = plan
        if isinstance(result, PayloadResult):
            self.result = result

    def take(self, result: PayloadResult | None, plan: PayloadPlan | None) -> None:
        """Take over the result and the plan that the file holds."""
        self.result, self.plan = result, plan

    def forget(self) -> None:
        """Forget everything, because another visit is open."""
        self.result, self.plan, self.reported, self.report_files = None, None, None, ()

    def made(self) -> dict[str, Made]:
        """Products that are not stored in the file: the report."""
        return {} if self.reported is None else {Product.PAYLOAD_REPORT: self.reported}

    def use_reference(self, choice: ReferenceChoice, then: Callable[[], None]) -> Job[ReferenceChoice]:
        """Store a choice of reference in the visit, then call ``then``."""
        visit = self._visit
        path = visit.path
        task = Task(keep_reference, path=path, choice=choice)
        job = visit.do(task, tr("Saving the empty arm"), WRITE_GRACE_S)

        def kept(stored: ReferenceChoice) -> None:
            if visit.summary is not None and visit.path == path:
                self.take_reference(stored)
                visit.changed.emit()
                then()

        job.succeeded.connect(kept)
        return job

    def take_reference(self, stored: ReferenceChoice) -> None:
        """Take over a choice of reference that is already in the file."""
        if self._visit.summary is not None:
            self._visit.summary = replace(self._visit.summary, chosen_reference=stored)

    def report_written(self, files: Sequence[Path]) -> None:
        """Note that a report of the present payload was written."""
        visit = self._visit
        if visit.summary is not None:
            self.reported = payload_report_made(visit.summary.key(Product.PAYLOAD))
            self.report_files = tuple(files)
            visit.changed.emit()
