"""Orthographic view: points on a page, the light on flat sides, and the outline of an ellipsoid."""

import math

import numpy as np

from core.recording import FloatArray

_HIGHEST_RAD, _LOWEST_RAD = math.radians(75.0), math.radians(-5.0)
_LIGHT = np.array([-0.42, 0.62, 0.66]) / np.linalg.norm([-0.42, 0.62, 0.66])
"""Direction of the light on the page: from the left, from above, and from the viewer's side."""
_AMBIENT, _DIFFUSE = 0.52, 0.54


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
