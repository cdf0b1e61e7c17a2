"""Excitation on the ideal arm: approach, stages, full speed, a verdict; whatever happens, the data stay."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from app.arm.staged_run import APPROACH, REPEAT, STAGE, STAGE_FORECAST
from app.features.excitation.procedure import PLAN_RUN, ExciteProcedure
from app.features.excitation.tasks import stored_plan
from app.visit.recordings import adopt_recording
from app.visit.stored_products import EXCITATION_PLAN, EXCITATION_RUN
from core.errors import BadRequest
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.runs.excitation_run import ExcitationRun
from core.excitation.trajectories import brought_to_rest, entered_from
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.unplanned_motions import random_motion
from core.monitor import Cancelled, NullMonitor
from core.quality import Verdict
from core.recording import Mark
from core.robot.surroundings import Box
from core.storage.visit import Visit
from devices.capabilities import ControllerKind
from devices.errors import ConfigurationError, MotionRejected
from devices.motion import MoveTo, RunTrajectory
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S
from tests.app.procedures.fake_arm import SERIAL, FakeArm
from tests.core.exchange.made_plan import made_plan

HERE = np.array([0.1, 0.4, -0.6])
"""Where the ideal arm stands when it is switched on."""
AWAY = HERE + np.array([0.3, -0.2, 0.1])
PERIOD_S = 3.0


def plan_for(robot, *, start=AWAY, trajectory=None, **settings):
    """A plan of a random motion, allowed by itself."""
    if trajectory is None:
        trajectory = random_motion(
            robot, start=start, generator=np.random.default_rng(7), period_s=PERIOD_S, harmonics=3
        )
    made = made_plan(robot, trajectory)
    return replace(made, settings=replace(made.settings, locked=(), floor_height=None, **settings))


def procedure_for(robot, *, cycles=3, rehearse=True, **settings):
    return ExciteProcedure(plan_for(robot, **settings), cycles=cycles, rehearse=rehearse)


@pytest.fixture
def virtual(open_session):
    """A session with an arm that is not real."""
    return open_session(FakeArm(mark=Mark.VIRTUAL))


def confirmed(prepared):
    return prepared.confirmed(serial=SERIAL, clear_cell=True)


def run(session, procedure, monitor=None):
    prepared = procedure.prepare(session, NullMonitor())
    assert prepared.allowed, prepared.findings
    return procedure.run(session, confirmed(prepared), monitor or NullMonitor())


def events_of(outcome, code):
    return [event.facts for event in outcome.events if event.code == code]


class Forecasts(NullMonitor):
    """What is shown meanwhile."""

    def __init__(self):
        self.kept = []

    def keep(self, result):
        self.kept.append(result)


def rated(session, torque):
    """Give the small arm rated torques, of which its description knows none."""
    joints = tuple(replace(joint, torque=torque) for joint in session.robot.joints)
    session.robot = replace(session.robot, joints=joints)


def test_approach_rehearsal_stages_and_full_speed(virtual):
    prepared = procedure_for(virtual.robot).prepare(virtual, NullMonitor())
    approach, *stages = prepared.motions
    assert approach.code == APPROACH
    assert isinstance(approach.preview.plan, MoveTo)
    assert approach.preview.top_speed <= UNPROVEN_TOOL_SPEED_M_S
    np.testing.assert_allclose(approach.preview.start, HERE, atol=1e-6)
    assert {planned.code for planned in stages} == {STAGE}
    fractions = [planned.facts["fraction"] for planned in stages]
    assert fractions == sorted(fractions)
    assert fractions[0] < 0.25
    assert fractions[1:] == [0.25, 0.5, 1.0]
    assert stages[0].preview.top_speed <= UNPROVEN_TOOL_SPEED_M_S < prepared.top_speed
    for planned in stages:
        np.testing.assert_allclose(planned.preview.start, AWAY, atol=1e-9)
    assert [planned.facts["cycles"] for planned in stages] == [1, 1, 1, 3]
    assert stages[-1].preview.duration == pytest.approx(3 * PERIOD_S)
    assert prepared.needs_clear_cell


def test_a_run_is_two_recordings_forecasts_and_a_verdict(virtual, visit):
    rated(virtual, 3000.0)
    monitor = Forecasts()
    outcome = run(virtual, procedure_for(virtual.robot), monitor)
    assert outcome.is_complete, outcome.error
    told = events_of(outcome, STAGE_FORECAST)
    assert [facts["stage"] for facts in told] == [2, 3, 4]
    assert [expected.fraction for expected in monitor.kept] == [facts["fraction"] for facts in told]
    assert all(0.0 < facts["share"] < 0.8 for facts in told)
    assert len(told[0]["shares"]) == 3
    assert outcome.recordings == ("excite-ramp", "excite")
    assert [facts["stage"] for facts in events_of(outcome, "stage-begins")] == [1, 2, 3, 4]
    assert len(events_of(outcome, PLAN_RUN)) == 2
    assert virtual.proven
    found = outcome.found
    assert found.label == "excite"
    assert (found.cycles, found.period_s) == (3, PERIOD_S)
    # the ideal arm follows exactly; what is left is the clock on which the beginning is found
    assert np.all(found.following_error < 2e-3)
    assert found.peaks.inside
    np.testing.assert_allclose(found.average.noise["current"], 1.0, rtol=0.1)
    assert outcome.verdict is found.judgement.verdict is Verdict.GOOD
    with Visit.open(visit) as opened:
        (stored,) = opened.results(EXCITATION_RUN)
        (plan,) = opened.results(EXCITATION_PLAN)
        assert opened.result(stored.key, ExcitationRun).plan == plan.key == found.plan
        full = opened.recording("excite")
        assert [event.code for event in full.events].count("stage-begins") == 1
        assert full.duration == pytest.approx(3 * PERIOD_S + 1.0, abs=3.0)


def test_a_proven_arm_at_the_start_only_ramps(virtual):
    virtual.proven = True
    prepared = procedure_for(virtual.robot, start=HERE).prepare(virtual, NullMonitor())
    assert [planned.code for planned in prepared.motions] == [STAGE] * 3
    assert [planned.facts["fraction"] for planned in prepared.motions] == [0.25, 0.5, 1.0]


def test_an_approach_alone_proves_nothing(virtual):
    prepared = procedure_for(virtual.robot).prepare(virtual, NullMonitor())

    class StopAfterApproach(NullMonitor):
        def report(self, fraction, text=""):
            if text.startswith(STAGE):
                virtual.stop()

    outcome = procedure_for(virtual.robot).run(virtual, confirmed(prepared), StopAfterApproach())
    assert outcome.stopped
    assert not virtual.proven


def test_stages_may_be_left_out_on_simulated_arms_alone(open_session, virtual):
    quick = procedure_for(virtual.robot, rehearse=False, start=HERE)
    assert len(quick.prepare(virtual, NullMonitor()).motions) == 1
    outcome = run(virtual, quick)
    assert outcome.recordings == ("excite",), "there is no ramp to record"
    assert outcome.found is not None
    real = open_session(FakeArm())
    assert len(replace_floor(quick).prepare(real, NullMonitor()).motions) > 1


def replace_floor(procedure):
    plan = procedure.plan
    return replace(procedure, plan=replace(plan, settings=replace(plan.settings, floor_height=-5.0)))


def test_the_plan_may_be_one_of_the_visit(virtual, visit):
    with Visit.open(visit) as opened:
        key = opened.add_result(EXCITATION_PLAN, plan_for(virtual.robot, start=HERE))
    outcome = run(virtual, ExciteProcedure(key, cycles=2, rehearse=False, label="again"))
    assert outcome.is_complete, outcome.error
    assert outcome.found.plan == key
    with Visit.open(visit) as opened:
        assert len(opened.results(EXCITATION_PLAN)) == 1, "it is not stored twice"
    assert stored_plan(visit=visit, key=key, monitor=NullMonitor()).robot == virtual.robot.name
    with pytest.raises(BadRequest, match="unknown-result"):
        ExciteProcedure("excitation-plan-999").prepare(virtual, NullMonitor())


@pytest.mark.parametrize("kind", ["quintic", "free"])
def test_other_kinds_are_run_and_measured_too(virtual, kind):
    random = np.random.default_rng(3)
    series = FourierSeries(PERIOD_S, HERE, *(0.03 * random.normal(size=(2, 3, 3))))
    if kind == "quintic":
        trajectory = brought_to_rest(series, start=HERE)
    else:
        limits = motion_limits(virtual.robot, start=HERE)
        trajectory = entered_from(series, start=HERE, limits=limits)
    outcome = run(virtual, procedure_for(virtual.robot, trajectory=trajectory, rehearse=False))
    assert outcome.is_complete, outcome.error
    assert outcome.found.cycles == 3
    assert np.all(outcome.found.following_error < 2e-3)
    np.testing.assert_allclose(outcome.found.average.noise["current"], 1.0, rtol=0.1)


def test_a_free_series_runs_on_the_virtual_robot_alone(open_session):
    real = open_session(FakeArm())
    series = FourierSeries(PERIOD_S, HERE, *(0.1 * np.ones((2, 3, 3))))
    trajectory = entered_from(series, start=HERE, limits=motion_limits(real.robot, start=HERE))
    with pytest.raises(BadRequest, match="free-series-real-arm"):
        procedure_for(real.robot, trajectory=trajectory).prepare(real, NullMonitor())


def test_a_plain_series_that_is_not_at_rest_is_refused(virtual):
    series = FourierSeries(PERIOD_S, HERE, *(0.1 * np.ones((2, 3, 3))))
    with pytest.raises(BadRequest, match="trajectory-not-at-rest"):
        procedure_for(virtual.robot, trajectory=series).prepare(virtual, NullMonitor())


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (ControllerKind.CLOSED, "controller-runs-no-trajectory"),
        (ControllerKind.READ_ONLY, "controller-does-not-move"),
    ],
)
def test_a_controller_without_trajectories_is_refused(open_session, kind, code):
    session = open_session(FakeArm(kind=kind))
    with pytest.raises(BadRequest, match=code):
        procedure_for(session.robot).prepare(session, NullMonitor())


def test_no_period_is_no_run(virtual):
    with pytest.raises(BadRequest, match="setting-out-of-bounds"):
        procedure_for(virtual.robot, cycles=0).prepare(virtual, NullMonitor())


@pytest.mark.thorough
def test_more_than_five_minutes_are_run_in_pieces(virtual, monkeypatch):
    monkeypatch.setattr("app.arm.speed_stages.LONGEST_RUN_S", 2.5 * PERIOD_S)
    procedure = procedure_for(virtual.robot, cycles=5, rehearse=False, start=HERE)
    motions = procedure.prepare(virtual, NullMonitor()).motions
    assert [planned.code for planned in motions] == [STAGE, REPEAT, REPEAT]
    assert [planned.facts["cycles"] for planned in motions] == [2, 2, 1]
    outcome = run(virtual, procedure)
    assert outcome.is_complete, outcome.error
    assert outcome.found.cycles == 5
    assert len(outcome.found.began) == 3


def test_a_move_that_the_arm_would_finish_alone_is_short(open_session, monkeypatch):
    monkeypatch.setattr("app.arm.planned_runs.UNATTENDED_MOVE_S", 2.0)
    arm = FakeArm(mark=Mark.VIRTUAL)
    arm.capabilities = replace(arm.capabilities, stops_when_host_silent=False)
    session = open_session(arm)
    far = HERE + np.array([2.0, 0.5, -0.5])
    prepared = procedure_for(session.robot, start=far).prepare(session, NullMonitor())
    approach = [planned.preview for planned in prepared.motions if planned.code == APPROACH]
    assert len(approach) > 1
    assert all(preview.duration <= 2.0 for preview in approach)
    assert all(preview.top_speed <= UNPROVEN_TOOL_SPEED_M_S for preview in approach)
    for before, after in pairwise(approach):
        np.testing.assert_allclose(after.start, before.end)
    np.testing.assert_allclose(approach[-1].end, far)


def test_floor_and_boxes_are_those_of_the_plan(virtual):
    box = Box("table", (-3.0, -3.0, -3.0), (3.0, 3.0, 3.0))
    blocked = procedure_for(virtual.robot, boxes=(box,)).prepare(virtual, NullMonitor())
    assert "box-collision" in {finding.code for finding in blocked.findings}
    assert not blocked.allowed
    ignored = procedure_for(virtual.robot, boxes=(box,), collision=False)
    found = {finding.code for finding in ignored.prepare(virtual, NullMonitor()).findings}
    assert "box-collision" not in found, "a plan that looked at nothing names nothing"


def test_a_stop_between_the_recordings_is_a_stop(virtual, visit, monkeypatch):
    procedure = procedure_for(virtual.robot, rehearse=False)
    prepared = procedure.prepare(virtual, NullMonitor())
    compute = virtual.compute

    def stopping(task, monitor):
        found = compute(task, monitor)
        if task.function is adopt_recording:
            virtual.stop()
        return found

    monkeypatch.setattr(virtual, "compute", stopping)
    outcome = procedure.run(virtual, confirmed(prepared), NullMonitor())
    assert outcome.stopped
    assert outcome.recordings == ("excite-ramp",)
    assert outcome.found is None


def test_cancelling_at_full_speed_keeps_what_was_recorded(virtual, visit):
    procedure = procedure_for(virtual.robot, rehearse=False)
    prepared = procedure.prepare(virtual, NullMonitor())

    class GiveUp(NullMonitor):
        asked = False

        def report(self, fraction, text=""):
            self.asked = self.asked or text == f"stage {len(prepared.motions)} of {len(prepared.motions)}"

        def check(self):
            if self.asked and virtual.controller.status.lifecycle == "moving":
                raise Cancelled

    outcome = procedure.run(virtual, confirmed(prepared), GiveUp())
    assert outcome.stopped
    assert outcome.recordings == ("excite-ramp", "excite")
    assert outcome.verdict is Verdict.REPEAT
    with Visit.open(visit) as opened:
        assert opened.recording("excite").incomplete == "stopped"
        assert not opened.recording("excite-ramp").incomplete
        assert not opened.results(EXCITATION_RUN)


@pytest.mark.thorough
def test_a_stage_that_would_take_too_much_does_not_run(virtual, visit, monkeypatch):
    rated(virtual, 3000.0)
    monkeypatch.setattr("devices.safety.stage_forecast.STAGE_TORQUE", 1e-3)
    outcome = run(virtual, procedure_for(virtual.robot))
    assert isinstance(outcome.error, MotionRejected)
    assert outcome.error.code == "next-stage-too-strong"
    assert [facts["stage"] for facts in events_of(outcome, "stage-begins")] == [1]
    assert outcome.recordings == ("excite-ramp",)
    with Visit.open(visit) as opened:
        assert opened.recording("excite-ramp").incomplete == "next-stage-too-strong"


def test_without_a_visit_nothing_moves(virtual):
    procedure = procedure_for(virtual.robot)
    prepared = procedure.prepare(virtual, NullMonitor())
    virtual.visit = None
    with pytest.raises(ConfigurationError, match="no-visit"):
        procedure.run(virtual, confirmed(prepared), NullMonitor())


def test_the_trajectory_is_uploaded_as_it_was_planned(virtual):
    plan = plan_for(virtual.robot, start=HERE)
    motions = ExciteProcedure(plan, cycles=2, rehearse=False).prepare(virtual, NullMonitor()).motions
    sent = motions[0].preview.plan
    assert isinstance(sent, RunTrajectory)
    np.testing.assert_array_equal(sent.trajectory.a, plan.trajectory.a)
    assert sent.trajectory.cycles == 2
