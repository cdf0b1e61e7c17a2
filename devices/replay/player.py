"""Plays runs: hands out the samples that are due, in order, as blocks."""

import threading
import time
from collections.abc import Callable, Mapping

import numpy as np

from core.recording import FloatArray, Quantity
from devices.replay.runs import BLOCK_ROWS, Run
from devices.replay.settings import Pace
from devices.samples import SampleBlock

LARGEST_BLOCK = 1000
SHORTEST_WAIT_S = 0.01
"""Samples that fall due within this time come together, as they would over a wire."""


class Player:
    """One pass through the runs; ``next_block`` is for one thread, ``close`` for any."""

    def __init__(
        self, runs: tuple[Run, ...], *, pace: Pace, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._runs, self._pace, self._clock = runs, pace, clock
        self._run = 0
        self._row = 0
        self._rows: tuple[int, Mapping[Quantity, FloatArray]] = (0, {})
        self._origin_s = clock() - float(runs[0].time[0])
        self._closed = threading.Event()

    @property
    def is_over(self) -> bool:
        """Whether every sample was handed out."""
        return self._run >= len(self._runs)

    def close(self) -> None:
        """Let a waiting ``next_block`` return."""
        self._closed.set()

    def wait(self, timeout: float) -> None:
        """Wait without handing anything out."""
        self._closed.wait(timeout)

    def next_block(self, timeout: float) -> SampleBlock | None:
        """The next samples, waiting up to ``timeout`` s until some are due; None when none are."""
        if self.is_over or self._closed.is_set():
            return None
        last = self._due_row(timeout)
        if last <= self._row:
            return None
        run, first = self._runs[self._run], self._row
        columns = self._columns(run, first, last)
        block = SampleBlock(
            sequence=run.sequence[first:last],
            device_time=run.time[first:last],
            host_time=np.full(last - first, self._clock()),
            columns=columns,
        )
        self._step_to(last)
        return block

    def _due_row(self, timeout: float) -> int:
        """One past the last row to hand out now."""
        run = self._runs[self._run]
        end = int(min(self._row + LARGEST_BLOCK, run.time.shape[0]))
        if self._pace is Pace.FAST:
            return end
        now = self._clock()
        due_at = self._origin_s + float(run.time[self._row]) + SHORTEST_WAIT_S
        if due_at > now and self._closed.wait(min(timeout, due_at - now)):
            return self._row
        passed = self._clock() - self._origin_s
        return min(int(np.searchsorted(run.time, passed, side="right")), end)

    def _columns(self, run: Run, first: int, last: int) -> dict[Quantity, FloatArray]:
        start, held = self._rows
        count = next(iter(held.values())).shape[0] if held else 0
        if not start <= first or last > start + count:
            start = first
            held = run.rows(first, min(first + BLOCK_ROWS, run.time.shape[0]))
            self._rows = (start, held)
        return {quantity: column[first - start : last - start] for quantity, column in held.items()}

    def _step_to(self, row: int) -> None:
        self._row = row
        if row == self._runs[self._run].time.shape[0]:
            self._run, self._row, self._rows = self._run + 1, 0, (0, {})
