"""The recorded runs of a replay: their order, sample numbers and rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.exchange.clock import clock_report
from core.recording import FloatArray, Quantity, Recording
from core.storage.recordings import sample_numbers
from core.storage.visit import Visit

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
