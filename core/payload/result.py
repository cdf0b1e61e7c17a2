"""The result of a payload identification: mass and centre of mass with uncertainty, verdict and origin.

Beside it: the load that the arm may carry, and the payload that a controller assumed.
All values are in SI, the centre of mass in the flange frame.
"""

import math
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from core.payload.settings import (
    ComplianceSource,
    GainSource,
    PayloadMethod,
    PayloadSettings,
    SweepKey,
)
from core.quality import Judgement, Reason, Word, word_of, worst
from core.recording import FloatArray, Mark
from core.robot.load_envelope import PayloadEnvelope
from core.signals.significance import threshold_stds

PAYLOAD = "payload"
"""Kind under which the results are stored in a visit."""
QUANTITIES = ("mass", "x", "y", "z")
"""Names of an estimate's quantities, in the order of its covariance."""
DOUBT_STD = 2.0
"""Standard deviations by which a load must stay on its side of the limit for a certain verdict."""
PAYLOAD_WRITE = "payload-write"
"""Kind under which a visit stores every attempt to change the setting."""


LARGEST_TOLD_STD = 0.5
"""Std of a coordinate of the centre of mass, m, above which its value says nothing about a load."""


@dataclass(frozen=True, eq=False)
class PayloadEstimate:
    """``mass`` kg and ``center_of_mass`` (3,) m; ``covariance`` (4, 4) of the four, NaN where not measured.

    ``judgements`` has one for each of ``QUANTITIES``.
    """

    mass: float
    center_of_mass: FloatArray
    covariance: FloatArray
    judgements: tuple[Judgement, ...] = field(default_factory=lambda: (Judgement.of(()),) * 4)

    @property
    def mass_std(self) -> float:
        """Standard deviation of the mass, kg."""
        return float(np.sqrt(self.covariance[0, 0]))

    @property
    def center_of_mass_std(self) -> FloatArray:
        """Standard deviations of the centre of mass, (3,) m."""
        return np.asarray(np.sqrt(np.diag(self.covariance)[1:]))

    @property
    def told_center_of_mass(self) -> FloatArray:
        """Centre of mass (3,) m; NaN also where few sweeps leave more open than the size of any load."""
        return np.where(self.center_of_mass_std <= LARGEST_TOLD_STD, self.center_of_mass, np.nan)

    @property
    def judgement(self) -> Judgement:
        """The worst verdict of the four quantities, with all reasons."""
        reasons = tuple(reason for one in self.judgements for reason in one.reasons)
        return Judgement(worst(one.verdict for one in self.judgements), reasons)


class PayloadStage(StrEnum):
    """The steps in which a payload becomes known."""

    MASS = "mass"
    CENTER_XY = "center-xy"
    CENTER_Z = "center-z"
    TOGETHER = "together"
    """All sweeps in one fit."""


@dataclass(frozen=True, eq=False)
class PayloadStep:
    """The result of one step: NaN in ``estimate`` for later quantities.

    ``sweeps`` it used, ``rms`` N·m of its residual, ``improved_by`` numbers of the orientations
    that would improve it.
    """

    stage: PayloadStage
    estimate: PayloadEstimate
    sweeps: tuple[SweepKey, ...]
    rms: float
    improved_by: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class SweepResidual:
    """One sweep in both directions in the result.

    ``rms`` N·m (rad for deflection) is the residual of the torque added by the payload on this
    sweep, ``expected`` that from noise alone; ``mean`` is signed. ``mass_without`` kg and
    ``center_without`` (3,) m are the estimate when this sweep is left out; NaN where the others
    do not determine it. ``is_used`` false for one that was left out.
    """

    key: SweepKey
    joint_name: str
    low: float
    """Lowest angle, rad."""
    high: float
    speed: float
    """Mean speed, rad/s."""
    samples: int
    rms: float
    mean: float
    expected: float
    is_used: bool = True
    mass_without: float = float("nan")
    center_without: FloatArray = field(default_factory=lambda: np.full(3, np.nan))
    flange: FloatArray = field(default_factory=lambda: np.full((3, 3), np.nan))
    """Directions of flange x, y, z (columns) in the base frame in the middle of the sweep."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))


@dataclass(frozen=True)
class RefusedSweep:
    """A stroke that could not be used, with the cause: a code of ``core.payload.strokes`` and facts."""

    recording: str
    joint: int
    code: str
    count: int = 1


@dataclass(frozen=True, eq=False)
class GainCheck:
    """The gains of the swept joints, as known before and as found from the sweeps.

    ``joints`` (k,) from 0. ``ratio_found`` is the last gain over the first, relative to the known
    ratio, from the payload's own two scales; ``ratio_std`` is its standard deviation,
    ``ratio_known_std`` that of the prior knowledge.
    """

    source: GainSource
    joints: tuple[int, ...]
    std: FloatArray
    ratio_found: float = float("nan")
    ratio_std: float = float("nan")
    ratio_known_std: float = float("nan")


class ReferenceKind(StrEnum):
    """Kind of reference for the loaded sweeps."""

    THIS_VISIT = "this-visit"
    EARLIER_VISIT = "earlier-visit"
    MODEL = "model"


@dataclass(frozen=True)
class Reference:
    """The unloaded arm: its source, age in s, and the warming of the joints since then in K."""

    kind: ReferenceKind
    recordings: tuple[str, ...] = ()
    visit: str = ""
    model: str = ""
    age_s: float = float("nan")
    warmer_by: float = float("nan")


@dataclass(frozen=True, eq=False)
class PayloadPrediction:
    """Prediction errors of a loaded run with and without the payload, over all joints (dynamic method)."""

    recording: str
    rms: FloatArray
    """Root mean square error (n,) in A if the recording has currents, else N·m; NaN for joints at rest."""
    rms_without: FloatArray
    unit: str

    @property
    def total(self) -> float:
        """Root of the sum of squares over the joints that moved."""
        return float(np.sqrt(np.nansum(self.rms**2)))

    @property
    def total_without(self) -> float:
        """The same total without the payload."""
        return float(np.sqrt(np.nansum(self.rms_without**2)))


@dataclass(frozen=True, eq=False)
class PayloadResult:
    """The payload of one visit."""

    robot: str
    settings: PayloadSettings
    estimate: PayloadEstimate
    steps: tuple[PayloadStep, ...]
    sweeps: tuple[SweepResidual, ...] = ()
    refused: tuple[RefusedSweep, ...] = ()
    reference: Reference | None = None
    gains: GainCheck | None = None
    compliance_source: ComplianceSource | None = None
    compliance: FloatArray | None = None
    """Compliance (n,) used, measured or assumed, rad/(N·m); NaN where it has no effect."""
    inertia: FloatArray | None = None
    """Inertial parameters (10,): m, m·c, xx xy xz yy yz zz about the flange's origin, where determined."""
    inertia_std: FloatArray | None = None
    predictions: tuple[PayloadPrediction, ...] = ()
    recordings: tuple[str, ...] = ()
    """Labels of the loaded recordings."""
    known_recordings: tuple[str, ...] = ()
    """Labels of the recordings with a known reference load."""
    joint_names: tuple[str, ...] = ()
    residual: float = float("nan")
    """RMS of all residuals, N·m (rad for deflection)."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))
    serial: str = ""
    power_on: str = ""
    recorded_at: str = ""
    robot_seconds: float = float("nan")
    """Robot time of the loaded sweeps, s."""
    software: str = ""
    created_at: str = ""
    mark: Mark = Mark.NONE
    unseen: tuple[Reason, ...] = ()
    """What the recordings could not have shown."""

    @property
    def overall(self) -> Judgement:
        """Judgement of mass, centre of mass and the whole together, each reason once."""
        every = (*self.estimate.judgements, self.judgement)
        reasons = {repr(reason): reason for one in every for reason in one.reasons}
        return Judgement(worst(one.verdict for one in every), tuple(reasons.values()))

    @property
    def method(self) -> PayloadMethod:
        """Method by which the payload was computed."""
        return self.settings.method


@dataclass(frozen=True)
class Carried:
    """A payload with its centre of mass at ``distance`` ± ``distance_std`` m from the flange.

    ``share`` of the largest mass permitted there, NaN if unknown; ``allowed`` is None
    if unknown. ``is_certain`` if every payload within the uncertainty has the same verdict.
    """

    distance: float
    distance_std: float
    share: float
    allowed: bool | None
    is_certain: bool


def compare_with_permitted_load(estimate: PayloadEstimate, envelope: PayloadEnvelope) -> Carried:
    """A payload compared with an envelope; unknown if the payload is not fully determined."""
    center = estimate.center_of_mass
    distance = float(np.linalg.norm(center))
    if not np.isfinite(distance + estimate.mass):
        return Carried(distance, float("nan"), float("nan"), None, is_certain=False)
    # uncertainty along the lever; at the flange itself any direction will do
    along = center / distance if distance > 0.0 else np.full(3, 1.0 / np.sqrt(3.0))
    std = float(np.sqrt(along @ estimate.covariance[1:, 1:] @ along))
    allowed = envelope.allows(estimate.mass, center)
    edges = {
        envelope.allows(max(estimate.mass + side * estimate.mass_std, 0.0), center + side * std * along)
        for side in (-DOUBT_STD, DOUBT_STD)
    }
    return Carried(
        distance, std, envelope.share(estimate.mass, center), allowed, is_certain=edges == {allowed}
    )


@dataclass(frozen=True)
class SetLoad:
    """``mass`` kg and ``center`` (3,) m in the flange frame; None where the controller stores none."""

    mass: float
    center: tuple[float, float, float] | None = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class KeptSetting:
    """Record of an attempt to set a payload; ``present`` is None where the present setting is unknown."""

    old: SetLoad
    asked: SetLoad
    present: SetLoad | None = None
    error: str = ""
    measured_at: str = ""
    """Time stamp of the payload that was written; empty without one."""
    created_at: str = ""
    mark: Mark = Mark.NONE


def is_set_wrong(measured: PayloadEstimate, set_mass: float) -> bool:
    """True if the mass set in the controller, kg, is not the measured one; False where it is NaN."""
    return abs(measured.mass - set_mass) > threshold_stds(1) * measured.mass_std


def payload_word(found: PayloadResult, set_mass: float = math.nan) -> Word:
    """The word of a payload: the worst of its quantities, or *needs care* where it is set wrong."""
    return word_of(found.overall.verdict, needs_care=is_set_wrong(found.estimate, set_mass))
