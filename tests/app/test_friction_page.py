"""The page that measures friction, with a robot that obeys: sweeps, speeds, models, words."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.staged_run import APPROACH, STAGE
from app.arm.sweeping import MOVING_SHARE
from app.features.friction.page import SHORT, THOROUGH, FrictionForm, FrictionPage
from app.features.friction.planned_sweeps import SWEEP
from app.features.friction.presentation import joint_sentence
from app.features.friction.procedure import WARM_UP
from app.guide.page import MOTIONS, RESULT
from app.shell.window import Window
from app.speech.words import with_joint_numbers
from app.visit.steps import GuideName, Step
from app.visit.summaries import OpenedVisit
from core.errors import NotIdentifiable
from core.excitation.trajectories.sampled import SampledTrajectory
from core.friction.sweeps.result import FrictionSweeps
from core.recording import FloatArray
from core.workflow import Made, Product, StepState
from devices.motion import MoveTo, RunTrajectory
from tests.app import examples, fake_robot
from tests.app.plan_examples import answer
from tests.app.robot_bench import Bench
from tests.app.sweep_examples import joint_sweeps, joint_without_strokes, sweeps
from tests.waiting import wait_until

STATE, SPEEDS = 1, 2
PERIOD_S = 0.1
SLOW, FAST = np.radians(5.0), np.radians(40.0)


def _path(joint: int) -> FloatArray:
    """There and back slowly, then fast, at rest in between."""
    steps = np.concatenate(
        [np.concatenate([np.full(10, way * speed), [0.0]]) for speed in (SLOW, FAST) for way in (1.0, -1.0)]
    )
    positions = np.zeros((steps.size + 1, fake_robot.JOINTS))
    positions[1:, joint] = PERIOD_S * np.cumsum(steps)
    return positions


def _planned(code: str, plan: object = None, *, seconds: float = 4.4, **facts: int) -> PlannedMotion:
    made = fake_robot.preview(top_speed=0.4)
    return PlannedMotion(code, replace(made, plan=plan or made.plan, duration=seconds), dict(facts))  # type: ignore[arg-type]


def motions() -> tuple[PlannedMotion, ...]:
    """Joint 2 in two poses as paths, joint 4 as single moves."""
    path = RunTrajectory(SampledTrajectory(PERIOD_S, _path(1)))
    move = MoveTo(np.zeros(fake_robot.JOINTS), 0.5)
    return (
        _planned(APPROACH, move=1),
        _planned(STAGE, path, stage=1, fraction=1.0, cycles=1, joint=1, pose=0),
        _planned(SWEEP, path, joint=1, pose=0),
        _planned(APPROACH, move=1),
        _planned(SWEEP, path, joint=1, pose=1),
        _planned(WARM_UP, move, joint=3, pose=0),
        _planned(SWEEP, move, joint=3, pose=0),
    )


class TwoJoints(fake_robot.FakeProcedure):
    """Prepares those motions."""

    def prepare(self, session: fake_robot.FakeSession, monitor: object) -> Prepared:
        count = session.safe.stop_count
        planned = tuple(
            replace(motion, preview=replace(motion.preview, stop_count=count)) for motion in motions()
        )
        return Prepared(self.name, planned, 35.0, session.connection_count, count)


@pytest.fixture
def swept(bench: Bench) -> Bench:
    """A bench on the way over the robot."""
    bench.window.guide = GuideName.ON_ROBOT
    bench.procedure = TwoJoints()
    bench.connect()
    return bench


def _column(page: FrictionPage, column: int) -> list[str]:
    model = page.rows.model
    return [str(model.data(model.index(row, column))) for row in range(model.rowCount())]


def _start(swept: Bench) -> FrictionPage:
    page = swept.open(Step.FRICTION)
    assert isinstance(page, FrictionPage)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: swept.link.state is LinkState.MOVING)
    return page


def _finish(swept: Bench, page: FrictionPage, found: FrictionSweeps) -> None:
    swept.procedure.outcome = Outcome("friction", ("friction",), found=found)
    swept.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    swept.quiet()


def test_what_would_be_swept_is_listed_until_other_sweeps_are_wanted(swept: Bench) -> None:
    page = swept.open(Step.FRICTION)
    assert _column(page, 0) == [
        "Joint 2",
        "Joint 2, with another load",
        "Joint 4",
    ]
    assert set(_column(page, STATE)) == {"not yet"}
    limit = np.degrees(0.5 * swept.session.robot.velocity_limit[3])
    assert _column(page, SPEEDS) == ["5.0 to 40 °/s", "5.0 to 40 °/s", f"{limit:.0f} to {limit:.0f} °/s"]
    assert _column(page, 4) == ["13.2 s", "8.8 s", "8.8 s"]
    assert "35.0 s" in page.motion.words
    assert page.motion.hold.accessibleName() == "Hold 1 s to start"
    assert page.primary_enabled, "sweeps may be left out"
    assert page.views.index == MOTIONS
    page.form.joints.show_text("3")
    assert not page.run.is_prepared
    wait_until(lambda: page.run.is_prepared)


MOMENTS = (
    (2.0, "To where joint 2 is swept", ["running now", "not yet", "not yet"]),
    (5.0, "Joint 2 warms up", ["running now", "not yet", "not yet"]),
    (9.5, "Joint 2 turns at 5.0 °/s", ["running now", "not yet", "not yet"]),
    (12.0, "Joint 2 turns at 40 °/s", ["running now", "not yet", "not yet"]),
    (18.0, "Joint 2 turns at 5.0 °/s", ["done", "running now", "not yet"]),
    (24.0, "Joint 4 warms up", ["done", "done", "running now"]),
    (30.0, "Joint 4 turns at 130 °/s", ["done", "done", "running now"]),
    (31.0, "Measuring the friction", ["done", "done", "running now"]),
)
"""Seconds of all motion, what is said then, and the state of the rows."""


def test_the_joint_and_its_speed_are_followed(swept: Bench) -> None:
    whole_s = sum(motion.preview.duration for motion in motions())
    page = _start(swept)
    for passed_s, words, states in MOMENTS:
        swept.link.progressed.emit(MOVING_SHARE * passed_s / whole_s, "joint_2: sweep")
        assert page.run.moving.words == words
        assert _column(page, STATE) == states
    assert page.run.fraction > 0.94
    assert not page.form.isEnabled()
    assert not page.primary_enabled
    swept.window.top_bar.stop.click()
    wait_until(lambda: not page.run.is_running)
    assert page.form.isEnabled()
    assert _column(page, STATE) == ["done", "done", "stopped here"]
    swept.quiet()


def test_points_and_models_of_every_joint(swept: Bench) -> None:
    page = _start(swept)
    _finish(swept, page, sweeps())
    result = page.result
    assert page.views.index == RESULT
    assert set(_column(page, STATE)) == {"done"}
    sentence = with_joint_numbers(joint_sentence(sweeps().joints[0]))
    assert sentence in page.motion.words
    assert sentence in result.words
    assert "Warm the arm up" in result.words
    model = result.model
    heads = [column.heading for column in model.columns]
    assert heads == ["Model", "Held-out error, N·m", "Choice"]
    rows = [[str(model.data(model.index(row, col))) for col in range(3)] for row in range(5)]
    assert rows[0] == ["Coulomb and viscous", "0.62 ± 0.06", ""]
    assert [row[2] for row in rows] == ["", "", "", "", "chosen"]
    assert [curve.pen for curve in result.plot.curves] == ["stale"] * 4 + ["model"], "the chosen one in front"
    assert result.plot.curves[-1].name == "Load dependent, with presliding"
    measured = result.plot.extra_curves[0]
    assert measured.x == pytest.approx([-90, -30, -8, -2, -0.5, 0.5, 2, 8, 30, 90])
    assert measured.y[4:6] == pytest.approx([-13.03 + 0.5, 13.03 + 0.5], abs=0.01), "both directions"
    assert "joint_2: 5 measured speeds and the curves of 5 models" in result.plot.accessibleDescription()
    result.joint.press(1)
    assert with_joint_numbers(joint_sentence(sweeps().joints[1])) in result.words
    swept.window.visit.changed.emit()
    assert page.primary_enabled


def test_joints_of_every_kind_are_shown(still_window: Window) -> None:
    result = still_window.pages[Step.FRICTION].result
    result.show_sweeps(sweeps(joint_sweeps(1), joint_sweeps(2, slides=True), joint_without_strokes(0)))
    assert "load-dependent" in result._coefficients.text()
    assert "offset" not in result._coefficients.text(), "the sweeps cannot tell it"
    result.table.selectRow(1)
    assert result.plot.curves[-1].name == "Stribeck", "another model comes to the front"
    assert "static" in result._coefficients.text()
    result.table.rows_model.modelReset.emit()
    assert result.table.minimumHeight() == result.table.maximumHeight(), "no row is hidden in a low window"
    result.joint.press(1)
    assert "to slide slowly" in result.words
    assert (result.plot.x_label, result.plot.y_label) == (("Speed", "mm/s"), ("Friction", "N"))
    assert len(result.plot.curves) == 5
    result.joint.press(2)
    assert "Not every joint's friction could be measured." in result.words
    assert "Joint 1: the friction was not measured." in result.words
    assert "Joint 1 was not swept at a steady speed" in result.words
    assert not result.table.isVisibleTo(result)
    assert result.plot.is_empty
    assert result._coefficients.text() == ""
    result.joint.press(0)
    assert result.table.isVisibleTo(result)


def test_what_was_swept_before_a_stop_is_shown_too(swept: Bench) -> None:
    page = _start(swept)
    found = sweeps(joint_sweeps(1))
    outcome = Outcome("friction", ("friction",), seconds=9.0, samples=9000, stopped=True, found=found)
    swept.procedure.outcome = outcome
    swept.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    swept.quiet()
    assert "stopped early" in page.motion.words
    assert page.result.found is found
    assert page.views.index == MOTIONS, "why it ended stays to be read"


def test_torque_behind_the_gear_is_refused_in_a_plain_sentence(swept: Bench) -> None:
    def refuse(_session: object, _monitor: object) -> Prepared:
        raise NotIdentifiable("friction-behind-sensor", recording="virtual:ec66", robot="ec66")

    swept.procedure.prepare = refuse  # type: ignore[method-assign]
    swept.window.open_step(Step.FRICTION)
    page = swept.window.pages[Step.FRICTION]
    wait_until(lambda: "measures its torque behind the gear" in page.motion.words)
    assert not page.motion.hold.isVisible()
    assert "motor currents" in swept.window.banner.text
    swept.quiet()


def test_the_sweeps_of_the_visit_are_shown_again(swept: Bench) -> None:
    visit = swept.window.visit
    assert visit.summary is not None
    swept_before = {Product.FRICTION: Made("friction-sweeps-001")}
    visit._take(OpenedVisit(replace(visit.summary, products=swept_before), None))
    swept.window.guide = GuideName.ON_ROBOT
    page = swept.open(Step.FRICTION)
    answer(swept.window._runner, "sweeps_of_visit", sweeps())
    assert "Joint 2 needs" in page.result.words
    assert page.views.index == RESULT
    assert swept.window.journey.state(Step.FRICTION, current=Step.PLAN) is StepState.DONE
    visit._take(OpenedVisit(examples.visit_summary(str(Path(visit.summary.path).with_name("b.h5"))), None))
    assert "not been measured yet" in page.result.words
    assert page.views.index == MOTIONS


def test_fields_are_read(qtbot: QtBot) -> None:
    form = FrictionForm()
    qtbot.addWidget(form)
    form.show_arm(joints=6)
    made = form.procedure()
    assert made is not None
    assert made.settings == THOROUGH
    assert (made.slow, made.payload_mass) == (False, None)
    form.form.choose(SHORT)
    form.form.picked.emit()
    assert (form.speeds.edit.text(), form.poses.edit.text()) == ("4", "1")
    form.joints.show_text("2, 4-5")
    form.speeds.show_text("6")
    form.payload.show_text("2 kg")
    form.tool_speed.choose(True)  # noqa: FBT003  # a value as any other
    made = form.procedure()
    assert made is not None
    assert made.chosen_settings() == replace(
        SHORT, joints=(1, 3, 4), speeds=6, tool_speed=made.chosen_settings().tool_speed
    )
    assert made.chosen_settings().tool_speed == pytest.approx(0.25)
    assert made.payload_mass == 2.0
    form.joints.show_text("all")
    assert form.procedure() is not None
    for field, text in ((form.joints, "7"), (form.speeds, "2"), (form.poses, "0"), (form.payload, "much")):
        before = field.edit.text()
        field.show_text(text)
        assert form.procedure() is None, text
        field.show_text(before)
    assert form.procedure() is not None
