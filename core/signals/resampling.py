"""Resampling from a logged, non-uniform clock to a uniform one; the logged samples stay unchanged.

A recording slower than 500 Hz is resampled to 100 Hz, a faster one to 500 Hz. A gap in the clock, or
samples counted as missing, split the recording into segments; nothing is interpolated or filtered
across a gap.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.errors import NotEnoughData
from core.recording import FloatArray, MissingSamples, Recording
from core.signals.filters import ZeroPhaseLowPass

SLOW_RATE_HZ = 100.0
FAST_RATE_HZ = 500.0
GAP_S = 0.1
GAP_PERIODS = 5.0
"""A gap is longer than 0.1 s and longer than five median periods."""
_ANTI_ALIAS = 0.35
"""Cut-off before decimation of a fast recording, as a fraction of the target rate."""
_CLOCK_SAMPLES = 100_000


@dataclass(frozen=True)
class Segment:
    """A stretch of a recording without gaps: rows [first, last) of its clock."""

    first: int
    last: int


def sample_rate(time: FloatArray) -> float:
    """Median sample rate in Hz of the clock ``time`` (N,) in s.

    Raises
    ------
    NotEnoughData
        ``too-few-samples`` for fewer than two samples.
    """
    if time.shape[0] < 2:
        raise NotEnoughData("too-few-samples", samples=int(time.shape[0]), needed=2)
    return float(1.0 / np.median(np.diff(time[:_CLOCK_SAMPLES])))


def uniform_rate(time: FloatArray) -> float:
    """The uniform rate in Hz to which a recording with this clock is resampled."""
    # a jittery 500 Hz clock counts as 500 Hz
    return FAST_RATE_HZ if sample_rate(time) >= 0.98 * FAST_RATE_HZ else SLOW_RATE_HZ


def segments(time: FloatArray, *, missing: Sequence[MissingSamples] = ()) -> tuple[Segment, ...]:
    """The gap-free stretches of the clock ``time`` (N,) in s.

    ``missing`` are gaps that were counted while recording; each of them splits the recording,
    however short it is on the clock.
    """
    hole = max(GAP_S, GAP_PERIODS / sample_rate(time))
    counted = [gap.index for gap in missing if 0 <= gap.index < time.shape[0] - 1]
    breaks = np.union1d(np.flatnonzero(np.diff(time) > hole), np.array(counted, dtype=np.int64)) + 1
    edges = [0, *breaks.tolist(), time.shape[0]]
    return tuple(Segment(first, last) for first, last in pairwise(edges))


@dataclass(frozen=True)
class UniformClock:
    """The uniform clock of one segment: sample k is at ``start + k / rate_hz``.

    ``thinning`` is the decimation factor: a recording faster than the uniform rate is low-passed on a
    fine uniform clock before it is decimated.
    """

    start: float
    rate_hz: float
    count: int
    thinning: int

    @classmethod
    def of(cls, time: FloatArray, segment: Segment) -> "UniformClock":
        """The uniform clock that fits into a segment of the clock ``time`` (N,)."""
        rate = uniform_rate(time)
        first, last = float(time[segment.first]), float(time[segment.last - 1])
        # the tolerance keeps a last sample that rounding puts a hair beyond the end
        count = int(np.floor((last - first) * rate + 1e-6)) + 1
        thinning = max(1, round(sample_rate(time) / rate))
        return cls(first, rate, count, thinning)

    def times(self, first: int, last: int) -> FloatArray:
        """Times in s of the samples [first, last), shape (last - first,)."""
        return self.start + np.arange(first, last) / self.rate_hz

    def low_pass(self) -> ZeroPhaseLowPass | None:
        """The filter before decimation, on the fine clock; None if nothing is decimated."""
        if self.thinning == 1:
            return None
        return ZeroPhaseLowPass(_ANTI_ALIAS * self.rate_hz, self.rate_hz * self.thinning)

    def settling_samples(self) -> int:
        """Samples of the uniform clock after which the decimation filter's edge response has decayed."""
        low_pass = self.low_pass()
        if low_pass is None:
            return 0
        return -(-low_pass.settling_samples() // self.thinning)


def resample(
    recording: Recording, segment: Segment, clock: UniformClock, *, first: int, last: int
) -> Recording:
    """Uniform samples [first, last) of a segment, interpolated between logged ones.

    Parameters
    ----------
    recording
        In memory or in a file; just the rows that are needed are read.

    Returns
    -------
    A recording in memory whose clock is uniform, with last - first samples.
    """
    margin = clock.settling_samples()
    begin, end = max(0, first - margin), min(clock.count, last + margin)
    fine = clock.times(0, 1)[0] + np.arange(begin * clock.thinning, (end - 1) * clock.thinning + 1) / (
        clock.rate_hz * clock.thinning
    )
    rows = _rows_around(recording.time, segment, fine[0], fine[-1])
    logged = recording.block(rows.start, rows.stop)
    low_pass = clock.low_pass()
    columns = {}
    for quantity, column in logged.columns.items():
        values = _interpolate(fine, logged.time, np.asarray(column))
        if low_pass is not None:
            values = low_pass.apply(values)[:: clock.thinning]
        columns[quantity] = values[first - begin : first - begin + last - first]
    return Recording(
        label=recording.label,
        time=clock.times(first, last),
        columns=columns,
        torque_kind=recording.torque_kind,
        payload_mass=recording.payload_mass,
        origin=recording.origin,
        dropped=recording.dropped,
    )


def _rows_around(time: FloatArray, segment: Segment, begin: float, end: float) -> slice:
    inside = time[segment.first : segment.last]
    first = segment.first + max(0, int(np.searchsorted(inside, begin, side="right")) - 1)
    last = segment.first + int(np.searchsorted(inside, end, side="left")) + 1
    return slice(first, min(last, segment.last))


def _interpolate(at: FloatArray, time: FloatArray, values: FloatArray) -> FloatArray:
    return np.column_stack([np.interp(at, time, column) for column in values.T])
