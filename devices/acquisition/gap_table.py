"""Finds gaps in the stream while it is recorded: position, number of missing samples and cause.

The sequence numbers count the samples that the device took; a step above 1 is a gap in the
transmission. A device clock that advances more than the numbers imply has jumped. Missing samples
are never filled in.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

JUMP_PERIODS = 2.5
"""Allowed deviation of the clock from the sequence numbers, in sample periods.

Controllers that log every fifth or sixth cycle jitter by up to two periods.
"""

CAUSE_SEQUENCE = "sequence"
CAUSE_CLOCK = "clock"
CAUSE_OVERFLOW = "overflow"


@dataclass(frozen=True)
class Hole:
    """A gap after the row with the sequence number ``after``, at ``time`` s, its ``index``-th row."""

    index: int
    after: int
    time: float
    missing: int
    cause: str


@dataclass(frozen=True)
class Inspection:
    """Result for a stretch of rows: its gaps and the number of usable rows.

    ``usable`` is below the number of rows if the clock stopped or went back: the rows from there
    on have no place on the recording's time axis. ``jump`` is that clock step in s.
    """

    holes: tuple[Hole, ...]
    usable: int
    jump: float = 0.0


class GapTable:
    """Inspects consecutive rows; remembers the last one."""

    def __init__(self, period: float) -> None:
        self._period = period
        self._last: tuple[int, float] | None = None
        self._overflow = False
        self._rows = 0

    def note_overflow(self) -> None:
        """Record that this computer discarded rows before the next ones."""
        self._overflow = True

    def inspect(self, sequence: npt.NDArray[np.int64], time: FloatArray) -> Inspection:
        """Inspect the rows that follow: sequence numbers (N,) and device time (N,) in s."""
        if not sequence.shape[0]:
            return Inspection((), 0)
        numbers, times = self._with_last(sequence, time)
        step, elapsed = np.diff(numbers), np.diff(times)
        # numbers or times that do not increase end the usable part; the recording stops there
        back = np.flatnonzero((elapsed <= 0.0) | (step <= 0))
        valid = int(back[0]) if back.shape[0] else step.shape[0]
        holes = tuple(self._holes(numbers, times, valid))
        # the row before is prepended, so that a gap between two blocks is found too
        seam = 1 if self._last is not None else 0
        usable = valid if seam else valid + 1
        self._rows += usable
        if usable:
            self._last = (int(sequence[usable - 1]), float(time[usable - 1]))
        jump = float(elapsed[valid] - step[valid] * self._period) if back.shape[0] else 0.0
        return Inspection(holes, usable, jump)

    def _with_last(
        self, sequence: npt.NDArray[np.int64], time: FloatArray
    ) -> tuple[npt.NDArray[np.int64], FloatArray]:
        if self._last is None:
            return sequence, time
        return np.concatenate([[self._last[0]], sequence]), np.concatenate([[self._last[1]], time])

    def _holes(self, numbers: npt.NDArray[np.int64], times: FloatArray, valid: int) -> list[Hole]:
        step, elapsed = np.diff(numbers[: valid + 1]), np.diff(times[: valid + 1])
        by_clock = np.rint(elapsed / self._period).astype(np.int64)
        jumped = elapsed - step * self._period > JUMP_PERIODS * self._period
        first = self._rows - (1 if self._last is not None else 0)
        found = [
            Hole(
                index=first + place,
                after=int(numbers[place]),
                time=float(times[place]),
                missing=int(by_clock[place] if jumped[place] else step[place]) - 1,
                cause=self._cause(first=place == 0, jumped=bool(jumped[place])),
            )
            for place in np.flatnonzero((step > 1) | jumped).tolist()
        ]
        self._overflow = False
        return found

    def _cause(self, *, first: bool, jumped: bool) -> str:
        if self._overflow and first:
            return CAUSE_OVERFLOW
        return CAUSE_CLOCK if jumped else CAUSE_SEQUENCE
