"""The friction of an identified arm as simulators say it: a constant and a viscous part for each joint.

MJCF and URDF have these two numbers alone. They are the nearest to the friction found along the motion of the
fit, whatever model it was found with; what they cannot say is named. MuJoCo also knows tendons, with inertia
and friction of their own: a motor that two joints turn is one.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.friction.models import FORMS
from core.identification.columns import CoupledMotor
from core.identification.result import IdentificationResult, JointFriction
from core.recording import FloatArray
from core.robot.model import RobotModel

_FAST = 0.2
"""Share of the top speed above which the load's part is read from measured friction.

Below it the low-pass takes part of each reversal away.
"""
_STRAIGHT = 0.01
"""Largest distance from a straight line as a share of the friction that counts as none."""


@dataclass(frozen=True)
class TurnedByTwo:
    """A motor that joint ``own`` and, ``ratio`` times, joint ``other`` turn: inertia and friction of its own.

    ``inertia`` in kg·m², ``damping`` in N·m·s/rad, ``constant`` in N·m, none below zero.
    """

    own: int
    other: int
    ratio: float
    inertia: float
    damping: float
    constant: float


@dataclass(frozen=True)
class ExportFriction:
    """Friction of the joints in a file: ``constant`` (n,) in N·m and ``damping`` (n,) in N·m·s/rad.

    ``largest_difference`` (n,) N·m is the largest distance from the identified friction at the speeds of the
    fit. ``left_out`` are the codes of what no such file can say: ``offset``, ``load``, ``presliding``,
    ``speed`` (friction is no straight line over speed), ``direction``, ``history``, ``learner``.
    """

    constant: FloatArray
    damping: FloatArray
    largest_difference: FloatArray
    left_out: tuple[str, ...]
    turned_by_two: tuple[TurnedByTwo, ...] = ()

    def torque(self, velocity: FloatArray) -> FloatArray:
        """Friction (N, n) in N·m at a ``velocity`` (N, n), without that of ``turned_by_two``."""
        return np.asarray(self.constant * np.sign(velocity) + self.damping * velocity)


def export_friction(result: IdentificationResult, robot: RobotModel) -> ExportFriction:
    """The two numbers of each joint, and what they leave out."""
    n = robot.joint_count
    found = {friction.joint: _straight(friction) for friction in result.friction}
    numbers = np.array([found.get(joint, (0.0, 0.0, 0.0)) for joint in robot.joint_names]).reshape(n, 3)
    return ExportFriction(
        constant=numbers[:, 0],
        damping=numbers[:, 1],
        largest_difference=numbers[:, 2],
        left_out=_left_out(result, numbers),
    )


def with_motors_of_two(
    friction: ExportFriction, rotor: FloatArray, *, result: IdentificationResult, robot: RobotModel
) -> tuple[ExportFriction, FloatArray]:
    """The same friction, and rotor inertia (n,) kg·m², with the share of motors of two joints taken out.

    A motor's whole torque ``I (a + r b)`` acts on its own joint and ``r`` times on the other. The model has
    the products of both joints as parameters of their own, and the squares in each joint's: these are less
    by what the motor adds.
    """
    motors = []
    rotor, damping = rotor.copy(), friction.damping.copy()
    terms = [max(parameter.value, 0.0) for parameter in result.coupling]
    for number, pair in enumerate(CoupledMotor.all_of(robot) if terms else ()):
        ratio = pair.ratio * float(robot.reported_sign[pair.own] * robot.reported_sign[pair.other])
        inertia, viscous, constant = terms[3 * number : 3 * number + 3]
        motors.append(TurnedByTwo(pair.own, pair.other, ratio, inertia, viscous, constant))
        for joint, lever in ((pair.own, 1.0), (pair.other, ratio)):
            rotor[joint] -= lever**2 * inertia
            damping[joint] -= lever**2 * viscous
    return replace(friction, damping=np.maximum(damping, 0.0), turned_by_two=tuple(motors)), rotor


def _straight(friction: JointFriction) -> tuple[float, float, float]:
    """Constant part, viscous part and largest difference of the nearest straight line, none below zero."""
    from scipy.optimize import nnls

    speed, torque = friction.curve_speed, friction.curve_torque
    if speed.size == 0:
        return 0.0, 0.0, 0.0
    if FORMS[friction.kind].uses_load:
        torque = torque + _of_load(friction) * np.sign(speed)
    # what both directions share is an offset, which a file cannot say: left free, so that it bends nothing
    shared = np.ones_like(speed)
    columns = np.column_stack([np.sign(speed), speed, shared, -shared])
    (constant, damping, up, down), _ = nnls(columns, torque)
    distance = np.abs(torque - columns @ np.array([constant, damping, up, down]))
    return float(constant), float(damping), float(distance.max())


def _of_load(friction: JointFriction) -> float:
    """Mean friction in N·m that the load of the fit's motion adds to the curve, which is without load."""
    speed = friction.point_speed
    fast = np.abs(speed) > _FAST * np.abs(friction.curve_speed).max()
    if not fast.any():
        return 0.0
    without = np.interp(speed, friction.curve_speed, friction.curve_torque)
    return max(0.0, float(np.mean((np.sign(speed) * (friction.point_torque - without))[fast])))


def _left_out(result: IdentificationResult, numbers: FloatArray) -> tuple[str, ...]:
    form = FORMS[result.settings.friction]
    size = numbers[:, 0] + numbers[:, 1]
    facts = {
        "offset": bool(result.offsets),
        "load": form.uses_load,
        "presliding": form.uses_presliding,
        "speed": bool(np.any(numbers[:, 2] > _STRAIGHT * size)),
        "direction": any(_differs(friction) for friction in result.friction),
        "history": form.uses_stirring,
        "learner": result.residual_model is not None,
    }
    return tuple(code for code, is_so in facts.items() if is_so)


def _differs(friction: JointFriction) -> bool:
    """True if the curve is another one backwards; it holds the same speeds in both directions."""
    curve = friction.curve_torque
    return bool(curve.size and np.abs(curve + curve[::-1]).max() > _STRAIGHT * np.abs(curve).max())
