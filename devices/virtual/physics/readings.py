"""Inputs and outputs of a virtual arm: payload, sensor readings, nominal drive data."""

from dataclasses import dataclass, field, fields

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
    """A body on the flange: ``mass`` kg, ``center_of_mass`` (3,) m in the flange frame.

    ``inertia`` (3, 3) kg·m² about the centre of mass, along the axes of the flange; zero for a point mass.
    """

    mass: float
    center_of_mass: FloatArray = field(default_factory=_zero_vector)
    inertia: FloatArray = field(default_factory=_zero_matrix)


@dataclass(frozen=True, eq=False)
class Watch:
    """Bounds of a controller's readings, in the model's convention; arrays (n,)."""

    following_error: float
    torque: FloatArray
    lower: FloatArray
    """Lower bound of the position, rad or m."""
    upper: FloatArray

    @classmethod
    def nothing(cls, joints: int) -> "Watch":
        """Bounds that no reading exceeds."""
        endless = np.full(joints, np.inf)
        return cls(np.inf, endless, -endless, endless)


@dataclass(frozen=True, eq=False)
class Readings:
    """One sample of all sensors at the end of a control period, (n,), or those of k periods, (k, n).

    Encoder counts and ``current`` are raw, in the controller's reported direction and from its zero. The
    other values are computed by the controller, in the model's convention.
    """

    time: FloatArray
    """Time since power-on, s; no or one axis."""
    motor_counts: CountArray
    """Counts at the motor shafts, through the coupling, with a new zero in each power-on."""
    link_counts: CountArray
    """Counts behind the gears, with a new zero in each power-on; 0 for joints without such an encoder."""
    current: FloatArray
    """Motor currents, A; a positive one drives its joint in the reported direction."""
    current_reference: FloatArray
    """Currents requested by the position loop, A: no lag, no noise; direction as ``current``."""
    temperature: FloatArray
    """Temperatures of the joints, K."""
    position: FloatArray
    """Joint positions from the motor encoders, with zeros and coupling removed, rad or m."""
    velocity: FloatArray
    """Derivative of ``position`` over a control period, rad/s or m/s."""
    following_error: FloatArray
    """Set-point minus ``position``; 0 while the position loop is open."""
    torque: FloatArray
    """Measured current times nominal drive gain, N·m or N of each motor at the joint side."""

    @property
    def last(self) -> "Readings":
        """The last of several samples."""
        return Readings(*(getattr(self, item.name)[-1] for item in fields(self)))


@dataclass(frozen=True, eq=False)
class NominalDrives:
    """Nominal data that a controller has of its drives; arrays (n,), all finite.

    A position is ``counts · 2π / counts_per_turn``: at the shaft for a motor encoder, in rad (m) of the
    joint for a link encoder.
    """

    gear_ratio: FloatArray
    """Shaft radians per rad (m) of the joint, with sign."""
    coupling: FloatArray
    """(n, n): reported shaft angles = coupling @ reported joint positions."""
    drive_gain: FloatArray
    """Gain by the data sheet in N·m/A (N/A) at the link side; the true gain differs."""
    motor_counts_per_turn: FloatArray
    link_counts_per_turn: FloatArray
    has_link_encoder: npt.NDArray[np.bool_]
    torque_limit: FloatArray
    """Rated torque at the link side, N·m or N."""
    velocity_limit: FloatArray
    acceleration_limit: FloatArray
