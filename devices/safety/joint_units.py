"""Joint values as people read them, for the facts of errors and findings."""

import math

from core.robot.model import RobotModel


def shown(robot: RobotModel, joint: int, value: float) -> float:
    """A joint's angle in degrees, or a sliding joint's way in mm."""
    return float(value * 1e3 if robot.is_prismatic[joint] else math.degrees(value))


def unit_of(robot: RobotModel, joint: int, *, per: str = "") -> str:
    """The unit of what ``shown`` gives: ``°`` or ``mm``, with ``per`` behind it, such as ``/s``."""
    return ("mm" if robot.is_prismatic[joint] else "°") + per
