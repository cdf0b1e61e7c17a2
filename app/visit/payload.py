"""The payload of an open visit: what was found, what it is compared with, and how it is asked for anew."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TypeVar

from PySide6.QtCore import SignalInstance

from app.features.payload.tasks import analyse_payload
from app.features.payload.unloaded_arm import AskedReference
from app.jobs.runner import Job
from app.jobs.task import Task
from app.speech.language import translate
from app.visit.payload_reference import ReferenceChoice, keep_reference
from app.visit.payload_runs import PayloadRun, together
from app.visit.progress import payload_report_made
from app.visit.stored_products import Stored
from app.visit.summaries import VisitSummary
from core.payload.plan import PayloadPlan
from core.payload.result import PayloadResult, ReferenceKind
from core.payload.settings import Directions, KnownLoad, PayloadMethod, SweepKey
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

    @property
    def payload_kept(self) -> SignalInstance:
        """Emitted with what is known so far."""

    def do(self, task: Task[R], words: str, grace_s: float = ...) -> Job[R]:
        """Start a job that the visit waits for."""

    def find(self, work: Task[R], words: str, *, then: Callable[[R], None]) -> Job[Stored[R]]:
        """Start a job whose result the visit keeps."""


class VisitPayload:
    """Belongs to one ``OpenVisit``, whose ``changed`` tells of everything in here."""

    def __init__(self, visit: PayloadsVisit) -> None:
        self._visit = visit
        self.result: PayloadResult | None = None
        """What was found on the flange, the newest of it."""
        self.plan: PayloadPlan | None = None
        """The sweeps that were planned last."""
        self.reported: Made | None = None
        """The report that was written last, in this session."""
        self.report_files: tuple[Path, ...] = ()

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

    def analyse(
        self,
        *,
        leave_out: Sequence[SweepKey] = (),
        method: PayloadMethod | None = None,
        directions: Directions | None = None,
        gains: str = "",
    ) -> Job[Stored[PayloadResult]]:
        """Work the payload out anew from its sweeps; the result is in the visit afterwards.

        What is None stays as it was. ``kept`` of the job tells of each step, ``succeeded`` of the result.
        """
        visit = self._visit
        assert visit.summary is not None
        before = self.result.settings if self.result is not None else None
        loaded = self.result.recordings if self.result is not None else ()
        asked = _reference(visit.summary)
        job = visit.find(
            Task(
                analyse_payload,
                visit=visit.path,
                loaded=loaded or _loaded(visit.summary),
                known=_known(visit.summary),
                unloaded=asked.labels,
                reference_visit=asked.visit,
                use_model=asked.use_model,
                model=asked.model,
                leave_out=tuple(leave_out),
                method=method or (before.method if before else PayloadMethod.JOINT),
                directions=directions or (before.directions if before else Directions.BOTH),
                gains=gains,
            ),
            _tr("Working out the payload"),
            then=self._found,
        )
        job.kept.connect(visit.payload_kept)
        return job

    def report_written(self, files: Sequence[Path]) -> None:
        """The report tells of the payload as it is now."""
        visit = self._visit
        if visit.summary is not None:
            self.reported = payload_report_made(visit.summary.key(Product.PAYLOAD))
            self.report_files = tuple(files)
            visit.changed.emit()

    def _found(self, found: PayloadResult) -> None:
        self.result = found


def _reference(summary: VisitSummary) -> AskedReference:
    """What the payload is compared with."""
    reference = summary.payload_reference
    if reference is None:
        return AskedReference()
    if reference.kind is ReferenceKind.MODEL:
        return AskedReference(use_model=True, model=reference.model)
    earlier = Path(reference.visit) if reference.kind is ReferenceKind.EARLIER_VISIT else None
    return AskedReference(labels=reference.recordings, visit=earlier)


def _loaded(summary: VisitSummary) -> tuple[str, ...]:
    """The newest sweeps with the payload that belong together."""
    runs = summary.payload_runs
    plan = next((run.plan for run in reversed(runs) if run.load is PayloadRun.LOADED), "")
    return together(runs, PayloadRun.LOADED, plan=plan).labels if plan else ()


def _known(summary: VisitSummary) -> tuple[tuple[str, KnownLoad], ...]:
    """The newest sweeps with a load that was weighed."""
    runs = summary.payload_runs
    last = next((run for run in reversed(runs) if run.load is PayloadRun.KNOWN), None)
    if last is None:
        return ()
    found = together(runs, PayloadRun.KNOWN, plan=last.plan).runs
    return tuple((run.label, run.known) for run in found if run.known is not None)
