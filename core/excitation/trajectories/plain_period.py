"""One period of a plain series as a path in time, for evaluation; it need not rest at its ends."""

from dataclasses import dataclass

import numpy as np

from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.motion import Kinematics, PeakBounds, check_fraction
from core.recording import FloatArray


@dataclass(frozen=True, eq=False)
class PlainPeriod:
    """A ``Trajectory`` that need not rest at its ends."""

    series: FourierSeries

    @property
    def duration(self) -> float:
        """Length of the period, s."""
        return self.series.period_s

    @property
    def joint_count(self) -> int:
        """Number of joints of the series, n."""
        return int(np.size(self.series.q0))

    @property
    def start(self) -> FloatArray:
        """(n,) where the period begins and ends."""
        return np.asarray(self.evaluate(np.zeros(1)).position[0])

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s."""
        return self.series.evaluate(time)

    def peak_bounds(self) -> PeakBounds:
        """Bounds that hold between samples too."""
        return self.series.peak_bounds()

    def slowed(self, fraction: float) -> "PlainPeriod":
        """The same path at a fraction (0 to 1] of its speed.

        Raises
        ------
        BadRequest
            ``trajectory-speed-fraction``.
        """
        check_fraction(fraction)
        given = self.series
        return PlainPeriod(
            FourierSeries(given.period_s / fraction, given.q0, given.a * fraction, given.b * fraction)
        )
