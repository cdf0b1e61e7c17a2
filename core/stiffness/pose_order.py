"""Order of poses with a short travel: nearest neighbour first, then improved by 2-opt exchanges."""

import numpy as np
import numpy.typing as npt

from core.friction.sweeps.settings import METRES_PER_RAD
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import RobotModel

_ROUNDS = 30
_GAIN = 1e-9
"""Gain below which an exchange is rounding, rad."""


def shortest_order(
    robot: RobotModel, poses: FloatArray, *, start: FloatArray, monitor: Monitor
) -> npt.NDArray[np.intp]:
    """Indices (m,) of poses (m, n) in an order that begins near ``start`` (n,).

    The length of a way is the travel of the joint that moves farthest.
    """
    unit = np.where(robot.is_prismatic, METRES_PER_RAD, 1.0)
    all_poses = np.vstack([start, poses]) / unit
    away = np.abs(all_poses[:, np.newaxis] - all_poses).max(axis=2)
    order = _nearest_first(away)
    for _ in range(_ROUNDS):
        if not _untangle(order, away, monitor):
            break
    return np.array(order[1:], dtype=np.intp) - 1


def way_length(poses: FloatArray) -> float:
    """Total length of the way through poses (m, n), by the joint that moves farthest, rad (m)."""
    return float(np.abs(np.diff(poses, axis=0)).max(axis=1).sum()) if poses.shape[0] > 1 else 0.0


def _nearest_first(away: FloatArray) -> list[int]:
    """Nearest neighbour order from index 0."""
    order, left = [0], set(range(1, away.shape[0]))
    while left:
        here = away[order[-1]]
        order.append(min(left, key=lambda place: float(here[place])))
        left.remove(order[-1])
    return order


def _untangle(order: list[int], away: FloatArray, monitor: Monitor) -> bool:
    """Reverse every stretch that is shorter the other way (2-opt with an open end); True if any was."""
    has_changed, last = False, len(order) - 1
    for first in range(1, last):
        monitor.check()
        for end in range(first + 1, last + 1):
            before, one, other = order[first - 1], order[first], order[end]
            # Reversing a stretch changes only the two edges at its ends; the last has just one.
            gain = away[before, one] - away[before, other]
            if end < last:
                gain += away[other, order[end + 1]] - away[one, order[end + 1]]
            if gain > _GAIN:
                order[first : end + 1] = order[first : end + 1][::-1]
                has_changed = True
    return has_changed
