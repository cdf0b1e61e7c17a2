"""Finds rows whose positions no arm could have reached from the rows around them.

A garbled row can hold believable numbers: another sample's bytes, or zeros. It betrays
itself by a jump of the position that its own velocity and the clock do not explain, and
that is undone right after. A jump that lasts (an encoder that was reset, an angle that wraps)
is no garbage: its rows stay and it is remarked.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.exchange.samples import Samples
from core.exchange.turns import TURN
from core.recording import FloatArray, Quantity

ANCHOR_ROWS = 10
"""So many rows in succession that agree with each other are taken for the truth."""
SPEED_SLACK = 2.0
"""rad/s or m/s by which the mean speed over a step may differ from the logged speed: filters
in the controller delay it. Ten times what the recordings of a UR10e show."""
SPEED_SHARE = 0.5
"""Share of the logged speed by which it may differ besides."""
SHAFT_SPEED_SLACK = 200.0
"""rad/s, the slack where the speed may be that of a motor shaft."""
JOINT_SPEED_LIMIT = 30.0
"""rad/s or m/s where no speed is logged."""
SHAFT_SPEED_LIMIT = 1500.0
"""rad/s of a motor shaft where no speed is logged."""
MIXED_SHARE = 0.05
"""Share of the rows that do not follow the one before from which rows of two programs are looked for."""
APART = 0.3
"""Step within a source, as a share of that from one to the other, up to which the two are told apart."""
FAR_FROM_ZERO = 0.1
"""rad or m of one joint at least, from which rows of zeros beside are no measurement."""
RESOLUTION = 0.01
"""rad or m; smaller jumps are encoder steps, not garbage."""


_Places = npt.NDArray[np.int64] | slice
_ROWS_AT_A_TIME = 20_000
"""Rows that are compared with their neighbours at a time; the differences of all take more memory than the
rows themselves."""


@dataclass(frozen=True)
class _Track:
    """One position channel with what limits its steps."""

    position: FloatArray
    speed: FloatArray | None
    slack: float

    def agree(self, first: _Places, second: _Places, step: FloatArray) -> npt.NDArray[np.bool_]:
        """Return True if the rows ``second`` can follow the rows ``first`` after ``step`` (K,) seconds."""
        change = self.position[second] - self.position[first]
        wait = np.abs(step)[:, np.newaxis]
        allowed = np.broadcast_to(self.slack * wait + RESOLUTION, change.shape)
        if self.speed is not None:
            start, end = self.speed[first], self.speed[second]
            change = change - 0.5 * (start + end) * step[:, np.newaxis]
            allowed = allowed + SPEED_SHARE * np.maximum(np.abs(start), np.abs(end)) * wait
        return np.asarray(((np.abs(change) <= allowed) | np.isnan(change)).all(axis=1))


def drop_jumps(samples: Samples) -> Samples:
    """The samples without the rows that no neighbour bears out.

    ``position-jump`` for rows that jump away from the rows before and after them,
    ``isolated`` for rows at an end of the file that are cut off from the rest by more
    dropped rows than they are; ``position-step``, without loss of rows,
    for jumps that last.
    """
    tracks = _tracks(samples)
    if samples.count < 2 or not tracks:
        return samples
    judge = _Judge(samples, tracks)
    steps = judge.walk()
    steps_at = [int(samples.row[index]) for index in steps]
    cleaned = samples.without(~judge.accepted, "position-jump")
    for row in steps_at:
        cleaned = cleaned.noting("position-step", row=row)
    return cleaned.without(_isolated(cleaned), "isolated")


def one_source(samples: Samples) -> Samples:
    """The samples of one program alone, where rows of another one come between them.

    ``other-source`` for rows of a second program that stand still among those of the first one,
    ``other-source-moves`` where they move as well.
    """
    tracks = _tracks(samples)
    other = other_source(tracks[0].position, TURN) if tracks else None
    if other is None:
        return samples
    is_still = bool(np.all(np.ptp(tracks[0].position[other], axis=0) < RESOLUTION))
    return samples.without(other, "other-source" if is_still else "other-source-moves")


def rows_of_zeros(position: FloatArray) -> npt.NDArray[np.bool_]:
    """Rows (N, joints) of long stretches of zeros between rows far from there: nothing was measured."""
    empty = (position == 0.0).all(axis=1)
    if not empty.any() or empty.all():
        return np.zeros(position.shape[0], dtype=np.bool_)
    edges = np.flatnonzero(np.diff(empty.astype(np.int8), prepend=0, append=0))
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        beside = position[[row for row in (first - 1, last) if 0 <= row < position.shape[0]]]
        is_far = (np.nanmax(np.abs(beside), axis=1) > FAR_FROM_ZERO).all()
        if not is_far or last - first < ANCHOR_ROWS:  # a few rows jump away and back
            empty[first:last] = False
    return np.asarray(empty)


def other_source(position: FloatArray, period: float) -> npt.NDArray[np.bool_] | None:
    """Rows of the second of two programs whose rows (N, joints) alternate; None for one program alone.

    ``period`` is that after which the angles may begin again, infinite where they do not.

    Each row belongs to the source whose last row is nearer. Two sources are told apart where steps within
    them are far smaller than those from one to the other. The one that stands still, else the rarer one, is
    the other.
    """
    if position.shape[0] < 2 * ANCHOR_ROWS:
        return None

    def apart(first: FloatArray, second: FloatArray) -> FloatArray:
        step = second - first
        whole = np.rint(step / period) * period if np.isfinite(period) else 0.0
        return np.asarray(np.abs(step - whole).max(axis=-1))

    jumps = apart(position[:-1], position[1:])
    back = apart(position[:-2], position[2:])
    away = np.minimum(jumps[1:], jumps[:-1]) * APART > np.maximum(back, np.finfo(np.float64).tiny)
    if away.mean() <= MIXED_SHARE:
        return None
    first = int(np.argmax(away))  # the row behind it is of the other program
    ends = [position[first], position[first + 1]]
    second = np.zeros(position.shape[0], dtype=np.bool_)
    own = np.zeros(position.shape[0])
    for row in range(position.shape[0]):
        distance = [float(apart(end, position[row])) for end in ends]
        chosen = int(distance[1] < distance[0])
        second[row], own[row] = bool(chosen), distance[chosen]
        ends[chosen] = position[row]
    share = float(second.mean())
    crossings = jumps[second[1:] != second[:-1]]
    if not MIXED_SHARE < share < 1.0 - MIXED_SHARE or crossings.size <= MIXED_SHARE * jumps.size:
        return None
    if np.nanpercentile(own, 90) > APART * float(np.nanmedian(crossings)):
        return None
    travel = [float(np.ptp(position[rows], axis=0).max()) for rows in (~second, second)]
    if min(travel) < RESOLUTION <= max(travel):
        return second if travel[1] < travel[0] else ~second
    return second if second.sum() <= (~second).sum() else ~second


def _tracks(samples: Samples) -> list[_Track]:
    columns = samples.columns
    velocity = columns.get(Quantity.VELOCITY)
    shaft = columns.get(Quantity.MOTOR_VELOCITY)
    found: list[_Track] = []
    for quantity, speed, slack, limit in (
        (Quantity.POSITION, velocity, SPEED_SLACK, JOINT_SPEED_LIMIT),
        (Quantity.LINK_POSITION, velocity, SPEED_SLACK, JOINT_SPEED_LIMIT),
        (Quantity.MOTOR_POSITION, shaft, SHAFT_SPEED_SLACK, SHAFT_SPEED_LIMIT),
    ):
        position = columns.get(quantity)
        if position is None:
            continue
        fits = speed is not None and speed.shape == position.shape
        found.append(_Track(position, speed if fits else None, slack if fits else limit))
    return found


class _Judge:
    """Walks from stretches that are surely true to the rows around them."""

    def __init__(self, samples: Samples, tracks: list[_Track]) -> None:
        self._time, self._tracks = samples.time, tracks
        parts = [
            self._agree(slice(first, last), slice(first + 1, last + 1))
            for first in range(0, samples.count - 1, _ROWS_AT_A_TIME)
            for last in [min(first + _ROWS_AT_A_TIME, samples.count - 1)]
        ]
        breaks = np.flatnonzero(~np.concatenate(parts)) + 1
        self._edges = np.concatenate([[0], breaks, [samples.count]])
        self.accepted = np.ones(samples.count, dtype=np.bool_)

    def walk(self) -> list[int]:
        """Settle ``accepted``; returns the rows before which a lasting jump happens."""
        lengths = np.diff(self._edges)
        anchors = np.flatnonzero(lengths >= min(ANCHOR_ROWS, (len(self.accepted) + 1) // 2))
        if len(anchors) == 0:
            return []  # no stretch is long enough to judge the others by
        for run in range(int(anchors[0]) - 1, -1, -1):
            self._settle(run, neighbour=self._first_accepted(run + 1), own_end=-1)
        last = int(self._edges[anchors[0] + 1]) - 1
        is_anchor = np.isin(np.arange(len(lengths)), anchors)
        steps: list[int] = []
        for run in range(int(anchors[0]) + 1, len(lengths)):
            first = int(self._edges[run])
            if not is_anchor[run] and not self._settle(run, neighbour=last, own_end=0):
                continue
            if is_anchor[run] and not self._agree_one(last, first):
                steps.append(first)
            last = int(self._edges[run + 1]) - 1
        return steps

    def _first_accepted(self, run: int) -> int:
        first = int(self._edges[run])
        return first + int(np.argmax(self.accepted[first:]))

    def _settle(self, run: int, *, neighbour: int, own_end: int) -> bool:
        """Accept a short stretch when the end that faces the neighbour agrees with it."""
        rows = np.arange(self._edges[run], self._edges[run + 1])
        agrees = self._agree_one(neighbour, int(rows[own_end]))
        self.accepted[rows] = agrees
        return agrees

    def _agree_one(self, first: int, second: int) -> bool:
        return bool(self._agree(np.array([first]), np.array([second]))[0])

    def _agree(self, first: _Places, second: _Places) -> npt.NDArray[np.bool_]:
        step = self._time[second] - self._time[first]
        agrees = np.ones(step.size, dtype=np.bool_)
        for track in self._tracks:
            agrees &= track.agree(first, second, step)
        return agrees


def _isolated(samples: Samples) -> npt.NDArray[np.bool_]:
    """Fewer than ``ANCHOR_ROWS`` rows at an end of the file, beyond a hole longer than they are.

    The hole must be one of rows and of time: rows that only repeat a time stamp leave none.
    """
    count = samples.count
    isolated = np.zeros(count, dtype=np.bool_)
    if count <= 2 * ANCHOR_ROWS:
        return isolated
    step = np.diff(samples.time)
    hole = np.minimum(np.diff(samples.row), np.rint(step / np.median(step))) - 1
    for edge in range(1, ANCHOR_ROWS):
        if hole[edge - 1] > edge:
            isolated[:edge] = True
        if hole[count - edge - 1] > edge:
            isolated[count - edge :] = True
    return isolated
