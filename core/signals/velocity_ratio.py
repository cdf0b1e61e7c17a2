"""Whether a reported velocity and a reported position are in the same unit."""

import numpy as np

from core.recording import FloatArray

_LEAST_TRAVEL = 0.01
"""rad or m; below it the encoder's steps say more about the rate of change than the motion."""


def velocity_ratio(time: FloatArray, position: FloatArray, velocity: FloatArray) -> float | None:
    """Reported velocity over the position's own rate of change, the median of all joints that move.

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
