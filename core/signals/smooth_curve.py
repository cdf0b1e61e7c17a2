"""A cubic spline through samples, in NumPy alone."""

import numpy as np

from core.recording import FloatArray

_PASSES = 24
"""Iterations; each at least halves the error of the slopes, together to 1e-7 of the steepest."""


def curve_through(places: FloatArray, values: FloatArray, *, at: FloatArray) -> FloatArray:
    """The cubic spline through (N,) values at rising places, read at (M,) others.

    Two continuous derivatives; the first and the last slope are those of the parabolas through the
    outermost three samples (de Boor 2001, chapter IV). Beyond the ends the last cubic goes on.

    Examples
    --------
    >>> import numpy as np
    >>> places = np.array([0.0, 1.0, 2.5, 3.0, 4.0])
    >>> curve_through(places, places**2, at=np.array([0.5, 2.0, 3.5]))
    array([ 0.25,  4.  , 12.25])
    """
    if places.size < 3:
        return np.interp(at, places, values)
    step = np.diff(places)
    rise = np.diff(values) / step
    slope = _slopes(step, rise)
    left = np.clip(np.searchsorted(places, at, side="right") - 1, 0, step.size - 1)
    along, width = at - places[left], step[left]
    bend = (3.0 * rise[left] - 2.0 * slope[left] - slope[left + 1]) / width
    twist = (slope[left] + slope[left + 1] - 2.0 * rise[left]) / width**2
    return np.asarray(values[left] + along * (slope[left] + along * (bend + along * twist)))


def _slopes(step: FloatArray, rise: FloatArray) -> FloatArray:
    """The slopes (N,) with a continuous second derivative, by Jacobi iteration."""
    before = step[1:] / (step[:-1] + step[1:])
    after = 1.0 - before
    parabola = before * rise[:-1] + after * rise[1:]
    slope = np.concatenate(
        [[2.0 * rise[0] - parabola[0]], parabola, [2.0 * rise[-1] - parabola[-1]]],
    )
    for _ in range(_PASSES):
        # The system is diagonally dominant by a factor of two, so each pass halves the error.
        slope[1:-1] = 1.5 * parabola - 0.5 * (before * slope[:-2] + after * slope[2:])
    return slope
