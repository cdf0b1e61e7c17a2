"""Cartesian stiffness at the tool: 6×6 matrices at poses, and their ellipsoids."""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.placement import shift
from core.robot.single_pose import link_frames_at
from core.stiffness.backward_jacobian import spring_columns
from core.stiffness.model import StiffnessModel
from core.stiffness.quadrature import joint_ranges
from core.stiffness.result import ReducedStiffness
from core.stiffness.settings import StiffnessSettings

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


@dataclass(frozen=True, eq=False)
class PoseStiffness:
    """The tool at one pose, along the base's axes at the tool point.

    Attributes
    ----------
    compliance, stiffness
        (6, 6) between shifts in m and turns in rad, and forces in N and moments in N·m.
    ellipsoid
        Ellipsoid of the shifts under a force of 1 N, m/N.
    """

    compliance: FloatArray
    stiffness: FloatArray
    ellipsoid: Ellipsoid


def full_at_pose(model: StiffnessModel, q: FloatArray) -> PoseStiffness:
    """The values of the full model at a pose (n,)."""
    return _of(full_compliance(model, q[np.newaxis])[0])


def reduced_at_pose(robot: RobotModel, found: ReducedStiffness, q: FloatArray) -> PoseStiffness:
    """The values of the reduced model at a pose (n,)."""
    usable = found.usable_compliance
    return _of(reduced_compliance(robot, usable, q[np.newaxis], tool=found.settings.tool)[0])


def tool_point(robot: RobotModel, q: FloatArray, *, tool: tuple[float, float, float]) -> FloatArray:
    """Tool point (3,) in the base frame, m; ``tool`` is in the flange frame."""
    return np.asarray((link_frames_at(robot, q)[-1] @ robot.flange @ np.append(tool, 1.0))[:3])


def middle_pose(robot: RobotModel, settings: StiffnessSettings) -> FloatArray:
    """Middle (n,) of every joint's range; zero where there is none.

    Raises
    ------
    BadRequest
        ``stiffness-range-shape``.
    """
    lower, upper = joint_ranges(robot, settings)
    is_open = ~np.isfinite(upper - lower)
    return np.where(is_open, 0.0, 0.5 * (np.where(is_open, 0.0, lower) + np.where(is_open, 0.0, upper)))


def weight_of(robot: RobotModel, size: float) -> FloatArray:
    """A force (3,) of ``size`` N along gravity in the base frame; down its z axis without gravity."""
    length = float(np.linalg.norm(robot.gravity))
    down = robot.gravity / length if length > 0.0 else np.array([0.0, 0.0, -1.0])
    return np.asarray(size * down)


def _of(compliance: FloatArray) -> PoseStiffness:
    return PoseStiffness(compliance, stiffness_of(compliance), compliance_ellipsoid(compliance))
