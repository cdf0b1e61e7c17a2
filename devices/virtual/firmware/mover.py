"""Makes the set-points: follow a path, slow down along it, or stop each joint separately.

A controlled stop slows down the time along the path. In every control period it takes the strongest
deceleration that the acceleration limits of all joints allow. The arm therefore stays on its path and
all joints come to rest together. An abort leaves the path: each joint decelerates at its limit.
"""

import math
from enum import Enum

import numpy as np

from core.recording import FloatArray
from devices.virtual.firmware.paths import Path, PathPoint
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.firmware.trajectories import SampledPath

_HARDLY_MOVING = 1e-12
"""Below this speed along the path, rad/s, a joint sets no limit to the slowing."""


class Course(Enum):
    """The present source of the set-points."""

    HOLDING = "holding"
    FOLLOWING = "following"
    SLOWING = "slowing"
    BRAKING = "braking"


class Mover:
    """The set-points of n joints, one control period after another."""

    def __init__(self, position: FloatArray, *, acceleration: FloatArray) -> None:
        self._limit = acceleration
        self._path: Path | None = None
        self._path_time = 0.0
        self._pace = 0.0
        self._course = Course.HOLDING
        self._still = np.zeros_like(position)
        self.position = np.array(position)
        self.velocity = self._still

    @property
    def course(self) -> Course:
        """The present source of the set-points."""
        return self._course

    @property
    def at_rest(self) -> bool:
        """True if the set-point is constant."""
        return self._course is Course.HOLDING

    @property
    def progress(self) -> float:
        """Completed fraction of the path's time, 0 to 1; 0 for an endless path."""
        if self._path is None or math.isinf(self._path.duration):
            return 0.0
        return min(self._path_time / self._path.duration, 1.0) if self._path.duration > 0.0 else 1.0

    def hold(self, position: FloatArray) -> None:
        """Hold ``position`` (n,) from now on."""
        self.position, self.velocity = np.array(position), self._still
        self._course, self._path = Course.HOLDING, None

    def follow(self, path: Path) -> None:
        """Follow a path that begins at the present set-point."""
        self._path, self._path_time, self._pace = path, 0.0, 1.0
        self._course = Course.FOLLOWING

    def slow_down(self) -> None:
        """Start to come to rest along the path."""
        if self._course is Course.FOLLOWING:
            self._course = Course.SLOWING

    def brake(self) -> None:
        """Start to decelerate each joint at its limit; the path is left."""
        if self._course in {Course.FOLLOWING, Course.SLOWING}:
            self._course = Course.BRAKING

    def steps(self, periods: int) -> FloatArray:
        """Advance up to ``periods``, to rest at most; return positions and velocities, (k, 2, n)."""
        if self.at_rest:
            return np.tile(np.stack([self.position, self._still]), (periods, 1, 1))
        ahead = self._along_spline(periods)
        points: list[tuple[FloatArray, FloatArray]] = []
        while len(ahead) + len(points) < periods and not self.at_rest:
            self.step()
            points.append((self.position, self.velocity))
        return np.concatenate([ahead, np.array(points).reshape(-1, *ahead.shape[1:])])

    def _along_spline(self, periods: int) -> FloatArray:
        """Follow a spline for up to ``periods``, short of its end, at once; bit for bit as ``step`` does."""
        path = self._path
        if self._course is not Course.FOLLOWING or not isinstance(path, SampledPath):
            return np.empty((0, 2, self._still.shape[0]))
        times = np.cumsum([self._path_time, *[PERIOD_S] * periods])[1:]
        times = times[times < path.duration]
        found = path.sampled(times)
        points = np.stack([found.position, found.velocity * self._pace], axis=1)
        if times.size:
            self._path_time = float(times[-1])
            self.position, self.velocity = points[-1]
        return points

    def step(self) -> None:
        """Advance the set-point by one control period."""
        if self._course is Course.FOLLOWING:
            self._move_along(PERIOD_S)
        elif self._course is Course.SLOWING:
            self._slow_along()
        elif self._course is Course.BRAKING:
            self._brake_joints()

    def _move_along(self, time: float) -> None:
        assert self._path is not None
        self._path_time += time
        if self._path_time >= self._path.duration:
            self._rest(self._path.at(self._path.duration).position)
            return
        point = self._path.at(self._path_time)
        self.position, self.velocity = point.position, point.velocity * self._pace

    def _slow_along(self) -> None:
        assert self._path is not None
        before = self._pace
        self._pace = self._slower_pace(self._path)
        if self._pace == 0.0:
            self._rest(self._path.at(self._path_time + 0.5 * before * PERIOD_S).position)
            return
        # pace falls linearly within the period: the path time advances by the mean of both
        self._move_along(0.5 * (before + self._pace) * PERIOD_S)

    def _slower_pace(self, path: Path) -> float:
        """Pace after this period; checks the joint limits at its beginning and near its end."""
        slowing = slowing_on_path(path.at(self._path_time), pace=self._pace, limit=self._limit)
        expected = max(self._pace + slowing * PERIOD_S, 0.0)
        if expected > 0.0:
            later = path.at(self._path_time + 0.5 * (self._pace + expected) * PERIOD_S)
            slowing = max(slowing, slowing_on_path(later, pace=expected, limit=self._limit))
        return max(self._pace + slowing * PERIOD_S, 0.0)

    def _brake_joints(self) -> None:
        before = self.velocity
        slower = np.maximum(np.abs(before) - self._limit * PERIOD_S, 0.0)
        self.velocity = np.copysign(slower, before)
        self.position = self.position + 0.5 * (before + self.velocity) * PERIOD_S
        if not slower.any():
            self._rest(self.position)

    def _rest(self, position: FloatArray) -> None:
        self.position, self.velocity = position, self._still
        self._course = Course.HOLDING


def slowing_on_path(point: PathPoint, *, pace: float, limit: FloatArray) -> float:
    """Strongest deceleration (≤ 0, 1/s) of the time along a path that every joint allows.

    With the path q(s) at the pace s', a joint's acceleration is ``q″ s'² + q' s″``; ``limit`` (n,) bounds
    its size. ``point`` holds q' and q″ at the pace 1.
    """
    speed = np.abs(point.velocity)
    moving = speed > _HARDLY_MOVING
    if not moving.any():
        # no joint moves here: the time may stop at once
        return -math.inf
    along = (point.acceleration * np.sign(point.velocity))[moving] * (pace * pace)
    bounds = (-limit[moving] - along) / speed[moving]
    return min(float(bounds.max()), 0.0)
