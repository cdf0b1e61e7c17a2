"""Page of the stiffness of the whole arm: options, computation, and the shift of the tool."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import Signal, Slot

from app.arm.link import RobotLink
from app.features.stiffness.result_view import MAP, StiffnessResult
from app.features.stiffness.sentences import headline
from app.features.stiffness.setup_view import StiffnessSetup
from app.features.stiffness.tasks import analyse_stiffness, stiffness_view
from app.guide.actions import UndoButton
from app.guide.calculation import Calculation
from app.guide.page import Page
from app.guide.primary_action import Meaning, Primary, Stage, Turn, helping
from app.jobs.messages import MessageBus
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.visit.summaries import RobotChoice
from app.visit.tasks import robot_of_visit
from core.errors import BadRequest
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from core.stiffness.deflection_map import StiffnessView
from core.stiffness.result import ReducedStiffness
from core.workflow import Journey, Product

_NOW_S = 0.1
"""Age of the newest samples that count as the present pose."""


class StiffnessPage(Page):
    """Stiffness of the whole arm, from springs or from load tests; moves no arm."""

    visit_wanted = Signal(str)
    """A visit to this robot is needed before the computation."""

    def __init__(self, link: RobotLink, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(self.tr("Work out the stiffness of the arm"), "")
        self._link, self._visit, self._bus = link, visit, bus
        self._runs_next = False
        self._robot: RobotModel | None = None
        self._asked_robot: Path | None = None
        self._view_job: Job[StiffnessView] | None = None
        self._map_job: Job[StiffnessView] | None = None
        self._map_load = ""
        self._springs_unknown = False
        """True after a try that failed because the spring of some joint is unknown."""
        self.setup = StiffnessSetup()
        self.setup.changed.connect(self.state_changed)
        self.result = StiffnessResult(visit, runner, bus)
        self.result.answer.question_changed.connect(self._ask)
        self.result.answer.worst_asked.connect(self._ask_map)
        self.result.view_chosen.connect(self._view_chosen)
        self.result.tests.left_out_changed.connect(self._leave_out)
        self.undo_button = UndoButton(visit.undoing)
        self.calculation = Calculation(
            self,
            visit,
            bus,
            self.undo_button,
            setup=self.setup,
            result=self.result,
            other=self.tr("Other options"),
            stays=True,
            progress=lambda _text: "",
        )
        self.calculation.changed.connect(self._say)
        self.column.addWidget(self.calculation.stack, 1)
        visit.changed.connect(self._show_visit)
        visit.opened.connect(self._opened)
        self._show_visit()

    @property
    def shows_result(self) -> bool:
        """True while the result is in front, False while the options are."""
        return self.calculation.shows_result

    @property
    def primary_text(self) -> str:
        """Words of the button: compute, or go on with a result or where springs are unknown."""
        return self.tr("Next") if self._goes_on else self.tr("Work out the stiffness")

    @property
    def primary_enabled(self) -> bool:
        """True while nothing runs and the fields are complete, or there is a next step."""
        if self._visit.is_busy:
            return False
        has_arm = (self._robot if self._visit.summary else self.setup.robot.value) is not None
        return self._goes_on or (self.setup.is_ready and has_arm)

    @property
    def _goes_on(self) -> bool:
        lacks_springs = self._springs_unknown and not self.setup.uses_tests
        return self.shows_result or (
            self._visit.summary is not None and (lacks_springs or self.setup.lacks_springs)
        )

    @property
    def help_now(self) -> Primary | None:
        """The file or the field that is missing; the arm of the visit may still be read."""
        if self.setup.uses_tests and self.setup.loads is None:
            return helping(self.setup.loads_button.text(), self.setup.loads_button.click)
        if self._visit.summary is not None and self._robot is None:
            return Primary(Meaning.BUSY, self.tr("Working it out"))
        return super().help_now

    def primary(self) -> None:
        """Compute the stiffness, or go on to the next step."""
        if self._goes_on:
            self.next_asked.emit()
        elif self._visit.summary is None:
            self._runs_next = True
            self.visit_wanted.emit(str(self.setup.robot.value))
        else:
            self._work_out()

    @property
    def by_itself(self) -> Turn:
        """State: it computes the stiffness where springs are known, and is passed where they are not."""
        if self.calculation.is_running or self._visit.is_busy or self._robot is None:
            return Turn(Stage.WORKING)
        if self.setup.lacks_springs or self._springs_unknown:
            return Turn(Stage.PASS)
        is_old = Journey(self._visit.progress).is_out_of_date(Product.STIFFNESS)
        return Turn(Stage.READY if is_old or self.result.found is None else Stage.DONE)

    def begin_by_itself(self) -> None:
        """Compute the stiffness with the present options."""
        self._work_out()

    def offer_robots(self, robots: Sequence[RobotChoice]) -> None:
        """Offer shipped robots, for use without a visit."""
        self.setup.offer_robots(tuple(robots))
        self.state_changed.emit()

    def entered(self) -> None:
        """Show the stiffness that the visit holds, and look up its arm."""
        summary = self._visit.summary
        if summary is None:
            return
        # the twist may have been analysed since
        self._springs_unknown = self._springs_unknown and self.calculation.is_running
        if self._asked_robot != self._visit.path:
            self._asked_robot = path = self._visit.path
            job = self._visit.look_beside(Task(robot_of_visit, path=path))
            job.succeeded.connect(lambda robot: self._take_robot(path, robot))
        self._offer_loads()
        self._catch_up()

    def _catch_up(self) -> None:
        """Show a stiffness that is new in the visit, or compute the one that waited for a visit."""
        if self._visit.summary is None or self.calculation.is_running or not self.isVisible():
            return
        stored = self._visit.stiffness
        if stored is not None and not _is_same(stored, self.result.found):
            self._show_found(stored)
        elif self._runs_next and not self._visit.is_busy:
            self._runs_next = False
            self._work_out()

    @Slot(object)
    def _leave_out(self, names: tuple[str, ...]) -> None:
        """Compute the stiffness again without these load tests; it can be undone."""
        before = self.result.tests.shown_left_out
        self._visit.undoing.did(
            self.tr("load tests that count"),
            undo=lambda: self._work_out(before),
            redo=lambda: self._work_out(names),
        )
        self._work_out(names)

    def _work_out(self, leave_out: tuple[str, ...] = ()) -> None:
        self._springs_unknown = False
        tests = self.setup.uses_tests
        words = self.tr("Working out the stiffness")
        job = self._visit.find(
            Task(
                analyse_stiffness,
                visit=self._visit.path,
                settings=self.setup.settings(),
                loads=self.setup.loads if tests else None,
                tracker=self.setup.tracker if tests else None,
                leave_out=leave_out,
            ),
            words,
            then=self._take_new,
            shows_failure=False,
        )
        job.failed.connect(self._failed)
        self.calculation.follow(job, words)

    @Slot(object)
    def _failed(self, error: BaseException) -> None:
        self._springs_unknown = isinstance(error, BadRequest) and error.code == "stiffness-springs-unknown"
        self.setup.show_failure(error)
        if self.shows_result:
            self.calculation.turn()

    def _take_robot(self, path: Path, robot: RobotModel) -> None:
        if self._visit.summary is not None and self._visit.path == path:
            self._robot = robot
            self._offer_loads()
            self._show_visit()

    def _take_new(self, found: ReducedStiffness) -> None:
        self._visit.stiffness = found
        self._show_found(found)

    def _show_found(self, found: ReducedStiffness) -> None:
        self.setup.show_settings(found.settings)
        self.result.show_stiffness(found)
        self._map_load = ""  # another stiffness has another map, even for the same load
        self.calculation.show_result()
        self._ask()

    @Slot()
    def _ask(self) -> None:
        """Compute the shift for the chosen load and pose; an earlier computation is cancelled."""
        self.result.answer.set_current_pose(self._current_pose())
        question, found = self.result.answer.question, self.result.found
        if question is None or found is None or self._visit.summary is None:
            return
        self.result.answer.show_working()
        if self._view_job is not None:
            self._view_job.cancel()
        pose = None if question.pose is None else tuple(question.pose.tolist())
        job = self._view_job = self._visit.look_beside(
            Task(
                stiffness_view,
                visit=self._visit.path,
                pose=pose,
                load=question.load,
                reduced=found,
                with_map=False,
            )
        )
        job.succeeded.connect(lambda view: self._take_view(job, view))
        self._forget_map()
        if self.result.index == MAP:
            self._ask_map()

    def _take_view(self, job: Job[StiffnessView], view: StiffnessView) -> None:
        if job is self._view_job:
            self._view_job = None
            self.result.show_answer(view)

    @Slot()
    def _ask_map(self) -> None:
        """Compute the map under the chosen load; the worst pose follows from it."""
        answer, found = self.result.answer, self.result.found
        load = answer.chosen_load
        if load is None or found is None or self._visit.summary is None or self._map_job is not None:
            return
        self.result.map.show_working()
        job = self._map_job = self._visit.look_beside(
            Task(stiffness_view, visit=self._visit.path, load=load, reduced=found, with_map=True)
        )
        job.succeeded.connect(lambda view: self._take_map(job, view))

    def _take_map(self, job: Job[StiffnessView], view: StiffnessView) -> None:
        if job is not self._map_job:
            return
        self._map_job = None
        robot = self.result.robot or view.robot
        if view.map is None:
            self.result.map.show_unknown()
        else:
            self.result.map.show_map(view.map, robot)
        wanted = self.result.answer.wants_worst
        self.result.answer.set_worst_pose(None if view.map is None else view.map.worst_position)
        if wanted and view.map is not None:
            self._ask()

    def _forget_map(self) -> None:
        """Clear the map where the load has changed."""
        load = self.result.answer.load_key
        if load == self._map_load:
            return
        self._map_load = load
        if self._map_job is not None:
            self._map_job.cancel()
            self._map_job = None
        self.result.map.show_map(None, None)

    @Slot(int)
    def _view_chosen(self, index: int) -> None:
        if index == MAP and self.result.map.found is None:
            self._ask_map()

    def _offer_loads(self) -> None:
        self.result.answer.offer(payload=self._visit.payload, now=self._current_pose())

    def _current_pose(self) -> FloatArray | None:
        """Present pose (n,) of the connected arm; None where it is unknown."""
        acquisition, robot = self._link.acquisition, self._robot
        if acquisition is None or robot is None:
            return None
        reported = acquisition.ring.newest(_NOW_S)[1].get(Quantity.POSITION)
        if reported is None or not len(reported) or not np.all(np.isfinite(reported[-1])):
            return None
        return robot.position_from_reported(reported[-1])

    @Slot()
    def _opened(self) -> None:
        """Clear everything, because another visit is open."""
        self._forget()
        if self.isVisible():
            self.entered()

    def _forget(self) -> None:
        self._robot, self._asked_robot, self._view_job, self._map_job = None, None, None, None
        self.result.forget()
        self.setup.show_failure(None)
        if self.calculation.has_result:
            self.calculation.forget()

    @Slot()
    def _show_visit(self) -> None:
        if self._visit.summary is None:
            self._forget()
        self._catch_up()
        self.setup.show_arm(self._visit.summary, self._robot)
        self._say()
        self.state_changed.emit()

    @Slot()
    def _say(self) -> None:
        found = self.result.found
        if not self.shows_result or found is None:
            self.say(
                self.tr(
                    "Gears and links bend under load, and the tool moves. This page shows how far, and why."
                )
            )
        elif Journey(self._visit.progress).is_out_of_date(Product.STIFFNESS):
            self.say(
                self.tr("Out of date: the gears were looked at again since. Work the stiffness out again.")
            )
        else:
            self.say(headline(found))


def _is_same(one: ReducedStiffness, other: ReducedStiffness | None) -> bool:
    """Return whether both are one result, even where one of them was read from the file."""
    return other is not None and (one is other or one.created_at == other.created_at)
