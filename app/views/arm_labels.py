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
        self._last: dict[int, int] = {}

    def forget(self) -> None:
        """Start from nothing."""
        self._last.clear()

    def find(self, anchors: Sequence[Anchor], obstacles: FloatArray, *, room: QRectF) -> list[QRectF]:
        """A rectangle for every label; ``obstacles`` (K, 3) are discs of the arm: x, y, radius."""
        placed: list[QRectF] = []
        for index, anchor in enumerate(anchors):
            offsets = _offsets(anchor)
            cost = _cost(anchor, offsets, obstacles, placed, room)
            if index in self._last:
                cost[self._last[index]] -= _LOYALTY
            best = int(np.argmin(cost))
            self._last[index] = best
            placed.append(_rectangle(anchor, offsets[best]))
        return push_apart(placed, room=room)


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


def _offsets(anchor: Anchor) -> FloatArray:
    """Centres of candidate places, relative to the joint."""
    angles = 2.0 * math.pi * np.arange(_DIRECTIONS) / _DIRECTIONS
    unit = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    half = np.array([anchor.size.width() / 2.0, anchor.size.height() / 2.0])
    return np.concatenate([unit * (half + anchor.radius + gap) for gap in _DISTANCES_PX])


def _cost(
    anchor: Anchor, offsets: FloatArray, obstacles: FloatArray, placed: Sequence[QRectF], room: QRectF
) -> FloatArray:
    half = np.array([anchor.size.width() / 2.0, anchor.size.height() / 2.0])
    centre = offsets + (anchor.place.x(), anchor.place.y())
    cost = _WEIGHT_DISTANCE * np.linalg.norm(offsets, axis=1)
    gaps = np.maximum(np.abs(centre[:, np.newaxis] - obstacles[:, :2]) - half, 0.0)
    into = obstacles[:, 2] + _KEEP_APART_PX - np.hypot(gaps[..., 0], gaps[..., 1])
    cost += _WEIGHT_ARM * np.maximum(into, 0.0).sum(axis=1) ** 0.5
    for other in placed:
        middle = np.array([other.center().x(), other.center().y()])
        spread = half + (other.width() / 2.0, other.height() / 2.0) + _KEEP_APART_PX
        cost += _WEIGHT_OVERLAP * np.all(np.abs(centre - middle) < spread, axis=1)
    low = np.array([room.left(), room.top()]) + half
    high = np.array([room.right(), room.bottom()]) - half
    outside = np.maximum(low - centre, 0.0) + np.maximum(centre - high, 0.0)
    cost += _WEIGHT_OUTSIDE * np.minimum(outside.sum(axis=1), 1.0) + outside.sum(axis=1)
    return np.asarray(cost)


def _rectangle(anchor: Anchor, offset: FloatArray) -> QRectF:
    place = QRectF(QPointF(0.0, 0.0), anchor.size)
    place.moveCenter(anchor.place + QPointF(float(offset[0]), float(offset[1])))
    return place


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
