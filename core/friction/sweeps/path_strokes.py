"""The strokes of a planned path: end time and speed of each, to show progress while it runs."""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray

_STANDING_PER_S = 1e-9
"""Speed below which the joint is at rest, rad/s (m/s)."""


@dataclass(frozen=True, eq=False)
class PathStrokes:
    """Strokes in their order: ``end`` (K,) s after the path's begin, ``speed`` (K,) rad/s (m/s)."""

    end: FloatArray
    speed: FloatArray

    def speed_at(self, time: float) -> float:
        """Steady speed of the stroke at ``time`` s after the start; the last one's after the end.

        Between two strokes it is the speed of the next one.
        """
        return float(self.speed[min(int(np.searchsorted(self.end, time)), self.speed.size - 1)])


def path_strokes(position: FloatArray, *, period_s: float) -> PathStrokes:
    """The strokes between rests of a swept joint.

    Parameters
    ----------
    position
        (N,) rad (m), ``period_s`` s from one to the next.
    """
    speed = np.abs(np.diff(position)) / period_s
    moving = np.concatenate(([False], speed > _STANDING_PER_S, [False])).astype(np.intp)
    edges = np.flatnonzero(np.diff(moving))
    starts, ends = edges[0::2], edges[1::2]
    top = [float(speed[start:end].max()) for start, end in zip(starts, ends, strict=True)]
    return PathStrokes(np.asarray(ends * period_s, dtype=np.float64), np.array(top, dtype=np.float64))
