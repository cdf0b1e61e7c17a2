"""Places the labels of the joints: near their joint, not on the arm, never on one another.

Candidates lie on rings around each joint. Joint by joint, the candidate with the least cost is chosen; then
rectangles that still overlap are pushed apart.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from core.recording import FloatArray

_DIRECTIONS = 12
_DISTANCES_PX = (6.0, 18.0, 34.0)
_KEEP_APART_PX = 3.0
_ROUNDS = 40
_LOOK_AGAIN_PX = 4.0
"""Places are chosen again only when a joint or a label has changed by more than this."""
_WEIGHT_OVERLAP, _WEIGHT_ARM, _WEIGHT_DISTANCE, _WEIGHT_OUTSIDE, _LOYALTY = 60.0, 6.0, 0.35, 30.0, 9.0


_BIT_PX = 0.01
_Box = list[float]
"""Left, top, width, height."""
_Bounds = tuple[float, float, float, float]


@dataclass(frozen=True)
class Anchor:
    """A joint on the page, with the size of its label."""

    place: QPointF
    radius: float
    size: QSizeF


class LabelPlaces:
    """Chooses places and keeps them, so that labels do not jump while the arm moves."""

    def __init__(self) -> None:
        self._chosen: list[int] = []
        self._looked_at: FloatArray = np.empty((0, 4))

    def forget(self) -> None:
        """Forget the chosen places."""
        self._chosen, self._looked_at = [], np.empty((0, 4))

    def find(self, anchors: Sequence[Anchor], obstacles: FloatArray, *, room: QRectF) -> list[QRectF]:
        """A rectangle for every label; ``obstacles`` (K, 3) are discs of the arm: x, y, radius."""
        if not anchors:
            return []
        places = np.array([anchor.place.toTuple() for anchor in anchors])
        half = np.array([anchor.size.toTuple() for anchor in anchors]) / 2.0
        radius = np.array([anchor.radius for anchor in anchors])
        offsets = _candidates(half, radius)
        seen = np.hstack([places, half])
        if seen.shape != self._looked_at.shape or np.abs(seen - self._looked_at).max() > _LOOK_AGAIN_PX:
            self._choose(places[:, np.newaxis] + offsets, offsets, half, obstacles, room)
            self._looked_at = seen
        joints = np.arange(len(anchors))
        corner = places + offsets[joints, self._chosen] - half
        found = [
            QRectF(QPointF(x, y), anchor.size)
            for (x, y), anchor in zip(corner.tolist(), anchors, strict=True)
        ]
        return push_apart(found, room=room)

    def _choose(
        self,
        centres: FloatArray,
        offsets: FloatArray,
        half: FloatArray,
        obstacles: FloatArray,
        room: QRectF,
    ) -> None:
        """Choose for each joint the cheapest of its candidates (n, C, 2), given the joints before it."""
        cost = _own_cost(centres, offsets, half, obstacles, room)
        for joint, last in enumerate(self._chosen[: len(cost)]):
            cost[joint, last] -= _LOYALTY
        chosen: list[int] = []
        for joint in range(len(cost)):
            for other, place in enumerate(chosen):
                spread = half[joint] + half[other] + _KEEP_APART_PX
                covers = np.all(np.abs(centres[joint] - centres[other, place]) < spread, axis=1)
                cost[joint] += _WEIGHT_OVERLAP * covers
            chosen.append(int(np.argmin(cost[joint])))
        self._chosen = chosen


def push_apart(places: Sequence[QRectF], *, room: QRectF) -> list[QRectF]:
    """The rectangles, moved until none overlaps another, all inside the room."""
    bounds = (room.left(), room.top(), room.right(), room.bottom())
    boxes = [[place.left(), place.top(), place.width(), place.height()] for place in places]
    for box in boxes:
        _keep_inside(box, bounds)
    pairs = [(one, other) for number, one in enumerate(boxes) for other in boxes[number + 1 :]]
    for round_ in range(_ROUNDS):
        met = [_separate(*pair, bounds, vertically=round_ >= _ROUNDS // 2) for pair in pairs]
        if not any(met):
            break
    return [QRectF(*box) for box in boxes]


def _candidates(half: FloatArray, radius: FloatArray) -> FloatArray:
    """Centres (n, C, 2) of candidate places relative to their joint, on rings around it."""
    angles = 2.0 * math.pi * np.arange(_DIRECTIONS) / _DIRECTIONS
    unit = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    rings = [unit * (half + radius[:, np.newaxis] + gap)[:, np.newaxis] for gap in _DISTANCES_PX]
    return np.concatenate(rings, axis=1)


def _own_cost(
    centres: FloatArray, offsets: FloatArray, half: FloatArray, obstacles: FloatArray, room: QRectF
) -> FloatArray:
    """Cost (n, C) of each candidate without regard to the others: distance, overlap with the arm, outside."""
    cost = _WEIGHT_DISTANCE * np.hypot(offsets[..., 0], offsets[..., 1])
    gap_x = np.maximum(np.abs(centres[..., :1] - obstacles[:, 0]) - half[:, :1, np.newaxis], 0.0)
    gap_y = np.maximum(np.abs(centres[..., 1:] - obstacles[:, 1]) - half[:, 1:, np.newaxis], 0.0)
    into = np.maximum(obstacles[:, 2] + _KEEP_APART_PX - np.hypot(gap_x, gap_y), 0.0).sum(axis=2)
    low = np.array([room.left(), room.top()]) + half
    high = np.array([room.right(), room.bottom()]) - half
    beyond = np.maximum(low[:, np.newaxis] - centres, 0.0) + np.maximum(centres - high[:, np.newaxis], 0.0)
    outside = beyond.sum(axis=2)
    total = cost + _WEIGHT_ARM * np.sqrt(into) + _WEIGHT_OUTSIDE * np.minimum(outside, 1.0) + outside
    return np.asarray(total)


def _separate(one: _Box, other: _Box, bounds: _Bounds, *, vertically: bool) -> bool:
    """Push two rectangles apart along the shorter way; return True if they overlapped."""
    across = _overlap(one, other, 0)
    if across <= 0.0:
        return False
    down = _overlap(one, other, 1)
    if down <= 0.0:
        return False
    axis, overlap = (1, down) if down <= across or vertically else (0, across)
    sign = 1.0 if one[axis] + one[axis + 2] / 2.0 <= other[axis] + other[axis + 2] / 2.0 else -1.0
    push = sign * (overlap / 2.0 + _BIT_PX)
    one[axis] -= push
    other[axis] += push
    _keep_inside(one, bounds)
    _keep_inside(other, bounds)
    return True


def _overlap(one: _Box, other: _Box, axis: int) -> float:
    """Overlap of two rectangles along an axis, including the distance to keep."""
    end = min(one[axis] + one[axis + 2], other[axis] + other[axis + 2])
    return end - max(one[axis], other[axis]) + _KEEP_APART_PX


def _keep_inside(box: _Box, bounds: _Bounds) -> None:
    left, top, right, bottom = bounds
    box[0] = max(min(box[0], right - box[2]), left)
    box[1] = max(min(box[1], bottom - box[3]), top)
