"""Separation of speed, load and position effects in pairs of strokes, without a friction model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.friction.sweeps.pairs import StrokePair
from core.friction.sweeps.strokes import BoolArray
from core.recording import FloatArray

LOAD_SHARE = 0.4
"""Change of the load, relative to the mean friction, that is needed to identify its effect."""
_ROWS_PER_KNOT = 4
_FEWEST_PAIRS = 3
_LEAST_SHARE = 1e-6
"""Smallest share of a column that must be independent of the speeds' constants."""

Gravity = Callable[[FloatArray], FloatArray]
"""Torque (N, n) that the gears carry at rest at poses (N, n), computed from a model."""


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
