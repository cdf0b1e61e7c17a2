"""The periods of a recording side by side: every period at the same moments after its beginning."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.interpolate import CubicSpline

from core.errors import NotEnoughData
from core.identification.repeated_period import RepeatedPeriod
from core.recording import FloatArray
from core.signals.resampling import sample_rate

HOLE = 1.5
"""A pause of this many usual steps between two samples is a hole; nothing is interpolated there."""
_BESIDE_HOLE = 2
"""Samples on either side of a hole that an interpolation across it would touch."""

ComplexArray = npt.NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class PeriodGrid:
    """Values (P, M, n) of P periods at M moments, evenly over a period; NaN where there were none."""

    span: RepeatedPeriod
    values: FloatArray

    @property
    def count(self) -> FloatArray:
        """(M, n) periods that were measured at each moment."""
        return np.asarray(np.isfinite(self.values).sum(axis=0), dtype=np.float64)

    @property
    def mean(self) -> FloatArray:
        """(M, n) the mean period ([Wu] equation 18).

        Raises
        ------
        NotEnoughData
            ``periods-not-covered`` where some moment was never measured.
        """
        count = self.count
        if not count.all():
            raise NotEnoughData(
                "periods-not-covered", samples=int(count.sum()), cycles=int(self.values.shape[0])
            )
        return np.asarray(np.nansum(self.values, axis=0) / count)

    @property
    def frequency(self) -> FloatArray:
        """(F,) Hz of the lines of ``noise_power``, from 0."""
        return np.arange(self.values.shape[1] // 2 + 1) / self.span.period_s

    def noise_power(self) -> FloatArray:
        """(F, n) power of one coefficient of what differs from period to period ([Wu] equation 19).

        ``|rfft / M|²`` of one period's difference from the mean one, as an unbiased estimate.
        """
        rest = np.nan_to_num(self.values - self.mean)
        # a moment that was measured c times keeps (c − 1)/c of its noise in the difference
        kept = np.maximum(self.count - 1.0, 0.0).sum(axis=0) / self.values.shape[1]
        power = np.sum(np.abs(np.fft.rfft(rest, axis=1) / rest.shape[1]) ** 2, axis=0)
        return np.asarray(power / np.where(kept > 0.0, kept, np.nan))


def period_grid(
    time: FloatArray, values: FloatArray, span: RepeatedPeriod, *, most_samples: int = 600_000
) -> PeriodGrid:
    """Put the periods of ``values`` (N, n) on the clock ``time`` (N,) s side by side.

    Interpolated with cubic splines, so that a slow clock costs nothing; of long recordings the
    periods within the first ``most_samples`` samples.
    """
    last = int(np.searchsorted(time, span.ended, side="right"))
    first = int(np.searchsorted(time, span.began))
    last = min(last, first + most_samples)
    clock, found = time[first:last], values[first:last]
    count = max(round(span.period_s * sample_rate(clock)), 2)
    cycles = int(np.ceil((clock[-1] - span.began) / span.period_s - 1e-9))
    phase = span.period_s * np.arange(count) / count
    moments = span.began + span.period_s * np.arange(cycles)[:, np.newaxis] + phase
    on_grid = CubicSpline(clock, found)(np.clip(moments, clock[0], clock[-1]))
    on_grid[~_known(clock, moments)] = np.nan
    return PeriodGrid(span, on_grid)


def _known(clock: FloatArray, moments: FloatArray) -> npt.NDArray[np.bool_]:
    """Which of the moments (P, M) lie among samples without a hole nearby."""
    step = np.diff(clock)
    holes = np.flatnonzero(step > HOLE * np.median(step))
    begins = clock[np.maximum(holes - _BESIDE_HOLE, 0)]
    ends = clock[np.minimum(holes + 1 + _BESIDE_HOLE, clock.size - 1)]
    known = (moments >= clock[0]) & (moments <= clock[-1])
    for begin, end in zip(begins, ends, strict=True):
        known &= (moments <= begin) | (moments >= end)
    return np.asarray(known, dtype=np.bool_)
