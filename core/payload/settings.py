"""Settings of a payload identification, and prior knowledge of drives and gears."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import Bounds, JointNumber, Mass, Place, check_bounds
from core.elasticity.result import Elasticity, JointElasticity, Measured
from core.identification.settings import DATA_SHEET_GAIN_STD
from core.recording import FloatArray, LinkPosition
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


def identified_gains(
    drive_gain: FloatArray, covariance: FloatArray, *, described: FloatArray | None
) -> tuple[FloatArray, GainKnowledge]:
    """Drive gains (n,) in N·m/A for every joint, and the covariance of their errors.

    ``drive_gain`` (n,) and ``covariance`` (n, n) in (N·m/A)² are NaN for joints that the runs did not
    determine. Those take the ``described`` gain with a data sheet's uncertainty, or stay NaN with
    the uncertainty of unknown gains.
    """
    count = drive_gain.shape[0]
    is_given = np.isfinite(drive_gain) & np.isfinite(np.diagonal(covariance))
    gains = np.where(is_given, drive_gain, np.nan if described is None else described)
    rest = GainKnowledge.unknown(count) if described is None else GainKnowledge.manufacturer(count)
    both = np.outer(is_given, is_given)
    relative = np.divide(covariance, np.outer(gains, gains), out=np.zeros((count, count)), where=both)
    combined = np.where(both, relative, rest.covariance)  # other joints are uncorrelated
    return gains, GainKnowledge(GainSource.IDENTIFIED, combined)


def compliance_of(found: Elasticity) -> ComplianceKnowledge | None:
    """Compliance of each gear measured with its two encoders; None if no stiffness was measured.

    NaN for joints without a measured stiffness, zero for prismatic ones.
    """
    stiffness = [_measured(one) for one in found.joints]
    value, std = (np.array([getattr(one, name) for one in stiffness]) for name in ("value", "std"))
    slides = np.array([joint.is_prismatic for joint in found.joints])
    known = np.isfinite(value) & np.isfinite(std) & (value > 0.0)
    if not np.any(known & ~slides):
        return None
    compliance = np.where(slides, 0.0, np.where(known, 1.0 / value, np.nan))
    compliance_std = np.where(slides, 0.0, np.where(known, std / value**2, np.nan))
    return ComplianceKnowledge(ComplianceSource.TWIST, compliance, compliance_std)


def _measured(joint: JointElasticity) -> Measured:
    """A joint's stiffness; NaN where it is unknown, or a constant by which the controller computes."""
    is_computed = joint.link_position is LinkPosition.COMPUTED
    return Measured(np.nan, np.nan) if joint.stiffness is None or is_computed else joint.stiffness
