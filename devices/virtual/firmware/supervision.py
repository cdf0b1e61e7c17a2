"""What the firmware watches by itself while the arm may move, and the host's sign of life."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.errors import Fact
from core.recording import FloatArray
from devices.protocol_open.messages import HOST_SILENCE_S
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.plant import Readings

LIMIT_MARGIN_RAD = 0.009
"""How far a joint may overshoot its limit (0.5°): more than a following error."""
FOLLOWING_ERROR_RAD = 0.05
"""Set-point against motor encoder: several times what a healthy loop leaves at full speed."""
TORQUE_SHARE = 1.5
"""Of the rated torque; above it for ``TORQUE_PERIODS`` in a row something is in the way."""
TORQUE_PERIODS = 20
"""Control periods: 20 ms tell a load from noise."""
ABANDONED_S = 5.0
"""An armed arm whose host was not heard for so long gives back the right to move."""
HICCUP_S = 0.05
"""Between two control periods: longer, and the device itself was halted."""
LISTEN_S = 0.02
"""How long it then listens."""


@dataclass(frozen=True)
class Violation:
    """What a protective stop is about: an error's code and its facts."""

    code: str
    facts: dict[str, Fact]


class Supervision:
    """Looks at every sample of a moving arm."""

    def __init__(self, joints: Joints) -> None:
        self._joints = joints
        self._lower, self._upper = joints.lower - LIMIT_MARGIN_RAD, joints.upper + LIMIT_MARGIN_RAD
        self._most_torque = TORQUE_SHARE * joints.torque
        self._overloaded = 0

    def look(self, readings: Readings, *, position: FloatArray, velocity: FloatArray) -> Violation | None:
        """What is wrong, if anything; ``position`` reported, ``velocity`` of the set-point, (n,)."""
        error = np.abs(readings.following_error)
        if error.max() > FOLLOWING_ERROR_RAD:
            return self._violation("following-error", error, np.full_like(error, FOLLOWING_ERROR_RAD))
        torque = np.abs(readings.torque)
        self._overloaded = self._overloaded + 1 if (torque > self._most_torque).any() else 0
        if self._overloaded >= TORQUE_PERIODS:
            self._overloaded = 0
            return self._violation("torque-exceeded", torque, self._most_torque)
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
    """Whether the host was heard lately, by the clock that the device runs by.

    A device that was halted itself for a moment heard nothing in the meantime; what was sent
    to it waits on the line. Then it listens a little before it judges.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heard = self._looked = self._excused_until = -math.inf
        self._gone = False

    def heard(self, now: float) -> None:
        """A heartbeat arrived at ``now`` s on the clock; called by the receiving thread."""
        self._heard = now

    def host_is_gone(self) -> None:
        """The link has closed: nobody will be heard again."""
        self._gone = True

    @property
    def is_gone(self) -> bool:
        """Whether the link has closed."""
        return self._gone

    @property
    def silence(self) -> float:
        """Seconds since the last heartbeat; infinite when the host is gone or was never heard."""
        return math.inf if self._gone else self._clock() - self._heard

    @property
    def is_silent(self) -> bool:
        """Whether the host has been silent for too long."""
        return self.silence > HOST_SILENCE_S

    def look(self) -> bool:
        """Whether to stop a motion: the host is silent, and it is not the device that was away.

        Once in every control period.
        """
        now = self._clock()
        if now - self._looked > HICCUP_S:
            self._excused_until = now + LISTEN_S
        self._looked = now
        return self._gone or (now >= self._excused_until and self.is_silent)
