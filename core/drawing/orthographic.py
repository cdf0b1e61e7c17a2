"""Orthographic view: points and boxes on a page, the light on flat sides, and the outline of an ellipsoid."""

import math

import numpy as np

from core.drawing.arm_scene import ArmBody
from core.recording import FloatArray
from core.robot.surroundings import Box

_HIGHEST_RAD, _LOWEST_RAD = math.radians(75.0), math.radians(-5.0)
_LIGHT = np.array([-0.42, 0.62, 0.66]) / np.linalg.norm([-0.42, 0.62, 0.66])
"""Direction of the light on the page: from the left, from above, and from the viewer's side."""
_AMBIENT, _DIFFUSE = 0.52, 0.54

_CORNERS: FloatArray = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.float64)
FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
"""Corners of each side: the lower and the upper along x, then along y, then along z."""
_FLAT = 1e-9


class Orthographic:
    """A view turned by ``azimuth`` about the vertical and raised by ``elevation``, rad.

    With both 0 the viewer looks along -x, and y runs to the right.
    """

    def __init__(self, *, azimuth: float, elevation: float) -> None:
        self.azimuth = math.remainder(azimuth, 2.0 * math.pi)
        self.elevation = min(max(elevation, _LOWEST_RAD), _HIGHEST_RAD)
        ca, sa = math.cos(self.azimuth), math.sin(self.azimuth)
        ce, se = math.cos(self.elevation), math.sin(self.elevation)
        self.matrix: FloatArray = np.array([[-sa, ca, 0.0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]])
        """Rotation (3, 3) to page coordinates: right, up, towards the viewer."""

    def turned(self, *, azimuth: float, elevation: float) -> "Orthographic":
        """The view rotated further by both angles, rad."""
        return Orthographic(azimuth=self.azimuth + azimuth, elevation=self.elevation + elevation)

    def seen(self, points: FloatArray) -> FloatArray:
        """Points or directions (..., 3) as right, up and towards the viewer."""
        return points @ self.matrix.T


def face_light(normals: FloatArray) -> FloatArray:
    """Brightness (F,) of flat faces with normals (F, 3), unit vectors on the page."""
    light: FloatArray = _AMBIENT + _DIFFUSE * np.maximum(normals @ _LIGHT, 0.0)
    return light


def ellipsoid_outline(view: Orthographic, axes: FloatArray) -> FloatArray:
    """Half axes (2, 2), columns, right and up on the page, of an ellipsoid's outline; longest first.

    Parameters
    ----------
    axes
        (3, 3) half axes, columns, in the upright frame.
    """
    left, size, _ = np.linalg.svd(view.matrix[:2] @ axes)
    return np.asarray(left * size)


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
