"""Compiled loops over samples and joints for arms in modified Denavit-Hartenberg form.

Private: ``core.robot.dynamics`` and ``core.robot.kinematics`` are the public interface. Every
kernel is serial and releases the interpreter lock; outputs are handed in, zeroed where
the docstring states it. ``arm`` is ``RobotModel.kernel_rows``: ``rows`` (n, 5) with cos(alpha),
sin(alpha), a, d and the offset of each joint, which of them slide, and gravity (3,) seen
from the first row's parent frame, which becomes an upward acceleration of the base.

Scalars instead of small arrays keep every intermediate in a register; the regressor, which takes most of the
time, has a lane of the processor's vectors for each of sixteen samples. All kernels live in one file because
the compiler's cache does not notice a change in another. The recursions are those of Khalil and Dombre,
"Modeling, Identification and Control of Robots", ch. 9 (Newton-Euler with inertia at the link frame's origin,
linear in the parameters).
"""

import math
from typing import Any

import numpy as np

from core.compiling import fast_inlined, fast_kernel


@fast_inlined
def _down(c: Any, s: Any, ca: Any, sa: Any, x: Any, y: Any, z: Any) -> Any:
    """Turn a vector of the parent frame into the link frame."""
    turned = ca * y + sa * z
    return c * x + s * turned, c * turned - s * x, ca * z - sa * y


@fast_inlined
def _up(c: Any, s: Any, ca: Any, sa: Any, x: Any, y: Any, z: Any) -> Any:
    """Turn a vector of the link frame into the parent frame."""
    turned = s * x + c * y
    return c * x - s * y, ca * turned - sa * z, sa * turned + ca * z


@fast_inlined
def _cross(ax: Any, ay: Any, az: Any, bx: Any, by: Any, bz: Any) -> Any:
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


@fast_inlined
def _pose(row: Any, slides: Any, q: Any) -> Any:
    """Cosine and sine of the joint angle and the link frame's origin in the parent frame."""
    if slides:
        angle, along = row[4], row[3] + q
    else:
        angle, along = row[4] + q, row[3]
    return math.cos(angle), math.sin(angle), row[2], -row[1] * along, row[0] * along


@fast_inlined
def _step(turn: Any, row: Any, slides: Any, p: Any, rate: Any, motion: Any) -> Any:
    """Carry ``motion`` one link out: turning rate, its derivative, acceleration of the origin.

    ``turn`` is the joint angle's cosine and sine, ``rate`` the joint's velocity and acceleration.
    """
    c, s = turn
    w, d, f = motion
    ex, ey, ez = _cross(w[0], w[1], w[2], p[0], p[1], p[2])
    gx, gy, gz = _cross(d[0], d[1], d[2], p[0], p[1], p[2])
    hx, hy, hz = _cross(w[0], w[1], w[2], ex, ey, ez)
    fx, fy, fz = _down(c, s, row[0], row[1], f[0] + gx + hx, f[1] + gy + hy, f[2] + gz + hz)
    wx, wy, wz = _down(c, s, row[0], row[1], w[0], w[1], w[2])
    dx, dy, dz = _down(c, s, row[0], row[1], d[0], d[1], d[2])
    v, a = rate
    if slides:
        fx += 2.0 * wy * v  # Coriolis
        fy -= 2.0 * wx * v
        fz += a
    else:
        dx += wy * v
        dy -= wx * v
        dz += a
        wz += v
    return (wx, wy, wz), (dx, dy, dz), (fx, fy, fz)


LANES = 16
"""Samples that the regressor works on side by side, one to a lane of the processor's vectors.

The compiler makes vector instructions of a loop over lanes only if it has sixteen turns or more.
"""
_FAR_RAD = 1e5
"""Beyond this angle the quarter turns are no longer taken off to the last digit."""


@fast_inlined
def _cosine_sine(angle: Any) -> Any:
    """Both to the last digit or the one before it, without a call, which would end the vectors.

    Quarter turns are taken off in three parts; what is left is within an eighth of a turn. Coefficients:
    Moshier, Cephes library, ``sin.c``.
    """
    quarters = math.floor(angle * 0.6366197723675814 + 0.5)
    x = angle - quarters * 1.57079625129699707031
    x = (x - quarters * 7.54978941586159635335e-8) - quarters * 5.39030285815811848560e-15
    z = x * x
    odd = (1.58962301576546568060e-10 * z - 2.50507477628578072866e-8) * z + 2.75573136213857245213e-6
    odd = ((odd * z - 1.98412698295895385996e-4) * z + 8.33333333332211858878e-3) * z
    even = (-1.13585365213876817300e-11 * z + 2.08757008419747316778e-9) * z - 2.75573141792967388112e-7
    even = ((even * z + 2.48015872888517045348e-5) * z - 1.38888888888730564116e-3) * z
    sine = x + x * z * (odd - 1.66666666666666307295e-1)
    cosine = 1.0 - 0.5 * z + z * z * (even + 4.16666666666665929218e-2)
    quarter = np.int32(quarters) & 3
    c, s = (sine, cosine) if quarter & 1 else (cosine, sine)
    return (-c if (quarter + 1) & 2 else c), (-s if quarter & 2 else s)


@fast_inlined
def _place_links(row: Any, slides: Any, far: Any, joint: Any, place: Any) -> None:
    """As ``_pose`` for the positions ``joint[0]`` of all lanes; ``far``: not by ``_cosine_sine``."""
    for k in range(LANES):
        q = joint[0, k]
        along = row[3] + q if slides else row[3]
        place[2, k], place[3, k], place[4, k] = row[2], -row[1] * along, row[0] * along
    if far:
        for k in range(LANES):
            angle = row[4] if slides else row[4] + joint[0, k]
            place[0, k], place[1, k] = math.cos(angle), math.sin(angle)
    else:
        for k in range(LANES):
            place[0, k], place[1, k] = _cosine_sine(row[4] if slides else row[4] + joint[0, k])


@fast_inlined
def _step_links(place: Any, row: Any, slides: Any, joint: Any, link: Any) -> None:
    """As ``_step`` for all lanes; ``link`` has the nine numbers of its ``motion``."""
    for k in range(LANES):
        motion = (
            (link[0, k], link[1, k], link[2, k]),
            (link[3, k], link[4, k], link[5, k]),
            (link[6, k], link[7, k], link[8, k]),
        )
        p, rate = (place[2, k], place[3, k], place[4, k]), (joint[1, k], joint[2, k])
        w, d, f = _step((place[0, k], place[1, k]), row, slides, p, rate, motion)
        link[0, k], link[1, k], link[2, k] = w
        link[3, k], link[4, k], link[5, k] = d
        link[6, k], link[7, k], link[8, k] = f


@fast_inlined
def _spread_links(link: Any, m: Any) -> None:
    """Fill ``m`` (9, lanes) with [dw]x + [w]x [w]x, row by row: a point at r is accelerated by a + m r."""
    for k in range(LANES):
        wx, wy, wz, dx, dy, dz = link[0, k], link[1, k], link[2, k], link[3, k], link[4, k], link[5, k]
        m[0, k], m[1, k], m[2, k] = -wy * wy - wz * wz, wx * wy - dz, wx * wz + dy
        m[3, k], m[4, k], m[5, k] = wx * wy + dz, -wx * wx - wz * wz, wy * wz - dx
        m[6, k], m[7, k], m[8, k] = wx * wz - dy, wy * wz + dx, -wx * wx - wy * wy


@fast_inlined
def _carry_axis(place: Any, row: Any, axis: Any) -> None:
    """Turn the axis (6, lanes) of a joint into the next link frame, as a twist of its origin."""
    for k in range(LANES):
        c, s = place[0, k], place[1, k]
        tx, ty, tz = axis[0, k], axis[1, k], axis[2, k]
        ex, ey, ez = _cross(tx, ty, tz, place[2, k], place[3, k], place[4, k])
        lx, ly, lz = axis[3, k] + ex, axis[4, k] + ey, axis[5, k] + ez
        axis[0, k], axis[1, k], axis[2, k] = _down(c, s, row[0], row[1], tx, ty, tz)
        axis[3, k], axis[4, k], axis[5, k] = _down(c, s, row[0], row[1], lx, ly, lz)


@fast_inlined
def _outer_row(axis: Any, link: Any, m: Any, y: Any) -> None:
    """Fill ``y`` (10, lanes): torque of one link's parameters at a joint before its own."""
    for k in range(LANES):
        wx, wy, wz, dx, dy, dz = link[0, k], link[1, k], link[2, k], link[3, k], link[4, k], link[5, k]
        ax, ay, az = link[6, k], link[7, k], link[8, k]
        tx, ty, tz, lx, ly, lz = axis[0, k], axis[1, k], axis[2, k], axis[3, k], axis[4, k], axis[5, k]
        # t · (w × I w) = (t × w) · I w, which is linear in the six elements of I.
        ux, uy, uz = _cross(tx, ty, tz, wx, wy, wz)
        y[0, k] = lx * ax + ly * ay + lz * az
        y[1, k] = lx * m[0, k] + ly * m[3, k] + lz * m[6, k] + ay * tz - az * ty
        y[2, k] = lx * m[1, k] + ly * m[4, k] + lz * m[7, k] + az * tx - ax * tz
        y[3, k] = lx * m[2, k] + ly * m[5, k] + lz * m[8, k] + ax * ty - ay * tx
        y[4, k] = tx * dx + ux * wx
        y[5, k] = tx * dy + ty * dx + ux * wy + uy * wx
        y[6, k] = ty * dy + uy * wy
        y[7, k] = tx * dz + tz * dx + ux * wz + uz * wx
        y[8, k] = ty * dz + tz * dy + uy * wz + uz * wy
        y[9, k] = tz * dz + uz * wz


@fast_inlined
def _own_row(slides: Any, link: Any, lane: Any, k: Any, y: Any) -> None:
    """Torque of one link's parameters at its own joint, whose axis is z, so that most products vanish."""
    wx, wy, wz, dx, dy = link[0, lane], link[1, lane], link[2, lane], link[3, lane], link[4, lane]
    dz, ax, ay, az = link[5, lane], link[6, lane], link[7, lane], link[8, lane]
    if slides:
        y[k], y[k + 1], y[k + 2], y[k + 3] = az, wx * wz - dy, wy * wz + dx, -wx * wx - wy * wy
    else:
        y[k + 1], y[k + 2] = ay, -ax
        y[k + 4], y[k + 5], y[k + 6] = -wx * wy, wx * wx - wy * wy, wx * wy
        y[k + 7], y[k + 8], y[k + 9] = dx - wy * wz, dy + wx * wz, dz


@fast_inlined
def _goes_far(q: Any, rows: Any, slides: Any) -> Any:
    """True where an angle is too large for ``_cosine_sine``, or no number."""
    far = False
    for t in range(q.shape[0]):
        for j in range(rows.shape[0]):
            far |= not slides[j] and not abs(rows[j, 4] + q[t, j]) < _FAR_RAD
    return far


@fast_kernel
def regressor(q: Any, v: Any, a: Any, arm: Any, out: Any) -> None:
    """Fill ``out`` (N, n, 10 n); entries that are zero for every arm are never written."""
    rows, slides, gravity = arm
    n = rows.shape[0]
    far = _goes_far(q, rows, slides)
    joint = np.empty((3, LANES))  # position, velocity, acceleration
    place = np.empty((5, LANES))  # cosine and sine of the joint angle, origin of the link frame
    link = np.empty((9, LANES))  # turning rate, its derivative, acceleration of the origin
    spread = np.empty((9, LANES))
    axes = np.empty((n, 6, LANES))  # each joint's twist in the present link frame: turning, sliding
    block = np.empty((10, LANES))
    for first in range(0, q.shape[0], LANES):
        count = min(LANES, q.shape[0] - first)
        link[:6] = 0.0
        for r in range(3):
            # Gravity acts like an upward acceleration of the base, so no link needs a weight term.
            link[6 + r] = -gravity[r]
        for j in range(n):
            for k in range(LANES):
                t = first + min(k, count - 1)  # lanes that are left over do the last sample again
                joint[0, k], joint[1, k], joint[2, k] = q[t, j], v[t, j], a[t, j]
            _place_links(rows[j], slides[j], far, joint, place)
            _step_links(place, rows[j], slides[j], joint, link)
            _spread_links(link, spread)
            for i in range(j):
                _carry_axis(place, rows[j], axes[i])
                _outer_row(axes[i], link, spread, block)
                for k in range(count):
                    y = out[first + k, i]
                    for r in range(10):
                        y[10 * j + r] = block[r, k]
            for k in range(count):
                _own_row(slides[j], link, k, 10 * j, out[first + k, j])
            axes[j] = 0.0
            axes[j, 5 if slides[j] else 2] = 1.0


@fast_inlined
def _link_wrench(p: Any, motion: Any) -> Any:
    """Force and moment that move one link, at its frame's origin."""
    (wx, wy, wz), (dx, dy, dz), (ax, ay, az) = motion
    m, sx, sy, sz = p[0], p[1], p[2], p[3]
    hx, hy, hz = _cross(wx, wy, wz, sx, sy, sz)
    gx, gy, gz = _cross(wx, wy, wz, hx, hy, hz)
    ex, ey, ez = _cross(dx, dy, dz, sx, sy, sz)
    lx = p[4] * wx + p[5] * wy + p[7] * wz
    ly = p[5] * wx + p[6] * wy + p[8] * wz
    lz = p[7] * wx + p[8] * wy + p[9] * wz
    kx, ky, kz = _cross(wx, wy, wz, lx, ly, lz)
    rx, ry, rz = _cross(sx, sy, sz, ax, ay, az)
    nx = p[4] * dx + p[5] * dy + p[7] * dz + kx + rx
    ny = p[5] * dx + p[6] * dy + p[8] * dz + ky + ry
    nz = p[7] * dx + p[8] * dy + p[9] * dz + kz + rz
    return m * ax + ex + gx, m * ay + ey + gy, m * az + ez + gz, nx, ny, nz


@fast_inlined
def _add_wrench(place: Any, row: Any, outer: Any, inner: Any) -> None:
    """Pass the wrench of a link frame on to its parent frame."""
    c, s, px, py, pz = place[0], place[1], place[2], place[3], place[4]
    fx, fy, fz = _up(c, s, row[0], row[1], outer[0], outer[1], outer[2])
    nx, ny, nz = _up(c, s, row[0], row[1], outer[3], outer[4], outer[5])
    ex, ey, ez = _cross(px, py, pz, fx, fy, fz)
    inner[0] += fx
    inner[1] += fy
    inner[2] += fz
    inner[3] += nx + ex
    inner[4] += ny + ey
    inner[5] += nz + ez


@fast_kernel
def inverse_dynamics(q: Any, v: Any, a: Any, arm: Any, parameters: Any, rotor: Any, out: Any) -> None:
    """Fill ``out`` (N, n) with the torque of the links and of rotors ``rotor`` (n,)."""
    rows, slides, gravity = arm
    n = rows.shape[0]
    wrench = np.empty((n, 6))
    place = np.empty((n, 5))
    still = (0.0, 0.0, 0.0)
    for t in range(q.shape[0]):
        motion = (still, still, (-gravity[0], -gravity[1], -gravity[2]))
        for j in range(n):
            c, s, px, py, pz = _pose(rows[j], slides[j], q[t, j])
            place[j, 0], place[j, 1], place[j, 2], place[j, 3], place[j, 4] = c, s, px, py, pz
            motion = _step((c, s), rows[j], slides[j], (px, py, pz), (v[t, j], a[t, j]), motion)
            fx, fy, fz, nx, ny, nz = _link_wrench(parameters[j], motion)
            wrench[j, 0], wrench[j, 1], wrench[j, 2] = fx, fy, fz
            wrench[j, 3], wrench[j, 4], wrench[j, 5] = nx, ny, nz
        for j in range(n - 1, -1, -1):
            out[t, j] = (wrench[j, 2] if slides[j] else wrench[j, 5]) + rotor[j] * a[t, j]
            if j:
                _add_wrench(place[j], rows[j], wrench[j], wrench[j - 1])


@fast_inlined
def _carry_inertia(place: Any, row: Any, outer: Any, inner: Any) -> None:
    """Add the composite inertia ``outer`` (10,) of a link frame to ``inner`` of its parent frame."""
    c, s, px, py, pz = place[0], place[1], place[2], place[3], place[4]
    ca, sa, m = row[0], row[1], outer[0]
    ux, uy, uz = _up(c, s, ca, sa, outer[1], outer[2], outer[3])
    x0, y0, z0 = _up(c, s, ca, sa, outer[4], outer[5], outer[7])  # R I, column by column
    x1, y1, z1 = _up(c, s, ca, sa, outer[5], outer[6], outer[8])
    x2, y2, z2 = _up(c, s, ca, sa, outer[7], outer[8], outer[9])
    ixx, ixy, ixz = _up(c, s, ca, sa, x0, x1, x2)  # R (R I)ᵀ = R I Rᵀ, row by row
    _, iyy, iyz = _up(c, s, ca, sa, y0, y1, y2)
    _, _, izz = _up(c, s, ca, sa, z0, z1, z2)
    # Parallel axis theorem for an inertia at the frame's origin, not at the centre of mass: I + 2 (u·p)
    # E − u pᵀ − p uᵀ + m ((p·p) E − p pᵀ) with u = R m c.
    shift = 2.0 * (ux * px + uy * py + uz * pz) + m * (px * px + py * py + pz * pz)
    inner[0] += m
    inner[1] += ux + m * px
    inner[2] += uy + m * py
    inner[3] += uz + m * pz
    inner[4] += ixx + shift - 2.0 * ux * px - m * px * px
    inner[5] += ixy - ux * py - uy * px - m * px * py
    inner[6] += iyy + shift - 2.0 * uy * py - m * py * py
    inner[7] += ixz - ux * pz - uz * px - m * px * pz
    inner[8] += iyz - uy * pz - uz * py - m * py * pz
    inner[9] += izz + shift - 2.0 * uz * pz - m * pz * pz


@fast_inlined
def _mass_column(j: Any, slides: Any, rows: Any, place: Any, b: Any, out: Any) -> None:
    """Column ``j`` of the mass matrix: torque at joint ``j`` and those before it for unit acceleration.

    ``b`` (10,) is the composite inertia of all links that joint ``j`` carries, at its link frame's
    origin.
    """
    if slides[j]:
        # Wrench of the composite body under unit acceleration of the joint along or about its z axis.
        fx, fy, fz, nx, ny, nz = 0.0, 0.0, b[0], b[2], -b[1], 0.0
    else:
        fx, fy, fz, nx, ny, nz = -b[2], b[1], 0.0, b[7], b[8], b[9]
    out[j, j] = fz if slides[j] else nz
    for i in range(j - 1, -1, -1):
        c, s, ca, sa = place[i + 1, 0], place[i + 1, 1], rows[i + 1, 0], rows[i + 1, 1]
        fx, fy, fz = _up(c, s, ca, sa, fx, fy, fz)
        nx, ny, nz = _up(c, s, ca, sa, nx, ny, nz)
        ex, ey, ez = _cross(place[i + 1, 2], place[i + 1, 3], place[i + 1, 4], fx, fy, fz)
        nx, ny, nz = nx + ex, ny + ey, nz + ez
        out[i, j] = out[j, i] = fz if slides[i] else nz


@fast_kernel
def mass_matrix(q: Any, arm: Any, parameters: Any, out: Any) -> None:
    """Fill ``out`` (N, n, n) by composite rigid bodies.

    Featherstone, "Rigid Body Dynamics Algorithms", section 6.2.
    """
    rows, slides, _ = arm
    n = rows.shape[0]
    body = np.empty((n, 10))
    place = np.empty((n, 5))
    for t in range(q.shape[0]):
        for j in range(n):
            c, s, px, py, pz = _pose(rows[j], slides[j], q[t, j])
            place[j, 0], place[j, 1], place[j, 2], place[j, 3], place[j, 4] = c, s, px, py, pz
            for k in range(10):
                body[j, k] = parameters[j, k]
        # Inwards: body[j] is complete only after all outer links were added to it.
        for j in range(n - 1, -1, -1):
            _mass_column(j, slides, rows, place, body[j], out[t])
            if j:
                _carry_inertia(place[j], rows[j], body[j], body[j - 1])


@fast_kernel
def link_transforms(q: Any, arm: Any, base: Any, out: Any) -> None:
    """Fill ``out`` (N, n, 4, 4) with the link frames seen from the base frame."""
    rows, slides, _ = arm
    for t in range(q.shape[0]):
        outer = base
        for j in range(rows.shape[0]):
            c, s, px, py, pz = _pose(rows[j], slides[j], q[t, j])
            ca, sa = rows[j, 0], rows[j, 1]
            frame = out[t, j]
            for r in range(3):
                x, y, z = outer[r, 0], outer[r, 1], outer[r, 2]
                frame[r, 3] = outer[r, 3] + x * px + y * py + z * pz
                frame[r, 0], frame[r, 1], frame[r, 2] = _down(c, s, ca, sa, x, y, z)
                frame[3, r] = 0.0
            frame[3, 3] = 1.0
            outer = frame


@fast_kernel
def jacobian(links: Any, slides: Any, point: Any, out: Any) -> None:
    """Fill ``out`` (N, 6, n) from link frames (N, n, 4, 4) for ``point`` (N, 3)."""
    for t in range(links.shape[0]):
        for j in range(slides.shape[0]):
            frame = links[t, j]
            zx, zy, zz = frame[0, 2], frame[1, 2], frame[2, 2]
            if slides[j]:
                out[t, 0, j], out[t, 1, j], out[t, 2, j] = zx, zy, zz
                out[t, 3, j] = out[t, 4, j] = out[t, 5, j] = 0.0
            else:
                rx, ry, rz = point[t, 0] - frame[0, 3], point[t, 1] - frame[1, 3], point[t, 2] - frame[2, 3]
                out[t, 0, j], out[t, 1, j], out[t, 2, j] = _cross(zx, zy, zz, rx, ry, rz)
                out[t, 3, j], out[t, 4, j], out[t, 5, j] = zx, zy, zz
