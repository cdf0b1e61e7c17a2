"""The periods of a recording as rows of one grid: every period at the same times after its start."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import NotEnoughData
from core.identification.repeated_period import RepeatedPeriod
from core.recording import FloatArray
from core.signals.resampling import sample_rate

HOLE = 1.5
"""Length of a gap relative to the usual sample step; nothing is interpolated across a gap."""
_BESIDE_HOLE = 2
"""Samples on either side of a gap whose interpolation would use values across it."""

ComplexArray = npt.NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class PeriodGrid:
    """Values (P, M, n) of P periods at M moments, evenly over a period; NaN where there were none."""

    span: RepeatedPeriod
    values: FloatArray

    @property
    def count(self) -> FloatArray:
        """Number of measured periods at each time, (M, n)."""
        return np.asarray(np.isfinite(self.values).sum(axis=0), dtype=np.float64)

    @property
    def mean(self) -> FloatArray:
        """The mean period (M, n) ([Wu] equation 18).

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
        """Frequencies of the lines of ``noise_power`` from 0 on, (F,) Hz."""
        return np.arange(self.values.shape[1] // 2 + 1) / self.span.period_s

    def noise_power(self) -> FloatArray:
        """Power (F, n) per Fourier coefficient of the non-repeating part ([Wu] equation 19).

        Unbiased estimate of ``|rfft / M|²`` of one period's difference from the mean.
        """
        rest = np.nan_to_num(self.values - self.mean)
        # a moment that was measured c times keeps (c − 1)/c of its noise in the difference
        kept = np.maximum(self.count - 1.0, 0.0).sum(axis=0) / self.values.shape[1]
        power = np.sum(np.abs(np.fft.rfft(rest, axis=1) / rest.shape[1]) ** 2, axis=0)
        return np.asarray(power / np.where(kept > 0.0, kept, np.nan))


def period_grid(
    time: FloatArray, values: FloatArray, span: RepeatedPeriod, *, most_samples: int = 600_000
) -> PeriodGrid:
    """The periods of ``values`` (N, n) on the clock ``time`` (N,) s as one grid.

    Values are interpolated with cubic splines, so that a low sample rate causes little error. Of long
    recordings only the periods within the first ``most_samples`` samples are used.
    """
    from scipy.interpolate import CubicSpline  # slow to import, and most fits need none

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
    """Mask of the times (P, M) that lie among samples without a gap nearby."""
    step = np.diff(clock)
    holes = np.flatnonzero(step > HOLE * np.median(step))
    begins = clock[np.maximum(holes - _BESIDE_HOLE, 0)]
    ends = clock[np.minimum(holes + 1 + _BESIDE_HOLE, clock.size - 1)]
    known = (moments >= clock[0]) & (moments <= clock[-1])
    for begin, end in zip(begins, ends, strict=True):
        known &= (moments <= begin) | (moments >= end)
    return np.asarray(known, dtype=np.bool_)
