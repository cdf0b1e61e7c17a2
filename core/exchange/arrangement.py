"""Arrangement of the files of one import into recordings: each its own, in runs, or all together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from core.exchange.clock import GAP_PERIODS
from core.exchange.joining import Alignment, join_all
from core.recording import FloatArray, Quantity, Recording, columns_missing

PAUSE_S = 2.0
"""Shortest rest of all joints that parts two runs."""
KEPT_S = 0.5
"""Rest that is kept before and after a run."""
SHORTEST_RUN_S = 1.0
_STILL_SHARE = 0.005
"""Range of a joint's positions within a pause, as a share of its whole travel; noise is below it."""
_LEAST_STILL = 1e-4
"""The same at least, rad or m."""
_POSITIONS = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)


@dataclass(frozen=True)
class _Run:
    """Rows [first, last) of one run."""

    first: int
    last: int


def split_at_pauses(recording: Recording, *, pause_s: float = PAUSE_S) -> tuple[Recording, ...]:
    """The runs of a recording between rests of ``pause_s`` s or more; the recording itself where it is one.

    A gap of the clock that long parts two runs as well. The runs are called ``LABEL-1``, ``LABEL-2``, ….

    Raises
    ------
    BadRequest
        ``no-position`` without any position.
    """
    source = next((name for name in _POSITIONS if name in recording.columns), None)
    if source is None:
        raise columns_missing("no-position", recording.label, has=recording.columns, needed=_POSITIONS)
    time = np.asarray(recording.time[:], dtype=np.float64)
    moving = _moving(time, np.asarray(recording.columns[source][:], dtype=np.float64), pause_s)
    runs = _runs(time, moving, pause_s)
    if len(runs) < 2:
        return (recording,)
    return tuple(
        _part(recording, run, f"{recording.label}-{number}") for number, run in enumerate(runs, start=1)
    )


def _moving(time: FloatArray, position: FloatArray, pause_s: float) -> FloatArray:
    """Moments (K,) at which the arm moves: where positions leave the range of a rest within half a pause."""
    position = position[:, np.isfinite(position).all(axis=0)]
    still = np.maximum(_STILL_SHARE * np.ptp(position, axis=0), _LEAST_STILL)
    ahead = np.searchsorted(time, time + 0.1 * pause_s, side="right") - 1
    moved = np.any(np.abs(position[ahead] - position) > still, axis=1)
    return time[moved]


def _runs(time: FloatArray, moving: FloatArray, pause_s: float) -> list[_Run]:
    """Rows of each run, a little rest on either side included."""
    if moving.size == 0:
        return []
    edges = np.flatnonzero(np.diff(moving) > pause_s) + 1
    holes = np.flatnonzero(
        np.diff(time) > max(pause_s, GAP_PERIODS * float(np.median(np.diff(time))))
    ).tolist()
    found = []
    for part in np.split(moving, edges):
        if part[-1] - part[0] < SHORTEST_RUN_S:
            continue
        first = int(np.searchsorted(time, part[0] - KEPT_S))
        last = int(np.searchsorted(time, part[-1] + 0.1 * pause_s + KEPT_S, side="right"))
        # rest is kept up to a gap of the clock, not beyond it
        middle = int(np.searchsorted(time, part[0]))
        first = max([first, *(hole + 1 for hole in holes if hole < middle)])
        end = int(np.searchsorted(time, part[-1]))
        last = min([last, *(hole + 1 for hole in holes if hole >= end)])
        found.append(_Run(first, last))
    return found


def _part(recording: Recording, run: _Run, label: str) -> Recording:
    """The rows of one run as a recording of its own."""
    part = recording.block(run.first, run.last)
    low, high = float(part.time[0]), float(part.time[-1])
    origin = recording.origin
    if origin.first_row and not any(entry.rows for entry in recording.dropped):
        first = origin.first_row + run.first
        origin = replace(origin, first_row=first, last_row=first + part.sample_count - 1)
    return replace(
        part,
        label=label,
        origin=origin,
        events=tuple(event for event in recording.events if low <= event.time <= high),
        missing=tuple(
            replace(gap, index=gap.index - run.first)
            for gap in recording.missing
            if run.first <= gap.index < run.last - 1
        ),
    )


class Arrangement(StrEnum):
    """Way from files to recordings."""

    SEPARATE = "separate"
    """Each file is one recording."""
    RUNS = "runs"
    """Each file holds runs between rests; each run is a recording."""
    ONE_RUN = "one-run"
    """All files are one run, recorded by several programs on their own clocks."""


def arranged(
    recordings: Sequence[Recording], *, join: bool = False, at_pauses: bool = False
) -> tuple[tuple[Recording, ...], Mapping[str, Alignment]]:
    """The recordings, joined to the first and split at rests where asked, and the clocks of the joined ones.

    Raises
    ------
    BadRequest, NotEnoughData
        As ``join_recordings`` and ``split_at_pauses``.
    """
    clocks: Mapping[str, Alignment] = {}
    if join and len(recordings) > 1:
        whole, clocks = join_all(recordings)
        recordings = [whole]
    if at_pauses:
        recordings = [part for whole in recordings for part in split_at_pauses(whole)]
    return tuple(recordings), clocks
