"""Compiled painting of a cast arm: light, smooth edges, shadow and glass over what is kept of a view.

Private: ``core.drawing.ray_cast`` is the public interface. Pictures are premultiplied with their opacity,
each pixel blue, green, red, opacity, 0 to 255.
"""

import math
from typing import Any

import numpy as np

from core.compiling import fast_kernel
from core.drawing._cast_kernels import NOTHING, hit

AMBIENT, SKY, FILL, KEY, SHINE, RIM, CONTACT, SHADOW, BEFORE, OUTLINE, SOLID, DEEP = range(12)
"""Places in ``look``: parts of the light, the floor's shadow, tint by glass before the arm, strength of lines
at edges, opacity of the arm, and depth of glass in pixels at which it tints fully."""
UP, INK, LOOK_SIZE = 12, 15, 18
"""Places in ``look`` of the direction upwards and of the colour of lines at edges."""
GLOW_REACH = np.float32(2.4)
"""Reach of a joint's tint along a tube, over the radius of the tube."""
_ZERO, _ONE, _FULL = np.float32(0.0), np.float32(1.0), np.float32(255.0)
_LIGHT = np.array([-0.42, -0.62, 0.66]) / np.linalg.norm([0.42, 0.62, 0.66])
LX, LY, LZ = (np.float32(value) for value in _LIGHT)
_HALF = _LIGHT + np.array([0.0, 0.0, 1.0])
_HALF /= np.linalg.norm(_HALF)
HX, HY, HZ = (np.float32(value) for value in _HALF)
"""Direction to the light, and halfway between it and the viewer."""
_SAMPLES = 8
_SAMPLE_Y = (np.arange(1, 16, 2) / 16.0).astype(np.float32)
_SAMPLE_X = _SAMPLE_Y[[4, 2, 7, 0, 5, 1, 6, 3]]
"""Eight places in a pixel, no two in one row or column."""
_MOST_NEAR = 9
_SHINES_THROUGH = np.float32(0.3)
"""Opacity of an arm behind a box."""
_APART = np.float32(0.3)
"""Difference of depth over the radius from which one tube is before another."""
_NO_SHADOW = np.float32(0.004)


@fast_kernel
def _contact(parts: Any, tubes: Any, own: Any, place: Any, normal: Any, strength: Any) -> Any:
    """Share of the surrounding light that the other tubes leave at a place."""
    left = _ONE
    for j in range(tubes):
        p = parts[j]
        dx, dy, dz = p[1] - place[0], p[2] - place[1], p[3] - place[2]
        t = min(max(-(dx * p[4] + dy * p[5] + dz * p[6]), _ZERO), p[7])
        dx, dy, dz = dx + t * p[4], dy + t * p[5], dz + t * p[6]
        facing = normal[0] * dx + normal[1] * dy + normal[2] * dz
        far = dx * dx + dy * dy + dz * dz
        if facing > _ZERO and j != own and far < np.float32(9.0) * p[8] * p[8]:
            left *= _ONE - strength * facing / math.sqrt(far) * min(_ONE, p[8] * p[8] / far)
    return left


@fast_kernel
def _lit(colour: Any, normal: Any, contact: Any, look: Any, into: Any) -> None:
    """Colour under key light, sky and fill light, with a highlight and a rim."""
    nx, ny, nz = normal
    up = nx * look[UP] + ny * look[UP + 1] + nz * look[UP + 2]
    sky = np.float32(0.5) + np.float32(0.5) * up
    key = max(_ZERO, nx * LX + ny * LY + nz * LZ)
    fill = max(_ZERO, np.float32(0.8) * nx + np.float32(0.1) * ny + np.float32(0.35) * nz)
    light = (look[AMBIENT] + look[SKY] * sky + look[FILL] * fill) * contact
    light += look[KEY] * key * (np.float32(0.4) + np.float32(0.6) * contact)
    shine = max(_ZERO, nx * HX + ny * HY + nz * HZ)
    shine = shine * shine * shine
    shine = shine * shine * shine
    shine = shine * shine * shine * look[SHINE] * contact
    rim = _ONE - min(_ONE, nz * np.float32(2.4))
    rim = rim * rim * look[RIM]
    white = min(_ONE, shine + max(rim, _ZERO))
    for k in range(3):
        value = min(colour[k] * light * (_ONE + min(rim, _ZERO)), _FULL)
        into[k] = value + (_FULL - value) * white


@fast_kernel
def _own_colour(colours: Any, part: Any, t: Any, into: Any) -> None:
    """Colour of a part (9,) at ``t`` along its axis: its own, and the tint of a joint at either end."""
    reach = GLOW_REACH * part[8]
    start, end = max(_ZERO, _ONE - t / reach), max(_ZERO, _ONE - (part[7] - t) / reach)
    for k in range(3):
        into[k] = colours[k] + start * colours[3 + k] + end * colours[6 + k]


@fast_kernel
def _inner(arm: Any, own: Any, x: Any, y: Any, look: Any, into: Any) -> Any:
    """Colour of a part under a point; returns its depth."""
    parts, tubes, colours = arm[0], arm[1], arm[2]
    z, nx, ny, nz, t = hit(parts[own], x, y)
    _own_colour(colours[own], parts[own], t, into)
    contact = _contact(parts, tubes, own, (x, y, z), (nx, ny, nz), look[CONTACT])
    _lit(into, (nx, ny, nz), contact, look, into)
    return z


@fast_kernel
def _is_edge(which: Any, x: Any, y: Any) -> Any:
    """True if another part, or none, is under a neighbour of a pixel."""
    height, width = which.shape
    own = which[y, x]
    for row in range(max(y - 1, 0), min(y + 2, height)):
        for column in range(max(x - 1, 0), min(x + 2, width)):
            if which[row, column] != own:
                return True
    return False


@fast_kernel
def _parts_near(which: Any, x: Any, y: Any, near: Any) -> Any:
    """Fill ``near`` with the parts under a pixel and its neighbours; returns their number."""
    height, width, found = which.shape[0], which.shape[1], 0
    for row in range(max(y - 1, 0), min(y + 2, height)):
        for column in range(max(x - 1, 0), min(x + 2, width)):
            other = which[row, column]
            is_new = other >= 0
            for k in range(found):
                is_new = is_new and near[k] != other
            if is_new:
                near[found] = other
                found += 1
    return found


@fast_kernel
def _sampled(parts: Any, near: Any, found: Any, corner: Any, mean: Any) -> None:
    """Sum up in ``mean`` (found, 8) what eight samples of a pixel see of each part; the last is the count."""
    mean[:found] = _ZERO
    for s in range(_SAMPLES):
        x, y = corner[0] + _SAMPLE_X[s], corner[1] + _SAMPLE_Y[s]
        best, z, nx, ny, nz, t = -1, NOTHING, _ZERO, _ZERO, _ONE, _ZERO
        for k in range(found):
            seen = hit(parts[near[k]], x, y)
            if seen[0] > z:
                best, (z, nx, ny, nz, t) = k, seen
        if best >= 0:
            m = mean[best]
            m[0], m[1], m[2] = m[0] + x, m[1] + y, m[2] + z
            m[3], m[4], m[5] = m[3] + nx, m[4] + ny, m[5] + nz
            m[6], m[7] = m[6] + t, m[7] + _ONE


@fast_kernel
def _edge(arm: Any, x: Any, y: Any, look: Any, room: Any) -> Any:
    """Colour of a pixel at an edge in the first row of ``room``; returns depth and covered share.

    Each part that the samples see is lit once, at the middle of what is seen of it.
    """
    parts, tubes, colours, which = arm[0], arm[1], arm[2], arm[4]
    near, mean, light = room
    found = _parts_near(which, x, y, near)
    _sampled(parts, near, found, (np.float32(x), np.float32(y)), mean)
    light[0] = _ZERO
    cover, depth, farthest = _ZERO, NOTHING, -NOTHING
    is_line: Any = False
    for k in range(found):
        m = mean[k]
        if m[7] > _ZERO:
            size = max(math.sqrt(m[3] * m[3] + m[4] * m[4] + m[5] * m[5]), np.float32(1e-6))
            normal = (m[3] / size, m[4] / size, m[5] / size)
            place = (m[0] / m[7], m[1] / m[7], m[2] / m[7])
            _own_colour(colours[near[k]], parts[near[k]], m[6] / m[7], light[1])
            contact = _contact(parts, tubes, near[k], place, normal, look[CONTACT])
            _lit(light[1], normal, contact, look, light[1])
            for q in range(3):
                light[0, q] += light[1, q] * m[7]
            cover += m[7]
            depth, farthest = max(depth, place[2]), min(farthest, place[2])
            is_line = is_line or parts[near[k], 0] == _ONE
    # tubes that run into one another are one body
    is_line = is_line or cover < _SAMPLES or depth - farthest > _APART * parts[near[0], 8]
    line = look[OUTLINE] if is_line else _ZERO
    if cover > _ZERO:
        for q in range(3):
            value = light[0, q] / cover
            light[0, q] = value + (look[INK + q] - value) * line
    return depth, cover / np.float32(_SAMPLES)


@fast_kernel
def _shadow_at(shadow: Any, x: Any, y: Any) -> Any:
    """Shadow of the arm at a pixel of the floor, from the grid and its place."""
    grid, place = shadow
    px, py = np.float32(x + 0.5), np.float32(y + 0.5)
    fx = place[0] + place[1] * px + place[2] * py
    fy = place[3] + place[4] * px + place[5] * py
    if not (_ZERO <= fx < grid.shape[1] - 1 and _ZERO <= fy < grid.shape[0] - 1):
        return _ZERO
    i, j = int(fy), int(fx)
    u, v = fx - np.float32(j), fy - np.float32(i)
    top = grid[i, j] + (grid[i, j + 1] - grid[i, j]) * u
    low = grid[i + 1, j] + (grid[i + 1, j + 1] - grid[i + 1, j]) * u
    return top + (low - top) * v


@fast_kernel
def _put(pixel: Any, kept: Any, arm_colour: Any, cover: Any, dark: Any, before: Any) -> None:
    """Put the arm over floor and volume; ``before`` is the share of the volume that is before the arm."""
    base, glass = kept
    inside = np.float32(glass[3]) / _FULL
    for k in range(4):
        behind = base[k] * (_ONE - dark)
        if k == 3:
            behind += _FULL * dark
        behind = behind * (_ONE - inside) + np.float32(glass[k])
        own = arm_colour[k] if k < 3 else _FULL
        seen = own * (_ONE - inside * before) + np.float32(glass[k]) * before
        pixel[k] = np.uint8(min(behind + (seen - behind) * cover + np.float32(0.5), _FULL))


@fast_kernel
def paint(out: Any, kept: Any, arm: Any, shadow: Any, box: Any, look: Any) -> None:
    """Paint the arm and its shadow into ``out`` within a rectangle, where either is.

    ``kept`` are floor and boxes (colour, depth) and the volume (colour, depth); ``arm`` its parts, the number
    of tubes among them, their colours (parts, 9), and depth and number of the nearest part.
    """
    base, base_depth, glass, glass_depth = kept
    depth, which = arm[3], arm[4]
    light = np.zeros((2, 3), np.float32)
    room = np.zeros(_MOST_NEAR, np.int64), np.zeros((_MOST_NEAR, 8), np.float32), light
    for y in range(box[1], box[3]):
        for x in range(box[0], box[2]):
            cover, z, dark = _ZERO, NOTHING, _ZERO
            if base_depth[y, x] == NOTHING:
                dark = _shadow_at(shadow, x, y) * look[SHADOW]
            if _is_edge(which, x, y):
                z, cover = _edge(arm, x, y, look, room)
            elif which[y, x] >= 0:
                z = _inner(arm, which[y, x], np.float32(x + 0.5), np.float32(y + 0.5), look, light[0])
                cover = _ONE
            if cover == _ZERO and dark < _NO_SHADOW:
                continue
            if base_depth[y, x] > max(z, depth[y, x]):
                cover *= _SHINES_THROUGH
            before = (glass_depth[y, x] - z) / look[DEEP] if cover > _ZERO else _ZERO
            before = min(max(before, _ZERO), _ONE) * look[BEFORE]
            _put(out[y, x], (base[y, x], glass[y, x]), light[0], cover * look[SOLID], dark, before)
