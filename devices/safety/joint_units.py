"""Joint values in the units shown to people, for the facts of errors and findings."""

import math

from core.robot.model import RobotModel


def shown(robot: RobotModel, joint: int, value: float) -> float:
    """Convert a joint angle to degrees, or the travel of a sliding joint to mm."""
    return float(value * 1e3 if robot.is_prismatic[joint] else math.degrees(value))


def unit_of(robot: RobotModel, joint: int, *, per: str = "") -> str:
    """Unit of the value from ``shown``: ``°`` or ``mm``, with ``per`` such as ``/s`` appended."""
    return ("mm" if robot.is_prismatic[joint] else "°") + per
