"""Load steps on the ideal arm: each stroke and standstill noted, on either kind of controller."""

from dataclasses import replace

import numpy as np
import pytest

from app.arm.staged_run import APPROACH
from app.features.twist.load_steps_procedure import (
    LEFT_OUT,
    STANDSTILL,
    STROKE,
    LoadStepsProcedure,
    PreparedLoadSteps,
)
from app.features.twist.load_steps_tasks import twist_of_load_steps
from core.elasticity.load_steps_plan import KnownPayload, LoadStepSettings
from core.errors import BadRequest, NotIdentifiable
from core.monitor import Cancelled, NullMonitor
from core.quality import Verdict
from core.recording import Mark, Quantity
from core.storage.visit import Visit
from devices.capabilities import ControllerKind
from devices.motion import MoveTo, RunTrajectory
from devices.safety.limits import UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S
from tests.app.procedures.fake_arm import SERIAL, FakeArm

SHORT = LoadStepSettings(joints=(2,), speed=np.radians(15.0), seconds=6.0, steps=2, stop_s=0.2)
PROCEDURE = LoadStepsProcedure(SHORT, floor_height=-2.0)
WHOLE = LoadStepsProcedure(LoadStepSettings(seconds=20.0), floor_height=-2.0)


def codes(prepared):
    return [planned.code for planned in prepared.motions]


def run(session, procedure, monitor=None):
    prepared = procedure.prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    return prepared, procedure.run(session, prepared, monitor or NullMonitor())


class StopsInAStroke(NullMonitor):
    """A person asks to stop while the joint goes."""

    def __init__(self) -> None:
        self._going = False

    def report(self, fraction, text=""):
        self._going = STROKE in text and fraction > 0.4

    def check(self):
        if self._going:
            raise Cancelled


def test_all_of_it_is_looked_at_before_anything_moves(open_session):
    session = open_session(FakeArm())
    prepared = WHOLE.prepare(session, NullMonitor())
    assert isinstance(prepared, PreparedLoadSteps)
    plan = prepared.plan
    assert plan is not None
    assert [block.joint for block in plan.blocks] == [1, 2]
    assert [poor.joint for poor in plan.left_out] == [0]
    turns = [100.0 * (block.high - block.low) / (2.0 * np.pi) for block in plan.blocks]
    assert [block.motor_turns for block in plan.blocks] == pytest.approx(turns), (
        "the controller tells the ratio"
    )
    assert codes(prepared).count(STROKE) == 2 * 4
    assert prepared.allowed
    assert not prepared.needs_clear_cell
    assert prepared.top_speed <= UNPROVEN_TOOL_SPEED_M_S
    assert prepared.duration > sum(block.seconds for block in plan.blocks)
    here = session.standing_pose()
    for planned in prepared.motions:
        assert planned.preview.start == pytest.approx(here, abs=0.01)
        here = planned.preview.end
    strokes = [planned for planned in prepared.motions if planned.code == STROKE]
    assert all(isinstance(planned.preview.plan, RunTrajectory) for planned in strokes)


def test_strokes_and_standstills_are_in_the_recording(open_session, visit):
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    payload = KnownPayload(0.4, (0.0, 0.1, 0.0))
    prepared, outcome = run(session, replace(PROCEDURE, payload=payload))
    assert outcome.is_complete, outcome.error
    assert outcome.recordings == ("load-steps",)
    assert outcome.found.plan is prepared.plan
    assert outcome.found.elasticity is None, "the loads are not known yet"
    assert outcome.verdict in {Verdict.GOOD, Verdict.USABLE}
    (block,) = prepared.plan.blocks
    with Visit.open(visit) as opened:
        recording = opened.recording("load-steps")
        time, went = recording.time[:], np.asarray(recording.columns[Quantity.POSITION][:])[:, 2]
    assert recording.payload_mass == 0.4
    events = recording.events
    begun = [event for event in events if event.code == f"{STROKE}-begins"]
    assert [(event.facts["joint"], event.facts["round"], event.facts["way"]) for event in begun] == [
        (2, 1, 1), (2, 1, -1), (2, 2, 1), (2, 2, -1),
    ]  # fmt: skip
    stood = [event for event in events if event.code == f"{STANDSTILL}-begins"]
    places = [place for stroke in block.strokes for place in stroke.places[1:]]
    assert [event.facts["place"] for event in stood] == pytest.approx(places)
    assert np.all(np.diff([event.time for event in events]) >= 0.0)
    stroking = went[time > begun[0].time]
    assert stroking.min() == pytest.approx(block.low, abs=1e-3)
    assert stroking.max() == pytest.approx(block.high, abs=1e-3)


def test_a_controller_that_moves_from_pose_to_pose_does_so_step_by_step(open_session, visit):
    session = open_session(FakeArm(kind=ControllerKind.CLOSED, mark=Mark.VIRTUAL))
    prepared, outcome = run(session, PROCEDURE)
    assert set(codes(prepared)) <= {APPROACH, STROKE}
    (block,) = prepared.plan.blocks
    strokes = [planned for planned in prepared.motions if planned.code == STROKE]
    assert len(strokes) == sum(len(stroke.places) - 1 for stroke in block.strokes)
    for planned in strokes:
        plan = planned.preview.plan
        assert isinstance(plan, MoveTo)
        assert plan.speed_fraction * session.robot.velocity_limit[2] == pytest.approx(block.speed)
        assert planned.preview.duration <= UNATTENDED_MOVE_S
        assert planned.preview.allowed
    assert outcome.is_complete, outcome.error
    with Visit.open(visit) as opened:
        events = opened.recording("load-steps").events
    stood = [event for event in events if event.code == f"{STANDSTILL}-begins"]
    begins = [event for event in events if event.code == f"{STROKE}-begins"]
    assert len(stood) == len(begins) == len(strokes)
    gaps = np.array([b.time for b in begins[1:]]) - np.array([e.time for e in stood[:-1]])
    assert gaps.min() >= 0.9 * SHORT.stop_s


def test_what_was_recorded_before_a_stop_is_kept(open_session, visit):
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    _, outcome = run(session, PROCEDURE, StopsInAStroke())
    assert outcome.stopped
    assert outcome.verdict is Verdict.REPEAT
    with Visit.open(visit) as opened:
        assert opened.recording("load-steps").incomplete == "stopped"


@pytest.mark.thorough
def test_joints_that_are_left_out_are_named_in_the_recording(open_session, visit):
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    _, outcome = run(session, WHOLE, StopsInAStroke())
    with Visit.open(visit) as opened:
        (left,) = (e for e in opened.recording("load-steps").events if e.code == LEFT_OUT)
    assert dict(left.facts) == {"joint": session.robot.joint_names[0], "obstacle": "vertical-axis"}
    assert outcome.found is not None


def test_with_a_model_in_the_visit_the_twist_is_looked_at_at_once(open_session, visit, monkeypatch):
    asked = []
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    through = session.compute

    def watching(task, monitor):
        if task.function is twist_of_load_steps:
            asked.append(task.arguments)
            raise BadRequest("no-recording-with-both-encoders")
        return through(task, monitor)

    monkeypatch.setattr(session, "compute", watching)
    _, outcome = run(session, PROCEDURE)
    assert asked == [{"visit": visit, "labels": ("load-steps",)}]
    assert outcome.error is not None
    assert outcome.recordings == ("load-steps",), "the recording stays, whatever the analysis says"


def changed(arm: FakeArm, **capabilities) -> FakeArm:
    arm.capabilities = replace(arm.capabilities, **capabilities)
    return arm


def test_controllers_whose_twist_cannot_be_seen(open_session):
    one_encoder = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.CURRENT)
    refusals = (
        (FakeArm(kind=ControllerKind.READ_ONLY), "controller-does-not-move"),
        (changed(FakeArm(), quantities=one_encoder), "controller-tells-no-twist"),
    )
    for arm, code in refusals:
        with pytest.raises(BadRequest) as refused:
            PROCEDURE.prepare(open_session(arm), NullMonitor())
        assert refused.value.code == code


def test_an_arm_that_gravity_does_not_load_at_all(open_session):
    arm = FakeArm()
    arm.robot = replace(arm.robot, gravity=np.zeros(3))
    session = open_session(arm)
    with pytest.raises(NotIdentifiable) as refused:
        replace(PROCEDURE, settings=LoadStepSettings()).prepare(session, NullMonitor())
    assert refused.value.code == "no-loadable-joint"
