"""A controller without a process behind it: an ideal arm in a time of its own, with faults to order."""

import threading
from collections.abc import Callable

import numpy as np

from core.excitation.trajectories.motion import Trajectory
from core.excitation.trajectories.point_to_point import point_to_point
from core.recording import Mark, Quantity, TorqueKind
from core.robot.library import load_robot
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.controller import (
    ControllerStatus,
    Lifecycle,
    LinkCounters,
    PayloadSetting,
    StopLevel,
)
from devices.errors import DeviceError, MotionRejected, TransportError
from devices.motion import Jog, Motion, MotionEnd, MotionPlan, MoveTo
from devices.samples import SampleBlock
from tests.app.procedures.waited_time import WaitedTime

RATE_HZ = 200.0
ROBOT = "szabo-3r"
SERIAL = "SN-4711"
MOTIONS = {
    ControllerKind.OPEN: frozenset(MotionKind),
    ControllerKind.CLOSED: frozenset({MotionKind.POINT_TO_POINT}),
    ControllerKind.READ_ONLY: frozenset(),
}


class FakeArm:
    """An arm that follows every path exactly; both encoders, no friction."""

    def __init__(
        self,
        uri: str = "fake:arm",
        *,
        kind: ControllerKind = ControllerKind.OPEN,
        mark: Mark = Mark.NONE,
        serial: str = SERIAL,
        power_on: str = "monday",
        payload: PayloadSetting | None = None,
    ) -> None:
        self.robot = load_robot(ROBOT)
        self.uri = uri
        self.clock = WaitedTime()
        self.capabilities = Capabilities(
            kind=kind,
            joint_count=self.robot.joint_count,
            sample_rate=RATE_HZ,
            quantities=(
                Quantity.POSITION,
                Quantity.MOTOR_POSITION,
                Quantity.LINK_POSITION,
                Quantity.CURRENT,
            ),
            torque_kind=TorqueKind.MOTOR_CURRENT,
            motions=MOTIONS[kind],
            stops_when_host_silent=kind is ControllerKind.OPEN,
            payload_write_back=payload is not None,
            mark=mark,
        )
        self.serial, self.power_on = serial, power_on
        self.payload = payload
        """What it assumes on its flange; None where it does not report it."""
        self.keeps: Callable[[PayloadSetting], PayloadSetting] = lambda setting: setting
        """What it makes of a setting; may raise."""
        self.written: list[PayloadSetting] = []
        self.fail_after: tuple[float, DeviceError] | None = None
        """Seconds of motion after which the arm reports this fault and stands."""
        self.lose_link_after = float("inf")
        self.stops: list[StopLevel] = []
        self.connects = 0
        self.refusals: list[DeviceError] = []
        """Raised by the next ``connect``, one after the other."""
        self.link_sign = np.ones(self.robot.joint_count)
        self._noise = np.random.default_rng(0)
        self._lock = threading.Lock()
        self._lifecycle = Lifecycle.DISCONNECTED
        self._fault = ""
        self._connected_at = 0.0
        self._sent = 0
        self._pose = np.array([0.1, 0.4, -0.6])
        self._path: tuple[Trajectory, float, Motion] | None = None
        self._lost_told = False

    @property
    def status(self) -> ControllerStatus:
        return ControllerStatus(
            self._lifecycle,
            heard_at=self.clock.now(),
            fault_code=self._fault,
            brakes_released=self._lifecycle in {Lifecycle.ARMED, Lifecycle.MOVING},
        )

    @property
    def counters(self) -> LinkCounters:
        return LinkCounters(frames=self._sent, samples=self._sent)

    def connect(self) -> Identity:
        self.connects += 1
        if self.refusals:
            raise self.refusals.pop(0)
        self._connected_at = self.clock.now()
        self._sent, self._lost_told = 0, False
        self._lifecycle, self._fault = Lifecycle.CONNECTED, ""
        return self.read_identity()

    def read_identity(self) -> Identity:
        n = self.robot.joint_count
        return Identity(
            model=ROBOT,
            serial=self.serial,
            firmware="fake",
            power_on=self.power_on,
            joint_names=self.robot.joint_names,
            lower=np.full(n, -3.0),
            upper=np.full(n, 3.0),
            velocity=np.full(n, 2.0),
            gear_ratio=np.full(n, 100.0),
            drive_gain=np.full(n, 12.0),
        )

    def disconnect(self) -> None:
        self.stop()
        self._lifecycle = Lifecycle.DISCONNECTED

    def read(self, timeout: float) -> SampleBlock | None:
        if self._lifecycle is Lifecycle.DISCONNECTED:
            raise TransportError("not-connected", uri=self.uri)
        has_passed = self.clock.step(timeout)
        if self.time > self.lose_link_after:
            self._lose()
            return None
        if not has_passed:
            return None
        count = np.arange(self._sent, int(self.time * RATE_HZ))
        self._sent = int(count[-1]) + 1
        clock = count / RATE_HZ
        position = self.robot.position_as_reported(self._positions(clock))
        columns = {
            Quantity.POSITION: position,
            Quantity.MOTOR_POSITION: position,
            Quantity.LINK_POSITION: position * self.link_sign + 0.001,
            Quantity.CURRENT: self._noise.normal(size=position.shape),
        }
        return SampleBlock(count, clock, np.full(count.size, self.clock.now()), columns)

    @property
    def time(self) -> float:
        """The device's time, since it was connected."""
        return self.clock.now() - self._connected_at

    def _lose(self) -> None:
        with self._lock:
            path, self._path, self._lifecycle = self._path, None, Lifecycle.LOST
        error = TransportError("link-lost", errno=5, reason="the cable is out")
        if path is not None:
            path[2].end(MotionEnd.FAILED, error)
        if not self._lost_told:
            self._lost_told = True
            raise error

    def _positions(self, clock: np.ndarray) -> np.ndarray:
        with self._lock:
            if self._path is None:
                return np.repeat(self._pose[np.newaxis], clock.size, axis=0)
            trajectory, began, motion = self._path
            positions = trajectory.evaluate(clock - began).position
            self._pose = positions[-1]
            passed = float(clock[-1]) - began
            motion.advance(passed / trajectory.duration)
            if self.fail_after is not None and passed > self.fail_after[0]:
                self._end(MotionEnd.FAILED, self.fail_after[1])
            elif passed >= trajectory.duration:
                self._end(MotionEnd.FINISHED)
            return positions

    def _end(self, outcome: MotionEnd, error: DeviceError | None = None) -> None:
        assert self._path is not None
        motion, self._path = self._path[2], None
        self._lifecycle = Lifecycle.ARMED
        if error is not None:
            self._lifecycle, self._fault = Lifecycle.FAULT, error.code
        motion.end(outcome, error)

    def arm(self) -> None:
        self._lifecycle = Lifecycle.ARMED

    def disarm(self) -> None:
        if self._lifecycle is Lifecycle.ARMED:
            self._lifecycle = Lifecycle.CONNECTED

    def start(self, plan: MotionPlan) -> Motion:
        with self._lock:
            if self._lifecycle is not Lifecycle.ARMED:
                raise MotionRejected("not-armed", state=str(self._lifecycle))
            motion = Motion(plan, stop=self.stop)
            self._path = (self._trajectory(plan), self.time, motion)
            self._lifecycle = Lifecycle.MOVING
            return motion

    def _trajectory(self, plan: MotionPlan) -> Trajectory:
        if isinstance(plan, Jog):
            target = self._pose.copy()
            target[plan.joint] += plan.angle
            speed = np.full(self._pose.shape, plan.speed)
        elif isinstance(plan, MoveTo):
            target, speed = plan.target, 2.0 * plan.speed_fraction * np.ones_like(self._pose)
        else:
            return plan.trajectory
        return point_to_point(self._pose, target, velocity=speed, acceleration=2.0)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        with self._lock:
            self.stops.append(level)
            if self._path is not None:
                self._end(MotionEnd.STOPPED)
            if self._lifecycle is Lifecycle.ARMED:
                self._lifecycle = Lifecycle.CONNECTED

    def clear_fault(self) -> None:
        if self._lifecycle is Lifecycle.FAULT:
            self._lifecycle, self._fault = Lifecycle.CONNECTED, ""

    def read_payload(self) -> PayloadSetting:
        if self.payload is None:
            raise MotionRejected("payload-not-offered")
        return self.payload

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        self.written.append(setting)
        self.payload = self.keeps(setting)
        return self.payload
