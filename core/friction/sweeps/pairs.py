"""Pairs of opposite strokes at one speed over the same positions: half their difference is friction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.friction.sweeps.strokes import TOO_SHORT, WITHOUT_RETURN, BoolArray, SteadyStroke
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

LOAD_SHARE = 0.4
"""Change of the load, relative to the mean friction, that is needed to identify its effect."""
_ROWS_PER_KNOT = 4
_FEWEST_PAIRS = 3
_LEAST_SHARE = 1e-6
"""Smallest share of a column that must be independent of the speeds' constants."""

Gravity = Callable[[FloatArray], FloatArray]
"""Torque (N, n) that the gears carry at rest at poses (N, n), computed from a model."""


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


@dataclass(frozen=True, eq=False)
class Separation:
    """Model-free results from the P pairs of one joint; each pair has the same weight."""

    profile: tuple[FloatArray, ...]
    """Part of each pair's half-sum that is common to all speeds, (B,) N·m."""
    even: FloatArray
    """Mean of the half-sum minus that profile, (P,) N·m."""
    load_span: float
    mean_load: float
    load_coefficient: float | None
    load_std: float | None
    drift: float | None
    """Change of friction from the first to the last pair, N·m."""
    drift_std: float | None
    between: float
    """Scatter of pairs of the same speed, corrected for load, N·m; NaN where no speed is repeated."""


def separate_effects(
    pairs: Sequence[StrokePair], *, joint: int, gravity: Gravity | None = None
) -> Separation:
    """Separate the pairs of a joint; ``gravity`` gives the profile from a model."""
    profile = _given(pairs, joint, gravity) if gravity is not None else _shared_profile(pairs)
    even = np.array([float(np.mean(pair.even - g)) for pair, g in zip(pairs, profile, strict=True)])
    loads = np.concatenate([np.abs(pair.even) for pair in pairs])
    span = float(loads.max() - loads.min())
    friction = float(np.mean([np.abs(pair.odd).mean() for pair in pairs]))
    load_varies = span > LOAD_SHARE * friction
    plain = _jackknifed(pairs, load=load_varies, drift=False)
    moving = _jackknifed(pairs, load=load_varies, drift=True)
    last = max(pair.time for pair in pairs)
    has_drift = moving is not None and np.isfinite(moving.std[-1])
    return Separation(
        profile=profile,
        even=even,
        load_span=span,
        mean_load=float(np.mean([np.abs(pair.even).mean() for pair in pairs])),
        load_coefficient=float(plain.value[0]) if plain is not None and load_varies else None,
        load_std=float(plain.std[0]) if plain is not None and load_varies else None,
        drift=float(moving.value[-1]) * last if moving is not None and has_drift else None,
        drift_std=float(moving.std[-1]) * last if moving is not None and has_drift else None,
        between=_between(pairs, load=load_varies),
    )


def load_varies(separation: Separation) -> bool:
    """True if the load changed enough for a column of its own."""
    return separation.load_coefficient is not None


def _given(pairs: Sequence[StrokePair], joint: int, gravity: Gravity) -> tuple[FloatArray, ...]:
    found = []
    for pair in pairs:
        poses = np.tile(pair.others, (pair.position.size, 1))
        poses[:, joint] = pair.position
        found.append(gravity(poses)[:, joint])
    return tuple(found)


def _shared_profile(pairs: Sequence[StrokePair]) -> tuple[FloatArray, ...]:
    """The half-sum over position for each pose, fitted with one constant per speed.

    The constants of all speeds add up to zero, because a friction that is equal in both directions at
    every speed is not separable from load.
    """
    position = np.concatenate([pair.position for pair in pairs])
    pose = np.concatenate([np.full(pair.position.size, pair.pose) for pair in pairs])
    speed = np.concatenate([np.full(pair.position.size, pair.speed_number) for pair in pairs])
    weight = np.concatenate([np.full(pair.position.size, pair.position.size**-0.5) for pair in pairs])
    hats = [_hats(position, pose == number) for number in np.unique(pose)]
    shape = np.concatenate(hats, axis=1)
    offsets = (speed[:, np.newaxis] == np.unique(speed)).astype(np.float64)
    columns = np.concatenate([shape, offsets], axis=1)
    # One more row fixes the sum of the speed constants at zero, which the data leave free.
    nothing = np.concatenate([np.zeros(shape.shape[1]), np.ones(offsets.shape[1])])
    rows = np.vstack([columns * weight[:, np.newaxis], nothing])
    values = np.append(np.concatenate([pair.even for pair in pairs]) * weight, 0.0)
    solution = np.linalg.lstsq(rows, values, rcond=None)[0]
    fitted = shape @ solution[: shape.shape[1]]
    edges = np.cumsum([pair.position.size for pair in pairs])[:-1]
    return tuple(np.split(fitted, edges))


def _hats(position: FloatArray, inside: BoolArray) -> FloatArray:
    """Hat functions (N, K) between knots that are denser where there are more positions."""
    own = np.sort(position[inside])
    count = max(own.size // _ROWS_PER_KNOT, 2)
    knots = np.unique(np.quantile(own, np.linspace(0.0, 1.0, count)))
    columns = np.stack([np.interp(position, knots, row) for row in np.eye(knots.size)], axis=1)
    return columns * inside[:, np.newaxis]


@dataclass(frozen=True, eq=False)
class _Jackknifed:
    """Coefficients fitted beside the constants of the speeds, and their standard deviations."""

    value: FloatArray
    std: FloatArray


def _jackknifed(pairs: Sequence[StrokePair], *, load: bool, drift: bool) -> _Jackknifed | None:
    """Fit of a free friction constant per speed plus terms in load and time, with jackknife deviations."""
    if not (load or drift) or len(pairs) < _FEWEST_PAIRS:
        return None
    value, determined = _coefficients(pairs, load=load, drift=drift)
    without = [
        _coefficients([*pairs[:left], *pairs[left + 1 :]], load=load, drift=drift)[0]
        for left in range(len(pairs))
    ]
    spread = np.sum((np.stack(without) - np.mean(without, axis=0)) ** 2, axis=0)
    std = np.sqrt((len(pairs) - 1.0) / len(pairs) * spread)
    return _Jackknifed(value, np.where(determined, std, np.nan))


def _rows(
    pairs: Sequence[StrokePair], *, load: bool, drift: bool
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Columns (N, k) beside the speeds, those of the speeds (N, s), and friction (N,), weighted."""
    weight = np.concatenate([np.full(pair.odd.size, pair.odd.size**-0.5) for pair in pairs])
    columns = []
    if load:
        columns.append(np.concatenate([np.abs(pair.even) for pair in pairs]))
    if drift:
        columns.append(np.concatenate([np.full(pair.odd.size, pair.time) for pair in pairs]))
    number = np.concatenate([np.full(pair.odd.size, pair.speed_number) for pair in pairs])
    speeds = (number[:, np.newaxis] == np.unique(number)).astype(np.float64)
    beside = np.stack(columns, axis=1) if columns else np.empty((weight.size, 0))
    odd = np.concatenate([pair.odd for pair in pairs])
    return beside * weight[:, np.newaxis], speeds * weight[:, np.newaxis], odd * weight


def _coefficients(pairs: Sequence[StrokePair], *, load: bool, drift: bool) -> tuple[FloatArray, BoolArray]:
    """The coefficients (k,) beside the speeds, and a mask of those that the data determine."""
    beside, speeds, odd = _rows(pairs, load=load, drift=drift)
    basis, _ = np.linalg.qr(speeds)
    # Frisch-Waugh: project the speed constants out, so that only the independent part of load and time
    # counts.
    free = beside - basis @ (basis.T @ beside)
    scale = np.linalg.norm(beside, axis=0)
    is_determined = np.linalg.norm(free, axis=0) > _LEAST_SHARE * np.maximum(scale, np.finfo(np.float64).tiny)
    value = np.zeros(beside.shape[1])
    value[is_determined] = np.linalg.lstsq(free[:, is_determined], odd - basis @ (basis.T @ odd), rcond=1e-8)[
        0
    ]
    return value, is_determined


def _between(pairs: Sequence[StrokePair], *, load: bool) -> float:
    """Scatter of pairs of one speed about their mean, corrected for load, N·m."""
    beside, speeds, odd = _rows(pairs, load=load, drift=False)
    columns = np.concatenate([beside, speeds], axis=1)
    residual = odd - columns @ np.linalg.lstsq(columns, odd, rcond=1e-8)[0]
    edges = np.cumsum([pair.odd.size for pair in pairs])[:-1]
    # rows carry the weight size**-0.5
    means = [float(np.sum(part) / np.sqrt(part.size)) for part in np.split(residual, edges)]
    freedom = len(pairs) - speeds.shape[1] - int(load)
    return float(np.sqrt(np.sum(np.square(means)) / freedom)) if freedom > 0 else float("nan")
