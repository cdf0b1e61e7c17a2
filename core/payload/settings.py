"""How a payload is measured and worked out, and what is known beforehand about drives and gears."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import Bounds, JointNumber, Mass, Place, check_bounds
from core.recording import FloatArray
from core.setting import required_setting

MASS_STD = Bounds("kg", 0.0, 1e3)
PLACE_STD = Bounds("m", 0.0, 10.0)


class PayloadMethod(StrEnum):
    """How mass and centre of mass are worked out."""

    THREE_STEP = "three-step"
    """Mass from two parallel joints, then the centre across, then along; one after the other."""
    JOINT = "joint"
    """All sweeps in one least squares, with everything that is not exactly known as an unknown of its own."""
    DEFLECTION = "deflection"
    """The same from the twist of the gears instead of the drives' torque."""
    DYNAMIC = "dynamic"
    """All ten parameters from a pair of excitation runs, without and with the payload."""


class Directions(StrEnum):
    """Which ways of a sweep count."""

    BOTH = "both"
    """The half-sum, in which friction cancels."""
    FORWARD = "forward"
    """One way alone, in which friction cancels only as far as it is the same without and with the payload."""


class GainSource(StrEnum):
    """Where the drive gains come from."""

    EXACT = "exact"
    """Taken for exact, such as those of a joint torque measured directly."""
    MANUFACTURER = "manufacturer"
    IDENTIFIED = "identified"
    UNKNOWN = "unknown"
    """Nobody knows them: only a known reference load gives the scale."""


class ComplianceSource(StrEnum):
    """What says where the links stand while the motor encoders alone are read."""

    LINK_ENCODER = "link-encoder"
    TWIST = "twist"
    """The stiffness that both encoders showed in this or an earlier visit of the arm."""
    REFERENCE_LOAD = "reference-load"
    """What a known load bent on the same sweeps."""
    ASSUMED = "assumed"
    """A typical gear of that rated torque, with a wide doubt."""


@dataclass(frozen=True, eq=False)
class GainKnowledge:
    """``covariance`` (n, n) of the relative errors of the gains that made torques of currents."""

    source: GainSource
    covariance: FloatArray

    @classmethod
    def exact(cls, joint_count: int) -> "GainKnowledge":
        """Without any doubt."""
        return cls(GainSource.EXACT, np.zeros((joint_count, joint_count)))

    @classmethod
    def manufacturer(cls, joint_count: int, *, std: float = 0.03 / np.sqrt(3.0)) -> "GainKnowledge":
        """As data sheets have them: each joint off by up to 3 % on its own."""
        return cls(GainSource.MANUFACTURER, std**2 * np.eye(joint_count))

    @classmethod
    def unknown(cls, joint_count: int) -> "GainKnowledge":
        """Anything within a factor of two."""
        return cls(GainSource.UNKNOWN, 0.5**2 * np.eye(joint_count))


@dataclass(frozen=True, eq=False)
class ComplianceKnowledge:
    """How far the gears bend: ``compliance`` (n,) rad/(N·m) ± ``std`` (n,); zero for a prismatic joint."""

    source: ComplianceSource
    compliance: FloatArray
    std: FloatArray


@dataclass(frozen=True)
class KnownLoad:
    """A load that was weighed: ``mass`` kg, ``center`` (3,) m in the flange frame, each with its doubt.

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
        """Refuse what hangs nowhere."""
        check_bounds(self)


@dataclass(frozen=True, order=True)
class SweepKey:
    """Names one sweep: its recording, the joint (from 0), how the flange was held, the round (from 1).

    Orientations are numbered from 1 in the order in which the first recording passed through them.
    """

    recording: str
    joint: int
    orientation: int
    round: int = 1


@dataclass(frozen=True)
class PayloadSettings:
    """Everything a result depends on beside the recordings, the robot and what is known beforehand."""

    method: PayloadMethod = PayloadMethod.JOINT
    directions: Directions = Directions.BOTH
    leave_out: tuple[SweepKey, ...] = ()
    joints: tuple[JointNumber, ...] = ()
    """From 0; empty for those that were swept (three steps: the two parallel ones)."""

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)
