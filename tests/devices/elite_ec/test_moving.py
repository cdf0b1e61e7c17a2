"""An EC arm moves from pose to pose, one move at a time, and STOP goes by a connection of its own."""

import numpy as np
import pytest

from core.robot.library import load_robot
from devices.capabilities import ControllerKind, MotionKind
from devices.controller import Lifecycle, PayloadSetting
from devices.errors import RobotStateError
from devices.motion import MotionEnd, MoveTo
from tests.devices.emulated.commanded_arm import HOME
from tests.devices.emulated.controllers import wait_for
from tests.devices.universal_robots.moved import RESULT_S, moved_ec
from tests.devices.universal_robots.samples import samples_of
from tests.waiting import wait_until

NEAR, FAR = HOME + np.array([0.1, 0.0, -0.1, 0.2, 0.0, 0.3]), HOME + 0.6


@pytest.fixture
def moved():
    with moved_ec() as found:
        yield found


def test_it_goes_where_it_is_told_and_nothing_else_moves(moved):
    found = moved.arm.capabilities
    assert (found.kind, found.motions) == (ControllerKind.CLOSED, frozenset({MotionKind.POINT_TO_POINT}))
    assert (found.stops_when_host_silent, found.payload_write_back) == (False, True)
    motion = moved.run(MoveTo(NEAR, 0.3))
    assert motion.result(RESULT_S) is MotionEnd.FINISHED
    assert motion.progress == 1.0
    assert moved.position == pytest.approx(NEAR, abs=1e-4)
    assert moved.arm.status.lifecycle is Lifecycle.ARMED
    assert moved.arm.start(MoveTo(HOME, 0.3)).result(RESULT_S) is MotionEnd.FINISHED


@pytest.mark.parametrize("robot", ["ec63", "ec612"])
def test_every_arm_of_the_series_moves(robot):
    with moved_ec(robot) as moved:
        assert moved.identity.model == robot
        assert moved.run(MoveTo(NEAR, 0.3)).result(RESULT_S) is MotionEnd.FINISHED


def test_it_moves_as_fast_as_its_share_says(moved):
    speeds = []
    motion = moved.run(MoveTo(HOME + np.eye(6)[5] * 0.8, 0.1))
    wait_until(lambda: speeds.append(moved.arm.state.speed) or motion.is_over)
    # a tenth of 260 degrees per second, though the emulated arm without physics could be faster
    assert max(speeds) == pytest.approx(np.radians(26.0), rel=0.05)


def test_a_stop_before_the_move_was_sent_moves_nothing(moved):
    motion = moved.run(MoveTo(FAR, 0.15))
    moved.arm.stop()
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    assert np.abs(moved.position - HOME).max() < 0.3


def test_a_move_that_begins_after_the_stop_was_answered_is_stopped(moved, monkeypatch):
    controller, late = moved.emulated.controller, []
    begin = controller.move
    monkeypatch.setattr(controller, "move", lambda *asked: late.append(asked))
    # a busy computer may not get to the late move within the time after which none is expected any more
    monkeypatch.setattr("devices.driving.followed.CONFIRMED_S", RESULT_S)
    motion = moved.run(MoveTo(FAR, 0.15))
    wait_for(lambda: late, what="the move")
    moved.arm.stop()
    samples_of(moved.arm, 75)  # 0.6 s: longer than STOP is repeated before an arm that stands
    moved.emulated.do(lambda: begin(*late[0]))
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    wait_for(lambda: moved.arm.state.speed == 0.0, what="standstill")
    rests = moved.position
    assert 0.0 < np.abs(rests - HOME).max() < 0.3
    samples_of(moved.arm, 25)
    assert moved.position == pytest.approx(rests, abs=1e-6)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("emergency-stop", "emergency-stop"),
        ("collision", "protective-stop"),
        ("alarm", "ec-alarm"),
        ("teach", "not-remote"),
        ("servo-off", "ec-servo-off"),
    ],
)
def test_what_happens_at_the_controller_ends_the_motion(moved, fault, code):
    motion = moved.under_way(MoveTo(FAR, 0.15))
    moved.emulated.make_happen(fault)
    assert moved.ended(motion).code == code
    assert moved.arm.status.lifecycle in {Lifecycle.FAULT, Lifecycle.CONNECTED}


def test_a_stop_of_another_client_is_told(moved):
    motion = moved.under_way(MoveTo(FAR, 0.15))
    moved.emulated.make_happen("stop")
    assert moved.ended(motion).code == "ec-move-ended"


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("emergency-stop", "emergency-stop"),
        ("alarm", "ec-alarm"),
        ("teach", "not-remote"),
        ("play", "ec-program-running"),
    ],
)
def test_without_a_condition_it_is_not_armed(moved, fault, code):
    moved.emulated.make_happen(fault)
    wait_for(lambda: moved.arm.missing)
    with pytest.raises(RobotStateError) as raised:
        moved.arm.arm()
    assert raised.value.code == code


def test_a_lower_speed_at_the_controller_is_refused(moved):
    moved.emulated.set_speed(0.5)
    with pytest.raises(RobotStateError) as raised:
        moved.arm.arm()
    assert (raised.value.code, raised.value.facts["share"]) == ("ec-speed-scaled", 0.5)


def test_the_servo_is_switched_on_for_a_motion(moved):
    moved.emulated.make_happen("servo-off")
    wait_for(lambda: not moved.arm.state.servo)
    assert moved.run(MoveTo(NEAR, 0.3)).result(RESULT_S) is MotionEnd.FINISHED


def test_what_the_controller_refuses_moves_nothing():
    with moved_ec("ec63") as moved:
        motion = moved.run(MoveTo(HOME + np.eye(6)[2] * 3.0, 1.0))  # beyond the joint's range
        assert moved.ended(motion).code == "ec-refused"
        assert moved.position == pytest.approx(HOME, abs=1e-4)


def test_the_payload_is_written_read_back_and_refused(moved):
    assert moved.arm.read_payload() == PayloadSetting(0.0)
    asked = PayloadSetting(2.0, (0.01, -0.02, 0.05))
    found = moved.arm.write_payload(asked)
    assert (found.mass, found.center) == (2.0, pytest.approx(asked.center))
    assert moved.emulated.controller.payloads[0] == (2.0, pytest.approx([10.0, -20.0, 50.0]))
    assert moved.arm.status.payload_mass == 2.0
    with pytest.raises(RobotStateError) as raised:
        moved.arm.write_payload(PayloadSetting(60.0))
    assert raised.value.code == "ec-refused"
    assert moved.arm.read_payload().mass == 2.0


def test_an_alarm_is_cleared_and_an_emergency_stop_is_not(moved):
    moved.emulated.make_happen("alarm")
    wait_for(lambda: moved.arm.status.lifecycle is Lifecycle.FAULT)
    moved.arm.clear_fault()
    assert moved.arm.status.lifecycle is not Lifecycle.FAULT


def test_it_is_held_to_its_description():
    with moved_ec(options="motion=allowed") as moved:
        assert moved.arm.missing == ()
        assert load_robot("ec66").joint_count == 6
