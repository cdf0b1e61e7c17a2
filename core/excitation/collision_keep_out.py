"""Keeping an arm clear of itself, the floor and boxes while a motion of it is searched for."""

from collections.abc import Sequence

from core.excitation.keep_outs import KeepOut
from core.robot.model import RobotModel
from core.robot.surroundings import Box


def collision_keep_out(
    robot: RobotModel,
    *,
    floor_height: float | None,
    boxes: Sequence[Box],
    clearance_m: float = 0.010,
) -> KeepOut:
    """Distances of the arm to itself, to the floor and to boxes, of which ``clearance_m`` is kept."""
    raise NotImplementedError
