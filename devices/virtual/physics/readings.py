"""What goes in and out of a virtual arm: payload, sensor readings, what its maker tells about it."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

CountArray = npt.NDArray[np.int64]


def _zero_vector() -> FloatArray:
    return np.zeros(3)


def _zero_matrix() -> FloatArray:
    return np.zeros((3, 3))


@dataclass(frozen=True, eq=False)
class Payload:
    """A body at the flange: ``mass`` kg, ``center_of_mass`` (3,) m in the flange frame.

    ``inertia`` (3, 3) kg·m² about the centre of mass, along the flange's axes; zero for a point mass.
    """

    mass: float
    center_of_mass: FloatArray = field(default_factory=_zero_vector)
    inertia: FloatArray = field(default_factory=_zero_matrix)


@dataclass(frozen=True, eq=False)
class Readings:
    """One sample of all sensors, taken at the end of a control period; arrays (n,).

    Encoder counts and ``current`` are raw and in the direction and from the zero that the
    controller reports by; the rest is the controller's own reckoning in the model's terms.
    """

    motor_counts: CountArray
    """At the motor shafts, through the coupling, with their own zero for each power-on."""
    link_counts: CountArray
    """Behind the gears, with their own zero; 0 for joints without such an encoder."""
    current: FloatArray
    """A, of each motor; positive drives its joint in the reported direction."""
    current_reference: FloatArray
    """A, what the position loop asks of each motor: no lag, no noise; direction as ``current``."""
    temperature: FloatArray
    """K, of the joints."""
    position: FloatArray
    """Joint positions from the motor encoders, mastered and with the coupling undone, rad or m."""
    velocity: FloatArray
    """The same differentiated over a control period, rad/s or m/s."""
    following_error: FloatArray
    """Set-point less ``position``; zero while no loop is closed."""
    torque: FloatArray
    """Measured current times nominal drive gain, N·m or N of each motor at the joint side."""


@dataclass(frozen=True, eq=False)
class NominalDrives:
    """What a controller knows of its drives; arrays (n,) and all of them finite.

    A position is ``counts · 2π / counts_per_turn``, for the motor at its shaft, for a link
    encoder in rad (m) of the joint.
    """

    gear_ratio: FloatArray
    """Signed shaft radians per rad (m) of the joint."""
    coupling: FloatArray
    """(n, n): reported shaft angles = coupling @ reported joint positions."""
    drive_gain: FloatArray
    """N·m/A (N/A) at the link side, by the data sheet; the true one differs."""
    motor_counts_per_turn: FloatArray
    link_counts_per_turn: FloatArray
    has_link_encoder: npt.NDArray[np.bool_]
    torque_limit: FloatArray
    """Rated torque at the link side, N·m or N."""
    velocity_limit: FloatArray
    acceleration_limit: FloatArray
