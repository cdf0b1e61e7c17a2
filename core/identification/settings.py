"""The settings of an identification."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import DRIVE_GAIN, Bounds, Count, Cutoff, Period, Ratio, check_bounds
from core.friction.models import FrictionKind
from core.grouping import Route
from core.learning.kinds import FeatureKind, ResidualKind
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.setting import setting

__all__ = [
    "EstimatorKind",
    "FeatureKind",
    "FitSettings",
    "FrictionKind",
    "GainSource",
    "IdentificationSettings",
    "ResidualKind",
]


class EstimatorKind(StrEnum):
    """The names of the estimators; see ``core.estimation``."""

    LS = "ls"
    WLS = "wls"
    WLS_FULL = "wls-full"
    ROBUST = "robust"
    ML = "ml"
    """Maximum likelihood, with noise measured from repeated periods."""


class GainSource(StrEnum):
    """Source of the drive gains (N·m/A)."""

    MANUFACTURER = "manufacturer"
    GIVEN = "given"
    IDENTIFIED = "identified"
    """Identified from runs without and with a known payload."""
    NOT_NEEDED = "not-needed"
    """The recordings contain torque, not current."""


DATA_SHEET_GAIN_STD = 0.03 / 3.0**0.5
"""Relative standard deviation of a drive gain from a data sheet: up to 3 % off, all errors as likely."""
GRAVITY = Bounds("m/s²", -100.0, 100.0)
LAG = Bounds("s", -1.0, 1.0)
ANGLE = Bounds("rad", -100.0, 100.0)
SHARE = Bounds("", -1.0, 1.0)
SHAPE = Bounds("", 0.0, 1e9, above=True)
"""Bounds of a speed, a distance or a slope that gives a friction model its shape."""


@dataclass(frozen=True)
class FitSettings:
    """The settings common to every fit of a model to recordings."""

    friction: FrictionKind = setting(
        FrictionKind.LOAD_DEPENDENT, "Model of the joints' friction.", caption="Friction model"
    )
    filter_hz: Cutoff = setting(
        6.0, "Cut-off frequency of the zero-phase low-pass.", caption="Low-pass filter"
    )

    def __post_init__(self) -> None:
        """Raise an error for impossible values, with the name of the setting."""
        check_bounds(self)


@dataclass(frozen=True)
class IdentificationSettings(FitSettings):
    """Everything a fit depends on beside the recordings and the robot.

    ``block_s`` is the length in s of the blocks whose scatter gives the uncertainty, ``drive_gain``
    (joints,) in N·m/A overrides the robot description's own.
    """

    auto_friction: bool = False
    """Choose the friction model by data; ``friction`` is then the usual one, in a result the chosen one."""
    auto_filter: bool = False
    """Choose the cut-off by data; ``filter_hz`` is then the usual one, in a result the chosen one."""
    estimator: EstimatorKind = setting(
        EstimatorKind.WLS, "Estimator, which says how the equations are weighted.", caption="Estimator"
    )
    drive_gain: Annotated[FloatArray, DRIVE_GAIN] | None = setting(
        None,
        "Drive gains in N·m/A, one for each joint.",
        caption="Drive gains in N·m/A, one per joint",
        auto="from the robot description",
    )
    drive_gain_source: GainSource = GainSource.GIVEN
    """Source of ``drive_gain``, when it is given."""
    moving_only: bool | None = setting(
        None,
        "Fit only samples in which their joint is faster than 0.5 °/s.",
        caption="Joints at rest",
        auto="depends on the friction model",
    )
    """A friction model with a presliding state describes a joint at rest; the others do not."""
    friction_shape: tuple[Annotated[float, SHAPE], ...] | None = setting(
        None,
        "Shape constants of the friction model, the same for all joints, instead of a search: Kv and Kd of "
        "Stribeck's.",
        auto="searched for each joint",
    )
    """Shape constants, in the order in which the model declares them."""
    rotor_inertia: bool = setting(
        True,
        "Fit the rotor inertia of each motor as a column of its own; without it, it is left to the links.",
        caption="Rotor inertia",
    )
    """A torque measured behind the gear never has these columns."""
    grouping: Route = setting(
        Route.ROW_ECHELON, "Way to the base parameters: reduced row echelon form, or QR with pivoting."
    )
    """Both find the same base parameters."""
    block_s: Period = 2.0
    iterations: Count = 3
    """Largest number of rounds of the friction and dynamics loops; they end earlier at convergence."""
    residual: ResidualKind = setting(
        ResidualKind.NONE,
        "Learner of the torque that the model leaves, for joints where leaving runs out proves it.",
        caption="Learner for what is left",
    )
    features: FeatureKind = setting(
        FeatureKind.DEFLECTION,
        "Signals that the learner uses: the twist, position and speed, or both.",
        caption="It learns from",
    )
    """Effect measured on runs not used for fitting.

    On the twist it made no joint worse by 1 %. On position and velocity it gained more where friction
    is poorly modelled, and made a joint of one arm in ten worse by up to 12 %.
    """
    gravity: tuple[Annotated[float, GRAVITY], ...] | None = None
    """Gravity in the base frame, m/s², where it differs from the robot description's."""
    torque_lag: tuple[Annotated[float, LAG], ...] | None = None
    """Time in s by which each joint's torque was recorded late; None where none was."""
    reported_zero: tuple[Annotated[float, ANGLE], ...] | None = None
    """Position of the model, rad or m, at which each joint reads zero, where not the robot description's."""
    coupled: tuple[Annotated[float, SHARE], ...] | None = None
    """Share of the joint before that each joint's reading lacks, as where it is counted from the horizon."""
    velocity_from_position: bool = False
    """Take the velocity from the positions, not as recorded."""
    physical: bool = setting(
        False, "Also find the nearest masses and inertias that real bodies can have.", caption="Links"
    )
    mass_tolerance: Ratio | None = setting(
        None,
        "With physical: largest share by which a link's mass may differ from the robot description's.",
        auto="any",
    )

    @property
    def with_usual(self) -> "IdentificationSettings":
        """The settings with the usual values of all that is chosen by data."""
        usual = FitSettings()
        return replace(
            self,
            friction=usual.friction if self.auto_friction else self.friction,
            filter_hz=usual.filter_hz if self.auto_filter else self.filter_hz,
        )

    @property
    def late(self) -> FloatArray | None:
        """Time in s (joints,) by which each joint's torque was recorded late."""
        return None if self.torque_lag is None else np.array(self.torque_lag)

    @property
    def readings(self) -> FloatArray | None:
        """Share (joints,) of the joint before that each joint's reading lacks."""
        return None if self.coupled is None else np.array(self.coupled)

    def mounted(self, robot: RobotModel) -> RobotModel:
        """The robot as it is mounted, with the zeros that its joints have."""
        if self.gravity is not None:
            robot = replace(robot, gravity=np.array(self.gravity))
        return robot if self.reported_zero is None else with_zeros(robot, self.reported_zero)


def with_zeros(robot: RobotModel, reported_zero: Sequence[float]) -> RobotModel:
    """The robot whose joints read zero at these positions of the model (n,), rad or m."""
    zeros = zip(robot.joints, reported_zero, strict=True)
    return replace(robot, joints=tuple(replace(joint, reported_zero=zero) for joint, zero in zeros))


CHOSEN_BY_DATA = IdentificationSettings(auto_friction=True, auto_filter=True)
"""The settings of an identification whose user leaves the friction model and the cut-off open."""
