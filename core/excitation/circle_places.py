"""Candidate places for a circle, with the speed that velocity and acceleration limits allow there.

Places are random poses of the arm, ever farther from its present pose, each with three planes. The
Jacobian there gives an estimate of the speed; the best places are followed all the way round. A round
at a steady rate ω needs ``ω q'`` of velocity and ``ω² q''`` of acceleration, with the derivatives in
the angle taken from the Fourier series through a few points of the round.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.excitation.limits.motion_limits import MotionLimits
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.inverse_kinematics import (
    NEAR_SINGULAR,
    Task,
    follow_paths,
    inverse_kinematics,
    nearest_positions,
)
from core.robot.kinematics import flange_jacobian, flange_transforms
from core.robot.model import RobotModel
from core.robot.placement import is_rigid

_POSES = 2000
"""Number of random poses rated by their Jacobians."""
_LOOKED_AT = 200
"""Number of the best poses that are checked for collisions."""
_CANDIDATES = 96
FOLLOWED = 24
FOLLOWED_OF_SPARE = 8
"""Number of feasible circles after which the search ends; fewer for redundant arms, which take longer."""
_AT_ONCE = 8
_POINTS = 16
"""Points of a round in the coarse examination."""
_FARTHEST_RAD = float(np.radians(180.0))
_FARTHEST_M = 0.5
"""Largest travel considered for joints without limits; larger ones are useless for a circle."""
_KEPT_CLEAR = 0.05
"""Share of the travel at either end in which no pose is drawn."""
_SPEED_CLASS = 0.05
"""Relative difference below which two speeds count as equal, so that the nearer place is taken."""
LEAST_DEXTERITY = 2.0 * NEAR_SINGULAR
"""Smallest dexterity allowed all the way round a circle that is searched for."""
_ON_AXIS_M = 0.01
_NO_WAY = 1e-6
"""Singular value relative to the largest below which the direction does not exist."""
FULL_POSE_JOINTS = 6
"""Smallest number of joints with which an arm can keep its flange's orientation."""

IsClear = Callable[[FloatArray], npt.NDArray[np.bool_]]


@dataclass(frozen=True, eq=False)
class CirclePlace:
    """A circle: its ``frame`` (4, 4) with the normal as z axis, the flange's ``turn`` (3, 3) along it.

    ``position`` (n,) are joint positions for its centre, ``speed`` m/s is the speed that velocity and
    acceleration limits allow, infinite where it was not computed.
    """

    frame: FloatArray
    turn: FloatArray
    radius: float
    position: FloatArray
    task: Task
    speed: float = float("inf")
    least_dexterity: float = NEAR_SINGULAR

    def poses(self, angle: FloatArray) -> FloatArray:
        """(N, 4, 4) of the flange at angles (N,) rad round the centre."""
        x, y = self.frame[:3, 0], self.frame[:3, 1]
        poses = np.tile(np.eye(4), (angle.size, 1, 1))
        poses[:, :3, :3] = self.turn
        way = np.cos(angle)[:, np.newaxis] * x + np.sin(angle)[:, np.newaxis] * y
        poses[:, :3, 3] = self.frame[:3, 3] + self.radius * way
        return poses


def task_of(robot: RobotModel) -> Task:
    """The inverse kinematics task: with orientation if the arm has enough joints to keep it."""
    return Task.POSE if robot.joint_count >= FULL_POSE_JOINTS else Task.POSITION


def given_place(robot: RobotModel, centre: FloatArray, *, start: FloatArray, diameter: float) -> CirclePlace:
    """The circle in the xy plane of a pose (4, 4) of the flange.

    Raises
    ------
    BadRequest
        ``circle-pose`` where that is no rigid placement.
    Infeasible
        ``pose-not-reachable``.
    """
    pose = np.asarray(centre, dtype=np.float64)
    if pose.shape != (4, 4) or not is_rigid(pose):
        raise BadRequest("circle-pose")
    task = task_of(robot)
    found = inverse_kinematics(robot, pose[np.newaxis], start=start, task=task)
    return CirclePlace(pose, pose[:3, :3], 0.5 * diameter, found.position[0], task)


def circle_places(
    robot: RobotModel,
    limits: MotionLimits,
    *,
    start: FloatArray,
    diameter: float,
    top_speed: float,
    is_clear: IsClear,
    generator: np.random.Generator,
    monitor: Monitor,
) -> list[CirclePlace]:
    """Circles within reach and away from singular poses, the fastest first, of equals the nearest.

    ``is_clear`` returns a mask of the poses (N, n) without collision.
    """
    candidates = _promising(
        robot,
        limits,
        start=start,
        radius=0.5 * diameter,
        top_speed=top_speed,
        is_clear=is_clear,
        generator=generator,
    )
    count = FOLLOWED_OF_SPARE if robot.joint_count > FULL_POSE_JOINTS else FOLLOWED
    found: list[CirclePlace] = []
    for first in range(0, len(candidates), _AT_ONCE):
        if len(found) >= count:
            break
        monitor.check()
        monitor.report(0.5 * first / len(candidates))
        found += _possible(robot, limits, candidates[first : first + _AT_ONCE], top_speed=top_speed)
    return _ranked(robot, found, start=start)


def _ranked(robot: RobotModel, places: list[CirclePlace], *, start: FloatArray) -> list[CirclePlace]:
    """The fastest first, of equals the nearest."""
    reach = np.where(robot.is_prismatic, _FARTHEST_M, _FARTHEST_RAD)

    def merit(place: CirclePlace) -> tuple[int, float]:
        away = float(np.abs((place.position - start) / reach).max())
        return -int(np.log(place.speed) / _SPEED_CLASS), away

    return sorted(places, key=merit)


def _promising(
    robot: RobotModel,
    limits: MotionLimits,
    *,
    start: FloatArray,
    radius: float,
    top_speed: float,
    is_clear: IsClear,
    generator: np.random.Generator,
) -> list[CirclePlace]:
    """Circles around random poses, ranked by the speed predicted from the Jacobian at the centre."""
    q = _poses(robot, limits, start=start, generator=generator)
    inverse, dexterity = _inverse_jacobians(robot, q)
    q, inverse = q[dexterity > LEAST_DEXTERITY], inverse[dexterity > LEAST_DEXTERITY]
    flange = flange_transforms(robot, q)
    planes = _planes(robot, flange)
    # rows of joints against the two directions of each plane, (N, planes, n)
    share = radius * np.linalg.norm(np.einsum("kni,kpij->kpnj", inverse, planes[..., :2]), axis=3)
    tiny = np.finfo(np.float64).tiny
    rate = np.minimum(
        (limits.velocity / np.maximum(share, tiny)).min(axis=2),
        np.sqrt(limits.acceleration / np.maximum(share, tiny)).min(axis=2),
    )
    promised = np.minimum(rate * radius, top_speed)
    best = np.argsort(-promised.max(axis=1), kind="stable")[:_LOOKED_AT]
    best = best[is_clear(q[best])]
    places = [
        CirclePlace(
            _frame(planes[pose, plane], flange[pose, :3, 3]),
            flange[pose, :3, :3],
            radius,
            q[pose],
            task_of(robot),
            speed=float(promised[pose, plane]),
            least_dexterity=LEAST_DEXTERITY,
        )
        for pose in best.tolist()
        for plane in range(planes.shape[1])
    ]
    return _ranked(robot, places, start=start)[:_CANDIDATES]


def _poses(
    robot: RobotModel, limits: MotionLimits, *, start: FloatArray, generator: np.random.Generator
) -> FloatArray:
    """Random joint positions (N, n), ever farther from ``start``, which is the first."""
    travel = limits.upper - limits.lower
    low, high = limits.lower + _KEPT_CLEAR * travel, limits.upper - _KEPT_CLEAR * travel
    reach = np.minimum(travel, 2.0 * np.where(robot.is_prismatic, _FARTHEST_M, _FARTHEST_RAD))
    spread = np.linspace(0.0, 1.0, _POSES)[:, np.newaxis]
    drawn = start + spread * generator.uniform(-1.0, 1.0, (_POSES, start.size)) * reach
    return np.asarray(np.clip(drawn, low, high))


def _inverse_jacobians(robot: RobotModel, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(N, n, 3) joint motion per motion of the flange that keeps its turn, and the dexterity (N,)."""
    solved = nearest_positions(robot, flange_transforms(robot, q), start=q, task=task_of(robot))
    rows = 6 if task_of(robot) is Task.POSE else 3
    inverse = np.linalg.pinv(flange_jacobian(robot, q)[:, :rows], rcond=_NO_WAY)
    return np.asarray(inverse[:, :, :3], dtype=np.float64), solved.dexterity


def _planes(robot: RobotModel, flange: FloatArray) -> FloatArray:
    """(N, 3, 3, 3) axes of the planes of poses (N, 4, 4): level, across the tool, facing the base's axis."""
    level = np.tile([0.0, 0.0, 1.0], (flange.shape[0], 1))
    outward = (flange[:, :3, 3] - robot.base[:3, 3]) * [1.0, 1.0, 0.0]
    on_axis = np.linalg.norm(outward, axis=1) < _ON_AXIS_M
    outward[on_axis] = [1.0, 0.0, 0.0]
    normals = np.stack([level, flange[:, :3, 2], outward], axis=1)
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    beside = np.eye(3)[np.argmin(np.abs(normals), axis=2)]
    x = np.cross(beside, normals)
    x /= np.linalg.norm(x, axis=2, keepdims=True)
    return np.stack([x, np.cross(normals, x), normals], axis=3)


def _frame(axes: FloatArray, origin: FloatArray) -> FloatArray:
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = axes, origin
    return frame


def _possible(
    robot: RobotModel, limits: MotionLimits, places: list[CirclePlace], *, top_speed: float
) -> list[CirclePlace]:
    """The places whose circle the arm can follow, with the speed that its limits allow."""
    angle = 2.0 * np.pi * np.arange(_POINTS) / _POINTS
    targets = np.stack([place.poses(angle) for place in places], axis=1)
    start = np.stack([place.position for place in places])
    found = follow_paths(robot, targets, start=start, task=places[0].task)
    good = np.all(found.is_reached, axis=0)
    inside = np.all((found.position > limits.lower) & (found.position < limits.upper), axis=(0, 2))
    good &= inside & (found.dexterity.min(axis=0) > places[0].least_dexterity)
    slope, bend = _derivatives(found.position)
    tiny = np.finfo(np.float64).tiny
    rate = np.minimum(
        (limits.velocity / np.maximum(np.abs(slope).max(axis=0), tiny)).min(axis=1),
        np.sqrt(limits.acceleration / np.maximum(np.abs(bend).max(axis=0), tiny)).min(axis=1),
    )
    return [
        replace(place, speed=min(float(rate[number]) * place.radius, top_speed))
        for number, place in enumerate(places)
        if good[number]
    ]


def _derivatives(position: FloatArray) -> tuple[FloatArray, FloatArray]:
    """First and second derivative by the angle of one round (M, K, n) at even angles."""
    terms = np.fft.rfft(position, axis=0)
    order = 1j * np.arange(terms.shape[0]).reshape(-1, 1, 1)
    count = position.shape[0]
    return np.fft.irfft(order * terms, count, axis=0), np.fft.irfft(order**2 * terms, count, axis=0)
