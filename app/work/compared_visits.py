"""What the window and the command line learn of visits that were compared: small frozen objects. No Qt."""

from dataclasses import dataclass
from pathlib import Path

from core.elasticity.compared import ElasticityComparison
from core.elasticity.result import Elasticity
from core.elasticity.trend import ElasticityTrend
from core.friction.sweeps.comparison import FrictionComparison
from core.friction.sweeps.result import FrictionSweeps
from core.quality import Verdict, worst
from core.recording import FloatArray, Mark

_TRUSTED = (Verdict.GOOD, Verdict.USABLE)


@dataclass(frozen=True, eq=False)
class ComparedFile:
    """A visit, as far as it can be compared with another."""

    path: str
    robot: str
    serial: str
    """Empty where nothing in it says which arm it was."""
    recorded_at: str
    """When it was recorded; empty where all came from files that do not say."""
    marks: tuple[Mark, ...]
    elasticity: Elasticity | None
    sweeps: FrictionSweeps | None
    sweeps_temperature: float | None = None
    """K, mean over the sweeps."""
    drive_gain: FloatArray | None = None
    """(n,) N·m/A behind the loads of the twist; None where nothing says."""

    @property
    def name(self) -> str:
        """Its file without folder and ending."""
        return Path(self.path).stem


@dataclass(frozen=True, eq=False)
class ComparedPair:
    """An earlier visit against the latest; None where one of the two has not measured it."""

    before: int
    """Which of the visits, from 0."""
    twist: ElasticityComparison | None
    friction: FrictionComparison | None

    @property
    def verdict(self) -> Verdict:
        """How far the comparison can be relied on: of whatever was compared, the worst."""
        parts = [part for part in (self.twist, self.friction) if part is not None and part.is_compared]
        return worst(part.judgement.verdict for part in parts) if parts else Verdict.NOT_MEASURABLE

    @property
    def is_trustworthy(self) -> bool:
        """Whether some joint at least could be compared, and can be relied on."""
        joints = [
            *(joint.judgement.verdict for joint in (self.twist.joints if self.twist else ())),
            *(joint.judgement.verdict for joint in (self.friction.joints if self.friction else ())),
        ]
        return any(verdict in _TRUSTED for verdict in joints)


@dataclass(frozen=True, eq=False)
class ComparedVisits:
    """Visits to one arm, oldest first where all say when they were, and each against the latest."""

    visits: tuple[ComparedFile, ...]
    pairs: tuple[ComparedPair, ...]
    trend: ElasticityTrend | None
    """None with fewer than three visits whose date is known and that know the twist."""

    @property
    def latest(self) -> ComparedFile:
        """What the others are compared with."""
        return self.visits[-1]
