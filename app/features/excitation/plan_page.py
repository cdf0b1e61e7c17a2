"""Page that plans a motion: settings, search beside the window, and the plan to look at."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from app.arm.link import RobotLink
from app.errors.text import error_text
from app.features.excitation.plan_form import PlanForm
from app.features.excitation.plan_views import PlanOutlook, PlanResult, PlanSearch
from app.features.excitation.planning import Planning
from app.guide.page import Page
from app.guide.primary_action import Stage, Turn
from app.jobs.messages import MessageBus
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.widgets.choice import ask_where_to_save
from app.widgets.layouts import ViewStack, in_row
from core.errors import TorsionError

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan
    from core.robot.model import RobotModel

_SETUP, _RESULT = 0, 1
_OUTLOOK, _SEARCH = 0, 1


class PlanPage(Page):
    """Form and start pose, the search under way, then the plan."""

    visit_wanted = Signal()
    """Emitted when a visit is needed before a motion can be planned."""

    def __init__(
        self, link: RobotLink, visit: OpenVisit, planning: Planning, settings: SettingsStore, bus: MessageBus
    ) -> None:
        super().__init__(self.tr("Plan the motion"), "")
        self._question = self.tr(
            "It begins and ends at rest, keeps every limit, and shows the inertia of every link."
        )
        self.say(self._question)
        self._link, self._visit, self._planning, self._bus = link, visit, planning, bus
        self._wants_plan = False
        self._why_not = ""
        """Reason why the last search found nothing; empty after a success."""
        self._is_early = False
        """True if the search of the shown plan was stopped before its end."""
        self.form = PlanForm(settings)
        self.outlook, self.search, self.result = PlanOutlook(), PlanSearch(), PlanResult()
        self._sides, self._stack = ViewStack(), ViewStack()
        self._lay_out()
        self.form.changed.connect(self._show_start)
        self.search.cancel_asked.connect(planning.cancel)
        self.result.again_asked.connect(self._show_setup)
        self.result.save_asked.connect(self._ask_where)
        visit.opened.connect(self._visit_opened)
        visit.changed.connect(self.state_changed)
        visit.progressed.connect(self._take_progress)
        link.state_changed.connect(self._show_start)
        planning.looked.connect(self._looked)
        planning.began.connect(self._began)
        planning.kept.connect(self._kept)
        planning.saving.connect(self._saving)
        planning.planned.connect(self._planned)
        planning.failed.connect(self._failed)

    @property
    def shows_result(self) -> bool:
        """True while a plan is shown, False while the form is."""
        return self._stack.currentIndex() == _RESULT

    @property
    def primary_text(self) -> str:
        """Name of the main button: plan, or go on with the plan."""
        return self.tr("Next") if self.shows_result else self.tr("Plan")

    @property
    def primary_enabled(self) -> bool:
        """True unless something is worked out, or a field cannot be read."""
        return not self._visit.is_busy and (self.shows_result or self.form.is_understood)

    def primary_is_due(self, *, is_undone: bool) -> bool:  # noqa: ARG002
        """True unless the plan that is shown will not do: then another is to be planned."""
        return not (self.shows_result and self._is_poor)

    def primary(self) -> None:
        """Plan, or go on to the next step."""
        if self.shows_result:
            self.next_asked.emit()
        elif self._visit.summary is None:
            self._wants_plan = True
            self.visit_wanted.emit()
        else:
            self._plan()

    @property
    def by_itself(self) -> Turn:
        """Turn of the page: it plans by itself with the form, from the present pose."""
        if self._planning.is_searching or self._wants_plan or self._visit.is_busy:
            return Turn(Stage.WORKING)
        if self.shows_result:
            return Turn(Stage.DECIDE, self.result.words) if self._is_poor else Turn(Stage.DONE)
        return Turn(Stage.AGAIN, self._why_not) if self._why_not else Turn(Stage.READY)

    @property
    def _is_poor(self) -> bool:
        shown = self._planning.shown
        return self._is_early or shown is None or bool(shown.plan.shortfalls)

    def entered(self) -> None:
        """Read the plan of the visit, and show the start pose."""
        self._planning.look()
        self._show_start()

    def initial_focus(self) -> QWidget | None:
        """None, so the main button: the form is good enough as it is."""
        return None

    @Slot()
    def _visit_opened(self) -> None:
        self._why_not = ""
        if not self._planning.is_searching:
            self._show_setup()
        if self.isVisible() or self._wants_plan:
            self._planning.look()

    @Slot()
    def _looked(self) -> None:
        """Show the plan of the arm that is known now, or its start pose; plan if that was waited for."""
        if self._planning.is_searching:
            return
        if self._wants_plan:
            self._wants_plan = False
            self._plan()
        elif self._planning.shown is not None and not self.shows_result:
            self.form.show_settings(self._planning.shown.plan.settings)
            self._show_result(early=False)
        self._show_start()

    @property
    def _robot(self) -> "RobotModel | None":
        """The connected arm, else that of the visit's description."""
        session = self._link.session
        connected = session is not None and self._link.is_connected
        return session.robot if session is not None and connected else self._planning.robot

    def _plan(self) -> None:
        robot = self._robot
        if robot is None:  # the visit is still being read
            self._wants_plan = True
            self._planning.look()
            return
        pose = self._link.pose_now
        try:
            settings = self.form.settings(None if pose is None else tuple(pose.tolist()))
        except TorsionError as error:
            self._bus.show_error(error)
            return
        self._planning.plan(settings, robot)

    @Slot()
    def _show_start(self) -> None:
        """Show where the motion would begin, in words and in the picture."""
        if not self.isVisible() or self.shows_result or self._planning.is_searching:
            return
        robot = self._robot
        pose = None if self.form.starts_at_zero else self._link.pose_now
        self.form.show_start(robot, pose)
        if robot is not None:
            start = np.zeros(robot.joint_count) if pose is None else pose
            self.outlook.show_start(robot, start, surroundings=self.form.surroundings)
        self.state_changed.emit()

    @Slot()
    def _began(self) -> None:
        settings = self._planning.settings
        assert settings is not None
        self._why_not = ""
        self.form.setEnabled(False)
        self.search.begin(settings.seconds)
        self._stack.setCurrentIndex(_SETUP)
        self._sides.setCurrentIndex(_SEARCH)
        self.search.cancel_button.setFocus()
        self.state_changed.emit()

    @Slot(float, str)
    def _take_progress(self, fraction: float, _text: str) -> None:
        if self._planning.is_searching:
            self.search.show_progress(fraction)

    @Slot(object)
    def _kept(self, plan: "ExcitationPlan") -> None:
        self.search.show_best(plan)

    @Slot()
    def _saving(self) -> None:
        self._take_focus()
        self.search.show_saving()

    @Slot(bool)
    def _planned(self, early: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        self._show_result(early=early)

    def _take_focus(self) -> None:
        """Hold the focus, which the primary button gets as soon as it can be pressed."""
        focused = QApplication.focusWidget()
        if focused is not None and self.isAncestorOf(focused) and not self._link.may_move:
            self.setFocus()

    @Slot(object)
    def _failed(self, error: BaseException | None) -> None:
        self._take_focus()
        self._show_setup()
        self._why_not = self.tr("Stopped. Nothing was planned.") if error is None else error_text(error).title
        if error is None:
            self.outlook.show_problems(self._why_not, ())
        else:
            self.outlook.show_error(error)
        self.state_changed.emit()

    @Slot()
    def _show_setup(self) -> None:
        self.say(self._question)
        self.form.setEnabled(True)
        self.outlook.show_picture()
        self._sides.setCurrentIndex(_OUTLOOK)
        self._stack.setCurrentIndex(_SETUP)
        self._show_start()
        self.state_changed.emit()

    def _show_result(self, *, early: bool) -> None:
        shown = self._planning.shown
        if shown is None:
            return
        self.say("")  # the verdict is shown below
        self._is_early = early
        self.form.setEnabled(True)
        self.result.show_plan(shown, early=early)
        self.result.again_button.take_role("primary" if self._is_poor else "")
        self._stack.setCurrentIndex(_RESULT)
        self.state_changed.emit()

    @Slot(str)
    def _ask_where(self, ending: str) -> None:
        path = self._visit.path
        ask_where_to_save(
            self.window(),
            self.tr("Save the motion"),
            f"{path.stem}-motion{ending}",
            self.save,
            folder=str(path.parent),
        )

    def save(self, path: Path) -> None:
        """Write the plan in the format of the file's ending."""
        self._planning.export(path)

    def _lay_out(self) -> None:
        for side in (self.outlook, self.search):
            self._sides.addWidget(side)
        setup = QWidget()
        in_row((self.form, 1), (self._sides, 1), of=setup, spacing=2 * GRID)
        for view in (setup, self.result):
            self._stack.addWidget(view)
        self.column.addWidget(self._stack, 1)
