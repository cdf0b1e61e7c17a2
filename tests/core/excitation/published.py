"""The published excitation trajectory, [Liu] Table 3, and what is known of it (known answer K1)."""

import numpy as np

from core.excitation.trajectories import FourierSeries
from tests.core import published_arms

PEAK_POSITION_DEG = (98.6, 65.4, 53.4, 78.3, 110.6, 73.0)
PEAK_VELOCITY_DEG = (87.5, 43.2, 23.9, 47.9, 68.3, 59.9)
PEAK_ACCELERATION_DEG = (95.5, 53.2, 25.9, 49.8, 58.1, 59.6)
SAMPLES = 200
"""Of one period of 20 s, the first at its start."""


def liu_series() -> FourierSeries:
    """Six joints, five harmonics, 20 s; rounded in print, so it is not quite at rest at its ends."""
    return FourierSeries(
        published_arms.LIU_PERIOD_S,
        published_arms.LIU_Q0.copy(),
        published_arms.LIU_A.copy(),
        published_arms.LIU_B.copy(),
    )


def liu_time() -> np.ndarray:
    """(200,) s, the moments at which its condition number is known."""
    return np.arange(SAMPLES) * (published_arms.LIU_PERIOD_S / SAMPLES)
