"""The device's states, its own supervision of a moving arm, and its watchdog for the host."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.errors import Fact
from core.recording import FloatArray
from devices.errors import MotionRejected, RobotStateError
from devices.protocol_open.messages import HOST_SILENCE_S, DeviceState
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.plant import PERIOD_S, Readings, Watch

LIMIT_MARGIN_RAD = 0.009
"""Allowed overshoot of a joint limit (0.5°): more than a following error."""
FOLLOWING_ERROR_RAD = 0.05
"""Limit of the following error: several times that of a healthy loop at full speed."""
TORQUE_SHARE = 1.5
"""Torque limit relative to the rated torque; ``TORQUE_PERIODS`` in a row mean an obstacle."""
TORQUE_PERIODS = 20
"""20 ms in control periods; a shorter excess is noise."""
ABANDONED_S = 5.0
"""Without a sign of life of the host for this long, an armed arm is disarmed, s."""
HICCUP_S = 0.05
"""A longer time between two control periods means that the device itself was halted, s."""
_INSIDE = 1e-9
"""The physics watches bounds narrower by this, so that its rounding hides no violation."""
LISTEN_S = 0.25
"""Longest time for reading waiting heartbeats after a halt of the device, s."""


@dataclass(frozen=True)
class Violation:
    """The reason of a protective stop: an error code and facts."""

    code: str
    facts: dict[str, Fact]


class Supervision:
    """Checks every sample of a moving arm."""

    def __init__(self, joints: Joints) -> None:
        self._joints = joints
        self._lower, self._upper = joints.lower - LIMIT_MARGIN_RAD, joints.upper + LIMIT_MARGIN_RAD
        self._most_torque = TORQUE_SHARE * joints.torque
        self._overloaded = 0
        ends = np.stack([joints.model_position(self._lower), joints.model_position(self._upper)])
        self.watch = Watch(
            following_error=FOLLOWING_ERROR_RAD - _INSIDE,
            torque=self._most_torque - _INSIDE,
            lower=ends.min(axis=0) + _INSIDE,
            upper=ends.max(axis=0) - _INSIDE,
        )
        """Bounds of readings without a violation, which need no look."""

    def look(
        self, readings: Readings, *, position: FloatArray, velocity: FloatArray, after_others: bool = False
    ) -> Violation | None:
        """First violation or None; ``position`` as reported, ``velocity`` of the set-point, both (n,).

        ``after_others`` if the period before was within ``watch`` and not looked at.
        """
        if after_others:
            self._overloaded = 0
        error = np.abs(readings.following_error)
        if error.max() > FOLLOWING_ERROR_RAD:
            return self._violation("following-error", error, np.full_like(error, FOLLOWING_ERROR_RAD))
        torque = np.abs(readings.torque)
        self._overloaded = self._overloaded + 1 if (torque > self._most_torque).any() else 0
        if self._overloaded >= TORQUE_PERIODS:
            self._overloaded = 0
            return self._violation("torque-exceeded", torque, self._most_torque)
        # only while the set-point moves outwards: an arm beyond its limit must be able to return
        if ((position > self._upper) & (velocity > 0.0)).any():
            return self._violation("joint-limit", position, self._joints.upper)
        if ((position < self._lower) & (velocity < 0.0)).any():
            return self._violation("joint-limit", -position, -self._joints.lower, sign=-1.0)
        return None

    def _violation(
        self, code: str, values: FloatArray, limits: FloatArray, *, sign: float = 1.0
    ) -> Violation:
        joint = int(np.argmax(values - limits))
        facts: dict[str, Fact] = {
            "joint": self._joints.names[joint],
            "value": sign * float(values[joint]),
            "limit": sign * float(limits[joint]),
        }
        return Violation(code, facts)


class Watchdog:
    """The host watchdog: measures its silence on the clock by which the device runs.

    A device that was halted itself received nothing meanwhile; the heartbeats wait on the line. The silence
    is judged again after the line was read, or after ``LISTEN_S``.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heard = self._read = self._looked = self._halted = -math.inf
        self._gone = False

    def heard(self, now: float) -> None:
        """Record a heartbeat at ``now`` s on the clock; called by the receiving thread."""
        self._heard = now

    def line_read(self, now: float) -> None:
        """Record that all that waited on the line was read, at ``now`` s; called by the receiving thread."""
        self._read = now

    def host_is_gone(self) -> None:
        """Note that the link has closed: no heartbeat will follow."""
        self._gone = True

    @property
    def is_gone(self) -> bool:
        """True after the link has closed."""
        return self._gone

    @property
    def silence(self) -> float:
        """Time since the last heartbeat, s; infinite if the host is gone or was never there."""
        return math.inf if self._gone else self._clock() - self._heard

    @property
    def is_silent(self) -> bool:
        """True if the host has been silent for too long."""
        return self.silence > HOST_SILENCE_S

    @property
    def patient_periods(self) -> int:
        """Number of next control periods before the host can be silent for too long; at least 1."""
        left = HOST_SILENCE_S - self.silence
        return max(int(left / PERIOD_S), 1) if left > 0.0 else 1

    def look(self) -> bool:
        """Return True if a motion must stop: the host is silent, and the device was not halted itself.

        Called once per control period.
        """
        now = self._clock()
        if now - self._looked > HICCUP_S:
            self._halted = now
        self._looked = now
        has_listened = self._read >= self._halted or now - self._halted >= LISTEN_S
        return self._gone or (has_listened and self.is_silent)


class StateMachine:
    """State, fault and motion counter of the device.

    Every transition is made here; one that is not allowed raises an error.
    """

    def __init__(self) -> None:
        self.state = DeviceState.IDLE
        self.fault: Violation | None = None
        self.motion = 0
        self.outcome = ""

    @property
    def may_move(self) -> bool:
        """True if the host may move the arm."""
        return self.state in {DeviceState.ARMED, DeviceState.MOVING}

    def arm(self) -> None:
        """Change idle → armed; armed and moving stay.

        Raises
        ------
        RobotStateError
            ``fault-latched`` or ``not-at-rest``.
        """
        if self.fault is not None:
            raise RobotStateError("fault-latched", fault=self.fault.code)
        if self.state is DeviceState.STOPPING:
            raise RobotStateError("not-at-rest")
        if self.state is DeviceState.IDLE:
            self.state = DeviceState.ARMED

    def expect_ready(self) -> None:
        """Refuse a motion unless the arm is armed and at rest.

        Raises
        ------
        MotionRejected
            ``already-moving`` or ``not-armed``.
        """
        if self.state is DeviceState.MOVING:
            raise MotionRejected("already-moving")
        if self.state is not DeviceState.ARMED:
            raise MotionRejected("not-armed", state=self.state.name.lower())

    def begin(self) -> None:
        """Change armed → moving and count the motion."""
        self.expect_ready()
        self.state = DeviceState.MOVING
        self.motion += 1
        self.outcome = ""

    def stop(self) -> None:
        """Change moving → stopping, armed → idle; other states stay."""
        if self.state is DeviceState.MOVING:
            self.state = DeviceState.STOPPING
        elif self.state is DeviceState.ARMED:
            self.state = DeviceState.IDLE

    def latch(self, fault: Violation) -> None:
        """Change any state → fault; the first fault is kept."""
        if self.fault is None:
            self.fault = fault
        self.state = DeviceState.FAULT

    def come_to_rest(self) -> None:
        """Set the outcome of the motion that ended: moving → armed, stopping → idle."""
        if self.state is DeviceState.MOVING:
            self.state, outcome = DeviceState.ARMED, "finished"
        elif self.state is DeviceState.STOPPING:
            self.state, outcome = DeviceState.IDLE, "stopped"
        else:
            outcome = "failed"
        if self.motion and not self.outcome:
            self.outcome = outcome

    def clear(self) -> None:
        """Change fault → idle; other states stay."""
        if self.state is DeviceState.FAULT:
            self.state, self.fault = DeviceState.IDLE, None
