"""Paths in time that the firmware can follow: moves from pose to pose, and a gentle sway.

Each is exact at any moment, so that it can be followed slower than it was meant: a controlled
stop slows the time along the path and stays on it.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from core.recording import FloatArray

_BLEND_PEAK = 1.5
"""Peak slope of the smooth step 3u² − 2u³."""


@dataclass(frozen=True, eq=False)
class PathPoint:
    """Where a path is at one moment, (n,), or at N moments, (N, n): rad, rad/s, rad/s²."""

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


class Path(Protocol):
    """A motion of all joints over time, from rest to rest."""

    @property
    def duration(self) -> float:
        """Seconds; infinite for a motion without end."""

    def at(self, time: float) -> PathPoint:
        """The path at ``time`` s, inside [0, duration]."""


@dataclass(frozen=True)
class RampLaw:
    """Distance over time of a move along a line: smooth ramp up, steady speed, smooth ramp down.

    The speed follows 3u² − 2u³ during the ramps, so acceleration begins and ends at nothing.
    """

    distance: float
    speed: float
    ramp: float
    """s that each ramp lasts."""

    @classmethod
    def fitted(cls, distance: float, *, speed: float, acceleration: float) -> "RampLaw":
        """The fastest one within a speed and an acceleration; all positive, ``distance`` may be 0."""
        speed = min(speed, math.sqrt(distance * acceleration / _BLEND_PEAK))
        return cls(distance, speed, _BLEND_PEAK * speed / acceleration)

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self.distance / self.speed + self.ramp if self.speed > 0.0 else 0.0

    def at(self, time: float) -> tuple[float, float, float]:
        """Distance, speed and acceleration at ``time`` s."""
        left = self.duration - time
        if min(time, left) <= 0.0:
            return (0.0 if time <= 0.0 else self.distance), 0.0, 0.0
        if left < self.ramp:
            covered, speed, acceleration = self._ramped(left)
            return self.distance - covered, speed, -acceleration
        if time < self.ramp:
            return self._ramped(time)
        return self.speed * (time - 0.5 * self.ramp), self.speed, 0.0

    def _ramped(self, time: float) -> tuple[float, float, float]:
        u = time / self.ramp
        covered = self.speed * self.ramp * u**3 * (1.0 - 0.5 * u)
        return covered, self.speed * u * u * (3.0 - 2.0 * u), 6.0 * self.speed / self.ramp * u * (1.0 - u)


class StraightMove:
    """From one pose to another, all joints together, each within its speed and acceleration.

    Parameters
    ----------
    start, end
        Joint positions (n,).
    velocity, acceleration
        (n,) most of each joint; the joint that needs longest sets the time of all.
    """

    def __init__(
        self, start: FloatArray, end: FloatArray, *, velocity: FloatArray, acceleration: FloatArray
    ) -> None:
        self._start = np.array(start)
        self._way = end - start
        share = np.abs(self._way)
        longest = float(share.max())
        if longest > 0.0:
            moving = share > 0.0
            self._law = RampLaw.fitted(
                1.0,
                speed=float(np.min(velocity[moving] / share[moving])),
                acceleration=float(np.min(acceleration[moving] / share[moving])),
            )
        else:
            self._law = RampLaw(0.0, 0.0, 0.0)

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self._law.duration

    def at(self, time: float) -> PathPoint:
        """The path at ``time`` s."""
        done, speed, acceleration = self._law.at(time)
        way = self._way
        return PathPoint(self._start + done * way, speed * way, acceleration * way)


class Joined:
    """One path after another, the second beginning where the first ends."""

    def __init__(self, first: Path, second: Path) -> None:
        self._first, self._second = first, second

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self._first.duration + self._second.duration

    def at(self, time: float) -> PathPoint:
        """The path at ``time`` s."""
        beyond = time - self._first.duration
        return self._first.at(time) if beyond < 0.0 else self._second.at(beyond)


class Sway:
    """An endless gentle motion about a pose: each joint swings at a rhythm of its own.

    It begins smoothly from the pose; speeds stay below ``velocity`` (n,), angles within
    ``reach`` (n,) of the pose.
    """

    _SLOWEST_PERIOD_S = 9.0
    _RHYTHM = 1.37
    """Ratio of the next joint's period to the one before, folded into an octave: never in step."""
    _BEGIN_S = 3.0
    _GROWTH_PEAK = 1.875
    """Peak slope of the smooth step 10u³ − 15u⁴ + 6u⁵ by which the amplitude grows."""

    def __init__(self, center: FloatArray, *, reach: FloatArray, velocity: FloatArray) -> None:
        count = center.shape[0]
        octave = np.mod(np.arange(count) * math.log2(self._RHYTHM), 1.0)
        self._rate = 2.0 * math.pi / self._SLOWEST_PERIOD_S * 2.0**octave
        # while it begins, the growing amplitude adds its own speed to that of the swing
        most = self._rate + self._GROWTH_PEAK / self._BEGIN_S
        self._swing = np.minimum(reach, velocity / most)
        self._center = np.array(center)

    @property
    def duration(self) -> float:
        """Infinite."""
        return math.inf

    def at(self, time: float) -> PathPoint:
        """The path at ``time`` s."""
        u = min(time / self._BEGIN_S, 1.0)
        grown = u**3 * (10.0 - 15.0 * u + 6.0 * u * u)
        growing = 30.0 * (u * (1.0 - u)) ** 2 / self._BEGIN_S
        bending = 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u) / self._BEGIN_S**2
        sine, cosine = np.sin(self._rate * time), np.cos(self._rate * time)
        rate, swing = self._rate, self._swing
        return PathPoint(
            self._center + swing * grown * sine,
            swing * (growing * sine + grown * rate * cosine),
            swing * (bending * sine + 2.0 * growing * rate * cosine - grown * rate * rate * sine),
        )
