"""Paths in time for arms that follow set-points: straight moves, and whole trajectories."""

import math
from typing import Protocol

import numpy as np

from core.excitation.trajectories.motion import Trajectory
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.motion import MotionPlan, RunTrajectory
from devices.safety.planned_path import planned_path
from devices.safety.standstill import expect_start_pose

_PEAK_SPEED, _PEAK_ACCELERATION = 1.875, 10.0 / math.sqrt(3.0)
"""Of the smooth step 10u³ − 15u⁴ + 6u⁵."""
USUAL_SLOWING = 4.0
"""Deceleration of a joint whose description has no limit, rad/s² or m/s²."""


class Path(Protocol):
    """A motion of all joints from rest to rest, in the model's convention."""

    @property
    def duration(self) -> float:
        """Time from start to end, s."""

    def at(self, time: float) -> tuple[FloatArray, FloatArray]:
        """Position (n,) and velocity (n,) at a time within the duration."""

    def over(self, times: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Positions and velocities (N, n) at N times."""


class Straight:
    """A smooth straight move within the highest speed and acceleration of each joint, (n,).

    It takes ``least_s`` or longer if it is one at all.
    """

    def __init__(
        self,
        start: FloatArray,
        target: FloatArray,
        *,
        speed: FloatArray,
        acceleration: FloatArray,
        least_s: float = 0.0,
    ) -> None:
        self._start, self._way = start, target - start
        length = np.abs(self._way)
        moves = length > 0.0
        self.duration = 0.0
        if moves.any():
            slowest = float(np.max(_PEAK_SPEED * length[moves] / speed[moves]))
            softest = float(np.max(np.sqrt(_PEAK_ACCELERATION * length[moves] / acceleration[moves])))
            self.duration = max(slowest, softest, least_s)

    def at(self, time: float) -> tuple[FloatArray, FloatArray]:
        """Position and velocity; see ``Path``."""
        position, velocity = self.over(np.array([time]))
        return position[0], velocity[0]

    def over(self, times: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Positions and velocities; see ``Path``."""
        if self.duration == 0.0:
            still = np.zeros((times.size, 1)) * self._way
            return self._start + still, still
        u = np.clip(times / self.duration, 0.0, 1.0)[:, None]
        covered = u**3 * (10.0 - 15.0 * u + 6.0 * u * u)
        speed = 30.0 * u * u * (1.0 - u) ** 2 / self.duration
        return self._start + covered * self._way, speed * self._way


class Along:
    """A whole trajectory."""

    def __init__(self, trajectory: Trajectory) -> None:
        self._trajectory = trajectory
        self.duration = trajectory.duration

    def at(self, time: float) -> tuple[FloatArray, FloatArray]:
        """Position and velocity; see ``Path``."""
        position, velocity = self.over(np.array([time]))
        return position[0], velocity[0]

    def over(self, times: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Positions and velocities; see ``Path``."""
        found = self._trajectory.evaluate(times)
        return np.asarray(found.position), np.asarray(found.velocity)


def path_of(plan: MotionPlan, robot: RobotModel, *, start: FloatArray, least_s: float = 0.0) -> Path:
    """The path of a plan from ``start`` (n,).

    A straight move takes ``least_s`` or longer.

    Raises
    ------
    MotionRejected
        ``start-pose-differs`` for a trajectory that begins elsewhere, and as ``planned_path``.
    """
    nominal = planned_path(robot, plan, start=start)
    if isinstance(plan, RunTrajectory):
        expect_start_pose(robot, start, start=plan.trajectory.start)
        return Along(plan.trajectory)
    bounds = nominal.bounds
    return Straight(
        start,
        nominal.position[-1],
        speed=bounds.velocity,
        acceleration=bounds.acceleration,
        least_s=least_s,
    )


def deceleration_of(robot: RobotModel) -> FloatArray:
    """Deceleration of each joint, (n,): its limit, where the description has one."""
    limit = robot.acceleration_limit
    return np.where(np.isfinite(limit), limit, USUAL_SLOWING)
