"""Friction by sweeps on the ideal arm: stages first, every stroke noted, measured however it ends."""

from dataclasses import replace

import numpy as np
import pytest

from app.arm.staged_run import APPROACH, STAGE
from app.features.friction.planned_sweeps import SWEEP
from app.features.friction.procedure import WARM_UP, FrictionProcedure, PreparedFriction
from app.features.friction.tasks import sweep_spans
from core.errors import BadRequest, NotIdentifiable
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps
from core.friction.sweeps.settings import QUICK
from core.monitor import Cancelled, NullMonitor
from core.quality import Verdict
from core.recording import Mark, Quantity, TorqueKind
from core.storage.visit import Visit
from devices.capabilities import ControllerKind
from devices.motion import MoveTo, RunTrajectory
from devices.safety.limits import UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S
from tests.app.procedures.fake_arm import SERIAL, FakeArm

ONE_JOINT = replace(QUICK, joints=(2,))
PROCEDURE = FrictionProcedure(ONE_JOINT, floor_height=-2.0)


def codes(prepared):
    return [planned.code for planned in prepared.motions]


def run(session, procedure, monitor=None):
    prepared = procedure.prepare(session, NullMonitor()).confirmed(serial=SERIAL, clear_cell=True)
    return procedure.run(session, prepared, monitor or NullMonitor())


class StopsInTheSweep(NullMonitor):
    """A person asks to stop while strokes are measured."""

    def __init__(self) -> None:
        self._sweeping = False

    def report(self, fraction, text=""):
        self._sweeping = SWEEP in text and fraction > 0.5

    def check(self):
        if self._sweeping:
            raise Cancelled


def test_a_real_arm_is_brought_up_to_speed_first(open_session):
    session = open_session(FakeArm())
    prepared = PROCEDURE.prepare(session, NullMonitor())
    assert isinstance(prepared, PreparedFriction)
    found = [code for code in codes(prepared) if code != APPROACH]
    assert found[-1] == SWEEP
    assert set(found[:-1]) == {STAGE}
    stages = [planned for planned in prepared.motions if planned.code == STAGE]
    fractions = [planned.facts["fraction"] for planned in stages]
    assert len(fractions) > 1
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert stages[0].preview.top_speed <= UNPROVEN_TOOL_SPEED_M_S
    assert prepared.allowed
    inertial = prepared.inertials[2, 0]
    assert inertial is not None
    assert np.abs(inertial[:, 2]).max() > 0.0
    assert isinstance(prepared.confirmed(serial=SERIAL), PreparedFriction)


def test_the_sweeps_are_recorded_measured_and_stored(open_session, visit):
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    outcome = run(session, PROCEDURE)
    assert outcome.is_complete, outcome.error
    assert outcome.found is not None
    (joint,) = outcome.found.joints
    assert (joint.number, joint.joint) == (2, session.robot.joint_names[2])
    assert joint.points.speed.size == 2 * 2, "four speeds, each there and back"
    with Visit.open(visit) as opened:
        (entry,) = opened.results(FRICTION_SWEEPS)
        recording = opened.recording("friction")
        (span,) = sweep_spans(recording)
        again = opened.result(entry.key, FrictionSweeps)
    assert span.joint == 2
    assert [event.code for event in recording.events].count("stage-begins") == 1, "no rehearsal needed"
    assert again.joints[0].points.torque == pytest.approx(joint.points.torque)
    # the ideal arm has noise alone, and that is said
    assert outcome.verdict is Verdict.REPEAT
    # of one stroke's four quarters a std comes out far too small every hundredth time: all strokes' together
    noise = np.sqrt(np.mean(np.square(joint.points.std)))
    assert np.all(np.abs(joint.points.torque) < 6.0 * noise)


def test_slow_sweeps_need_no_empty_cell(open_session):
    session = open_session(FakeArm())
    prepared = replace(PROCEDURE, slow=True).prepare(session, NullMonitor())
    assert not prepared.needs_clear_cell
    assert prepared.top_speed <= UNPROVEN_TOOL_SPEED_M_S
    assert [planned.facts["fraction"] for planned in prepared.motions if planned.code == STAGE] == [1.0]


def test_a_controller_that_moves_from_pose_to_pose_sweeps_too(open_session):
    arm = FakeArm(kind=ControllerKind.CLOSED, mark=Mark.VIRTUAL)
    session = open_session(arm)
    prepared = PROCEDURE.prepare(session, NullMonitor())
    assert set(codes(prepared)) <= {APPROACH, WARM_UP, SWEEP}
    assert codes(prepared).count(WARM_UP) == 2
    for planned in prepared.motions:
        assert isinstance(planned.preview.plan, MoveTo)
        assert planned.preview.duration <= UNATTENDED_MOVE_S
        assert planned.preview.top_speed <= UNPROVEN_TOOL_SPEED_M_S
        assert planned.preview.allowed
    strokes = [planned.preview for planned in prepared.motions if planned.code == SWEEP]
    assert all(np.flatnonzero(stroke.end - stroke.start).tolist() == [2] for stroke in strokes)
    assert not any(isinstance(planned.preview.plan, RunTrajectory) for planned in prepared.motions)


@pytest.mark.thorough
def test_what_was_swept_before_a_stop_is_looked_at(open_session, visit):
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    outcome = run(session, PROCEDURE, StopsInTheSweep())
    assert outcome.stopped
    assert outcome.recordings == ("friction",)
    assert outcome.verdict is Verdict.REPEAT
    with Visit.open(visit) as opened:
        assert opened.recording("friction").incomplete == "stopped"


def changed(arm: FakeArm, **capabilities) -> FakeArm:
    arm.capabilities = replace(arm.capabilities, **capabilities)
    return arm


def test_controllers_whose_friction_cannot_be_measured(open_session):
    refusals = (
        (FakeArm(kind=ControllerKind.READ_ONLY), BadRequest, "controller-does-not-move"),
        (
            changed(FakeArm(), quantities=(Quantity.POSITION,)),
            BadRequest,
            "controller-tells-no-torque",
        ),
        (changed(FakeArm(), torque_kind=TorqueKind.LINK_SENSOR), NotIdentifiable, "friction-behind-sensor"),
    )
    for arm, kind, code in refusals:
        with pytest.raises(kind) as refused:
            PROCEDURE.prepare(open_session(arm), NullMonitor())
        assert refused.value.code == code


def test_a_joint_that_is_not_there(open_session):
    session = open_session(FakeArm())
    with pytest.raises(BadRequest) as refused:
        FrictionProcedure(replace(QUICK, joints=(5,))).prepare(session, NullMonitor())
    assert refused.value.code == "sweep-joint"
