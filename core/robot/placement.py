"""Rigid placements as 4×4 matrices: making, inverting, checking them."""

import numpy as np

from core.recording import FloatArray

_RIGID_TOLERANCE = 1e-6


def rotation_about_x(angle: float) -> FloatArray:
    """Placement (4, 4) that turns about x by ``angle`` rad."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


def rotation_about_y(angle: float) -> FloatArray:
    """Placement (4, 4) that turns about y by ``angle`` rad."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]])


def rotation_about_z(angle: float) -> FloatArray:
    """Placement (4, 4) that turns about z by ``angle`` rad."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def shift(x: float, y: float, z: float) -> FloatArray:
    """Placement (4, 4) that translates by x, y and z in m."""
    placement = np.eye(4)
    placement[:3, 3] = x, y, z
    return placement


def from_roll_pitch_yaw(xyz: FloatArray, *, rpy: FloatArray) -> FloatArray:
    """(4, 4) from a translation (3,) in m and turns (3,) in rad about the fixed x, then y, then z."""
    turn = rotation_about_z(rpy[2]) @ rotation_about_y(rpy[1]) @ rotation_about_x(rpy[0])
    placement: FloatArray = shift(*xyz) @ turn
    return placement


def inverse(placement: FloatArray) -> FloatArray:
    """The inverse (4, 4) of a rigid placement."""
    inverted = np.eye(4)
    inverted[:3, :3] = placement[:3, :3].T
    inverted[:3, 3] = -placement[:3, :3].T @ placement[:3, 3]
    return inverted


def is_rigid(placement: FloatArray) -> bool:
    """True if the matrix (4, 4) is a rigid placement: a proper rotation and a translation."""
    turn = placement[:3, :3]
    orthogonal = np.allclose(turn @ turn.T, np.eye(3), rtol=0.0, atol=_RIGID_TOLERANCE)
    right_handed = np.linalg.det(turn) > 0.0
    return bool(orthogonal and right_handed and np.array_equal(placement[3], [0.0, 0.0, 0.0, 1.0]))
