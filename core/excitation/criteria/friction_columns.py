"""The columns that friction adds to the regressor when a motion is judged: sign(v), v, 1 per joint."""

from enum import StrEnum

import numpy as np

from core.recording import FloatArray

COLUMNS_PER_JOINT = 3
REST_SPEED = 1e-9
"""Speed below which a joint is at rest and has no direction, rad/s (m/s)."""
BLEND_SPEED = 0.05
"""Width in rad/s (m/s) of the smooth approximation of sign(v), tanh(v / BLEND_SPEED)."""


class FrictionColumns(StrEnum):
    """The friction columns that are added to the inertial ones."""

    NONE = "none"
    COULOMB_VISCOUS = "coulomb-viscous"


def velocity_sign(velocity: FloatArray) -> FloatArray:
    """Sign of the velocity, zero at rest."""
    return np.where(np.abs(velocity) > REST_SPEED, np.sign(velocity), 0.0)


def smooth_velocity_sign(velocity: FloatArray) -> FloatArray:
    """Smooth approximation of the sign of a velocity, used for gradients."""
    return np.asarray(np.tanh(velocity / BLEND_SPEED))


def friction_columns(velocity: FloatArray, *, toward: FloatArray) -> FloatArray:
    """(N, f, 3 f): each joint's own direction ``toward`` (N, f), velocity and one, zero for the others."""
    samples, joints = velocity.shape
    columns = np.zeros((samples, joints, joints, COLUMNS_PER_JOINT))
    own = np.arange(joints)
    columns[:, own, own] = np.stack([toward, velocity, np.ones_like(velocity)], axis=2)
    return columns.reshape(samples, joints, -1)


def friction_gradient(velocity: FloatArray, weights: FloatArray) -> FloatArray:
    """Derivative (N, f) of ``sum(weights * columns)`` in the velocity, by the smooth direction."""
    samples, joints = velocity.shape
    own = np.arange(joints)
    mine = weights.reshape(samples, joints, joints, COLUMNS_PER_JOINT)[:, own, own]
    slope = (1.0 - smooth_velocity_sign(velocity) ** 2) / BLEND_SPEED
    return np.asarray(mine[:, :, 0] * slope + mine[:, :, 1])
