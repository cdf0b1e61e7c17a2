"""The result of comparing the gears of one arm between two visits."""

from dataclasses import dataclass, field
from enum import StrEnum

from core.elasticity.result import Measured
from core.quality import Judgement
from core.recording import Mark


class TwistQuantity(StrEnum):
    """A quantity that can be compared; the value is the name of its field in ``JointElasticity``."""

    STIFFNESS = "stiffness"
    BACKLASH = "backlash"
    HYSTERESIS_WIDTH = "hysteresis_width"
    HYSTERESIS_ENERGY = "hysteresis_energy"
    LOST_MOTION = "lost_motion"
    DAMPING = "damping"
    LAG = "lag"
    RIPPLE = "ripple"
    """Amplitude of one ripple line."""


class Line(StrEnum):
    """The visits in which a ripple line is significant."""

    BOTH = "both"
    APPEARED = "appeared"
    VANISHED = "vanished"


@dataclass(frozen=True)
class Change:
    """The change of one quantity of one joint between two visits, in SI units at the link side.

    Attributes
    ----------
    before, after
        None where that visit did not measure it; the standard deviations are those of the
        visits, including errors common to both.
    difference
        ``after`` less ``before``; None unless both are there and can be compared.
    relative
        ``difference`` in units of ``before``, where that is well away from zero. The error of a
        drive gain common to both visits cancels and is not in its standard deviation.
    stds
        Size of the difference in standard deviations without the errors common to both visits.
    least_seen
        Smallest difference that would be significant, in the quantity's unit.
    is_beyond_noise
        True if that exceeds the threshold for the whole arm.
    is_worse
        True if the difference is in the direction of wear; None for quantities that have none.
    cycles_per_motor_turn
        Order of a ripple line.
    line
        The visits in which a ripple line is significant. In the other visit the value is
        the amplitude of its spectrum there.
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
        """True if both visits measured the quantity in a comparable way."""
        return self.difference is not None


@dataclass(frozen=True)
class JointComparison:
    """One joint; the judgement rates the comparison, not the gear."""

    joint: str
    number: int
    """Number of the joint, from 0."""
    is_prismatic: bool
    changes: tuple[Change, ...]
    judgement: Judgement

    def change_of(self, quantity: TwistQuantity) -> Change | None:
        """The change of a quantity; of ripple the first line's."""
        return next((change for change in self.changes if change.quantity is quantity), None)

    @property
    def found(self) -> tuple[Change, ...]:
        """Changes beyond the uncertainty of both visits."""
        return tuple(change for change in self.changes if change.is_beyond_noise)

    @property
    def measured_once(self) -> tuple[Change, ...]:
        """Quantities that only one of the visits measured."""
        return tuple(change for change in self.changes if (change.before is None) != (change.after is None))


@dataclass(frozen=True)
class ComparedVisit:
    """The data of a visit that a comparison needs."""

    recorded_at: str
    serial: str = ""
    temperature: float | None = None
    """Mean temperature, K."""
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
    """Number of changes compared together."""
    threshold_stds: float
    """Number of standard deviations from which a change is significant."""
    false_alarm_rate: float
    """Probability that any change is called significant although nothing changed."""
    shared_gain_std: float = 0.0
    """Relative standard deviation of the drive gains common to both visits; it was removed."""
    joints_missing: tuple[str, ...] = field(default=())
    """Names of joints that only one of the visits has."""

    @property
    def is_compared(self) -> bool:
        """True if at least one quantity could be compared."""
        return self.comparisons > 0

    @property
    def found(self) -> tuple[tuple[JointComparison, Change], ...]:
        """Changes beyond the uncertainty of both visits, joint by joint."""
        return tuple((joint, change) for joint in self.joints for change in joint.found)

    @property
    def worse(self) -> tuple[tuple[JointComparison, Change], ...]:
        """Those changes that are in the direction of wear."""
        return tuple((joint, change) for joint, change in self.found if change.is_worse)
