"""Recording: still or moving, in stages, from pose to pose; the recording is in the visit however it ends."""

from functools import partial

import numpy as np
import pytest

from app.arm.procedure import RecordedMotion
from app.arm.speed_stages import Ramp, StageWatch
from app.features.recording.procedure import RecordProcedure
from app.rehearsal.recorded_visit import run_unwatched
from core.errors import BadRequest, NotEnoughData
from core.monitor import Cancelled, NullMonitor
from core.quality import Verdict
from core.recording import Mark, Quantity
from core.storage.visit import Visit
from devices.capabilities import ControllerKind
from devices.errors import CHECK_NEEDED, MotionRejected
from devices.motion import MoveTo, RunTrajectory
from devices.safety.limits import UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S
from devices.samples import SampleBlock
from tests.app.procedures.fake_arm import SERIAL, FakeArm

SWAY = RecordedMotion.SWAY


class CancelledMonitor(NullMonitor):
    """A person asks to stop at the first look while the arm moves."""

    def __init__(self, arm: FakeArm) -> None:
        self._arm = arm

    def check(self) -> None:
        if self._arm.status.lifecycle == "moving":
            raise Cancelled


def run(session, procedure, monitor=None):
    prepared = procedure.prepare(session, NullMonitor()).confirmed(serial=SERIAL, clear_cell=True)
    return procedure.run(session, prepared, monitor or NullMonitor())


def test_a_still_arm_is_recorded_for_as_long_as_asked(open_session, visit):
    arm = FakeArm()
    session = open_session(arm)
    outcome = run(session, RecordProcedure(1.5, label="still", payload_mass=2.5))
    assert outcome.is_complete, outcome.error
    assert outcome.verdict is Verdict.GOOD
    assert arm.stops == [], "nothing was commanded, nothing had to be stopped"
    with Visit.open(visit) as opened:
        recording = opened.recording("still")
        assert recording.payload_mass == 2.5
        assert recording.duration == pytest.approx(1.5, abs=0.5)
        assert recording.host_time is not None
        assert np.ptp(recording.columns[Quantity.POSITION][:], axis=0) == pytest.approx([0.0] * 3)


def test_a_slow_motion_needs_no_clear_cell(open_session, visit):
    session = open_session(FakeArm())
    procedure = RecordProcedure(6.0, SWAY, seed=1)
    prepared = procedure.prepare(session, NullMonitor())
    (only,) = prepared.motions
    assert isinstance(only.preview.plan, RunTrajectory)
    assert only.preview.duration == pytest.approx(6.0)
    assert 0.05 < prepared.top_speed <= UNPROVEN_TOOL_SPEED_M_S
    assert not prepared.needs_clear_cell
    outcome = procedure.run(session, prepared.confirmed(serial=SERIAL), NullMonitor())
    assert outcome.is_complete, outcome.error
    with Visit.open(visit) as opened:
        travel = np.ptp(opened.recording("record").columns[Quantity.POSITION][:], axis=0)
    assert travel.max() > 0.05


def test_the_same_seed_makes_the_same_motion(open_session):
    session = open_session(FakeArm())
    paths = [
        RecordProcedure(6.0, SWAY, seed=seed)
        .prepare(session, NullMonitor())
        .motions[0]
        .preview.plan.trajectory
        for seed in (3, 3, 4)
    ]
    time = np.linspace(0.0, 6.0, 50)
    first, same, other = (path.evaluate(time).position for path in paths)
    assert np.allclose(first, same, atol=1e-5)
    assert not np.allclose(first, other, atol=1e-2)


@pytest.mark.thorough
def test_a_fast_motion_comes_in_stages_and_needs_a_clear_cell(open_session):
    session = open_session(FakeArm())
    procedure = RecordProcedure(3.0, SWAY, speed=0.8)
    prepared = procedure.prepare(session, NullMonitor())
    fractions = [planned.facts["fraction"] for planned in prepared.motions]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert {0.25 / 0.8, 0.5 / 0.8} <= set(fractions)
    first = prepared.motions[0].preview
    assert first.top_speed <= UNPROVEN_TOOL_SPEED_M_S
    assert prepared.needs_clear_cell
    outcome = procedure.run(session, prepared.confirmed(serial=SERIAL), NullMonitor())
    assert outcome.error.code == "clear-cell-not-confirmed"
    assert stages_of(outcome) == [1], "the slow rehearsal endangers nobody"
    assert session.proven
    again = run(session, RecordProcedure(3.0, SWAY, speed=0.8))
    assert again.is_complete, again.error
    assert stages_of(again) == [1, 2, 3], "a proven arm is not rehearsed once more, but ramped"


def stages_of(outcome):
    return [event.facts["stage"] for event in outcome.events if event.code == "stage-begins"]


def test_stages_may_be_left_out_on_simulated_arms_alone(open_session):
    real, virtual = open_session(FakeArm()), open_session(FakeArm(mark=Mark.VIRTUAL))
    procedure = RecordProcedure(3.0, SWAY, speed=0.8, rehearse=False)
    assert len(procedure.prepare(real, NullMonitor()).motions) > 1
    assert len(procedure.prepare(virtual, NullMonitor()).motions) == 1


@pytest.mark.thorough
def test_a_motion_too_long_for_one_trajectory_is_run_in_pieces(open_session, monkeypatch):
    session = open_session(FakeArm())
    prepared = RecordProcedure(700.0, SWAY, seed=1).prepare(session, NullMonitor())
    durations = [planned.preview.duration for planned in prepared.motions]
    assert max(durations) <= 300.0
    assert len(durations) == 3
    assert sum(durations) == pytest.approx(700.0)
    monkeypatch.setattr("app.arm.motions.CYCLE_S", 2.0)
    monkeypatch.setattr("app.arm.speed_stages.LONGEST_RUN_S", 3.0)
    procedure = RecordProcedure(6.0, SWAY, seed=1, speed=0.8)
    prepared = procedure.prepare(session, NullMonitor())
    assert [planned.code for planned in prepared.motions][-3:] == ["stage", "move", "move"]
    outcome = procedure.run(session, prepared.confirmed(serial=SERIAL, clear_cell=True), NullMonitor())
    assert outcome.is_complete, outcome.error
    assert [event.code for event in outcome.events].count("move-begins") == 2


def test_a_closed_controller_tours_poses_in_short_slow_moves(open_session):
    session = open_session(FakeArm(kind=ControllerKind.CLOSED))
    procedure = RecordProcedure(8.0, SWAY, seed=2)
    prepared = procedure.prepare(session, NullMonitor())
    previews = [planned.preview for planned in prepared.motions]
    assert len(previews) > 1
    assert all(isinstance(preview.plan, MoveTo) for preview in previews)
    assert all(preview.duration <= UNATTENDED_MOVE_S for preview in previews)
    assert all(preview.top_speed <= UNPROVEN_TOOL_SPEED_M_S for preview in previews)
    assert sum(preview.duration for preview in previews) >= 8.0
    outcome = procedure.run(session, prepared.confirmed(serial=SERIAL), NullMonitor())
    assert outcome.is_complete, outcome.error


def test_cancelling_stops_the_arm_and_keeps_the_recording(open_session, visit):
    arm = FakeArm()
    outcome = run(open_session(arm), RecordProcedure(20.0, SWAY), CancelledMonitor(arm))
    assert outcome.stopped
    assert arm.stops
    with Visit.open(visit) as opened:
        assert opened.recording(outcome.recordings[0]).incomplete == "stopped"


@pytest.mark.parametrize("refusal", ["stopped", CHECK_NEEDED])
@pytest.mark.parametrize("who", ["the user", "somebody else"])
def test_a_request_that_is_refused_because_of_a_stop_ends_like_the_stop(
    who, refusal, open_session, visit, monkeypatch
):
    arm = FakeArm(kind=ControllerKind.CLOSED)
    session = open_session(arm)
    begun = []

    def start(plan):
        begun.append(plan)
        if len(begun) == 2:
            session.stop() if who == "the user" else arm.stop()
            raise MotionRejected(refusal)
        return FakeArm.start(arm, plan)

    monkeypatch.setattr(arm, "start", start)
    outcome = run(session, RecordProcedure(8.0, SWAY, seed=2))
    assert outcome.stopped == (who == "the user")
    assert (outcome.error is None) == (who == "the user")
    assert outcome.recordings, "what was measured is kept"


class StopsOnceMonitor(NullMonitor):
    """A person stops the arm when the procedure is prepared and has not begun."""

    def __init__(self, session) -> None:
        self._session = session

    def keep(self, _result: object) -> None:
        self._session.stop()


def test_a_rehearsal_that_is_stopped_before_it_moves_is_stopped_and_no_error(open_session):
    session = open_session(FakeArm())
    with pytest.raises(Cancelled):
        run_unwatched(session, RecordProcedure(1.0, SWAY), StopsOnceMonitor(session), name="sway")


@pytest.mark.parametrize(
    ("make", "setting"),
    [
        (partial(RecordProcedure, 0.0), "seconds"),
        (partial(RecordProcedure, float("nan")), "seconds"),
        (partial(RecordProcedure, 1.0, SWAY, speed=1.5), "speed"),
        (partial(RecordProcedure, 1.0, SWAY, seed=-1), "seed"),
        (partial(RecordProcedure, 1.0, SWAY, payload_mass=-1.0), "payload_mass"),
    ],
)
def test_senseless_settings_are_refused_before_anything_else(make, setting):
    with pytest.raises(BadRequest) as refused:
        make()
    assert refused.value.facts["setting"] == setting


def test_an_arm_that_only_reports_cannot_sway(open_session):
    session = open_session(FakeArm(kind=ControllerKind.READ_ONLY))
    with pytest.raises(BadRequest, match="controller-does-not-move"):
        RecordProcedure(1.0, SWAY).prepare(session, NullMonitor())


def measured_stage(session, planned, *, scale: float) -> StageWatch:
    """A stage as the stream would tell it, with a torque that grows as the speed squared."""
    watch = StageWatch(session.robot)
    trajectory, fraction = planned.preview.plan.trajectory, planned.facts["fraction"]
    clock = np.arange(-1.0, trajectory.duration + 1.0, 0.005)
    position = session.robot.position_as_reported(trajectory.evaluate(clock).position)
    torque = np.full_like(position, scale * fraction**2)
    current = torque / session.robot.drive_gain * session.robot.reported_sign
    columns = {Quantity.POSITION: position, Quantity.CURRENT: current}
    watch(SampleBlock(np.arange(clock.size), clock + 30.0, clock, columns))
    return watch


@pytest.mark.parametrize(("share", "allowed"), [(0.5, True), (0.9, False)])
def test_the_next_stage_depends_on_what_the_slower_ones_took(open_session, share, allowed):
    session = open_session(FakeArm())
    robot = session.robot
    limits = robot.torque_limit.copy()
    joints = tuple(
        type(joint)(**{**vars(joint), "torque": 100.0})
        for joint in robot.joints  # the small arm's description knows no rated torque
    )
    assert np.all(np.isinf(limits))
    session.robot = type(robot)(**{**vars_of(robot), "joints": joints})
    prepared = RecordProcedure(3.0, SWAY, speed=0.8).prepare(session, NullMonitor())
    ramp = Ramp(session.robot, None)
    slow, fast = prepared.motions[-2], prepared.motions[-1]
    ramp.expect_allowed(slow)
    assert ramp.take(slow, measured_stage(session, slow, scale=100.0 * share), began=30.5)
    if allowed:
        ramp.expect_allowed(fast)
    else:
        with pytest.raises(MotionRejected, match="next-stage-too-strong"):
            ramp.expect_allowed(fast)


def vars_of(robot) -> dict[str, object]:
    return {name: getattr(robot, name) for name in type(robot).__dataclass_fields__}


def test_a_stage_with_missing_samples_says_nothing(open_session):
    session = open_session(FakeArm())
    prepared = RecordProcedure(3.0, SWAY, speed=0.8).prepare(session, NullMonitor())
    stage = prepared.motions[0]
    whole = measured_stage(session, stage, scale=1.0).measured()
    watch = StageWatch(session.robot)
    half = whole[0].shape[0] // 2
    columns = {
        Quantity.POSITION: session.robot.position_as_reported(whole[1][:half]),
        Quantity.CURRENT: whole[2][:half],
    }
    watch(SampleBlock(np.arange(half), whole[0][:half], whole[0][:half], columns))
    with pytest.raises(NotEnoughData, match="stage-not-covered"):
        Ramp(session.robot, None).take(stage, watch, began=30.0)
