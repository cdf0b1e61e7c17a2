"""Collision avoidance during the search: distances to the arm itself, the floor and boxes."""

from collections.abc import Iterator, Sequence

import numpy as np

from core.errors import Fact
from core.excitation.keep_outs.keep_out import KeepOut, Shortfall, nothing_like, squared
from core.excitation.keep_outs.path_grid import PATH_STEP_S, path_times
from core.excitation.trajectories.motion import Kinematics, Trajectory
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M, smallest_in
from core.robot.collision_scene import CollisionScene
from core.robot.model import RobotModel
from core.robot.surroundings import Box, ClosestPair

RESERVE_M = 0.003
"""Distance kept by a search beyond the clearance, for the motion between its samples, m."""
_REST = 1e-3
"""Speed in rad/s (m/s) below which the absolute value of a speed is smoothed, so that it has a slope."""
_COLLISIONS = {"floor": "floor-collision"}


def collision_keep_out(
    robot: RobotModel,
    *,
    floor_height: float | None,
    boxes: Sequence[Box],
    clearance_m: float = CLEARANCE_M,
) -> KeepOut:
    """The constraint that distances to the arm itself, the floor and boxes exceed ``clearance_m``.

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
    """
    return _CollisionKeepOut(robot, floor_height, tuple(boxes), clearance_m)


class _CollisionKeepOut:
    """The collision constraint as a ``core.excitation.keep_outs.keep_out.KeepOut``."""

    def __init__(
        self, robot: RobotModel, floor_height: float | None, boxes: tuple[Box, ...], clearance_m: float
    ) -> None:
        self._scene = CollisionScene(robot, floor_height=floor_height, boxes=boxes)
        self._boxes, self._clearance = boxes, clearance_m
        self._approach = 0.5 * PATH_STEP_S * self._scene.levers.T

    def penalty(self, motion: Kinematics) -> tuple[float, Kinematics]:
        """The penalty of ``KeepOut``, with one term per pair of bodies.

        As in the exact check, the most that two bodies can approach each other within half a step of
        the fine grid is subtracted from their distance.
        """
        scene, gradient = self._scene, nothing_like(motion)
        placed = scene.place(motion.position)
        speed = np.sqrt(motion.velocity**2 + _REST**2)
        wanted = self._clearance + RESERVE_M + speed @ self._approach
        poses, pairs = np.nonzero(scene.lower_bounds(placed) < wanted)
        if not poses.size:
            return 0.0, gradient
        near = scene.distances(placed, poses, pairs)
        value, slope = squared((wanted[poses, pairs] - near.distance) / RESERVE_M)
        slope /= RESERVE_M * motion.position.shape[0]
        scene.add_gradient(placed, near, weights=-slope, out=gradient.position)
        by_wanted = np.zeros(wanted.shape)
        by_wanted[poses, pairs] = slope
        gradient.velocity[:] = by_wanted @ self._approach.T * motion.velocity / speed
        return float(value.sum()) / motion.position.shape[0], gradient

    def shortfalls(self, trajectory: Trajectory) -> tuple[Shortfall, ...]:
        """The shortfall of ``KeepOut`` for the closest pair, if it is too close."""
        time = path_times(trajectory.duration)
        nearest = smallest_in(self._scene, trajectory.evaluate(time).position, between=True)
        return tuple(
            collision_shortfalls(
                nearest,
                seconds=float(time[nearest.pose]),
                boxes=self._boxes,
                clearance_m=self._clearance,
            )
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
