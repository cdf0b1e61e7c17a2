"""The page that loads the gears by gravity, with a robot that obeys: rows, reasons, words."""

from dataclasses import replace

import numpy as np
import pytest

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.staged_run import APPROACH
from app.arm.sweeping import MOVING_SHARE
from app.features.twist.load_steps_page import LoadStepsForm, LoadStepsPage
from app.features.twist.load_steps_procedure import STROKE, PreparedLoadSteps
from app.speech.quantities import NotUnderstood, read_place
from app.visit.steps import GuideName, Step
from core.elasticity.load_steps import plan_load_steps
from core.elasticity.load_steps_plan import KnownPayload, LoadStepPlan, LoadStepSettings
from core.excitation.limits.motion_limits import motion_limits
from core.robot.library import load_robot
from tests.app import fake_robot
from tests.app.robot_bench import Bench
from tests.waiting import wait_until

STATE, LOAD = 1, 3
HOME = np.radians([0.0, 50.0, 60.0, -20.0, -35.0, -40.0])


@pytest.fixture(scope="module")
def plan() -> LoadStepPlan:
    arm = load_robot("ec66")
    return plan_load_steps(arm, motion_limits(arm, start=HOME), start=HOME)


class Loading(fake_robot.FakeProcedure):
    """Prepares that plan: a way and four strokes for each joint."""

    plan: LoadStepPlan | None = None

    def prepare(self, session: fake_robot.FakeSession, monitor: object) -> Prepared:
        assert self.plan is not None
        made = replace(fake_robot.preview(), duration=10.0, stop_count=session.safe.stop_count)
        motions: list[PlannedMotion] = []
        for block in self.plan.blocks:
            motions.append(PlannedMotion(APPROACH, made, {"move": 1}))
            motions += [
                PlannedMotion(STROKE, made, {"joint": block.joint, "round": one.round, "way": one.way})
                for one in block.strokes
            ]
        count, connection = session.safe.stop_count, session.connection_count
        return PreparedLoadSteps(self.name, tuple(motions), 150.0, connection, count, plan=self.plan)


@pytest.fixture
def loading(bench: Bench, plan: LoadStepPlan) -> Bench:
    """A bench on the way over the robot."""
    bench.window.guide = GuideName.ON_ROBOT
    procedure = Loading()
    procedure.plan = plan
    bench.procedure = procedure
    bench.window.pages[Step.LOAD_STEPS].run.make_procedure = lambda: procedure
    bench.connect()
    return bench


def _column(page: LoadStepsPage, column: int) -> list[str]:
    model = page.rows.model
    return [str(model.data(model.index(row, column))) for row in range(model.rowCount())]


def test_joints_that_are_loaded_are_rows_and_the_others_have_reasons(
    loading: Bench, plan: LoadStepPlan
) -> None:
    page = loading.open(Step.LOAD_STEPS)
    assert isinstance(page, LoadStepsPage)
    assert _column(page, 0) == [f"Joint {n}" for n in (2, 3, 4)]
    assert all("N·m" in cell and "−" in cell for cell in _column(page, LOAD)), _column(page, LOAD)
    assert page.summary.text() == "Gravity loads 3 joints; 3 are left out."
    reasons = page.left_out.text()
    assert "Joint 1 turns about a vertical axis" in reasons
    assert "Joint 6 is loaded too little" in reasons
    assert "1.1 kg hung 100 mm off its axis would do" in reasons
    page.views.tabs.press(1)
    assert page.left_out.isVisible()


def test_it_is_followed_joint_by_joint_and_says_what_is_next(loading: Bench) -> None:
    page = loading.open(Step.LOAD_STEPS)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: loading.link.state is LinkState.MOVING)
    assert not page.form.isEnabled()
    for place, words in (
        (0, "To where gravity loads joint 2 most"),
        (1, "Joint 2 goes slowly under its load, round 1 of 2"),
        (4, "Joint 2 goes slowly under its load, round 2 of 2"),
        (5, "To where gravity loads joint 3 most"),
    ):
        loading.link.progressed.emit(MOVING_SHARE * (place + 0.5) / 15.0, "")
        assert page.run.moving.words == words
    assert _column(page, STATE)[0] != _column(page, STATE)[1] != _column(page, STATE)[2]
    loading.link.progressed.emit(0.97, "")
    assert page.run.moving.words == "Looking at the twist"
    loading.procedure.outcome = Outcome("load-steps", ("load-steps",), seconds=150.0, samples=150_000)
    loading.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    loading.quiet()
    assert "load-steps" in page.motion.words
    assert page.form.isEnabled()
    assert len(set(_column(page, STATE))) == 1


def test_the_form_makes_the_procedure(qtbot) -> None:
    form = LoadStepsForm()
    qtbot.addWidget(form)
    form.show_arm(joints=6)
    bare = form.procedure()
    assert bare is not None
    assert (bare.settings, bare.payload, bare.payload_mass) == (LoadStepSettings(), None, None)
    form.joints.show_text("2 6")
    form.payload.show_text("2.4 kg")
    form.center.show_text("0 80 120 mm")
    form.seconds.show_text("90 s")
    full = form.procedure()
    assert full is not None
    assert full.settings == LoadStepSettings(joints=(1, 5), seconds=90.0)
    assert full.payload == KnownPayload(2.4, (0.0, 0.08, 0.12))
    form.joints.show_text("7")
    assert form.procedure() is None


def test_places_as_people_type_them() -> None:
    assert read_place("−10 0,5 100") == pytest.approx((-0.01, 0.0005, 0.1))
    assert read_place("") is None
    for text in ("1 2", "a b c"):
        with pytest.raises(NotUnderstood):
            read_place(text)
