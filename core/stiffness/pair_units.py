"""The 21 pairs of a link's springs by their units: of shifts, of turns, and of one with the other."""

import numpy as np

from core.recording import FloatArray
from core.stiffness.result import SPRING_NAMES

PAIR_PLACES = tuple(
    (row, column) for row in range(len(SPRING_NAMES)) for column in range(row, len(SPRING_NAMES))
)
"""Row and column of every pair, in the order of ``core.stiffness.shares.PAIR_NAMES``."""
_SHIFTS = 3
_TURNS = np.array([(row >= _SHIFTS) + (column >= _SHIFTS) for row, column in PAIR_PLACES])


def unit_scales(values: FloatArray) -> FloatArray:
    """Largest size (21,) among all pairs of the same unit, of geometry (21, ...)."""
    size = np.abs(np.asarray(values)).reshape(len(PAIR_PLACES), -1).max(axis=1)
    return np.array([size[turns == _TURNS].max() for turns in _TURNS])
