"""Where the labels beside the joints go: near their joint, off the arm, never upon one another."""

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
"""A joint or label that changes less keeps its place."""
_WEIGHT_OVERLAP, _WEIGHT_ARM, _WEIGHT_DISTANCE, _WEIGHT_OUTSIDE, _LOYALTY = 60.0, 6.0, 0.35, 30.0, 9.0


@dataclass(frozen=True)
class Anchor:
    """A joint on the page with the size of its label."""

    place: QPointF
    radius: float
    size: QSizeF


class LabelPlaces:
    """Finds places and remembers them, so that labels do not jump while the arm moves."""

    def __init__(self) -> None:
        self._chosen: list[int] = []
        self._looked_at: FloatArray = np.empty((0, 4))

    def forget(self) -> None:
        """Start from nothing."""
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
        """Joint by joint the cheapest of the candidates (n, C, 2), given those before it."""
        cost = _standing_cost(centres, offsets, half, obstacles, room)
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
    """The rectangles moved as little as needed until none covers another, all inside the room."""
    moved = [_inside(QRectF(place), room) for place in places]
    for round_ in range(_ROUNDS):
        clash = False
        for first in range(len(moved)):
            for second in range(first + 1, len(moved)):
                clash |= _separate(moved, first, second, room, vertically=round_ >= _ROUNDS // 2)
        if not clash:
            break
    return moved


def _candidates(half: FloatArray, radius: FloatArray) -> FloatArray:
    """(n, C, 2) centres of candidate places relative to their joint, on rings around it."""
    angles = 2.0 * math.pi * np.arange(_DIRECTIONS) / _DIRECTIONS
    unit = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    rings = [unit * (half + radius[:, np.newaxis] + gap)[:, np.newaxis] for gap in _DISTANCES_PX]
    return np.concatenate(rings, axis=1)


def _standing_cost(
    centres: FloatArray, offsets: FloatArray, half: FloatArray, obstacles: FloatArray, room: QRectF
) -> FloatArray:
    """(n, C) what is wrong with each candidate whatever the others do: far, on the arm, outside."""
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


def _separate(places: list[QRectF], first: int, second: int, room: QRectF, *, vertically: bool) -> bool:
    """Push two rectangles out of one another along the shorter way; returns whether they met."""
    one, other = places[first], places[second]
    right = min(one.right(), other.right()) - max(one.left(), other.left()) + _KEEP_APART_PX
    down = min(one.bottom(), other.bottom()) - max(one.top(), other.top()) + _KEEP_APART_PX
    if right <= 0.0 or down <= 0.0:
        return False
    if down <= right or vertically:
        sign = 1.0 if one.center().y() <= other.center().y() else -1.0
        push = QPointF(0.0, sign * (down / 2.0 + 0.01))
    else:
        sign = 1.0 if one.center().x() <= other.center().x() else -1.0
        push = QPointF(sign * (right / 2.0 + 0.01), 0.0)
    places[first] = _inside(one.translated(-push), room)
    places[second] = _inside(other.translated(push), room)
    return True


def _inside(place: QRectF, room: QRectF) -> QRectF:
    place.moveLeft(max(min(place.left(), room.right() - place.width()), room.left()))
    place.moveTop(max(min(place.top(), room.bottom() - place.height()), room.top()))
    return place
