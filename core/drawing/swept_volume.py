"""The volume swept by an arm on its path: its size, the way of its tool, and poses without gaps between them.

Coordinates are those of the drawing (``ArmScene``): m, z against gravity, the foot at the origin. The
joints are assumed to move straight from one given pose to the next.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.drawing.arm_scene import ArmBody
from core.recording import FloatArray

_STEP = 0.35
"""Motion between poses, as a share of a radius."""
_WORTH = 0.6
"""Radius relative to the median below which thinner tubes do not refine the sampling."""
_MOST_POSES, _MOST_MEASURED, _MOST_COMPARED, _MOST_SHOWN = 4000, 800, 200, 80
"""Most poses on the path, for its size, for its farthest ends, and for a picture that shows single poses."""
_COUNT = np.arange(160)
_HEIGHT, _TURN = 1.0 - (2.0 * _COUNT + 1.0) / _COUNT.size, _COUNT * np.pi * (3.0 - np.sqrt(5.0))
_DIRECTIONS: FloatArray = np.stack(
    [np.sqrt(1.0 - _HEIGHT**2) * np.cos(_TURN), np.sqrt(1.0 - _HEIGHT**2) * np.sin(_TURN), _HEIGHT], axis=1
)
"""Directions (D, 3) evenly spread over the sphere along a spiral of the golden angle."""


class ClosestApproach(NamedTuple):
    """The closest approach of two bodies: time, names and distance.

    Names are ``base``, ``link N`` (from 1), ``floor`` and those of the boxes.
    """

    time: float
    """Time on the path, s."""
    first: str
    second: str
    distance: float
    """Smallest distance, m, negative where bodies overlap."""


@dataclass(frozen=True, eq=False)
class SweptVolume:
    """Size of the volume that an arm's path sweeps; its lowest and highest corner are (3,) m."""

    low: FloatArray
    high: FloatArray
    tool: FloatArray
    """Path (M, 3) of the flange, m."""
    farthest: FloatArray
    """Tube ends (F, 3) m that reach farthest in some direction."""
    shown: FloatArray
    """Tubes (S, T, 2, 3) m at a few poses."""

    @property
    def tool_length(self) -> float:
        """The length of the way of the flange, m."""
        return float(np.linalg.norm(np.diff(self.tool, axis=0), axis=1).sum())


def swept_volume(body: ArmBody, poses: FloatArray) -> SweptVolume:
    """The volume that an arm sweeps on its path over poses (K, n), rad or m; takes a few milliseconds.

    Raises
    ------
    BadRequest
        ``motion-shape`` where the poses do not fit the robot.
    """
    tubes, tool = body.along(_thinned(poses, _MOST_MEASURED))
    radius = body.tube_radius[:, np.newaxis, np.newaxis]
    ends = _thinned(tubes, _MOST_COMPARED).reshape(-1, 3)
    return SweptVolume(
        low=np.asarray((tubes - radius).reshape(-1, 3).min(axis=0)),
        high=np.asarray((tubes + radius).reshape(-1, 3).max(axis=0)),
        tool=tool,
        farthest=np.asarray(ends[np.unique(np.argmax(_DIRECTIONS @ ends.T, axis=1))]),
        shown=_thinned(tubes, _MOST_SHOWN),
    )


def path_between(body: ArmBody, poses: FloatArray) -> FloatArray:
    """Poses (P, n) along the way over poses (K, n), so close that the arm leaves no gaps between them."""
    if len(poses) == 1:
        return poses
    tubes, _ = body.along(poses)
    moved = np.linalg.norm(np.diff(tubes, axis=0), axis=-1).reshape(len(poses) - 1, -1).max(axis=1)
    count = np.maximum(np.ceil(moved / (_STEP * _grain(body))), 1.0)
    count = np.maximum(np.floor(count * min(_MOST_POSES / count.sum(), 1.0)), 1.0).astype(np.int64)
    before = np.repeat(np.arange(count.size), count)
    share = (np.arange(before.size) - np.repeat(np.cumsum(count) - count, count)) / count[before]
    between = poses[before] + share[:, np.newaxis] * (poses[before + 1] - poses[before])
    return np.concatenate([between, poses[-1:]])


def _thinned(poses: FloatArray, most: int) -> FloatArray:
    """At most so many of the poses, both ends among them."""
    rows = np.unique(np.linspace(0, len(poses) - 1, min(len(poses), most)).round().astype(int))
    return np.asarray(poses[rows])


def _grain(body: ArmBody) -> float:
    """Radius in m that sets the resolution of the path: that of the thinnest relevant tube."""
    thinnest, middle = float(body.tube_radius.min()), float(np.median(body.tube_radius))
    return max(thinnest, _WORTH * middle)
