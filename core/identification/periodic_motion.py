"""Position, velocity and acceleration of a repeated motion from its own basis ([Wu] 4.1).

The mean of the measured periods is a finite Fourier series. It is fitted by least squares, and its
derivatives follow analytically, without the noise of differentiated encoder signals.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.motion import Kinematics
from core.identification.repeated_period import ComplexArray, PeriodGrid, RepeatedPeriod, period_grid
from core.recording import FloatArray
from core.signals.filters import moving_mean

if TYPE_CHECKING:
    from scipy.interpolate import CubicHermiteSpline

NOISE_LINES = 21
"""Number of neighbouring lines over which the noise is averaged for a comparison with a harmonic."""
STANDS_OUT = 12.0
"""Power relative to the noise from which a harmonic belongs to the motion; by chance once in 160 000."""
_POINTS_PER_HARMONIC = 32
"""Table points per turn of the highest harmonic; cubic interpolation between them errs by 1e-6 of it."""
_FEWEST_POINTS = 4096


@dataclass(frozen=True, eq=False)
class PeriodicMotion:
    """The motion within ``span`` as a series of its period; SI, the description's joint terms.

    ``series`` counts time from ``span.began``. ``noise`` (n,) is the standard deviation of a
    measured sample about the series: noise of the encoders, and what did not repeat.
    """

    span: RepeatedPeriod
    series: FourierSeries
    noise: FloatArray

    @property
    def harmonics(self) -> int:
        """Number of harmonics of the series."""
        return int(self.series.a.shape[1])

    @property
    def highest_hz(self) -> float:
        """Frequency of the highest harmonic, Hz."""
        return self.harmonics / self.span.period_s

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s on the recording's clock, repeated beyond the span."""
        found = self._table(self.span.phase(np.asarray(time, dtype=np.float64)))
        return Kinematics(*(np.ascontiguousarray(found[:, order]) for order in range(3)))

    @cached_property
    def _table(self) -> "CubicHermiteSpline":
        """(3, n) position, velocity and acceleration over one period."""
        from scipy.interpolate import CubicHermiteSpline  # slow to import, and most fits need none

        rates = self.series.rates
        points = max(_POINTS_PER_HARMONIC * self.harmonics, _FEWEST_POINTS)
        spectrum = np.zeros((points // 2 + 1, self.series.q0.size), dtype=np.complex128)
        spectrum[1 : self.harmonics + 1] = (-0.5 * (self.series.b + 1j * self.series.a) / rates).T
        spectrum[0] = self.series.q0
        turn = np.zeros(spectrum.shape[0], dtype=np.complex128)
        turn[1 : self.harmonics + 1] = 1j * rates
        orders = [_synthesis(spectrum * turn[:, np.newaxis] ** order, points) for order in range(4)]
        phase = np.linspace(0.0, self.span.period_s, points + 1)
        return CubicHermiteSpline(phase, np.stack(orders[:3], axis=1), np.stack(orders[1:], axis=1))


def fit_periodic_motion(
    time: FloatArray,
    position: FloatArray,
    span: RepeatedPeriod,
    *,
    highest_hz: float,
    harmonics: int | None = None,
) -> PeriodicMotion:
    """Fit the series of the period to measured positions.

    Parameters
    ----------
    time : (N,) s
    position : (N, n) rad or m
    span : the span in which the motion repeats
    highest_hz : no harmonic above it is fitted, in Hz
    harmonics : number; by default all up to the last one above the noise in any joint

    Raises
    ------
    NotEnoughData
        ``periods-not-covered`` where some moment of the period was never measured.
    """
    grid = period_grid(time, position, span)
    mean = grid.mean
    spectrum = np.asarray(np.fft.rfft(mean, axis=0) / mean.shape[0])
    most = max(min(int(highest_hz * span.period_s), (mean.shape[0] - 1) // 2), 1)
    count = _significant(grid, spectrum, most) if harmonics is None else min(harmonics, most)
    rates = 2.0 * np.pi / span.period_s * np.arange(1, count + 1)
    lines = spectrum[1 : count + 1].T
    series = FourierSeries(
        span.period_s, spectrum[0].real, a=-2.0 * lines.imag * rates, b=-2.0 * lines.real * rates
    )
    motion = PeriodicMotion(span, series, np.zeros(position.shape[1]))
    inside = span.covers(time)
    rest = position[inside] - motion.evaluate(time[inside]).position
    spare = max(rest.shape[0] - (2 * count + 1), 1)
    return PeriodicMotion(span, series, np.sqrt(np.sum(rest**2, axis=0) / spare))


def _significant(grid: PeriodGrid, spectrum: ComplexArray, most: int) -> int:
    """The last harmonic, up to ``most``, whose mean over the periods exceeds its own noise."""
    noise = moving_mean(grid.noise_power(), NOISE_LINES) / grid.span.cycles
    stands_out = np.abs(spectrum) ** 2 > STANDS_OUT * noise
    found = np.flatnonzero(stands_out[1 : most + 1].any(axis=1))
    return int(found[-1]) + 1 if found.size else 1


def _synthesis(spectrum: ComplexArray, points: int) -> FloatArray:
    """One period (points + 1, n) synthesised from a spectrum (F, n), its first value repeated at the end."""
    period = np.fft.irfft(spectrum, n=points, axis=0) * points
    return np.concatenate([period, period[:1]])
