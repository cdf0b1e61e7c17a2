"""Loops of load and twist in a recording of a locked gear, each with its rising and falling way."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.recording import FloatArray
from core.signals.moving_mean import moving_mean
from core.signals.turning_points import turning_points

REVERSAL_SHARE = 0.4
"""Reverse change of the load, as a share of its range, that counts as a reversal."""
END_SHARE = 0.1
"""Distance from both ends of the load's range, as a share of it, of a way that counts as complete."""
OPEN_SHARE = 0.25
"""Largest difference of the twist between two halves of one way, as a share of the loop's width."""
SMOOTHING_SHARE = 0.01
"""Length of the smoothing window as a share of a loop's samples.

Snap-through vibration lasts about as long.
"""
CELLS = 80
"""Number of load steps at which a loop is evaluated."""


@dataclass(frozen=True, eq=False)
class Way:
    """From one end of the load to the other: ``load`` (S,) N·m and ``twist`` (S,) rad, oldest first."""

    load: FloatArray
    twist: FloatArray


@dataclass(frozen=True, eq=False)
class LoadLoop:
    """The load up and down again, and both ways at the same loads.

    ``load`` (P,) rises evenly over what both ways have; ``rising`` and ``falling`` (P,) rad are the
    mean twist around each load on the way up and on the way down, ``scatter`` (2, P) its
    standard deviation there.
    """

    recording: str
    ways: tuple[Way, Way]
    """The rising way, then the falling way."""
    load: FloatArray
    rising: FloatArray
    falling: FloatArray
    scatter: FloatArray

    @property
    def amplitude(self) -> float:
        """Load reached on both sides, N·m; not positive if it stays on one."""
        return float(min(self.load[-1], -self.load[0]))

    @property
    def energy(self) -> tuple[float, float]:
        """Energy lost, J, the area between the ways, and its scatter if all samples erred alike."""
        stray = np.hypot(self.scatter[0], self.scatter[1])
        area = np.trapezoid(self.falling - self.rising, self.load)
        return float(area), float(np.trapezoid(stray, self.load))

    @property
    def span(self) -> float:
        """Range of the twist, rad."""
        both = np.concatenate([self.rising, self.falling])
        return float(both.max() - both.min())

    def lost_motion(self, load: float) -> tuple[float, float]:
        """Lost motion, rad, from the rising way at ``-load`` to the falling one at ``+load``; its scatter."""
        ends = np.array([-load, load])
        twist = np.interp(ends[1], self.load, self.falling) - np.interp(ends[0], self.load, self.rising)
        scatter = np.hypot(
            np.interp(ends[0], self.load, self.scatter[0]), np.interp(ends[1], self.load, self.scatter[1])
        )
        return float(twist), float(scatter)


def load_loops(load: FloatArray, twist: FloatArray, *, recording: str) -> list[LoadLoop]:
    """The loops in one recording, oldest first.

    Where the load goes from end to end and back, each such pair is a loop. Where it begins and ends
    between its ends, as a single ramp up, down and home again does, the two halves of its first way
    are put together, provided that the twist is where it was.

    Parameters
    ----------
    load, twist
        (N,) N·m and rad, in order of time.
    recording
        Label that the loops carry.
    """
    coarse = _smoothed(load, round(SMOOTHING_SHARE * load.size))
    whole = float(np.ptp(coarse)) if coarse.size else 0.0
    if whole <= 0.0:
        return []
    turns = turning_points(coarse, reversal=REVERSAL_SHARE * whole)
    window = round(SMOOTHING_SHARE * load.size / max(1.0, 0.5 * turns.size))
    smooth, bent = _smoothed(load, window), _smoothed(twist, window)
    edges = [0, *(int(turn) for turn in turns), load.size - 1]
    ways = [Way(smooth[first : last + 1], bent[first : last + 1]) for first, last in pairwise(edges)]
    low, high = float(coarse.min()) + END_SHARE * whole, float(coarse.max()) - END_SHARE * whole
    pairs = _full_pairs(ways, low=low, high=high) or _joined(ways, low=low, high=high)
    return [_loop(pair, recording) for pair in pairs]


def _smoothed(values: FloatArray, window: int) -> FloatArray:
    return moving_mean(values, max(1, window), beyond="edge") if values.size else values


def _goes_up(way: Way) -> bool:
    return bool(way.load[-1] > way.load[0])


def _is_full(way: Way, *, low: float, high: float) -> bool:
    return bool(min(way.load[0], way.load[-1]) <= low and max(way.load[0], way.load[-1]) >= high)


def _full_pairs(ways: list[Way], *, low: float, high: float) -> list[tuple[Way, Way]]:
    """Successive ways that are both complete, each used once, the rising way first."""
    pairs, place = [], 0
    while place + 1 < len(ways):
        one, other = ways[place], ways[place + 1]
        if _is_full(one, low=low, high=high) and _is_full(other, low=low, high=high):
            pairs.append((one, other) if _goes_up(one) else (other, one))
            place += 1
        place += 1
    return pairs


def _joined(ways: list[Way], *, low: float, high: float) -> list[tuple[Way, Way]]:
    """One complete way between two halves of the other, whose ends agree to a share of the loop's width."""
    if len(ways) != 3 or not _is_full(ways[1], low=low, high=high):
        return []
    first, full, last = ways
    half = Way(np.concatenate([last.load, first.load]), np.concatenate([last.twist, first.twist]))
    if not _is_full(half, low=low, high=high):
        return []
    seam = float(last.load[-1])
    nearest = np.argsort(np.abs(full.load - seam))[: max(1, full.load.size // CELLS)]
    width = abs(float(full.twist[nearest].mean()) - float(last.twist[-1]))
    least = END_SHARE * float(np.ptp(full.twist))  # tolerance for a loop without width
    if abs(float(first.twist[0] - last.twist[-1])) > OPEN_SHARE * max(width, least):
        return []
    return [(half, full) if _goes_up(half) else (full, half)]


def _loop(ways: tuple[Way, Way], recording: str) -> LoadLoop:
    low = max(float(way.load.min()) for way in ways)
    high = min(float(way.load.max()) for way in ways)
    load = np.linspace(low, high, CELLS)
    (rising, up), (falling, down) = (_at_loads(way, load) for way in ways)
    return LoadLoop(recording, ways, load, rising, falling, np.array([up, down]))


def _at_loads(way: Way, load: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean twist (P,) around each load and its standard deviation, interpolated linearly over gaps."""
    step = (load[-1] - load[0]) / (load.size - 1)
    cell = np.clip(np.rint((way.load - load[0]) / step).astype(np.int64), 0, load.size - 1)
    count = np.bincount(cell, minlength=load.size)
    filled = count > 0
    share = np.maximum(count, 1)
    mean = np.bincount(cell, way.twist, load.size) / share
    spread = np.sqrt(np.bincount(cell, (way.twist - mean[cell]) ** 2, load.size) / share)
    at = load[filled]
    return np.interp(load, at, mean[filled]), np.interp(load, at, spread[filled])
