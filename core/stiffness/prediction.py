"""Predicted shift of the tool under a load: by the gears alone, the reduced model, and all springs."""

from dataclasses import dataclass, field

import numpy as np

from core.bounds import Mass, Place, check_bounds
from core.errors import BadRequest
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.placement import shift as shifted
from core.robot.single_pose import link_frames_along
from core.stiffness.backward_jacobian import spring_columns
from core.stiffness.cartesian import full_compliance, reduced_compliance
from core.stiffness.judgement import MOSTLY_LINKS
from core.stiffness.model import StiffnessModel
from core.stiffness.result import ReducedStiffness


@dataclass(frozen=True, eq=False)
class FlangeLoad:
    """A payload: ``mass`` kg, its ``center`` (3,) m in the flange frame.

    ``covariance`` (4, 4) of mass and centre, such as from a payload measurement; None if exact.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    mass: Mass
    center: tuple[Place, Place, Place] = (0.0, 0.0, 0.0)
    covariance: FloatArray | None = None

    def __post_init__(self) -> None:
        """Raise an error for impossible values."""
        check_bounds(self)


@dataclass(frozen=True, eq=False)
class PredictedShift:
    """Shifts of the tool point at one pose, (3,) m in the base frame each.

    ``joints_only`` with rigid links, ``reduced`` by the reduced model, ``full`` by all springs; without
    link springs that is the joints' and a lower bound. ``std`` of ``full``: of joints' springs,
    their hysteresis, and the load.
    """

    position: FloatArray
    joints_only: FloatArray
    reduced: FloatArray
    full: FloatArray
    std: FloatArray
    torques: FloatArray
    """Torque (n,) of the load on the joints, N·m (N)."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))

    @property
    def size(self) -> float:
        """Size of the shift ``full``, m."""
        return float(np.linalg.norm(self.full))

    @property
    def size_std(self) -> float:
        """Standard deviation along the shift, m."""
        return float(np.linalg.norm(self.std * self.full) / self.size) if self.size > 0.0 else 0.0


def load_wrench(
    robot: RobotModel, q: FloatArray, load: FlangeLoad, *, tool: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> FloatArray:
    """Force and moment (N, 6) of a load's weight about the tool point, in the base frame, at poses (N, n)."""
    turn = link_frames_along(robot, q)[:, -1, :3, :3] @ robot.flange[:3, :3]
    arm = turn @ (np.asarray(load.center) - np.asarray(tool))
    force = np.broadcast_to(load.mass * robot.gravity, arm.shape)
    return np.concatenate([force, np.cross(arm, force)], axis=1)


def wrenches(model: StiffnessModel, q: FloatArray, load: FlangeLoad | FloatArray) -> FloatArray:
    """``load_wrench`` (N, 6) of a payload, or of a force (3,) N on the tool point in the base frame."""
    if isinstance(load, FlangeLoad):
        return load_wrench(model.robot, q, load, tool=model.tool)
    return np.broadcast_to(np.concatenate([np.asarray(load, dtype=np.float64), np.zeros(3)]), (q.shape[0], 6))


def predict_shift(
    model: StiffnessModel, reduced: ReducedStiffness, q: FloatArray, load: FlangeLoad | FloatArray
) -> PredictedShift:
    """The shift of the tool point at one pose (n,) that a load brings, against the same pose without it.

    ``load`` is a payload, or a force (3,) N on the tool point in the base frame.

    Raises
    ------
    BadRequest
        ``motion-shape`` where the pose or the reduced model does not fit the robot.
    """
    pose = np.asarray(q, dtype=np.float64).reshape(1, -1)
    if reduced.compliance.size != model.robot.joint_count:
        raise BadRequest("motion-shape", expected=model.robot.joint_count, found=reduced.compliance.size)
    wrench = wrenches(model, pose, load)[0]
    of_joints = reduced_compliance(model.robot, model.joint_compliance, pose, tool=model.tool)[0]
    of_reduced = reduced_compliance(model.robot, reduced.usable_compliance, pose, tool=model.tool)[0]
    of_all = full_compliance(model, pose)[0]
    columns = spring_columns(model.robot, (), model.tip, pose).joint[0]
    joints_only, full = of_joints[:3] @ wrench, of_all[:3] @ wrench
    torques = columns.T @ wrench
    return PredictedShift(
        pose[0],
        joints_only=joints_only,
        reduced=of_reduced[:3] @ wrench,
        full=full,
        std=np.sqrt(_variance(model, columns, torques, of_all, pose, load)),
        torques=torques,
        judgement=Judgement.of(_reasons(model, joints_only, full)),
    )


def _variance(
    model: StiffnessModel,
    columns: FloatArray,
    torques: FloatArray,
    of_all: FloatArray,
    pose: FloatArray,
    load: FlangeLoad | FloatArray,
) -> FloatArray:
    """Variance (3,) m² to first order in the joints' springs, gear hysteresis, mass and centre."""
    by_springs = columns[:3] * torques * model.joint_compliance_std
    variance = np.sum(by_springs**2 + (columns[:3] * model.stray) ** 2, axis=1)
    if not isinstance(load, FlangeLoad) or load.covariance is None:
        return np.asarray(variance)
    moved = [of_all[:3] @ wrench for wrench in _wrench_slopes(model, pose, load)]
    slopes = np.stack(moved, axis=1)
    known = np.nan_to_num(load.covariance)
    return np.asarray(variance + np.einsum("ri,ij,rj->r", slopes, known, slopes))


def _wrench_slopes(model: StiffnessModel, pose: FloatArray, load: FlangeLoad) -> list[FloatArray]:
    """Derivatives (6,) of the wrench per kg of mass, then per m of each coordinate of the centre."""
    one = load_wrench(model.robot, pose, FlangeLoad(1.0, load.center), tool=model.tool)[0]
    slopes = [one]
    for axis in range(3):
        center = list(load.center)
        center[axis] += 1.0
        x, y, z = center
        moved = load_wrench(model.robot, pose, FlangeLoad(1.0, (x, y, z)), tool=model.tool)[0]
        slopes.append(load.mass * (moved - one))
    return slopes


def _reasons(model: StiffnessModel, joints_only: FloatArray, full: FloatArray) -> list[Reason]:
    if not model.springs:
        return [Reason("shift-without-links", {}, Verdict.USABLE)]
    whole, seen = float(np.linalg.norm(full)), float(np.linalg.norm(joints_only))
    if whole > MOSTLY_LINKS * seen:
        return [Reason("shift-mostly-links", {"share": 1.0 - seen / whole}, Verdict.USABLE)]
    return []


def tool_shift_of_turns(
    robot: RobotModel,
    q: FloatArray,
    turns: FloatArray,
    *,
    tool: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> FloatArray:
    """Shift (3,) m of the tool point, to first order, for joint changes (n,) rad (m) at a pose (n,)."""
    pose = np.asarray(q, dtype=np.float64).reshape(1, -1)
    columns = spring_columns(robot, (), robot.flange @ shifted(*tool), pose).joint[0]
    return np.asarray(columns[:3] @ turns)


@dataclass(frozen=True)
class ShiftParts:
    """Lengths in m along the whole shift; ``gears`` and ``links`` together are ``whole``."""

    whole: float
    std: float
    gears: float
    links: float
    reduced: float
    """Shift by the reduced model along the same direction, m."""


def shift_parts(predicted: PredictedShift) -> ShiftParts:
    """The parts of a predicted shift; zeros without a shift."""
    whole = predicted.size
    if whole <= 0.0:
        return ShiftParts(0.0, 0.0, 0.0, 0.0, 0.0)
    along = predicted.full / whole
    gears = float(predicted.joints_only @ along)
    reduced = float(np.asarray(predicted.reduced) @ along)
    return ShiftParts(whole, predicted.size_std, gears, whole - gears, reduced)
