"""A shift of the tool divided into the parts of gears and links, along its direction."""

from dataclasses import dataclass

import numpy as np

from core.stiffness.prediction import PredictedShift


@dataclass(frozen=True)
class ShiftParts:
    """Lengths in m along the whole shift; ``gears`` and ``links`` together are ``whole``."""

    whole: float
    std: float
    gears: float
    links: float
    reduced: float
    """Shift by the reduced model along the same direction, m."""


def shift_parts(predicted: PredictedShift) -> ShiftParts:
    """The parts of a predicted shift; zeros without a shift."""
    whole = predicted.size
    if whole <= 0.0:
        return ShiftParts(0.0, 0.0, 0.0, 0.0, 0.0)
    along = predicted.full / whole
    gears = float(predicted.joints_only @ along)
    reduced = float(np.asarray(predicted.reduced) @ along)
    return ShiftParts(whole, predicted.size_std, gears, whole - gears, reduced)
