"""Imperfections of virtual arms: ranges and magnitudes read from ``resources/virtual``."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.virtual.physics._kernels import FRICTION_ELEMENTS, HYSTERESIS_ELEMENTS
from devices.virtual.physics.profile_file import Range, Section, has_profile, read_profile
from devices.virtual.physics.rating import Rating
from devices.virtual.physics.scaling import scaling

_ARCSECOND = np.pi / (180.0 * 3600.0)
_ICE_POINT_K = 273.15
SECTIONS = ("joints", "gear", "friction", "drive", "sensors", "loop", "links")
_REFERENCE = "ec66"
"""The arm whose relative magnitudes are used for all arms."""


@dataclass(frozen=True, eq=False)
class JointMagnitudes:
    """Absolute values of each joint (n,), SI, in rad or, for sliding joints, m."""

    stiffness: FloatArray
    current_noise: FloatArray
    """Standard deviation of one current sample, as torque."""
    rotor_inertia: FloatArray
    """Reflected by the motor's own gear ratio."""
    drive_gain: FloatArray
    """Gain by the data sheet."""


@dataclass(frozen=True, eq=False)
class GearRanges:
    """Ranges of the gears; angles in rad."""

    stiffness_spread: float
    hysteresis_width: Range
    hysteresis_slip_widths: FloatArray
    worn_backlash: Range
    transmission_error: Range
    damping_time_s: float


@dataclass(frozen=True, eq=False)
class FrictionRanges:
    """Ranges of friction at the motor side; fractions of rated torque, speeds in rad/s, temperatures in K."""

    coulomb: Range
    stribeck_rise: float
    stribeck_speed: float
    viscous: Range
    thinning_speed: float
    """Fraction of full speed."""
    asymmetry: Range
    load: Range
    slip_distances: FloatArray
    per_kelvin: float
    coldest: float
    warmest: float
    warming: float
    """Temperature rise over the coldest state in continuous motion at half of full speed, K."""
    warming_time_s: float


@dataclass(frozen=True)
class DriveRanges:
    """Ranges of the drives; fractions of rated torque or of nominal gain."""

    gain_spread: float
    rotor_inertia_spread: float
    ripple: float
    peak_torque: float
    brake_torque: float


@dataclass(frozen=True)
class SensorRanges:
    """Ranges of the encoders' and channels' imperfections."""

    motor_bits: float
    link_bits: float
    lag_s: Range
    link_zero: float


@dataclass(frozen=True)
class LoopSettings:
    """Parameters of the cascaded position loop; rates in 1/s."""

    position_gain: float
    speed_feedforward: float
    speed_bandwidth: float
    rotor_bandwidth: float
    integral_rate: float


@dataclass(frozen=True)
class LinkRanges:
    """Ranges for links that bend under load."""

    long_share: float
    stiffness_ratio: float
    stiffness_spread: float
    damping_time_s: float


@dataclass(frozen=True, eq=False)
class Imperfections:
    """Ranges from which a seed draws one arm; change them by ``dataclasses.replace``."""

    joints: JointMagnitudes
    gear: GearRanges
    friction: FrictionRanges
    drive: DriveRanges
    sensors: SensorRanges
    loop: LoopSettings
    links: LinkRanges


def imperfections(robot: RobotModel, rating: Rating) -> Imperfections:
    """The shipped magnitudes: the arm's own profile, or the reference scaled by rated torque.

    Raises
    ------
    ConfigurationError
        ``bad-virtual-profile`` if a file is incomplete.
    """
    own = has_profile(robot.name)
    found = _profile(robot.name if own else _REFERENCE)
    if not own or found.joints.stiffness.size != robot.joint_count:
        found = replace(found, joints=_scaled(rating))
    if robot.drive_gain is not None:
        found = replace(found, joints=replace(found.joints, drive_gain=np.array(robot.drive_gain)))
    return found


def _scaled(rating: Rating) -> JointMagnitudes:
    """Scale the reference by rated torque; a slide counts as a rotary joint of a given radius."""
    reference, length = scaling().reference, rating.length
    torque = rating.turning_torque
    return JointMagnitudes(
        stiffness=reference.stiffness_at(torque) / length**2,
        current_noise=reference.current_noise * rating.torque,
        rotor_inertia=rating.rotor_inertia,
        drive_gain=reference.drive_gain_at(torque) / length,
    )


@cache
def _profile(name: str) -> Imperfections:
    return read(read_profile(name, sections=SECTIONS))


def read(sections: Mapping[str, Section]) -> Imperfections:
    """Read the imperfections from the sections of a profile; wrong and unknown keys raise an error."""
    found = Imperfections(
        joints=_joints(sections["joints"]),
        gear=_gear(sections["gear"]),
        friction=_friction(sections["friction"]),
        drive=_drive(sections["drive"]),
        sensors=_sensors(sections["sensors"]),
        loop=_loop(sections["loop"]),
        links=_links(sections["links"]),
    )
    for section in sections.values():
        section.finish()
    return found


def _joints(section: Section) -> JointMagnitudes:
    stiffness = section.positive("stiffness")
    count = int(stiffness.size)
    return JointMagnitudes(
        stiffness=stiffness,
        current_noise=section.positive("current_noise", count=count),
        rotor_inertia=section.positive("rotor_inertia", count=count),
        drive_gain=section.positive("drive_gain", count=count),
    )


def _arcseconds(section: Section, key: str) -> Range:
    low, high = section.range(key)
    return low * _ARCSECOND, high * _ARCSECOND


def _gear(section: Section) -> GearRanges:
    return GearRanges(
        stiffness_spread=section.number("stiffness_spread"),
        hysteresis_width=_arcseconds(section, "hysteresis_width_arcsec"),
        hysteresis_slip_widths=section.positive("hysteresis_slip_widths", count=HYSTERESIS_ELEMENTS),
        worn_backlash=_arcseconds(section, "worn_backlash_arcsec"),
        transmission_error=_arcseconds(section, "transmission_error_arcsec"),
        damping_time_s=section.number("damping_time_s"),
    )


def _friction(section: Section) -> FrictionRanges:
    return FrictionRanges(
        coulomb=section.range("coulomb"),
        stribeck_rise=section.number("stribeck_rise"),
        stribeck_speed=section.number("stribeck_speed", lowest=1e-6),
        viscous=section.range("viscous"),
        thinning_speed=section.number("thinning_speed", lowest=1e-6),
        asymmetry=section.range("asymmetry"),
        load=section.range("load"),
        slip_distances=section.positive("slip_distances_rad", count=FRICTION_ELEMENTS),
        per_kelvin=section.number("per_kelvin", lowest=-0.02),
        coldest=section.number("coldest_c") + _ICE_POINT_K,
        warmest=section.number("warmest_c") + _ICE_POINT_K,
        warming=section.number("warming_k"),
        warming_time_s=section.number("warming_time_s", lowest=1.0),
    )


def _drive(section: Section) -> DriveRanges:
    return DriveRanges(
        gain_spread=section.number("gain_spread"),
        rotor_inertia_spread=section.number("rotor_inertia_spread"),
        ripple=section.number("ripple"),
        peak_torque=section.number("peak_torque", lowest=1.0),
        brake_torque=section.number("brake_torque", lowest=1.0),
    )


def _sensors(section: Section) -> SensorRanges:
    return SensorRanges(
        motor_bits=section.number("motor_bits", lowest=8.0),
        link_bits=section.number("link_bits", lowest=8.0),
        lag_s=section.range("lag_s"),
        link_zero=section.number("link_zero_rad"),
    )


def _loop(section: Section) -> LoopSettings:
    return LoopSettings(
        position_gain=section.number("position_gain"),
        speed_feedforward=section.number("speed_feedforward"),
        speed_bandwidth=section.number("speed_bandwidth"),
        rotor_bandwidth=section.number("rotor_bandwidth"),
        integral_rate=section.number("integral_rate"),
    )


def _links(section: Section) -> LinkRanges:
    return LinkRanges(
        long_share=section.number("long_share"),
        stiffness_ratio=section.number("stiffness_ratio", lowest=0.01),
        stiffness_spread=section.number("stiffness_spread"),
        damping_time_s=section.number("damping_time_s"),
    )
