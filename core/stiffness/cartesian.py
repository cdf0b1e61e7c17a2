"""Cartesian stiffness at the tool: 6×6 matrices at poses, and their ellipsoids."""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.placement import shift
from core.stiffness.backward_jacobian import spring_columns
from core.stiffness.model import StiffnessModel

_CHUNK = 2_000
"""Number of poses processed at once."""
_ROUNDING = 1e-11
"""Size of an element relative to the root of its diagonal elements' product below which it is zero."""


@dataclass(frozen=True, eq=False)
class Ellipsoid:
    """Principal ``directions`` (3, 3), columns in the base frame, and the ``size`` (3,) along them."""

    directions: FloatArray
    size: FloatArray


def full_compliance(model: StiffnessModel, q: FloatArray) -> FloatArray:
    """``J k Jᵀ`` of all springs (N, 6, 6) at poses (N, n), at the tool point in the base frame.

    Shifts in m and turns in rad under forces in N and moments in N·m ([Mikhel] 2.2).
    """
    q = np.asarray(q, dtype=np.float64)
    parts = [_full(model, q[first : first + _CHUNK]) for first in range(0, q.shape[0], _CHUNK)]
    return np.concatenate(parts) if parts else np.empty((0, 6, 6))


def _full(model: StiffnessModel, q: FloatArray) -> FloatArray:
    columns = model.columns(q)
    total = _of_joints(columns.joint, model.joint_compliance)
    for place, spring in enumerate(model.springs):
        six = columns.link[:, place]
        total += six @ spring.compliance @ six.transpose(0, 2, 1)
    return total


def reduced_compliance(
    robot: RobotModel,
    compliance: FloatArray,
    q: FloatArray,
    *,
    tool: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> FloatArray:
    """``J k Jᵀ`` of joints alone (N, 6, 6), ``compliance`` (n,) in rad/(N·m) ([Mikhel] 2.3)."""
    columns = spring_columns(robot, (), robot.flange @ shift(*tool), q)
    return _of_joints(columns.joint, compliance)


def _of_joints(columns: FloatArray, compliance: FloatArray) -> FloatArray:
    return np.asarray((columns * compliance) @ columns.transpose(0, 2, 1))


def stiffness_of(compliance: FloatArray) -> FloatArray:
    """The stiffness (..., 6, 6) of a compliance; rigid directions are left out (zero)."""
    found = np.linalg.pinv(compliance, rcond=1e-12, hermitian=True)
    size = np.sqrt(np.abs(np.einsum("...ii->...i", found)))
    most = size[..., :, np.newaxis] * size[..., np.newaxis, :]
    return np.asarray(np.where(np.abs(found) > _ROUNDING * most, found, 0.0))


def compliance_ellipsoid(compliance: FloatArray) -> Ellipsoid:
    """Shift of the tool under 1 N (m/N) along the principal directions of (6, 6), largest first."""
    values, vectors = np.linalg.eigh(np.asarray(compliance)[:3, :3])
    return Ellipsoid(vectors[:, ::-1].copy(), np.maximum(values[::-1], 0.0))


def stiffness_ellipsoid(compliance: FloatArray) -> Ellipsoid:
    """Force per shift of the tool (N/m) along the principal directions, stiffest first.

    For a tool that may rotate freely; infinite in rigid directions.
    """
    found = compliance_ellipsoid(compliance)
    with np.errstate(divide="ignore"):
        return Ellipsoid(found.directions[:, ::-1].copy(), 1.0 / found.size[::-1])
