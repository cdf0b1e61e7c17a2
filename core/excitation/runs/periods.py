"""The mean of several measured periods of one motion, and the noise that averaging removes.

[Wu] equations 18 and 19: the part that repeats with the motion is signal, the rest is noise. The ripple
of gears and motors repeats too, so it counts as signal here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from core.bounds import COUNT, PERIOD, check_value
from core.errors import NotEnoughData
from core.recording import FloatArray

HOLE = 1.5
"""Length of a gap relative to the usual sample step; nothing is interpolated across a gap."""
STRETCHES = 50
"""Number of stretches of a period over whose means two periods are compared, to reduce noise."""
_FEWEST_POINTS = 2


@dataclass(frozen=True, eq=False)
class PeriodAverage:
    """The mean period at M times after its start; every array by the column's name.

    ``mean`` (M, n) is NaN where no period was measured. ``noise`` (n,) is the standard
    deviation of one sample; NaN with a single period. ``drift`` (n,) is the RMS by which the
    last period differs from the first one, without what noise alone would give.
    """

    time: FloatArray
    cycles_used: int
    mean: Mapping[str, FloatArray] = field(default_factory=dict)
    noise: Mapping[str, FloatArray] = field(default_factory=dict)
    drift: Mapping[str, FloatArray] = field(default_factory=dict)

    def thinned(self, samples: int) -> "PeriodAverage":
        """The same with at most ``samples`` evenly spaced times; noise and drift are unchanged."""
        step = -(-self.time.size // samples)
        return replace(
            self, time=self.time[::step], mean={name: mean[::step] for name, mean in self.mean.items()}
        )


def period_average(
    time: FloatArray,
    columns: Mapping[str, FloatArray],
    *,
    began: float | npt.ArrayLike,
    period_s: float,
    cycles: int,
    samples: int | None = None,
    left_out: int = 0,
) -> PeriodAverage:
    """Average the measurements of ``cycles`` periods.

    Parameters
    ----------
    time
        (N,) s, increasing, from the beginning of the first period until the end of the last.
    columns
        (N, n) by name, in any unit.
    began
        s on the clock ``time`` when the first period began; or (cycles,) when each one did.
    period_s
        s of one period.
    samples
        Moments of the mean, evenly over the period; as many as were measured where None.
    left_out
        Periods at the beginning that are not used, because the arm had yet to settle.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_value`` for a period or a number of cycles that is not.
    NotEnoughData
        ``no-period-left`` when all are left out, ``periods-not-covered`` when the samples end
        before they do.
    """
    check_value("period_s", period_s, PERIOD)
    check_value("cycles", cycles, COUNT)
    starts = np.asarray(began, dtype=np.float64)
    starts = (starts + period_s * np.arange(cycles) if starts.ndim == 0 else starts)[left_out:]
    if not starts.size:
        raise NotEnoughData("no-period-left", cycles=cycles, left_out=left_out)
    step = _usual_step(time, starts, period_s)
    count = max(round(period_s / step), _FEWEST_POINTS) if samples is None else samples
    grid = period_s * np.arange(count) / count
    places = _Places(time, starts[:, np.newaxis] + grid, step=step)
    means, noises, drifts = {}, {}, {}
    for name, column in columns.items():
        means[name], noises[name], drifts[name] = _averaged(column, places)
    return PeriodAverage(grid, int(starts.size), means, noises, drifts)


def _usual_step(time: FloatArray, starts: FloatArray, period_s: float) -> float:
    """Usual time between samples, s; an error if the periods extend beyond them."""
    covered = time.size > _FEWEST_POINTS
    step = float(np.median(np.diff(time))) if covered else float("nan")
    if not covered or starts[0] < time[0] - step or starts[-1] + period_s > time[-1] + 2.0 * step:
        raise NotEnoughData("periods-not-covered", samples=int(time.size), cycles=int(starts.size))
    return step


class _Places:
    """Positions of the times (K, M) of K periods between the samples."""

    def __init__(self, time: FloatArray, moments: FloatArray, *, step: float) -> None:
        after = np.clip(np.searchsorted(time, moments, side="right"), 1, time.size - 1)
        self.before = after - 1
        width = time[after] - time[self.before]
        self.share = np.clip((moments - time[self.before]) / width, 0.0, 1.0)
        self.known = width < HOLE * step
        self.gain = self.share**2 + (1.0 - self.share) ** 2
        """Variance (K, M) of the interpolated values, for samples of variance one."""

    def values(self, column: FloatArray) -> FloatArray:
        """Interpolated values (K, M, n) of a column (N, n), NaN next to gaps."""
        share = self.share[..., np.newaxis]
        found = column[self.before] * (1.0 - share) + column[self.before + 1] * share
        found[~self.known] = np.nan
        return found


def _averaged(column: FloatArray, places: _Places) -> tuple[FloatArray, FloatArray, FloatArray]:
    values = places.values(np.asarray(column, dtype=np.float64))
    known = np.isfinite(values)
    count = known.sum(axis=0)
    mean = np.where(known, values, 0.0).sum(axis=0) / np.where(count, count, np.nan)
    variance = _variance(np.where(known, values - mean, 0.0), places.gain[..., np.newaxis] * known, count)
    return mean, np.sqrt(variance), _drift(values[-1] - values[0], places, variance)


def _variance(rest: FloatArray, gain: FloatArray, count: npt.NDArray[np.int64]) -> FloatArray:
    """Variance (n,) of one sample from residuals (K, M, n), corrected for the mean of ``count`` periods."""
    # A mean of c values contains 1/c of each one's noise, so a residual keeps the share 1 − 1/c.
    share = 1.0 - 1.0 / np.maximum(count, 1)
    weight = (gain.sum(axis=0) * share).sum(axis=0)
    return np.asarray(np.sum(rest**2, axis=(0, 1)) / np.where(weight > 0.0, weight, np.nan))


def _drift(change: FloatArray, places: _Places, variance: FloatArray) -> FloatArray:
    """RMS (n,) of the change (M, n) between two periods, over means of stretches."""
    stretches = min(STRETCHES, change.shape[0])
    edges = np.linspace(0, change.shape[0], stretches + 1).astype(np.intp)[:-1]
    known = np.isfinite(change)
    count = np.add.reduceat(known, edges, axis=0, dtype=np.float64)
    means = np.add.reduceat(np.where(known, change, 0.0), edges, axis=0) / np.where(count, count, np.nan)
    # neighbours share samples where they are interpolated, so that a mean keeps more of the noise
    noise = 2.0 * variance / np.where(count, count, np.nan)
    found = _mean_of_known(means**2 - noise)
    return np.sqrt(np.maximum(found, 0.0)) if places.gain.shape[0] > 1 else np.full_like(variance, np.nan)


def _mean_of_known(values: FloatArray) -> FloatArray:
    known = np.isfinite(values)
    count = known.sum(axis=0)
    return np.asarray(np.where(known, values, 0.0).sum(axis=0) / np.where(count, count, np.nan))
