"""Finds the rows of a recording that cannot be true, and drops them with a report.

Nothing is repaired and nothing is filled in: a row stays as it was measured or goes. Only a clock
that ticks slower than the rows come is read more finely, and angles that begin again after a turn go on.
The limits below are far beyond any arm, so that only nonsense exceeds them.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from core.exchange.clock import GAP_PERIODS
from core.exchange.continuity import drop_jumps
from core.exchange.samples import Samples
from core.exchange.turns import counted_on
from core.recording import FloatArray, Quantity

MAGNITUDE_LIMIT: dict[Quantity, float] = {
    Quantity.POSITION: 100.0,  # 16 turns, or 100 m of rail
    Quantity.VELOCITY: 50.0,  # three times the fastest wrists
    Quantity.ACCELERATION: 1e5,
    Quantity.MOTOR_POSITION: 1e6,  # an unwound multi-turn encoder at the motor shaft
    Quantity.MOTOR_VELOCITY: 1e4,  # 95,000 turns a minute
    Quantity.LINK_POSITION: 100.0,
    Quantity.CURRENT: 200.0,
    Quantity.MOTOR_TORQUE: 1e4,
    Quantity.TORQUE: 1e5,
    Quantity.CURRENT_REFERENCE: 200.0,
    Quantity.TORQUE_REFERENCE: 1e5,
    Quantity.TEMPERATURE: 1e3,
}
"""Largest magnitude, in SI units, that a sample may have."""

TIME_LIMIT_S = 1e11
"""Largest magnitude of a time stamp: three millennia, so that stamps since the year 1 pass."""

COARSE_SHARE = 0.5
"""Of the rows: a clock that stays where it was for more of them is coarser than the rows are."""

RESTART_ROWS = 10
"""A clock that stays back for this many rows was set again; one that returns sooner had a bad stamp."""


def clean(samples: Samples) -> Samples:
    """The samples that can be true; each kind of nonsense is reported under its own code.

    ``not-finite``, ``impossible-value``, ``clock-restart``, ``coarse-clock`` (a remark),
    ``duplicate-time``, ``time-not-increasing``, ``angle-counted-on`` (a remark), then those of
    ``core.exchange.continuity``.
    """
    samples = samples.without(~_finite(samples), "not-finite")
    samples = samples.without(_impossible(samples), "impossible-value")
    samples = samples.without(_other_clock(samples.time), "clock-restart")
    samples = _spread(samples)
    samples = samples.without(_repeated(samples.time), "duplicate-time")
    samples = samples.without(_out_of_order(samples.time), "time-not-increasing")
    return drop_jumps(counted_on(samples))


def _finite(samples: Samples) -> npt.NDArray[np.bool_]:
    """Rows of numbers; a link encoder that is absent throughout is no fault of a row."""
    finite = np.isfinite(samples.time)
    for quantity, column in samples.columns.items():
        good = np.isfinite(column)
        if quantity is Quantity.LINK_POSITION:
            good |= np.isnan(column).all(axis=0)
        finite &= good.all(axis=1)
    return np.asarray(finite)


def _impossible(samples: Samples) -> npt.NDArray[np.bool_]:
    impossible = np.abs(samples.time) > TIME_LIMIT_S
    for quantity, column in samples.columns.items():
        impossible |= (np.abs(column) > MAGNITUDE_LIMIT[quantity]).any(axis=1)
    return impossible


def _other_clock(time: FloatArray) -> npt.NDArray[np.bool_]:
    """Rows outside the longest stretch between two settings of the clock."""
    restarts = [0]
    for index in np.flatnonzero(np.diff(time) < 0.0) + 1:
        before = time[max(restarts[-1], index - RESTART_ROWS) : index]
        after = time[index : index + RESTART_ROWS]
        is_long = len(before) == len(after) == RESTART_ROWS
        if is_long and np.median(after) < np.median(before):
            restarts.append(int(index))
    edges = [*restarts, time.shape[0]]
    longest = int(np.argmax(np.diff(edges)))
    other = np.ones(time.shape[0], dtype=np.bool_)
    other[edges[longest] : edges[longest + 1]] = False
    return other


def _spread(samples: Samples) -> Samples:
    """The samples with their times spread evenly between the ticks of a clock that is too coarse for them.

    So it is where most rows have the stamp of the row before and yet say something else.
    """
    time = samples.time
    same = _repeated(time)
    if np.any(np.diff(time) < 0.0) or np.count_nonzero(same) <= COARSE_SHARE * samples.count:
        return samples
    values = np.column_stack(list(samples.columns.values()))
    new = np.any(np.diff(values, axis=0) != 0.0, axis=1)
    if np.count_nonzero(same[1:] & new) <= COARSE_SHARE * np.count_nonzero(same):
        return samples
    first = np.flatnonzero(~same)
    steps = np.diff(time[first])
    tick = float(np.median(steps)) if steps.size else 0.0
    lengths = np.minimum(np.append(steps, tick), GAP_PERIODS * tick)
    counts = np.diff(np.append(first, samples.count))
    place = np.arange(samples.count) - np.repeat(first, counts)
    spread = time + place * np.repeat(lengths / counts, counts)
    return replace(samples, time=spread).noting("coarse-clock", detail=f"tick={tick:.3g} s")


def _repeated(time: FloatArray) -> npt.NDArray[np.bool_]:
    """Rows with the stamp of the row before."""
    return np.concatenate([np.zeros(min(1, time.shape[0]), dtype=np.bool_), np.diff(time) == 0.0])


def _out_of_order(time: FloatArray) -> npt.NDArray[np.bool_]:
    """The fewest rows without which the clock increases throughout.

    Longest increasing subsequence by patience sorting (Fredman, Discrete Mathematics 11,
    1975): one stamp far in the future costs one row, not all rows after it.
    """
    if np.all(np.diff(time) > 0.0):
        return np.zeros(time.shape[0], dtype=np.bool_)
    kept = _settle_ends(time, _longest_increasing(time))
    out = np.ones(time.shape[0], dtype=np.bool_)
    out[kept] = False
    return out


def _longest_increasing(time: FloatArray) -> list[int]:
    """Indices of a longest strictly increasing subsequence.

    A stamp above all before it and below all after it belongs to every one. Only the disordered stretches
    between such stamps are searched, so a long recording with a few bad stamps takes no longer than its rows.
    """
    highest = np.maximum.accumulate(np.concatenate([[-np.inf], time[:-1]]))
    lowest = np.minimum.accumulate(np.concatenate([time[1:], [np.inf]])[::-1])[::-1]
    is_between = (time > highest) & (time < lowest)
    edges = np.flatnonzero(np.diff(np.concatenate([[True], is_between, [True]]).astype(np.int8)))
    kept, done = list[int](), 0
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        kept += range(done, first)
        kept += [first + place for place in _longest_of(time[first:last])]
        done = last
    return [*kept, *range(done, time.shape[0])]


def _longest_of(time: FloatArray) -> list[int]:
    """Indices of a longest strictly increasing subsequence of a disordered stretch."""
    ends = np.empty(time.shape[0])
    last = np.empty(time.shape[0], dtype=np.int64)
    before = np.full(time.shape[0], -1, dtype=np.int64)
    length = 0
    for index, stamp in enumerate(time):
        place = int(np.searchsorted(ends[:length], stamp))
        ends[place], last[place] = stamp, index
        before[index] = last[place - 1] if place else -1
        length = max(length, place + 1)
    kept = [int(last[length - 1])]
    while before[kept[-1]] >= 0:
        kept.append(int(before[kept[-1]]))
    return kept[::-1]


def _settle_ends(time: FloatArray, kept: list[int]) -> list[int]:
    """Of the rows that could be the first or the last, keep the one nearest in time to the others."""
    if len(kept) < 2:
        return kept
    heads = [index for index in range(kept[1]) if time[index] < time[kept[1]]]
    tails = [index for index in range(kept[-2] + 1, len(time)) if time[index] > time[kept[-2]]]
    kept[0] = max(heads, key=lambda index: float(time[index]))
    kept[-1] = min(tails, key=lambda index: float(time[index]))
    return kept
