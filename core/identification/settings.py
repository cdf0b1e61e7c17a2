"""What a person can choose about an identification, and nothing else."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from core.bounds import DRIVE_GAIN, Count, Cutoff, Period, Ratio, check_bounds
from core.friction.kinds import FrictionKind
from core.learning.kinds import FeatureKind, ResidualKind
from core.recording import FloatArray

__all__ = [
    "EstimatorKind",
    "FeatureKind",
    "FrictionKind",
    "GainSource",
    "IdentificationSettings",
    "ResidualKind",
]


class EstimatorKind(StrEnum):
    """The estimators; ``core.estimation`` says what each one is."""

    LS = "ls"
    WLS = "wls"
    WLS_FULL = "wls-full"
    ROBUST = "robust"
    ML = "ml"
    """Maximum likelihood, with the noise measured from repeated periods."""


class GainSource(StrEnum):
    """Where the drive gains (N·m/A) come from."""

    MANUFACTURER = "manufacturer"
    GIVEN = "given"
    IDENTIFIED = "identified"
    """Found from runs without and with a known payload."""
    NOT_NEEDED = "not-needed"
    """The recordings carry torque, not current."""


@dataclass(frozen=True)
class IdentificationSettings:
    """Everything a fit depends on beside the recordings and the robot.

    ``filter_hz`` is the cut-off of the zero-phase low-pass in Hz, ``block_s`` the
    length in s of the blocks whose scatter gives the uncertainty, ``drive_gain``
    (joints,) in N·m/A overrides the robot description's own.
    """

    friction: FrictionKind = FrictionKind.LOAD_DEPENDENT
    estimator: EstimatorKind = EstimatorKind.WLS
    filter_hz: Cutoff = 6.0
    drive_gain: Annotated[FloatArray, DRIVE_GAIN] | None = None
    drive_gain_source: GainSource = GainSource.GIVEN
    """Where ``drive_gain`` is from, when it is given."""
    moving_only: bool | None = None
    """Fit only rows of joints faster than 0.5 °/s. By default that depends on the friction
    model: one with a presliding state explains a joint at rest, the others cannot."""
    block_s: Period = 2.0
    iterations: Count = 3
    """Most rounds of the friction and dynamics loops; they end by themselves when nothing is gained."""
    residual: ResidualKind = ResidualKind.NONE
    """What learns from the twist what the model leaves; each joint only where that is proven."""
    features: FeatureKind = FeatureKind.DEFLECTION
    """What it learns from. Proven on the twist it made no joint worse by 1 % on runs not used; on
    position and velocity it gained more where friction is poorly modelled, and harmed a joint of one arm
    in ten by up to 12 %."""
    physical: bool = False
    """Also find the nearest link parameters that a real body can have."""
    mass_tolerance: Ratio | None = None
    """With ``physical``: no link's mass is farther than this share from the description's; free if None."""

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)
