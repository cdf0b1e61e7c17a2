"""Values over dates: the weighted line through them, and a test whether its slope exceeds noise."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TypeVar

import numpy as np

from core.recording import FloatArray
from core.signals.significance import threshold_stds

K = TypeVar("K", bound=Hashable)
FEWEST_VISITS = 3
YEAR_S = 365.25 * 86400.0


@dataclass(frozen=True)
class DatedValue:
    """A value with its standard deviation; ``visit`` counts the visits from 0, ``time`` is in s."""

    visit: int
    time: float
    value: float
    std: float

    @property
    def is_known(self) -> bool:
        """True if the value and its positive standard deviation are finite."""
        return math.isfinite(self.value) and math.isfinite(self.std) and self.std > 0.0


@dataclass(frozen=True, eq=False)
class ValueTrend:
    """One quantity over the visits (V,) that measured it, oldest first; ``slope`` per s.

    ``slope`` and ``slope_std`` are NaN with fewer than three visits; ``line`` (V,) is the
    weighted line at the visits, empty without a slope. ``is_beyond_noise`` uses the threshold
    for all quantities that were followed together.
    """

    visit: tuple[int, ...]
    time: FloatArray
    value: FloatArray
    std: FloatArray
    slope: float = float("nan")
    slope_std: float = float("nan")
    is_beyond_noise: bool = False
    line: FloatArray = field(default_factory=lambda: np.empty(0))

    @property
    def has_slope(self) -> bool:
        """True if there were enough visits for a slope."""
        return math.isfinite(self.slope)

    @property
    def slope_per_year(self) -> tuple[float, float]:
        """Slope and its standard deviation per year of 365.25 days."""
        return self.slope * YEAR_S, self.slope_std * YEAR_S


def fit_trends(values: Mapping[K, Sequence[DatedValue]]) -> dict[K, ValueTrend]:
    """Fit trends of several quantities over the visits to one arm; those measured once are left out.

    The slopes are tested together, two-sided, at a false-alarm rate of 1 % for all of them
    (Bonferroni). Errors shared by the visits (a drive gain's) are not removed, so the test is
    conservative: it reports a slope rather too late than too early.
    """
    known = {key: [one for one in found if one.is_known] for key, found in values.items()}
    made = {key: _trend(found) for key, found in known.items() if len(found) > 1}
    threshold = threshold_stds(sum(one.has_slope for one in made.values()))
    return {
        key: replace(one, is_beyond_noise=one.has_slope and abs(one.slope) > threshold * one.slope_std)
        for key, one in made.items()
    }


def _trend(values: Sequence[DatedValue]) -> ValueTrend:
    ordered = sorted(values, key=lambda one: one.time)
    time, value, std = (
        np.array([getattr(one, name) for one in ordered], dtype=np.float64)
        for name in ("time", "value", "std")
    )
    made = ValueTrend(tuple(one.visit for one in ordered), time, value, std)
    if np.unique(time).size < FEWEST_VISITS:
        return made
    slope, slope_std = weighted_slope(time, value, std)
    weights = std**-2.0
    line = np.average(value, weights=weights) + slope * (time - np.average(time, weights=weights))
    return replace(made, slope=slope, slope_std=slope_std, line=line)


def weighted_slope(time: FloatArray, value: FloatArray, std: FloatArray) -> tuple[float, float]:
    """Slope of a straight line through values with their standard deviations, and that of the slope.

    Where the values scatter more about the line than their standard deviations allow, the
    slope's is enlarged by the root of chi² per degree of freedom (Birge's ratio); never reduced.

    Parameters
    ----------
    time, value, std
        (V,), V >= 3, at two times or more, ``std`` positive.
    """
    weight = 1.0 / std**2
    middle = float(np.average(time, weights=weight))
    level = float(np.average(value, weights=weight))
    spread = float(weight @ (time - middle) ** 2)
    slope = float(weight @ ((time - middle) * (value - level))) / spread
    left = (value - level - slope * (time - middle)) / std
    birge = math.sqrt(max(1.0, float(left @ left) / (value.size - 2)))
    return slope, birge / math.sqrt(spread)


def moment_of(stamp: str) -> datetime | None:
    """The moment of an ISO 8601 time stamp, UTC if it has no zone; None if it is not a time stamp."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
