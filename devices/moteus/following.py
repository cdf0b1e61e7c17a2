"""Set-points in time: along a path, more slowly along it (STOP), or each joint by itself (abort)."""

import math

import numpy as np

from core.recording import FloatArray
from devices.controller import StopLevel
from devices.driving.paths import Path

LONGEST_STEP_S = 0.05
"""After a halt of this program the path goes on from where it was, no farther than this."""


class Following:
    """Walks along a path; ``slow_down`` ends it early, and an abort ends a slowing one harder."""

    def __init__(self, path: Path, *, deceleration: FloatArray) -> None:
        self._path, self._deceleration = path, deceleration
        self._time, self._pace = 0.0, 1.0
        self._level: StopLevel | None = None
        self.position, self.velocity = path.at(0.0)
        self.is_over = False

    @property
    def progress(self) -> float:
        """Completed fraction of the path."""
        return min(self._time / self._path.duration, 1.0) if self._path.duration > 0.0 else 1.0

    def slow_down(self, level: StopLevel) -> None:
        """Begin to come to rest; a controlled stop after an abort changes nothing."""
        if self._level is not StopLevel.ABORT:
            self._level = level

    def step(self, seconds: float) -> None:
        """Advance by the time that has passed; braking takes all of it: a halt makes no stop longer."""
        if self.is_over:
            return
        way_s = min(seconds, LONGEST_STEP_S)
        if self._level is StopLevel.ABORT:
            self._brake(seconds, way_s)
            return
        before = self._pace
        if self._level is StopLevel.CONTROLLED:
            self._pace = max(before - self._slowing() * seconds, 0.0)
        self._time += 0.5 * (before + self._pace) * way_s
        self.position, velocity = self._path.at(min(self._time, self._path.duration))
        self.velocity = velocity * self._pace
        if self._time >= self._path.duration or self._pace == 0.0:
            self.velocity, self.is_over = np.zeros_like(velocity), True

    def _slowing(self) -> float:
        """Fall of the pace per second at which the first joint reaches its deceleration."""
        speed = np.abs(self._path.at(min(self._time, self._path.duration))[1])
        fastest = float(np.max(speed / self._deceleration))
        return 1.0 / fastest if fastest > 0.0 else math.inf

    def _brake(self, seconds: float, way_s: float) -> None:
        before = self.velocity
        slower = np.maximum(np.abs(before) - self._deceleration * seconds, 0.0)
        self.velocity = np.copysign(slower, before)
        self.position = self.position + 0.5 * (before + self.velocity) * way_s
        self.is_over = not slower.any()
