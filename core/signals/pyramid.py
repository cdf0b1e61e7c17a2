"""Summaries of long curves in buckets of growing size: lowest, highest, mean and spread of any range at once.

The samples are taken once, block by block; the buckets of the lowest level are ``FINEST`` samples long, those
of each further level ``FACTOR`` times the ones below. What is kept is what the writer is given: in memory, or
in files. A range costs a few buckets of each level, and the samples at its two ends.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray

FINEST, FACTOR = 32, 4
"""Samples of a bucket of the lowest level, and buckets that one of the next level has in it."""
LOW, HIGH, MEAN, SQUARES, COUNT = range(5)
"""Rows of a summary: extremes, mean, sum of squares about the mean, number of known samples."""
ROWS = 5

_POINTS = 600
"""Fewest means through which the straight line over a long range is drawn."""
Write = Callable[[int, FloatArray], None]
"""Takes further buckets (B, 5, K) of a level; those of each level come in their order."""
Read = Callable[[int, int, int], FloatArray]
"""Returns the buckets [first, last) of a level, (B, 5, K)."""
Samples = Callable[[int, int], FloatArray]
"""Returns the samples [first, last) of all curves, (K, N)."""


def level_sizes(count: int) -> tuple[int, ...]:
    """Samples of a bucket of each level over ``count`` samples; the last level has few buckets."""
    sizes = [FINEST]
    while sizes[-1] * FACTOR < count:
        sizes.append(sizes[-1] * FACTOR)
    return tuple(sizes)


def summary_of(blocks: FloatArray) -> FloatArray:
    """Summaries (B, 5, K) of blocks of samples (K, B, S); what is no finite number is passed over.

    Without a known sample the extremes and the mean are NaN, and the spread and the number zero.

    Examples
    --------
    >>> import numpy as np
    >>> summary_of(np.array([[[1.0, np.nan, 3.0]]]))[0, :, 0].tolist()
    [1.0, 3.0, 2.0, 2.0, 2.0]
    """
    curves, buckets, size = blocks.shape
    found = np.empty((buckets, ROWS, curves))
    known = np.isfinite(blocks)
    if known.all():
        mean = blocks.mean(axis=2)
        parts = (blocks.min(axis=2), blocks.max(axis=2), mean, _squares(blocks, mean), float(size))
    else:
        holed = np.where(known, blocks, np.nan)
        count = known.sum(axis=2).astype(np.float64)
        with np.errstate(invalid="ignore"):
            mean = np.where(known, blocks, 0.0).sum(axis=2) / np.where(count > 0.0, count, np.nan)
        low, high = np.fmin.reduce(holed, axis=2), np.fmax.reduce(holed, axis=2)
        parts = (low, high, mean, _squares(holed, mean), count)
    for row, part in enumerate(parts):
        found[:, row] = part if isinstance(part, float) else part.T
    return found


def _squares(blocks: FloatArray, mean: FloatArray) -> FloatArray:
    away = blocks - mean[:, :, np.newaxis]
    return np.asarray(np.nansum(away * away, axis=2))


def merged(summaries: FloatArray) -> FloatArray:
    """One summary (…, 5, K) of several (…, M, 5, K)."""
    low, high, mean, squares, count = np.moveaxis(summaries, -2, 0)  # each (…, M, K)
    total = count.sum(axis=-2)
    share = np.where(count > 0.0, count, 0.0)
    known = np.where(count > 0.0, mean, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        middle = (share * known).sum(axis=-2) / np.where(total > 0.0, total, np.nan)
    away = np.where(count > 0.0, known - middle[..., np.newaxis, :], 0.0)
    spread = squares.sum(axis=-2) + (share * away * away).sum(axis=-2)
    rows = (
        np.fmin.reduce(low, axis=-2, initial=np.nan),
        np.fmax.reduce(high, axis=-2, initial=np.nan),
        middle,
        spread,
        total,
    )
    return np.stack(rows, axis=-2)


def changes_of(time: FloatArray, values: FloatArray, weights: FloatArray | None = None) -> FloatArray:
    """Rate and slope (2, K) of curves, per unit of time; what is no finite number is passed over.

    The rate is the change from the first known value to the last over the time between them, the slope that
    of the straight line with the least squares. NaN for fewer than two known values.

    Parameters
    ----------
    time
        (M,) increasing.
    values
        (K, M) in any unit.
    weights
        (K, M) numbers of samples that each value is the mean of; one each without them.

    Examples
    --------
    >>> import numpy as np
    >>> changes_of(np.array([0.0, 1.0, 2.0]), np.array([[0.0, 3.0, np.nan], [0.0, 4.0, 2.0]])).tolist()
    [[3.0, 1.0], [3.0, 1.0]]
    """
    known = np.isfinite(values)
    counts = known.sum(axis=1) if values.shape[1] else np.zeros(values.shape[0])
    if not values.shape[1]:
        return np.full((2, values.shape[0]), np.nan)
    first, last = known.argmax(axis=1), known.shape[1] - 1 - known[:, ::-1].argmax(axis=1)
    curves = np.arange(values.shape[0])
    weight = np.where(known, 1.0 if weights is None else weights, 0.0)
    total = np.where(counts > 1, weight.sum(axis=1), np.nan)[:, np.newaxis]
    away = time - (weight * time).sum(axis=1, keepdims=True) / total
    level = (weight * np.where(known, values, 0.0)).sum(axis=1, keepdims=True) / total
    from_level = np.where(known, values - level, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = (values[curves, last] - values[curves, first]) / (time[last] - time[first])
        slope = (weight * away * from_level).sum(axis=1) / (weight * away * away).sum(axis=1)
    return np.where(counts > 1, np.stack([rate, slope]), np.nan)


class PyramidBuilder:
    """Takes the samples of K curves in their order, and writes the buckets of all levels.

    Memory is bounded by one feed; ``finish`` writes the last buckets, which may be shorter.
    """

    def __init__(self, *, curves: int, count: int, write: Write) -> None:
        self._write = write
        self._levels = len(level_sizes(count))
        self._rest = np.empty((curves, 0))
        """Samples of the unfinished bucket."""
        self._waiting = [np.empty((0, ROWS, curves)) for _ in range(self._levels - 1)]
        """Buckets of each level that are not yet in one of the next."""

    def feed(self, values: FloatArray) -> None:
        """Take the next samples, (K, N)."""
        values = np.concatenate([self._rest, values], axis=1) if self._rest.shape[1] else values
        whole = values.shape[1] // FINEST
        self._rest = values[:, whole * FINEST :].copy()
        if whole:
            self._add(0, summary_of(values[:, : whole * FINEST].reshape(values.shape[0], whole, FINEST)))

    def finish(self) -> None:
        """Write what is left over at the end of each level."""
        if self._rest.shape[1]:
            self._add(0, summary_of(self._rest[:, np.newaxis, :]))
        for level, waiting in enumerate(self._waiting):
            if waiting.shape[0]:
                self._waiting[level] = waiting[:0]
                self._add(level + 1, merged(waiting)[np.newaxis])

    def _add(self, level: int, buckets: FloatArray) -> None:
        self._write(level, buckets)
        if level == self._levels - 1:
            return
        waiting = np.concatenate([self._waiting[level], buckets])
        whole = waiting.shape[0] // FACTOR
        self._waiting[level] = waiting[whole * FACTOR :]
        if whole:
            groups = waiting[: whole * FACTOR].reshape(whole, FACTOR, *waiting.shape[1:])
            self._add(level + 1, merged(groups))


@dataclass(frozen=True)
class Pyramid:
    """The buckets of ``count`` samples of K curves, read where they are."""

    curves: int
    count: int
    read: Read

    def curve(self, first: int, last: int, *, buckets: int) -> tuple[int, int, FloatArray]:
        """The buckets that have the samples [first, last) in them, at least ``buckets`` if there are so many.

        Returns
        -------
        Samples of a bucket, number of the first sample of the first bucket, and the buckets (B, 5, K).
        """
        size = self._size(first, last, buckets=buckets)
        begin, end = first // size, -(-last // size)
        return size, begin * size, self.read(level_sizes(self.count).index(size), begin, end)

    def extremes(self, first: int, last: int, *, buckets: int) -> tuple[int, int, FloatArray]:
        """Lowest and highest values of groups that have the samples [first, last) in them.

        There are at least ``buckets`` groups if there are so many buckets, and fewer than twice as many
        beside those at the two ends: a level alone may have four times as many, which a screen draws in vain.

        Returns
        -------
        Samples of a group, number of the first sample of the first group, and the extremes (G, 2, K).
        """
        size = self._size(first, last, buckets=buckets)
        together = max((last - first) // (size * buckets), 1)
        # groups begin at multiples of their size, so that a step in time moves them and changes none
        begin = first // (size * together) * together
        end = min(-(-last // (size * together)) * together, -(-self.count // size))
        found = self.read(level_sizes(self.count).index(size), begin, end)
        if together == 1:
            return size, begin * size, found[:, [LOW, HIGH]]
        starts = np.arange(0, found.shape[0], together)
        low, high = np.fmin.reduceat(found[:, LOW], starts), np.fmax.reduceat(found[:, HIGH], starts)
        return together * size, begin * size, np.stack([low, high], axis=1)

    def summary(self, first: int, last: int, samples: Samples) -> FloatArray:
        """The summary (5, K) of exactly the samples [first, last), with those at the two ends read."""
        parts: list[FloatArray] = []
        sizes = level_sizes(self.count)
        self._collect(parts, first, last, level=len(sizes) - 1, sizes=sizes, samples=samples)
        return merged(np.concatenate(parts)) if parts else merged(np.empty((0, ROWS, self.curves)))

    def changes(self, first: int, last: int, samples: Samples, *, time: FloatArray) -> FloatArray:
        """Rate and slope (2, K) of the samples [first, last), as ``changes_of``; ``time`` (N,) of all.

        Over a long range the straight line goes through the means of at least 600 buckets.
        """
        size = self._size(first, last, buckets=_POINTS)
        # at both ends there is at least one sample, which the rate is of
        begin, end = first // size + 1, (last - 1) // size
        if last - first < FINEST * _POINTS:
            return changes_of(time[first:last], samples(first, last))
        before, after = samples(first, begin * size), samples(end * size, last)
        middle = self.read(level_sizes(self.count).index(size), begin, end)
        starts = size * np.arange(begin, end)
        centres = 0.5 * (time[starts] + time[starts + size - 1])
        return changes_of(
            np.concatenate([time[first : begin * size], centres, time[end * size : last]]),
            np.concatenate([before, middle[:, MEAN].T, after], axis=1),
            np.concatenate([np.ones(before.shape), middle[:, COUNT].T, np.ones(after.shape)], axis=1),
        )

    def _size(self, first: int, last: int, *, buckets: int) -> int:
        """Samples of the largest buckets of which there are ``buckets``, or of the smallest."""
        return max((one for one in level_sizes(self.count) if one * buckets <= last - first), default=FINEST)

    def _collect(
        self,
        parts: list[FloatArray],
        first: int,
        last: int,
        *,
        level: int,
        sizes: tuple[int, ...],
        samples: Samples,
    ) -> None:
        """Add the summaries of a range: whole buckets of this level, and lower ones beside them."""
        if first >= last:
            return
        if level < 0:
            parts.append(summary_of(samples(first, last)[:, np.newaxis, :]))
            return
        size = sizes[level]
        begin = -(-first // size)
        end = -(-last // size) if last == self.count else last // size
        if begin >= end:
            self._collect(parts, first, last, level=level - 1, sizes=sizes, samples=samples)
            return
        edge = min(end * size, last)
        self._collect(parts, first, begin * size, level=level - 1, sizes=sizes, samples=samples)
        parts.append(self.read(level, begin, end))
        self._collect(parts, edge, last, level=level - 1, sizes=sizes, samples=samples)
