"""Choice of the speeds of a joint's sweeps: from slow to the largest that limits and range allow."""

import numpy as np
import numpy.typing as npt

from core.friction.sweeps.settings import SHORTEST_WAY, SpeedChoice, StrokeLaw, SweepSettings

IntArray = npt.NDArray[np.intp]

SETTLE_S = 0.4
"""Settling time at steady speed after a reversal, s.

The drive's controller has to adapt to the friction of the other direction.
"""
_SHORTEST_STEADY_S = 0.3
"""Shortest time at steady speed, s, at the highest speed."""
_LONGEST_RAMPS = 0.9
"""Largest share of a stroke's longest duration, ramps included."""


def choose_speeds(
    settings: SweepSettings, law: StrokeLaw, *, span: float, limit: float, unit: float
) -> SpeedChoice:
    """Logarithmically spaced speeds, and the length of the strokes at each.

    Parameters
    ----------
    span
        Largest length of a stroke, rad (m).
    limit
        Largest speed, rad/s (m/s).
    unit
        rad (m) of this joint per rad.
    """
    top = _top_speed(law, span=span, limit=limit)
    slowest = min(settings.slowest * unit, 0.5 * top)
    speed = np.geomspace(slowest, top, settings.speeds)
    way = np.array([_way(settings, law, value, span=span, unit=unit) for value in speed])
    return SpeedChoice(speed, way)


def _top_speed(law: StrokeLaw, *, span: float, limit: float) -> float:
    """The largest speed at which the span leaves time to settle and to measure."""
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
    """Indices 0 … count−1 with slow and fast in turn, so that warming does not look like speed dependence."""
    order = np.empty(count, dtype=np.intp)
    order[0::2] = np.arange((count + 1) // 2)
    order[1::2] = np.arange(count - 1, (count + 1) // 2 - 1, -1)
    return order


def every_other(count: int) -> IntArray:
    """Indices of every other speed from the fastest, and the slowest; all of them if they are few."""
    if count < 5:
        return np.arange(count)
    chosen = np.arange(count - 1, -1, -2)
    chosen[-1] = 0
    return chosen[::-1]
