"""Products of the open visit: from its file, the user's choice and the shown model; its payload. No Qt."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from app.jobs.runner import Job
from app.jobs.task import Task
from app.speech.language import tr
from app.visit.payload import PayloadRun, ReferenceChoice, RunsTogether, keep_reference, newest
from app.visit.run_choice import RunChoice
from app.visit.steps import payload_report_made, revision_of
from app.visit.summaries import VisitSummary
from app.visit.visit_jobs import WRITE_GRACE_S, VisitJobs
from core.payload.plan import PayloadPlan
from core.payload.result import PayloadResult, ReferenceKind
from core.workflow import Made, Product


def products_of(
    summary: VisitSummary | None,
    *,
    choice: RunChoice,
    model: Made | None,
    created_at: str,
    report: Made | None,
) -> dict[str, Made]:
    """Each product with the revisions of its sources.

    ``model`` is the shown model, created at ``created_at``; ``report`` the report that was written last.
    """
    found = {} if summary is None else _in_file(summary, model=model, created_at=created_at)
    if choice.fit:
        found[Product.CHOICE] = Made(choice.revision)
    if model is not None:
        found[Product.MODEL] = model
    if report is not None:
        found[Product.REPORT] = report
    return found


def _in_file(summary: VisitSummary, *, model: Made | None, created_at: str) -> dict[str, Made]:
    """Products in the visit's file; each names the revision of the model that it was made from."""
    shown = {} if model is None else {created_at: model.revision}
    found = {product: _made_from(made, shown) for product, made in summary.products.items()}
    labels = {
        Product.RECORDINGS: [one.label for one in summary.recordings if one.makes_model],
        Product.TORQUE_RAMPS: [one.label for one in summary.recordings if one.is_torque_ramps],
        Product.LOAD_STEPS: [one.label for one in summary.recordings if one.is_load_steps],
    }
    found |= {product: Made(revision_of(names)) for product, names in labels.items() if names}
    if (reference := summary.payload_reference) is not None:
        found[Product.PAYLOAD_REFERENCE] = Made(reference.revision)
        if reference.kind is ReferenceKind.THIS_VISIT:
            swept = newest(summary.payload_runs, PayloadRun.UNLOADED)
            found[Product.PAYLOAD_REFERENCE] = _swept(found[Product.PAYLOAD_REFERENCE], swept)
    if (payload := found.get(Product.PAYLOAD)) is not None:
        found[Product.PAYLOAD] = _swept(payload, newest(summary.payload_runs, PayloadRun.LOADED))
    return found


def _swept(made: Made, runs: RunsTogether) -> Made:
    return replace(made, done=len(runs.done), of=runs.planned)


def _made_from(made: Made, shown: Mapping[str, str]) -> Made:
    """Replace the creation time of the model among the sources by the revision of the shown model."""
    of = made.made_from.get(Product.MODEL)
    if of is None:
        return made
    return replace(made, made_from={**made.made_from, Product.MODEL: shown.get(of, of)})


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
