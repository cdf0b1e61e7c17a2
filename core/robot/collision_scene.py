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
from core.robot.capsules import arm_capsules, capsules_in, placed_capsules
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
_SAME_CENTRE = 1.5
"""Two bodies whose ends are nearer to a common centre than this times their radii share it."""
_PLUMB = 1e-6
_POSES = 64
_FIXED_M = 1e-6
"""The end of a body whose distance to a thing varies by less over some poses does not move towards it, m."""


# Choice of the pairs of bodies that can collide, and how fast two bodies can approach each other.
#
# Neighbouring links, and links that share a joint's centre with a short link between them, touch by
# design: ranges of motion keep them apart, not a distance. The floor is not checked against links that no
# joint can move towards it.


def pairs_to_judge(robot: RobotModel) -> tuple[tuple[int, int], ...]:
    """Pairs of capsules, by their numbers in ``arm_capsules``, that touch only by accident."""
    capsules = arm_capsules(robot)
    still = np.zeros((1, robot.joint_count))
    ends = placed_capsules(robot, still, capsules=capsules)[0]
    centres = np.concatenate([robot.base[None, :3, 3], link_transforms(robot, still)[0, :, :3, 3]])
    return tuple(
        (one, other)
        for one, first in enumerate(capsules)
        for other, second in enumerate(capsules)
        if second.link - first.link > 1 and not _share_centre(centres, (first, second), ends[[one, other]])
    )


def _share_centre(centres: FloatArray, pair: tuple[Capsule, Capsule], ends: FloatArray) -> bool:
    """True if two bodies with one link between them both end at that link's centre."""
    inner, outer = pair
    if outer.link - inner.link > 2:
        return False
    centre = centres[outer.link]  # of the link between: centres begin with the base
    gaps = [_distance_to_segment(centre, segment) for segment in ends]
    return sum(gaps) < _SAME_CENTRE * (inner.radius + outer.radius)


def _distance_to_segment(point: FloatArray, segment: FloatArray) -> float:
    start, along = segment[0], segment[1] - segment[0]
    share = (point - start) @ along / max(float(along @ along), 1e-12)
    return float(np.linalg.norm(point - start - min(max(share, 0.0), 1.0) * along))


def up_direction(robot: RobotModel) -> FloatArray:
    """(3,) against gravity in the base frame; its z axis where there is no gravity."""
    pull = float(np.linalg.norm(robot.gravity))
    return -robot.gravity / pull if pull > 0.0 else np.array([0.0, 0.0, 1.0])


def can_sink(robot: RobotModel, link: int) -> bool:
    """True if some joint moves the link towards the floor; not the base, nor link 1 on a vertical axis."""
    if link != 0:
        return link > 0
    axis = link_transforms(robot, np.zeros((1, robot.joint_count)))[0, 0, :3, 2]
    tilt = float(np.linalg.norm(np.cross(axis, up_direction(robot))))
    return bool(robot.is_prismatic[0]) or tilt > _PLUMB


def _approach_levers(robot: RobotModel, links: Sequence[tuple[int, int]]) -> FloatArray:
    """(pairs, n) m by which two links can come nearer per unit of each joint, at most."""
    reach = _reaches(robot)
    levers = np.zeros((len(links), robot.joint_count))
    for row, pair in enumerate(links):
        inner, outer = min(pair), max(pair)
        beyond = reach.get(outer, 0.0)
        for joint in range(outer, inner, -1):
            levers[row, joint] = 1.0 if robot.is_prismatic[joint] else beyond
            beyond += float(np.hypot(robot.a[joint], abs(robot.d[joint]) + _travel(robot, joint)))
    return levers


def _reaches(robot: RobotModel) -> dict[int, float]:
    """Distance of the farthest point of each link's body from its frame's origin, m, by link."""
    reaches: dict[int, float] = {BASE_LINK: 0.0}
    for capsule in arm_capsules(robot):
        farthest = float(np.linalg.norm([capsule.start, capsule.end], axis=1).max()) + capsule.radius
        reaches[capsule.link] = max(reaches.get(capsule.link, 0.0), farthest)
    return reaches


def _travel(robot: RobotModel, joint: int) -> float:
    """Largest length that a sliding joint can add to its row's d, m."""
    if not robot.is_prismatic[joint]:
        return 0.0
    ends = np.abs([robot.lower[joint], robot.upper[joint]])
    return float(ends.max()) if np.all(np.isfinite(ends)) else _FAR_M


class CollisionScene:
    """One arm and its surroundings; owns MuJoCo's buffers, so only one thread may use it.

    ``pairs`` (P, 2) number the capsules of ``arm_capsules``, then the floor, then the boxes;
    ``links`` (P, 2) are their links (``BASE_LINK`` for everything that does not move),
    ``levers`` (P, n) by how much each joint brings the two nearer per unit, at most.
    """

    def __init__(self, robot: RobotModel, *, floor_height: float | None, boxes: Sequence[Box]) -> None:
        things = _Things(up_direction(robot), floor_height, tuple(boxes))
        self._robot, self._capsules, self._things = robot, arm_capsules(robot), things
        pairs = [*pairs_to_judge(robot), *_pairs_with(things, robot, self._capsules)]
        self.pairs: Indices = np.array(pairs, dtype=np.intp).reshape(-1, 2)
        self.is_around = self.pairs[:, 1] >= len(self._capsules)
        """(P,) True for the pairs with the floor or a box."""
        links = [capsule.link for capsule in self._capsules] + [BASE_LINK] * things.count
        self.links: Indices = np.array(links, dtype=np.intp)[self.pairs]
        self.levers = _approach_levers(robot, [(int(a), int(b)) for a, b in self.links])
        self._names = [_link_name(capsule.link) for capsule in self._capsules] + things.names
        self._radii = np.array([capsule.radius for capsule in self._capsules])
        self._model, self._data = _geometries(self._capsules, things)

    def names(self, pair: int) -> tuple[str, str]:
        """Names of the two bodies of a pair: ``base``, ``link N`` (from 1), ``floor`` or the box's name."""
        first, second = self.pairs[pair]
        return self._names[first], self._names[second]

    def kept_off(self, distance: float) -> FloatArray:
        """``distance`` for the pairs (P,) that can keep it, m; 0 for the others.

        Left out are links that are nearer to each other in half of all poses, so by design, and a link whose
        shoulder is nearer to the floor or a box in every pose by the way the arm is mounted: its other end is
        the next link's, which is not left out.
        """
        kept = np.full(len(self.pairs), distance)
        turns = np.random.default_rng(0).uniform(-np.pi, np.pi, (_POSES, self._robot.joint_count))
        placed = self.place(turns)
        kept[~self.is_around & (np.median(self.lower_bounds(placed), axis=0) < distance)] = 0.0
        for pair in np.flatnonzero(self.is_around):
            part, thing = self.pairs[pair]
            gaps = self._things.distances(placed.ends[:, part], int(thing) - len(self._capsules))
            is_fixed = np.ptp(gaps, axis=0) < _FIXED_M
            if np.any(gaps[0, is_fixed] - self._radii[part] < distance):
                kept[pair] = 0.0
        return kept

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

    def distances(self, points: FloatArray, thing: int) -> FloatArray:
        """Distance (...) m of ``points`` (..., 3) to one of them, by its number."""
        if self.floor_height is not None and thing == 0:
            return np.asarray(points @ self.up - self.floor_height)
        box = self.boxes[thing - int(self.floor_height is not None)]
        beside = np.maximum(np.maximum(np.array(box.low) - points, points - np.array(box.high)), 0.0)
        return np.asarray(np.linalg.norm(beside, axis=-1))

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
