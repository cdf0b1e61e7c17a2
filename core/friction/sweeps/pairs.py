"""Pairs of opposite strokes at one speed over the same positions: half their difference is friction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.friction.sweeps.strokes import TOO_SHORT, WITHOUT_RETURN, SteadyStroke
from core.recording import FloatArray

SAME_SPEED = 0.08
"""Relative speed difference allowed within a pair, and between pairs that repeat a speed."""
SAME_POSE = float(np.radians(1.0))
"""Largest difference in the positions of another joint within a pose, rad (m)."""
MOST_BINS = 24
FEWEST_BINS = 4
_SAMPLES_PER_BIN = 4
_INWARD, _PLACES = 0.3, 25
"""Largest share of the positions by which either end may be moved in, and the number of steps."""
_WORTH = 0.005
"""Mean acceleration that is accepted before all positions would be lost, rad/s² (m/s²)."""


@dataclass(frozen=True, eq=False)
class StrokePair:
    """A stroke there and one back: ``odd`` and ``even`` (B,) N·m at ``position`` (B,).

    Half-difference (odd part of friction) and half-sum (load and the even part) of the torques,
    each averaged over the same stretch of positions.
    """

    speed: float
    pose: int
    """Number of the pose of the other joints."""
    speed_number: int
    """Number among the distinct speeds, slowest first."""
    time: float
    """Time since the beginning of the first pair, s."""
    position: FloatArray
    odd: FloatArray
    even: FloatArray
    others: FloatArray
    """Positions of the other joints, (n,)."""
    temperature: float = float("nan")
    """Mean temperature of the joint, K; NaN if not recorded."""


def pair_strokes(
    strokes: Sequence[SteadyStroke], *, joint: int, starts: Sequence[float]
) -> tuple[tuple[StrokePair, ...], dict[str, int]]:
    """Pairs in order of time, and the number of strokes left out by cause.

    Parameters
    ----------
    strokes
        Of one joint, in order of time.
    starts
        s on one clock at which each recording began, so that times of several compare.
    """
    poses: list[FloatArray] = []
    refused: dict[str, int] = {}
    left = list(strokes)
    made: list[tuple[SteadyStroke, SteadyStroke]] = []
    while left:
        # Each stroke pairs with the next opposite one in time, so that warming between the two is
        # smallest.
        first = left.pop(0)
        other = next((stroke for stroke in left if _belong(first, stroke, joint)), None)
        if other is None:
            refused[WITHOUT_RETURN] = refused.get(WITHOUT_RETURN, 0) + 1
            continue
        left.remove(other)
        made.append((first, other))
    pairs = []
    for one, other in made:
        bins = _bins(one, other)
        if bins is None:
            refused[TOO_SHORT] = refused.get(TOO_SHORT, 0) + 2
            continue
        forward, backward = (one, other) if one.direction > 0 else (other, one)
        there, back = _averages(forward, bins), _averages(backward, bins)
        pairs.append(
            StrokePair(
                speed=0.5 * (one.speed + other.speed),
                pose=_number_of(poses, one.pose, joint),
                speed_number=0,
                time=starts[one.recording] + one.start,
                position=0.5 * (bins[1:] + bins[:-1]),
                # Friction turns its sign with the direction, gravity does not: the odd part is friction, the
                # even part load and offset.
                odd=0.5 * (there - back),
                even=0.5 * (there + back),
                others=one.pose,
                temperature=0.5 * (one.temperature + other.temperature),
            )
        )
    return _numbered(pairs), refused


def _belong(one: SteadyStroke, other: SteadyStroke, joint: int) -> bool:
    """True if two strokes form a pair: same speed and pose, opposite directions."""
    return (
        one.recording == other.recording
        and one.direction == -other.direction
        and abs(one.speed - other.speed) <= SAME_SPEED * max(one.speed, other.speed)
        and _same_pose(one.pose, other.pose, joint)
        and _bins(one, other) is not None
    )


def _same_pose(one: FloatArray, other: FloatArray, joint: int) -> bool:
    return bool(np.abs(np.delete(one - other, joint)).max(initial=0.0) <= SAME_POSE)


def _number_of(poses: list[FloatArray], pose: FloatArray, joint: int) -> int:
    for number, known in enumerate(poses):
        if _same_pose(known, pose, joint):
            return number
    poses.append(pose)
    return len(poses) - 1


def _bins(one: SteadyStroke, other: SteadyStroke) -> FloatArray | None:
    """Edges (B + 1,) of the positions covered by both strokes; None if there are too few."""
    low = max(one.position.min(), other.position.min())
    high = min(one.position.max(), other.position.max())
    inside = [int(np.sum((stroke.position >= low) & (stroke.position <= high))) for stroke in (one, other)]
    count = min(min(inside) // _SAMPLES_PER_BIN, MOST_BINS)
    if not high > low or count < FEWEST_BINS:
        return None
    return np.linspace(*_without_acceleration(one, other, float(low), float(high)), count + 1)


def _without_acceleration(
    one: SteadyStroke, other: SteadyStroke, low: float, high: float
) -> tuple[float, float]:
    """End positions, moved in slightly, between which the mean acceleration of the pair is near zero.

    Inertia adds the mean acceleration times the inertia to both torques with the same sign. In the
    half-difference it would look like friction. Averaged over positions, the mean acceleration is half
    the gain of the squared speed per length.
    """
    forward, backward = (one, other) if one.direction > 0 else (other, one)
    inward = np.linspace(0.0, _INWARD, _PLACES) * (high - low)
    lows, highs = low + inward, high - inward
    # All combinations of the two ends at once: rows are lower ends, columns upper ends.
    gain = np.subtract.outer(-_square(forward, lows), -_square(forward, highs))
    gain += np.subtract.outer(_square(backward, lows), _square(backward, highs))
    shorter = np.add.outer(inward, inward)
    acceleration = np.abs(gain) / 4.0 / (high - low - shorter)
    cost = acceleration + _WORTH * shorter / (high - low)
    first, last = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return float(lows[first]), float(highs[last])


def _square(stroke: SteadyStroke, place: FloatArray) -> FloatArray:
    """Squared speed of a stroke at the positions (K,)."""
    order = slice(None) if stroke.direction > 0 else slice(None, None, -1)
    pace = np.interp(place, np.maximum.accumulate(stroke.position[order]), stroke.pace[order])
    return np.asarray(pace**2)


def _averages(stroke: SteadyStroke, edges: FloatArray) -> FloatArray:
    """Mean torque (B,) over each interval of positions, weighted by position, not by time."""
    order = slice(None) if stroke.direction > 0 else slice(None, None, -1)
    position, torque = np.maximum.accumulate(stroke.position[order]), stroke.torque[order]
    steps = np.diff(position) * 0.5 * (torque[1:] + torque[:-1])
    passed = np.concatenate(([0.0], np.cumsum(steps)))
    # between two samples the torque is a straight line, its integral a parabola
    place = np.clip(np.searchsorted(position, edges, side="right") - 1, 0, position.size - 2)
    width = np.maximum(position[place + 1] - position[place], np.finfo(np.float64).tiny)
    into = np.clip(edges - position[place], 0.0, width)
    slope = (torque[place + 1] - torque[place]) / width
    at_edges = passed[place] + into * (torque[place] + 0.5 * slope * into)
    return np.asarray(np.diff(at_edges) / np.diff(edges))


def _numbered(pairs: list[StrokePair]) -> tuple[StrokePair, ...]:
    """The pairs with speed numbers, equal for nearly equal speeds, and times counted from the first."""
    if not pairs:
        return ()
    # Compared with the slowest of its group, not with the neighbour: a chain of small steps would otherwise
    # join speeds that differ by more than SAME_SPEED.
    order = np.argsort([pair.speed for pair in pairs], kind="stable")
    numbers = np.empty(len(pairs), dtype=np.intp)
    number, first = -1, 0.0
    for place in order:
        if number < 0 or pairs[place].speed > first * (1.0 + SAME_SPEED):
            number, first = number + 1, pairs[place].speed
        numbers[place] = number
    began = min(pair.time for pair in pairs)
    return tuple(
        replace(pair, speed_number=int(found), time=pair.time - began)
        for pair, found in zip(pairs, numbers, strict=True)
    )
