"""Stiffness of a locked gear on the branches of its loops, and a check whether one line describes it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.elasticity.locked_output_loops import LoadLoop
from core.recording import FloatArray

LOADING_RANGES = ((0.20, 0.45), (0.45, 0.70), (0.70, 0.95))
"""Shares of the largest load; below them is the play, above them the reversal of the load."""
LINE_RATIO = 1.25
"""Largest ratio of the stiffness of two ranges for a gear that one line describes."""


@dataclass(frozen=True, eq=False)
class Branches:
    """Slopes of load over twist where the load grows, N·m/rad.

    ``ranges`` (loops, 2, ranges) by loop, side (towards positive loads, towards negative ones) and
    range of ``LOADING_RANGES``; ``sides`` (loops, 2) over all ranges together. Not finite where the
    twist does not grow with the load.
    """

    ranges: FloatArray
    sides: FloatArray

    @property
    def by_range(self) -> FloatArray:
        """Slopes (2, ranges) over all loops: the load divided by their mean twist."""
        mean: FloatArray = 1.0 / np.mean(1.0 / self.ranges, axis=0)
        return mean

    @property
    def extremes(self) -> tuple[float, float]:
        """The softest and the stiffest of ``by_range``."""
        slopes = self.by_range
        return float(slopes.min()), float(slopes.max())

    @property
    def is_line(self) -> bool:
        """True if one slope describes all branches."""
        softest, stiffest = self.extremes
        return bool(softest > 0.0 and stiffest <= LINE_RATIO * softest)


def loading_branches(loops: Sequence[LoadLoop]) -> Branches:
    """The branches on which the load grows: up from zero, and down from zero."""
    ranges = [[[_slope(loop, side, ends) for ends in LOADING_RANGES] for side in (1, -1)] for loop in loops]
    whole = (LOADING_RANGES[0][0], LOADING_RANGES[-1][1])
    sides = [[_slope(loop, side, whole) for side in (1, -1)] for loop in loops]
    return Branches(np.array(ranges), np.array(sides))


def _slope(loop: LoadLoop, side: int, ends: tuple[float, float]) -> float:
    """Load divided by twist in a range of the load, from a least-squares line of the twist."""
    greatest = float(max(side * loop.load[-1], side * loop.load[0]))
    away = side * loop.load
    chosen = (away >= ends[0] * greatest) & (away <= ends[1] * greatest)
    twist = (loop.rising if side > 0 else loop.falling)[chosen]
    compliance = float(np.polyfit(loop.load[chosen], twist, 1)[0])
    return 1.0 / compliance if compliance else np.inf
