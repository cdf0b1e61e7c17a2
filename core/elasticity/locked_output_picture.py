"""Plot data of a locked gear's loops, and the residual of their twist."""

from collections.abc import Sequence

import numpy as np

from core.elasticity.locked_output_loops import LoadLoop
from core.elasticity.result import HysteresisLoop
from core.recording import FloatArray

SHOWN_POINTS = 600
"""Number of points of each way, more than a plot has pixels."""


def loop_picture(loops: Sequence[LoadLoop], *, slope: float) -> HysteresisLoop:
    """All ways one after the other, separated by NaN pairs.

    ``slope`` in N·m/rad is that of the line through the middle; NaN where no line explains the loops.
    """
    load, twist = _line_of([way for loop in loops for way in _ways(loop)])
    middle = np.mean([0.25 * (_ends(loop.rising) + _ends(loop.falling)) for loop in loops])
    return HysteresisLoop(load, twist, middle + load / slope)


def residual_rms(loops: Sequence[LoadLoop]) -> tuple[float, float]:
    """RMS of the twist minus its mean, and of the twist minus the mean rising and falling way, rad.

    The loops have nearly the same load; the ways are compared at shares of it.
    """
    share = np.linspace(0.0, 1.0, loops[0].load.size)
    ways = np.array([[loop.rising, loop.falling] for loop in loops])
    mean = ways.mean(axis=0)
    raw, left = [], []
    for loop in loops:
        for number, way in enumerate(loop.ways):
            at = (way.load - loop.load[0]) / (loop.load[-1] - loop.load[0])
            raw.append(way.twist)
            left.append(way.twist - np.interp(at, share, mean[number]))
    return float(np.std(np.concatenate(raw))), float(np.sqrt(np.mean(np.concatenate(left) ** 2)))


def _ends(way: FloatArray) -> float:
    """The sum of the twist at both ends of the load."""
    return float(way[0] + way[-1])


def _ways(loop: LoadLoop) -> list[tuple[FloatArray, FloatArray]]:
    thinned = []
    for way in loop.ways:
        step = max(1, way.load.size // SHOWN_POINTS)
        thinned.append((way.load[::step], way.twist[::step]))
    return thinned


def _line_of(pieces: Sequence[tuple[FloatArray, FloatArray]]) -> tuple[FloatArray, FloatArray]:
    gap = np.array([np.nan])
    load = np.concatenate([part for piece in pieces for part in (piece[0], gap)][:-1])
    twist = np.concatenate([part for piece in pieces for part in (piece[1], gap)][:-1])
    return load, twist
