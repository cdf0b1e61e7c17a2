"""The result of an identification: parameters with uncertainty, validation and provenance."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.estimation.physical_model import PhysicalModel
from core.friction.models import FrictionKind
from core.identification.choosing.result import Choice
from core.identification.settings import GainSource, IdentificationSettings
from core.identification.setup_checks.result import COMMON_GAIN, SetupChecks
from core.identification.systematic.result import SystematicErrors
from core.learning.residual_model import ResidualModel
from core.quality import Judgement, Reason, is_determined
from core.recording import FloatArray, Mark, Origin, Recording

IDENTIFICATION = "identification"
"""Kind under which models are stored in a visit."""
IDENTIFICATION_PART = "identification-part"
"""Kind under which unfinished fits are stored; they can be resumed."""


@dataclass(frozen=True)
class Parameter:
    """One identified parameter in SI units.

    ``std`` is its whole standard deviation: that of the scatter between blocks of time, ``statistical``,
    and the ``systematic`` one, which more data of the same kind do not reduce. Both are None where unknown.
    """

    expression: str
    """The grouping in words a person can read, such as ``Izz_2 + Iyy_3 + 0.36·m_3``."""
    value: float
    std: float
    unit: str
    judgement: Judgement
    statistical: float | None = None
    systematic: float | None = None

    @property
    def relative_std(self) -> float:
        """Standard deviation over the magnitude of the value; infinite for a value of zero."""
        return self.std / abs(self.value) if self.value else float("inf")

    @property
    def is_determined(self) -> bool:
        """False if the standard deviation exceeds the value."""
        return is_determined(self.value, self.std)

    @property
    def is_mostly_systematic(self) -> bool:
        """True if most of the standard deviation is systematic."""
        if self.statistical is None or self.systematic is None:
            return False
        return self.systematic > self.statistical


@dataclass(frozen=True)
class JointFriction:
    """The friction of one joint: its coefficients, and its curve over speed for a plot.

    ``curve_speed`` (K,) rad/s, ``curve_torque`` (K,) N·m is the model at steady speed
    without load; ``point_speed``, ``point_torque``, ``point_std`` (P,) are the measured
    torque minus the rigid-body part, averaged over bins of speed.
    """

    joint: str
    kind: FrictionKind
    coefficients: tuple[Parameter, ...]
    shape_constants: dict[str, float]
    curve_speed: FloatArray
    curve_torque: FloatArray
    point_speed: FloatArray
    point_torque: FloatArray
    point_std: FloatArray
    """Spread of the samples in a bin, load and reversals included; not the error of the mean."""


@dataclass(frozen=True)
class Validation:
    """Errors of a model on one recording; arrays have shape (joints,).

    RMS values are over all samples of the chosen rows, of signals low-passed at the
    fit's cut-off; totals are root sums of squares over the joints. ``relative_error``
    is the norm of the residual over the norm of the measured torque.
    """

    recording: str
    used_in_fit: bool
    sample_count: int
    rms_torque: FloatArray
    rms_current: FloatArray | None
    relative_error: FloatArray
    total_rms_torque: float
    total_rms_current: float | None
    total_relative_error: float
    moving_rms_torque: FloatArray
    moving_relative_error: float
    weighted_relative_error: float
    """Relative error with every joint divided by its residual's standard deviation in the fit."""
    moving_joint_error: FloatArray | None = None
    """Relative error of each joint over the samples in which it moves; None where unknown."""
    unexplained: FloatArray | None = None
    """RMS residual over the standard deviation of the torque, both of each joint while it moves.

    NaN for a joint that hardly moves; None where unknown.
    """
    beyond_speed: FloatArray | None = None
    """Share of the samples in which the joint was faster than in the fit; None where unknown."""


@dataclass(frozen=True)
class Provenance:
    """The recordings, rows and software from which a result was made."""

    recordings: tuple[str, ...]
    sha256: tuple[str, ...]
    rows: tuple[tuple[int, int], ...]
    robot: str
    software: str
    created_at: str
    synthetic: bool
    row_count: int
    """Regression rows after filtering, masking and decimation."""
    mark: Mark = Mark.NONE
    """Mark of recordings that are not from a real arm."""

    def holds(self, recording: Recording) -> bool:
        """True if a recording was fitted, also where it is the same file by another label."""
        return recording.label in self.recordings or any(
            recording.origin.shares_rows(Origin(sha256=digest, first_row=first, last_row=last))
            for digest, (first, last) in zip(self.sha256, self.rows, strict=True)
        )

    @property
    def shown_mark(self) -> Mark:
        """The mark, including that of results stored before marks other than synthetic existed."""
        return Mark.SYNTHETIC if self.mark is Mark.NONE and self.synthetic else self.mark


class Loop(StrEnum):
    """The three loops ([Liu] section 5)."""

    FRICTION = "friction"
    DYNAMICS = "dynamics"
    LEARNING = "compensation"
    """Named as in [Liu] and in stored files."""


@dataclass(frozen=True)
class LoopRecord:
    """The residual torque after one loop in one round.

    ``residual`` (joints,) RMS in N·m over the rows of the fit after the loop, ``seconds``
    its duration.
    """

    round: int
    loop: Loop
    residual: FloatArray
    seconds: float


@dataclass(frozen=True)
class IdentificationResult:
    """The identified model of an arm.

    ``base_parameters`` are the inertial ones (with rotor inertia) in the order of the
    regression; ``estimate`` (p,) and ``covariance`` (p, p), systematic errors included, cover all columns
    named in ``column_names``. ``residual_std`` (joints,) in N·m. ``condition_number`` follows
    ``condition_convention``.
    """

    settings: IdentificationSettings
    robot_toml: str
    base_parameters: tuple[Parameter, ...]
    friction: tuple[JointFriction, ...]
    offsets: tuple[Parameter, ...]
    coupling: tuple[Parameter, ...]
    gain_source: GainSource
    drive_gain: FloatArray | None
    with_rotor_inertia: bool
    load_parameters: FloatArray | None
    """Base parameters (b,) that gave the load in the friction's last pass, if it needs one."""
    column_names: tuple[str, ...]
    estimate: FloatArray
    covariance: FloatArray
    white_noise_std: FloatArray
    residual_std: FloatArray
    rank: int
    condition_number: float
    condition_convention: str
    judgement: Judgement
    validation: tuple[Validation, ...]
    provenance: Provenance
    loops: tuple[LoopRecord, ...] = ()
    """History of the fit, loop by loop; empty for results stored without one."""
    residual_model: ResidualModel | None = None
    physical: PhysicalModel | None = None
    setup: SetupChecks | None = None
    """Checks of the set-up; None for a part result, and for results stored without them."""
    choice: Choice | None = None
    """Choice of friction model and cut-off by data; None where both were given."""
    systematic: SystematicErrors | None = None
    """The part of ``covariance`` that is systematic; None for a part result, and where it is not known."""

    @property
    def unseen(self) -> tuple[Reason, ...]:
        """What the recordings could not have shown; a known payload has shown a factor of all torques."""
        found = () if self.setup is None else self.setup.unseen
        if self.gain_source is not GainSource.IDENTIFIED:
            return found
        return tuple(one for one in found if one.code not in COMMON_GAIN)

    @property
    def top_speed(self) -> FloatArray | None:
        """Largest speed (joints,) of each joint in the fit, rad/s or m/s; None for a part result."""
        if any(joint.curve_speed.size == 0 for joint in self.friction):
            return None
        return np.array([float(np.abs(joint.curve_speed).max()) for joint in self.friction])

    @property
    def base_parameter_count(self) -> int:
        """Number of inertial base parameters."""
        return len(self.base_parameters)
