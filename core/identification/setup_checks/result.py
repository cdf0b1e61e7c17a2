"""Result of the checks of the set-up."""

from dataclasses import dataclass

import numpy as np

from core.identification.setup_checks.limits import LIMITS
from core.quality import Reason
from core.recording import FloatArray

COMMON_GAIN = ("unseen-gain", "unseen-gain-unknown")
"""Codes of a factor of all torques that recordings could not have shown, but a load of known mass does."""


@dataclass(frozen=True)
class Tried:
    """A hypothesis on the set-up: its code, the joints it concerns, and what it explains.

    ``score`` is the change of the summed logarithms of the joints' errors over their torques, by the fit and
    by the stated masses; negative where it explains better. ``holds`` is True where it is large enough to be
    a fault.
    """

    code: str
    joints: tuple[str, ...]
    score: float
    holds: bool


@dataclass(frozen=True)
class Weights:
    """Factors between the torques measured and those of the stated masses, with standard deviations.

    ``whole`` of weight and inertia together, ``weight`` of gravity's part alone; ``apart`` of both together
    beside any body on the flange, which makes up for no factor of all torques. NaN where nothing tells it.
    """

    whole: float
    whole_std: float
    weight: float
    weight_std: float
    apart: float
    apart_std: float

    def lightest_sure(self, sigmas: float) -> float:
        """The lower of both factors, each so many standard deviations up."""
        return min(self.whole + sigmas * self.whole_std, self.weight + sigmas * self.weight_std)

    def is_apart(self, most: float) -> bool:
        """True if the torques are surely larger or smaller than stated by more than ``most``, a factor.

        Half of it must be sure: masses that are stated a little wrong are no fault of the torques.
        """
        if not self.apart > 0.0:
            return False
        least = abs(self.apart - 1.0) - LIMITS.sure * self.apart_std
        is_beyond = max(self.apart, 1.0 / self.apart) > most
        return bool(is_beyond and least > 0.5 * (1.0 - 1.0 / most))


@dataclass(frozen=True)
class SetupChecks:
    """Figures of all checks, and the fault that they show.

    The checks run in the order of the fields, and those after the first fault are left out: its
    effect would be taken for theirs. Arrays (joints,) then hold NaN, as they do where nothing can be
    known.
    """

    exchanged_pair: tuple[str, ...]
    """The two joints whose exchange would explain the recordings best."""
    exchange_log_error: float
    """Change of the summed logarithms of the joints' errors by it; negative where it is better."""
    friction: FloatArray
    """Mean friction power over RMS speed, N·m; negative where friction would drive the joint."""
    friction_std: FloatArray
    gravity: FloatArray
    """Gravity (3,) in the base frame, m/s², as the torques show it."""
    mounting_angle: float
    """Angle between the gravity found and the one described, rad."""
    mounting_std: float
    lag: FloatArray
    """Time by which the torque is late against the position, s."""
    lag_std: FloatArray
    scale: FloatArray
    """Relative error of the drive gain if those of the other joints are right."""
    scale_std: FloatArray
    unexplained: FloatArray
    """Error of each joint over the standard deviation of its torque."""
    corrected: FloatArray
    """The same with the fault put right."""
    reasons: tuple[Reason, ...] = ()
    tried: tuple[Tried, ...] = ()
    """The fault of the checks above and the further hypotheses, best first (``table``)."""
    reported_zero: FloatArray | None = None
    """Position of the model at which each joint reads zero, rad or m, where a zero is the fault."""
    coupled: FloatArray | None = None
    """Share of the joint before that each joint's reading lacks, where that is the fault."""
    weights: Weights | None = None
    """Factors between the torques and those of the stated masses; None where none are stated."""
    unseen: tuple[Reason, ...] = ()
    """What these recordings could not have shown (``unseen``)."""

    @classmethod
    def unknown(cls, joints: int) -> "SetupChecks":
        """Nothing was checked."""
        nothing, nan = np.full(joints, np.nan), float("nan")
        return cls((), nan, nothing, nothing, np.full(3, nan), nan, nan, *(nothing,) * 6)

    @property
    def compares(self) -> bool:
        """True if the errors with the fault put right are known."""
        return bool(np.any(np.isfinite(self.corrected)))

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of the faults."""
        return tuple(reason.code for reason in self.reasons)
