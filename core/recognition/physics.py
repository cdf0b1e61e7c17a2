"""Evidence from the numbers themselves: clocks, derivatives, copies and ratios between columns."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

SPAN_ROWS = 8
"""Rows over which an increment is taken; the rounding of single rows cancels."""
LEAST_ROWS = 30
LEAST_CORRELATION = 0.97
"""Below it, a column does not follow from another one."""
_RATIO_TOLERANCE = 0.08
_RISING_SHARE = 0.2
_MOST_FALLS = 0.03
"""Of the rows: a clock with more steps backwards is none."""
_MOVING_STEPS = 20.0
"""A joint moves if its range is so many times its usual step."""
_WIDE_STEP = 5.0
"""Steps of the clock longer than this many usual ones are breaks; no increment runs across them."""


@dataclass(frozen=True)
class Likeness:
    """Relation of one column to another: ``ratio`` and correlation."""

    ratio: float
    correlation: float

    @property
    def is_close(self) -> bool:
        """True if the one follows from the other."""
        return self.correlation >= LEAST_CORRELATION


def is_rising(
    values: FloatArray, *, least_share: float = _RISING_SHARE, most_falls: float = _MOST_FALLS
) -> bool:
    """True for a column that can be a clock: it hardly falls and rises in ``least_share`` of the rows."""
    finite = values[np.isfinite(values)]
    if finite.size < 3 or finite.size < _RISING_SHARE * values.size:
        return False
    step = np.diff(finite)
    falls = np.count_nonzero(step < 0.0)
    low, high = np.percentile(finite, [2, 98])
    return bool(
        falls <= most_falls * step.size
        and high > low
        and np.count_nonzero(step > 0.0) >= least_share * step.size
    )


def usual_step(values: FloatArray) -> float:
    """Median of the steps upwards; NaN where there are none."""
    step = np.diff(values[np.isfinite(values)])
    rises = step[step > 0.0]
    return float(np.median(rises)) if rises.size else float("nan")


def whole_rows(time: FloatArray) -> list[slice]:
    """Stretches of rows without a break in the clock ``time`` (N,)."""
    step = np.diff(time)
    usual = usual_step(time)
    with np.errstate(invalid="ignore"):
        breaks = np.flatnonzero(~((step >= 0.0) & (step < _WIDE_STEP * usual))) + 1
    edges = [0, *breaks.tolist(), time.size]
    return [slice(a, b) for a, b in pairwise(edges) if b - a > 2 * SPAN_ROWS]


def increments(values: FloatArray, rows: list[slice]) -> FloatArray:
    """Change of each column of ``values`` (N, columns) over ``SPAN_ROWS`` rows."""
    parts = [values[part][SPAN_ROWS:] - values[part][:-SPAN_ROWS] for part in rows]
    return np.concatenate(parts) if parts else np.zeros((0, values.shape[1]))


def integrals(values: FloatArray, time: FloatArray, rows: list[slice]) -> FloatArray:
    """Integral of each column of ``values`` (N, columns) over ``SPAN_ROWS`` rows (trapezoids)."""
    parts = []
    for part in rows:
        area = 0.5 * (values[part][1:] + values[part][:-1]) * np.diff(time[part])[:, np.newaxis]
        total = np.vstack([np.zeros(values.shape[1]), np.cumsum(area, axis=0)])
        parts.append(total[SPAN_ROWS:] - total[:-SPAN_ROWS])
    return np.concatenate(parts) if parts else np.zeros((0, values.shape[1]))


def likeness(first: FloatArray, second: FloatArray) -> Likeness:
    """Relation of ``second`` (N,) to ``first`` (N,) by one factor.

    Rows with values far outside the rest are left out, so that garbled rows decide nothing.
    """
    good = np.isfinite(first) & np.isfinite(second)
    a, b = first[good], second[good]
    if a.size < LEAST_ROWS:
        return Likeness(float("nan"), 0.0)
    usual = (np.abs(a) <= 50.0 * np.median(np.abs(a)) + 20.0 * np.percentile(np.abs(a), 90)) & (
        np.abs(b) <= 50.0 * np.median(np.abs(b)) + 20.0 * np.percentile(np.abs(b), 90)
    )
    a, b = a[usual], b[usual]
    power, other = float(a @ a), float(b @ b)
    if a.size < LEAST_ROWS or power == 0.0 or other == 0.0:
        return Likeness(float("nan"), 0.0)
    return Likeness(float(a @ b) / power, float(a @ b) / math.sqrt(power * other))


def derivative_of(position: FloatArray, speed: FloatArray, time: FloatArray) -> list[Likeness]:
    """For each joint, how the integral of ``speed`` (N, joints) follows from the change of ``position``."""
    rows = whole_rows(time)
    change, area = increments(position, rows), integrals(speed, time, rows)
    return [likeness(change[:, joint], area[:, joint]) for joint in range(position.shape[1])]


def moving(values: FloatArray) -> npt.NDArray[np.bool_]:
    """For each column of ``values`` (N, columns): True if it changes by far more than its smallest step."""
    found = []
    for column in values.T:
        finite = column[np.isfinite(column)]
        if finite.size < LEAST_ROWS:
            found.append(False)
            continue
        low, high = np.percentile(finite, [1, 99])
        steps = np.abs(np.diff(finite))
        rises = steps[steps > 0.0]
        found.append(bool(rises.size and high - low > _MOVING_STEPS * np.median(rises)))
    return np.array(found, dtype=np.bool_)


def peak(values: FloatArray) -> float:
    """Largest magnitude, garbled rows left out."""
    finite = np.abs(values[np.isfinite(values)])
    return float(np.percentile(finite, 98.0)) if finite.size else float("nan")


def is_near(ratio: float, expected: float) -> bool:
    """True if a measured ratio agrees with the expected one."""
    return bool(np.isfinite(ratio)) and abs(ratio / expected - 1.0) <= _RATIO_TOLERANCE
