"""Rated values of an arm's joints: from the description, else from scaling rules."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.virtual.physics.body import Body, link_bodies
from devices.virtual.physics.geometry import reach
from devices.virtual.physics.scaling import Scaling, scaling

_STANDARD_GRAVITY = 9.81


@dataclass(frozen=True, eq=False)
class Rating:
    """Rated values of the joints, arrays (n,), all finite; torques and inertias at the link side."""

    length: FloatArray
    """Metres per radian of a sliding joint, 1 for a rotary joint: converts angles to its positions."""
    gear_ratio: FloatArray
    """Shaft radians per rad (m), with sign, in the reported direction."""
    coupling: FloatArray
    """(n, n): reported shaft angles = coupling @ reported joint positions."""
    reported_sign: FloatArray
    torque: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    rotor_inertia: FloatArray
    """From the description or the rules; reflected by the motor's own gear ratio."""
    has_described_rotors: bool
    has_link_encoder: npt.NDArray[np.bool_]

    @property
    def motor_ratio(self) -> FloatArray:
        """Ratios (n,) of the motors in the model's direction, from the coupling's diagonal."""
        ratio: FloatArray = np.diag(self.coupling) * self.reported_sign
        return ratio

    @property
    def motor_coupling(self) -> FloatArray:
        """Coupling (n, n) of the model's joint positions to shaft angles over ``motor_ratio``; diagonal 1."""
        rows: FloatArray = self.coupling * self.reported_sign / self.motor_ratio[:, None]
        return rows

    @property
    def turning_torque(self) -> FloatArray:
        """Rated torques (n,) as those of rotary joints, N·m."""
        return self.torque * self.length


def rate(robot: RobotModel) -> Rating:
    """Compute the rated values of a robot."""
    rules = scaling()
    bodies = link_bodies(robot, rules.body)
    length = np.where(robot.is_prismatic, rules.prismatic.metres_per_radian, 1.0)
    ratio, coupling = _gears(robot, rules)
    outstretched = _outstretched(robot, bodies)
    torque = _filled(robot.torque_limit, _torque(outstretched, length=length, rules=rules))
    velocity = _filled(robot.velocity_limit, _velocity(robot, rules))
    by_rule = rules.reference.rotor_inertia_at(torque * length, gear_ratio=ratio * length) / length**2
    rotor = by_rule if robot.rotor_inertia is None else np.array(robot.rotor_inertia)
    by_torque = rules.limits.torque_share * torque / (outstretched.inertia + rotor)
    acceleration = np.minimum(velocity / rules.limits.speed_up_time_s, by_torque)
    return Rating(
        length=length,
        gear_ratio=ratio,
        coupling=coupling,
        reported_sign=np.array(robot.reported_sign),
        torque=torque,
        velocity=velocity,
        acceleration=_filled(robot.acceleration_limit, acceleration),
        rotor_inertia=rotor,
        has_described_rotors=robot.rotor_inertia is not None,
        has_link_encoder=_link_encoders(robot),
    )


def _filled(described: FloatArray, by_rule: FloatArray) -> FloatArray:
    return np.where(np.isfinite(described), described, by_rule)


def _gears(robot: RobotModel, rules: Scaling) -> tuple[FloatArray, FloatArray]:
    """Gear ratios (n,) and coupling (n, n), in the reported direction.

    A ratio of 1 in the description means unknown: such motors get the usual gear, by whose ratio the
    controller then divides.
    """
    if robot.coupling is not None or robot.motor_position_at_shaft:
        return np.array(robot.gear_ratio), np.array(robot.coupling_matrix)
    usual = rules.reference.gear_ratio
    assumed = np.where(robot.is_prismatic, usual / rules.prismatic.metres_per_radian, usual)
    ratio = np.where(robot.gear_ratio == 1.0, assumed, robot.gear_ratio)
    return ratio, np.diag(ratio)


def _link_encoders(robot: RobotModel) -> npt.NDArray[np.bool_]:
    """Joints with a link encoder: as described; all joints if none is described, as in an open controller.

    A locked output needs no encoder.
    """
    described = np.array([joint.link_encoder is not None for joint in robot.joints])
    if robot.output_locked:
        return described
    return described if described.any() else np.ones(robot.joint_count, dtype=np.bool_)


@dataclass(frozen=True, eq=False)
class _Outstretched:
    """Moments on each joint (n,) of the arm stretched out sideways, with full payload at the flange.

    ``load`` and ``payload_load`` are the moments of their weights (weights for a sliding joint).
    """

    load: FloatArray
    payload_load: FloatArray
    inertia: FloatArray


def _outstretched(robot: RobotModel, bodies: Sequence[Body]) -> _Outstretched:
    n = robot.joint_count
    steps = np.append(np.hypot(robot.a, robot.d), np.linalg.norm(robot.flange[:3, 3]))
    carried = robot.payload_limit.mass if np.isfinite(robot.payload_limit.mass) else 0.0
    own, payload, inertia = np.zeros(n), np.zeros(n), np.zeros(n)
    for joint in range(n):
        distances = np.append(0.0, np.cumsum(steps[joint + 1 :]))
        for link, distance in zip(range(joint, n), distances[:-1], strict=True):
            body = bodies[link]
            arm = 1.0 if robot.is_prismatic[joint] else distance + float(np.linalg.norm(body.center))
            turning = 0.0 if robot.is_prismatic[joint] else float(np.trace(body.inertia)) / 2.0
            own[joint] += body.mass * arm
            inertia[joint] += body.mass * arm**2 + turning
        arm = 1.0 if robot.is_prismatic[joint] else float(distances[-1])
        payload[joint] = carried * arm
        inertia[joint] += carried * arm**2
    return _Outstretched(own * _STANDARD_GRAVITY, payload * _STANDARD_GRAVITY, inertia)


def _torque(outstretched: _Outstretched, *, length: FloatArray, rules: Scaling) -> FloatArray:
    limits = rules.limits
    load = limits.torque_margin * outstretched.load + limits.payload_margin * outstretched.payload_load
    turning = load * length
    return np.maximum(turning, limits.smallest_torque * float(turning.max())) / length


def _velocity(robot: RobotModel, rules: Scaling) -> FloatArray:
    turning = rules.limits.speed / np.sqrt(reach(robot))
    return np.where(robot.is_prismatic, rules.limits.sliding_speed, turning)
