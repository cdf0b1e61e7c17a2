"""Guaranteed bounds on a smooth function from its values on a grid.

Between two neighbouring points a function leaves the chord by at most h²/8 times its largest
second derivative there, and the second derivative leaves its own chord by at most h²/8 times
the largest fourth.
"""

import numpy as np

from core.recording import FloatArray

ROUNDING = 1e-13
"""Rounding error of sums of sines and powers, relative to the sum of their sizes."""


def bounds_between(
    value: FloatArray, bend: FloatArray, *, fourth: FloatArray, step: float, size: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Lower and upper bounds (n,) of functions from the first to the last point of a grid.

    Parameters
    ----------
    value, bend
        (N, n) the functions and their second derivatives on the grid, ``step`` apart.
    fourth
        (n,) bounds on the size of their fourth derivatives.
    size
        (n,) sums of the sizes of their terms, for the rounding.
    """
    sag = step**2 / 8.0
    curved = np.abs(bend)
    slack = sag * (np.maximum(curved[:-1], curved[1:]) + sag * fourth) + ROUNDING * size
    lower = (np.minimum(value[:-1], value[1:]) - slack).min(axis=0)
    upper = (np.maximum(value[:-1], value[1:]) + slack).max(axis=0)
    return lower, upper
