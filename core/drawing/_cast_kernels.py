"""Compiled ray casting of capsules and drums in an orthographic view, in pixels: right, down, to the viewer.

Private: ``core.drawing.ray_cast`` is the public interface. A part is a row of ten numbers: its kind (0 a
capsule, 1 a drum, that is a flat cylinder with bevelled edges), start (3), unit vector of its axis (3),
length, radius and width of the bevel.
"""

import math
from typing import Any

import numpy as np

from core.compiling import fast_kernel

NOTHING = np.float32(-1e9)
"""Depth where there is no part."""
COINCIDES = np.float32(0.3)
"""Difference of depth in pixels below which the part cast before stays: their order would be noise."""
_ZERO, _ONE = np.float32(0.0), np.float32(1.0)
_ALONG_VIEW = np.float32(1e-5)
"""Squared sine of the angle between axis and view below which an axis points at the viewer."""
_BEVEL, _RING, _GROOVE = np.float32(0.8), np.float32(0.62), np.float32(0.5)
"""Slope of a drum's bevel, place of the ring on its face over its radius, and slope of the ring."""
_FLAT = np.float32(1e-3)
_SOFT_M, _SOFTER, _FAINTER = np.float32(0.018), np.float32(0.30), np.float32(0.35)
"""Width of a shadow's edge on the floor, m; its increase and the decrease of the shadow with the height."""
_DARK = np.float32(0.01)


@fast_kernel
def _ball(x: Any, y: Any, r: Any, depth: Any, t: Any) -> Any:
    """Hit of a ball; ``x`` and ``y`` from its centre, which is at ``depth``."""
    rest = r * r - x * x - y * y
    if rest < _ZERO:
        return NOTHING, _ZERO, _ZERO, _ONE, t
    rest = math.sqrt(rest)
    return depth + rest, x / r, y / r, rest / r, t


@fast_kernel
def _face(part: Any, x: Any, y: Any) -> Any:
    """Hit of the face of a drum that is turned to the viewer, with its bevel and a ring."""
    ux, uy, uz, r = part[4], part[5], part[6], part[8]
    if abs(uz) < _ALONG_VIEW:
        return NOTHING, _ZERO, _ZERO, _ONE, _ZERO
    end = part[7] if uz > _ZERO else _ZERO
    z = (end - x * ux - y * uy) / uz
    dx, dy, dz = x - end * ux, y - end * uy, z - end * uz
    far = math.sqrt(dx * dx + dy * dy + dz * dz)
    if far > r:
        return NOTHING, _ZERO, _ZERO, _ONE, end
    slope = max(_ZERO, _ONE - (r - far) / part[9]) * _BEVEL
    ring = abs(far - _RING * r)
    if ring < _ONE:
        slope -= (_ONE - ring) * _GROOVE
    slope /= max(far, _ONE)
    sign = _ONE if uz > _ZERO else -_ONE
    nx, ny, nz = sign * ux + slope * dx, sign * uy + slope * dy, sign * uz + slope * dz
    size = math.sqrt(nx * nx + ny * ny + nz * nz)
    return part[3] + z, nx / size, ny / size, nz / size, end


@fast_kernel
def _side(part: Any, qx: Any, qy: Any, z: Any, t: Any) -> Any:
    """Hit of the round side at ``t`` along the axis, beveled for a drum at the end that faces the viewer."""
    ux, uy, uz, r = part[4], part[5], part[6], part[8]
    nx, ny, nz = (qx - t * ux) / r, (qy - t * uy) / r, (z - t * uz) / r
    if part[0] == _ONE:
        to_end = part[7] - t if uz > _ZERO else t
        slope = max(_ZERO, _ONE - to_end / part[9]) * _BEVEL
        slope = slope if uz > _ZERO else -slope
        nx, ny, nz = nx + slope * ux, ny + slope * uy, nz + slope * uz
        size = math.sqrt(nx * nx + ny * ny + nz * nz)
        nx, ny, nz = nx / size, ny / size, nz / size
    return part[3] + z, nx, ny, nz, t


@fast_kernel
def hit(part: Any, x: Any, y: Any) -> Any:
    """Nearest point of a part under a point: depth, normal (3), and place along the axis."""
    ux, uy, uz, length, r = part[4], part[5], part[6], part[7], part[8]
    qx, qy = x - part[1], y - part[2]
    flat = ux * ux + uy * uy
    if flat > _ALONG_VIEW:
        # |q + z e - t u| = r with t = (q + z e) . u has real roots where the axis passes within r of the ray
        across = qx * uy - qy * ux
        rest = flat * r * r - across * across
        if rest < _ZERO:
            return NOTHING, _ZERO, _ZERO, _ONE, _ZERO
        along = qx * ux + qy * uy
        z = (along * uz + math.sqrt(rest)) / flat
        t = along + z * uz
    else:
        z, t = _ZERO, length + _ONE if uz > _ZERO else -_ONE
    if _ZERO <= t <= length:
        return _side(part, qx, qy, z, t)
    if part[0] == _ONE:
        return _face(part, qx, qy)
    end = _ZERO if t < _ZERO else length
    return _ball(qx - end * ux, qy - end * uy, r, part[3] + end * uz, end)


@fast_kernel
def _rows(part: Any, scale: Any, height: Any) -> Any:
    """First row and the one after the last that a part can reach."""
    other = part[2] + part[7] * part[5]
    first = (min(part[2], other) - part[8]) / scale
    last = (max(part[2], other) + part[8]) / scale
    return max(int(first) - 1, 0), min(int(last) + 2, height)


@fast_kernel
def _columns(part: Any, y: Any, scale: Any, width: Any) -> Any:
    """First column and the one after the last that a part can reach in the row through ``y``."""
    r, dx, dy, off = part[8], part[7] * part[4], part[7] * part[5], y - part[2]
    first, last = _ZERO, _ONE
    if abs(dy) > _FLAT:
        one, other = (off - r) / dy, (off + r) / dy
        first, last = max(first, min(one, other)), min(last, max(one, other))
    low = min(part[1] + first * dx, part[1] + last * dx) - r
    high = max(part[1] + first * dx, part[1] + last * dx) + r
    return max(int(low / scale) - 1, 0), min(int(high / scale) + 2, width)


@fast_kernel
def cast(parts: Any, depth: Any, which: Any) -> None:
    """Lower depth and number of the nearest part under the middle of every pixel into the two pictures."""
    height, width = depth.shape
    for number in range(parts.shape[0]):
        part = parts[number]
        top, bottom = _rows(part, _ONE, height)
        for row in range(top, bottom):
            y = np.float32(row + 0.5)
            left, right = _columns(part, y, _ONE, width)
            for column in range(left, right):
                z = hit(part, np.float32(column + 0.5), y)[0]
                if z > depth[row, column] + COINCIDES:
                    depth[row, column], which[row, column] = z, number


@fast_kernel
def front_and_back(parts: Any, front: Any, back: Any, scale: Any) -> None:
    """Nearest and farthest surface of all parts together on a grid of cells of ``scale`` pixels.

    The far side of a tube is estimated from the normal of its near side, which is exact between its ends.
    """
    height, width = front.shape
    for number in range(parts.shape[0]):
        part = parts[number]
        top, bottom = _rows(part, scale, height)
        for row in range(top, bottom):
            y = np.float32((row + 0.5) * scale)
            left, right = _columns(part, y, scale, width)
            for column in range(left, right):
                found = hit(part, np.float32((column + 0.5) * scale), y)
                if found[0] > NOTHING:
                    front[row, column] = max(front[row, column], found[0])
                    far = found[0] - np.float32(2.0) * part[8] * found[3]
                    back[row, column] = min(back[row, column], far)


@fast_kernel
def _darkness(tubes: Any, radius: Any, x: Any, y: Any) -> Any:
    """Share of the light from above that tubes take from a place on the floor."""
    clear = _ONE
    for t in range(tubes.shape[0]):
        ax, ay, az = tubes[t, 0, 0], tubes[t, 0, 1], tubes[t, 0, 2]
        dx, dy, dz = tubes[t, 1, 0] - ax, tubes[t, 1, 1] - ay, tubes[t, 1, 2] - az
        s = ((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, np.float32(1e-9))
        s = min(max(s, _ZERO), _ONE)
        px, py = ax + s * dx - x, ay + s * dy - y
        above = max(az + s * dz - radius[t], _ZERO)
        soft = _SOFT_M + _SOFTER * above
        outside = (math.sqrt(px * px + py * py) - radius[t] + soft) / (np.float32(2.0) * soft)
        if outside < _ONE:
            outside = max(outside, _ZERO)
            inside = _ONE - outside * outside * (np.float32(3.0) - np.float32(2.0) * outside)
            clear *= _ONE - inside * radius[t] / (radius[t] + _FAINTER * above)
            if clear < _DARK:
                break
    return _ONE - clear


@fast_kernel
def floor_shadow(tubes: Any, radius: Any, grid: Any, left: Any, low: Any, cell: Any) -> None:
    """Fill ``grid`` with the shadow of tubes (T, 2, 3) m above the floor, softer the higher they are."""
    for row in range(grid.shape[0]):
        for column in range(grid.shape[1]):
            grid[row, column] = _darkness(
                tubes, radius, np.float32(left + column * cell), np.float32(low + row * cell)
            )
