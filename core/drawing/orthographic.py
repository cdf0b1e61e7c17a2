"""Orthographic view: points on a page, and shading of tubes."""

import math

import numpy as np

from core.recording import FloatArray

HIGHEST_RAD, LOWEST_RAD = math.radians(75.0), math.radians(-5.0)
_LIGHT = np.array([-0.42, 0.62, 0.66]) / np.linalg.norm([-0.42, 0.62, 0.66])
"""Direction of the light on the page: from the left, from above, and from the viewer's side."""
_AMBIENT, _DIFFUSE = 0.52, 0.54
_NOTHING = 1e-9
STOPS: FloatArray = np.array([-1.0, -0.8, -0.35, 0.15, 0.6, 0.88, 1.0])
"""Places across a tube with a computed brightness, from -1 at one edge to 1 at the other."""


class Orthographic:
    """A view turned by ``azimuth`` about the vertical and raised by ``elevation``, rad.

    With both 0 the viewer looks along -x, and y runs to the right.
    """

    def __init__(self, *, azimuth: float, elevation: float) -> None:
        self.azimuth = math.remainder(azimuth, 2.0 * math.pi)
        self.elevation = min(max(elevation, LOWEST_RAD), HIGHEST_RAD)
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


def across(axes: FloatArray) -> FloatArray:
    """Directions (T, 2) on the page across tubes whose axes are (T, 3) unit vectors on the page."""
    flat = axes[:, :2]
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    safe = np.where(length > _NOTHING, flat / np.maximum(length, _NOTHING), np.array([1.0, 0.0]))
    return np.stack([-safe[:, 1], safe[:, 0]], axis=1)


def tube_light(axes: FloatArray) -> FloatArray:
    """Brightness (T, stops) across tubes at ``STOPS``; their axes are (T, 3) unit vectors on the page.

    Lambert's law: the surface turns from one edge over the side that faces the viewer to the
    other edge.
    """
    edge = np.zeros_like(axes)
    edge[:, :2] = across(axes)
    facing = np.array([0.0, 0.0, 1.0]) - axes[:, 2:3] * axes
    size = np.linalg.norm(facing, axis=1, keepdims=True)
    facing = np.where(size > _NOTHING, facing / np.maximum(size, _NOTHING), np.array([0.0, 0.0, 1.0]))
    outwards = np.sqrt(1.0 - STOPS**2)
    shine = (edge @ _LIGHT)[:, np.newaxis] * STOPS + (facing @ _LIGHT)[:, np.newaxis] * outwards
    light: FloatArray = _AMBIENT + _DIFFUSE * np.maximum(shine, 0.0)
    return light


def face_light(normals: FloatArray) -> FloatArray:
    """Brightness (F,) of flat faces with normals (F, 3), unit vectors on the page."""
    light: FloatArray = _AMBIENT + _DIFFUSE * np.maximum(normals @ _LIGHT, 0.0)
    return light
