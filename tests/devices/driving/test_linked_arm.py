"""The driver that all makers share: connections that fail or are given up, and the way of every order."""

from dataclasses import dataclass

import pytest

from core.recording import TorqueKind
from core.robot.library import load_robot
from devices.capabilities import Capabilities, ControllerKind, MotionKind
from devices.controller import ControllerStatus, Lifecycle, LinkCounters, StopLevel
from devices.driving.linked_arm import LinkedArm
from devices.driving.moving import MovingArm
from devices.driving.pulse import Pulse
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, MotionRejected, RobotStateError, TransportError
from devices.motion import Jog, Motion, MotionEnd, MoveTo

ROBOT = load_robot("ec66")


@dataclass
class Settings:
    can_move: bool = True
    uri: str = "some:arm"


class Link:
    def __init__(self, said):
        self.samples, self.error, self.counters, self._said = SampleQueue(10), None, LinkCounters(), said

    def close(self):
        self._said.append("link closed")


class Connection:
    def __init__(self, said):
        self._said = said

    def close(self):
        self._said.append("connection closed")


class Moving(MovingArm):
    """Ends a motion as soon as it is told to stop."""

    def __init__(self, said):
        super().__init__(leave_s=0.1)
        self._said = said

    @property
    def status(self):
        return ControllerStatus(Lifecycle.without_fault(is_armed=False, is_moving=self.is_under_way))

    def arm(self):
        self._permit = object()

    def start(self, plan):
        self._expect_armed()
        self._expect_none_under_way()
        self._motion = Motion(plan, stop=self.stop)
        return self._motion

    def stop(self, level=StopLevel.CONTROLLED):
        self._permit = None
        self._said.append(f"stop {level}")
        if self._motion is not None:
            self._motion.end(MotionEnd.STOPPED)

    def close(self):
        super().close()
        self._said.append("moving closed")


class Arm(LinkedArm):
    """``trouble`` ends the connection while it begins."""

    trouble = None

    def __init__(self, settings=None, *, joints=6):
        super().__init__(
            settings or Settings(),
            robot=ROBOT,
            pulse=Pulse(),
            joints=joints,
            capabilities=Capabilities(
                ControllerKind.CLOSED, 6, 100.0, (), TorqueKind.UNKNOWN,
                frozenset({MotionKind.POINT_TO_POINT}), stops_when_host_silent=True,
            ),
        )  # fmt: skip
        self.said = []

    def _begin(self):
        self._opened(Connection(self.said))
        self._link = Link(self.said)
        if self._settings.can_move:
            self._moving = Moving(self.said)
        if self.trouble is not None:
            raise self.trouble
        return "identity"

    def _status_when_read(self, link):
        return ControllerStatus(Lifecycle.CONNECTED)

    def _read_only(self):
        return MotionRejected("some-read-only", controller=self.uri)

    def _close_rest(self):
        self.said.append("rest closed")


@pytest.fixture
def arm():
    arm = Arm()
    arm.connect()
    arm.said.clear()
    yield arm
    arm.disconnect()


def under_way(arm):
    arm.arm()
    return arm.start(MoveTo(ROBOT.lower, 0.1))


@pytest.mark.parametrize("level", StopLevel)
def test_stop_reaches_what_moves_the_arm_at_its_level(arm, level):
    motion = under_way(arm)
    arm.stop(level)
    assert arm.said == [f"stop {level}"]
    assert motion.outcome is MotionEnd.STOPPED
    with pytest.raises(MotionRejected, match="not-armed"):
        arm.start(MoveTo(ROBOT.lower, 0.1))


def test_stop_is_harmless_without_a_connection():
    arm = Arm()
    arm.stop(StopLevel.ABORT)
    arm.disarm()
    assert arm.said == []
    assert arm.status.lifecycle is Lifecycle.DISCONNECTED


def test_disconnecting_stops_the_motion_first_and_stop_is_heard_until_it_is_over(arm, monkeypatch):
    motion = under_way(arm)
    leave = Moving.take_leave

    def pressed_meanwhile(moving):
        arm.stop(StopLevel.ABORT)
        leave(moving)

    monkeypatch.setattr(Moving, "take_leave", pressed_meanwhile)
    arm.disconnect()
    assert arm.said == ["stop abort", "link closed", "moving closed", "rest closed"]
    assert motion.outcome is MotionEnd.STOPPED


def test_taking_leave_stops_a_motion(arm):
    motion = under_way(arm)
    arm.disconnect()
    assert arm.said[0] == "stop controlled"
    assert motion.outcome is MotionEnd.STOPPED


def test_a_motion_that_ignores_stop_has_failed_when_the_connection_is_closed(arm, monkeypatch):
    monkeypatch.setattr(Moving, "stop", lambda _self: None)
    motion = under_way(arm)
    arm.disconnect()
    assert motion.error.code == "link-lost"


def test_a_lost_connection_ends_motion_and_armed_state(arm):
    motion = under_way(arm)
    arm._moving.on_lost(TransportError("link-lost", errno=0, reason="pulled"))
    assert motion.error.code == "link-lost"
    with pytest.raises(MotionRejected, match="not-armed"):
        arm.start(MoveTo(ROBOT.lower, 0.1))


def test_one_motion_at_a_time_and_only_of_a_kind_that_is_offered(arm):
    under_way(arm)
    with pytest.raises(MotionRejected, match="already-moving"):
        arm.start(MoveTo(ROBOT.lower, 0.1))
    with pytest.raises(MotionRejected, match="motion-not-offered"):
        arm.start(Jog(0, 0.1, 0.1))


@pytest.mark.parametrize("order", [lambda arm: arm.arm(), lambda arm: arm.start(Jog(0, 0.1, 0.1))])
def test_why_an_arm_takes_no_order(order):
    with pytest.raises(TransportError, match="not-connected"):
        order(Arm())
    read_only = Arm(Settings(can_move=False))
    for connect in (lambda: None, read_only.connect):
        connect()
        with pytest.raises(MotionRejected, match="some-read-only"):
            order(read_only)
    refusing = Arm()
    refusing._refusal = MotionRejected("some-refusal")
    with pytest.raises(MotionRejected, match="some-refusal"):
        order(refusing)


def test_an_error_while_it_connects_leaves_nothing_open():
    arm = Arm()
    arm.trouble = RobotStateError("some-trouble")
    with pytest.raises(DeviceError, match="some-trouble"):
        arm.connect()
    assert arm.said[-4:] == ["link closed", "moving closed", "rest closed", "connection closed"]
    assert arm.status.lifecycle is Lifecycle.DISCONNECTED


def test_giving_up_closes_what_is_being_opened_and_nothing_afterwards():
    arm = Arm()
    arm.connect()
    arm.give_up()
    assert "connection closed" not in arm.said
    arm._opened(Connection(arm.said))
    arm.give_up()
    assert arm.said[-1] == "connection closed"
    arm.disconnect()


def test_another_number_of_joints_is_refused_before_anything_is_opened():
    arm = Arm(joints=7)
    with pytest.raises(DeviceError, match="wrong-joint-count"):
        arm.connect()
    assert "connection closed" not in arm.said
