"""Plays the recorded runs of a visit: the samples that are due as blocks, in order."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.exchange.clock import clock_report
from core.recording import FloatArray, Quantity, Recording
from core.storage.recordings import sample_numbers
from core.storage.visit import Visit
from devices.replay.settings import Pace
from devices.samples import SampleBlock

LARGEST_BLOCK = 1000
SHORTEST_WAIT_S = 0.01
"""Samples that become due within this time form one block, as they would on a wire."""
LONGEST_STEP_S = 0.25
"""Limit of played time between two reads, s: a delayed reader finds no jump of the played time."""

BLOCK_ROWS = 16_384
"""Number of rows read from the file at a time."""
PAUSE_S = 1.0
"""Pause between two runs that are played one after the other; it appears as a gap in the stream, s."""
_SHORTEST_RUN = 2
"""A run of one sample has no sample rate."""


@dataclass(frozen=True, eq=False)
class Run:
    """A recording prepared for replay: numbered samples on one time axis.

    ``sequence`` (N,) leaves out the numbers of missing samples; ``time`` (N,) s continues the run
    played before.
    """

    recording: Recording
    time: FloatArray
    sequence: npt.NDArray[np.int64]

    def rows(self, first: int, last: int) -> Mapping[Quantity, FloatArray]:
        """Read the columns of the samples [first, last)."""
        columns = self.recording.block(first, last).columns
        return {quantity: np.asarray(column[:]) for quantity, column in columns.items()}


def load_runs(visit: Visit, label: str = "") -> tuple[Run, ...]:
    """Load the run named ``label``, or all runs in their order.

    Raises
    ------
    BadRequest
        ``unknown-label``, and ``no-recordings`` for a visit without any.
        ``replay-runs-differ`` if their channels differ, ``replay-too-short`` for a run of fewer than
        two samples.
    """
    labels = (label,) if label else visit.labels
    if not labels:
        raise BadRequest("no-recordings", file=str(visit.path))
    recordings = [visit.recording(name) for name in labels]
    _check_alike(recordings)
    return tuple(_one_after_the_other(visit, recordings))


def sample_rate(time: FloatArray) -> float:
    """Usual sample rate of the times (N,), Hz."""
    return 1.0 / clock_report(time).period


def _check_alike(recordings: list[Recording]) -> None:
    for recording in recordings:
        if recording.sample_count < _SHORTEST_RUN:
            raise BadRequest("replay-too-short", label=recording.label)
    kinds = {
        (frozenset(recording.columns), recording.joint_count, recording.torque_kind)
        for recording in recordings
    }
    if len(kinds) > 1:
        raise BadRequest("replay-runs-differ", labels=tuple(recording.label for recording in recordings))


def _one_after_the_other(visit: Visit, recordings: list[Recording]) -> Iterator[Run]:
    ends_at, next_sequence = -np.inf, 0
    for recording in recordings:
        counted = sample_numbers(recording, visit.gaps(recording.label))
        shift = 0.0
        if np.isfinite(ends_at):
            shift = ends_at + PAUSE_S - float(recording.time[0])
            # the pause counts as missing samples, so that numbers and clock agree
            next_sequence += round(PAUSE_S * sample_rate(recording.time)) - 1
        run = Run(recording, recording.time + shift, counted + next_sequence)
        ends_at, next_sequence = float(run.time[-1]), int(run.sequence[-1]) + 1
        yield run


class PlayedTime:
    """Played time: it advances while a thread reads; the delay of a reader beyond a limit does not count."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._read_at = clock()
        self._passed = 0.0

    def now(self) -> float:
        """Seconds played; since the last ``read`` at most ``LONGEST_STEP_S`` count."""
        return self._passed + min(self._clock() - self._read_at, LONGEST_STEP_S)

    def read(self) -> float:
        """Note that the reader is here now; return the seconds played."""
        self._passed, self._read_at = self.now(), self._clock()
        return self._passed


class Player:
    """One pass through the runs; one thread calls ``next_block``, any thread may call ``close``."""

    def __init__(
        self, runs: tuple[Run, ...], *, pace: Pace, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._runs, self._pace, self.time = runs, pace, PlayedTime(clock)
        self._run = 0
        self._row = 0
        self._rows: tuple[int, Mapping[Quantity, FloatArray]] = (0, {})
        self._origin_s = self.time.now() - float(runs[0].time[0])
        self._closed = threading.Event()

    @property
    def is_over(self) -> bool:
        """True once every sample was returned."""
        return self._run >= len(self._runs)

    def close(self) -> None:
        """Make a waiting ``next_block`` return."""
        self._closed.set()

    def wait(self, timeout: float) -> None:
        """Wait until ``close``, at most ``timeout`` s."""
        self._closed.wait(timeout)

    def next_block(self, timeout: float) -> SampleBlock | None:
        """Return the next samples; wait up to ``timeout`` s until some are due, None if none are."""
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
            host_time=np.full(last - first, self.time.now()),
            columns=columns,
        )
        self._step_to(last)
        return block

    def _due_row(self, timeout: float) -> int:
        """Index past the last row that is due now."""
        run = self._runs[self._run]
        end = int(min(self._row + LARGEST_BLOCK, run.time.shape[0]))
        if self._pace is Pace.FAST:
            return end
        now = self.time.read()
        due_at = self._origin_s + float(run.time[self._row]) + SHORTEST_WAIT_S
        if due_at > now and self._closed.wait(min(timeout, due_at - now)):
            # closed during the wait: no row is due
            return self._row
        passed = self.time.read() - self._origin_s
        return min(int(np.searchsorted(run.time, passed, side="right")), end)

    def _columns(self, run: Run, first: int, last: int) -> dict[Quantity, FloatArray]:
        """Read the rows [first, last) of a run from the buffered rows, or buffer the next ones."""
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
