"""Numerical derivatives of uniformly sampled signals."""

import numpy as np

from core.recording import FloatArray


def central_difference(values: FloatArray, *, rate_hz: float) -> FloatArray:
    """Derivative along the first axis by central differences, one-sided at the ends.

    Parameters
    ----------
    values
        (N, ...) samples at the uniform rate, N ≥ 2.

    Returns
    -------
    (N, ...) derivative per second.
    """
    return np.asarray(np.gradient(values, 1.0 / rate_hz, axis=0))
