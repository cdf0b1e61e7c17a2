"""The open visit as the window knows it: what is in it, what was chosen, what was found.

All file work goes through jobs; every change arrives as ``changed``. The choice of
runs and the settings carry a number, so that a redo marks later results *out of
date* and never deletes them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import CANCEL_GRACE_S, Job, JobRunner
from app.jobs.task import Task
from app.speech.language import listed
from app.speech.units import seconds
from app.speech.words import mark_word
from app.visit.model_curves import compare_with_model
from app.visit.payload import VisitPayload
from app.visit.products import products_of
from app.visit.progress import model_made, progress_of, report_made
from app.visit.rescuing import RescuedVisit, rescue_visit
from app.visit.run_choice import RunChoice, chosen_for, suggested_choice
from app.visit.steps import GuideName
from app.visit.stored_products import Stored, with_products
from app.visit.summaries import (
    FileToImport,
    ImportOutcome,
    MeasuredAgainstModel,
    OpenedVisit,
    RecordingSummary,
    RobotChoice,
    VisitSummary,
)
from app.visit.tasks import (
    create_synthetic_visit,
    create_visit,
    describe_robot,
    import_files,
    list_robots,
    open_visit,
    remember_progress,
)
from core.identification.result import IdentificationResult
from core.payload.plan import PayloadPlan
from core.payload.result import PayloadResult
from core.stiffness.result import ReducedStiffness
from core.workflow import Journey, Made, Place, Product, Progress

WRITE_GRACE_S = 10.0
"""Work that writes the visit file is not cut off earlier than this."""
LARGEST_REWRITTEN_BYTES = 64 << 20
"""A change of a visit copies its file; for the place alone that is not done beyond this size."""

R = TypeVar("R")


class OpenVisit(QObject):
    """One visit to one robot; there is at most one open."""

    changed = Signal()
    opened = Signal()
    """Another visit is open now."""
    not_opened = Signal(object, object)
    """Path of a visit that could not be opened, and the error."""
    busy = Signal(str)
    """What is being done, or nothing."""
    progressed = Signal(float, str)
    identified = Signal()
    robot_described = Signal(object)
    imported = Signal(object)
    """The outcome of an import."""
    payload_kept = Signal(object)
    """PayloadResult: what is known so far, while a payload is worked out."""

    def __init__(self, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__()
        self._runner, self._bus = runner, bus
        self._job: Job[Any] | None = None
        self._result_choice: RunChoice | None = None
        self._reported: Made | None = None
        self._stored: Progress | None = None
        self.guide = GuideName.FROM_FILES.value
        self.place: Place | None = None
        """The step and view that were shown last."""
        self.summary: VisitSummary | None = None
        self.choice = RunChoice()
        self.result: IdentificationResult | None = None
        self.result_is_partial = False
        self.report_files: tuple[Path, ...] = ()
        self._curves: dict[str, MeasuredAgainstModel] = {}
        self.stiffness: ReducedStiffness | None = None
        """What the whole arm gives, the newest of it."""
        self.payloads = VisitPayload(self)

    @property
    def payload(self) -> PayloadResult | None:
        """What was found on the flange, the newest of it."""
        return self.payloads.result

    @property
    def payload_plan(self) -> PayloadPlan | None:
        """The sweeps for a payload that were planned last."""
        return self.payloads.plan

    @property
    def path(self) -> Path:
        """The visit file."""
        assert self.summary is not None
        return Path(self.summary.path)

    @property
    def is_busy(self) -> bool:
        """Whether a job of this visit runs."""
        return self._job is not None

    @property
    def recordings(self) -> tuple[RecordingSummary, ...]:
        """The recordings, in the order of the file."""
        return self.summary.recordings if self.summary else ()

    @property
    def makes_model(self) -> bool:
        """Whether it has a recording to identify a model from."""
        return any(recording.makes_model for recording in self.recordings)

    @property
    def progress(self) -> Progress:
        """What has been done in the visit, and which step is open."""
        joints = len(self.summary.joint_names) if self.summary else 0
        return progress_of(
            self._stored, guide=self.guide, place=self.place, joint_count=joints, found=self._found()
        )

    @property
    def result_is_current(self) -> bool:
        """Whether the model was made with the choice as it is."""
        return self.result is not None and self._result_choice == self.choice

    @property
    def can_go_on(self) -> bool:
        """Whether the model is a part result of this very choice, so that its loops can go on."""
        return self.result_is_partial and self.result_is_current

    @property
    def has_report(self) -> bool:
        """Whether a report was written, however old."""
        return Product.REPORT in self.progress.products

    @property
    def report_is_current(self) -> bool:
        """Whether the report describes the present model."""
        return self.has_report and not Journey(self.progress).is_out_of_date(Product.REPORT)

    @property
    def payload_is_current(self) -> bool:
        """Whether the payload was found with the reference as it is chosen now."""
        is_old = Journey(self.progress.following(GuideName.PAYLOAD)).is_out_of_date(Product.PAYLOAD)
        return self.payload is not None and not is_old

    @property
    def has_payload_report(self) -> bool:
        """Whether the payload's report was written, however old."""
        return Product.PAYLOAD_REPORT in self.progress.products

    @property
    def payload_report_is_current(self) -> bool:
        """Whether the payload's report describes the present payload."""
        is_old = Journey(self.progress.following(GuideName.PAYLOAD)).is_out_of_date(Product.PAYLOAD_REPORT)
        return self.has_payload_report and not is_old

    def remember(self, progress: Progress) -> None:
        """Keep the progress in the visit file; large files are not rewritten for it."""
        if self.summary is None or progress == self._stored or not self._is_small():
            return
        self._stored = progress
        self.look_beside(Task(remember_progress, path=self.path, progress=progress), grace_s=WRITE_GRACE_S)

    def _is_small(self) -> bool:
        try:
            return self.path.stat().st_size <= LARGEST_REWRITTEN_BYTES
        except OSError:  # gone, or not there yet
            return False

    def _found(self) -> dict[str, Made]:
        """The products that the visit shows by itself."""
        model = self.model if self.result is not None else None
        created_at = self.result.provenance.created_at if self.result is not None else ""
        found = products_of(
            self.summary,
            choice=self.choice,
            model=model,
            created_at=created_at,
            report=self._reported,
        )
        return {**found, **self.payloads.made()}

    @property
    def model(self) -> Made:
        """The model that is shown, and what it was made from."""
        assert self.result is not None
        choice = self._result_choice.revision if self._result_choice is not None else ""
        return model_made(self.result.provenance.created_at, choice=choice)

    def list_robots(self) -> Job[tuple[RobotChoice, ...]]:
        """Ask for the shipped robots."""
        return self.look_beside(Task(list_robots))

    def describe_robot(self, path: Path) -> None:
        """Read a robot description; ``robot_described`` follows."""
        job = self.do(Task(describe_robot, path=str(path)), self.tr("Reading the robot description"))
        job.succeeded.connect(self.robot_described)

    def create(self, path: Path, *, robot: str, files: Sequence[FileToImport]) -> None:
        """Make a new visit and read the first files into it."""
        job = self.do(Task(create_visit, path=path, robot=robot), self.tr("Making the visit"), WRITE_GRACE_S)

        def made(summary: VisitSummary) -> None:
            self._take(OpenedVisit(summary, None))
            self.import_files(files)

        job.succeeded.connect(made)

    def create_empty(self, path: Path, *, robot: str) -> None:
        """Make a new visit that a controller will fill; ``robot`` is a name, a description or a visit."""
        words = self.tr("Making the visit")
        job = self.do(Task(create_visit, path=path, robot=robot), words, WRITE_GRACE_S)
        job.succeeded.connect(lambda summary: self._take(OpenedVisit(summary, None)))

    def reload(self) -> None:
        """Read again what is in the file, after a recording or a check was put into it."""
        if self.summary is None:  # it was closed meanwhile; its file has all of it
            return
        path = self.path
        job = self.look_beside(Task(open_visit, path=path))

        def arrived(opened: OpenedVisit) -> None:
            if self.summary is not None and self.path == path:
                self.payloads.take(opened.payload, opened.payload_plan)
                self.stiffness = opened.stiffness
                self._take_summary(opened.summary)

        job.succeeded.connect(arrived)

    def look_beside(
        self, task: Task[R], *, grace_s: float = CANCEL_GRACE_S, shows_failure: bool = True
    ) -> Job[R]:
        """Have something looked up or kept without holding anything else up."""
        job = self._runner.start(task, grace_s=grace_s)
        if shows_failure:
            job.failed.connect(self._bus.show_error)
        return job

    def has_plan(self, key: str) -> None:
        """A motion was planned for this visit and put into it."""
        if self.summary is not None:
            products = {**self.summary.products, Product.PLAN: Made(key)}
            self.summary = replace(self.summary, products=products)
            self.changed.emit()

    def mark_word(self) -> str:
        """What is striped across everything of this visit; empty for a real arm."""
        return mark_word(self.summary.marks) if self.summary is not None else ""

    def open(self, path: Path) -> None:
        """Open a visit file."""
        job = self.do(Task(open_visit, path=path), self.tr("Opening the visit"))
        job.succeeded.connect(self._take)
        job.failed.connect(lambda error: self.not_opened.emit(path, error))

    def rescue(self, path: Path, *, into: Path) -> Job[RescuedVisit]:
        """Take what is whole in a damaged visit into a new one."""
        words = self.tr("Rescuing what is whole")
        return self.do(Task(rescue_visit, path=path, into=into), words, WRITE_GRACE_S)

    def try_synthetic(self, path: Path, *, seed: int) -> None:
        """Make a visit of computed recordings."""
        words = self.tr("Computing synthetic recordings")
        job = self.do(Task(create_synthetic_visit, path=path, seed=seed), words, WRITE_GRACE_S)
        job.succeeded.connect(lambda summary: self._take(OpenedVisit(summary, None)))

    def close_visit(self) -> None:
        """Forget the open visit; its file is complete."""
        self.summary = None
        self._forget()
        self.changed.emit()

    def import_files(self, files: Sequence[FileToImport]) -> None:
        """Read files into the visit."""
        job = self.do(
            Task(import_files, path=self.path, files=tuple(files)), self.tr("Importing"), WRITE_GRACE_S
        )
        job.succeeded.connect(self._take_import)

    def choose(self, choice: RunChoice) -> None:
        """Take over the user's choice of recordings and options."""
        if choice != self.choice:
            self.choice = choice
            self.changed.emit()

    def take_model(
        self, result: IdentificationResult, choice: RunChoice, *, is_partial: bool = False
    ) -> None:
        """Show a model that was identified from these recordings, or the part of one so far."""
        self.result, self._result_choice, self.result_is_partial = result, choice, is_partial
        self._curves.clear()
        if not is_partial:
            self.identified.emit()

    def cancel(self) -> None:
        """Stop what runs; the best so far is kept."""
        if self._job is not None:
            self._job.cancel()

    def curves(self, label: str) -> MeasuredAgainstModel | None:
        """Measured against model over one recording, when it has been computed."""
        return self._curves.get(label)

    def ask_for_curves(self, label: str) -> None:
        """Compute the curves; ``changed`` is emitted when they are there."""
        result = self.result
        assert result is not None
        job = self.look_beside(Task(compare_with_model, path=self.path, result=result, label=label))

        def arrived(curves: MeasuredAgainstModel) -> None:
            if self.result is result:
                self._curves[label] = curves
                self.changed.emit()

        job.succeeded.connect(arrived)

    def report_written(self, files: Sequence[Path], *, of: Made) -> None:
        """Note that a report of this model was written."""
        self._reported, self.report_files = report_made(of.revision), tuple(files)
        self.changed.emit()

    def do(
        self, task: Task[R], words: str, grace_s: float = CANCEL_GRACE_S, *, shows_failure: bool = True
    ) -> Job[R]:
        """Have work done for this visit, under these words, which ``cancel`` stops."""
        job = self._runner.start(task, grace_s=grace_s)
        self._job = job
        self._bus.clear()
        job.progressed.connect(self.progressed)
        if shows_failure:
            job.failed.connect(self._bus.show_error)
        job.ended.connect(lambda: self._ended(job))
        self.busy.emit(words)
        return job

    def find(
        self, work: Task[R], words: str, *, then: Callable[[R], None], shows_failure: bool = True
    ) -> Job[Stored[R]]:
        """Have a result worked out that the visit keeps; ``then`` takes it while the visit is still open."""
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

    def _ended(self, job: Job[Any]) -> None:
        if job is self._job:
            self._job = None
            self.busy.emit("")
            self.changed.emit()

    def _forget(self) -> None:
        self.result, self._result_choice, self._reported, self._stored = None, None, None, None
        self.place = None
        self.result_is_partial = False
        self.report_files = ()
        self._curves.clear()
        self.payloads.forget()
        self.stiffness = None
        self.choice = RunChoice()

    def _take(self, opened: OpenedVisit) -> None:
        self._forget()
        self.summary, self.result, self._stored = opened.summary, opened.result, opened.progress
        if opened.progress is not None:
            self.guide, self.place = opened.progress.guide, opened.progress.place
        self.result_is_partial = opened.result_is_partial
        self.payloads.take(opened.payload, opened.payload_plan)
        self.stiffness = opened.stiffness
        self.choice = suggested_choice(opened.summary.recordings)
        if opened.result is not None:
            self.choice = chosen_for(opened.result, opened.summary)
            self._result_choice = self.choice
        self.opened.emit()
        self.changed.emit()
        self._tell_rescued(opened)

    def _tell_rescued(self, opened: OpenedVisit) -> None:
        """Recordings that outlived their program, and parts that did not make it."""
        for error in opened.left_behind:
            self._bus.show_error(error)
        if opened.rescued:
            names = listed(f"“{found.label}” ({seconds(found.seconds)})" for found in opened.rescued)
            self._bus.show(
                self.tr("Rescued: {recordings}.").format(recordings=names),
                self.tr("The program ended while it recorded. All that was on the disk is in the visit now."),
                severity=Severity.GOOD,
            )

    def _take_import(self, outcome: ImportOutcome) -> None:
        self._take_summary(outcome.summary, outcome)

    def _take_summary(self, summary: VisitSummary, outcome: ImportOutcome | None = None) -> None:
        known = {recording.label for recording in self.recordings}
        self.summary = summary
        fresh = [recording for recording in self.recordings if recording.label not in known]
        if not known:
            self.choice = suggested_choice(self.recordings)
        elif fresh and self.result is None:
            self.choice = replace(suggested_choice(self.recordings), settings=self.choice.settings)
        if outcome is not None:
            self.imported.emit(outcome)
        self.changed.emit()
