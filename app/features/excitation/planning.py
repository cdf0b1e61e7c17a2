"""Planning motions for the open visit, beside the window: one at a time, and the best so far survives."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.features.excitation import tasks as excitation
from app.features.excitation.tasks import export_plan, keep_plan, plans_of_visit
from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import Job
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.visit.visit_jobs import WRITE_GRACE_S

if TYPE_CHECKING:
    from app.features.excitation.tasks import PlansOfVisit, ShownPlan
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.runs.excitation_run import ExcitationRun
    from core.excitation.settings import ExcitationSettings
    from core.robot.model import RobotModel


class Planning(QObject):
    """Arm, plan and run of the open visit, and the search for a plan; two pages share it."""

    looked = Signal()
    """Emitted when arm, plan and run of the visit are known."""
    began = Signal()
    kept = Signal(object)
    """ExcitationPlan: the best so far."""
    saving = Signal()
    """Emitted when the search is over and its plan is being stored."""
    planned = Signal(bool)
    """Emitted when a plan is stored; True if its search was stopped early."""
    failed = Signal(object)
    """Emitted with the error if there is no plan; None if it was stopped before there was any."""

    def __init__(self, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__()
        self._visit, self._bus = visit, bus
        self._looked_into: Path | None = None
        self._wanted: Path | None = None
        self.robot: RobotModel | None = None
        """The arm as the visit describes it."""
        self.shown: ShownPlan | None = None
        self.run: ExcitationRun | None = None
        self.settings: ExcitationSettings | None = None
        """Settings of the search under way; None without one."""
        visit.opened.connect(self._forget)

    @property
    def is_searching(self) -> bool:
        """True while a motion is being planned."""
        return self.settings is not None

    def look(self) -> None:
        """Read arm, plan and run of the visit; ``looked`` follows, at once where nothing has changed."""
        if self._visit.summary is None:
            return
        path = self._visit.path
        if path == self._looked_into:
            self.looked.emit()
            return
        if path == self._wanted:  # the answer is on its way
            return
        self._wanted = path
        job = self._visit.look_beside(Task(plans_of_visit, path=path))
        job.succeeded.connect(lambda plans: self._take_look(path, plans))
        job.ended.connect(lambda: self._look_ended(path))

    def look_again(self) -> None:
        """Read the visit again: a motion was run."""
        self._looked_into = None
        self.look()

    def plan(self, settings: "ExcitationSettings", robot: "RobotModel") -> None:
        """Search for a motion of this arm; ``planned`` or ``failed`` follows."""
        self.settings = settings
        job = self._visit.do(
            Task(excitation.plan, robot=robot, settings=settings),
            self.tr("Planning"),
            shows_failure=False,
        )
        job.kept.connect(self.kept)
        job.succeeded.connect(lambda plan: self._keep(plan, robot, early=False))
        job.cancelled.connect(lambda best: self._stopped(best, robot))
        job.failed.connect(self._take_failure)
        self.began.emit()

    def cancel(self) -> None:
        """Stop the search; the best so far is kept."""
        self._visit.cancel()

    def export(self, path: Path) -> Job[None]:
        """Write the plan in the format of the file's ending."""
        assert self.shown is not None
        job = self._visit.do(Task(export_plan, shown=self.shown, path=path), self.tr("Saving"))
        job.succeeded.connect(
            lambda _: self._bus.show(
                self.tr("The motion was written to {file}.").format(file=path), severity=Severity.GOOD
            )
        )
        return job

    def _stopped(self, best: "ExcitationPlan | None", robot: "RobotModel") -> None:
        if best is None:
            self._take_failure(None)
        else:
            self._keep(best, robot, early=True)

    def _keep(self, plan: "ExcitationPlan", robot: "RobotModel", *, early: bool) -> None:
        """Store a plan in the visit; its search may have been stopped (``early``)."""
        self.settings = None
        if self._visit.summary is None:  # it was closed meanwhile
            return
        path = self._visit.path
        self.saving.emit()
        job = self._visit.do(
            Task(keep_plan, path=path, plan=plan, robot=robot),
            self.tr("Saving the plan"),
            WRITE_GRACE_S,
            shows_failure=False,
        )
        job.succeeded.connect(lambda shown: self._take_plan(path, shown, early=early))
        job.cancelled.connect(lambda _best: self._take_failure(None))
        job.failed.connect(self._take_failure)

    def _take_plan(self, path: Path, shown: "ShownPlan", *, early: bool) -> None:
        if self._is_open(path):
            self.shown = shown
            self._visit.has_plan(shown.key)
            self.planned.emit(early)

    def _take_look(self, path: Path, plans: "PlansOfVisit") -> None:
        if self._is_open(path):
            self._looked_into = path
            self.robot, self.run = plans.robot, plans.run
            if self.shown is None or plans.shown is None or plans.shown.key != self.shown.key:
                self.shown = plans.shown
            self.looked.emit()

    def _look_ended(self, path: Path) -> None:
        if self._wanted == path:
            self._wanted = None

    @Slot(object)
    def _take_failure(self, error: BaseException | None) -> None:
        self.settings = None
        self.failed.emit(error)

    def _is_open(self, path: Path) -> bool:
        return self._visit.summary is not None and self._visit.path == path

    @Slot()
    def _forget(self) -> None:
        self._looked_into = None
        self.robot, self.shown, self.run = None, None, None
