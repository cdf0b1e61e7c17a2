"""A fake controller that obeys at once, and samples of an arm at rest or in motion."""

import threading
from collections import Counter
from dataclasses import replace
from math import radians

import numpy as np
import pytest

from core.recording import Mark, Quantity, TorqueKind
from core.robot.library import load_robot
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.controller import ControllerStatus, Lifecycle, LinkCounters, StopLevel
from devices.errors import MotionRejected
from devices.motion import Jog, Motion, MotionEnd
from devices.safety.previewing import make_preview
from devices.safety.safe_arm import SafeArm
from devices.samples import SampleBlock
from tests.waiting import wait_until

SERIAL = "EC-1234"
HOME = np.array([0.0, 0.87, 1.48, -0.7, 0.26, 1.22])
JOG = Jog(joint=1, angle=radians(1.0), speed=radians(2.0))


def refusal(call, *arguments, **named):
    """The refusal that a call of the safety layer raises."""
    with pytest.raises(MotionRejected) as raised:
        call(*arguments, **named)
    return raised.value


def ec66():
    """The EC66 with all quantities that the watchdog checks."""
    return replace(load_robot("ec66"), drive_gain=np.full(6, 10.0))


def capabilities(*, mark=Mark.NONE, stops=True, motions=tuple(MotionKind)):
    return Capabilities(
        kind=ControllerKind.OPEN,
        joint_count=6,
        sample_rate=1000.0,
        quantities=(Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.CURRENT),
        torque_kind=TorqueKind.MOTOR_CURRENT,
        motions=frozenset(motions),
        stops_when_host_silent=stops,
        mark=mark,
    )


def identity(robot, *, serial=SERIAL, **changes):
    reported = Identity(
        model=robot.name,
        serial=serial,
        firmware="1.0",
        power_on="1",
        joint_names=robot.joint_names,
        lower=robot.position_as_reported(robot.lower),
        upper=robot.position_as_reported(robot.upper),
        velocity=robot.velocity_limit,
        gear_ratio=robot.gear_ratio,
    )
    return replace(reported, **changes)


class TurnedClock:
    """A clock that moves when the program sleeps by it, or when the test turns it."""

    passes_by_waiting, look_s = False, 0.02

    def __init__(self):
        self.now_s = 100.0
        self.looks = Counter()
        """How often each thread looked, by its name."""
        self._later = []

    def now(self):
        self.looks[threading.current_thread().name] += 1
        return self.now_s

    def later(self, change, *, after_s=0.1):
        """Call a function once so much time has passed."""
        self._later.append((self.now_s + after_s, change))

    def turn(self, seconds):
        self.now_s += seconds
        due = [change for at, change in self._later if at <= self.now_s]
        self._later = [(at, change) for at, change in self._later if at > self.now_s]
        for change in due:
            change()

    sleep = turn

    def looked(self, thread, *, times=2):
        """Wait until a thread has looked at this clock again, or has ended."""
        before = self.looks[thread]

        def has_looked():
            return self.looks[thread] >= before + times or thread not in _threads()

        wait_until(has_looked, f"{thread} to look at the clock")


def _threads():
    return {one.name for one in threading.enumerate()}


class FakeController:
    """Follows the contract's lifecycle without a wire; a motion lasts until ``finish`` or a stop."""

    def __init__(self, *, mark=Mark.NONE):
        self.capabilities = capabilities(mark=mark)
        self.uri = "fake:"
        self.clock = TurnedClock()
        self.counters = LinkCounters()
        self.lifecycle = Lifecycle.CONNECTED
        self.fault_code = ""
        self.motion = None
        self.stops = []
        self.calls = []
        self.during_arm = self.during_start = lambda: None
        self.identity = None
        """Who answers when it is asked again."""
        self.asked = 0

    @property
    def status(self):
        return ControllerStatus(self.lifecycle, heard_at=self.clock.now_s, fault_code=self.fault_code)

    def read_identity(self):
        self.asked += 1
        return self.identity

    def arm(self):
        self.calls.append("arm")
        self.during_arm()
        self.lifecycle = Lifecycle.ARMED

    def disarm(self):
        self.lifecycle = Lifecycle.CONNECTED

    def start(self, plan):
        self.calls.append("start")
        if self.lifecycle is not Lifecycle.ARMED:
            raise MotionRejected("not-armed")
        self.during_start()
        self.motion = Motion(plan, stop=self.stop)
        self.lifecycle = Lifecycle.MOVING
        return self.motion

    def stop(self, level=StopLevel.CONTROLLED):
        self.stops.append((level, threading.current_thread().name))
        if self.lifecycle in {Lifecycle.ARMED, Lifecycle.MOVING}:
            self.lifecycle = Lifecycle.CONNECTED
        if self.motion is not None:
            self.motion.end(MotionEnd.STOPPED)

    def finish(self):
        self.lifecycle = Lifecycle.ARMED
        self.motion.end(MotionEnd.FINISHED)

    def fail(self, code):
        self.lifecycle, self.fault_code = Lifecycle.FAULT, code
        if self.motion is not None:
            self.motion.end(MotionEnd.FAILED)


class FakeSamples:
    """The newest samples of an arm at rest at ``position`` (n,) in the model's convention."""

    def __init__(self, robot, position):
        self.robot = robot
        self.position = np.array(position, dtype=np.float64)
        self.silence = 0.0
        self.wander = 0.0
        self.current = 0.0

    def age(self):
        return self.silence

    def newest(self, seconds):
        count = int(seconds * 1000)
        return np.arange(count) * 1e-3, columns(
            self.robot,
            self.position + self.wander * np.linspace(0.0, 1.0, count)[:, None] * np.ones(6),
            current=self.current,
        )


def columns(robot, position, *, twist=0.0, current=0.0, link=None):
    """Columns that a controller with both encoders streams for the model's joint positions (N, n)."""
    reported = robot.position_as_reported(position)
    link_position = reported if link is None else robot.position_as_reported(link)
    return {
        Quantity.POSITION: reported,
        Quantity.MOTOR_POSITION: (reported + twist) @ robot.coupling_matrix.T / robot.gear_ratio,
        Quantity.LINK_POSITION: link_position,
        Quantity.CURRENT: np.broadcast_to(current, position.shape).astype(np.float64),
    }


def block(robot, position, *, time_s=0.0, **changes):
    position = np.atleast_2d(position)
    count = position.shape[0]
    clock = time_s + np.arange(count) * 1e-3
    return SampleBlock(
        sequence=np.arange(count),
        device_time=clock,
        host_time=clock,
        columns=columns(robot, position, **changes),
    )


class FakeArm:
    """Arm, samples and safety layer together, with short methods for tests."""

    def __init__(self, *, mark=Mark.NONE, robot=None, serial=SERIAL, is_in_trial=bool):
        self.robot = robot or ec66()
        self.controller = FakeController(mark=mark)
        self.samples = FakeSamples(self.robot, HOME)
        self.identity = self.controller.identity = identity(self.robot, serial=serial)
        self.safe = SafeArm(
            self.controller,
            self.robot,
            identity=self.identity,
            samples=self.samples,
            is_in_trial=is_in_trial,
        )

    def preview(self, plan, **changes):
        given = {
            "start": self.samples.position,
            "proven": False,
            "stop_count": self.safe.stop_count,
            "capabilities": self.controller.capabilities,
        }
        return make_preview(self.robot, plan, **{**given, **changes})

    def admit(self, plan, **changes):
        return self.safe.admit(self.preview(plan, **changes), serial_confirmed=SERIAL)

    def begin(self, plan):
        return self.safe.begin(self.admit(plan))

    def watch(self, position, **changes):
        self.safe.watch(block(self.robot, position, **changes))
