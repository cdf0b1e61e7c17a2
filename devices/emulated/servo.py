"""Set-points of the motions that a program commands beside straight moves: ``servoj`` and ``stopj``."""

import math

import numpy as np

from core.recording import FloatArray
from devices.virtual.firmware.paths import PathPoint


class ServoPath:
    """Follows targets that come one after another; endless, until another motion takes over.

    Each target is approached over its own time, and the arm follows it with a lag and at limited
    speed. The state advances with the time that ``at`` is asked for.
    """

    duration = math.inf

    def __init__(self, position: FloatArray, *, velocity: FloatArray) -> None:
        self._limit = velocity
        self._position = np.array(position)
        self._from = self._target = np.array(position)
        self._seconds, self._lag = 1.0, 1.0
        self._since, self._time = 0.0, 0.0

    def aim(self, target: FloatArray, *, seconds: float, lag: float) -> None:
        """Approach the target (n,) in ``seconds``; follow it ``lag`` s later."""
        self._from, self._target = self._target, np.array(target)
        self._seconds, self._lag, self._since = seconds, lag, 0.0

    def at(self, time: float) -> PathPoint:
        """State after the time that has passed since the last call."""
        passed, self._time = time - self._time, time
        if passed <= 0.0:
            still = np.zeros_like(self._position)
            return PathPoint(self._position, still, still)
        self._since += passed
        share = min(self._since / self._seconds, 1.0)
        wanted = self._from + share * (self._target - self._from)
        way = (wanted - self._position) * min(passed / self._lag, 1.0)
        velocity = np.clip(way / passed, -self._limit, self._limit)
        self._position = self._position + velocity * passed
        return PathPoint(self._position, velocity, np.zeros_like(velocity))


class BrakePath:
    """From a moving set-point to rest, each joint by itself at ``deceleration`` (n,) rad/s²."""

    def __init__(self, position: FloatArray, velocity: FloatArray, *, deceleration: FloatArray) -> None:
        self._position, self._velocity = np.array(position), np.array(velocity)
        self._deceleration = deceleration
        self._times = np.abs(velocity) / deceleration

    @property
    def duration(self) -> float:
        """Time until the last joint rests, s."""
        return float(self._times.max())

    def at(self, time: float) -> PathPoint:
        """State at ``time`` s."""
        passed = np.minimum(time, self._times)
        slowing = -np.sign(self._velocity) * self._deceleration
        position = self._position + self._velocity * passed + 0.5 * slowing * passed**2
        moves = time < self._times
        return PathPoint(position, np.where(moves, self._velocity + slowing * passed, 0.0), slowing * moves)
