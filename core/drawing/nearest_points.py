"""The two nearest points of two bodies at one pose, in numpy alone.

Distances over many poses come from ``core.robot.collision``; this module gives the two points between
which the smallest one is drawn. The bodies have the names used there.
"""

from collections.abc import Sequence

import numpy as np

from core.drawing.arm_scene import ArmBody
from core.recording import FloatArray
from core.robot.model import BASE_LINK
from core.robot.surroundings import Box

_SAMPLES, _ROUNDS = 33, 6
"""Samples along a tube, and number of refinements around the best."""
_NOTHING_M = 1e-9
_Tubes = tuple[FloatArray, FloatArray]
"""Both ends (T, 2, 3) in the base frame, and radii (T,)."""
_Gap = tuple[float, FloatArray, FloatArray]
"""A distance and its two points."""


def nearest_points(
    body: ArmBody,
    pose: FloatArray,
    *,
    first: str,
    second: str,
    floor_height: float | None = None,
    boxes: Sequence[Box] = (),
) -> FloatArray | None:
    """The nearest points (2, 3) m of two bodies in the drawn arm's coordinates; None for unknown names.

    Where the bodies reach into each other the points are on their middle lines.

    Raises
    ------
    BadRequest
        ``motion-shape`` where the pose does not fit the robot.
    """
    placed = {box.name: box for box in boxes}
    own = tubes_of(body, pose, first)
    if own is None:  # an obstacle, named first
        if tubes_of(body, pose, second) is None:
            return None
        turned = nearest_points(
            body, pose, first=second, second=first, floor_height=floor_height, boxes=boxes
        )
        return None if turned is None else turned[::-1]
    other = tubes_of(body, pose, second)
    if other is not None:
        gap = _least([_between_tubes(own, one, other, two) for one, two in _pairs(own, other)])
    elif second == "floor" and floor_height is not None:
        gap = _least([_to_floor(own, tube, body.up, floor_height) for tube in range(own[1].size)])
    elif second in placed:
        gap = _least([_to_box(own, tube, placed[second]) for tube in range(own[1].size)])
    else:
        return None
    return body.upright(np.stack(gap[1:]))


def tubes_of(body: ArmBody, pose: FloatArray, name: str) -> _Tubes | None:
    """Ends (T, 2, 3) m in the base frame and radii (T,) of the tubes of ``base`` or ``link N``."""
    if name == "base":
        link = BASE_LINK
    elif name.startswith("link ") and name[5:].isdecimal():
        link = int(name[5:]) - 1
    else:
        return None
    chosen = body.tube_link == link
    if not chosen.any():
        return None
    return body.from_upright(body.at(pose).tubes[chosen]), body.tube_radius[chosen]


def _pairs(own: _Tubes, other: _Tubes) -> list[tuple[int, int]]:
    return [(one, two) for one in range(own[1].size) for two in range(other[1].size)]


def _least(gaps: list[_Gap]) -> _Gap:
    return min(gaps, key=lambda gap: gap[0])


def _surface(own: FloatArray, other: FloatArray, radius: float, other_radius: float) -> _Gap:
    """Points on the surfaces, from points on the axes."""
    apart = other - own
    distance = float(np.linalg.norm(apart))
    left_over = distance - radius - other_radius
    if left_over <= _NOTHING_M:
        return left_over, own, other
    towards = apart / distance
    return left_over, own + radius * towards, other - other_radius * towards


def _between_tubes(own: _Tubes, one: int, other: _Tubes, two: int) -> _Gap:
    """Nearest points of two segments, after Ericson, *Real-Time Collision Detection*, 5.1.9."""
    (start, end), (other_start, other_end) = own[0][one], other[0][two]
    along, across, between = end - start, other_end - other_start, start - other_start
    a, e, f = float(along @ along), float(across @ across), float(across @ between)
    b, c = float(along @ across), float(along @ between)
    divisor = a * e - b * b
    share = _clipped((b * f - c * e) / divisor) if divisor > _NOTHING_M * a * e else 0.0
    other_share = (b * share + f) / e if e > _NOTHING_M**2 else 0.0
    if not 0.0 <= other_share <= 1.0 or e <= _NOTHING_M**2:
        other_share = _clipped(other_share)
        share = _clipped((b * other_share - c) / a) if a > _NOTHING_M**2 else 0.0
    radii = float(own[1][one]), float(other[1][two])
    return _surface(start + share * along, other_start + other_share * across, *radii)


def _clipped(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def _to_floor(own: _Tubes, tube: int, up: FloatArray, height: float) -> _Gap:
    ends, radius = own[0][tube], float(own[1][tube])
    lowest = ends[int(np.argmin(ends @ up))]
    above = float(lowest @ up) - height
    return above - radius, lowest - radius * up, lowest - above * up


def _to_box(own: _Tubes, tube: int, box: Box) -> _Gap:
    """Nearest points of a tube and a box; the distance along the axis has one minimum, found by search."""
    (start, end), radius = own[0][tube], float(own[1][tube])
    low, high = np.array(box.low), np.array(box.high)
    first, last = 0.0, 1.0
    for _ in range(_ROUNDS):
        shares = np.linspace(first, last, _SAMPLES)
        points = start + shares[:, np.newaxis] * (end - start)
        on_box = np.clip(points, low, high)
        best = int(np.argmin(np.linalg.norm(points - on_box, axis=1)))
        first, last = shares[max(best - 1, 0)], shares[min(best + 1, _SAMPLES - 1)]
    return _surface(points[best], on_box[best], radius, 0.0)
