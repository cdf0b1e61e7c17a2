"""Poses and boxes as people type them behind the options of ``torsion excite``.

Every function raises ``argparse.ArgumentTypeError`` with the mistake.
"""

import argparse

import numpy as np

from app.terminal.numbers import NumberOption, shown
from app.terminal.values import Pose
from core.bounds import HEIGHT, POSITION
from core.robot.surroundings import Box

_DEGREES = ("deg", "°")
_POSE = NumberOption(POSITION, several=True)
_CORNER = NumberOption(HEIGHT)


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
