"""Strokes at steady speed, in a recorded motion with all other joints nearly at rest or in a planned path."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
import numpy.typing as npt

from core.friction.sweeps.settings import DEGREE
from core.recording import FloatArray

BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.intp]

LEAST_SPEED = 0.1 * DEGREE
"""Smallest speed that counts as moving, rad/s."""
OTHERS_SPEED = 0.5 * DEGREE
"""Largest speed of the other joints, rad/s, or as a share of the swept joint's speed."""
OTHERS_SHARE = 0.1
OTHERS_TRAVEL = 0.3 * DEGREE
"""Largest travel of another joint, rad."""
SPEED_BAND = 0.25
"""Largest relative deviation from the steady speed by ripple; its smallest absolute value follows."""
LEAST_BAND = 0.1 * DEGREE
SPEED_TREND = 0.02
"""Largest relative difference between thirds of a stroke in speed; its smallest absolute value follows."""
LEAST_TREND = 0.1 * DEGREE
OWN_SPEED = 1.5
"""Times its steady speed at which a stroke has turned into another motion."""
STEADY_SHARE = 0.35
"""Smallest steady share of a stroke's length; a swing or a move without a steady part has less."""
LATE_S = 0.1
"""Time cut off at either end of the steady part, s, because the speed band includes parts of the ramps."""
TRIM = 0.3 * DEGREE
"""Length cut off after a reversal; friction, backlash and presliding need a tenth of it."""
FEWEST_SAMPLES = 16
_SLICES = 20
"""Number of slices used to find the usual speed; a steady part begins and ends in such a slice."""
TOO_SHORT, NOT_STEADY, WITHOUT_RETURN, MOVE = "too-short", "not-steady", "without-return", "move"
"""Causes for leaving out a stroke.

Steady part too short, no steady part, no return stroke, or a move to another place.
"""
_SAME_SPEED = 0.15
"""Largest relative difference between the speeds of a stroke and the one back."""
FASTER = 1.5
"""A stroke is a move if it is this many times as fast as the fastest sweep of its joint."""


_STANDING_PER_S = 1e-9
"""Speed below which the joint is at rest, rad/s (m/s)."""


@dataclass(frozen=True, eq=False)
class SweepMotion:
    """Uniform samples without gaps: time (N,) s; position, velocity, torque (N, n).

    ``velocity`` is filtered enough to show a steady speed above the noise; ``torque`` is that of the
    drives at the joint side, N·m.
    """

    recording: int
    time: FloatArray
    position: FloatArray
    velocity: FloatArray
    torque: FloatArray


@dataclass(frozen=True, eq=False)
class SteadyStroke:
    """One joint at steady speed: positions, torques and speeds (M,) along it, in order of time.

    ``pose`` (n,) are the positions of the other joints; ``start`` and ``end`` are in s on the
    recording's clock.
    """

    recording: int
    direction: int
    speed: float
    start: float
    end: float
    position: FloatArray
    torque: FloatArray
    pace: FloatArray
    pose: FloatArray
    temperature: float = float("nan")
    """Mean temperature of the joint, K; NaN if not recorded."""


@dataclass(frozen=True, eq=False)
class FoundStrokes:
    """The steady strokes of a joint in order of time, and the number of others by cause."""

    strokes: tuple[SteadyStroke, ...]
    refused: dict[str, int]


def find_steady_strokes(
    motion: SweepMotion, joint: int, *, unit: FloatArray, allowed: BoolArray | None = None
) -> FoundStrokes:
    """The strokes of one joint in a stretch, from ``allowed`` rows (N,) alone where given.

    ``unit`` (n,) rad or m per rad: bounds are given as angles.
    """
    velocity = motion.velocity / unit
    own = velocity[:, joint]
    others = np.abs(np.delete(velocity, joint, axis=1)).max(axis=1, initial=0.0)
    alone = (np.abs(own) > LEAST_SPEED) & (others < np.maximum(OTHERS_SPEED, OTHERS_SHARE * np.abs(own)))
    if allowed is not None:
        alone &= allowed
    direction = np.where(alone, np.sign(own), 0.0)
    changes = np.flatnonzero(np.diff(direction)) + 1
    found: list[SteadyStroke] = []
    refused: dict[str, int] = {}
    for rows in np.split(np.arange(own.size), changes):
        if rows.size and direction[rows[0]]:
            cause = _take(motion, joint, rows, own, float(unit[joint]), found)
            if cause:
                refused[cause] = refused.get(cause, 0) + 1
    return FoundStrokes(tuple(found), refused)


def _take(
    motion: SweepMotion,
    joint: int,
    rows: IntArray,
    own: FloatArray,
    unit: float,
    found: list[SteadyStroke],
) -> str:
    """Add the steady part of a stroke to ``found``, or return the cause for leaving it out.

    The cause is empty for a motion too short to be a stroke.
    """
    position = motion.position[rows, joint] / unit
    way = abs(position[-1] - position[0])
    if way < TRIM:
        return ""
    steady = _steady_stroke(np.abs(own[rows]), position)
    if steady is None:
        return NOT_STEADY
    far = np.abs(position - position[0]) > TRIM
    time, last = motion.time[rows], rows[steady.stop - 1]
    calm = (time - time[steady.start] > LATE_S) & (motion.time[last] - time > LATE_S)
    kept = rows[steady][(far & calm)[steady]]
    if kept.size < FEWEST_SAMPLES:
        return TOO_SHORT
    others = np.delete(np.ptp(motion.position[kept], axis=0), joint)
    if others.max(initial=0.0) > OTHERS_TRAVEL * unit:
        return NOT_STEADY
    duration = motion.time[kept[-1]] - motion.time[kept[0]]
    travelled = motion.position[kept[-1], joint] - motion.position[kept[0], joint]
    found.append(
        SteadyStroke(
            recording=motion.recording,
            direction=int(np.sign(travelled)),
            speed=float(abs(travelled) / duration),
            start=float(motion.time[kept[0]]),
            end=float(motion.time[kept[-1]]),
            position=motion.position[kept, joint],
            torque=motion.torque[kept, joint],
            pace=np.abs(motion.velocity[kept, joint]),
            pose=motion.position[kept].mean(axis=0),
        )
    )
    return ""


def _steady_stroke(speed: FloatArray, position: FloatArray) -> slice | None:
    """The steady part of a motion in one direction; None if it has none that is a stroke.

    A controller that smooths its set-points does not stop for a short rest between two motions in one
    direction: a slow stroke and a fast move to the next place come as one. So the motion is judged at the
    speed of most of its way, and where that is none, at the speed of most of its time. There the part is
    compared with its own stroke alone, which ends where the arm becomes faster.
    """
    by_way = _steady_part(speed, _usual(speed))
    if _is_most(by_way, slice(0, speed.size), position):
        return by_way
    by_time = _steady_part(speed, float(np.median(speed)))
    own = _no_faster(speed, by_time)
    is_long = abs(position[by_time.stop - 1] - position[by_time.start]) > TRIM
    return by_time if is_long and _is_most(by_time, own, position) else None


def _is_most(part: slice, whole: slice, position: FloatArray) -> bool:
    """True if the part is enough of the way to be a stroke's."""
    way, steady = (abs(position[rows.stop - 1] - position[rows.start]) for rows in (whole, part))
    return bool(steady >= STEADY_SHARE * way)


def _no_faster(speed: FloatArray, part: slice) -> slice:
    """The rows around a part in which the speed does not rise far above that of the part."""
    faster = np.flatnonzero(speed > OWN_SPEED * speed[part].mean())
    before, after = faster[faster < part.start], faster[faster >= part.stop]
    return slice(int(before[-1]) + 1 if before.size else 0, int(after[0]) if after.size else speed.size)


def _steady_part(speed: FloatArray, usual: float) -> slice:
    """The longest run near a usual speed, over which the speed has no trend.

    All runs are compared. Cutting one end after the other would fail: where the speed still oscillates
    after the reversal, the end with the larger deviation is soon the wrong one.
    """
    part = _longest_near(speed, usual)
    edges = np.unique(np.linspace(part.start, part.stop, _SLICES + 1).astype(np.intp))
    passed = np.concatenate(([0.0], np.cumsum(speed)))
    for count in range(edges.size - 1, 0, -1):
        starts, ends = edges[:-count], edges[count:]
        third = (ends - starts) // 3
        if third.min() < FEWEST_SAMPLES // 3:
            break
        inner, outer = starts + third, ends - third
        middle = (passed[outer] - passed[inner]) / (outer - inner)
        first, last = ((passed[begin + third] - passed[begin]) / third for begin in (starts, outer))
        off = np.maximum(np.abs(first - middle), np.abs(last - middle))
        beyond = off / np.maximum(SPEED_TREND * middle, LEAST_TREND)
        best = int(np.argmin(beyond))
        if beyond[best] <= 1.0:
            return slice(int(starts[best]), int(ends[best]))
    return slice(part.start, part.start + 1)


def _usual(speed: FloatArray) -> float:
    """The speed below which half the length is passed; slow ramps and short overshoots have little effect."""
    order = np.argsort(speed)
    passed = np.cumsum(speed[order])
    return float(speed[order][np.searchsorted(passed, 0.5 * passed[-1])])


def _longest_near(speed: FloatArray, usual: float) -> slice:
    """The longest run of rows whose speed is near the usual one."""
    near = np.abs(speed - usual) <= max(SPEED_BAND * usual, LEAST_BAND)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], near.astype(np.intp), [0]))))
    starts, ends = edges[0::2], edges[1::2]
    longest = int(np.argmax(ends - starts))
    return slice(int(starts[longest]), int(ends[longest]))


class Stroke(Protocol):
    """One joint at steady speed."""

    @property
    def direction(self) -> int:
        """1 or -1."""

    @property
    def speed(self) -> float:
        """Mean speed, rad/s (m/s)."""

    @property
    def start(self) -> float:
        """Start, s on the recording's clock."""


def find_moves(joints: Sequence[int], strokes: Sequence[Stroke]) -> tuple[bool, ...]:
    """True for each stroke of a recording that is a move to another place.

    A sweep is followed by the way back at the same speed, without another stroke in between. A stroke
    without such a neighbour that is clearly faster than all sweeps of its joint is a move, even where one in
    the other direction comes later. A joint without any sweep has no moves: nothing to compare with.

    Parameters
    ----------
    joints
        Joint of each stroke, from 0.
    strokes
        All steady strokes of one recording, in any order.
    """
    order = sorted(range(len(strokes)), key=lambda place: strokes[place].start)
    is_sweep = [False] * len(strokes)
    for one, other in pairwise(order):
        if joints[one] == joints[other] and _turns_back(strokes[one], strokes[other]):
            is_sweep[one] = is_sweep[other] = True
    fastest: dict[int, float] = {}
    for joint, stroke, swept in zip(joints, strokes, is_sweep, strict=True):
        if swept:
            fastest[joint] = max(fastest.get(joint, 0.0), stroke.speed)
    return tuple(
        not swept and joint in fastest and stroke.speed > FASTER * fastest[joint]
        for joint, stroke, swept in zip(joints, strokes, is_sweep, strict=True)
    )


def _turns_back(one: Stroke, other: Stroke) -> bool:
    near = abs(one.speed - other.speed) <= _SAME_SPEED * max(one.speed, other.speed)
    return near and one.direction == -other.direction


@dataclass(frozen=True, eq=False)
class PathStrokes:
    """Strokes in their order: ``end`` (K,) s after the path's begin, ``speed`` (K,) rad/s (m/s)."""

    end: FloatArray
    speed: FloatArray

    def speed_at(self, time: float) -> float:
        """Steady speed of the stroke at ``time`` s after the start; the last one's after the end.

        Between two strokes it is the speed of the next one.
        """
        return float(self.speed[min(int(np.searchsorted(self.end, time)), self.speed.size - 1)])


def path_strokes(position: FloatArray, *, period_s: float) -> PathStrokes:
    """The strokes between rests of a swept joint.

    Parameters
    ----------
    position
        (N,) rad (m), ``period_s`` s from one to the next.
    """
    speed = np.abs(np.diff(position)) / period_s
    moving = np.concatenate(([False], speed > _STANDING_PER_S, [False])).astype(np.intp)
    edges = np.flatnonzero(np.diff(moving))
    starts, ends = edges[0::2], edges[1::2]
    top = [float(speed[start:end].max()) for start, end in zip(starts, ends, strict=True)]
    return PathStrokes(np.asarray(ends * period_s, dtype=np.float64), np.array(top, dtype=np.float64))
