"""The regressor's gradient by one sweep out along the links and one back (reverse accumulation).

Private: ``core.robot.dynamics.regressor_gradient`` is the public interface. The kernel differentiates
the scalar ``sum(weights * regressor)`` with respect to all positions, velocities and accelerations.
Reverse accumulation, written out by hand, does so in one more pass over the links, however many
derivatives there are. The ten weights of a link and a joint act as the inertial parameters of an
imagined body: the link's term is ``axis · wrench`` of that body, and its derivatives are those of the
Newton-Euler equations.

"x bar" in a comment is the derivative of the scalar with respect to x. The primitives and options come
from ``_kernels``. The compiler's cache does not notice a change there, so a change there needs an edit
of this file too.
"""

from typing import Any

import numpy as np

from core.compiling import fast_inlined, fast_kernel
from core.robot._kernels import _cross, _down, _pose, _step, _up


@fast_inlined
def _carry_axes(turn: Any, row: Any, p: Any, axes: Any, count: Any) -> None:
    """Turn the first ``count`` joint axes into the next link frame, as twists of its origin."""
    c, s = turn
    ca, sa = row[0], row[1]
    for i in range(count):
        z = axes[i]
        ex, ey, ez = _cross(z[0], z[1], z[2], p[0], p[1], p[2])
        z[3], z[4], z[5] = _down(c, s, ca, sa, z[3] + ex, z[4] + ey, z[5] + ez)
        z[0], z[1], z[2] = _down(c, s, ca, sa, z[0], z[1], z[2])


@fast_inlined
def _times(g: Any, k: Any, x: Any, y: Any, z: Any) -> Any:
    """The symmetric matrix at ``g[k + 4:]`` times a vector."""
    xx, xy, yy, xz, yz, zz = g[k + 4], g[k + 5], g[k + 6], g[k + 7], g[k + 8], g[k + 9]
    return xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z


@fast_inlined
def _wrench_to_axes(motion: Any, g: Any, k: Any, bar: Any) -> None:
    """Add the force and moment of the imagined body to the axis bar."""
    (wx, wy, wz), (dx, dy, dz), (ax, ay, az) = motion
    m, cx, cy, cz = g[k], g[k + 1], g[k + 2], g[k + 3]
    hx, hy, hz = _times(g, k, wx, wy, wz)
    ix, iy, iz = _times(g, k, dx, dy, dz)
    bar[0] += cy * az - cz * ay + ix + wy * hz - wz * hy
    bar[1] += cz * ax - cx * az + iy + wz * hx - wx * hz
    bar[2] += cx * ay - cy * ax + iz + wx * hy - wy * hx
    ex, ey, ez = _cross(wx, wy, wz, cx, cy, cz)
    bar[3] += m * ax + dy * cz - dz * cy + wy * ez - wz * ey
    bar[4] += m * ay + dz * cx - dx * cz + wz * ex - wx * ez
    bar[5] += m * az + dx * cy - dy * cx + wx * ey - wy * ex


@fast_inlined
def _axis_to_motion(motion: Any, axis: Any, g: Any, k: Any, bar: Any) -> None:
    """Motion bar (9,) from a joint whose axis in the link frame is ``axis`` (6,)."""
    wx, wy, wz = motion[0]
    tx, ty, tz, lx, ly, lz = axis[0], axis[1], axis[2], axis[3], axis[4], axis[5]
    m, cx, cy, cz = g[k], g[k + 1], g[k + 2], g[k + 3]
    ux, uy, uz = _cross(tx, ty, tz, wx, wy, wz)
    jx, jy, jz = _times(g, k, ux, uy, uz)
    hx, hy, hz = _times(g, k, wx, wy, wz)
    ix, iy, iz = _times(g, k, tx, ty, tz)
    wc, lw, lc = wx * cx + wy * cy + wz * cz, lx * wx + ly * wy + lz * wz, 2.0 * (lx * cx + ly * cy + lz * cz)
    bar[0] += lx * wc + cx * lw - wx * lc + jx + hy * tz - hz * ty
    bar[1] += ly * wc + cy * lw - wy * lc + jy + hz * tx - hx * tz
    bar[2] += lz * wc + cz * lw - wz * lc + jz + hx * ty - hy * tx
    bar[3] += cy * lz - cz * ly + ix
    bar[4] += cz * lx - cx * lz + iy
    bar[5] += cx * ly - cy * lx + iz
    bar[6] += m * lx + ty * cz - tz * cy
    bar[7] += m * ly + tz * cx - tx * cz
    bar[8] += m * lz + tx * cy - ty * cx


@fast_inlined
def _own_axis_to_motion(slides: Any, motion: Any, g: Any, k: Any, bar: Any) -> None:
    """The same for the link's own joint, whose axis is z: most products vanish."""
    wx, wy, wz = motion[0]
    if slides:
        cx, cy, cz = g[k + 1], g[k + 2], g[k + 3]
        bar[0] += cx * wz - 2.0 * wx * cz
        bar[1] += cy * wz - 2.0 * wy * cz
        bar[2] += wx * cx + wy * cy
        bar[3] += cy
        bar[4] -= cx
        bar[8] += g[k]
    else:
        bar[0] += g[k + 5] * wx * 2.0 - g[k + 4] * wy + g[k + 6] * wy + g[k + 8] * wz
        bar[1] += g[k + 6] * wx - g[k + 4] * wx - g[k + 5] * wy * 2.0 - g[k + 7] * wz
        bar[2] += g[k + 8] * wx - g[k + 7] * wy
        bar[3] += g[k + 7]
        bar[4] += g[k + 8]
        bar[5] += g[k + 9]
        bar[6] -= g[k + 2]
        bar[7] += g[k + 1]


@fast_inlined
def _gather_link(slides: Any, motion: Any, axes: Any, j: Any, weights: Any, bars: Any) -> None:
    """Add the terms of link ``j`` to the bars of its motion and of all joint axes before it."""
    axis_bars, motion_bar = bars
    k = 10 * j
    for i in range(j):
        _wrench_to_axes(motion, weights[i], k, axis_bars[i])
        _axis_to_motion(motion, axes[i], weights[i], k, motion_bar)
    _own_axis_to_motion(slides, motion, weights[j], k, motion_bar)


@fast_inlined
def _turned(x: Any, bar: Any, k: Any) -> Any:
    """Derivative of ``bar · x`` with respect to a turn of the link frame about its z axis."""
    return bar[k] * x[1] - bar[k + 1] * x[0]


@fast_inlined
def _axes_back(place: Any, row: Any, slides: Any, axes: Any, count: Any, bars: Any) -> Any:
    """Bring the bars of the first ``count`` axes to the parent frame; return that of the joint's position."""
    c, s, px, py, pz = place[0], place[1], place[2], place[3], place[4]
    by_joint = 0.0
    for i in range(count):
        axis, bar = axes[i], bars[i]
        if slides:
            by_joint += bar[3] * axis[1] - bar[4] * axis[0]
        else:
            by_joint += _turned(axis, bar, 0) + bar[3] * axis[4] - bar[4] * axis[3]
        tx, ty, tz = _up(c, s, row[0], row[1], bar[0], bar[1], bar[2])
        lx, ly, lz = _up(c, s, row[0], row[1], bar[3], bar[4], bar[5])
        ex, ey, ez = _cross(px, py, pz, lx, ly, lz)
        bar[0], bar[1], bar[2] = tx + ex, ty + ey, tz + ez
        bar[3], bar[4], bar[5] = lx, ly, lz
    return by_joint


@fast_inlined
def _turn_back(motion: Any, v: Any, bar: Any) -> Any:
    """Undo a turning joint: bars of its position, velocity and acceleration; ``bar`` as before the joint."""
    (wx, wy, _), (dx, dy, _), f = motion
    by_velocity = bar[2] + bar[3] * wy - bar[4] * wx
    bar[0] -= bar[4] * v
    bar[1] += bar[3] * v
    by_position = _turned((wx, wy), bar, 0) + _turned((dx - wy * v, dy + wx * v), bar, 3)
    return by_position + _turned(f, bar, 6), by_velocity, bar[5]


@fast_inlined
def _slide_back(motion: Any, v: Any, bar: Any) -> Any:
    """The same for a sliding joint, which moves the link frame's origin along z."""
    (wx, wy, wz), (dx, dy, _), _ = motion
    fx, fy, fz = bar[6], bar[7], bar[8]
    by_velocity = 2.0 * (fx * wy - fy * wx)  # Coriolis
    along = fx * wx + fy * wy + fz * wz
    by_position = fx * dy - fy * dx + wz * along - fz * (wx * wx + wy * wy + wz * wz)
    bar[0] -= 2.0 * fy * v
    bar[1] += 2.0 * fx * v
    return by_position, by_velocity, fz


@fast_inlined
def _motion_back(place: Any, row: Any, w: Any, bar: Any) -> None:
    """Bring the motion bar from a link frame to its parent frame, which turns at ``w``."""
    c, s, px, py, pz = place[0], place[1], place[2], place[3], place[4]
    tx, ty, tz = _up(c, s, row[0], row[1], bar[0], bar[1], bar[2])
    dx, dy, dz = _up(c, s, row[0], row[1], bar[3], bar[4], bar[5])
    fx, fy, fz = _up(c, s, row[0], row[1], bar[6], bar[7], bar[8])
    wx, wy, wz = w
    wp, fw, fp = wx * px + wy * py + wz * pz, fx * wx + fy * wy + fz * wz, 2.0 * (fx * px + fy * py + fz * pz)
    ex, ey, ez = _cross(px, py, pz, fx, fy, fz)
    bar[0], bar[1], bar[2] = (
        tx + fx * wp + px * fw - wx * fp,
        ty + fy * wp + py * fw - wy * fp,
        tz + fz * wp + pz * fw - wz * fp,
    )
    bar[3], bar[4], bar[5] = dx + ex, dy + ey, dz + ez
    bar[6], bar[7], bar[8] = fx, fy, fz


@fast_inlined
def _store(motion: Any, row: Any) -> None:
    (row[0], row[1], row[2]), (row[3], row[4], row[5]), (row[6], row[7], row[8]) = motion


@fast_inlined
def _stored(row: Any) -> Any:
    return (row[0], row[1], row[2]), (row[3], row[4], row[5]), (row[6], row[7], row[8])


@fast_inlined
def _sweep_out(q: Any, v: Any, a: Any, arm: Any, memory: Any) -> None:
    """Remember the motion of every link and all axes before it, in its own frame."""
    rows, slides, gravity = arm
    motions, places, axes = memory
    still = (0.0, 0.0, 0.0)
    motion = (still, still, (-gravity[0], -gravity[1], -gravity[2]))
    _store(motion, motions[0])
    for j in range(rows.shape[0]):
        c, s, px, py, pz = _pose(rows[j], slides[j], q[j])
        place = places[j]
        place[0], place[1], place[2], place[3], place[4] = c, s, px, py, pz
        motion = _step((c, s), rows[j], slides[j], (px, py, pz), (v[j], a[j]), motion)
        _store(motion, motions[j + 1])
        for i in range(j):
            for k in range(6):
                axes[j, i, k] = axes[j - 1, i, k]
        _carry_axes((c, s), rows[j], (px, py, pz), axes[j], j)
        for k in range(6):
            axes[j, j, k] = 0.0
        axes[j, j, 5 if slides[j] else 2] = 1.0


@fast_kernel
def regressor_gradient(
    q: Any, v: Any, a: Any, arm: Any, weights: Any, by_q: Any, by_v: Any, by_a: Any
) -> None:
    """Fill ``by_q``, ``by_v`` and ``by_a`` (N, n) for ``weights`` (N, n, 10 n)."""
    rows, slides, _ = arm
    n = rows.shape[0]
    motions, places, axes = np.empty((n + 1, 9)), np.empty((n, 5)), np.empty((n, n, 6))
    axis_bars, bar = np.empty((n, 6)), np.empty(9)
    for t in range(q.shape[0]):
        _sweep_out(q[t], v[t], a[t], arm, (motions, places, axes))
        axis_bars[:] = 0.0
        bar[:] = 0.0
        for j in range(n - 1, -1, -1):
            motion = _stored(motions[j + 1])
            _gather_link(slides[j], motion, axes[j], j, weights[t], (axis_bars, bar))
            by_axes = _axes_back(places[j], rows[j], slides[j], axes[j], j, axis_bars)
            back = _slide_back(motion, v[t, j], bar) if slides[j] else _turn_back(motion, v[t, j], bar)
            by_q[t, j], by_v[t, j], by_a[t, j] = by_axes + back[0], back[1], back[2]
            _motion_back(places[j], rows[j], _stored(motions[j])[0], bar)
