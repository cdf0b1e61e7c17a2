"""The planned path of a motion as samples: poses, the highest speeds at them, and bounds.

The controller chooses the speed profile of a move from pose to pose. The path is known: a straight
line in joint space. So is the most it may take: each pose is assumed to be passed at full speed,
with full acceleration in either direction. A fraction of the speed is taken as the same fraction
of the acceleration, as controllers do.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.excitation.keep_outs.keep_out import FEWEST_SAMPLES, PATH_STEP_S, path_times
from core.excitation.trajectories.motion import PeakBounds, Trajectory
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.errors import MotionRejected
from devices.motion import Jog, MotionPlan, MoveTo, RunTrajectory
from devices.safety.limits import ASSUMED_SPEED_UP_S, JOG_SPEED_UP_S

_MOST_SAMPLES_OF_A_LINE = 20001
_RAMP_SHAPE = 1.5
"""Peak over mean acceleration of a smooth ramp, which takes longer than a trapezoid profile."""


@dataclass(frozen=True, eq=False)
class PlannedPath:
    """N samples of a path from rest to rest, ``period_s`` apart; rad and s (m for sliding joints).

    ``velocity`` (N, n) is the highest speed at each pose; ``accelerations`` are one or more arrays
    (N, n), each of which may act there.
    """

    position: FloatArray
    velocity: FloatArray
    accelerations: tuple[FloatArray, ...]
    bounds: PeakBounds
    duration: float

    @property
    def period_s(self) -> float:
        """Time between two samples, s."""
        return self.duration / max(int(self.position.shape[0]) - 1, 1)


def planned_path(robot: RobotModel, plan: MotionPlan, *, start: FloatArray) -> PlannedPath:
    """Compute the path of ``plan`` from ``start`` (n,).

    Raises
    ------
    MotionRejected
        ``plan-shape``, ``plan-not-finite``, ``plan-speed`` for a plan that is not valid;
        ``speed-unknown`` for a move at a fraction of an unknown speed limit.
    """
    _check_pose(robot, start)
    if isinstance(plan, RunTrajectory):
        return _along(robot, plan.trajectory)
    line = _move(robot, plan, start) if isinstance(plan, MoveTo) else _jog(robot, plan, start)
    return _sampled(line, start)


@dataclass(frozen=True, eq=False)
class _Line:
    """A straight move: target, and the highest speed and acceleration of each joint, all (n,)."""

    target: FloatArray
    speed: FloatArray
    acceleration: FloatArray


def _move(robot: RobotModel, plan: MoveTo, start: FloatArray) -> _Line:
    _check_pose(robot, plan.target)
    if not 0.0 < plan.speed_fraction <= 1.0:
        raise MotionRejected("plan-speed", speed=plan.speed_fraction)
    unknown = np.flatnonzero(np.isinf(robot.velocity_limit) & (plan.target != start))
    if unknown.size:
        raise MotionRejected("speed-unknown", joint=int(unknown[0]) + 1)
    limit = robot.acceleration_limit
    push = np.where(np.isfinite(limit), limit, robot.velocity_limit / ASSUMED_SPEED_UP_S)
    # no limit described: assume a fast arm, which needs the larger torque
    share = plan.speed_fraction
    return _Line(plan.target, share * robot.velocity_limit, share * push)


def _jog(robot: RobotModel, plan: Jog, start: FloatArray) -> _Line:
    if not 0 <= plan.joint < robot.joint_count:
        raise MotionRejected("plan-shape", expected=robot.joint_count, found=plan.joint + 1)
    if not (math.isfinite(plan.angle) and 0.0 < plan.speed < math.inf):
        raise MotionRejected("plan-speed", speed=plan.speed)
    target = np.array(start, dtype=np.float64)
    target[plan.joint] += plan.angle
    push = np.minimum(plan.speed / JOG_SPEED_UP_S, robot.acceleration_limit)
    return _Line(target, np.full(robot.joint_count, plan.speed), push)


def _check_pose(robot: RobotModel, pose: FloatArray) -> None:
    if np.shape(pose) != (robot.joint_count,):
        raise MotionRejected("plan-shape", expected=robot.joint_count, found=int(np.size(pose)))
    if not np.all(np.isfinite(pose)):
        raise MotionRejected("plan-not-finite")


def _along(robot: RobotModel, trajectory: Trajectory) -> PlannedPath:
    if trajectory.joint_count != robot.joint_count:
        raise MotionRejected("plan-shape", expected=robot.joint_count, found=trajectory.joint_count)
    motion = trajectory.evaluate(path_times(trajectory.duration))
    return PlannedPath(
        position=np.ascontiguousarray(motion.position),
        velocity=motion.velocity,
        accelerations=(motion.acceleration,),
        bounds=trajectory.peak_bounds(),
        duration=trajectory.duration,
    )


def _sampled(line: _Line, start: FloatArray) -> PlannedPath:
    way = np.asarray(line.target - start, dtype=np.float64)
    moving = way != 0.0
    if not np.any(moving):
        return _standing(start)
    length = np.abs(way[moving])
    fastest = float(np.min(line.speed[moving] / length))
    push = float(np.min(line.acceleration[moving] / length))
    # a short move never reaches full speed: it accelerates to the middle and brakes from there
    usual = min(fastest, math.sqrt(push / _RAMP_SHAPE))
    duration = 1.0 / usual + _RAMP_SHAPE * usual / push
    count = min(max(math.ceil(duration / PATH_STEP_S) + 1, FEWEST_SAMPLES), _MOST_SAMPLES_OF_A_LINE)
    position = start + np.linspace(0.0, 1.0, count)[:, np.newaxis] * way
    position[-1] = line.target
    # both directions: where the arm accelerates and where it brakes is not known
    acceleration = np.tile(push * way, (count, 1))
    return PlannedPath(
        position=position,
        velocity=np.tile(fastest * way, (count, 1)),
        accelerations=(acceleration, -acceleration),
        bounds=PeakBounds(
            lower=np.minimum(start, line.target),
            upper=np.maximum(start, line.target),
            velocity=np.abs(fastest * way),
            acceleration=np.abs(push * way),
        ),
        duration=duration,
    )


def _standing(start: FloatArray) -> PlannedPath:
    position = np.array(start, dtype=np.float64)[np.newaxis]
    nothing = np.zeros_like(position)
    bounds = PeakBounds(lower=start, upper=start, velocity=nothing[0], acceleration=nothing[0])
    return PlannedPath(position, nothing, (nothing,), bounds, duration=0.0)
