"""How far an arm is from itself, the floor and boxes around it, over many poses; distances by MuJoCo."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.recording import FloatArray
from core.robot.model import RobotModel


@dataclass(frozen=True)
class Box:
    """Something that stands around the arm: corners in m in the base frame, edges along its axes."""

    name: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]


@dataclass(frozen=True)
class ClosestPair:
    """The two that come nearest: their names, the distance in m (negative inside), and at which pose."""

    distance: float
    first: str
    second: str
    pose: int


def smallest_clearance(
    robot: RobotModel,
    q: FloatArray,
    *,
    floor_height: float | None = None,
    boxes: Sequence[Box] = (),
    between: bool = False,
) -> ClosestPair:
    """The smallest distance over the poses ``q`` (N, n); with ``between`` also on the way from one to the next."""
    raise NotImplementedError(robot, q, floor_height, boxes, between)
