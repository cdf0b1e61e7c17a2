"""Encoders of a virtual arm: their resolution, and their zeros in each power-on."""

from dataclasses import dataclass
from zlib import crc32

import numpy as np

from core.recording import FloatArray
from core.robot.model import Encoder, RobotModel
from devices.virtual.physics.profile import SensorRanges
from devices.virtual.physics.rating import Rating
from devices.virtual.physics.readings import NominalDrives
from devices.virtual.physics.scaling import scaling
from devices.virtual.physics.truth import TrueArm

_TURN = 2.0 * np.pi


@dataclass(frozen=True, eq=False)
class EncoderZeros:
    """Offsets of the encoders during one power-on, (n,): shaft rad, joint rad (m)."""

    motor: FloatArray
    link: FloatArray


def encoder_zeros(rating: Rating, ranges: SensorRanges, *, seed: int, power_on: str) -> EncoderZeros:
    """Draw the zeros of one power-on: any angle within a motor turn, a small one at the link."""
    rng = np.random.default_rng([seed, 2, crc32(power_on.encode())])
    n = rating.length.size
    link = ranges.link_zero * rng.uniform(-1.0, 1.0, n) * rating.length
    return EncoderZeros(motor=rng.uniform(-np.pi, np.pi, n), link=link)


def nominal_drives(robot: RobotModel, *, truth: TrueArm, ranges: SensorRanges) -> NominalDrives:
    """Nominal data of the virtual arm for its controller."""
    rating = truth.rating
    return NominalDrives(
        gear_ratio=rating.gear_ratio,
        coupling=rating.coupling,
        drive_gain=truth.drive.nominal_gain,
        motor_counts_per_turn=_motor_counts(robot, rating, ranges),
        link_counts_per_turn=_link_counts(robot, ranges),
        has_link_encoder=rating.has_link_encoder,
        torque_limit=rating.torque,
        velocity_limit=rating.velocity,
        acceleration_limit=rating.acceleration,
    )


def _described(encoder: Encoder | None) -> float | None:
    return encoder.resolution if encoder is not None else None


def _motor_counts(robot: RobotModel, rating: Rating, ranges: SensorRanges) -> FloatArray:
    """Counts per shaft turn; a described resolution is in rad (m) of the joint."""
    counts = np.full(robot.joint_count, 2.0**ranges.motor_bits)
    for number, joint in enumerate(robot.joints):
        resolution = _described(joint.motor_encoder)
        if resolution:
            counts[number] = np.rint(_TURN / (resolution * abs(rating.motor_ratio[number])))
    found: FloatArray = np.maximum(counts, 1.0)
    return found


def _link_counts(robot: RobotModel, ranges: SensorRanges) -> FloatArray:
    """Counts per joint turn, or per 2π m of a sliding joint."""
    scale = _TURN / scaling().prismatic.encoder_step_m
    counts: FloatArray = np.where(robot.is_prismatic, scale, 2.0**ranges.link_bits)
    for number, joint in enumerate(robot.joints):
        resolution = _described(joint.link_encoder)
        if resolution:
            counts[number] = np.rint(_TURN / resolution)
    return counts
