"""Recordings of one run by two programs, joined on their clocks by a quantity that both recorded.

The offset of the clocks follows from a cross-correlation of the common quantity's rate of change. Its drift
follows from the offsets of short blocks, each refined on its own: a weighted line through them gives offset
and drift, and their scatter the uncertainty of both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest, NotEnoughData
from core.exchange.clock import GAP_PERIODS
from core.recording import Dropped, FloatArray, Quantity, Recording

BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.intp]
LEAST_CORRELATION = 0.9
"""Smallest correlation of the common quantity's rate of change at the best offset."""
LEAST_OVERLAP = 0.2
"""Smallest share of the shorter recording that both must cover."""
BLOCK_S = 2.0
FEWEST_BLOCKS = 4
_RATE_HZ = 100.0
"""Highest rate of the comparison."""
_REFINEMENTS = 4
_MOVING = 0.05
"""Rate of change relative to the highest below which a block has too little motion to be compared."""
_LEAST_STD_S = 1e-9
_COMMON = (
    Quantity.POSITION,
    Quantity.MOTOR_POSITION,
    Quantity.LINK_POSITION,
    Quantity.VELOCITY,
    Quantity.MOTOR_VELOCITY,
    Quantity.CURRENT,
    Quantity.TORQUE,
    Quantity.MOTOR_TORQUE,
)
"""Quantities that show motion, the least noisy first."""
OUTSIDE, IN_GAP = "join-outside", "join-gap"


@dataclass(frozen=True)
class Alignment:
    """Clock of the second recording against that of the first.

    A moment t of the second clock is ``t + offset + drift · (t − begin)`` on the first one; ``offset`` in s
    at ``begin``, ``drift`` in s/s, with standard deviations.
    """

    common: Quantity
    begin: float
    offset: float
    offset_std: float
    drift: float
    drift_std: float
    correlation: float

    def on_first(self, time: FloatArray) -> FloatArray:
        """Moments (N,) of the second clock on the first one."""
        return np.asarray(time + self.offset + self.drift * (time - self.begin))


@dataclass(frozen=True)
class Joined:
    """The first recording with the columns that only the second has, and how their clocks lie."""

    recording: Recording
    alignment: Alignment


def join_recordings(first: Recording, second: Recording) -> Joined:
    """Two recordings of one run as one, on the clock of the first.

    Values of the second are interpolated at the samples of the first. Samples that it does not cover, or that
    lie in one of its gaps, are left out and reported in ``Recording.dropped``.

    Raises
    ------
    BadRequest
        ``join-no-common-channel``, ``join-poor-correlation``, ``join-nothing-new`` where the second has no
        column of its own.
    NotEnoughData
        ``join-too-short`` with too little common motion.
    """
    new = {name: column for name, column in second.columns.items() if name not in first.columns}
    if not new:
        raise BadRequest("join-nothing-new", first=first.label, second=second.label)
    alignment = align(first, second)
    moments = alignment.on_first(np.asarray(second.time[:]))
    inside, dropped = _covered(np.asarray(first.time[:]), moments)
    columns = {name: np.asarray(column[:])[inside] for name, column in first.columns.items()}
    time = np.asarray(first.time[:])[inside]
    columns |= {name: _at(time, moments, np.asarray(column[:])) for name, column in new.items()}
    joined = replace(
        first,
        time=time,
        columns=columns,
        host_time=None if first.host_time is None else np.asarray(first.host_time[:])[inside],
        origin=replace(
            first.origin,
            file=f"{first.origin.file} + {second.origin.file}",
            sha256=" ".join(filter(None, (first.origin.sha256, second.origin.sha256))),
        ),
        dropped=(*first.dropped, *second.dropped, *dropped),
        missing=(),  # the clock shows them: rows were left out, so counted indices no longer hold
        payload_mass=second.payload_mass if first.payload_mass is None else first.payload_mass,
    )
    return Joined(joined, alignment)


def align(first: Recording, second: Recording) -> Alignment:
    """Offset and drift of the second clock; errors as ``join_recordings``."""
    common = next((name for name in _COMMON if name in first.columns and name in second.columns), None)
    if common is None:
        raise BadRequest(
            "join-no-common-channel",
            first=first.label,
            second=second.label,
            first_has=tuple(name.value for name in first.columns),
            second_has=tuple(name.value for name in second.columns),
        )
    pair = _Pair(first, second, common)
    coarse, correlation = pair.coarse_offset()
    if correlation < LEAST_CORRELATION:
        raise BadRequest(
            "join-poor-correlation",
            first=first.label,
            second=second.label,
            common=common.value,
            correlation=correlation,
            least=LEAST_CORRELATION,
        )
    begin = float(second.time[0])
    at, offset, std = pair.block_offsets(coarse)
    if at.size < FEWEST_BLOCKS:
        raise NotEnoughData(
            "join-too-short",
            first=first.label,
            second=second.label,
            blocks=int(at.size),
            needed=FEWEST_BLOCKS,
        )
    line, spread = _line(at - begin, offset, std)
    return Alignment(
        common,
        begin,
        offset=float(line[0]),
        offset_std=float(spread[0]),
        drift=float(line[1]),
        drift_std=float(spread[1]),
        correlation=correlation,
    )


def _line(x: FloatArray, y: FloatArray, std: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Weighted line through points: level and slope with standard deviations, which the scatter widens."""
    columns = np.stack([np.ones_like(x), x], axis=1) / std[:, np.newaxis]
    found, *_ = np.linalg.lstsq(columns, y / std, rcond=None)
    left = y / std - columns @ found
    birge = max(1.0, float(left @ left) / (x.size - 2))
    spread = np.sqrt(birge * np.diag(np.linalg.inv(columns.T @ columns)))
    return np.asarray(found, dtype=np.float64), np.asarray(spread, dtype=np.float64)


class _Pair:
    """The common quantity of both recordings, scaled joint by joint."""

    def __init__(self, first: Recording, second: Recording, common: Quantity) -> None:
        self._times = [np.asarray(one.time[:], dtype=np.float64) for one in (first, second)]
        values = [np.asarray(one.columns[common][:], dtype=np.float64) for one in (first, second)]
        kept = np.all([np.isfinite(one).all(axis=0) for one in values], axis=0)
        scale = np.maximum(values[0][:, kept].std(axis=0), 1e-12)
        self._values = [one[:, kept] / scale for one in values]
        steps = [float(np.median(np.diff(time))) for time in self._times]
        self._step = max(*steps, 1.0 / _RATE_HZ)

    def coarse_offset(self) -> tuple[float, float]:
        """First clock minus second, s, to a step of the comparison, and the correlation there."""
        from scipy.signal import correlate, correlation_lags

        one, two = (np.diff(self._even(place), axis=0) for place in (0, 1))
        products = sum(correlate(a, b, method="fft") for a, b in zip(one.T, two.T, strict=True))
        lags = correlation_lags(one.shape[0], two.shape[0])
        first, last = np.maximum(lags, 0), np.minimum(one.shape[0], two.shape[0] + lags)
        # each offset is judged by its own overlap, or a short one could never win
        sizes = _energy(one, first, last) * _energy(two, first - lags, last - lags)
        enough = last - first >= LEAST_OVERLAP * min(one.shape[0], two.shape[0])
        usable = enough & (sizes > 1e-12 * sizes.max())
        correlation = np.where(usable, products / np.sqrt(np.where(usable, sizes, 1.0)), -1.0)
        best = int(np.argmax(correlation))
        start = float(self._times[0][0] - self._times[1][0])
        return start + int(lags[best]) * self._step, float(correlation[best])

    def _even(self, place: int) -> FloatArray:
        time = self._times[place]
        clock = np.arange(time[0], time[-1], self._step)
        return self._at(place, clock)

    def _at(self, place: int, moments: FloatArray) -> FloatArray:
        return np.stack(
            [np.interp(moments, self._times[place], one) for one in self._values[place].T], axis=1
        )

    def block_offsets(self, coarse: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Moments (K,) on the second clock, offsets (K,) there and their standard deviations."""
        first, second = self._times
        begin = max(second[0], first[0] - coarse) + 0.5 * BLOCK_S
        end = min(second[-1], first[-1] - coarse) - 0.5 * BLOCK_S
        found = []
        offset = coarse
        for start in np.arange(begin, end - BLOCK_S, BLOCK_S):
            clock = np.arange(start, start + BLOCK_S, self._step)
            refined = self._refined(clock, offset)
            if refined is not None:
                found.append((float(clock.mean()), *refined))
                offset = refined[0]  # a drift moves on from block to block
        rows = np.array(found).reshape(-1, 3)
        largest = np.median(rows[:, 2]) * 20.0 if rows.size else 0.0
        at, offsets, std = rows[rows[:, 2] <= largest].T
        return at, offsets, std

    def _refined(self, clock: FloatArray, offset: float) -> tuple[float, float] | None:
        """Offset with its standard deviation on one block; None with too little motion in it."""
        target = self._at(1, clock)
        target = target - target.mean(axis=0)
        half = 0.5 * self._step
        for _ in range(_REFINEMENTS):
            here = self._at(0, clock + offset)
            slope = (self._at(0, clock + offset + half) - self._at(0, clock + offset - half)) / self._step
            if np.abs(slope).max() < _MOVING:
                return None
            slope -= slope.mean(axis=0)
            left = target - (here - here.mean(axis=0))
            size = float(np.sum(slope**2))
            offset += float(np.sum(slope * left)) / size
        return offset, max(float(np.sqrt(np.sum(left**2) / max(left.size - 1, 1) / size)), _LEAST_STD_S)


def _energy(rates: FloatArray, first: IntArray, last: IntArray) -> FloatArray:
    """Sums of squares of the rows [first, last) for arrays of both, (L,)."""
    passed = np.concatenate(([0.0], np.cumsum(np.sum(rates**2, axis=1))))
    return np.asarray(passed[last] - passed[first])


def _covered(time: FloatArray, moments: FloatArray) -> tuple[BoolArray, list[Dropped]]:
    """Rows of the first clock that the second covers, and those that are left out."""
    inside = (time >= moments[0]) & (time <= moments[-1])
    after = np.clip(np.searchsorted(moments, time), 1, moments.size - 1)
    step = moments[after] - moments[after - 1]
    gap = inside & (step > GAP_PERIODS * float(np.median(np.diff(moments))))
    dropped = [
        Dropped(code, int(rows.sum()), int(np.argmax(rows)) + 1)
        for code, rows in ((OUTSIDE, ~inside), (IN_GAP, gap))
        if rows.any()
    ]
    return inside & ~gap, dropped


def _at(time: FloatArray, moments: FloatArray, values: FloatArray) -> FloatArray:
    return np.stack([np.interp(time, moments, one) for one in values.T], axis=1)


def join_all(recordings: Sequence[Recording]) -> tuple[Recording, Mapping[str, Alignment]]:
    """All recordings joined to the first, and the clocks of the others by their labels; errors as above."""
    whole, clocks = recordings[0], dict[str, Alignment]()
    for other in recordings[1:]:
        joined = join_recordings(whole, other)
        whole, clocks[other.label] = joined.recording, joined.alignment
    return whole, clocks
