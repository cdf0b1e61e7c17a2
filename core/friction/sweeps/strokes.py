"""Strokes at a steady speed, found in the motion itself: where one joint alone moves and nothing changes."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.friction.sweeps.settings import DEGREE
from core.recording import FloatArray

BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.intp]

LEAST_SPEED = 0.1 * DEGREE
"""rad/s that count as moving."""
OTHERS_SPEED = 0.1 * DEGREE
"""rad/s that the other joints may do meanwhile, or that share of the swept one's speed:"""
OTHERS_SHARE = 0.03
FIRST_BAND, SPEED_BAND = 0.15, 0.05
"""Of the steady speed, by which it may be off within a stroke, at the first look and in the end; at least:"""
LEAST_BAND = 0.1 * DEGREE
SPEED_TREND = 0.02
"""Of the steady speed, by which a third of the stroke may differ from the middle one; at least:"""
LEAST_TREND = 0.1 * DEGREE
LATE_S = 0.1
"""From either end of the time at a steady speed: the band reaches into the ramps."""
TRIM = 0.3 * DEGREE
"""From the reversal: friction, lost motion and presliding take a tenth of it."""
FEWEST_SAMPLES = 30
TOO_SHORT, NOT_STEADY, WITHOUT_RETURN = "too-short", "not-steady", "without-return"
"""Why a stroke is left out: hardly any of it at a steady speed, none of it, or no stroke back."""


@dataclass(frozen=True, eq=False)
class SweepMotion:
    """A stretch of uniform samples without holes: time (N,) s; position, velocity, torque (N, n).

    ``velocity`` is smooth enough that noise does not hide a steady speed; ``torque`` is what the
    drives give at the joint side, N·m.
    """

    recording: int
    time: FloatArray
    position: FloatArray
    velocity: FloatArray
    torque: FloatArray


@dataclass(frozen=True, eq=False)
class SteadyStroke:
    """One joint at a steady speed: positions and torques (M,) along it, in order of time.

    ``pose`` (n,) is where the others stood; ``start`` and ``end`` s on the recording's clock.
    """

    recording: int
    direction: int
    speed: float
    start: float
    end: float
    position: FloatArray
    torque: FloatArray
    pose: FloatArray


@dataclass(frozen=True, eq=False)
class FoundStrokes:
    """The steady strokes of a joint in order of time, and how many others were left out for what."""

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
    """Keep the steady part of a stroke; why not, where it has none, empty for what is no stroke at all."""
    position = motion.position[rows, joint] / unit
    if abs(position[-1] - position[0]) < TRIM:
        return ""
    steady = _steady_part(np.abs(own[rows]))
    far = np.abs(position - position[0]) > TRIM
    time, last = motion.time[rows], rows[steady.stop - 1]
    calm = (time - time[steady.start] > LATE_S) & (motion.time[last] - time > LATE_S)
    kept = rows[steady][(far & calm)[steady]]
    if kept.size < FEWEST_SAMPLES:
        return TOO_SHORT
    if not _is_steady(np.abs(own[kept])):
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
            pose=motion.position[kept].mean(axis=0),
        )
    )
    return ""


def _steady_part(speed: FloatArray) -> slice:
    """The longest run of rows whose speed stays near the one that lasts longest."""
    first = _longest_near(speed, _usual(speed), band=FIRST_BAND)
    third = (first.stop - first.start) // 3
    middle = float(np.median(speed[first.start + third : first.stop - third]))
    return _longest_near(speed, middle, band=SPEED_BAND)


def _usual(speed: FloatArray) -> float:
    """The speed that half the way is passed below: neither slow ramps nor a short overshoot count much."""
    order = np.argsort(speed)
    passed = np.cumsum(speed[order])
    return float(speed[order][np.searchsorted(passed, 0.5 * passed[-1])])


def _longest_near(speed: FloatArray, usual: float, *, band: float) -> slice:
    near = np.abs(speed - usual) <= max(band * usual, LEAST_BAND)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], near.astype(np.intp), [0]))))
    starts, ends = edges[0::2], edges[1::2]
    longest = int(np.argmax(ends - starts))
    return slice(int(starts[longest]), int(ends[longest]))


def _is_steady(speed: FloatArray) -> bool:
    """Whether no third of it is faster or slower than the middle one: a swing has no steady part."""
    first, middle, last = (float(third.mean()) for third in np.array_split(speed, 3))
    band = max(SPEED_TREND * middle, LEAST_TREND)
    return abs(first - middle) <= band and abs(last - middle) <= band
