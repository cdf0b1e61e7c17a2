"""Decimation of curves for the screen, which keeps every spike: whole, growing, and moving to and fro.

Buckets of a growing curve begin at multiples of their size in the device's own sample count, not at the
edge of the window. A scrolling curve keeps its points until they leave the window, and the points do not
depend on how the samples were divided into feeds.
"""

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

_POINTS = 3
"""Largest number of points of a bucket: a break and two extremes."""
_Numbers = npt.NDArray[np.int64]


class RunningMinMax:
    """The last ``buckets`` groups of ``samples_per_bucket`` samples of ``curves`` curves at once.

    Of each group the smallest and the largest sample of each curve are kept, in the order they
    came, at the times of the group's first and last sample: the curves share one time axis. NaN
    is skipped; a group of NaN alone gives NaN. Memory is bounded.

    Examples
    --------
    >>> import numpy as np
    >>> curve = RunningMinMax(buckets=2, samples_per_bucket=3, curves=1)
    >>> curve.feed(np.arange(6), np.arange(6.0), np.array([[5.0, 1.0, 2.0, 0.0, 7.0, 3.0]]).T)
    >>> time, values = curve.curves()
    >>> time.tolist(), values[:, 0].tolist()
    ([0.0, 2.0, 3.0, 5.0], [5.0, 1.0, 0.0, 7.0])
    """

    def __init__(self, *, buckets: int, samples_per_bucket: int, curves: int) -> None:
        if min(buckets, samples_per_bucket, curves) < 1:
            raise ValueError("there is at least one bucket of one sample of one curve")
        self._buckets, self._size, self._curves = buckets, samples_per_bucket, curves
        room = 2 * _POINTS * (buckets + 1)
        self._bucket, self._time = np.empty(room, dtype=np.int64), np.empty(room)
        self._values = np.empty((curves, room))
        self._growing_sequence = np.empty(samples_per_bucket, dtype=np.int64)
        self._growing_time = np.empty(samples_per_bucket)
        self._growing = np.empty((curves, samples_per_bucket))
        self._start_over()

    def feed(self, sequence: _Numbers, time: FloatArray, values: FloatArray) -> None:
        """Add new samples to the curves.

        Parameters
        ----------
        sequence
            (N,) increasing numbers of the samples; a step above one is a gap. A step back means
            that the device restarted its count: the curves start again.
        time
            (N,) s.
        values
            (N, K), one column a curve; the transpose of a (K, N) array is taken most quickly.
        """
        if not sequence.size:
            return
        back = np.flatnonzero(np.diff(sequence) <= 0)
        restart = int(back[-1]) + 1 if back.size else 0
        if restart or (self._last is not None and sequence[0] <= self._last[0]):
            self._start_over()
        self._take(sequence[restart:], time[restart:], values[restart:].T)

    def curves(self) -> tuple[FloatArray, FloatArray]:
        """The curves as they are now, including the unfinished last bucket.

        Returns
        -------
        Time (M,) s and values (M, K), two points a bucket, and a point of NaN before a bucket that
        has samples missing in it or before it: M ≤ 3·buckets. Each curve is contiguous in memory.
        """
        if not self._count:
            return np.empty(0), np.empty((0, self._curves))
        bucket, time, values = self._grown()
        held = slice(self._first_held(int(bucket[-1])), self._end)
        return (
            np.concatenate([self._time[held], time]),
            np.concatenate([self._values[:, held], values], axis=1).T,
        )

    def _start_over(self) -> None:
        self._end = 0
        """Number of points of finished buckets."""
        self._count = 0
        """Number of samples in the unfinished bucket."""
        self._left: tuple[int, float] | None = None
        """Number and time of the last sample before the unfinished bucket."""
        self._last: tuple[int, float] | None = None

    def _take(self, sequence: _Numbers, time: FloatArray, values: FloatArray) -> None:
        """Add samples with ``values`` (K, N) to the buckets."""
        newest = int(sequence[-1]) // self._size
        if self._count:
            end_of_growing = (int(self._growing_sequence[0]) // self._size + 1) * self._size
            more = int(np.searchsorted(sequence, end_of_growing))
            self._grow(sequence[:more], time[:more], values[:, :more])
            if more == sequence.size:
                return
            self._finish(*self._grown())
            self._count, self._left = 0, self._last
            sequence, time, values = sequence[more:], time[more:], values[:, more:]
        # Samples that already left the window are skipped, however many come in one feed.
        gone = int(np.searchsorted(sequence, (newest - self._buckets + 1) * self._size))
        if gone:
            self._left = int(sequence[gone - 1]), float(time[gone - 1])
        last = int(np.searchsorted(sequence, newest * self._size))
        first = int(np.searchsorted(sequence, (int(sequence[gone]) // self._size + 1) * self._size))
        for rows in (slice(gone, min(first, last)), slice(min(first, last), last)):
            if rows.stop > rows.start:
                self._finish(*self._points(sequence[rows], time[rows], values[:, rows]))
                self._left = int(sequence[rows.stop - 1]), float(time[rows.stop - 1])
        self._grow(sequence[last:], time[last:], values[:, last:])

    def _grow(self, sequence: _Numbers, time: FloatArray, values: FloatArray) -> None:
        if sequence.size:
            rows = slice(self._count, self._count + sequence.size)
            self._growing_sequence[rows], self._growing_time[rows] = sequence, time
            self._growing[:, rows] = values
            self._count = rows.stop
            self._last = int(sequence[-1]), float(time[-1])

    def _grown(self) -> tuple[_Numbers, FloatArray, FloatArray]:
        rows = slice(0, self._count)
        return self._points(self._growing_sequence[rows], self._growing_time[rows], self._growing[:, rows])

    def _points(
        self, sequence: _Numbers, time: FloatArray, values: FloatArray
    ) -> tuple[_Numbers, FloatArray, FloatArray]:
        """Points of whole buckets: the bucket of each (R,), its time (R,) and values (K, R)."""
        bucket = sequence // self._size
        starts = np.flatnonzero(np.diff(bucket, prepend=bucket[0] - 1))
        ends = np.append(starts[1:], sequence.size) - 1
        pairs = _extremes(self._in_blocks(sequence, values, bucket=bucket, count=starts.size))
        of, at = np.repeat(bucket[starts], 2), np.stack([time[starts], time[ends]], axis=1).ravel()
        left = self._left or (int(sequence[0]) - 1, float(time[0]))
        missing = np.diff(sequence, prepend=left[0]) > 1
        broken = np.flatnonzero(np.logical_or.reduceat(missing, starts))
        if broken.size:
            before = np.append(left[1], time[ends])[broken]
            at = np.insert(at, 2 * broken, 0.5 * (before + time[starts[broken]]))
            of = np.insert(of, 2 * broken, bucket[starts[broken]])
            pairs = np.insert(pairs, 2 * broken, np.nan, axis=1)
        return of, at, pairs

    def _in_blocks(
        self, sequence: _Numbers, values: FloatArray, *, bucket: _Numbers, count: int
    ) -> FloatArray:
        """Values (K, N) as (K, buckets, samples), with NaN for missing samples."""
        curves, samples = values.shape
        if count == 1 or samples == count * self._size:
            return values.reshape(curves, count, samples // count)
        blocks = np.full((curves, count * self._size), np.nan)
        number = np.cumsum(np.diff(bucket, prepend=bucket[0]) != 0)
        blocks[:, number * self._size + sequence % self._size] = values
        return blocks.reshape(curves, count, self._size)

    def _finish(self, bucket: _Numbers, time: FloatArray, values: FloatArray) -> None:
        """Append points of finished buckets; make room if the buffer is full."""
        if self._end + time.size > self._time.size:
            held = slice(self._first_held(int(bucket[-1])), self._end)
            kept = held.stop - held.start
            self._bucket[:kept], self._time[:kept] = self._bucket[held], self._time[held]
            self._values[:, :kept] = self._values[:, held]
            self._end = kept
        rows = slice(self._end, self._end + time.size)
        self._bucket[rows], self._time[rows], self._values[:, rows] = bucket, time, values
        self._end = rows.stop

    def _first_held(self, newest: int) -> int:
        """Index of the first point in the window when ``newest`` is the last bucket."""
        return int(np.searchsorted(self._bucket[: self._end], newest - self._buckets + 1))


def _extremes(blocks: FloatArray) -> FloatArray:
    """Smallest and largest sample of each block of (K, B, S), the earlier first: (K, 2·B); NaN is skipped."""
    pairs = _picked(blocks, lowest=blocks.argmin(axis=2), highest=blocks.argmax(axis=2))
    holed = np.isnan(pairs[:, :, 0])  # where one sample is NaN, both of argmin and argmax stop at it
    if holed.any():
        some = blocks[holed][np.newaxis]
        unknown = np.isnan(some)
        lowest = np.where(unknown, np.inf, some).argmin(axis=2)
        highest = np.where(unknown, -np.inf, some).argmax(axis=2)
        pairs[holed] = _picked(some, lowest=lowest, highest=highest)[0]
    return pairs.reshape(blocks.shape[0], -1)


def _picked(blocks: FloatArray, *, lowest: npt.NDArray[np.intp], highest: npt.NDArray[np.intp]) -> FloatArray:
    places = np.stack([np.minimum(lowest, highest), np.maximum(lowest, highest)], axis=2)
    return np.take_along_axis(blocks, places, axis=2)


def minmax(time: FloatArray, values: FloatArray, *, buckets: int) -> tuple[FloatArray, FloatArray]:
    """Reduce a curve to the smallest and the largest sample of each bucket, in the order they came.

    Parameters
    ----------
    time
        (N,) increasing, any unit.
    values
        (N,), may hold NaN; a bucket of nothing but NaN gives NaN, which draws as a gap.
    buckets
        Number of groups of equal sample count, one per pixel for a plot.

    Returns
    -------
    time, values
        At most 2·buckets samples each, all of them samples of the input; the input
        itself where it is not longer than that.

    Examples
    --------
    >>> import numpy as np
    >>> t, v = minmax(np.arange(8.0), np.array([0.0, 9.0, 1.0, 2.0, 3.0, 2.0, -5.0, 1.0]), buckets=2)
    >>> t.tolist(), v.tolist()
    ([0.0, 1.0, 4.0, 6.0], [0.0, 9.0, 3.0, -5.0])
    """
    count = values.shape[0]
    if count <= 2 * buckets:
        return time, values
    size = -(-count // buckets)
    whole = count // size
    picked = _extreme_indices(values[: whole * size].reshape(whole, size)) + size * np.arange(whole)[:, None]
    index = picked.ravel()
    if whole * size < count:
        rest = _extreme_indices(values[None, whole * size :]).ravel() + whole * size
        index = np.concatenate([index, rest])
    return time[index], values[index]


def _extreme_indices(blocks: FloatArray) -> np.ndarray[tuple[int, int], np.dtype[np.intp]]:
    """Indices of the smallest and largest sample of each row, the earlier one first; NaN is skipped."""
    lowest = np.argmin(np.where(np.isnan(blocks), np.inf, blocks), axis=1)
    highest = np.argmax(np.where(np.isnan(blocks), -np.inf, blocks), axis=1)
    return np.sort(np.stack([lowest, highest], axis=1), axis=1)


def thinned_curve(
    x: FloatArray, y: FloatArray, *, step_x: float, step_y: float
) -> tuple[FloatArray, FloatArray]:
    """Points that lie in another grid cell than the point before them.

    Parameters
    ----------
    x, y
        (N,) in any order; NaN in either breaks the line, and one of a run of NaN stays.
    step_x, step_y
        Size of a cell, such as that of a pixel.

    Returns
    -------
    x, y
        (M,) of the points, M at most N; the first and the last are always there.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.array([0.0, 0.1, 0.2, 1.1, 1.2, 0.3])
    >>> thinned(x, np.zeros(6), step_x=1.0, step_y=1.0)[0].tolist()
    [0.0, 1.1, 0.3]
    """
    if x.size <= 2:
        return x, y
    broken = np.isnan(x) | np.isnan(y)
    column, row = np.floor(np.where(broken, 0.0, x) / step_x), np.floor(np.where(broken, 0.0, y) / step_y)
    moved = np.ones(x.size, dtype=np.bool_)
    moved[1:] = (np.diff(column) != 0.0) | (np.diff(row) != 0.0) | (broken[1:] != broken[:-1])
    moved[-1] = True
    return x[moved], y[moved]
