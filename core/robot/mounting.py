"""Mounting of an arm's base: on a table, a wall, the ceiling, or turned by three angles.

A mounting is gravity's direction in the base frame. The description, the visit and every computation hold
that vector alone.
"""

import math
from dataclasses import replace

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.model import STANDARD_GRAVITY, RobotModel
from core.robot.placement import from_roll_pitch_yaw

PRESETS = {"table": (0.0, 0.0, 0.0), "wall": (0.0, 90.0, 0.0), "ceiling": (180.0, 0.0, 0.0)}
"""Roll, pitch, yaw in degrees of the base in the room. On the wall, the base's x axis points down."""
_LARGEST_DEG = 360.0
_SAME_DEG = 0.05
"""Angle up to which two mountings are the same."""


def mounting_angles(text: str) -> tuple[float, float, float]:
    """Roll, pitch and yaw in degrees of ``table``, ``wall``, ``ceiling`` or ``R,P,Y``.

    Raises
    ------
    BadRequest
        ``mounting-text`` for anything else.
    """
    known = PRESETS.get(text.strip().lower())
    if known is not None:
        return known
    try:
        angles = tuple(float(part) for part in text.split(","))
    except ValueError:
        angles = ()
    if len(angles) != 3 or not all(math.isfinite(angle) and abs(angle) <= _LARGEST_DEG for angle in angles):
        raise BadRequest("mounting-text", text=text)
    roll, pitch, yaw = angles
    return roll, pitch, yaw


def mounted(robot: RobotModel, mounting: str) -> RobotModel:
    """The robot with its base mounted as the text says; errors as ``mounting_angles``.

    The base is turned about the room's fixed x, then y, then z. Yaw changes nothing: gravity is the same.
    """
    turn = from_roll_pitch_yaw(np.zeros(3), rpy=np.radians(mounting_angles(mounting)))[:3, :3]
    size = float(np.linalg.norm(robot.gravity)) or STANDARD_GRAVITY
    gravity = turn.T @ np.array([0.0, 0.0, -size])
    gravity[np.abs(gravity) < 1e-12 * size] = 0.0
    return replace(robot, gravity=gravity)


def mounting_name(gravity: FloatArray) -> str:
    """``table``, ``wall``, ``ceiling`` or roll and pitch as ``R,P,0`` for gravity (3,) in the base frame."""
    size = float(np.linalg.norm(gravity))
    if size == 0.0:
        return ""
    down = gravity / size
    for name, angles in PRESETS.items():
        turn = from_roll_pitch_yaw(np.zeros(3), rpy=np.radians(angles))[:3, :3]
        if down @ (turn.T @ np.array([0.0, 0.0, -1.0])) > math.cos(math.radians(_SAME_DEG)):
            return name
    x, y, z = np.round(-down, 9) + 0.0  # the room's upward direction, seen from the base
    roll, pitch = math.degrees(math.atan2(y, z)), math.degrees(math.asin(-x)) + 0.0
    return f"{roll:.4g},{pitch:.4g},0"
