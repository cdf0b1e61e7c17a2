"""Distances of an arm to itself, the floor and boxes around it, over many poses, by MuJoCo.

The arm is modelled by its capsules (``core.robot.capsules``); ``core.robot.collision_scene`` chooses
the pairs. The compiled lower bounds of ``core.robot.collision_scene`` select the pairs that can be the
nearest, and MuJoCo computes only those.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.collision_scene import CollisionScene
from core.robot.kinematics import point_velocities
from core.robot.model import RobotModel
from core.robot.surroundings import SLOW_M_S, Box, ClosestPair

CLEARANCE_M = 0.01
"""Smallest distance allowed between the arm's parts, the floor and the boxes, m."""


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
        The obstacles around the arm.
    between
        If True, each distance also holds half the way to the poses before and after: it is
        then reduced by the most that the two bodies can approach each other there.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    scene = CollisionScene(robot, floor_height=floor_height, boxes=boxes)
    look = _Look(scene, q, between=between)
    return look.everywhere()


def smallest_clearance(
    robot: RobotModel,
    q: FloatArray,
    *,
    floor_height: float | None = None,
    boxes: Sequence[Box] = (),
    between: bool = False,
) -> ClosestPair:
    """The pair that comes nearest over all the poses; parameters and errors as for :func:`clearances`."""
    scene = CollisionScene(robot, floor_height=floor_height, boxes=boxes)
    return smallest_in(scene, q, between=between)


def smallest_in(scene: CollisionScene, q: FloatArray, *, between: bool) -> ClosestPair:
    """The pair of a scene that comes nearest over all the poses, as :func:`smallest_clearance` finds it."""
    return _Look(scene, q, between=between).nearest()


def nearest_of_note(scene: CollisionScene, q: FloatArray, *, keep_off: float) -> ClosestPair:
    """The pair that comes nearest along a path, without those that are near each other by design.

    These are the pairs that ``CollisionScene.kept_off`` leaves out for the distance ``keep_off``, m; one of
    them is still found where it is nearer than ``CLEARANCE_M``.
    """
    nearest = smallest_in(scene, q, between=True)
    if nearest.distance < CLEARANCE_M:
        return nearest
    kept = np.broadcast_to(scene.kept_off(keep_off) > 0.0, (q.shape[0], len(scene.pairs)))
    return _Look(scene, q, between=True, among=kept).nearest()


def nearest_while_fast(
    scene: CollisionScene,
    q: FloatArray,
    v: FloatArray,
    *,
    robot: RobotModel,
    keep_off: float,
    around: bool,
) -> ClosestPair:
    """The two bodies that come nearest while they are fast, also between samples.

    Parameters
    ----------
    scene
        The arm and what is around it.
    q, v
        Positions and velocities (N, n) along a path.
    robot
        The arm whose joint centres and flange are fast above ``SLOW_M_S`` where the floor or a box is near;
        with a tip for a long tool. Two links are fast where the joints between them may bring them nearer
        by more than that.
    keep_off
        Distance to be kept, m; which bodies can keep it says ``CollisionScene.kept_off``.
    around
        True for the arm and what is around it, False for two links of the arm.
    """
    kept = (scene.kept_off(keep_off) > 0.0) & (scene.is_around == around)
    is_fast = np.where(
        scene.is_around,
        (point_speeds(robot, q, v) > SLOW_M_S)[:, np.newaxis],
        np.abs(v) @ scene.levers.T > SLOW_M_S,
    )
    if not (is_fast & kept).any():
        return ClosestPair()
    return _Look(scene, q, between=True, among=is_fast & kept).nearest()


def point_speeds(robot: RobotModel, q: FloatArray, v: FloatArray) -> FloatArray:
    """Highest speed (N,) m/s of the joint centres and the flange at each sample, also between samples.

    Between two samples the speed exceeds both by at most half of its second difference there.
    """
    speed = np.linalg.norm(point_velocities(robot, q, v), axis=2)
    bend = np.abs(np.diff(speed, n=2, axis=0)).max(axis=0, initial=0.0)
    return np.asarray((speed + 0.5 * bend).max(axis=1))


class _Look:
    """Search of a scene at the poses ``q`` (N, n): bounds of all pairs, exact distances where needed.

    ``among`` (N, pairs) says where to look; everywhere where None.
    """

    def __init__(
        self,
        scene: CollisionScene,
        q: FloatArray,
        *,
        between: bool,
        among: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        self._scene, self._placed = scene, scene.place(q)
        self._lowering = half_steps(q) @ scene.levers.T if between else np.zeros((q.shape[0], 1))
        self._bounds = scene.lower_bounds(self._placed) - self._lowering
        if among is not None:
            self._bounds[~among] = np.inf

    def everywhere(self) -> Clearances:
        """The nearest pair of every pose."""
        distance, pair = self._at(np.arange(self._bounds.shape[0]))
        return Clearances(distance, self._closest(distance, pair, np.arange(distance.size)))

    def nearest(self) -> ClosestPair:
        """The nearest pair of all poses; poses that cannot contain it are skipped."""
        if not self._bounds.size:
            return ClosestPair()
        least = self._bounds.min(axis=1)
        first, _ = self._at(np.array([int(np.argmin(least))]))
        poses = np.flatnonzero(least <= first[0])
        return self._closest(*self._at(poses), poses)

    def _at(self, poses: npt.NDArray[np.intp]) -> tuple[FloatArray, npt.NDArray[np.intp]]:
        """The distance (K,) m of the nearest pair at ``poses`` (K,), and the index (K,) of that pair."""
        if not self._bounds.size:
            return np.full(poses.size, np.inf), np.zeros(poses.size, dtype=np.intp)
        bounds = self._bounds[poses]
        likely = np.argmin(bounds, axis=1)
        found = np.full(bounds.shape, np.inf)
        rows = np.arange(poses.size)
        found[rows, likely] = self._exact(poses, likely)
        doubtful = bounds <= found[rows, likely][:, np.newaxis]
        doubtful[rows, likely] = False
        row, pair = np.nonzero(doubtful)
        found[row, pair] = self._exact(poses[row], pair)
        nearest = np.argmin(found, axis=1)
        return found[rows, nearest], nearest

    def _exact(self, poses: npt.NDArray[np.intp], pairs: npt.NDArray[np.intp]) -> FloatArray:
        lowering = np.broadcast_to(self._lowering, self._bounds.shape)[poses, pairs]
        return self._scene.distances(self._placed, poses, pairs).distance - lowering

    def _closest(
        self, distance: FloatArray, pair: npt.NDArray[np.intp], poses: npt.NDArray[np.intp]
    ) -> ClosestPair:
        if not distance.size or not np.isfinite(distance).any():
            return ClosestPair()
        row = int(np.argmin(distance))
        return ClosestPair(float(distance[row]), *self._scene.names(int(pair[row])), int(poses[row]))


def half_steps(q: FloatArray) -> FloatArray:
    """Travel (N, n) of each joint half the way to the farther of the poses before and after, rad or m."""
    step = np.abs(np.diff(q, axis=0, prepend=q[:1], append=q[-1:]))
    halves: FloatArray = 0.5 * np.maximum(step[:-1], step[1:])
    return halves
