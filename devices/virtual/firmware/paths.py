"""Paths in time that the firmware can follow: moves from pose to pose, and a gentle sway.

Each is an exact function of time, so that it can be followed more slowly: a controlled stop slows down
the time along the path and stays on the path.
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
    """State of a path at one time, (n,), or at N times, (N, n): rad, rad/s, rad/s²."""

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


class Path(Protocol):
    """A motion of all joints over time, from rest to rest."""

    @property
    def duration(self) -> float:
        """Duration, s; infinite for an endless motion."""

    def at(self, time: float) -> PathPoint:
        """State at ``time`` s within [0, duration]."""


@dataclass(frozen=True)
class RampLaw:
    """Distance over time of a straight move: smooth acceleration, constant speed, smooth deceleration.

    During the ramps the speed follows 3u² − 2u³, so the acceleration begins and ends at 0.
    """

    distance: float
    speed: float
    ramp: float
    """Duration of each ramp, s."""

    @classmethod
    def fitted(cls, distance: float, *, speed: float, acceleration: float) -> "RampLaw":
        """The fastest law within speed and acceleration limits; both positive, ``distance`` may be 0."""
        # sqrt: a short move never reaches the speed limit, both ramps meet in the middle
        speed = min(speed, math.sqrt(distance * acceleration / _BLEND_PEAK))
        return cls(distance, speed, _BLEND_PEAK * speed / acceleration)

    @property
    def duration(self) -> float:
        """Duration from start to end, s."""
        return self.distance / self.speed + self.ramp if self.speed > 0.0 else 0.0

    def at(self, time: float) -> tuple[float, float, float]:
        """Distance, speed and acceleration at ``time`` s."""
        left = self.duration - time
        if min(time, left) <= 0.0:
            return (0.0 if time <= 0.0 else self.distance), 0.0, 0.0
        # the deceleration is the acceleration in reverse
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
    """Straight move between two poses, all joints together, within the limits of each joint.

    Parameters
    ----------
    start, end
        Joint positions (n,).
    velocity, acceleration
        Limits (n,) of each joint; the slowest joint determines the time of all.
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
        """Duration from start to end, s."""
        return self._law.duration

    def at(self, time: float) -> PathPoint:
        """State of the path at ``time`` s."""
        done, speed, acceleration = self._law.at(time)
        way = self._way
        return PathPoint(self._start + done * way, speed * way, acceleration * way)


class Joined:
    """Two paths in sequence; the second begins where the first ends."""

    def __init__(self, first: Path, second: Path) -> None:
        self._first, self._second = first, second

    @property
    def duration(self) -> float:
        """Duration from start to end, s."""
        return self._first.duration + self._second.duration

    def at(self, time: float) -> PathPoint:
        """State of the path at ``time`` s."""
        beyond = time - self._first.duration
        return self._first.at(time) if beyond < 0.0 else self._second.at(beyond)


class Sway:
    """An endless gentle motion around a pose; each joint swings at its own frequency.

    It begins smoothly at the pose. Speeds stay below ``velocity`` (n,), positions within ``reach`` (n,) of
    the pose.
    """

    _SLOWEST_PERIOD_S = 9.0
    _RHYTHM = 1.37
    """Ratio of neighbouring joints' periods, folded into one octave, so that they are never in phase."""
    _BEGIN_S = 3.0
    _GROWTH_PEAK = 1.875
    """Peak slope of the smooth step 10u³ − 15u⁴ + 6u⁵ by which the amplitude grows."""

    def __init__(self, center: FloatArray, *, reach: FloatArray, velocity: FloatArray) -> None:
        count = center.shape[0]
        octave = np.mod(np.arange(count) * math.log2(self._RHYTHM), 1.0)
        self._rate = 2.0 * math.pi / self._SLOWEST_PERIOD_S * 2.0**octave
        # at the beginning the growing amplitude adds to the speed of the swing
        most = self._rate + self._GROWTH_PEAK / self._BEGIN_S
        self._swing = np.minimum(reach, velocity / most)
        self._center = np.array(center)

    @property
    def duration(self) -> float:
        """Infinite: the motion has no end."""
        return math.inf

    def at(self, time: float) -> PathPoint:
        """State of the path at ``time`` s."""
        u = min(time / self._BEGIN_S, 1.0)
        grown = u**3 * (10.0 - 15.0 * u + 6.0 * u * u)
        growing = 30.0 * (u * (1.0 - u)) ** 2 / self._BEGIN_S
        bending = 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u) / self._BEGIN_S**2
        sine, cosine = np.sin(self._rate * time), np.cos(self._rate * time)
        rate, swing = self._rate, self._swing
        # product rule: amplitude·sin and its first two derivatives
        return PathPoint(
            self._center + swing * grown * sine,
            swing * (growing * sine + grown * rate * cosine),
            swing * (bending * sine + 2.0 * growing * rate * cosine - grown * rate * rate * sine),
        )
