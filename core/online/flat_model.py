"""An identified model as the plain arrays that the online kernel works on."""

from dataclasses import dataclass

import numpy as np

from core.identification.columns import ColumnPlan
from core.identification.model import FittedModel
from core.learning.kinds import FeatureKind
from core.online import _kernels
from core.recording import FloatArray
from core.robot.gravity_compensator import Compensator, SpringCompensator
from core.robot.model import PARAMETERS_PER_LINK, RobotModel

CREEPING_SPEED = float(np.deg2rad(1.0))
"""Speed below which a joint may stick (rad/s or m/s), with any torque up to its friction level."""
_COMPENSATOR_NUMBERS = 8
_MOST_SHAPES = 3
Numbers = tuple[FloatArray, FloatArray]


@dataclass(frozen=True)
class FlatModel:
    """Arrays of a fitted model; ``numbers`` is the kernel's argument ``model``.

    ``learned`` are the flat arrays of a residual learner that is on for some joint. ``contacts`` is the
    number of friction contacts: the joints, then the coupled motors.
    """

    numbers: tuple[object, ...]
    learned: tuple[object, ...] | None
    contacts: int
    uses_presliding: bool
    needs_twist: bool

    @classmethod
    def of(cls, fitted: FittedModel) -> "FlatModel":
        """The arrays of a fitted model."""
        plan, robot = fitted.plan, fitted.plan.robot
        links, rotors = _inertia(fitted)
        rows, slides, gravity = robot.kernel_rows
        arm = (rows.copy(), slides.copy(), gravity.copy(), np.zeros(3))
        numbers = (
            arm,
            links,
            rotors,
            _friction(fitted),
            plan.presliding_distance(),
            compensator_rows(robot.compensators),
            static_friction_limits(plan, fitted.parameters),
        )
        return cls(
            numbers=numbers,
            learned=_learned(fitted),
            needs_twist=fitted.residual is not None and fitted.residual.features is not FeatureKind.STATE,
            contacts=robot.joint_count + len(plan.coupled),
            uses_presliding=plan.form.uses_presliding,
        )


def friction_coefficients(plan: ColumnPlan, parameters: FloatArray) -> FloatArray:
    """All coefficients (n, k) of the form, zero for an unused column."""
    found = np.zeros((plan.robot.joint_count, len(plan.form.coefficients)))
    for joint in range(plan.robot.joint_count):
        found[joint, list(plan.friction_columns)] = parameters[plan.friction_places(joint)]
    return found


def friction_offset(plan: ColumnPlan, parameters: FloatArray) -> FloatArray:
    """Constant torque (n,) among the friction coefficients, which is not friction."""
    place = plan.form.offset_column
    if place is None:
        return np.zeros(plan.robot.joint_count)
    return np.asarray(friction_coefficients(plan, parameters)[:, place])


def shape_constants(plan: ColumnPlan) -> FloatArray:
    """(n, 3) in the order in which the form names them."""
    found = np.ones((plan.robot.joint_count, _MOST_SHAPES))
    for joint, shape in enumerate(plan.shapes):
        for place, name in enumerate(plan.form.shape_start):
            found[joint, place] = shape[name]
    return found


def static_friction_limits(plan: ColumnPlan, parameters: FloatArray) -> FloatArray:
    """Largest static friction (n, 2) of a joint at rest: constant in N·m (N), and per N·m of load.

    A joint at rest may be held by any torque up to that of the slowest motion. The square of the load is
    left out: it bends the line by less than the line itself.
    """
    coefficients, form = friction_coefficients(plan, parameters), plan.form
    slow = np.array([-CREEPING_SPEED, CREEPING_SPEED])
    found = np.zeros((plan.robot.joint_count, 2))
    for joint, shape in enumerate(plan.shapes):
        found[joint, 0] = np.abs(form.steady(slow, coefficients=coefficients[joint], shape=shape)).max()
        if form.load_column is not None:
            found[joint, 1] = abs(coefficients[joint, form.load_column])
    return found


def compensator_rows(compensators: tuple[Compensator, ...]) -> FloatArray:
    """(c, 8): 0 for a spring or 1 for a cylinder, the joint, and its numbers in order."""
    rows = np.zeros((len(compensators), _COMPENSATOR_NUMBERS))
    for row, each in zip(rows, compensators, strict=True):
        row[1] = each.joint
        if isinstance(each, SpringCompensator):
            row[2:4] = each.stiffness, each.rest_position
        else:
            row[0] = 1.0
            row[2:] = (
                each.angle_offset, each.pivot_distance, each.crank_length,
                each.piston_area, each.gas_energy, each.gas_volume,
            )  # fmt: skip
    return rows


def _inertia(fitted: FittedModel) -> Numbers:
    """Links (2, n, 10) and rotors (2, n): of the model, and those that give the load on the gears."""
    plan = fitted.plan
    load = plan.load_parameters
    own = fitted.parameters[: plan.base_count]
    pairs = [_standard(plan, each) for each in (own, np.zeros_like(own) if load is None else load)]
    return np.stack([links for links, _ in pairs]), np.stack([rotors for _, rotors in pairs])


def _standard(plan: ColumnPlan, base: FloatArray) -> Numbers:
    """Links (n, 10) and rotors (n,) with the same torque: not real bodies, one value per column."""
    robot = plan.robot
    count = PARAMETERS_PER_LINK * robot.joint_count
    standard = np.zeros(count + robot.joint_count)
    standard[plan.base.independent] = base
    return standard[:count].reshape(robot.joint_count, PARAMETERS_PER_LINK), standard[count:]


def _friction(fitted: FittedModel) -> tuple[object, ...]:
    plan = fitted.plan
    coupled = plan.coupled
    pairs = (
        np.array([pair.own for pair in coupled], dtype=np.int64),
        np.array([pair.other for pair in coupled], dtype=np.int64),
        np.array([pair.ratio for pair in coupled], dtype=np.float64),
    )
    terms = fitted.parameters[plan.coupling_places].reshape(len(coupled), 3)
    return (
        _kernels.FORM_NUMBERS[plan.form.name],
        friction_coefficients(plan, fitted.parameters),
        shape_constants(plan),
        pairs,
        np.ascontiguousarray(terms),
        np.full(len(plan.shapes), np.inf) if plan.top_speed is None else np.array(plan.top_speed),
    )


def _learned(fitted: FittedModel) -> tuple[object, ...] | None:
    """The learned residual; None if it is off for every joint."""
    model = fitted.residual
    if model is None or not any(joint.active for joint in model.joints):
        return None
    return tuple(model.packed)


def source_maps(robot: RobotModel) -> dict[str, FloatArray]:
    """Matrices (n, n) that turn rows of reported values into the model's: by motors, currents, joints."""
    joints = np.eye(robot.joint_count)
    sign = robot.reported_sign
    return {
        "joint": joints * sign,
        "motor": robot.reported_from_motor(joints) * sign,
        "motor torque": robot.torque_from_motor(joints) * sign,
    }
