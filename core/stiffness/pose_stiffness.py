"""Elastic behaviour of the tool at one pose: its position, compliance, stiffness, and ellipsoid."""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.single_pose import link_frames_at
from core.stiffness.cartesian import (
    Ellipsoid,
    compliance_ellipsoid,
    full_compliance,
    reduced_compliance,
    stiffness_of,
)
from core.stiffness.model import StiffnessModel
from core.stiffness.quadrature import joint_ranges
from core.stiffness.result import ReducedStiffness
from core.stiffness.settings import StiffnessSettings


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
