"""Check that a reported velocity and a reported position have the same unit."""

import numpy as np

from core.recording import FloatArray

_LEAST_TRAVEL = 0.01
"""Smallest travel used, rad or m; below it encoder resolution dominates the rate of change."""


def velocity_ratio(time: FloatArray, position: FloatArray, velocity: FloatArray) -> float | None:
    """Ratio of reported velocity to the position's rate of change, the median of all moving joints.

    Parameters
    ----------
    time
        (N,) s, increasing.
    position, velocity
        (N, n); NaN where a joint reports none.

    Returns
    -------
    1 where both agree, 57.3 where one is in degrees; None where nothing moved far enough.
    """
    if time.shape[0] < 3:
        return None
    rate = np.gradient(position, time, axis=0)
    ratios = [
        float(np.dot(velocity[:, joint], rate[:, joint]) / np.dot(rate[:, joint], rate[:, joint]))
        for joint in range(position.shape[1])
        if np.ptp(position[:, joint]) > _LEAST_TRAVEL and np.all(np.isfinite(velocity[:, joint]))
    ]
    return float(np.median(ratios)) if ratios else None
