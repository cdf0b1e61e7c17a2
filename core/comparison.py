"""Visits to one arm that are compared: what each has, what changed between two, and how it goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.elasticity.comparison_result import ElasticityComparison
from core.elasticity.result import Elasticity
from core.elasticity.trend import ElasticityTrend
from core.friction.sweeps.comparison import FrictionComparison, JointFrictionHistory
from core.friction.sweeps.result import FrictionSweeps
from core.identification.verification_result import Verification, VerificationComparison
from core.payload.comparison import PayloadComparison
from core.payload.result import PayloadResult
from core.quality import Verdict, worst
from core.recording import FloatArray, Mark
from core.signals.trend_line import ValueTrend
from core.stiffness.comparison import StiffnessComparison
from core.stiffness.result import ReducedStiffness

_TRUSTED = (Verdict.GOOD, Verdict.USABLE)
ComparedPart = (
    ElasticityComparison
    | FrictionComparison
    | PayloadComparison
    | VerificationComparison
    | StiffnessComparison
)
"""Comparison of a result that both visits can have."""


@dataclass(frozen=True, eq=False)
class ComparedFile:
    """A visit, as far as it can be compared with another."""

    path: str
    robot: str
    serial: str
    """Empty where nothing in it says which arm it was."""
    recorded_at: str
    """Time stamp of the recording; empty where all came from files that do not say."""
    marks: tuple[Mark, ...]
    elasticity: Elasticity | None
    sweeps: FrictionSweeps | None
    sweeps_temperature: float | None = None
    """K, mean over the sweeps."""
    drive_gain: FloatArray | None = None
    """(n,) N·m/A behind the loads of the twist; None where nothing says."""
    payload: PayloadResult | None = None
    verification: Verification | None = None
    stiffness: ReducedStiffness | None = None
    customer: str = ""
    note: str = ""
    """Note that a person wrote to the visit."""

    @property
    def name(self) -> str:
        """Its file without folder and ending."""
        return Path(self.path).stem

    @property
    def temperature(self) -> float | None:
        """K, of the arm while its twist or its friction was measured; None where neither says."""
        return self.elasticity.temperature if self.elasticity else self.sweeps_temperature


@dataclass(frozen=True, eq=False)
class ComparedPair:
    """An earlier visit against the latest; None where one of the two has not measured it."""

    before: int
    """Which of the visits, from 0."""
    twist: ElasticityComparison | None
    friction: FrictionComparison | None
    payload: PayloadComparison | None = None
    verification: VerificationComparison | None = None
    stiffness: StiffnessComparison | None = None

    @property
    def parts(self) -> tuple[ComparedPart, ...]:
        """The quantities that both visits hold."""
        offered = (self.twist, self.friction, self.payload, self.verification, self.stiffness)
        return tuple(part for part in offered if part is not None)

    @property
    def is_compared(self) -> bool:
        """True if anything could be compared."""
        return any(part.is_compared for part in self.parts)

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the compared quantities."""
        parts = [part for part in self.parts if part.is_compared]
        return worst(part.judgement.verdict for part in parts) if parts else Verdict.NOT_MEASURABLE

    @property
    def is_trustworthy(self) -> bool:
        """True if a joint or the payload could be compared, and the comparison can be relied on."""
        joints = [
            *(joint.judgement.verdict for joint in (self.twist.joints if self.twist else ())),
            *(joint.judgement.verdict for joint in (self.friction.joints if self.friction else ())),
        ]
        whole = (self.payload, self.verification, self.stiffness)
        arms = [part.judgement.verdict for part in whole if part is not None and part.is_compared]
        return any(verdict in _TRUSTED for verdict in (*joints, *arms))


@dataclass(frozen=True, eq=False)
class ArmHistory:
    """Friction and payload of one arm over its visits whose date is known, oldest first."""

    recorded_at: tuple[str, ...]
    friction: tuple[JointFrictionHistory, ...] = ()
    payload: Mapping[str, ValueTrend] = field(default_factory=dict)
    """By ``core.payload.result.QUANTITIES``."""

    @property
    def is_empty(self) -> bool:
        """True if no quantity was measured twice."""
        return not (self.friction or self.payload)


@dataclass(frozen=True, eq=False)
class ComparedVisits:
    """Visits to one arm, oldest first where all say when they were, and each against the latest."""

    visits: tuple[ComparedFile, ...]
    pairs: tuple[ComparedPair, ...]
    trend: ElasticityTrend | None
    """None with fewer than three visits whose date is known and that know the twist."""
    history: ArmHistory | None = None
    """None with fewer than three visits whose date is known."""

    @property
    def has_trend(self) -> bool:
        """True if a quantity can be followed over the visits."""
        return self.trend is not None or (self.history is not None and not self.history.is_empty)

    @property
    def latest(self) -> ComparedFile:
        """The visit that the others are compared with."""
        return self.visits[-1]
