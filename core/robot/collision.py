"""How far an arm is from itself, the floor and boxes around it, over many poses; distances by MuJoCo.

The arm is its capsules (``core.robot.capsules``); which pairs are judged says
``core.robot.collision_pairs``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from core.recording import FloatArray
from core.robot.capsules import arm_capsules, placed_capsules
from core.robot.collision_pairs import approach_levers, can_sink, pairs_to_judge, upwards
from core.robot.model import BASE_LINK, Capsule, RobotModel
from core.robot.surroundings import Box

_FAR_M = 100.0
"""Distances beyond this are not told apart."""
_SPHERE_M = 1e-6
"""Half length of a capsule that is a sphere: MuJoCo knows none of no length."""
_ALONG_X = 0.9
"""Cosine from which a direction is too near x to be crossed with it."""


@dataclass(frozen=True)
class ClosestPair:
    """The two that come nearest: their names, the distance in m (negative inside), and at which pose.

    Names are ``base``, ``link N`` (from 1), ``floor`` and those of the boxes. Where nothing can
    touch anything the distance is infinite and the names are empty.
    """

    distance: float = float("inf")
    first: str = ""
    second: str = ""
    pose: int = 0


@dataclass(frozen=True)
class Clearances:
    """The distance (N,) m of the nearest pair at every pose, and which pair that is overall."""

    distance: FloatArray
    closest: ClosestPair


def clearances(
    robot: RobotModel,
    q: FloatArray,
    *,
    floor_height: float | None = None,
    boxes: Sequence[Box] = (),
    between: bool = False,
) -> Clearances:
    """Distances between the arm's parts, the floor and the boxes at the poses ``q`` (N, n).

    Parameters
    ----------
    robot
        The arm.
    q
        Joint positions (N, n), rad or m.
    floor_height
        m against gravity over the base frame's origin; None for no floor.
    boxes
        What stands around the arm.
    between
        Whether each distance also holds half the way to the poses before and after: it is
        then lowered by as much as the two could approach each other there.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    q = np.ascontiguousarray(q, dtype=np.float64)
    capsules = arm_capsules(robot)
    things = _Things(upwards(robot), floor_height, tuple(boxes))
    pairs = (*pairs_to_judge(robot), *_pairs_with(things, robot, capsules))
    ends = placed_capsules(robot, q, capsules=capsules)
    if not pairs or not q.shape[0]:
        return Clearances(np.full(q.shape[0], np.inf), ClosestPair())
    distances = _distances(_geometries(capsules, things), ends, pairs)
    if between:
        links = [capsule.link for capsule in capsules] + [BASE_LINK] * things.count
        distances -= _half_steps(q) @ approach_levers(robot, [(links[a], links[b]) for a, b in pairs]).T
    pose, pair = np.unravel_index(int(np.argmin(distances)), distances.shape)
    names = [_link_name(capsule.link) for capsule in capsules] + things.names
    first, second = pairs[int(pair)]
    closest = ClosestPair(float(distances[pose, pair]), names[first], names[second], int(pose))
    return Clearances(distances.min(axis=1), closest)


def smallest_clearance(
    robot: RobotModel,
    q: FloatArray,
    *,
    floor_height: float | None = None,
    boxes: Sequence[Box] = (),
    between: bool = False,
) -> ClosestPair:
    """The pair that comes nearest over all the poses; parameters and errors as for :func:`clearances`."""
    return clearances(robot, q, floor_height=floor_height, boxes=boxes, between=between).closest


@dataclass(frozen=True)
class _Things:
    """What stands around the arm, numbered behind its capsules: the floor first."""

    up: FloatArray
    floor_height: float | None
    boxes: tuple[Box, ...]

    @property
    def names(self) -> list[str]:
        return ([] if self.floor_height is None else ["floor"]) + [box.name for box in self.boxes]

    @property
    def count(self) -> int:
        return len(self.names)


def _pairs_with(things: _Things, robot: RobotModel, capsules: tuple[Capsule, ...]) -> list[tuple[int, int]]:
    """Every capsule with every thing; the floor only with those that can come nearer to it."""
    own, has_floor = len(capsules), things.floor_height is not None
    pairs = []
    for part, capsule in enumerate(capsules):
        if has_floor and can_sink(robot, capsule.link):
            pairs.append((part, own))
        pairs += [(part, own + thing) for thing in range(int(has_floor), things.count)]
    return pairs


def _distances(
    scene: tuple[mujoco.MjModel, mujoco.MjData], ends: FloatArray, pairs: Sequence[tuple[int, int]]
) -> FloatArray:
    """(N, pairs) m for the capsules' ends (N, capsules, 2, 3), which are moved by hand."""
    model, data = scene
    own = ends.shape[1]
    centers, turns = 0.5 * (ends[:, :, 0] + ends[:, :, 1]), _turns(ends[:, :, 1] - ends[:, :, 0])
    found = np.empty((ends.shape[0], len(pairs)))
    for pose in range(ends.shape[0]):
        data.geom_xpos[:own], data.geom_xmat[:own] = centers[pose], turns[pose]
        found[pose] = [mujoco.mj_geomDistance(model, data, *pair, _FAR_M, None) for pair in pairs]
    return found


def _half_steps(q: FloatArray) -> FloatArray:
    """(N, n) how far each joint moves half the way to the farther of the poses before and after."""
    step = np.abs(np.diff(q, axis=0, prepend=q[:1], append=q[-1:]))
    halves: FloatArray = 0.5 * np.maximum(step[:-1], step[1:])
    return halves


def _geometries(capsules: tuple[Capsule, ...], things: _Things) -> tuple[mujoco.MjModel, mujoco.MjData]:
    scene = mujoco.MjSpec()
    for capsule in capsules:
        half = 0.5 * float(np.linalg.norm(np.subtract(capsule.end, capsule.start)))
        scene.worldbody.add_geom(
            type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=[capsule.radius, max(half, _SPHERE_M), 0.0]
        )
    if things.floor_height is not None:
        place = things.floor_height * things.up
        scene.worldbody.add_geom(
            type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0, 0, 1], pos=place, quat=_upright(things.up)
        )
    for box in things.boxes:
        low, high = np.array(box.low), np.array(box.high)
        scene.worldbody.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX, size=0.5 * (high - low), pos=0.5 * (low + high)
        )
    model = scene.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    return model, data


def _upright(up: FloatArray) -> FloatArray:
    """Quaternion (4,) that turns z to ``up``."""
    quaternion = np.empty(4)
    mujoco.mju_quatZ2Vec(quaternion, up)
    return quaternion


def _turns(axes: FloatArray) -> FloatArray:
    """Row-wise rotation matrices (N, capsules, 9) whose z is along ``axes`` (N, capsules, 3)."""
    length = np.linalg.norm(axes, axis=-1, keepdims=True)
    z = np.where(length > 0.0, axes / np.maximum(length, _SPHERE_M), np.array([0.0, 0.0, 1.0]))
    aside = np.where(np.abs(z[..., :1]) < _ALONG_X, np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]))
    x = np.cross(aside, z)
    x /= np.linalg.norm(x, axis=-1, keepdims=True)
    turns = np.stack([x, np.cross(z, x), z], axis=-1)
    return np.ascontiguousarray(turns.reshape(*axes.shape[:2], 9))


def _link_name(link: int) -> str:
    return "base" if link == BASE_LINK else f"link {link + 1}"
