"""Collision avoidance during the search: distances to the arm itself, the floor and boxes."""

from collections.abc import Iterator, Sequence

import numpy as np

from core.errors import Fact
from core.excitation.keep_outs.keep_out import (
    PATH_STEP_S,
    KeepOut,
    Shortfall,
    path_times,
    squared_shortfalls,
    zero_kinematics,
)
from core.excitation.trajectories.motion import Kinematics, Trajectory
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M, nearest_while_fast, smallest_in
from core.robot.collision_scene import CollisionScene
from core.robot.model import RobotModel
from core.robot.surroundings import KEEP_OFF_M, SLOW_M_S, Box, ClosestPair

RESERVE_M = 0.003
"""Distance kept by a search beyond the clearance, for the motion between its samples, m."""
_REST = 1e-3
"""Speed in rad/s (m/s) below which the absolute value of a speed is smoothed, so that it has a slope."""
_COLLISIONS = {"floor": "floor-collision"}
FAST_AND_NEAR = "fast-and-near"
"""Code of the one shortfall that less speed mends."""


def collision_keep_out(
    robot: RobotModel,
    *,
    floor_height: float | None,
    boxes: Sequence[Box],
    clearance_m: float = CLEARANCE_M,
    keep_off_m: float = KEEP_OFF_M,
) -> KeepOut:
    """The constraint that distances to the arm itself, the floor and boxes exceed ``clearance_m``.

    In fast motion the distance exceeds ``keep_off_m`` for the pairs that can keep it.

    Parameters
    ----------
    robot
        The arm.
    floor_height
        m against gravity over the base frame's origin; None for no floor.
    boxes
        The obstacles around the arm.
    clearance_m
        Smallest distance, m; the safety layer requires ``core.robot.collision.CLEARANCE_M``.
    keep_off_m
        Smallest distance in fast motion, m; ``core.robot.collision.nearest_while_fast`` says what is fast.
    """
    scene = CollisionScene(robot, floor_height=floor_height, boxes=boxes)
    return _CollisionKeepOut(scene, robot, tuple(boxes), clearance_m, keep_off_m)


class _CollisionKeepOut:
    """The collision constraint as a ``core.excitation.keep_outs.keep_out.KeepOut``."""

    def __init__(
        self,
        scene: CollisionScene,
        robot: RobotModel,
        boxes: tuple[Box, ...],
        clearance_m: float,
        keep_off_m: float,
    ) -> None:
        self._scene, self._robot, self._boxes = scene, robot, boxes
        self._clearance, self._keep_off = clearance_m, keep_off_m
        self._further = np.maximum(scene.kept_off(keep_off_m) - clearance_m, 0.0)
        self._levers = scene.levers.T
        self._approach = 0.5 * PATH_STEP_S * self._levers

    def penalty(self, motion: Kinematics) -> tuple[float, Kinematics]:
        """The penalty of ``KeepOut``, with one term per pair of bodies.

        As in the exact check, the most that two bodies can approach each other within half a step of
        the fine grid is subtracted from their distance. The distance that fast motion keeps grows with a
        bound on the speed of their points, and is whole where that reaches what counts as fast: this has a
        slope, and asks for no less than the exact check.
        """
        scene, gradient = self._scene, zero_kinematics(motion)
        placed = scene.place(motion.position)
        speed = np.sqrt(motion.velocity**2 + _REST**2)
        per_speed = self._further / SLOW_M_S
        further = (speed @ self._levers) * per_speed
        wanted = self._clearance + RESERVE_M + speed @ self._approach + np.minimum(further, self._further)
        poses, pairs = np.nonzero(scene.lower_bounds(placed) < wanted)
        if not poses.size:
            return 0.0, gradient
        near = scene.distances(placed, poses, pairs)
        value, slope = squared_shortfalls((wanted[poses, pairs] - near.distance) / RESERVE_M)
        slope /= RESERVE_M * motion.position.shape[0]
        scene.add_gradient(placed, near, weights=-slope, out=gradient.position)
        by_wanted = np.zeros(wanted.shape)
        by_wanted[poses, pairs] = slope
        by_further = np.where(further < self._further, by_wanted * per_speed, 0.0)
        by_speed = by_wanted @ self._approach.T + by_further @ self._levers.T
        gradient.velocity[:] = by_speed * motion.velocity / speed
        return float(value.sum()) / motion.position.shape[0], gradient

    def shortfalls(self, trajectory: Trajectory) -> tuple[Shortfall, ...]:
        """The shortfall of ``KeepOut`` for the closest pair, if it is too close."""
        time = path_times(trajectory.duration)
        motion = trajectory.evaluate(time)
        nearest = smallest_in(self._scene, motion.position, between=True)
        too_near = tuple(
            collision_shortfalls(
                nearest,
                seconds=float(time[nearest.pose]),
                boxes=self._boxes,
                clearance_m=self._clearance,
            )
        )
        if too_near:
            return too_near
        path = motion.position, motion.velocity
        return tuple(
            fast_shortfalls(self._scene, *path, robot=self._robot, keep_off_m=self._keep_off, time=time)
        )


def collision_shortfalls(
    nearest: ClosestPair, *, seconds: float, boxes: Sequence[Box], clearance_m: float = CLEARANCE_M
) -> Iterator[Shortfall]:
    """The shortfall of the closest pair, ``seconds`` after the start; none if it is far enough."""
    if nearest.distance >= clearance_m:
        return
    names = {box.name for box in boxes}
    code = _COLLISIONS.get(nearest.second, "box-collision" if nearest.second in names else "self-collision")
    facts: dict[str, Fact] = {
        "first": nearest.first,
        "second": nearest.second,
        "distance": 1e3 * nearest.distance,
        "limit": 1e3 * clearance_m,
        "seconds": seconds,
    }
    yield Shortfall(code, facts)


def fast_shortfalls(
    scene: CollisionScene,
    position: FloatArray,
    velocity: FloatArray,
    *,
    robot: RobotModel,
    keep_off_m: float,
    time: FloatArray,
) -> Iterator[Shortfall]:
    """The shortfalls of what the fast arm passes too near, and of links that are fast and near each other.

    Links pass each other as the arm was made, and a wrist opens by 50 mm in some poses only: this forbids no
    motion. ``position`` and ``velocity`` (N, n) are those at ``time`` (N,) s; the others as
    ``core.robot.collision.nearest_while_fast`` takes them.
    """
    for around in (True, False):
        nearest = nearest_while_fast(
            scene, position, velocity, robot=robot, keep_off=keep_off_m, around=around
        )
        if nearest.distance < keep_off_m:
            facts: dict[str, Fact] = {
                "first": nearest.first,
                "second": nearest.second,
                "distance": 1e3 * nearest.distance,
                "limit": 1e3 * keep_off_m,
                "speed": 1e3 * SLOW_M_S,
                "seconds": float(time[nearest.pose]),
            }
            yield Shortfall(FAST_AND_NEAR, facts, blocking=around)


def touching(
    robot: RobotModel, pose: FloatArray, *, floor_height: float | None, boxes: Sequence[Box]
) -> tuple[ClosestPair, ...]:
    """All pairs closer than ``CLEARANCE_M`` at a pose (n,) of the arm, the closest first."""
    scene = CollisionScene(robot, floor_height=floor_height, boxes=boxes)
    placed = scene.place(pose[np.newaxis])
    near = scene.distances(placed, *np.nonzero(scene.lower_bounds(placed) < CLEARANCE_M))
    found: dict[tuple[str, str], ClosestPair] = {}
    for row in np.argsort(near.distance):
        if near.distance[row] < CLEARANCE_M:
            names = scene.names(int(near.pairs[row]))
            found.setdefault(names, ClosestPair(float(near.distance[row]), *names))
    return tuple(found.values())
