"""Mean over a window that moves along a signal."""

from typing import Literal

import numpy as np

from core.recording import FloatArray


def moving_mean(
    values: FloatArray, window: int, *, beyond: Literal["symmetric", "edge"] = "symmetric"
) -> FloatArray:
    """Mean of ``window`` samples around each sample, along the first axis of (N, ...).

    An even window begins half its length before the sample. ``beyond`` says what follows after the ends, by
    NumPy's name: the signal mirrored, or its last value. The same as SciPy's ``uniform_filter1d`` with
    ``reflect`` or ``nearest``, whose package takes long to import.
    """
    before = window // 2
    around = [(before, window - 1 - before), *[(0, 0)] * (values.ndim - 1)]
    sums = np.cumsum(np.pad(values, around, mode=beyond), axis=0)
    sums[window:] -= sums[:-window].copy()
    return np.asarray(sums[window - 1 :] / window)
