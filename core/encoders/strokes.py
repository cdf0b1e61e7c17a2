"""Strokes: stretches of motion in one direction, and the slope between two encoders over them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.encoders.channels import IntArray
from core.recording import FloatArray

BoolArray = npt.NDArray[np.bool_]

_MOST_STROKES = 24
"""Largest number of strokes used, the longest first; more do not improve a slope."""
_BLOCKS_PER_STROKE = 4
_TRIM = 0.1
"""Share of every stroke, at its start, in which the gear takes up lost motion."""


@dataclass(frozen=True, eq=False)
class Strokes:
    """Rows of the channels that lie in strokes of one joint: parallel arrays (M,).

    ``stroke`` numbers the stroke of a row, ``block`` a quarter of one; ``direction`` is +1 or −1.
    """

    rows: IntArray
    stroke: IntArray
    block: IntArray
    direction: IntArray

    @property
    def has_reversal(self) -> bool:
        """True if both directions occur."""
        return bool(np.any(self.direction > 0) and np.any(self.direction < 0))


@dataclass(frozen=True, eq=False)
class SlopeFit:
    """Slopes (n,) of n channels on one, and their standard deviations (n,)."""

    slope: FloatArray
    std: FloatArray


def find_strokes(
    position: FloatArray,
    *,
    speed: FloatArray,
    run: IntArray,
    allowed: BoolArray,
    least_speed: float,
    least_range: float,
    least_trim: float,
) -> Strokes:
    """The strokes of one channel (K,) among the ``allowed`` rows.

    ``least_speed`` counts as moving; strokes shorter than ``least_range`` are left out; of the
    others the beginning is cut, at least ``least_trim``.
    """
    moving = allowed & (np.abs(speed) > least_speed) & np.isfinite(position)
    direction = np.where(moving, np.sign(speed), 0.0).astype(np.intp)
    changes = np.flatnonzero((np.diff(direction) != 0) | (np.diff(run) != 0)) + 1
    pieces = []
    for rows in np.split(np.arange(position.size), changes):
        if rows.size and direction[rows[0]]:
            travelled = np.abs(position[rows] - position[rows[0]])
            if travelled.max() >= least_range:
                pieces.append((travelled.max(), rows, travelled))
    pieces.sort(key=lambda piece: -piece[0])
    kept, stroke, block = [], [], []
    for number, (length, rows, travelled) in enumerate(pieces[:_MOST_STROKES]):
        kept.append(rows[travelled > max(_TRIM * length, least_trim)])
        stroke.append(np.full(kept[-1].size, number))
        quarter = np.arange(kept[-1].size) * _BLOCKS_PER_STROKE // max(kept[-1].size, 1)
        block.append(number * _BLOCKS_PER_STROKE + quarter)
    rows = np.concatenate([np.empty(0, dtype=np.intp), *kept]).astype(np.intp)
    return Strokes(
        rows=rows,
        stroke=np.concatenate([np.empty(0, dtype=np.intp), *stroke]).astype(np.intp),
        block=np.concatenate([np.empty(0, dtype=np.intp), *block]).astype(np.intp),
        direction=direction[rows],
    )


def fit_slope(on: FloatArray, values: FloatArray, strokes: Strokes) -> SlopeFit:
    """Slopes of channels ``values`` (K, n) on the channel ``on`` (K,), each stroke with its own offset.

    Offsets of their own keep lost motion out of the slope. The standard deviation is that of
    a delete-one-block jackknife. NaN where there is no motion.
    """
    x, y = on[strokes.rows], values[strokes.rows]
    whole = _pooled(x, y, strokes.stroke)
    blocks = np.unique(strokes.block)
    if blocks.size < 2:
        return SlopeFit(whole, np.full(whole.shape, np.nan))
    without = np.stack(
        [_pooled(x[keep], y[keep], strokes.stroke[keep]) for keep in (strokes.block != b for b in blocks)]
    )
    spread = np.sum((without - without.mean(axis=0)) ** 2, axis=0)
    return SlopeFit(whole, np.sqrt((blocks.size - 1.0) / blocks.size * spread))


def _pooled(x: FloatArray, y: FloatArray, stroke: IntArray) -> FloatArray:
    """Slopes (n,) common to all strokes."""
    _, group = np.unique(stroke, return_inverse=True)
    count = np.bincount(group)
    dx = x - (np.bincount(group, weights=x) / count)[group]
    square = float(dx @ dx)
    if square == 0.0:
        return np.full(y.shape[1], np.nan)
    return np.asarray(dx @ y / square)  # Σ dx is zero in every stroke, so y needs no centring
