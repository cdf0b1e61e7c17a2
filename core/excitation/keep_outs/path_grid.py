"""The times at which a whole trajectory is checked before it may run."""

import math

import numpy as np

from core.recording import FloatArray

PATH_STEP_S = 0.005
"""Largest time step at which a planned path is checked, s."""
FEWEST_SAMPLES = 21


def path_times(duration: float) -> FloatArray:
    """(N,) s from 0 to ``duration`` s, both among them, at most ``PATH_STEP_S`` apart."""
    count = max(math.ceil(duration / PATH_STEP_S) + 1, FEWEST_SAMPLES)
    return np.linspace(0.0, duration, count)
