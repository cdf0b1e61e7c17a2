"""Compiled painting of what is kept of a view: floor with boxes, the swept volume as glass, the tool's path.

Private: ``core.drawing.ray_cast`` is the public interface. Pictures are premultiplied with their opacity,
each pixel blue, green, red, opacity, 0 to 255.
"""

import math
from typing import Any

import numpy as np

from core.compiling import fast_kernel
from core.drawing._cast_kernels import NOTHING
from core.drawing._paint_kernels import HX, HY, HZ, LX, LY, LZ

STEP, REACH, STRENGTH, SURFACE, PRINT, PRINT_LEFT, PRINT_LOW, PRINT_CELL = range(6, 14)
"""Places in ``floor`` behind the map from pixels to m on it: step of the grid and reach of the floor, m, how
much of it is seen, opacity of its surface and of the volume's shadow, and place of that shadow's grid, m."""
_FADES, _EDGE_FADES = 0.55, 0.7
"""Shares of the reach over which the floor fades, and of the picture from which it fades to the edges."""
_BESIDE_M, _CONTACT, _CONTACT_M = 0.25, 0.34, 0.045
"""Reach, strength and width of the shadow around the foot of a box."""
_GRID_SAMPLES, _EDGE_PX = 3, 1.2
_BEHIND = np.float32(0.35)
"""Opacity of the volume behind a box."""
_FULL = 255.0
_THINNEST = np.float32(1e-4)
_GLASS_MOST = 0.92
_FLAT, _THERE, _WITHIN = 1e-6, 0.01, 0.98
"""Direction along a side, and limits of a cell's cover: from which it is drawn, and is inside the volume."""


@fast_kernel
def _over(pixel: Any, colour: Any, opacity: Any) -> None:
    """Put a colour over a pixel."""
    for k in range(3):
        pixel[k] = pixel[k] * (1.0 - opacity) + colour[k] * opacity
    pixel[3] = pixel[3] * (1.0 - opacity) + _FULL * opacity


@fast_kernel
def _between(grid: Any, x: Any, y: Any) -> Any:
    """Value of a grid between its places; 0 outside."""
    if not (0.0 <= x < grid.shape[1] - 1 and 0.0 <= y < grid.shape[0] - 1):
        return 0.0
    i, j = int(y), int(x)
    top = grid[i, j] + (grid[i, j + 1] - grid[i, j]) * (x - j)
    low = grid[i + 1, j] + (grid[i + 1, j + 1] - grid[i + 1, j]) * (x - j)
    return top + (low - top) * (y - i)


@fast_kernel
def _beside_boxes(standing: Any, u: Any, v: Any) -> Any:
    """Shadow around boxes (B, 4) that stand on the floor: lowest and highest place along both axes, m."""
    shade = 0.0
    for b in range(standing.shape[0]):
        x = max(standing[b, 0] - u, u - standing[b, 2], 0.0)
        y = max(standing[b, 1] - v, v - standing[b, 3], 0.0)
        if x + y < _BESIDE_M:
            shade = max(shade, _CONTACT * math.exp(-math.hypot(x, y) / _CONTACT_M))
    return shade


@fast_kernel
def _faded(height: Any, width: Any, x: Any, y: Any) -> Any:
    """Share that is left of the floor near the edges of the picture."""
    across, up = 2.0 * x / width - 1.0, 2.0 * y / height - 1.0
    far = math.sqrt(across * across + up * up)
    return min(max((1.0 - far) / (1.0 - _EDGE_FADES), 0.0), 1.0)


@fast_kernel
def floor(base: Any, floor: Any, standing: Any, grid: Any, colours: Any) -> None:
    """Paint the floor with its grid, shadows of boxes, and the shadow ``grid`` of the volume.

    ``colours`` (3, 3) are those of the floor, of its lines and of the volume.
    """
    height, width = base.shape[:2]
    across = max(math.hypot(floor[1], floor[2]), 1e-9) / floor[STEP]
    up = max(math.hypot(floor[4], floor[5]), 1e-9) / floor[STEP]
    print_, inks = floor[PRINT] * floor[STRENGTH], np.zeros((3, 3))
    inks[0], inks[2] = colours[1], colours[2]  # black between them
    base[:] = 0.0
    for row in range(height):
        for column in range(width):
            x, y = column + 0.5, row + 0.5
            u, v = floor[0] + floor[1] * x + floor[2] * y, floor[3] + floor[4] * x + floor[5] * y
            there = min(max((1.0 - math.sqrt(u * u + v * v) / floor[REACH]) / _FADES, 0.0), 1.0)
            there = there * there * (3.0 - 2.0 * there) * floor[STRENGTH] * _faded(height, width, x, y)
            if there <= 0.0:
                continue
            gu, gv = u / floor[STEP], v / floor[STEP]
            on = max(0.0, 1.0 - abs(gu - round(gu)) / across, 1.0 - abs(gv - round(gv)) / up)
            pu, pv = (u - floor[PRINT_LEFT]) / floor[PRINT_CELL], (v - floor[PRINT_LOW]) / floor[PRINT_CELL]
            pixel = base[row, column]
            _over(pixel, colours[0], there * floor[SURFACE])
            shades = (there * on, there * _beside_boxes(standing, u, v), _between(grid, pu, pv) * print_)
            for k in range(3):
                if shades[k] > 0.0:
                    _over(pixel, inks[k], shades[k])


@fast_kernel
def _into_box(face: Any, x: Any, y: Any) -> Any:
    """Entry into a box of the ray through a point (from the box's middle): depth, side, way to the edge."""
    low, high, side = -1e9, 1e9, 0
    for k in range(3):
        across, along = face[k, 0] * x + face[k, 1] * y, face[k, 2]
        along = along if abs(along) > _FLAT else _FLAT
        one, other = (-face[k, 3] - across) / along, (face[k, 3] - across) / along
        if max(one, other) < high:
            high, side = max(one, other), k
        low = max(low, min(one, other))
    if high <= low:
        return NOTHING, side, 0.0
    to_edge = 1e9
    for k in range(3):
        if k != side:
            to_edge = min(to_edge, face[k, 3] - abs(face[k, 0] * x + face[k, 1] * y + face[k, 2] * high))
    return high, side, to_edge


@fast_kernel
def box(base: Any, depth: Any, middle: Any, face: Any, edge: Any) -> None:
    """Paint a box; ``face`` (3, 7): of each pair of sides the normal, half the size in pixels, and colour."""
    height, width = depth.shape
    reach = (
        np.abs(face[0, :3] * face[0, 3]) + np.abs(face[1, :3] * face[1, 3]) + np.abs(face[2, :3] * face[2, 3])
    )
    samples, colour = _GRID_SAMPLES * _GRID_SAMPLES, np.zeros(3)
    for y in range(max(int(middle[1] - reach[1]) - 1, 0), min(int(middle[1] + reach[1]) + 2, height)):
        for x in range(max(int(middle[0] - reach[0]) - 1, 0), min(int(middle[0] + reach[0]) + 2, width)):
            cover, nearest = 0, NOTHING
            colour[:] = 0.0
            for s in range(samples):
                px = x + (s % _GRID_SAMPLES + 0.5) / _GRID_SAMPLES - middle[0]
                py = y + (s // _GRID_SAMPLES + 0.5) / _GRID_SAMPLES - middle[1]
                z, side, to_edge = _into_box(face, px, py)
                if z > NOTHING:
                    for k in range(3):
                        colour[k] += edge[k] if to_edge < _EDGE_PX else face[side, 4 + k]
                    cover, nearest = cover + 1, max(nearest, np.float32(z + middle[2]))
            if cover and nearest > depth[y, x]:
                _over(base[y, x], colour / cover, cover / samples)
                depth[y, x] = nearest


@fast_kernel
def _averaged(grid: Any, times: Any) -> None:
    """Average a grid with its neighbours, weighted 1, 2, 1 along both axes."""
    height, width = grid.shape
    row, above = np.zeros(width, np.float32), np.zeros(width, np.float32)
    for _ in range(times):
        for y in range(height):
            for x in range(1, width - 1):
                row[x] = (grid[y, x - 1] + grid[y, x] + grid[y, x] + grid[y, x + 1]) * np.float32(0.25)
            for x in range(1, width - 1):
                grid[y, x] = row[x]
        above[:] = grid[0]
        for y in range(1, height - 1):
            for x in range(width):
                here = grid[y, x]
                grid[y, x] = (above[x] + here + here + grid[y + 1, x]) * np.float32(0.25)
                above[x] = here


@fast_kernel
def smoothed(front: Any, back: Any, times: Any) -> Any:
    """Cover, front and thickness of a volume, averaged with their neighbours."""
    height, width = front.shape
    cover, near = np.zeros((height, width), np.float32), np.zeros((height, width), np.float32)
    thick = np.zeros((height, width), np.float32)
    for y in range(height):
        for x in range(width):
            if front[y, x] > NOTHING:
                cover[y, x], near[y, x] = np.float32(1.0), front[y, x]
                thick[y, x] = front[y, x] - back[y, x]
    for grid in (cover, near, thick):
        _averaged(grid, times)
    for y in range(height):
        for x in range(width):
            if cover[y, x] > _THINNEST:
                near[y, x] /= cover[y, x]
                thick[y, x] /= cover[y, x]
    return cover, near, thick


@fast_kernel
def tinted(cover: Any, near: Any, thick: Any, scale: Any, tint: Any, look: Any) -> Any:
    """Colour of a volume like glass: clear facing the viewer, dense at grazing angles and where it is thick.

    ``look`` (6,): opacity facing the viewer, more of it at grazing angles, more where thick, the thickness of
    most of that in pixels, opacity of the outline, and white in the light.
    """
    height, width = cover.shape
    out = np.zeros((height, width, 4), np.float32)
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            if cover[y, x] <= _THERE:
                continue
            gx = (near[y, x + 1] - near[y, x - 1]) / (2.0 * scale)
            gy = (near[y + 1, x] - near[y - 1, x]) / (2.0 * scale)
            size = math.sqrt(gx * gx + gy * gy + 1.0)
            nx, ny, nz = -gx / size, -gy / size, 1.0 / size
            opacity = (
                look[0] + look[1] * (1.0 - nz) ** 1.5 + look[2] * (1.0 - math.exp(-thick[y, x] / look[3]))
            )
            opacity = min(opacity, _GLASS_MOST) * min(max(2.0 * cover[y, x] - 0.5, 0.0), 1.0)
            key = max(nx * LX + ny * LY + nz * LZ, 0.0)
            white = max(nx * HX + ny * HY + nz * HZ, 0.0) ** 24 * 0.55 + max(key - 0.72, 0.0) * look[5]
            for k in range(3):
                colour = tint[k] * (0.80 + 0.24 * key)
                out[y, x, k] = min(colour + (_FULL - tint[k]) * min(white, 1.0), _FULL) * opacity
            out[y, x, 3] = _FULL * opacity
    return out


@fast_kernel
def _ring(corners: Any, u: Any, v: Any, scale: Any) -> Any:
    """Share of the outline, about one pixel wide, between four cells: it is where their cover is one half."""
    a, b, c, d = corners
    if min(a, b, c, d) >= _WITHIN:
        return 0.0
    here = (a * (1.0 - u) + b * u) * (1.0 - v) + (c * (1.0 - u) + d * u) * v
    slope = math.hypot((b - a) * (1.0 - v) + (d - c) * v, (c - a) * (1.0 - u) + (d - b) * u)
    return min(max(1.15 - abs(here - 0.5) / (max(slope, 1e-3) * scale), 0.0), 1.0)


@fast_kernel
def glass(
    cover: Any, near: Any, colour: Any, scale: Any, outline: Any, base_depth: Any, out: Any, depth: Any
) -> None:
    """Bring a volume from its coarse grid to the size of the picture, with a sharp outline.

    ``scale`` is the number of cells per pixel, ``outline`` (4,) its colour with its opacity (0 to 1), ``out``
    and ``depth`` are the picture of the volume.
    """
    rows, columns = cover.shape
    for y in range(depth.shape[0]):
        fy = min(max((y + 0.5) * scale - 0.5, 0.0), rows - 1.001)
        i, v = int(fy), fy - int(fy)
        for x in range(depth.shape[1]):
            fx = min(max((x + 0.5) * scale - 0.5, 0.0), columns - 1.001)
            j, u = int(fx), fx - int(fx)
            out[y, x], depth[y, x] = 0, NOTHING
            if colour[i, j, 3] + colour[i + 1, j, 3] + colour[i, j + 1, 3] + colour[i + 1, j + 1, 3] == 0.0:
                continue
            corners = (cover[i, j], cover[i, j + 1], cover[i + 1, j], cover[i + 1, j + 1])
            ring = _ring(corners, u, v, scale) * outline[3]
            depth[y, x] = near[int(fy + 0.5), int(fx + 0.5)]
            share = _BEHIND if base_depth[y, x] > depth[y, x] else np.float32(1.0)
            for k in range(4):
                top = colour[i, j, k] * (1.0 - u) + colour[i, j + 1, k] * u
                low = colour[i + 1, j, k] * (1.0 - u) + colour[i + 1, j + 1, k] * u
                line = outline[k] if k < 3 else _FULL
                value = (top * (1.0 - v) + low * v) * (1.0 - ring) + line * ring
                out[y, x, k] = np.uint8(min(value * share, _FULL))


@fast_kernel
def still(base: Any, volume: Any, out: Any) -> None:
    """Put the volume over the floor: the picture without an arm."""
    for y in range(out.shape[0]):
        for x in range(out.shape[1]):
            clear = 1.0 - volume[y, x, 3] / _FULL
            for k in range(4):
                out[y, x, k] = np.uint8(min(base[y, x, k] * clear + volume[y, x, k] + 0.5, _FULL))


@fast_kernel
def _dab(pixel: Any, colour: Any, opacity: Any) -> None:
    for k in range(4):
        own = colour[k] if k < 3 else _FULL
        pixel[k] = np.uint8(pixel[k] + (own - pixel[k]) * opacity + 0.5)


@fast_kernel
def line(out: Any, points: Any, colour: Any, width: Any, depths: Any, hidden: Any) -> None:
    """Paint a line through points (N, 3) with soft edges; ``hidden`` is its opacity behind arm or boxes."""
    height, columns = out.shape[:2]
    for i in range(points.shape[0] - 1):
        x0, y0 = points[i, 0], points[i, 1]
        dx, dy, dz = points[i + 1] - points[i]
        length = max(dx * dx + dy * dy, 1e-9)
        for y in range(
            max(int(min(y0, y0 + dy) - width) - 1, 0), min(int(max(y0, y0 + dy) + width) + 2, height)
        ):
            for x in range(
                max(int(min(x0, x0 + dx) - width) - 1, 0), min(int(max(x0, x0 + dx) + width) + 2, columns)
            ):
                t = ((x + 0.5 - x0) * dx + (y + 0.5 - y0) * dy) / length
                # a pixel beside a corner belongs to one piece alone
                if (t < 0.0 and i > 0) or (t >= 1.0 and i < points.shape[0] - 2):
                    continue
                t = min(max(t, 0.0), 1.0)
                off = math.hypot(x + 0.5 - x0 - t * dx, y + 0.5 - y0 - t * dy)
                opacity = min(max(width / 2.0 + 0.5 - off, 0.0), 1.0)
                if points[i, 2] + t * dz < max(depths[0][y, x], depths[1][y, x]) - 2.0:
                    opacity *= hidden
                if opacity > 0.0:
                    _dab(out[y, x], colour, opacity)
