"""Boxes around a drawn arm: corners and sides."""

import numpy as np

from core.drawing.arm_scene import ArmBody
from core.recording import FloatArray
from core.robot.surroundings import Box

_CORNERS: FloatArray = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.float64)
FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
"""Corners of each side: the lower and the upper along x, then along y, then along z."""
_FLAT = 1e-9


def box_corners(body: ArmBody, box: Box) -> FloatArray:
    """Corners (8, 3) of a box in the drawing, m."""
    low, high = np.array(box.low), np.array(box.high)
    return body.upright(low + _CORNERS * (high - low))


def box_normals(corners: FloatArray) -> FloatArray:
    """(6, 3) outward unit vectors of the sides in the order of ``FACES``."""
    edges = corners[[4, 2, 1]] - corners[0]
    edges = edges / np.maximum(np.linalg.norm(edges, axis=1, keepdims=True), _FLAT)
    return np.asarray(np.stack([-edges, edges], axis=1).reshape(6, 3))


def floor_level(body: ArmBody, floor_height: float) -> float:
    """Height of the floor above the foot in the drawing, m.

    ``floor_height`` is over the base frame's origin.
    """
    return floor_height - float(body.up @ body.robot.base[:3, 3])
