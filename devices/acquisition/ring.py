"""A ring buffer of the newest samples, mirrored so that every newest window is one contiguous slice.

Each row is written twice, once in either half of the table, so that the window that ends at the
newest row never wraps around. The acquisition thread writes; other threads read copies.
"""

import math
import threading
import time as clock
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from devices.samples import SampleBlock

_CLOCKS = 2
"""Number of columns before the measured ones: device time and host time."""


class Ring:
    """The last ``capacity`` samples; thread-safe.

    The first block determines the columns; a quantity that a later block lacks is NaN there.
    A device clock that goes back empties the ring.
    """

    def __init__(self, capacity: int, *, now: Callable[[], float] = clock.monotonic) -> None:
        if capacity < 1:
            raise ValueError("a ring holds at least one sample")
        self._capacity, self._now = capacity, now
        self._lock = threading.Lock()
        self._table: FloatArray | None = None
        self._places: dict[Quantity, slice] = {}
        self._sequence: npt.NDArray[np.int64] = np.zeros(2 * capacity, dtype=np.int64)
        self._end = 0
        """Row of the next sample, in the first half."""
        self._held = 0
        self._generation = 0

    @property
    def generation(self) -> int:
        """Number of samples appended in all; if it is unchanged there is nothing new."""
        return self._generation

    @property
    def held(self) -> int:
        """Number of samples that can be read."""
        return self._held

    def append(self, block: SampleBlock) -> None:
        """Append a block; of a block longer than the ring only the end is kept."""
        if not block.count:
            return
        rows = slice(max(0, block.count - self._capacity), block.count)
        with self._lock:
            table = self._table if self._table is not None else self._start(block)
            # one time axis only: after a clock that went back the older rows have no place on it
            if self._held and block.device_time[0] <= table[self._newest(), 0]:
                self._held = 0
            self._write(table, block, rows)
            self._generation += block.count

    def newest(self, seconds: float) -> tuple[FloatArray, dict[Quantity, FloatArray]]:
        """Copy the samples of the last ``seconds`` of device time.

        Returns
        -------
        Device time (N,) in s and each quantity's columns (N, joints); N = 0 and no columns
        before the first sample.
        """
        with self._lock:
            window = self._window(seconds)
            return window[:, 0], {quantity: window[:, place] for quantity, place in self._places.items()}

    def curve(
        self, seconds: float, of: Callable[[dict[Quantity, FloatArray]], FloatArray]
    ) -> tuple[FloatArray, FloatArray]:
        """Like ``newest``, but copy only the one curve (N,) that ``of`` makes of the columns.

        ``of`` is called while nothing can be appended, with views of the ring's own samples, and not
        before the first sample.
        """
        with self._lock:
            window = self._rows_of(seconds, rows=self._held)
            if not window.size:
                return np.zeros(0), np.zeros(0)
            columns = {quantity: window[:, place] for quantity, place in self._places.items()}
            return window[:, 0].copy(), np.array(of(columns))

    def newest_block(self, seconds: float) -> SampleBlock:
        """Like ``newest``, but with the sequence numbers and both clocks."""
        with self._lock:
            return self._block(self._window(seconds))

    def since(
        self, generation: int, *, seconds: float = math.inf, most: int | None = None
    ) -> tuple[SampleBlock, int]:
        """Copy the samples that were appended after ``generation``; for views that poll.

        Parameters
        ----------
        generation
            Returned by the last call; -1 for all samples.
        seconds
            Leaves out samples older than this before the newest sample.
        most
            Largest number of samples per call, oldest first; the next call continues with the rest.

        Returns
        -------
        The samples, and the generation for the next call. They continue the samples read before if
        their number equals the growth of the generation and the device's clock has not gone back.
        Otherwise some samples are no longer in the ring, and the reader starts again with these.
        """
        with self._lock:
            new = min(max(self._generation - generation, 0), self._held)
            window = self._rows_of(seconds, rows=new)
            left = 0 if most is None else max(window.shape[0] - most, 0)
            return self._block(window[: window.shape[0] - left].copy(), newer=left), self._generation - left

    @property
    def heard_at(self) -> float:
        """Arrival time of the newest sample, s on this computer's clock; minus infinity before the first."""
        with self._lock:
            if self._table is None or not self._held:
                return -math.inf
            return float(self._table[self._newest(), 1])

    def age(self) -> float:
        """Seconds since the newest sample arrived; infinite before the first."""
        return self._now() - self.heard_at

    def clear(self) -> None:
        """Discard all samples; the columns stay."""
        with self._lock:
            self._held = 0

    def _newest(self) -> int:
        """Row of the newest sample in the second half; all rows before it, up to one half, are contiguous."""
        return self._end + self._capacity - 1

    def _window(self, seconds: float) -> FloatArray:
        return self._rows_of(seconds, rows=self._held).copy()

    def _rows_of(self, seconds: float, *, rows: int) -> FloatArray:
        """The last ``rows`` rows that are no older than ``seconds``, as a view of the table."""
        if self._table is None or not rows:
            return np.zeros((0, _CLOCKS + self._width()))
        last = self._newest() + 1
        held = self._table[last - rows : last]
        begin = held[-1, 0] - seconds
        return held[int(np.searchsorted(held[:, 0], begin, side="left")) :]

    def _block(self, window: FloatArray, *, newer: int = 0) -> SampleBlock:
        """Make a block of the copied ``window``, which ends ``newer`` rows before the newest row."""
        last = self._newest() + 1 - newer
        return SampleBlock(
            sequence=self._sequence[last - window.shape[0] : last].copy(),
            device_time=window[:, 0],
            host_time=window[:, 1],
            columns={quantity: window[:, place] for quantity, place in self._places.items()},
        )

    def _width(self) -> int:
        return max((place.stop for place in self._places.values()), default=_CLOCKS) - _CLOCKS

    def _start(self, block: SampleBlock) -> FloatArray:
        width = _CLOCKS
        for quantity, column in block.columns.items():
            self._places[quantity] = slice(width, width + column.shape[1])
            width += column.shape[1]
        self._table = np.full((2 * self._capacity, width), np.nan)
        return self._table

    def _write(self, table: FloatArray, block: SampleBlock, rows: slice) -> None:
        count = rows.stop - rows.start
        # up to the end of a half, and the rest at its begin
        fitting = min(count, self._capacity - self._end)
        self._write_part(table, block, slice(rows.start, rows.start + fitting), self._end)
        if fitting < count:
            self._write_part(table, block, slice(rows.start + fitting, rows.stop), 0)
        self._end = int((self._end + count) % self._capacity)
        self._held = min(self._held + count, self._capacity)

    def _write_part(self, table: FloatArray, block: SampleBlock, rows: slice, begin: int) -> None:
        """Write some rows of a block into both halves, from row ``begin`` of each."""
        here = slice(begin, begin + rows.stop - rows.start)
        again = slice(here.start + self._capacity, here.stop + self._capacity)
        new = table[here]
        new[:, 0], new[:, 1] = block.device_time[rows], block.host_time[rows]
        for quantity, place in self._places.items():
            column = block.columns.get(quantity)
            new[:, place] = np.nan if column is None else column[rows]
        table[again] = new
        self._sequence[here] = self._sequence[again] = block.sequence[rows]
