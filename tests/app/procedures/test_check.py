"""The check: every joint out and back, compared, stored; stopped and broken in the middle."""

import threading

import numpy as np
import pytest

from app.features.encoders.procedure import CheckProcedure
from core.encoders.result import EncoderCheck
from core.monitor import NullMonitor
from core.quality import Verdict
from core.recording import Mark
from core.storage.visit import Visit
from devices.capabilities import ControllerKind
from devices.controller import Lifecycle
from devices.errors import RobotStateError
from devices.motion import Jog, MoveTo
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S
from tests.app.procedures.fake_arm import SERIAL, FakeArm
from tests.waiting import wait_until


def run_check(session, procedure=None):
    procedure = procedure or CheckProcedure()
    prepared = procedure.prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    return procedure.run(session, prepared, NullMonitor())


def test_what_will_happen_is_known_before(open_session):
    prepared = CheckProcedure().prepare(open_session(FakeArm()), NullMonitor())
    plans = [planned.preview.plan for planned in prepared.motions]
    assert all(isinstance(plan, Jog) for plan in plans)
    assert [plan.joint for plan in plans] == [0, 0, 1, 1, 2, 2]
    assert max(abs(plan.angle) for plan in plans) == pytest.approx(np.radians(2.0))
    assert max(plan.speed for plan in plans) <= np.radians(2.0) + 1e-12
    assert prepared.allowed
    assert 0.0 < prepared.top_speed < UNPROVEN_TOOL_SPEED_M_S
    assert not prepared.needs_clear_cell
    low, high = prepared.swept_box
    assert np.all(high > low)
    assert prepared.duration > sum(planned.preview.duration for planned in prepared.motions)


def test_a_good_arm_is_good_and_the_check_is_in_the_visit(open_session, visit):
    session = open_session(FakeArm())
    outcome = run_check(session)
    assert outcome.is_complete, outcome.error
    assert outcome.recordings == ("check",)
    assert outcome.verdict is Verdict.GOOD
    assert outcome.missing_samples == 0
    codes = [event.code for event in outcome.events]
    assert codes == ["jog-begins", "jog-ends"] * 6
    joints = outcome.found.check.joints
    assert [joint.sign for joint in joints] == [1, 1, 1]
    assert [joint.slope for joint in joints] == pytest.approx([1.0, 1.0, 1.0], abs=1e-3)
    assert [joint.offset for joint in joints] == pytest.approx([-0.001] * 3, abs=1e-5)
    assert session.encoders_checked
    with Visit.open(visit) as opened:
        recording = opened.recording("check")
        assert recording.origin.serial == SERIAL
        assert recording.origin.mark is Mark.NONE
        (entry,) = opened.results("encoder-check")
        assert opened.result(entry.key, EncoderCheck).power_on == "monday"


def test_a_swapped_link_encoder_is_found(open_session):
    arm = FakeArm()
    arm.link_sign[1] = -1.0
    outcome = run_check(open_session(arm))
    # the jog itself is stopped: motor and link part by more than half a degree
    assert outcome.error is not None
    assert outcome.error.code == "jog-twist"
    assert outcome.error.facts["joint"] == 2
    assert outcome.recordings == ("check",)
    assert arm.status.lifecycle is Lifecycle.CONNECTED


@pytest.mark.thorough
def test_offsets_are_compared_with_the_check_before(open_session):
    arm = FakeArm()
    session = open_session(arm)
    run_check(session)
    again = run_check(session)
    assert again.recordings == ("check (2)",)
    assert [joint.offset_change for joint in again.found.check.joints] == pytest.approx([0.0] * 3, abs=1e-5)


def test_a_check_counts_for_no_power_on_that_has_no_name(open_session):
    session = open_session(FakeArm(power_on=""))
    run_check(session)
    assert not session.encoders_checked, "it may have been switched off since, and nobody would know"


@pytest.mark.thorough
def test_another_power_on_needs_another_check(open_session):
    session = open_session(FakeArm())
    run_check(session)
    assert session.encoders_checked
    later = open_session(FakeArm(power_on="tuesday"))
    assert later.last_check.power_on == "monday"
    assert not later.encoders_checked


def test_a_closed_controller_goes_from_point_to_point(open_session):
    session = open_session(FakeArm(kind=ControllerKind.CLOSED))
    prepared = CheckProcedure().prepare(session, NullMonitor())
    plans = [planned.preview.plan for planned in prepared.motions]
    assert all(isinstance(plan, MoveTo) for plan in plans)
    assert np.abs(plans[0].target - session.standing_pose()).max() == pytest.approx(np.radians(2.0), rel=1e-3)
    outcome = run_check(session)
    assert outcome.is_complete, outcome.error
    assert outcome.verdict is Verdict.GOOD


def test_an_arm_that_only_reports_is_watched(open_session):
    arm = FakeArm(kind=ControllerKind.READ_ONLY)
    session = open_session(arm)
    outcome = run_check(session, CheckProcedure(watch_seconds=2.0))
    assert outcome.is_complete, outcome.error
    assert outcome.seconds == pytest.approx(2.0, abs=0.5)
    assert outcome.verdict is Verdict.NOT_MEASURABLE
    assert arm.stops == []


def test_stop_in_the_middle_stops_the_arm_first_and_keeps_what_was_recorded(open_session, visit):
    arm = FakeArm()
    session = open_session(arm)
    stopped_at = []

    def stop():
        wait_until(lambda: arm.status.lifecycle is Lifecycle.MOVING)
        session.clock.sleep(0.5)
        stopped_at.append(arm.time)
        session.stop()

    stopper = threading.Thread(target=stop)
    procedure = CheckProcedure()
    prepared = procedure.prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    stopper.start()
    outcome = procedure.run(session, prepared, NullMonitor())
    took = arm.time - stopped_at[0]
    stopper.join()
    assert outcome.stopped
    assert outcome.error is None
    assert arm.status.lifecycle is Lifecycle.CONNECTED
    assert took < 3.0, "the procedure ends by itself soon after"
    assert outcome.verdict is Verdict.REPEAT
    with Visit.open(visit) as opened:
        assert opened.recording(outcome.recordings[0]).incomplete == "stopped"


def test_a_fault_ends_it_with_its_reason(open_session, visit):
    arm = FakeArm()
    arm.fail_after = (0.5, RobotStateError("emergency-stop"))
    outcome = run_check(open_session(arm))
    assert outcome.error.code == "emergency-stop"
    assert not outcome.stopped
    with Visit.open(visit) as opened:
        assert opened.recording("check").incomplete == "emergency-stop"


def test_a_cable_that_is_pulled_ends_it_too(open_session, visit):
    arm = FakeArm()
    session = open_session(arm)
    procedure = CheckProcedure()
    prepared = procedure.prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    arm.lose_link_after = arm.time + 3.0
    outcome = procedure.run(session, prepared, NullMonitor())
    assert outcome.error.code == "link-lost"
    with Visit.open(visit) as opened:
        recording = opened.recording("check")
        assert recording.incomplete == "link-lost"
        assert recording.sample_count > 100


def test_a_real_arm_is_not_moved_without_its_serial_number(open_session):
    arm = FakeArm()
    session = open_session(arm)
    procedure = CheckProcedure()
    outcome = procedure.run(session, procedure.prepare(session, NullMonitor()), NullMonitor())
    assert outcome.error.code == "serial-not-confirmed"
    assert session.standing_pose() == pytest.approx([0.1, 0.4, -0.6], abs=1e-9)
