"""Result of the checks of the set-up."""

from dataclasses import dataclass

import numpy as np

from core.quality import Reason
from core.recording import FloatArray


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

    @classmethod
    def unknown(cls, joints: int) -> "SetupChecks":
        """Nothing was checked."""
        nothing, nan = np.full(joints, np.nan), float("nan")
        return cls((), nan, nothing, nothing, np.full(3, nan), nan, nan, *(nothing,) * 6)

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of the faults."""
        return tuple(reason.code for reason in self.reasons)
