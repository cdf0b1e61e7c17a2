"""Which speeds a joint is swept at: from slow to what its limits and its range allow."""

import numpy as np
import numpy.typing as npt

from core.friction.sweeps.settings import SHORTEST_WAY, SpeedChoice, StrokeLaw, SweepSettings

IntArray = npt.NDArray[np.intp]

SETTLE_S = 0.4
"""At a steady speed until what the reversal stirred up has died away: the drive's loop has to find the
friction of the other direction."""
_SHORTEST_STEADY_S = 0.3
"""At the highest speed, where the range ends."""
_LONGEST_RAMPS = 0.9
"""Of the time that a stroke may last, ramps included."""


def choose_speeds(
    settings: SweepSettings, law: StrokeLaw, *, span: float, limit: float, unit: float
) -> SpeedChoice:
    """Speeds evenly spaced on a logarithmic scale, and how far a stroke goes at each.

    Parameters
    ----------
    span
        rad (m) that a stroke may cover.
    limit
        rad/s (m/s) that must not be exceeded.
    unit
        rad (m) of this joint per rad.
    """
    top = _top_speed(law, span=span, limit=limit)
    slowest = min(settings.slowest * unit, 0.5 * top)
    speed = np.geomspace(slowest, top, settings.speeds)
    way = np.array([_way(settings, law, value, span=span, unit=unit) for value in speed])
    return SpeedChoice(speed, way)


def _top_speed(law: StrokeLaw, *, span: float, limit: float) -> float:
    """The fastest at which the span leaves time to settle and to measure."""
    low, high = 0.0, limit
    needed = SETTLE_S + _SHORTEST_STEADY_S
    if limit * (law.ramp(limit) + needed) <= span:
        return limit
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if middle * (law.ramp(middle) + needed) <= span else (low, middle)
    return low


def _way(settings: SweepSettings, law: StrokeLaw, speed: float, *, span: float, unit: float) -> float:
    ramp = law.ramp(speed)
    way = max(speed * (ramp + SETTLE_S + settings.steady_s), SHORTEST_WAY * unit)
    if settings.longest_s is not None:
        way = min(way, speed * (_LONGEST_RAMPS * settings.longest_s - ramp))
    return min(max(way, speed * ramp), span)


def interleaved(count: int) -> IntArray:
    """Numbers 0 … count−1: slow and fast in turn, so that warming does not look like speed."""
    order = np.empty(count, dtype=np.intp)
    order[0::2] = np.arange((count + 1) // 2)
    order[1::2] = np.arange(count - 1, (count + 1) // 2 - 1, -1)
    return order


def every_other(count: int) -> IntArray:
    """Numbers of every other speed, counted from the fastest, the slowest among them; all of a few."""
    if count < 5:
        return np.arange(count)
    chosen = np.arange(count - 1, -1, -2)
    chosen[-1] = 0
    return chosen[::-1]
