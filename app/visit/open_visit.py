"""The open visit in the window: its contents, the choices of the user, the results.

Every change is signalled by ``changed``. Choices and results have revisions, so that a changed choice marks
later results *out of date* and never deletes them.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import Signal

from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.speech.language import listed
from app.speech.units import seconds
from app.speech.words import mark_word
from app.visit.products import VisitPayload, products_of
from app.visit.recordings import robot_of
from app.visit.run_choice import RunChoice, chosen_for, suggested_choice
from app.visit.steps import GuideName, model_made, progress_of, report_made
from app.visit.summaries import (
    FileToImport,
    ImportOutcome,
    MeasuredAgainstModel,
    OpenedVisit,
    RecognisedFile,
    RecordingSummary,
    RobotChoice,
    VisitSummary,
)
from app.visit.tagging import OpenTag
from app.visit.tasks import (
    RescuedVisit,
    create_synthetic_visit,
    create_visit,
    describe_robot,
    import_files,
    list_robots,
    look_after_procedure,
    open_visit,
    recognise_file,
    remember_progress,
    rescue_visit,
)
from app.visit.undoing import Undoing
from app.visit.visit_jobs import WRITE_GRACE_S, VisitJobs
from core.identification.result import IdentificationResult
from core.monitor import Monitor
from core.payload.plan import PayloadPlan
from core.payload.result import PayloadResult
from core.stiffness.result import ReducedStiffness
from core.storage.tag import VisitTag
from core.workflow import Journey, Made, Place, Product, Progress

LONGEST_CURVE = 200_000
"""Samples per curve that go to the window. A longer recording is thinned to every n-th sample;
its signals are low-passed far below the rate that is left."""


def compare_with_model(
    monitor: Monitor, *, path: Path, result: IdentificationResult, label: str
) -> MeasuredAgainstModel:
    """Compute measured and modelled torque, N·m or N, over one recording."""
    from core.identification.model import predict
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        found = predict(result, robot_of(visit), visit.recording(label), monitor=monitor)
    size = max(-(-found.time.shape[0] // LONGEST_CURVE), 1)
    keep = slice(None, None, size)
    return MeasuredAgainstModel(
        label,
        np.ascontiguousarray(found.time[keep]),
        np.ascontiguousarray(found.measured[keep]),
        np.ascontiguousarray(found.modelled[keep]),
        np.ascontiguousarray(found.rigid[keep]),
        np.ascontiguousarray(found.learned[keep]),
    )


class OpenVisit(VisitJobs):
    """The visit to one robot; at most one is open."""

    opened = Signal()
    """Emitted when another visit is open."""
    not_opened = Signal(object, object)
    """Carries the path of a visit that could not be opened, and the error."""
    identified = Signal()
    robot_described = Signal(object)
    """Carries the ``RobotChoice``."""
    imported = Signal(object)
    """Carries the ``ImportOutcome``."""
    payload_kept = Signal(object)
    """Carries an intermediate ``PayloadResult`` while a payload is computed."""

    def __init__(self, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(runner, bus)
        self._result_choice: RunChoice | None = None
        self._reported: Made | None = None
        self._stored: Progress | None = None
        self.guide = GuideName.FROM_FILES.value
        self.place: Place | None = None
        """Step and view that were shown last."""
        self.choice = RunChoice()
        self.result: IdentificationResult | None = None
        self.result_is_partial = False
        self.report_files: tuple[Path, ...] = ()
        self._curves: dict[str, MeasuredAgainstModel] = {}
        self.stiffness: ReducedStiffness | None = None
        """The newest stiffness of the whole arm."""
        self.payloads = VisitPayload(self)
        self.undoing = Undoing()
        self.tags = OpenTag(self, self.undoing)

    @property
    def payload(self) -> PayloadResult | None:
        """The newest result for the payload."""
        return self.payloads.result

    @property
    def payload_plan(self) -> PayloadPlan | None:
        """The newest plan of sweeps for a payload."""
        return self.payloads.plan

    @property
    def recordings(self) -> tuple[RecordingSummary, ...]:
        """The recordings, in the order of the file."""
        return self.summary.recordings if self.summary else ()

    @property
    def makes_model(self) -> bool:
        """True if a model can be identified from one of the recordings."""
        return any(recording.makes_model for recording in self.recordings)

    @property
    def progress(self) -> Progress:
        """Products of the visit, and the open step."""
        joints = len(self.summary.joint_names) if self.summary else 0
        return progress_of(
            self._stored, guide=self.guide, place=self.place, joint_count=joints, found=self._found()
        )

    @property
    def result_is_current(self) -> bool:
        """True if the model was made with the present choice."""
        return self.result is not None and self._result_choice == self.choice

    @property
    def can_go_on(self) -> bool:
        """True if the fit of the model was stopped and can be continued with the present choice."""
        return self.result_is_partial and self.result_is_current

    @property
    def has_report(self) -> bool:
        """True if a report was written, of any age."""
        return Product.REPORT in self.progress.products

    @property
    def report_is_current(self) -> bool:
        """True if the report describes the present model."""
        return self.has_report and not Journey(self.progress).is_out_of_date(Product.REPORT)

    @property
    def payload_is_current(self) -> bool:
        """True if the payload was computed with the reference that is chosen now."""
        is_old = Journey(self.progress.following(GuideName.PAYLOAD)).is_out_of_date(Product.PAYLOAD)
        return self.payload is not None and not is_old

    @property
    def has_payload_report(self) -> bool:
        """True if a report of the payload was written, of any age."""
        return Product.PAYLOAD_REPORT in self.progress.products

    @property
    def payload_report_is_current(self) -> bool:
        """True if the payload's report describes the present payload."""
        is_old = Journey(self.progress.following(GuideName.PAYLOAD)).is_out_of_date(Product.PAYLOAD_REPORT)
        return self.has_payload_report and not is_old

    def remember(self, progress: Progress) -> None:
        """Store the progress in the visit file."""
        if self.summary is None or progress == self._stored:
            return
        self._stored = progress
        self.look_beside(Task(remember_progress, path=self.path, progress=progress), grace_s=WRITE_GRACE_S)

    def _found(self) -> dict[str, Made]:
        """Products known from the file and from the state of the window."""
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
        """The shown model as a product, with the revision of its choice."""
        assert self.result is not None
        choice = self._result_choice.revision if self._result_choice is not None else ""
        return model_made(self.result.provenance.created_at, choice=choice)

    def list_robots(self) -> Job[tuple[RobotChoice, ...]]:
        """Start a job that lists the shipped robots."""
        return self.look_beside(Task(list_robots))

    def describe_robot(self, path: Path) -> None:
        """Read a robot description; ``robot_described`` follows."""
        job = self.do(Task(describe_robot, path=str(path)), self.tr("Reading the robot description"))
        job.succeeded.connect(self.robot_described)

    wanted_mounting = ""
    """Mounting of the arm of the next visit that is made; empty as it is described."""

    def create(self, path: Path, *, robot: str, files: Sequence[FileToImport] = ()) -> None:
        """Create a visit, and import files into it; ``robot`` is a name, a description or a visit."""

        def made(summary: VisitSummary) -> None:
            self._take(OpenedVisit(summary, None))
            if files:
                self.import_files(files)

        mounting, self.wanted_mounting = self.wanted_mounting, ""
        task = Task(create_visit, path=path, robot=robot, mounting=mounting, tag=self.tags.to_come)
        job = self.do(task, self.tr("Making the visit"), WRITE_GRACE_S)
        job.succeeded.connect(made)

    def take_outcome(self, found: object) -> None:
        """Take over what a procedure added to the file; its own result, ``found``, is not read again."""
        if self.summary is None:  # it was closed meanwhile; its file has all of it
            return
        path = self.path
        job = self.look_beside(Task(look_after_procedure, path=path, before=self.summary))

        def arrived(seen: "tuple[VisitSummary, PayloadPlan | None]") -> None:
            if self.summary is not None and self.path == path:
                summary, plan = seen
                self.payloads.take_after_procedure(found, plan)
                self._take_summary(summary)

        job.succeeded.connect(arrived)

    def reload(self) -> None:
        """Read the file again, after another program or the story has worked on it."""
        if self.summary is None:  # it was closed meanwhile; its file has all of it
            return
        path = self.path
        job = self.look_beside(Task(open_visit, path=path))

        def arrived(opened: OpenedVisit) -> None:
            if self.summary is not None and self.path == path:
                self.payloads.take(opened.payload, opened.payload_plan)
                self.stiffness = opened.stiffness
                self._take_summary(opened.summary)
                if opened.result is not None and self.result is None:
                    self.choice = chosen_for(opened.result, opened.summary)
                    self.take_model(opened.result, self.choice)
                    self.changed.emit()

        job.succeeded.connect(arrived)

    def has_plan(self, key: str) -> None:
        """Take over the key of a plan that was stored in the visit."""
        if self.summary is not None:
            products = {**self.summary.products, Product.PLAN: Made(key)}
            self.summary = replace(self.summary, products=products)
            self.changed.emit()

    def look_at(self, guide: str, step: str) -> None:
        """Note that a step is open; one before the place to resume at is only looked at."""
        if guide != self.guide:
            self.guide, self.place = guide, None
        self.place = Journey(Progress(guide, place=self.place)).place_at(step)

    def work_at(self, step: str) -> None:
        """Note that something was made again at a step: from there one goes on."""
        self.place = Place(step)

    def mark_word(self) -> str:
        """Mark on all views of this visit, such as VIRTUAL; empty for a real arm."""
        return mark_word(self.summary.marks) if self.summary is not None else ""

    def open(self, path: Path) -> None:
        """Open a visit file; ``opened`` or ``not_opened`` follows."""
        job = self.do(Task(open_visit, path=path), self.tr("Opening the visit"))
        job.succeeded.connect(self._take)
        job.failed.connect(lambda error: self.not_opened.emit(path, error))

    def rescue(self, path: Path, *, into: Path) -> Job[RescuedVisit]:
        """Copy the intact parts of a damaged visit into a new one."""
        words = self.tr("Rescuing what is whole")
        return self.do(Task(rescue_visit, path=path, into=into), words, WRITE_GRACE_S)

    def try_synthetic(self, path: Path, *, seed: int) -> None:
        """Create a visit with synthetic recordings, computed from the seed."""
        words = self.tr("Computing synthetic recordings")
        job = self.do(Task(create_synthetic_visit, path=path, seed=seed), words, WRITE_GRACE_S)
        job.succeeded.connect(lambda summary: self._take(OpenedVisit(summary, None)))

    def close_visit(self) -> None:
        """Close the visit; its file is already complete."""
        self.summary = None
        self._forget()
        self.changed.emit()

    def recognise(self, path: str, *, robot: str, columns: tuple[str, ...] = ()) -> Job[RecognisedFile]:
        """Look at a file to import, beside all other work; ``robot`` counts where no visit is open."""
        arm = str(self.path) if self.summary is not None else robot
        return self.look_beside(Task(recognise_file, path=path, robot=arm, columns=columns))

    def import_files(self, files: Sequence[FileToImport]) -> None:
        """Import files into the visit; ``imported`` follows."""
        job = self.do(
            Task(import_files, path=self.path, files=tuple(files)), self.tr("Importing"), WRITE_GRACE_S
        )
        job.succeeded.connect(self._take_import)

    def choose(self, choice: RunChoice) -> None:
        """Take over the user's choice of recordings and settings; it can be undone."""
        before = self.choice
        if choice == before:
            return
        is_runs = (choice.fit, choice.validate) != (before.fit, before.validate)
        words = self.tr("choice of runs") if is_runs else self.tr("options of the identification")
        self.undoing.did(
            words, undo=lambda: self._choose(before), redo=lambda: self._choose(choice), joins=not is_runs
        )
        self._choose(choice)

    def _choose(self, choice: RunChoice) -> None:
        self.choice = choice
        self.changed.emit()

    def take_model(
        self, result: IdentificationResult, choice: RunChoice, *, is_partial: bool = False
    ) -> None:
        """Take over a model identified with this choice; ``is_partial`` if its fit was stopped."""
        self.result, self._result_choice, self.result_is_partial = result, choice, is_partial
        self._curves.clear()
        if not is_partial:
            self.identified.emit()

    def curves(self, label: str) -> MeasuredAgainstModel | None:
        """Measured and modelled torque over one recording; None until computed."""
        return self._curves.get(label)

    def ask_for_curves(self, label: str) -> None:
        """Compute the curves of a recording; ``changed`` follows."""
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

    def _forget(self) -> None:
        self.result, self._result_choice, self._reported, self._stored = None, None, None, None
        self.place = None
        self.result_is_partial = False
        self.report_files = ()
        self._curves.clear()
        self.payloads.forget()
        self.stiffness = None
        self.choice = RunChoice()
        self.tags.to_come = VisitTag()
        self.undoing.forget()

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
        self._report_rescued(opened)

    def _report_rescued(self, opened: OpenedVisit) -> None:
        """Report recordings whose program had crashed, and parts that could not be rescued."""
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
