"""What the options of ``torsion excite`` take: numbers, poses, joints, boxes, as people type them.

Every function raises ``argparse.ArgumentTypeError`` with what is wrong.
"""

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.terminal.numbers import NumberOption, shown
from core.bounds import HEIGHT, POSITION
from core.robot.surroundings import Box

if TYPE_CHECKING:
    from core.robot.model import RobotModel

_DEGREES = ("deg", "°")
_POSE = NumberOption(POSITION, several=True)
_CORNER = NumberOption(HEIGHT)


@dataclass(frozen=True)
class Pose:
    """Joint positions as they were typed."""

    numbers: tuple[float, ...]
    is_degrees: bool

    def positions(self, robot: "RobotModel") -> tuple[float, ...]:
        """In rad, and m for the joints that slide."""
        numbers = np.array(self.numbers)
        if self.is_degrees and numbers.size == robot.joint_count:
            numbers = np.where(robot.is_prismatic, numbers, np.radians(numbers))
        return tuple(numbers.tolist())


def pose(text: str) -> Pose:
    """Numbers in rad, or in degrees with the unit at the end."""
    unit = next((unit for unit in _DEGREES if text.endswith(unit)), "")
    return Pose(_POSE(text.removesuffix(unit)), is_degrees=bool(unit))


def corners(text: str) -> Box:
    """A box by two opposite corners in m, and its name where one is given."""
    parts = [part.strip() for part in text.split(",", maxsplit=6)]
    if len(parts) < 6:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is no box; write two corners, such as 0.4,-0.5,0,1.2,0.5,0.8"
        )
    first, second = np.array([_CORNER(part) for part in parts[:6]]).reshape(2, 3)
    low, high = np.minimum(first, second), np.maximum(first, second)
    if not np.all(high > low):
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is no box; its corners have to differ along x, y and z"
        )
    return Box("".join(parts[6:]), (low[0], low[1], low[2]), (high[0], high[1], high[2]))
