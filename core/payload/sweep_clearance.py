"""Collision check of the arm with a ball around its flange and a long tool, along straight ways."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.payload.plan import PayloadPlanSettings
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M, clearances, smallest_in
from core.robot.collision_scene import CollisionScene
from core.robot.laden_arm import laden_arm
from core.robot.model import RobotModel
from core.robot.surroundings import Box

_STEP_RAD = float(np.radians(2.0))
_FINE_STEP_RAD = float(np.radians(0.4))
"""Steps between the poses checked, rad.

The motion between them is covered by reducing the distances, so that a narrow way needs the fine step.
"""
_FEWEST = 2
_ROUNDING_M = 1e-5


class SweepRoom:
    """The arm with its payload, the floor and the boxes."""

    def __init__(
        self,
        robot: RobotModel,
        settings: PayloadPlanSettings,
        *,
        floor_height: float | None,
        boxes: Sequence[Box],
    ) -> None:
        self._laden = laden_arm(robot, settings.tool_length, radius=settings.payload_radius)
        self._bare = CollisionScene(robot, floor_height=floor_height, boxes=boxes)
        self._scene = CollisionScene(self._laden, floor_height=floor_height, boxes=boxes)

    def is_clear(self, *stops: FloatArray) -> bool:
        """True if the straight ways from stop to stop (n,) are free of collisions, payload included."""
        return _keeps_clear(self._scene, stops)

    def leads_there(self, here: FloatArray, there: FloatArray) -> bool:
        """True if the way from the present pose is free; a payload that is too close may not come closer."""
        stands = smallest_in(self._scene, here[np.newaxis], between=False).distance
        if stands >= CLEARANCE_M:
            return self.is_clear(here, there)
        path = straight_way(here, there, step=_FINE_STEP_RAD)
        near = smallest_in(self._scene, path, between=False).distance >= stands - _ROUNDING_M
        return near and _keeps_clear(self._bare, (here, there))

    def is_clear_of_itself(self, q: FloatArray) -> npt.NDArray[np.bool_]:
        """Mask of the poses (K, n) without self-collision."""
        return np.asarray(clearances(self._laden, q).distance >= CLEARANCE_M)


def straight_way(here: FloatArray, there: FloatArray, *, step: float = _STEP_RAD) -> FloatArray:
    """(N, n) poses from one to the other, both included, no more than a step (rad, m) apart."""
    count = max(int(np.ceil(float(np.abs(there - here).max()) / step)) + 1, _FEWEST)
    share = np.linspace(0.0, 1.0, count)[:, np.newaxis]
    return np.asarray(here + share * (there - here))


def _keeps_clear(scene: CollisionScene, stops: Sequence[FloatArray]) -> bool:
    """True if all ways from stop to stop are free; checked with the finer step where uncertain."""
    for step in (_STEP_RAD, _FINE_STEP_RAD):
        ways = [straight_way(here, there, step=step) for here, there in pairwise(stops)]
        path = np.concatenate([ways[0], *(way[1:] for way in ways[1:])])
        near = smallest_in(scene, path, between=True)
        if near.distance >= CLEARANCE_M:
            return True
        pose = path[near.pose : near.pose + 1]
        if smallest_in(scene, pose, between=False).distance < CLEARANCE_M:
            return False
    return False
