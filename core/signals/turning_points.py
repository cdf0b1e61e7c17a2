"""Turning points of a signal: its local maxima, and the ends of its strokes."""

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

IndexArray = npt.NDArray[np.intp]
_AT_ONCE = 1024
"""Number of samples examined in one step."""


def local_maxima(values: FloatArray) -> IndexArray:
    """Indices of the samples (N,) higher than the one before and not lower than the one after.

    The first and the last sample never count.
    """
    rises = np.diff(values) > 0.0
    falls = np.diff(values) <= 0.0
    return np.flatnonzero(rises[:-1] & falls[1:]) + 1


def turning_points(values: FloatArray, *, reversal: float) -> IndexArray:
    """Indices at which (N,) values reverse, maxima and minima in turn; the ends never count.

    A maximum counts if the values rise to it and fall from it by at least ``reversal``, and a minimum
    likewise. Smaller reversals are treated as noise.
    """
    found: list[int] = []
    upright = {1: values, -1: -values}
    extreme, way = _first_leg(values, reversal=reversal)
    while way:
        back, extreme = _turned_back(upright[way], extreme, reversal=reversal)
        if not back:
            break
        found.append(extreme)
        extreme, way = back, -way
    return np.asarray(found, dtype=np.intp)


def _first_leg(values: FloatArray, *, reversal: float) -> tuple[int, int]:
    """Index at which the values have first risen (1) or fallen (-1) by ``reversal``.

    (0, 0) if they never do.
    """
    if not values.size:
        return 0, 0
    up = values - np.minimum.accumulate(values) >= reversal
    down = np.maximum.accumulate(values) - values >= reversal
    gone = up | down
    place = int(gone.argmax())
    if not gone[place]:
        return 0, 0
    return place, 1 if up[place] else -1


def _turned_back(values: FloatArray, start: int, *, reversal: float) -> tuple[int, int]:
    """Index at which values rising from ``start`` have fallen by ``reversal``, and of their maximum before.

    (0, …) if they never do.
    """
    top, height = start, float(values[start])
    for first in range(start, values.size, _AT_ONCE):
        piece = values[first : first + _AT_ONCE]
        highest = np.maximum(np.maximum.accumulate(piece), height)
        fallen = highest - piece >= reversal
        end = int(fallen.argmax()) if fallen.any() else piece.size
        if end and piece[:end].max() > height:
            top = first + int(piece[:end].argmax())
            height = float(values[top])
        if end < piece.size:
            return first + end, top
    return 0, top
