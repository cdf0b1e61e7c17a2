"""The controller's reports are checked against the samples, and never reduce the checks."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest

from core.excitation.trajectories.point_to_point import point_to_point
from core.recording import Mark
from devices.controller import StopLevel
from devices.errors import MotionRejected, RobotStateError
from devices.motion import Jog, MoveTo, RunTrajectory
from devices.safety import safe_arm, standstill
from devices.safety.planned_path import planned_path
from devices.safety.safe_arm import expect_confirmed
from devices.safety.watchdog import Passage
from tests.devices.safety.fake_arm import HOME, SERIAL, FakeArm, block, capabilities, ec66, identity

MOVE = MoveTo(target=HOME + np.array([0.3, 0, 0, 0, 0, 0]), speed_fraction=0.05)
JOG = Jog(joint=1, angle=radians(2.0), speed=radians(2.0))
UNMOVED = [pytest.param(plan, id=type(plan).__name__) for plan in (MOVE, JOG)]


@pytest.fixture
def arm(monkeypatch):
    monkeypatch.setattr(standstill, "STANDSTILL_TIMEOUT_S", 0.05)
    monkeypatch.setattr(safe_arm, "RELEASE_S", 0.0)
    made = FakeArm()
    yield made
    made.safe.close()


def at(robot, position, *, host, device=None):
    """A block of five equal samples, with times of this computer and of the device in s."""
    found = block(robot, np.tile(position, (5, 1)), time_s=host if device is None else device)
    return replace(found, host_time=np.full(5, host))


def refused(call):
    with pytest.raises((MotionRejected, RobotStateError)) as raised:
        call()
    return raised.value.code


# Who it is


@pytest.mark.parametrize(
    ("mark", "serial", "confirmed", "code"),
    [
        (Mark.NONE, SERIAL, "", "serial-not-confirmed"),
        (Mark.SAID, SERIAL, "", "serial-not-confirmed"),
        (Mark.SAID, SERIAL, "other", "wrong-serial"),
        (Mark.NONE, "", "", "arm-without-serial"),
        (Mark.NONE, " ", " ", "arm-without-serial"),
        (Mark.SAID, "", "", "arm-without-serial"),
        (Mark.SYNTHETIC, SERIAL, "", "serial-not-confirmed"),
        (Mark.VIRTUAL, SERIAL, "other", "wrong-serial"),
    ],
)
def test_an_arm_without_confirmed_serial_number_does_not_move(mark, serial, confirmed, code):
    reported = identity(ec66(), serial=serial)
    assert refused(lambda: expect_confirmed(capabilities(mark=mark), reported, confirmed=confirmed)) == code


def test_only_the_programs_own_virtual_robot_moves_without_a_serial_number():
    reported = identity(ec66(), serial="")
    for mark in Mark:
        if mark in {Mark.VIRTUAL, Mark.REPLAY}:
            expect_confirmed(capabilities(mark=mark), reported, confirmed="")
        else:
            refused(lambda mark=mark: expect_confirmed(capabilities(mark=mark), reported, confirmed=""))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"serial": "EC-9"}, "wrong-serial"),
        ({"model": "other"}, "identity-changed"),
        ({"power_on": "2"}, "identity-changed"),
        ({"firmware": "2.0"}, "identity-changed"),
        ({"announcement_sha256": "ab" * 32}, "identity-changed"),
    ],
)
def test_a_device_with_a_changed_identity_before_its_first_motion_does_not_move(arm, change, code):
    arm.controller.identity = replace(arm.identity, **change)
    assert refused(lambda: arm.admit(JOG)) == code
    assert arm.controller.calls == []


def test_the_identity_is_requested_before_the_first_motion_and_after_every_stop(arm):
    arm.admit(JOG)
    arm.admit(JOG)
    assert arm.controller.asked == 1
    arm.safe.stop()
    arm.admit(JOG)
    assert arm.controller.asked == 2


def test_a_floor_is_required_whatever_the_device_reports_itself_to_be():
    said = FakeArm(mark=Mark.SAID)
    assert not said.preview(JOG, floor_height=None).allowed
    assert FakeArm(mark=Mark.VIRTUAL).preview(JOG, floor_height=None).allowed


# What it did


@pytest.mark.parametrize("plan", UNMOVED)
def test_a_motion_that_was_never_seen_has_not_finished(arm, plan):
    arm.begin(plan)
    arm.watch(HOME)
    arm.controller.finish()
    assert refused(arm.safe.expect_done) == "motion-not-seen"
    assert arm.controller.stops, "it is not trusted any more"


@pytest.mark.parametrize("plan", UNMOVED)
def test_a_motion_that_was_seen_to_its_end_has_finished(arm, plan):
    path = planned_path(arm.robot, plan, start=HOME).position
    arm.begin(plan)
    for pose in path[:: max(len(path) // 50, 1)]:
        arm.watch(pose)
    arm.samples.position = path[-1]
    arm.watch(path[-1])
    arm.controller.finish()
    arm.safe.expect_done()
    assert arm.controller.stops == []


def test_a_motion_that_comes_back_to_its_start_must_have_been_away():
    robot = ec66()
    there = point_to_point(HOME, MOVE.target, velocity=0.2, acceleration=1.0)
    path = planned_path(robot, RunTrajectory(there), start=HOME)
    back = replace(path, position=np.concatenate([path.position, path.position[::-1]]))
    for share, is_short in ((0.0, True), (0.5, True), (0.95, False)):
        passage = Passage(robot, back, start=HOME, keeps_host_time=True)
        passage.look(at(robot, HOME + share * (MOVE.target - HOME), host=1.0))
        passage.look(at(robot, HOME, host=2.0))
        assert passage.has_arrived
        assert (passage.shortfall() is not None) is is_short, share


def test_an_arm_that_moves_without_a_request_is_stopped_at_once(arm):
    arm.begin(JOG)
    end = HOME + radians(2.0) * np.eye(6)[1]
    arm.watch(end)
    arm.controller.finish()
    arm.watch(HOME)  # what comes late still shows the motion
    arm.watch(end)
    arm.watch(end)
    assert arm.safe.violation is None
    arm.watch(end + radians(3.0) * np.eye(6)[4])
    arm.watch(end + radians(3.0) * np.eye(6)[4])
    assert arm.safe.violation.code == "moved-unasked"
    assert arm.safe.violation.facts["joint"] == 5
    assert arm.controller.stops[-1][0] is StopLevel.ABORT


def test_a_disarmed_arm_may_be_moved_from_outside(arm):
    arm.begin(JOG)
    arm.watch(HOME + radians(2.0) * np.eye(6)[1])
    arm.controller.finish()
    arm.watch(HOME + radians(2.0) * np.eye(6)[1])
    arm.controller.disarm()
    arm.watch(HOME)
    arm.watch(HOME + 1.0)
    assert arm.safe.violation is None


def test_an_arm_that_moves_after_a_stop_gets_an_abort(arm, monkeypatch):
    monkeypatch.setattr(arm.safe._clock, "now", lambda: 100.0)
    arm.begin(JOG)
    arm.safe.watch(at(arm.robot, HOME, host=100.0))
    arm.safe.stop()
    for seconds in (0.5, 1.5):
        arm.safe.watch(at(arm.robot, HOME + 0.1 * seconds, host=100.0 + seconds))
    assert len(arm.controller.stops) == 1, "it may take a moment"
    arm.safe.watch(at(arm.robot, HOME, host=102.1))
    arm.safe.watch(at(arm.robot, HOME + radians(3.0), host=103.0))
    assert arm.safe.violation.code == "moves-after-stop"
    assert arm.controller.stops[-1][0] is StopLevel.ABORT


@pytest.mark.parametrize("is_real", [True, False])
def test_a_motion_that_never_ends_is_stopped(is_real):
    robot = ec66()
    path = planned_path(robot, JOG, start=HOME)
    passage = Passage(robot, path, start=HOME, keeps_host_time=is_real)
    clocks = {"host": 0.0, "device": 0.0}
    passage.look(at(robot, HOME, **clocks))
    moving = "host" if is_real else "device"
    clocks[moving] = path.duration + 4.0
    passage.look(at(robot, HOME, **clocks))
    assert passage.overdue() is None
    clocks[moving] = path.duration + 6.0
    passage.look(at(robot, HOME, **clocks))
    assert passage.overdue().code == "motion-overdue"


def test_a_slow_motion_that_goes_on_may_take_its_time():
    robot = ec66()
    path = planned_path(robot, JOG, start=HOME)
    passage = Passage(robot, path, start=HOME, keeps_host_time=True)
    for second in range(0, 60, 2):
        passage.look(at(robot, HOME + radians(0.1) * second, host=float(second)))
        assert passage.overdue() is None
    passage.look(at(robot, HOME, host=1000.0))
    assert passage.overdue().code == "motion-overdue"


def test_the_watch_stops_a_motion_that_never_ends(arm):
    arm.begin(JOG)
    arm.safe.watch(at(arm.robot, HOME, host=0.0))
    arm.safe.watch(at(arm.robot, HOME, host=60.0))
    assert arm.safe.violation.code == "motion-overdue"
    assert arm.controller.stops
