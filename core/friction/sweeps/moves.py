"""Strokes that only bring a joint to another place; they differ from sweeps in speed and order."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

SAME_SPEED = 0.15
"""Largest relative difference between the speeds of a stroke and the one back."""
FASTER = 1.5
"""A stroke is a move if it is this many times as fast as the fastest sweep of its joint."""


class Stroke(Protocol):
    """One joint at steady speed."""

    @property
    def direction(self) -> int:
        """1 or -1."""

    @property
    def speed(self) -> float:
        """Mean speed, rad/s (m/s)."""

    @property
    def start(self) -> float:
        """Start, s on the recording's clock."""


def find_moves(joints: Sequence[int], strokes: Sequence[Stroke]) -> tuple[bool, ...]:
    """True for each stroke of a recording that is a move to another place.

    A sweep is followed by the way back at the same speed, without another stroke in between. A stroke
    without such a neighbour that is clearly faster than all sweeps of its joint is a move, even where one in
    the other direction comes later. A joint without any sweep has no moves: nothing to compare with.

    Parameters
    ----------
    joints
        Joint of each stroke, from 0.
    strokes
        All steady strokes of one recording, in any order.
    """
    order = sorted(range(len(strokes)), key=lambda place: strokes[place].start)
    is_sweep = [False] * len(strokes)
    for one, other in pairwise(order):
        if joints[one] == joints[other] and _turns_back(strokes[one], strokes[other]):
            is_sweep[one] = is_sweep[other] = True
    fastest: dict[int, float] = {}
    for joint, stroke, swept in zip(joints, strokes, is_sweep, strict=True):
        if swept:
            fastest[joint] = max(fastest.get(joint, 0.0), stroke.speed)
    return tuple(
        not swept and joint in fastest and stroke.speed > FASTER * fastest[joint]
        for joint, stroke, swept in zip(joints, strokes, is_sweep, strict=True)
    )


def _turns_back(one: Stroke, other: Stroke) -> bool:
    near = abs(one.speed - other.speed) <= SAME_SPEED * max(one.speed, other.speed)
    return near and one.direction == -other.direction
