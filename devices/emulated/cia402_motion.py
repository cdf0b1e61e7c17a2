"""Set-points of one emulated drive, one control period after another, in counts."""

import math
from collections import deque

from devices.virtual.firmware.plant import PERIOD_S

_MOST_TARGETS = 4


class SetPoint:
    """Profile position and cyclic position; ``speed`` and ``acceleration`` limit every motion."""

    def __init__(self, *, speed: float, acceleration: float) -> None:
        self._most, self._hardest = speed, acceleration
        self._speed, self._acceleration = speed, acceleration
        self.position = 0.0
        self.velocity = 0.0
        self._target = 0.0
        self._periods_left = 0
        self._periods = 1
        self._is_cyclic = False
        self._targets: deque[float] = deque(maxlen=_MOST_TARGETS)

    @property
    def is_reached(self) -> bool:
        """True if the set-point is at the target of its profile."""
        return self.position == self._target

    def hold(self, position: float) -> None:
        """Stand at a position."""
        self.position = self._target = float(position)
        self.velocity, self._periods_left, self._is_cyclic = 0.0, 0, False

    def go(self, target: int, *, speed: float, acceleration: float) -> None:
        """Begin a profile."""
        self._target, self._is_cyclic = float(target), False
        self._speed = min(speed, self._most)
        self._acceleration = min(acceleration, self._hardest) or self._hardest

    def approach(self, target: int, *, periods: int) -> None:
        """Approach a cyclic target over some control periods, after those that came before.

        The first one waits for the second: targets that come a little early or late are then followed
        evenly. What is more than a few behind is left out.
        """
        if not self._is_cyclic:
            self._is_cyclic, self._targets = True, deque(maxlen=_MOST_TARGETS)
            self._periods_left = 2 * periods
            self._target = self.position
        self._targets.append(float(target))
        self._periods = periods

    def step(self) -> None:
        """Run one control period."""
        if self._is_cyclic:
            self._interpolate()
        else:
            self._follow_profile()

    def brake(self) -> bool:
        """Slow down for one control period; return True once it is at rest."""
        change = self._hardest * PERIOD_S
        self.velocity = math.copysign(max(abs(self.velocity) - change, 0.0), self.velocity)
        self.position += self.velocity * PERIOD_S
        self._target = self.position
        return self.velocity == 0.0

    def _interpolate(self) -> None:
        if not self._periods_left and self._targets:
            self._target, self._periods_left = self._targets.popleft(), self._periods
        if not self._periods_left:
            self.velocity = 0.0
            return
        step = (self._target - self.position) / self._periods_left
        most = self._most * PERIOD_S
        step = min(max(step, -most), most)
        self._periods_left -= 1
        self.position += step
        self.velocity = step / PERIOD_S

    def _follow_profile(self) -> None:
        left = self._target - self.position
        # the speed from which the profile can still stop at the target
        allowed = math.sqrt(2.0 * self._acceleration * abs(left))
        wanted = math.copysign(min(self._speed, allowed), left)
        change = self._acceleration * PERIOD_S
        self.velocity += min(max(wanted - self.velocity, -change), change)
        if abs(left) <= max(abs(self.velocity) * PERIOD_S, 1.0):
            self.position, self.velocity = self._target, 0.0
            return
        self.position += self.velocity * PERIOD_S
