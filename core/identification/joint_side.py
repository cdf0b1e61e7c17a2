"""Joint position, velocity and torque at the link side, computed from a recording.

Controllers report at the motor shaft, behind a coupled wrist, with other zeros and signs than the
description's, in amperes. This module alone converts these to joint position and joint torque in the
description's conventions.
"""

from dataclasses import dataclass

import numpy as np

from core.encoders.channels import expect_joint_count
from core.encoders.twist import twist
from core.errors import BadRequest
from core.recording import BOTH_ENCODERS, FloatArray, Quantity, Recording, TorqueKind, columns_missing
from core.robot.model import RobotModel


@dataclass(frozen=True)
class JointSide:
    """Joint quantities in the description's terms, all of shape (N, joints).

    ``velocity`` is None where the controller reports none; ``torque`` is in N·m at the
    link side of the gear, friction included. ``deflection`` is the motor's angle less the
    link's from the encoders, NaN for a joint without a link encoder, None where a
    recording has not both.
    """

    position: FloatArray
    velocity: FloatArray | None
    torque: FloatArray
    deflection: FloatArray | None = None


POSITION_SOURCES = (Quantity.POSITION, Quantity.MOTOR_POSITION)
TORQUE_SOURCES = (Quantity.TORQUE, Quantity.CURRENT, Quantity.MOTOR_TORQUE)


def torque_source(recording: Recording) -> Quantity:
    """The column group from which the torque is computed.

    Raises
    ------
    BadRequest
        ``no-torque`` when the recording carries neither torque nor current.
    """
    return _first_present(recording, TORQUE_SOURCES, "no-torque")


def is_behind_gear(recording: Recording, robot: RobotModel) -> bool:
    """True if the torque was measured behind the gears, where rotor inertia and friction do not appear."""
    if recording.torque_kind is TorqueKind.UNKNOWN:
        return robot.link_torque_sensors and torque_source(recording) is Quantity.TORQUE
    return recording.torque_kind is TorqueKind.LINK_SENSOR


def check_fits_robot(recording: Recording, robot: RobotModel) -> None:
    """Raise ``BadRequest`` (``joint-count-differs``, ``no-position``, ``no-torque``) on a mismatch."""
    _first_present(recording, POSITION_SOURCES, "no-position")
    torque_source(recording)
    expect_joint_count(recording, robot)


def joint_side(
    recording: Recording,
    robot: RobotModel,
    *,
    drive_gain: FloatArray | None,
    torque_from: Quantity | None = None,
    coupled: FloatArray | None = None,
) -> JointSide:
    """Position, velocity and torque of the joints from the values a controller reported.

    Parameters
    ----------
    recording
        In memory; N samples.
    drive_gain
        (joints,) N·m/A, needed where the torque comes from a current.
    torque_from
        Take the torque from this column group; by default the first of
        ``TORQUE_SOURCES`` that the recording has.
    coupled
        (joints,) share of the joint before it that is added to each joint's position and velocity, where
        the controller counts a joint from the horizon; None where it counts from the link before.

    Raises
    ------
    BadRequest
        ``no-position``, ``no-torque`` or ``no-drive-gain``.
    """
    sign = robot.reported_sign
    source = torque_from or torque_source(recording)
    values = np.asarray(recording.columns[source])
    if source in (Quantity.CURRENT, Quantity.CURRENT_REFERENCE):
        if drive_gain is None:
            raise BadRequest("no-drive-gain", robot=robot.name, recording=recording.label)
        values = robot.torque_from_current(values, drive_gain=drive_gain)
    elif source is Quantity.MOTOR_TORQUE:
        values = robot.torque_from_motor(values)
    velocity = _velocity(recording, robot)
    return JointSide(
        position=_uncoupled(robot.position_from_reported(_position(recording, robot)), coupled),
        velocity=None if velocity is None else _uncoupled(sign * velocity, coupled),
        torque=sign * values,
        deflection=_deflection(recording, robot),
    )


def _position(recording: Recording, robot: RobotModel) -> FloatArray:
    source = _first_present(recording, POSITION_SOURCES, "no-position")
    values = np.asarray(recording.columns[source])
    return robot.reported_from_motor(values) if source is Quantity.MOTOR_POSITION else values


def _deflection(recording: Recording, robot: RobotModel) -> FloatArray | None:
    if not all(quantity in recording.columns for quantity in BOTH_ENCODERS):
        return None
    motor, link = (np.asarray(recording.columns[quantity]) for quantity in BOTH_ENCODERS)
    return robot.reported_sign * twist(motor, link, robot)


def _uncoupled(values: FloatArray, coupled: FloatArray | None) -> FloatArray:
    if coupled is None:
        return values
    return np.asarray(values + coupled * np.roll(values, 1, axis=1))


def _velocity(recording: Recording, robot: RobotModel) -> FloatArray | None:
    if Quantity.VELOCITY in recording.columns:
        return np.asarray(recording.columns[Quantity.VELOCITY])
    if Quantity.MOTOR_VELOCITY in recording.columns:
        return robot.reported_from_motor(np.asarray(recording.columns[Quantity.MOTOR_VELOCITY]))
    return None


def _first_present(recording: Recording, sources: tuple[Quantity, ...], code: str) -> Quantity:
    for quantity in sources:
        if quantity in recording.columns:
            return quantity
    raise columns_missing(code, recording.label, has=recording.columns, needed=sources)
