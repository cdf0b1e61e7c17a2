"""A sweep as a trajectory, and the duration and largest speed of sweeps and of moves between them."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.elasticity.load_steps_settings import SOFT_RAMP_S
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.sampled import SampledTrajectory
from core.friction.sweeps.motion import PERIOD_S, sweep_trajectory
from core.friction.sweeps.plan import ACCELERATION_SHARE, DWELL_S, StrokeUse, SweepBlock, SweepStroke
from core.friction.sweeps.settings import RAMP_PEAK
from core.payload.plan import PayloadPlanSettings, PayloadSweep
from core.recording import FloatArray
from core.robot.kinematics import point_velocities
from core.robot.laden_arm import with_tip
from core.robot.model import RobotModel

_STAND_S = 0.1
"""Rest after each part of a sweep, s."""
STILL_S = 0.5
"""Rest after a move between sweeps, s, until the arm has stopped swinging."""
_LONGEST_SHARE = 0.9
"""Share of a single move's longest duration used, since controllers round speeds and ramps differ."""
_LOOKS = 25


def sweep_trajectory_of(sweep: PayloadSweep) -> SampledTrajectory:
    """One sweep from rest to rest, with a short rest at each of its places but the first."""
    parts = [_part(sweep, begin, end) for begin, end in pairwise(sweep.places)]
    return SampledTrajectory(PERIOD_S, np.concatenate([parts[0], *(part[1:] for part in parts[1:])]))


@dataclass(frozen=True, eq=False)
class SweepTiming:
    """One way over a range in ``parts``: its speed, and its total and steady times in s."""

    speed: float
    ramp_s: float
    parts: int
    seconds: float
    steady_s: float


class SweepTimes:
    """Times of one arm and its controller."""

    def __init__(self, robot: RobotModel, limits: MotionLimits, settings: PayloadPlanSettings) -> None:
        # the far end of a long tool is the fastest point
        self._robot = with_tip(robot, settings.tool_length)
        self._limits, self._settings = limits, settings

    def lever(self, q: FloatArray, joint: int) -> float:
        """Speed of the arm's fastest point per joint speed at poses (N, n), m/s per rad/s."""
        v = np.zeros_like(q)
        v[:, joint] = 1.0
        return float(np.linalg.norm(point_velocities(self._robot, q, v), axis=2).max())

    def fastest(self, joint: int, lever: float) -> float:
        """Largest speed of a sweep, rad/s."""
        limit = float(self._limits.velocity[joint])
        if self._settings.tool_speed is not None and lever > 0.0:
            limit = min(limit, self._settings.tool_speed / lever)
        return limit

    def sweep(self, joint: int, *, width: float, speed: float) -> SweepTiming | None:
        """The timing of one way over ``width`` rad; None if the ramps leave no steady part."""
        ramp_s = self._ramp_s(joint, speed)
        parts = 1
        longest = self._settings.longest_s
        if longest is not None:
            moving_s = _LONGEST_SHARE * longest - ramp_s
            if moving_s <= 0.0:
                return None
            parts = int(np.ceil(width / (speed * moving_s) - _ROUNDING))
        each_s = width / parts / speed
        steady_s = parts * (each_s - ramp_s)
        if steady_s <= 0.0:
            return None
        return SweepTiming(speed, ramp_s, parts, parts * (each_s + ramp_s + _STAND_S), steady_s)

    def move(self, path: FloatArray) -> float:
        """Duration of a straight move along poses (N, n) and the rest after it, s; 0 without motion."""
        way = np.abs(path[-1] - path[0])
        if float(way.max()) == 0.0:
            return 0.0
        shortest = self._shortest_s(path, way)
        ramp_s = self._move_ramp_s(way, shortest)
        longest = self._settings.longest_s
        count = 1
        if longest is not None:
            moving_s = max(_LONGEST_SHARE * longest - ramp_s, (1.0 - _LONGEST_SHARE) * longest)
            count = max(int(np.ceil(shortest / moving_s)), 1)
        return shortest + count * (ramp_s + STILL_S)

    def _shortest_s(self, path: FloatArray, way: FloatArray) -> float:
        """Duration from end to end at full speed, s, within the limits of all joints and the tool speed."""
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
        """Duration of the ramp from rest to the speed of a sweep, s."""
        if self._settings.ramp_s is not None:
            return self._settings.ramp_s[joint]
        push = ACCELERATION_SHARE * float(self._limits.acceleration[joint])
        return max(SOFT_RAMP_S, RAMP_PEAK * speed / push)


_ROUNDING = 1e-9


def sweep_seconds(sweep: PayloadSweep) -> float:
    """Duration of one sweep from rest to rest with the rests at its places, s."""
    way, parts = sweep.high - sweep.low, len(sweep.places) - 1
    return way / sweep.speed + parts * (sweep.ramp_s + _STAND_S)


def _part(sweep: PayloadSweep, begin: float, end: float) -> FloatArray:
    """Positions (N, n) from one place to the next, the rest there included."""
    pose = sweep.pose.copy()
    pose[sweep.joint] = begin
    seconds = abs(end - begin) / sweep.speed + sweep.ramp_s
    stroke = SweepStroke(StrokeUse.MEASURED, begin, end, sweep.speed, seconds)
    moving = sweep_trajectory(SweepBlock(sweep.joint, 0, pose, (stroke,), 0.0, 0.0)).positions
    left = max(round((_STAND_S - DWELL_S) / PERIOD_S), 0)
    return np.concatenate([moving, np.repeat(moving[-1:], left, axis=0)])
