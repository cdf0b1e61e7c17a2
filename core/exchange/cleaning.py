"""Finds the rows of a recording that cannot be true, and drops them with a report.

Nothing is repaired and nothing is filled in: a row stays as it was measured or goes. Only a clock
that ticks slower than the rows come is read more finely, and angles that begin again after a turn go on.
The limits below are far beyond any arm, so that only nonsense exceeds them.
"""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.exchange.clock import GAP_PERIODS
from core.exchange.continuity import drop_jumps, one_source, rows_of_zeros
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

POSITIONS = (Quantity.POSITION, Quantity.LINK_POSITION, Quantity.MOTOR_POSITION)

ENDLESS = {Quantity.POSITION: 1e4, Quantity.LINK_POSITION: 1e4, Quantity.VELOCITY: 1e3}
"""Limits of joints that turn on and on, such as wheels, whose usual magnitude is large."""

TIMES_USUAL = 20.0
"""Times the median magnitude of such a joint that a sample may have."""

TIME_LIMIT_S = 1e11
"""Largest magnitude of a time stamp: three millennia, so that stamps since the year 1 pass."""

ROUNDED_SHARE = 0.01
"""Of the rows: where more have the stamp of the row before and other values, stamps were rounded."""

COARSE_SHARE = 0.5
"""Of the rows: a clock that stays where it was for more of them is coarser than the rows are."""

COUNTER_PERIODS_S = tuple(2.0**bits * unit for bits in (16, 24, 31, 32) for unit in (1e-9, 1e-6, 1e-3))
"""Times after which a counter of whole ns, us or ms begins again."""
ROLL_SLACK = 5.0
"""Usual steps by which the step over the counter's end may differ from a usual one."""
MOST_ROLLS = 1_000

HELD_SHARE = 0.2
"""Of the rows: where more only repeat the row before, rows were written faster than the arm was sampled."""

BUSY_SHARE, AT_ONCE = 0.05, 0.7
"""Share of the changes in which a column takes part that counts, and in which all such columns do."""

TIMES_USUAL_HOLD, TIMES_USUAL_STEP = 5, 2.0
"""Times the usual wait for a new value from which, and usual changes after it up to which, an arm rests."""

HELD_ROWS = 100
"""Of fewer rows a share says nothing."""

BACKWARDS_SHARE = 0.9
"""Of the steps of the clock: where more fall, the file has its newest row first."""

FAR_TIMES, FAR_NUMBER, MANY_VALUES = 10.0, 99.0, 20
"""Ranges of all other values by which a number is away that stands for none, its size where it is there once,
and different values that the others must have."""
_LOOKED_AT = 2_000
_LARGEST = 2.0**64

RESTART_ROWS = 10
"""A clock that stays back for this many rows was set again; one that returns sooner had a bad stamp."""


def clean(samples: Samples) -> Samples:
    """The samples that can be true; each kind of nonsense is reported under its own code.

    ``not-finite``, ``placeholder``, ``impossible-value``, ``rows-backwards`` (a remark), ``row-repeated``,
    ``clock-rolled-over`` (a remark), ``clock-restart``, ``coarse-clock`` (a remark),
    ``duplicate-time``, ``time-not-increasing``, ``rows-held``, ``angle-counted-on`` (a remark), then those
    of ``core.exchange.continuity``.
    """
    samples = samples.without(~_finite(samples), "not-finite")
    samples = _without_placeholders(samples)
    samples = samples.without(_impossible(samples), "impossible-value")
    samples = _forwards(samples)
    samples = samples.without(_same_again(samples), "row-repeated")
    samples = _counted_over(samples)
    samples = samples.without(_other_clock(samples.time), "clock-restart")
    samples = _spread(samples)
    samples = samples.without(_repeated(samples.time), "duplicate-time")
    samples = samples.without(_out_of_order(samples.time), "time-not-increasing")
    samples = one_source(_each_value_once(samples))
    samples = samples.without(_empty(samples), "row-of-zeros")
    return drop_jumps(counted_on(samples))


def _empty(samples: Samples) -> npt.NDArray[np.bool_]:
    """Rows that hold zeros in all quantities, far from the positions beside them."""
    position = next((samples.columns[one] for one in POSITIONS if one in samples.columns), None)
    if position is None:
        return np.zeros(samples.count, dtype=np.bool_)
    empty = rows_of_zeros(position)
    for column in samples.columns.values() if empty.any() else ():
        empty &= (column == 0.0).all(axis=1)
    return empty


def _each_value_once(samples: Samples) -> Samples:
    """The samples without rows that only hold values which were there before, at a new time.

    A recorder that is faster than the arm's controller writes each value several times: in all quantities, or
    in some. Differences from row to row would be zeros and leaps, and torques late. At rest, rows stay at the
    rate of the new ones.
    """
    if samples.count < HELD_ROWS or not samples.columns:
        return samples
    tables = [one for quantity, one in samples.columns.items() if quantity is not Quantity.TEMPERATURE]
    whole = new_rows(np.hstack(tables)) if tables else None
    found = [whole] if whole is not None else [new for one in tables if (new := new_rows(one)) is not None]
    if not found:
        return samples
    slowest = min(found, key=np.count_nonzero)
    together = np.all(found, axis=0)
    is_one_beat = 2 * np.count_nonzero(together) > np.count_nonzero(slowest)
    return samples.without(~(together if is_one_beat else slowest), "rows-held")


def new_rows(values: FloatArray) -> npt.NDArray[np.bool_] | None:
    """Rows of ``values`` (N, columns) that are not held; None where none are.

    Numbers that were only rounded change one by one; held ones all at once.
    """
    change = np.diff(values, axis=0) != 0.0
    some = change.any(axis=1)
    at = np.flatnonzero(some) + 1
    if at.size < HELD_ROWS // 10:
        return None
    busy = change[some].mean(axis=0) > BUSY_SHARE
    waits = np.diff(at)
    usual = int(np.median(waits))
    short = waits[waits <= TIMES_USUAL_HOLD * usual]
    held = float(np.sum(short - 1)) / float(np.sum(short))
    if held < HELD_SHARE or np.count_nonzero(busy) < 2 or change[some][:, busy].mean() < AT_ONCE:
        return None
    new = np.concatenate([[True], some])
    span = np.where(np.ptp(values, axis=0) > 0.0, np.ptp(values, axis=0), 1.0)
    step = np.append(np.abs(np.diff(values, axis=0) / span).max(axis=1), 0.0)
    most = TIMES_USUAL_STEP * float(np.nanmedian(step[at - 1]))
    for first, last in pairwise([0, *at.tolist(), values.shape[0]]):
        is_rest = step[last - 1] <= most  # no leap when it ends
        if is_rest and last - first > TIMES_USUAL_HOLD * usual:
            new[first:last:usual] = True
    return np.asarray(new)


def _finite(samples: Samples) -> npt.NDArray[np.bool_]:
    """Rows of numbers; a link encoder that is absent throughout is no fault of a row."""
    finite = np.isfinite(samples.time)
    for quantity, column in samples.columns.items():
        good = np.isfinite(column)
        if quantity is Quantity.LINK_POSITION:
            good |= np.isnan(column).all(axis=0)
        finite &= good.all(axis=1)
    return np.asarray(finite)


def _without_placeholders(samples: Samples) -> Samples:
    """The samples without rows in which a number such as -9999 stands for a value that was not there.

    A number that no joint can have is impossible, unless programs write it for a missing value.
    """
    bad, numbers = np.zeros(samples.count, dtype=np.bool_), dict[str, None]()
    for quantity, column in samples.columns.items():
        for values in column.T:
            mask = placeholders(values)
            found = np.unique(values[mask])
            if any(abs(number) <= MAGNITUDE_LIMIT[quantity] or _is_usual(number) for number in found):
                bad |= mask
                numbers |= dict.fromkeys(f"{value:.9g}" for value in found)
    return samples.without(bad, "placeholder", detail=", ".join(numbers))


def _is_usual(number: float) -> bool:
    """True for nines, a power of ten, and the ends of whole numbers in a computer, such as 32767."""
    size = abs(number)
    if size != round(size) or not 1.0 < size < _LARGEST:
        return False
    whole = int(size)
    is_end = not whole & (whole - 1) or not whole & (whole + 1)
    return is_end or set(str(whole)) == {"9"} or str(whole) == f"1{'0' * (len(str(whole)) - 1)}"


def without_placeholders(values: FloatArray) -> FloatArray:
    """A column (N,) with NaN in place of numbers that stand for no value."""
    bad = placeholders(values)
    return np.where(bad, np.nan, values) if bad.any() else values


def placeholders(values: FloatArray) -> npt.NDArray[np.bool_]:
    """True for the rows of a column (N,) with one number far outside all others: it stands for no value.

    It is there several times, or a large whole number; a measured value would have others on its way.
    """
    nothing = np.zeros(values.shape[0], dtype=np.bool_)
    known = values[:: max(1, values.size // _LOOKED_AT)]
    known = known[np.isfinite(known)]
    if known.size < MANY_VALUES:
        return nothing
    middle = float(np.median(known))
    low, high = np.percentile(known, [25.0, 75.0])
    ends = float(np.nanmin(values)), float(np.nanmax(values))
    if not max(ends[1] - middle, middle - ends[0]) > FAR_TIMES * (high - low):
        return nothing
    for numbers in ((ends[0],), (ends[1],), ends):
        bad = np.isin(values, numbers)
        rest = values[~bad & np.isfinite(values)]
        if 2 * np.count_nonzero(bad) > values.size or np.unique(rest[:_LOOKED_AT]).size < MANY_VALUES:
            continue
        span = float(np.ptp(rest))
        is_far = all(abs(number - middle) > FAR_TIMES * span for number in numbers)
        is_number = all(
            np.count_nonzero(values == number) > 1 or (abs(number) >= FAR_NUMBER and number == round(number))
            for number in numbers
        )
        if span > 0.0 and is_far and is_number:
            return bad
    return nothing


def _impossible(samples: Samples) -> npt.NDArray[np.bool_]:
    impossible = np.abs(samples.time) > TIME_LIMIT_S
    for quantity, column in samples.columns.items():
        limit = np.full(column.shape[1], MAGNITUDE_LIMIT[quantity])
        if quantity in ENDLESS and (np.abs(column) > limit).any():
            usual = TIMES_USUAL * np.nanmedian(np.abs(column), axis=0)  # a wheel turns on: its own size tells
            limit = np.clip(usual, limit, ENDLESS[quantity])
        impossible |= (np.abs(column) > limit).any(axis=1)
    return impossible


def _forwards(samples: Samples) -> Samples:
    """The samples in the order of time, where the file has the newest row first."""
    step = np.diff(samples.time)
    if step.size < RESTART_ROWS or np.count_nonzero(step < 0.0) < BACKWARDS_SHARE * step.size:
        return samples
    columns = {quantity: column[::-1] for quantity, column in samples.columns.items()}
    turned = replace(samples, row=samples.row[::-1], time=samples.time[::-1], columns=columns)
    return turned.noting("rows-backwards")


def _same_again(samples: Samples) -> npt.NDArray[np.bool_]:
    """Rows that are those before them once more, stamp and all.

    Where more rows of one stamp differ, the clock is coarse: rows that are alike are those of an arm at rest.
    """
    repeated = _repeated(samples.time)
    same = repeated.copy()
    for column in samples.columns.values() if same.any() else ():
        same[1:] &= (np.diff(column, axis=0) == 0.0).all(axis=1)
    is_coarse = 2 * np.count_nonzero(same) < np.count_nonzero(repeated)
    return np.zeros_like(same) if is_coarse else same


def _counted_over(samples: Samples) -> Samples:
    """The samples with a clock that goes on where a counter of so many bits began again."""
    time = samples.time
    step = np.diff(time)
    usual = float(np.median(step)) if step.size else 0.0
    falls = np.flatnonzero(step < -ROLL_SLACK * usual)
    if usual <= 0.0 or not falls.size or falls.size > MOST_ROLLS:
        return samples
    for period in COUNTER_PERIODS_S:
        if np.all(np.abs(step[falls] + period - usual) < ROLL_SLACK * usual) and np.ptp(time) < period:
            whole = time + period * np.concatenate([[0.0], np.cumsum(step < -0.5 * period)])
            samples = replace(samples, time=whole)
            return samples.noting("clock-rolled-over", row=int(samples.row[falls[0] + 1]))
    return samples


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
    if np.any(np.diff(time) < 0.0) or np.count_nonzero(same) <= ROUNDED_SHARE * samples.count:
        return samples
    values = np.column_stack(list(samples.columns.values()))
    new = np.any(np.diff(values, axis=0) != 0.0, axis=1)
    if np.count_nonzero(same[1:] & new) <= COARSE_SHARE * np.count_nonzero(same):
        return samples
    if np.count_nonzero(same) <= COARSE_SHARE * samples.count:
        even = _even(time)
        if even is None:
            return samples
        tick = float(np.median(np.diff(time[~same])))
        return replace(samples, time=even).noting("coarse-clock", detail=f"tick={tick:.3g} s")
    first = np.flatnonzero(~same)
    steps = np.diff(time[first])
    tick = float(np.median(steps)) if steps.size else 0.0
    lengths = np.minimum(np.append(steps, tick), GAP_PERIODS * tick)
    counts = np.diff(np.append(first, samples.count))
    place = np.arange(samples.count) - np.repeat(first, counts)
    spread = time + place * np.repeat(lengths / counts, counts)
    return replace(samples, time=spread).noting("coarse-clock", detail=f"tick={tick:.3g} s")


def _even(time: FloatArray) -> FloatArray | None:
    """Even times of rows whose stamps were rounded to a tick, stretch by stretch between gaps.

    None where the rows did not come evenly: a stamp may lie no farther from its time than a tick.
    """
    step = np.diff(time)
    tick = float(np.min(step[step > 0.0]))
    edges = [0, *(np.flatnonzero(step > GAP_PERIODS * tick) + 1).tolist(), time.shape[0]]
    even = time.copy()
    for first, last in pairwise(edges):
        rows = np.arange(last - first, dtype=np.float64)
        if last - first < RESTART_ROWS:
            continue
        slope, level = np.polyfit(rows, time[first:last], 1)
        even[first:last] = level + slope * rows
    is_even = np.all(np.abs(even - time) <= 1.001 * tick) and np.all(np.diff(even) > 0.0)
    return even if is_even else None


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
