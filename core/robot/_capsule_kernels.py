"""Compiled loops over capsules: their placement, lower bounds of their distances, and distance gradients.

Private: ``core.robot.capsules`` and ``core.robot.collision_scene`` are the public interface. The
kernels are serial, release the interpreter lock and write to arrays that the caller provides. The lower
bounds are cheap; an exact distance is computed only where a bound leaves it open.
"""

import math
from typing import Any

from core.compiling import inlined, kernel

_POINT_M2 = 1e-18
"""Squared length below which a segment is a point."""
_PIECES = 4
"""Number of pieces into which ``_box_gap`` cuts a capsule's axis; each is replaced by its bounding ball."""


@kernel
def place(frames: Any, links: Any, ends: Any, out: Any) -> None:
    """Fill ``out`` (N, C, 2, 3) with the capsules' ``ends`` (C, 2, 3), given in their links' frames.

    ``frames`` (N, n, 4, 4) are the link frames, ``links`` (C,) whose capsule each is; below
    zero for the base, whose ends are given in the base frame.
    """
    for t in range(frames.shape[0]):
        for c in range(links.shape[0]):
            for e in range(2):
                x, y, z = ends[c, e, 0], ends[c, e, 1], ends[c, e, 2]
                if links[c] < 0:
                    out[t, c, e, 0], out[t, c, e, 1], out[t, c, e, 2] = x, y, z
                else:
                    frame = frames[t, links[c]]
                    for r in range(3):
                        out[t, c, e, r] = frame[r, 3] + frame[r, 0] * x + frame[r, 1] * y + frame[r, 2] * z


@kernel
def pose_bodies(ends: Any, centers: Any, turns: Any) -> None:
    """Fill ``centers`` (N, C, 3) and ``turns`` (N, C, 9), rotation matrices whose z is along each capsule."""
    for t in range(ends.shape[0]):
        for c in range(ends.shape[1]):
            start, end, turn = ends[t, c, 0], ends[t, c, 1], turns[t, c]
            zx, zy, zz = end[0] - start[0], end[1] - start[1], end[2] - start[2]
            length = math.sqrt(zx * zx + zy * zy + zz * zz)
            if length > 0.0:
                zx, zy, zz = zx / length, zy / length, zz / length
            else:
                zz = 1.0
            # x is across z and whichever of the first two axes is less along it
            if abs(zx) < abs(zy):
                xx, xy, xz = 0.0, -zz, zy
            else:
                xx, xy, xz = zz, 0.0, -zx
            across = math.sqrt(xx * xx + xy * xy + xz * xz)
            xx, xy, xz = xx / across, xy / across, xz / across
            turn[0], turn[3], turn[6] = xx, xy, xz
            turn[1], turn[4], turn[7] = zy * xz - zz * xy, zz * xx - zx * xz, zx * xy - zy * xx
            turn[2], turn[5], turn[8] = zx, zy, zz
            for k in range(3):
                centers[t, c, k] = 0.5 * (start[k] + end[k])


@inlined
def _clipped(value: Any, low: Any, high: Any) -> Any:
    return min(max(value, low), high)


@kernel
def _segment_gap(first: Any, second: Any) -> Any:
    """Distance of two segments (2, 3): Ericson, "Real-Time Collision Detection", section 5.1.9."""
    aa = ee = ab = ar = er = 0.0
    for k in range(3):
        u, w, r = first[1, k] - first[0, k], second[1, k] - second[0, k], first[0, k] - second[0, k]
        aa, ee, ab = aa + u * u, ee + w * w, ab + u * w
        ar, er = ar + u * r, er + w * r
    s = t = 0.0
    if aa > _POINT_M2:
        across = aa * ee - ab * ab
        if ee <= _POINT_M2:
            s = _clipped(-ar / aa, 0.0, 1.0)
        else:
            if across > _POINT_M2 * aa * ee:
                s = _clipped((ab * er - ar * ee) / across, 0.0, 1.0)
            # Clamping t moves the optimum of s, so s is solved again for the clamped t.
            t = _clipped((ab * s + er) / ee, 0.0, 1.0)
            s = _clipped((ab * t - ar) / aa, 0.0, 1.0)
    elif ee > _POINT_M2:
        t = _clipped(er / ee, 0.0, 1.0)
    square = 0.0
    for k in range(3):
        one = first[0, k] + s * (first[1, k] - first[0, k])
        other = second[0, k] + t * (second[1, k] - second[0, k])
        square += (other - one) ** 2
    return math.sqrt(square)


@kernel
def _height(segment: Any, up: Any) -> Any:
    """Height of the lower end of a segment (2, 3) along ``up``, m."""
    start = end = 0.0
    for k in range(3):
        start += up[k] * segment[0, k]
        end += up[k] * segment[1, k]
    return min(start, end)


@kernel
def _box_gap(segment: Any, box: Any) -> Any:
    """Lower bound of the distance from a segment (2, 3) to a box (2, 3: lowest and highest corner), m.

    Minus infinity where the segment may intersect the box, because the balls give no penetration depth.
    """
    length = 0.0
    for k in range(3):
        length += (segment[1, k] - segment[0, k]) ** 2
    # Each piece lies in the ball around its midpoint with half the piece's length as radius, so the
    # distance of the midpoint less that radius is a lower bound.
    half = 0.5 * math.sqrt(length) / _PIECES
    nearest = math.inf
    for piece in range(_PIECES):
        share, square = (piece + 0.5) / _PIECES, 0.0
        for k in range(3):
            place = segment[0, k] + share * (segment[1, k] - segment[0, k])
            square += (place - _clipped(place, box[0, k], box[1, k])) ** 2
        nearest = min(nearest, square)
    gap = math.sqrt(nearest) - half
    return gap if gap > 0.0 else -math.inf


@kernel
def lower_bounds(ends: Any, radii: Any, pairs: Any, floor: Any, boxes: Any, out: Any) -> None:
    """Fill ``out`` (N, pairs) with lower bounds of the distances of ``pairs`` (pairs, 2), m.

    ``ends`` (N, C, 2, 3) and ``radii`` (C,) describe the capsules. In ``pairs`` the capsules are
    numbered first, then the floor, ``floor`` (0 or 1, 4) with its normal and height, then ``boxes``
    (count, 2, 3).
    """
    own, floors = radii.shape[0], floor.shape[0]
    for t in range(ends.shape[0]):
        for p in range(pairs.shape[0]):
            part, other = pairs[p, 0], pairs[p, 1]
            if other < own:
                gap = _segment_gap(ends[t, part], ends[t, other]) - radii[other]
            elif other < own + floors:
                gap = _height(ends[t, part], floor[0]) - floor[0, 3]
            else:
                gap = _box_gap(ends[t, part], boxes[other - own - floors])
            out[t, p] = gap - radii[part]


@kernel
def approach_gradient(
    frames: Any, slides: Any, links: Any, poses: Any, nearest: Any, weights: Any, out: Any
) -> None:
    """Add the derivatives of distances with respect to the joint positions to ``out`` (N, n).

    ``frames`` (N, n, 4, 4) are the link frames and ``links`` (K, 2) the two links of each pair.
    ``poses`` (K,) gives the row of each pair, ``nearest`` (K, 6) its two nearest points, and
    ``weights`` (K,) its weight divided by the distance of these points. The derivative of a distance is
    the relative velocity of the two points along the line between them; joints before both links move
    both points alike and contribute nothing.
    """
    for k in range(poses.shape[0]):
        t, row = poses[k], nearest[k]
        inner, outer, point = links[k, 0], links[k, 1], 3
        scale = weights[k]
        if inner > outer:
            inner, outer, point, scale = outer, inner, 0, -scale
        # Only joints between the two links change their distance. The inner link is held still, so the
        # point on the outer link moves with axis z (sliding) or z × r (turning).
        for j in range(inner + 1, outer + 1):
            frame = frames[t, j]
            zx, zy, zz = frame[0, 2], frame[1, 2], frame[2, 2]
            if slides[j]:
                mx, my, mz = zx, zy, zz
            else:
                rx, ry, rz = (
                    row[point] - frame[0, 3],
                    row[point + 1] - frame[1, 3],
                    row[point + 2] - frame[2, 3],
                )
                mx, my, mz = zy * rz - zz * ry, zz * rx - zx * rz, zx * ry - zy * rx
            apart = (row[3] - row[0]) * mx + (row[4] - row[1]) * my + (row[5] - row[2]) * mz
            out[t, j] += scale * apart
