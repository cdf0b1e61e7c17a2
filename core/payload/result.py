"""A payload as it was found: mass and centre of mass, each with its doubt, its verdict and its origin.

Everything in SI, the centre of mass in the flange frame.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from core.payload.settings import (
    ComplianceSource,
    GainSource,
    PayloadMethod,
    PayloadSettings,
    SweepKey,
)
from core.quality import Judgement, worst
from core.recording import FloatArray, Mark

PAYLOAD = "payload"
"""Under this kind the results are stored in a visit."""
QUANTITIES = ("mass", "x", "y", "z")
"""Of an estimate, in the order of its covariance."""


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
        """In kg."""
        return float(np.sqrt(self.covariance[0, 0]))

    @property
    def center_of_mass_std(self) -> FloatArray:
        """(3,) m."""
        return np.asarray(np.sqrt(np.diag(self.covariance)[1:]))

    @property
    def judgement(self) -> Judgement:
        """All four together."""
        reasons = tuple(reason for one in self.judgements for reason in one.reasons)
        return Judgement(worst(one.verdict for one in self.judgements), reasons)


class PayloadStage(StrEnum):
    """The steps in which a payload becomes known."""

    MASS = "mass"
    CENTER_XY = "center-xy"
    CENTER_Z = "center-z"
    TOGETHER = "together"
    """Everything in one."""


@dataclass(frozen=True, eq=False)
class PayloadStep:
    """What was known after one step: NaN in ``estimate`` for what comes later.

    ``sweeps`` it used, ``rms`` N·m that it left, ``improved_by`` numbers of the orientations
    that would make it better.
    """

    stage: PayloadStage
    estimate: PayloadEstimate
    sweeps: tuple[SweepKey, ...]
    rms: float
    improved_by: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class SweepResidual:
    """One sweep there and back in the result.

    ``rms`` N·m (rad for deflection) is what the payload leaves of what it added on this sweep,
    ``expected`` what noise alone would leave; ``mean`` is signed. ``mass_without`` kg and
    ``center_without`` (3,) m are the estimate when this sweep is left out; NaN where the others
    do not determine it. ``is_used`` false for one that was left out.
    """

    key: SweepKey
    joint_name: str
    low: float
    """rad"""
    high: float
    speed: float
    """rad/s"""
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
    """A stroke that could not be used, and why: a code of ``core.payload.strokes``, with facts."""

    recording: str
    joint: int
    code: str
    count: int = 1


@dataclass(frozen=True, eq=False)
class GainCheck:
    """The gains of the swept joints, as they were known and as the sweeps themselves have them.

    ``joints`` (k,) from 0. ``ratio_found`` is the last one's gain over the first one's, relative
    to what was known, as the payload's own two scales say; ``ratio_std`` its doubt,
    ``ratio_known_std`` that of the knowledge.
    """

    source: GainSource
    joints: tuple[int, ...]
    std: FloatArray
    ratio_found: float = float("nan")
    ratio_std: float = float("nan")
    ratio_known_std: float = float("nan")


class ReferenceKind(StrEnum):
    """What the loaded sweeps are compared with."""

    THIS_VISIT = "this-visit"
    EARLIER_VISIT = "earlier-visit"
    MODEL = "model"


@dataclass(frozen=True)
class Reference:
    """The unloaded arm: from where, how old in s, and K by which joints were warmer with the payload."""

    kind: ReferenceKind
    recordings: tuple[str, ...] = ()
    visit: str = ""
    model: str = ""
    age_s: float = float("nan")
    warmer_by: float = float("nan")


@dataclass(frozen=True, eq=False)
class PayloadPrediction:
    """How well the loaded run is predicted with the payload and without, over all joints (dynamic method)."""

    recording: str
    rms: FloatArray
    """(n,) in A where the recording has currents, else N·m; NaN for joints that did not move."""
    rms_without: FloatArray
    unit: str

    @property
    def total(self) -> float:
        """Root of the sum of squares over the joints that moved."""
        return float(np.sqrt(np.nansum(self.rms**2)))

    @property
    def total_without(self) -> float:
        """The same without the payload."""
        return float(np.sqrt(np.nansum(self.rms_without**2)))


@dataclass(frozen=True, eq=False)
class PayloadResult:
    """The payload of a visit."""

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
    """(n,) rad/(N·m) as it was found or taken, NaN where it does not matter."""
    inertia: FloatArray | None = None
    """(10,) m, m·c, inertia xx xy xz yy yz zz about the flange's origin, where the method tells it."""
    inertia_std: FloatArray | None = None
    predictions: tuple[PayloadPrediction, ...] = ()
    recordings: tuple[str, ...] = ()
    """Labels of the loaded ones."""
    known_recordings: tuple[str, ...] = ()
    """Of those with a known reference load."""
    joint_names: tuple[str, ...] = ()
    residual: float = float("nan")
    """N·m (rad for deflection) rms of everything."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))
    serial: str = ""
    power_on: str = ""
    recorded_at: str = ""
    robot_seconds: float = float("nan")
    """That the arm took for the loaded sweeps."""
    software: str = ""
    created_at: str = ""
    mark: Mark = Mark.NONE

    @property
    def method(self) -> PayloadMethod:
        """How it was worked out."""
        return self.settings.method

    def with_reference(self, reference: Reference) -> "PayloadResult":
        """The same with more said about what it was compared with."""
        return replace(self, reference=reference)
