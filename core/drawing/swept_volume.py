"""The volume swept by an arm on its path, as balls along its tubes, thinned to visible detail.

Coordinates are those of the drawing (``ArmScene``): m, z against gravity, the foot at the origin. The
joints are assumed to move straight from one given pose to the next.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

from core.drawing.arm_scene import ArmBody
from core.recording import FloatArray

Result = TypeVar("Result")

_STEP, _SPACING, _SAME = 0.35, 0.3, 0.1
"""Limits as shares of a radius: motion between poses, spacing of balls along a tube, and merging distance."""
_WORTH = 0.6
"""Radius relative to the median below which thinner tubes do not refine the sampling."""
_MOST_POSES = 4000
_CLASS_M = 0.004
"""Largest difference of radius of tubes that are swept together, m."""
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


class Balls(NamedTuple):
    """Places (P, 3) m of the balls of one radius in m."""

    radius: float
    places: FloatArray


@dataclass(frozen=True, eq=False)
class SweptVolume:
    """The swept volume of an arm's path."""

    balls: tuple[Balls, ...]
    """Balls by radius, the largest first."""
    tool: FloatArray
    """Path (M, 3) of the flange, m."""
    farthest: FloatArray
    """Tube ends (F, 3) m that reach farthest in some direction."""

    @property
    def largest_radius(self) -> float:
        """The radius of the thickest tube, m."""
        return self.balls[0].radius

    @property
    def tool_length(self) -> float:
        """The length of the way of the flange, m."""
        return float(np.linalg.norm(np.diff(self.tool, axis=0), axis=1).sum())

    @property
    def low(self) -> FloatArray:
        """Lowest corner of the box around everything, (3,) m."""
        return np.asarray(np.min([found.places.min(axis=0) - found.radius for found in self.balls], axis=0))

    @property
    def high(self) -> FloatArray:
        """Highest corner of the box around everything, (3,) m."""
        return np.asarray(np.max([found.places.max(axis=0) + found.radius for found in self.balls], axis=0))


def swept_volume(body: ArmBody, poses: FloatArray) -> SweptVolume:
    """The volume that an arm sweeps on its path over poses (K, n), rad or m.

    Raises
    ------
    BadRequest
        ``motion-shape`` where the poses do not fit the robot.
    """
    return finished(sweeping(body, poses))


def sweeping(body: ArmBody, poses: FloatArray) -> Generator[None, None, SweptVolume]:
    """The same in steps of a few milliseconds each, for a window that must not block."""
    grain = _grain(body)
    tubes, _ = body.along(poses)
    yield
    dense = _dense_poses(poses, tubes, step=_STEP * grain)
    yield
    tubes, tool = body.along(dense)
    yield
    farthest = []
    for tube in range(tubes.shape[1]):
        farthest.append(_farthest(tubes[:, tube].reshape(-1, 3)))
        yield
    classes = np.maximum(np.round(body.tube_radius / _CLASS_M), 1.0) * _CLASS_M
    balls = []
    for radius in sorted(set(classes.tolist()), reverse=True):
        strings = []
        for tube in np.flatnonzero(classes == radius).tolist():
            strings.append(_above_foot(body, _strung(tubes[:, tube], max(radius, grain)), radius))
            yield
        balls.append(Balls(radius, np.concatenate(strings)))
    return SweptVolume(tuple(balls), tool, _farthest(np.concatenate(farthest)))


def path_between(body: ArmBody, poses: FloatArray) -> FloatArray:
    """Poses (P, n) along the way over ``poses`` (K, n), so close that the arm leaves no gaps between them."""
    tubes, _ = body.along(poses)
    return _dense_poses(poses, tubes, step=_STEP * _grain(body))


def finished(steps: Generator[None, None, Result]) -> Result:
    """The result of a generator of steps, after running all of them."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def _grain(body: ArmBody) -> float:
    """Radius in m that sets the resolution of the path: that of the thinnest relevant tube."""
    thinnest, middle = float(body.tube_radius.min()), float(np.median(body.tube_radius))
    return max(thinnest, _WORTH * middle)


def _dense_poses(poses: FloatArray, tubes: FloatArray, *, step: float) -> FloatArray:
    """Intermediate poses, so that no end of a tube (K, T, 2, 3) moves more than ``step`` m."""
    if poses.shape[0] == 1:
        return poses
    moved = np.linalg.norm(np.diff(tubes, axis=0), axis=-1).reshape(poses.shape[0] - 1, -1).max(axis=1)
    count = np.maximum(np.ceil(moved / step), 1.0)
    count = np.maximum(np.floor(count * min(_MOST_POSES / count.sum(), 1.0)), 1.0).astype(np.int64)
    before = np.repeat(np.arange(count.size), count)
    share = (np.arange(before.size) - np.repeat(np.cumsum(count) - count, count)) / count[before]
    between = poses[before] + share[:, np.newaxis] * (poses[before + 1] - poses[before])
    return np.concatenate([between, poses[-1:]])


def _farthest(places: FloatArray) -> FloatArray:
    """Those of the places (P, 3) that reach farthest in some direction."""
    return np.asarray(places[np.unique(np.argmax(places @ _DIRECTIONS.T, axis=0))])


def _strung(tube: FloatArray, grain: float) -> FloatArray:
    """Places (P, 3) along a tube at all poses (K, 2, 3), almost without duplicates.

    ``grain`` is its radius in m.
    """
    along = tube[:, 1] - tube[:, 0]
    length = float(np.linalg.norm(along[0]))
    share = np.linspace(0.0, 1.0, max(int(np.ceil(length / (_SPACING * grain))), 1) + 1)
    places = tube[:, np.newaxis, 0] + share[:, np.newaxis] * along[:, np.newaxis]
    return _apart(places.reshape(-1, 3), _SAME * grain)


def _above_foot(body: ArmBody, places: FloatArray, radius: float) -> FloatArray:
    """The places (P, 3) without those inside the foot, whose balls would show below it."""
    above = places @ body.foot_axis
    aside = np.linalg.norm(places - above[:, np.newaxis] * body.foot_axis, axis=1)
    return np.asarray(places[(above >= radius) | (aside > body.foot_radius)])


def _apart(places: FloatArray, size: float) -> FloatArray:
    """One of the places (P, 3) per cell of this size."""
    cells = np.floor((places - places.min(axis=0)) / size).astype(np.int64)
    spans = cells.max(axis=0) + 1
    number = (cells[:, 0] * spans[1] + cells[:, 1]) * spans[2] + cells[:, 2]
    return np.asarray(places[np.unique(number, return_index=True)[1]])
