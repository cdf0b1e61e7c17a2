"""What the options of ``torsion excite`` take: numbers, poses, joints, boxes, as people type them.

Every function raises ``argparse.ArgumentTypeError`` with what is wrong.
"""

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.robot.surroundings import Box

if TYPE_CHECKING:
    from core.robot.model import RobotModel

_DEGREES = ("deg", "°")


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
    return Pose(numbers(text.removesuffix(unit)), is_degrees=bool(unit))


def numbers(text: str) -> tuple[float, ...]:
    """Finite numbers between commas."""
    return tuple(finite(part) for part in text.split(","))


def finite(text: str) -> float:
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no number") from None
    if not np.isfinite(value):
        raise argparse.ArgumentTypeError(f"'{text}' is no finite number")
    return value


def positive(text: str) -> float:
    """A finite number greater than zero."""
    value = finite(text)
    if value <= 0.0:
        raise argparse.ArgumentTypeError(f"'{text}' is not greater than zero")
    return value


def from_one(text: str) -> int:
    """A whole number from 1 up."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 1 up")
    return int(text)


def from_zero(text: str) -> int:
    """A whole number from 0 up."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 0 up")
    return int(text)


def joints(text: str) -> tuple[int, ...]:
    """Joints counted from 1 as the core counts them."""
    return tuple(sorted({from_one(part) - 1 for part in text.split(",")}))


def floor_height(text: str) -> float | None:
    """A height in m; nothing for ``none``."""
    return None if text == "none" else finite(text)


def corners(text: str) -> Box:
    """A box by two opposite corners in m, and its name where one is given."""
    parts = [part.strip() for part in text.split(",", maxsplit=6)]
    if len(parts) < 6:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no box; write two corners, such as 0.4,-0.5,0,1.2,0.5,0.8"
        )
    first, second = np.array([finite(part) for part in parts[:6]]).reshape(2, 3)
    low, high = np.minimum(first, second), np.maximum(first, second)
    if not np.all(high > low):
        raise argparse.ArgumentTypeError(f"'{text}' is no box; its corners have to differ along x, y and z")
    return Box("".join(parts[6:]), (low[0], low[1], low[2]), (high[0], high[1], high[2]))
