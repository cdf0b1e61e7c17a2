"""Statistics of the visible part of a curve, and its value at a cursor."""

import math
from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray
from core.signals.pyramid import changes_of


@dataclass(frozen=True)
class Statistics:
    """Statistics of one curve in the curve's own unit; NaN without samples."""

    mean: float
    std: float
    """Standard deviation of the samples about their mean."""
    low: float
    high: float
    peak_to_peak: float
    rms: float
    """Root of the mean square about zero."""
    count: int
    """Number of samples with a value."""
    rate: float = math.nan
    """Change from the first sample to the last over the time between them, per second."""
    slope: float = math.nan
    """Slope of the straight line through the samples, per second."""

    @property
    def peak(self) -> float:
        """Largest distance from zero."""
        return max(abs(self.low), abs(self.high))


_NOTHING = Statistics(math.nan, math.nan, math.nan, math.nan, math.nan, math.nan, 0)


def statistics(values: FloatArray, *, time: FloatArray | None = None) -> Statistics:
    """The numbers of one curve.

    Parameters
    ----------
    values
        (N,) samples in any unit; NaN is passed over.
    time
        (N,) s, increasing; without it rate and slope are NaN.

    Examples
    --------
    >>> import numpy as np
    >>> found = statistics(np.array([1.0, 3.0, np.nan]))
    >>> found.mean, found.peak_to_peak, found.count
    (2.0, 2.0, 2)
    """
    known = values[np.isfinite(values)]
    if not known.size:
        return _NOTHING
    mean, low, high = float(known.mean()), float(known.min()), float(known.max())
    from_mean = known - mean
    std = math.sqrt(float(from_mean @ from_mean) / known.size)
    rms = math.hypot(mean, std)
    changes = (math.nan, math.nan) if time is None else changes_of(time, values[np.newaxis])[:, 0].tolist()
    return Statistics(mean, std, low, high, high - low, rms, int(known.size), *changes)


def statistics_of(summary: FloatArray, changes: FloatArray, *, zero: float = 0.0) -> Statistics:
    """The numbers of one curve from its summary (5,) and changes (2,) in a pyramid.

    ``zero`` is taken out of its values.
    """
    low, high, mean, squares, count = summary.tolist()
    if not count > 0.0:
        return _NOTHING
    std, at = math.sqrt(squares / count), mean - zero
    rms = math.hypot(at, std)
    return Statistics(at, std, low - zero, high - zero, high - low, rms, int(count), *changes.tolist())


def curve_value(time: FloatArray, values: FloatArray, t: float) -> float:
    """Value of a curve at a cursor, by linear interpolation.

    Parameters
    ----------
    time
        (N,) increasing.
    values
        (N,) in any unit; NaN breaks the line.
    t
        Position of the cursor, in the unit of ``time``.

    Returns
    -------
    NaN outside the curve and beside a break.

    Examples
    --------
    >>> import numpy as np
    >>> at(np.array([0.0, 1.0, 2.0]), np.array([0.0, 4.0, np.nan]), 0.25)
    1.0
    """
    if not time.size or not time[0] <= t <= time[-1]:
        return math.nan
    after = int(np.searchsorted(time, t))
    if time[after] == t:
        return float(values[after])
    span = time[after] - time[after - 1]
    share = (t - time[after - 1]) / span
    return float((1.0 - share) * values[after - 1] + share * values[after])
