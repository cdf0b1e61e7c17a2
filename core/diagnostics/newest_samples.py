"""Buffer of the newest samples of many curves, for averages and rates."""

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray


class NewestSamples:
    """The last ``capacity`` samples of ``curves`` curves; every query is one contiguous slice.

    Rows are appended to a buffer of twice the size; when it is full, its last half moves to the front.
    """

    def __init__(self, *, capacity: int, curves: int) -> None:
        self._capacity = capacity
        self._time, self._sequence = np.empty(2 * capacity), np.empty(2 * capacity, dtype=np.int64)
        self._values = np.empty((curves, 2 * capacity))
        self._end = 0

    @property
    def capacity(self) -> int:
        """Largest number of samples that can be read."""
        return self._capacity

    @property
    def held(self) -> int:
        """Number of samples that can be read."""
        return min(self._end, self._capacity)

    @property
    def last_sequence(self) -> int | None:
        """Number of the newest sample; None before the first."""
        return int(self._sequence[self._end - 1]) if self._end else None

    def holds(self, sequence: int, time: float) -> bool:
        """True if this sample is held: the same number at the same time."""
        held = slice(self._end - self.held, self._end)
        place = held.start + int(np.searchsorted(self._sequence[held], sequence))
        return place < self._end and self._sequence[place] == sequence and self._time[place] == time

    def clear(self) -> None:
        """Remove all samples from the buffer."""
        self._end = 0

    def append(self, sequence: npt.NDArray[np.int64], time: FloatArray, values: FloatArray) -> None:
        """Add sequence (N,), time (N,) s and values (K, N); of more than fit, the last ones."""
        count = min(sequence.size, self._capacity)
        if not count:
            return
        if self._end + count > self._time.size:
            kept = slice(self._end - min(self._end, self._capacity), self._end)
            size = kept.stop - kept.start
            self._time[:size], self._sequence[:size] = self._time[kept], self._sequence[kept]
            self._values[:, :size] = self._values[:, kept]
            self._end = size
        rows = slice(self._end, self._end + count)
        self._time[rows], self._sequence[rows] = time[-count:], sequence[-count:]
        self._values[:, rows] = values[:, -count:]
        self._end = rows.stop

    def tail(self, count: int, curves: slice) -> tuple[npt.NDArray[np.int64], FloatArray, FloatArray]:
        """The last ``count`` samples, or all if fewer: sequence, time, values of some curves."""
        rows = slice(self._end - min(count, self.held), self._end)
        return self._sequence[rows], self._time[rows], self._values[curves, rows]

    def window(self, seconds: float) -> FloatArray:
        """Values (K, m) of the last ``seconds`` including the newest sample; valid until the next append."""
        held = slice(self._end - self.held, self._end)
        time = self._time[held]
        if not time.size:
            return self._values[:, held]
        first = int(np.searchsorted(time, time[-1] - seconds, side="left"))
        return self._values[:, held.start + first : held.stop]


def mean_of_known(values: FloatArray) -> FloatArray:
    """Mean (K,) of the finite samples of each curve (K, m); NaN where there is none."""
    known = np.isfinite(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)
