"""Settings of a payload identification, and prior knowledge of drives and gears."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import Bounds, JointNumber, Mass, Place, check_bounds
from core.identification.settings import DATA_SHEET_GAIN_STD
from core.recording import FloatArray
from core.setting import required_setting

MASS_STD = Bounds("kg", 0.0, 1e3)
PLACE_STD = Bounds("m", 0.0, 10.0)


class PayloadMethod(StrEnum):
    """Method that computes mass and centre of mass."""

    THREE_STEP = "three-step"
    """Mass from two parallel joints, then the centre across, then along it, one after the other."""
    JOINT = "joint"
    """All sweeps in one least squares, with every uncertain quantity as an unknown."""
    DEFLECTION = "deflection"
    """The same from the twist of the gears, without the drives' torque."""
    DYNAMIC = "dynamic"
    """All ten parameters from a pair of excitation runs, without and with the payload."""


class Directions(StrEnum):
    """Directions of a sweep that are used."""

    BOTH = "both"
    """The half-sum, in which friction cancels."""
    FORWARD = "forward"
    """One direction alone; friction cancels only if it is the same without and with the payload."""


class GainSource(StrEnum):
    """Source of the drive gains."""

    EXACT = "exact"
    """Taken as exact, such as for a directly measured joint torque."""
    MANUFACTURER = "manufacturer"
    IDENTIFIED = "identified"
    UNKNOWN = "unknown"
    """Unknown: only a known reference load gives the scale."""


class ComplianceSource(StrEnum):
    """Source of the gears' compliance, which gives the link positions from motor encoders."""

    LINK_ENCODER = "link-encoder"
    TWIST = "twist"
    """Stiffness measured with both encoders in this or an earlier visit."""
    REFERENCE_LOAD = "reference-load"
    """Deflection under a known load on the same sweeps."""
    ASSUMED = "assumed"
    """A typical gear of that rated torque, with a large uncertainty."""


@dataclass(frozen=True, eq=False)
class GainKnowledge:
    """``covariance`` (n, n) of the relative errors of the gains that made torques of currents."""

    source: GainSource
    covariance: FloatArray

    @classmethod
    def exact(cls, joint_count: int) -> "GainKnowledge":
        """Gains without any error."""
        return cls(GainSource.EXACT, np.zeros((joint_count, joint_count)))

    @classmethod
    def manufacturer(cls, joint_count: int, *, std: float = DATA_SHEET_GAIN_STD) -> "GainKnowledge":
        """Gains from data sheets: each joint up to 3 % off, independently."""
        return cls(GainSource.MANUFACTURER, std**2 * np.eye(joint_count))

    @classmethod
    def unknown(cls, joint_count: int) -> "GainKnowledge":
        """Unknown gains within a factor of two."""
        return cls(GainSource.UNKNOWN, 0.5**2 * np.eye(joint_count))


@dataclass(frozen=True, eq=False)
class ComplianceKnowledge:
    """Compliance of the gears: ``compliance`` (n,) rad/(N·m) ± ``std`` (n,); zero for a prismatic joint."""

    source: ComplianceSource
    compliance: FloatArray
    std: FloatArray


@dataclass(frozen=True)
class KnownLoad:
    """A weighed load: ``mass`` kg, ``center`` (3,) m in the flange frame, with standard deviations.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    mass: Mass = required_setting("Mass of the load that was weighed.", option="known-kg")
    center: tuple[Place, Place, Place] = required_setting(
        "Centre of the mass of the load that was weighed, in the flange's directions.",
        caption="Centre of its mass x y z",
        example="40 30 80 mm",
        option="known-com",
    )
    mass_std: Annotated[float, MASS_STD] = 0.001
    center_std: Annotated[float, PLACE_STD] = 0.0005

    def __post_init__(self) -> None:
        """Raise an error for impossible values."""
        check_bounds(self)


@dataclass(frozen=True, order=True)
class SweepKey:
    """Identifies one sweep: recording, joint (from 0), orientation, round (from 1).

    Orientations are numbered from 1 in the order in which the first recording passed through them.
    """

    recording: str
    joint: int
    orientation: int
    round: int = 1


@dataclass(frozen=True)
class PayloadSettings:
    """The settings of a payload result."""

    method: PayloadMethod = PayloadMethod.JOINT
    directions: Directions = Directions.BOTH
    leave_out: tuple[SweepKey, ...] = ()
    joints: tuple[JointNumber, ...] = ()
    """Joint numbers from 0; empty for all swept joints (three steps: the two parallel ones)."""

    def __post_init__(self) -> None:
        """Raise an error for impossible values, with the name of the setting."""
        check_bounds(self)
