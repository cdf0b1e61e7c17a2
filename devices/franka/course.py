"""Set-points of one motion, one each millisecond, as smooth as the controller asks for.

The controller ends a motion whose acceleration jumps. A controlled stop therefore slows the time along the
path down and begins and ends gently; a set-point that is a little off the beginning of the path is led to
it. Everything is worked out before the motion begins, so that a cycle takes microseconds.
"""

import math

import numpy as np

from core.recording import FloatArray
from devices.driving.paths import Path

CYCLE_S = 0.001
LEAST_STOP_S = 0.1
"""Shortest time of a stop: a shorter one would be a jerk."""
LEAST_MOVE_S = 0.2
"""Shortest time of a straight move, likewise."""
SLOWING_SHARE = 0.8
"""Of the joints' deceleration that a stop takes; the rest is left to the path."""
LEAD_S = 0.3
"""Time in which a set-point beside the path is led to it."""
_ON_A_ROW = 1e-6
"""A share of a cycle that is no way to go, but rounding."""
_PEAK = 1.5
"""Peak slope of the smooth step 3u² − 2u³."""


class Course:
    """Walks along a path from the set-point ``start`` (n,); arrays in the model's convention."""

    def __init__(self, path: Path, *, start: FloatArray, deceleration: FloatArray) -> None:
        self.duration = path.duration
        # one more at each end, so that the interpolation has two neighbours everywhere
        times = np.minimum(CYCLE_S * np.arange(math.ceil(self.duration / CYCLE_S) + 2), self.duration)
        self._position, self._velocity = path.over(times)
        self._off = start - self._position[0]
        self._deceleration = SLOWING_SHARE * deceleration
        self._time, self._passed = 0.0, 0.0
        self._stopping: tuple[float, float] | None = None
        """Start of a stop and its duration, s of the motion."""
        self.is_over = False

    @property
    def progress(self) -> float:
        """Completed fraction of the path."""
        return min(self._time / self.duration, 1.0) if self.duration > 0.0 else 1.0

    def slow_down(self) -> None:
        """Begin to come to rest on the path; the first call counts."""
        if self._stopping is None:
            row = min(round(self._time / CYCLE_S), len(self._velocity) - 1)
            longest = float(np.max(np.abs(self._velocity[row]) / self._deceleration))
            self._stopping = self._passed, max(_PEAK * longest, LEAST_STOP_S)

    def step(self, seconds: float) -> FloatArray:
        """Advance by the time that has passed since the last set-point; return the next one (n,)."""
        before = self._pace()
        self._passed += seconds
        pace = self._pace()
        self._time = min(self._time + 0.5 * (before + pace) * seconds, self.duration)
        is_stopped = self._stopping is not None and pace == 0.0
        self.is_over = self.is_over or is_stopped or self._time >= self.duration
        found: FloatArray = self._at(self._time) + self._rest_of_lead() * self._off
        return found

    def _pace(self) -> float:
        """Of the time along the path."""
        if self._stopping is None:
            return 1.0
        began, takes = self._stopping
        u = min((self._passed - began) / takes, 1.0)
        return 1.0 - u * u * (3.0 - 2.0 * u)

    def _rest_of_lead(self) -> float:
        u = min(self._passed / LEAD_S, 1.0)
        return 1.0 - u**3 * (10.0 - 15.0 * u + 6.0 * u * u)

    def _at(self, time: float) -> FloatArray:
        """Position between two rows, by a cubic through their positions and velocities."""
        row = min(int(time / CYCLE_S), len(self._position) - 2)
        u = time / CYCLE_S - row
        if u < _ON_A_ROW:
            on_row: FloatArray = self._position[row]
            return on_row
        first, second = self._position[row], self._position[row + 1]
        way = second - first
        a = self._velocity[row] * CYCLE_S - way
        b = way - self._velocity[row + 1] * CYCLE_S
        found: FloatArray = first + u * way + u * (1.0 - u) * ((1.0 - u) * a + u * b)
        return found
