"""Makes the set-points: follows a path, slows down along it, or brings each joint to rest on its own.

A controlled stop slows the time along the path: at every control period it takes the strongest
deceleration that no joint's acceleration limit forbids, so the arm stays on its path and all
joints come to rest together. An abort leaves the path: every joint decelerates at its limit.
"""

import math
from enum import Enum

import numpy as np

from core.recording import FloatArray
from devices.virtual.firmware.paths import Path, PathPoint
from devices.virtual.firmware.plant import PERIOD_S

_HARDLY_MOVING = 1e-12
"""rad/s along the path below which a joint sets no bound to its slowing."""


class Course(Enum):
    """What makes the set-points at the moment."""

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
        """What makes the set-points."""
        return self._course

    @property
    def at_rest(self) -> bool:
        """Whether the set-point stands still."""
        return self._course is Course.HOLDING

    @property
    def progress(self) -> float:
        """How much of the path's time is done, 0 to 1; 0 for an endless one."""
        if self._path is None or math.isinf(self._path.duration):
            return 0.0
        return min(self._path_time / self._path.duration, 1.0) if self._path.duration > 0.0 else 1.0

    def hold(self, position: FloatArray) -> None:
        """Stand at ``position`` (n,) from now on."""
        self.position, self.velocity = np.array(position), self._still
        self._course, self._path = Course.HOLDING, None

    def follow(self, path: Path) -> None:
        """Follow a path that begins at the present set-point."""
        self._path, self._path_time, self._pace = path, 0.0, 1.0
        self._course = Course.FOLLOWING

    def slow_down(self) -> None:
        """Come to rest on the path."""
        if self._course is Course.FOLLOWING:
            self._course = Course.SLOWING

    def brake(self) -> None:
        """Bring every joint to rest as fast as it may."""
        if self._course in {Course.FOLLOWING, Course.SLOWING}:
            self._course = Course.BRAKING

    def step(self) -> None:
        """One control period."""
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
        self._move_along(0.5 * (before + self._pace) * PERIOD_S)

    def _slower_pace(self, path: Path) -> float:
        """The pace after this period, by what the joints allow at its beginning and about its end."""
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
    """The strongest slowing (≤ 0, 1/s) of the time along a path that every joint allows.

    With the path q(s) followed at the pace s', a joint's acceleration is ``q″ s'² + q' s″``;
    ``limit`` (n,) bounds its size. ``point`` holds q' and q″ at the pace 1.
    """
    speed = np.abs(point.velocity)
    moving = speed > _HARDLY_MOVING
    if not moving.any():
        return -math.inf
    along = (point.acceleration * np.sign(point.velocity))[moving] * (pace * pace)
    bounds = (-limit[moving] - along) / speed[moving]
    return min(float(bounds.max()), 0.0)
