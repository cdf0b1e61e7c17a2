"""How long sweeps and the moves between them take, and how fast they may be."""

from dataclasses import dataclass

import numpy as np

from core.elasticity.load_steps_settings import SOFT_RAMP_S
from core.excitation.limits.motion_limits import MotionLimits
from core.friction.sweeps.plan import ACCELERATION_SHARE
from core.friction.sweeps.settings import RAMP_PEAK
from core.payload.plan import PayloadPlanSettings
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.point_speed import point_velocities

STAND_S = 0.1
"""At rest after each part of a sweep."""
STILL_S = 0.5
"""At rest after a move between sweeps, until the arm has stopped to swing."""
LONGEST_SHARE = 0.9
"""Of the time that a single move may last: controllers round speeds, and ramps differ a little."""
_LOOKS = 25


@dataclass(frozen=True, eq=False)
class SweepTiming:
    """One way over a range in so many ``parts``: its pace, and seconds in all and at a steady speed."""

    speed: float
    ramp_s: float
    parts: int
    seconds: float
    steady_s: float


class SweepTimes:
    """Of one arm and its controller."""

    def __init__(self, robot: RobotModel, limits: MotionLimits, settings: PayloadPlanSettings) -> None:
        self._robot, self._limits, self._settings = robot, limits, settings

    def lever(self, q: FloatArray, joint: int) -> float:
        """m/s of the arm's fastest point per rad/s of a joint, at poses (N, n)."""
        v = np.zeros_like(q)
        v[:, joint] = 1.0
        return float(np.linalg.norm(point_velocities(self._robot, q, v), axis=2).max())

    def fastest(self, joint: int, lever: float) -> float:
        """rad/s of a sweep, at most."""
        limit = float(self._limits.velocity[joint])
        if self._settings.tool_speed is not None and lever > 0.0:
            limit = min(limit, self._settings.tool_speed / lever)
        return limit

    def sweep(self, joint: int, *, width: float, speed: float) -> SweepTiming | None:
        """One way over ``width`` rad; None where ramps leave nothing steady."""
        ramp_s = self._ramp_s(joint, speed)
        parts = 1
        longest = self._settings.longest_s
        if longest is not None:
            moving_s = LONGEST_SHARE * longest - ramp_s
            if moving_s <= 0.0:
                return None
            parts = int(np.ceil(width / (speed * moving_s) - _ROUNDING))
        each_s = width / parts / speed
        steady_s = parts * (each_s - ramp_s)
        if steady_s <= 0.0:
            return None
        return SweepTiming(speed, ramp_s, parts, parts * (each_s + ramp_s + STAND_S), steady_s)

    def move(self, path: FloatArray) -> float:
        """How many s a straight move along poses (N, n) takes, and the standing after it; 0 for none."""
        way = np.abs(path[-1] - path[0])
        if float(way.max()) == 0.0:
            return 0.0
        shortest = self._shortest_s(path, way)
        ramp_s = self._move_ramp_s(way, shortest)
        longest = self._settings.longest_s
        count = 1
        if longest is not None:
            moving_s = max(LONGEST_SHARE * longest - ramp_s, (1.0 - LONGEST_SHARE) * longest)
            count = max(int(np.ceil(shortest / moving_s)), 1)
        return shortest + count * (ramp_s + STILL_S)

    def _shortest_s(self, path: FloatArray, way: FloatArray) -> float:
        """How many s at full speed from end to end, no joint and no point of the arm faster than it may."""
        shortest = float((way / self._limits.velocity).max())
        if self._settings.tool_speed is None:
            return shortest
        looks = path[np.unique(np.linspace(0, path.shape[0] - 1, _LOOKS).astype(np.intp))]
        v = np.tile(path[-1] - path[0], (looks.shape[0], 1))
        reach = float(np.linalg.norm(point_velocities(self._robot, looks, v), axis=2).max())
        return max(shortest, reach / self._settings.tool_speed)

    def _move_ramp_s(self, way: FloatArray, shortest: float) -> float:
        moving = way > 0.0
        if self._settings.ramp_s is not None:
            return float(np.array(self._settings.ramp_s)[moving].max())
        push = ACCELERATION_SHARE * self._limits.acceleration[moving]
        return max(SOFT_RAMP_S, float((RAMP_PEAK * way[moving] / shortest / push).max()))

    def _ramp_s(self, joint: int, speed: float) -> float:
        """How many s from rest to the speed of a sweep."""
        if self._settings.ramp_s is not None:
            return self._settings.ramp_s[joint]
        push = ACCELERATION_SHARE * float(self._limits.acceleration[joint])
        return max(SOFT_RAMP_S, RAMP_PEAK * speed / push)


_ROUNDING = 1e-9
