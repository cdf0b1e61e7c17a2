"""The result of running an excitation trajectory: noise, following error, peaks, and a verdict."""

from dataclasses import dataclass

import numpy as np

from core.excitation.runs.periods import PeriodAverage
from core.quality import Judgement
from core.recording import FloatArray


@dataclass(frozen=True, eq=False)
class MeasuredPeaks:
    """The largest (n,) measured values: rad, rad/s, rad/s² (m for sliding joints).

    Positions are those measured. Velocity and acceleration are those of the trajectory with the
    derivatives of the measured following error up to ``band_hz``, which holds all that the
    trajectory is made of. ``limit_use`` (n, 3) is the share of the position, velocity and
    acceleration limits. ``shaking`` rad/s² is the acceleration of the following error up to
    ``shaking_hz``: where friction changes sign an arm vibrates, whatever its limits.
    """

    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    limit_use: FloatArray
    band_hz: float
    shaking: FloatArray
    shaking_hz: float

    @property
    def worst(self) -> float:
        """The largest share of any limit."""
        return float(self.limit_use.max())

    @property
    def inside(self) -> bool:
        """True if the arm stayed within every limit, its following error included."""
        return bool(np.all(self.limit_use <= 1.0))


@dataclass(frozen=True, eq=False)
class ExcitationRun:
    """A run of ``cycles`` periods at full speed; SI, model joint terms, per joint (n,).

    ``following_error`` rad (m) is the largest distance from the trajectory, apart from a delay
    that all joints share. ``torque_share`` of the rated torque is NaN where unknown.
    ``average`` is the mean of the ``periods_used`` periods with noise and drift by column:
    the recorded quantities in their own units, and ``torque`` in N·m where it is known.
    """

    label: str
    """Label of the recording at full speed."""
    plan: str
    """Key of the trajectory's plan in the visit."""
    cycles: int
    period_s: float
    began: tuple[float, ...]
    """Start times of the runs that share the cycles, s on the recording's clock."""
    average: PeriodAverage
    following_error: FloatArray
    peaks: MeasuredPeaks
    torque_share: FloatArray
    missing_samples: int
    judgement: Judgement

    @property
    def periods_used(self) -> int:
        """Number of periods in the average."""
        return self.average.cycles_used

    @property
    def first_period_left_out(self) -> bool:
        """True if the first period differed too much from the others."""
        return self.periods_used < self.cycles
