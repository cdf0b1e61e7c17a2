"""The true parameters of one virtual arm, drawn from a seed; for the physics and for tests only.

All random numbers are always drawn, used or not. A worn joint or an elastic link therefore does not
change the other parameters of the arm.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.virtual.physics.profile import Imperfections, imperfections
from devices.virtual.physics.profile_file import Range
from devices.virtual.physics.rating import Rating, rate

HARMONICS = 3
"""Number of harmonics: ripple at 1, 2 and 4 cycles per motor turn."""
CHANNELS = 3
"""Number of channels with a lag of their own: motor encoders, link encoders, currents."""
HIGHEST_MODE = 2000.0
"""Upper limit of all natural frequencies, rad/s, in any pose with any payload; see decision 0004."""
_FRICTION_SHARE = 0.5
"""Friction's part of the stiffness that this limit allows a rotor; the rest is the brake's."""


@dataclass(frozen=True, eq=False)
class TrueGear:
    """True parameters between motor and link; arrays (n,) unless noted, rad (m), N·m (N)."""

    stiffness: FloatArray
    damping: FloatArray
    backlash: FloatArray
    """Whole backlash gap."""
    hysteresis_stiffness: FloatArray
    """Stiffness (k, n) of the elasto-plastic elements parallel to the spring."""
    hysteresis_saturation: FloatArray
    """Saturation (k, n) of these elements."""
    transmission_sine: FloatArray
    """Transmission error (3, n), sine parts at 1, 2 and 4 cycles per motor turn."""
    transmission_cosine: FloatArray

    @property
    def hysteresis_width(self) -> FloatArray:
        """Width (n,) of the hysteresis loop of the deflection with all elements slipping."""
        width: FloatArray = 2.0 * self.hysteresis_saturation.sum(axis=0) / self.stiffness
        return width


@dataclass(frozen=True, eq=False)
class TrueFriction:
    """True friction of the motors, at the joint side; arrays (n,) unless noted."""

    coulomb: FloatArray
    """Coulomb friction at 25 °C, N·m."""
    stribeck_rise: float
    stribeck_speed: FloatArray
    viscous: FloatArray
    """Viscous friction at full speed and 25 °C, N·m."""
    full_speed: FloatArray
    thinning_speed: FloatArray
    """Fraction of full speed."""
    asymmetry: FloatArray
    """Half the difference between the two directions over their mean, with sign."""
    load: FloatArray
    """Fraction of the transmitted torque."""
    stiffness: FloatArray
    """Stiffness (k, n) of the elasto-plastic elements."""
    share: FloatArray
    """Share (k,) of each element in the total friction."""
    per_kelvin: float
    coldest: float
    warmest: float
    warming_per_watt: FloatArray
    warming_time_s: float

    def steady(self, velocity: FloatArray, *, load: FloatArray, temperature: float) -> FloatArray:
        """Friction torque (n,) at constant ``velocity`` (n,), with ``load`` (n,) transmitted."""
        slip = self.coulomb * (1.0 + self.stribeck_rise / (1.0 + (velocity / self.stribeck_speed) ** 2))
        kelvin = np.clip(temperature, self.coldest, self.warmest) - self.coldest
        warm = 1.0 + self.per_kelvin * kelvin
        dry = slip * warm + self.load * np.abs(load)
        direction = np.sign(velocity)
        torque: FloatArray = (1.0 + self.asymmetry * direction) * (
            direction * dry + warm * self.viscous_at(velocity)
        )
        return torque

    def viscous_at(self, velocity: FloatArray) -> FloatArray:
        """Viscous part (n,) at 25 °C, of a lubricant that thins under shear."""
        share = velocity / self.full_speed
        thinning = (1.0 + (share / self.thinning_speed) ** 2) / (1.0 + 1.0 / self.thinning_speed**2)
        torque: FloatArray = self.viscous * share * thinning**-0.25
        return torque


@dataclass(frozen=True, eq=False)
class TrueDrive:
    """True parameters of motors, drives and sensors; arrays (n,)."""

    rotor_inertia: FloatArray
    """Rotor inertia, kg·m², reflected by the motor's own gear ratio."""
    gain: FloatArray
    nominal_gain: FloatArray
    ripple_sine: FloatArray
    """Torque ripple (3, n), N·m, sine parts at 1, 2 and 4 cycles per motor turn."""
    ripple_cosine: FloatArray
    peak_torque: FloatArray
    brake_torque: FloatArray
    brake_stiffness: FloatArray
    lag_s: FloatArray
    """Lag (3,) of motor encoders, link encoders and currents, s."""
    current_noise: FloatArray
    """Standard deviation of the current noise, A."""


@dataclass(frozen=True, eq=False)
class TrueArm:
    """All parameters of one virtual arm besides its description."""

    rating: Rating
    gear: TrueGear
    friction: TrueFriction
    drive: TrueDrive
    link_stiffness: FloatArray
    """Bending stiffness (n, 3) of the link before each joint, about the axes of its frame, N·m/rad."""
    link_damping: FloatArray
    long_share: float
    """Fraction of the reach from which on a link bends."""
    link_damping_time_s: float
    """Damping over stiffness of all elastic links, s."""


def true_arm(
    robot: RobotModel, seed: int, *, found: Imperfections | None = None, worn: Collection[int] = ()
) -> TrueArm:
    """Draw the arm that ``seed`` makes from a description.

    Parameters
    ----------
    robot
        The description; its masses, rotor inertias, stiffness and geometry are used unchanged.
    seed
        Number of the arm.
    found
        Ranges of the imperfections; by default from ``resources/virtual``.
    worn
        Joints, counted from 0, that have backlash.

    Raises
    ------
    ConfigurationError
        ``bad-virtual-profile`` or ``virtual-arm-without-mass``.
    """
    rating = rate(robot)
    ranges = imperfections(robot, rating) if found is None else found
    rng = np.random.default_rng([seed, 1])
    gear = _gear(rng, rating, ranges, worn=worn, described=robot.joint_stiffness)
    drive = _drive(rng, rating, ranges)
    friction = _friction(rng, rating, ranges, rotor_inertia=drive.rotor_inertia)
    spread = _either_way(rng, ranges.links.stiffness_spread, (rating.torque.size, 3))
    moved_by = np.roll(gear.stiffness * rating.length**2, 1)
    bending = ranges.links.stiffness_ratio * moved_by[:, None] * spread
    damping = ranges.links.damping_time_s * bending
    return TrueArm(
        rating,
        gear,
        friction,
        drive,
        link_stiffness=bending,
        link_damping=damping,
        long_share=ranges.links.long_share,
        link_damping_time_s=ranges.links.damping_time_s,
    )


def _between(rng: np.random.Generator, ends: Range, count: int) -> FloatArray:
    return rng.uniform(ends[0], ends[1], count)


def _either_way(rng: np.random.Generator, spread: float, size: int | tuple[int, ...]) -> FloatArray:
    return 1.0 + spread * rng.uniform(-1.0, 1.0, size)


def _ripple(rng: np.random.Generator, total: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Sine and cosine parts (3, n) whose amplitudes add up to ``total`` (n,)."""
    shares = rng.uniform(0.2, 1.0, (HARMONICS, total.size))
    amplitude = total * shares / shares.sum(axis=0)
    phase = rng.uniform(0.0, 2.0 * np.pi, (HARMONICS, total.size))
    return amplitude * np.cos(phase), amplitude * np.sin(phase)


def _gear(
    rng: np.random.Generator,
    rating: Rating,
    ranges: Imperfections,
    *,
    worn: Collection[int],
    described: FloatArray | None,
) -> TrueGear:
    gear, length = ranges.gear, rating.length
    n = length.size
    drawn = ranges.joints.stiffness * _either_way(rng, gear.stiffness_spread, n)
    stiffness = drawn if described is None else np.array(described)
    width = _between(rng, gear.hysteresis_width, n) * length
    backlash = _between(rng, gear.worn_backlash, n) * length
    is_worn = np.isin(np.arange(n), list(worn))
    slip = gear.hysteresis_slip_widths[:, None] * width
    saturation = np.tile(0.5 * stiffness * width / slip.shape[0], (slip.shape[0], 1))
    sine, cosine = _ripple(rng, _between(rng, gear.transmission_error, n) * length)
    return TrueGear(
        stiffness=stiffness,
        damping=gear.damping_time_s * stiffness,
        backlash=np.where(is_worn, backlash, 0.0),
        hysteresis_stiffness=np.divide(saturation, slip, out=np.zeros_like(slip), where=slip > 0.0),
        hysteresis_saturation=saturation,
        transmission_sine=sine,
        transmission_cosine=cosine,
    )


def _drive(rng: np.random.Generator, rating: Rating, ranges: Imperfections) -> TrueDrive:
    drive, n = ranges.drive, rating.torque.size
    nominal = ranges.joints.drive_gain
    rotor_spread = _either_way(rng, drive.rotor_inertia_spread, n)
    rotor = (
        rating.rotor_inertia if rating.has_described_rotors else ranges.joints.rotor_inertia * rotor_spread
    )
    gain = nominal * _either_way(rng, drive.gain_spread, n)
    sine, cosine = _ripple(rng, drive.ripple * rating.torque)
    return TrueDrive(
        rotor_inertia=rotor,
        gain=gain,
        nominal_gain=nominal,
        ripple_sine=sine,
        ripple_cosine=cosine,
        peak_torque=drive.peak_torque * rating.torque,
        brake_torque=drive.brake_torque * rating.torque,
        brake_stiffness=(1.0 - _FRICTION_SHARE) * rotor * HIGHEST_MODE**2,
        lag_s=_between(rng, ranges.sensors.lag_s, CHANNELS),
        current_noise=ranges.joints.current_noise / nominal,
    )


def _friction(
    rng: np.random.Generator, rating: Rating, ranges: Imperfections, *, rotor_inertia: FloatArray
) -> TrueFriction:
    found, n = ranges.friction, rating.torque.size
    coulomb = _between(rng, found.coulomb, n) * rating.torque
    viscous = _between(rng, found.viscous, n) * rating.torque
    asymmetry = 0.5 * _between(rng, found.asymmetry, n) * rng.choice([-1.0, 1.0], n)
    load = _between(rng, found.load, n)
    count = found.slip_distances.size
    share = np.full(count, 1.0 / count)
    static = coulomb * (1.0 + found.stribeck_rise)
    stiffness = share[:, None] * static / (found.slip_distances[:, None] * rating.length)
    # no mode above HIGHEST_MODE: friction that is stiffer than the step allows is made softer
    allowed = _FRICTION_SHARE * rotor_inertia * HIGHEST_MODE**2
    stiffness *= np.minimum(1.0, allowed / np.maximum(stiffness.sum(axis=0), 1e-12))
    friction = TrueFriction(
        coulomb=coulomb,
        stribeck_rise=found.stribeck_rise,
        stribeck_speed=found.stribeck_speed * rating.length,
        viscous=viscous,
        full_speed=rating.velocity,
        thinning_speed=np.full(n, found.thinning_speed),
        asymmetry=asymmetry,
        load=load,
        stiffness=stiffness,
        share=share,
        per_kelvin=found.per_kelvin,
        coldest=found.coldest,
        warmest=found.warmest,
        warming_per_watt=np.zeros(n),
        warming_time_s=found.warming_time_s,
    )
    return _warming(friction, found.warming)


def _warming(friction: TrueFriction, warming: float) -> TrueFriction:
    """Set the warming so that continuous motion at half of full speed gives ``warming`` K."""
    speed = 0.5 * friction.full_speed
    power = speed * (friction.coulomb + friction.viscous_at(speed))
    per_watt = np.divide(warming, power, out=np.zeros_like(power), where=power > 0.0)
    return replace(friction, warming_per_watt=per_watt)
