"""What two visits to one arm say about its gears when they are held against each other."""

from dataclasses import dataclass, field
from enum import StrEnum

from core.elasticity.result import Measured
from core.quality import Judgement
from core.recording import Mark


class TwistQuantity(StrEnum):
    """What can be compared of a joint; the value is the name of its field in ``JointElasticity``."""

    STIFFNESS = "stiffness"
    BACKLASH = "backlash"
    HYSTERESIS_WIDTH = "hysteresis_width"
    HYSTERESIS_ENERGY = "hysteresis_energy"
    LOST_MOTION = "lost_motion"
    DAMPING = "damping"
    LAG = "lag"
    RIPPLE = "ripple"
    """Amplitude of one line."""


class Line(StrEnum):
    """In which of the visits a line of ripple stands out."""

    BOTH = "both"
    APPEARED = "appeared"
    VANISHED = "vanished"


@dataclass(frozen=True)
class Change:
    """One quantity of one joint in two visits, in SI units at the link side.

    Attributes
    ----------
    before, after
        None where that visit did not measure it; the standard deviations are as the visits told
        them, what both have in common included.
    difference
        ``after`` less ``before``; None unless both are there and can be compared.
    relative
        ``difference`` in units of ``before``, where that is well away from zero. A drive gain
        that both visits share is not in its standard deviation: it cancels.
    stds
        Size of the difference in standard deviations of what the visits do not share.
    least_seen
        How large a difference would have counted, in the quantity's unit.
    is_beyond_noise
        Whether that is more than the uncertainty of both, at the threshold of the whole arm.
    is_worse
        Whether the difference is in the direction of wear; None for quantities that have none.
    cycles_per_motor_turn
        Of a line of ripple.
    line
        Of a line of ripple: where it stands out. In the visit where it does not, the value is
        the amplitude of the spectrum there.
    """

    quantity: TwistQuantity
    before: Measured | None
    after: Measured | None
    difference: Measured | None = None
    relative: Measured | None = None
    stds: float = float("nan")
    least_seen: float = float("nan")
    is_beyond_noise: bool = False
    is_worse: bool | None = None
    cycles_per_motor_turn: float | None = None
    line: Line | None = None

    @property
    def is_compared(self) -> bool:
        """Whether both visits measured it in a way that can be compared."""
        return self.difference is not None


@dataclass(frozen=True)
class JointComparison:
    """One joint; its judgement says how far the comparison, not the gear, can be trusted."""

    joint: str
    number: int
    """From 0."""
    is_prismatic: bool
    changes: tuple[Change, ...]
    judgement: Judgement

    def change_of(self, quantity: TwistQuantity) -> Change | None:
        """The change of a quantity; of ripple the first line's."""
        return next((change for change in self.changes if change.quantity is quantity), None)

    @property
    def found(self) -> tuple[Change, ...]:
        """What is beyond the uncertainty of both visits."""
        return tuple(change for change in self.changes if change.is_beyond_noise)

    @property
    def measured_once(self) -> tuple[Change, ...]:
        """What only one of the visits measured."""
        return tuple(change for change in self.changes if (change.before is None) != (change.after is None))


@dataclass(frozen=True)
class ComparedVisit:
    """Which visit, as far as the comparison needs it."""

    recorded_at: str
    serial: str = ""
    temperature: float | None = None
    """K."""
    mark: Mark = Mark.NONE


@dataclass(frozen=True)
class ElasticityComparison:
    """All joints of an arm in two visits."""

    robot: str
    before: ComparedVisit
    after: ComparedVisit
    joints: tuple[JointComparison, ...]
    judgement: Judgement
    comparisons: int
    """How many changes were looked at together."""
    threshold_stds: float
    """From how many standard deviations on a change counts."""
    false_alarm_rate: float
    """Chance that any of them counts though nothing changed."""
    shared_gain_std: float = 0.0
    """Relative standard deviation of the drive gains that both visits share; it was taken out."""
    joints_missing: tuple[str, ...] = field(default=())
    """Names of joints that only one of the visits knows."""

    @property
    def is_compared(self) -> bool:
        """Whether anything could be compared."""
        return self.comparisons > 0

    @property
    def found(self) -> tuple[tuple[JointComparison, Change], ...]:
        """What is beyond the uncertainty of both visits, joint by joint."""
        return tuple((joint, change) for joint in self.joints for change in joint.found)

    @property
    def worse(self) -> tuple[tuple[JointComparison, Change], ...]:
        """Of that, what is in the direction of wear."""
        return tuple((joint, change) for joint, change in self.found if change.is_worse)
