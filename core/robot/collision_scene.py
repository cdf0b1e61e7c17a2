"""An arm's capsules and the obstacles around it: lower bounds of all distances, exact ones by MuJoCo.

The bounds are compiled and cheap; MuJoCo computes only the pairs that the bounds leave open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot import _capsule_kernels
from core.robot.capsules import arm_capsules, capsules_in
from core.robot.collision_pairs import approach_levers, can_sink, pairs_to_judge, upwards
from core.robot.kinematics import link_transforms
from core.robot.model import BASE_LINK, Capsule, RobotModel
from core.robot.surroundings import Box

BOUND_SLACK_M = 1e-5
"""Margin by which a rounded bound may exceed a rounded exact distance, m."""
_FAR_M = 100.0
"""Largest distance that MuJoCo resolves; larger ones are all reported as this, m."""
_TOUCHING_M = 1e-9
"""Distance below which two bodies touch and the direction between them is undefined, m."""
_SPHERE_M = 1e-6
"""Half length of the capsule that replaces a sphere, m: MuJoCo needs a positive length."""

Indices = npt.NDArray[np.intp]


class CollisionScene:
    """One arm and its surroundings; owns MuJoCo's buffers, so only one thread may use it.

    ``pairs`` (P, 2) number the capsules of ``arm_capsules``, then the floor, then the boxes;
    ``links`` (P, 2) are their links (``BASE_LINK`` for everything that does not move),
    ``levers`` (P, n) by how much each joint brings the two nearer per unit, at most.
    """

    def __init__(self, robot: RobotModel, *, floor_height: float | None, boxes: Sequence[Box]) -> None:
        things = _Things(upwards(robot), floor_height, tuple(boxes))
        self._robot, self._capsules, self._things = robot, arm_capsules(robot), things
        pairs = [*pairs_to_judge(robot), *_pairs_with(things, robot, self._capsules)]
        self.pairs: Indices = np.array(pairs, dtype=np.intp).reshape(-1, 2)
        links = [capsule.link for capsule in self._capsules] + [BASE_LINK] * things.count
        self.links: Indices = np.array(links, dtype=np.intp)[self.pairs]
        self.levers = approach_levers(robot, [(int(a), int(b)) for a, b in self.links])
        self._names = [_link_name(capsule.link) for capsule in self._capsules] + things.names
        self._radii = np.array([capsule.radius for capsule in self._capsules])
        self._model, self._data = _geometries(self._capsules, things)

    def names(self, pair: int) -> tuple[str, str]:
        """Names of the two bodies of a pair: ``base``, ``link N`` (from 1), ``floor`` or the box's name."""
        first, second = self.pairs[pair]
        return self._names[first], self._names[second]

    def place(self, q: FloatArray) -> "PlacedArm":
        """The arm at the joint positions ``q`` (N, n).

        Raises
        ------
        BadRequest
            ``motion-shape`` where ``q`` does not fit the robot.
        """
        frames = link_transforms(self._robot, q)
        return PlacedArm(frames, capsules_in(frames, self._capsules))

    def lower_bounds(self, placed: "PlacedArm") -> FloatArray:
        """Lower bounds (N, P) of the distances of all pairs, m.

        For two capsules and for the floor the bound is the distance itself, less ``BOUND_SLACK_M``.
        """
        bounds = np.empty((placed.ends.shape[0], len(self.pairs)))
        floor, boxes = self._things.as_arrays()
        _capsule_kernels.lower_bounds(placed.ends, self._radii, self.pairs, floor, boxes, bounds)
        bounds -= BOUND_SLACK_M
        return bounds

    def distances(self, placed: "PlacedArm", poses: Indices, pairs: Indices) -> "NearPairs":
        """Exact distances of ``pairs`` (K,) at ``poses`` (K,), both given row by row with ascending poses."""
        found, points = np.empty(poses.size), np.empty((poses.size, 6))
        model, data, own = self._model, self._data, placed.ends.shape[1]
        rows, first_of = np.unique(poses, return_index=True)
        ends = placed.ends[rows]
        centers, turns = np.empty((*ends.shape[:2], 3)), np.empty((*ends.shape[:2], 9))
        _capsule_kernels.pose_bodies(ends, centers, turns)
        bodies, rows_of_points = self.pairs[pairs].tolist(), list(points)
        borders = [*first_of.tolist(), poses.size]
        for place, (begin, end) in enumerate(pairwise(borders)):
            data.geom_xpos[:own], data.geom_xmat[:own] = centers[place], turns[place]
            for k in range(begin, end):
                first, second = bodies[k]
                found[k] = mujoco.mj_geomDistance(model, data, first, second, _FAR_M, rows_of_points[k])
        return NearPairs(poses, pairs, found, points)

    def add_gradient(
        self, placed: "PlacedArm", near: "NearPairs", *, weights: FloatArray, out: FloatArray
    ) -> None:
        """Add ``weights`` (K,) times the distance derivatives in the joint positions to ``out`` (N, n).

        Where two bodies just touch, the distance has no direction and nothing is added. Where the axis
        of a capsule runs deep inside a box, MuJoCo's distance is not a smooth function.
        """
        known = np.abs(near.distance) > _TOUCHING_M
        # where bodies overlap, the nearest points change places, and so does the sign of the distance
        scaled = np.where(known, weights / np.where(known, near.distance, 1.0), 0.0)
        slides, links = self._robot.is_prismatic, self.links[near.pairs]
        _capsule_kernels.approach_gradient(placed.frames, slides, links, near.poses, near.points, scaled, out)


@dataclass(frozen=True, eq=False)
class PlacedArm:
    """An arm at N poses: its link frames (N, n, 4, 4) and its capsules' ends (N, capsules, 2, 3) m."""

    frames: FloatArray
    ends: FloatArray


@dataclass(frozen=True, eq=False)
class NearPairs:
    """Distances (K,) m of ``pairs`` (K,) at ``poses`` (K,), and their nearest ``points`` (K, 6) m.

    Bodies that touch have a negative distance; their points are then as deep inside each other.
    """

    poses: Indices
    pairs: Indices
    distance: FloatArray
    points: FloatArray


@dataclass(frozen=True)
class _Things:
    """The obstacles around the arm, numbered after its capsules with the floor first."""

    up: FloatArray
    floor_height: float | None
    boxes: tuple[Box, ...]

    @property
    def names(self) -> list[str]:
        return ([] if self.floor_height is None else ["floor"]) + [box.name for box in self.boxes]

    @property
    def count(self) -> int:
        return len(self.names)

    def as_arrays(self) -> tuple[FloatArray, FloatArray]:
        """The floor (0 or 1, 4), its normal and height, and the boxes' corners (boxes, 2, 3)."""
        heights = [] if self.floor_height is None else [[*self.up, self.floor_height]]
        corners = [(box.low, box.high) for box in self.boxes]
        return np.array(heights, dtype=np.float64).reshape(-1, 4), np.array(
            corners, dtype=np.float64
        ).reshape(-1, 2, 3)


def _pairs_with(things: _Things, robot: RobotModel, capsules: tuple[Capsule, ...]) -> list[tuple[int, int]]:
    """Pairs of every capsule with every obstacle; the floor only with capsules that can approach it."""
    own, has_floor = len(capsules), things.floor_height is not None
    pairs = []
    for part, capsule in enumerate(capsules):
        if has_floor and can_sink(robot, capsule.link):
            pairs.append((part, own))
        pairs += [(part, own + thing) for thing in range(int(has_floor), things.count)]
    return pairs


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


def _link_name(link: int) -> str:
    return "base" if link == BASE_LINK else f"link {link + 1}"
