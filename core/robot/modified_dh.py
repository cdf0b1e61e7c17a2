"""Conversion of other descriptions of joint axes to modified Denavit-Hartenberg rows (Craig)."""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray
from core.robot.placement import inverse, rotation_about_x, rotation_about_z, shift

PARALLEL_TOLERANCE_RAD = 1e-5
"""Angle below which two axes count as parallel.

Descriptions write pi/2 as 1.5708, and the common normal of axes that are parallel but for such rounding
lies kilometres away.
"""
_SAME_PLACE_M = 1e-9
_SAME_ANGLE_RAD = 1e-9


@dataclass(frozen=True)
class Row:
    """One Denavit-Hartenberg row: a and d in m, alpha and offset in rad."""

    a: float
    alpha: float
    d: float
    offset: float


@dataclass(frozen=True)
class ModifiedChain:
    """Rows with the frame before the first one and all link frames.

    ``base`` (4, 4) places the first row's parent frame, ``link_frames`` are the (4, 4)
    placements of the link frames at zero joint positions, both in the frame of the input.
    """

    base: FloatArray
    rows: tuple[Row, ...]
    link_frames: tuple[FloatArray, ...]


@dataclass(frozen=True)
class Axis:
    """A joint axis at zero joint positions: a point (3,) on it in m and its direction (3,), a unit vector."""

    point: FloatArray
    direction: FloatArray


def from_standard(rows: tuple[Row, ...]) -> tuple[tuple[Row, ...], tuple[FloatArray, ...]]:
    """Modified rows for standard ones (Spong), and the standard link frames seen from the modified.

    A standard row is ``Rz(q + offset) Tz(d) Tx(a) Rx(alpha)``: its last two factors move
    into the next modified row. The last (4, 4) frame is the flange.
    """
    before = (Row(0.0, 0.0, 0.0, 0.0), *rows[:-1])
    modified = tuple(
        Row(a=last.a, alpha=last.alpha, d=row.d, offset=row.offset)
        for last, row in zip(before, rows, strict=True)
    )
    frames = tuple(shift(row.a, 0.0, 0.0) @ rotation_about_x(row.alpha) for row in rows)
    return modified, frames


def from_axes(axes: tuple[Axis, ...]) -> ModifiedChain:
    """Modified rows for joint axes anywhere in space, keeping their zero.

    The x axis of each link frame follows the common normal to the next joint axis
    (Craig, "Introduction to Robotics", 3.4), pointed so that it turns least from the one before.
    The parent frame of the first row is the input's frame, turned and shifted as little as possible
    so that its z axis is the first joint's.
    """
    frame = _first_parent(axes[0])
    base = frame
    rows: list[Row] = []
    frames: list[FloatArray] = []
    a, alpha = 0.0, 0.0
    for index, axis in enumerate(axes):
        foot = frame @ shift(a, 0.0, 0.0) @ rotation_about_x(alpha)
        following = axes[index + 1] if index + 1 < len(axes) else axis
        d, x, next_a, next_alpha = _common_normal(foot, following)
        offset = _tidy_angle(float(np.arctan2(x @ foot[:3, 1], x @ foot[:3, 0])))
        rows.append(Row(a=a, alpha=alpha, d=d, offset=offset))
        frame = foot @ rotation_about_z(offset) @ shift(0.0, 0.0, d)
        frames.append(frame)
        a, alpha = next_a, _tidy_angle(next_alpha)
    return ModifiedChain(base=base, rows=tuple(rows), link_frames=tuple(frames))


def flange_after(chain: ModifiedChain, *, tip: FloatArray) -> FloatArray:
    """The flange (4, 4) in the last link frame, for a ``tip`` (4, 4) at zero joint positions."""
    placement: FloatArray = inverse(chain.link_frames[-1]) @ tip
    return placement


def _frame(origin: FloatArray, *, x: FloatArray, z: FloatArray) -> FloatArray:
    frame = np.eye(4)
    frame[:3, 0], frame[:3, 1], frame[:3, 2], frame[:3, 3] = x, np.cross(z, x), z, origin
    return frame


def _first_parent(axis: Axis) -> FloatArray:
    """A frame on the first joint axis, near the input's frame; that frame itself if it is on the axis."""
    z = axis.direction
    if np.linalg.norm(np.cross(np.array([0.0, 0.0, 1.0]), z)) < PARALLEL_TOLERANCE_RAD and z[2] > 0.0:
        z = np.array([0.0, 0.0, 1.0])
    origin = axis.point - (axis.point @ z) * z
    if np.linalg.norm(origin) < _SAME_PLACE_M:
        origin = np.zeros(3)
    x = next(unit - (unit @ z) * z for unit in np.eye(3) if abs(unit @ z) < np.cos(np.pi / 6))
    return _frame(origin, x=x / np.linalg.norm(x), z=z)


def _common_normal(foot: FloatArray, following: Axis) -> tuple[float, FloatArray, float, float]:
    """Distance d on the present axis to the common normal with the next one, its direction, a and alpha."""
    x, z, origin = foot[:3, 0], foot[:3, 2], foot[:3, 3]
    between = following.point - origin
    cross = np.cross(z, following.direction)
    sine = float(np.linalg.norm(cross))
    if sine < PARALLEL_TOLERANCE_RAD:
        return _parallel_normal(x, z, between, reverses=bool(following.direction @ z < 0.0))
    normal = cross / sine
    # A common normal has two directions. The one nearer to the present x axis keeps the offset small.
    if normal @ x < -_SAME_PLACE_M:
        normal, sine = -normal, -sine
    alpha = float(np.arctan2(sine, following.direction @ z))
    a = float(between @ normal)
    # the foot of the normal: the rest of ``between`` has no component along side, which is normal to x and z
    across = np.cross(following.direction, normal)
    d = float(between @ across) / float(z @ across)
    return _tidy(d), normal, _tidy(a), alpha


def _parallel_normal(
    x: FloatArray, z: FloatArray, between: FloatArray, *, reverses: bool
) -> tuple[float, FloatArray, float, float]:
    alpha = np.pi if reverses else 0.0
    across = between - (between @ z) * z
    distance = float(np.linalg.norm(across))
    if distance < _SAME_PLACE_M:
        return 0.0, x, 0.0, alpha
    normal = across / distance
    if normal @ x < -_SAME_PLACE_M:
        return 0.0, -normal, -distance, alpha
    return 0.0, normal, distance, alpha


def _tidy_angle(angle: float) -> float:
    """The angle.

    A multiple of a quarter turn where it differs from one by the description's rounding only.
    """
    quarter = float(np.round(angle / (np.pi / 2.0)) * (np.pi / 2.0))
    return quarter if abs(angle - quarter) < _SAME_ANGLE_RAD else angle


def _tidy(length: float) -> float:
    return 0.0 if abs(length) < _SAME_PLACE_M else length
