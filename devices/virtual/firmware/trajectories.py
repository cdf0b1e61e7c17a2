"""Uploaded trajectories: their bytes as paths, evaluated by the device itself.

Fourier series as in the identification papers, ``q = q0 + Σ a_l/(w l) sin(w l t) − b_l/(w l) cos(w l t)``,
and sampled points with a cubic spline between them. Written from the protocol alone, not from
the host's own evaluation, so that one checks the other.
"""

import math
import struct
from typing import Protocol

import numpy as np
from scipy.interpolate import CubicSpline

from core.recording import FloatArray
from devices.errors import MotionRejected
from devices.protocol_open.messages import TrajectoryKind
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.paths import PathPoint
from devices.virtual.firmware.plant import PERIOD_S

LONGEST_TRAJECTORY_S = 600.0
_FOURIER_HEAD = struct.Struct("<ddHH")
_SAMPLES_HEAD = struct.Struct("<dHI")
_CHECK_ROWS = 10_000
REST_SPEED_SHARE = 1e-3
"""Of a joint's speed limit: what still counts as beginning and ending at rest."""


class UploadedPath(Protocol):
    """A path that can also be looked at as a whole."""

    @property
    def duration(self) -> float:
        """Seconds from start to end."""

    def at(self, time: float) -> PathPoint:
        """The path at ``time`` s, (n,)."""

    def sampled(self, time: FloatArray) -> PathPoint:
        """The path at times (N,) s, (N, n)."""


class FourierPath:
    """A finite Fourier series: ``offset`` q0 (n,), ``sine`` a and ``cosine`` b (n, L), ``base`` rad/s."""

    def __init__(
        self, *, duration: float, base: float, offset: FloatArray, sine: FloatArray, cosine: FloatArray
    ) -> None:
        self._duration = duration
        self._rates = base * np.arange(1, sine.shape[1] + 1)
        self._offset = offset
        # one product gives position, velocity and acceleration: rows of (3n, 2L) over [sin, cos]
        scaled_a, scaled_b = sine / self._rates, cosine / self._rates
        self._matrix = np.concatenate(
            [
                np.hstack([scaled_a, -scaled_b]),
                np.hstack([cosine, sine]),
                np.hstack([-sine * self._rates, cosine * self._rates]),
            ]
        )

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self._duration

    def at(self, time: float) -> PathPoint:
        """The path at ``time`` s."""
        angles = self._rates * time
        rows = self._matrix @ np.concatenate([np.sin(angles), np.cos(angles)])
        n = self._offset.shape[0]
        return PathPoint(self._offset + rows[:n], rows[n : 2 * n], rows[2 * n :])

    def sampled(self, time: FloatArray) -> PathPoint:
        """The path at times (N,)."""
        angles = time[:, None] * self._rates
        rows = np.hstack([np.sin(angles), np.cos(angles)]) @ self._matrix.T
        n = self._offset.shape[0]
        return PathPoint(self._offset + rows[:, :n], rows[:, n : 2 * n], rows[:, 2 * n :])


class SampledPath:
    """Points (N, n) at a fixed ``period`` in s, a cubic spline between them, at rest at both ends."""

    def __init__(self, points: FloatArray, *, period: float) -> None:
        self._period = period
        self._last = points.shape[0] - 2
        self._duration: float = period * (points.shape[0] - 1)
        self._spline = CubicSpline(np.arange(points.shape[0]) * period, points, axis=0, bc_type="clamped")
        self._pieces = np.ascontiguousarray(self._spline.c.transpose(1, 0, 2))  # (N − 1, 4, n)

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self._duration

    def at(self, time: float) -> PathPoint:
        """The path at ``time`` s."""
        piece = min(max(int(time / self._period), 0), self._last)
        x = time - piece * self._period
        c3, c2, c1, c0 = self._pieces[piece]
        return PathPoint(
            ((c3 * x + c2) * x + c1) * x + c0, (3.0 * c3 * x + 2.0 * c2) * x + c1, 6.0 * c3 * x + 2.0 * c2
        )

    def sampled(self, time: FloatArray) -> PathPoint:
        """The path at times (N,)."""
        return PathPoint(self._spline(time), self._spline(time, 1), self._spline(time, 2))


def read_trajectory(kind: TrajectoryKind, content: bytes, *, joint_count: int) -> UploadedPath:
    """The path that an upload describes.

    Raises
    ------
    MotionRejected
        ``trajectory-unreadable`` with what is wrong, or ``trajectory-joint-count``.
    """
    path = (
        _fourier(content, joint_count) if kind is TrajectoryKind.FOURIER else _samples(content, joint_count)
    )
    if not 0.0 < path.duration <= LONGEST_TRAJECTORY_S:
        raise MotionRejected("trajectory-unreadable", field="duration", value=path.duration)
    return path


def check_trajectory(path: UploadedPath, joints: Joints) -> None:
    """Refuse a path that leaves the limits or does not begin and end at rest.

    Looked at once per control period, as it will be followed.

    Raises
    ------
    MotionRejected
        ``outside-limits`` or ``trajectory-not-at-rest``.
    """
    ends = np.abs(path.sampled(np.array([0.0, path.duration])).velocity) / joints.velocity
    if ends.max() > REST_SPEED_SHARE:
        joint = int(np.argmax(ends.max(axis=0)))
        raise MotionRejected("trajectory-not-at-rest", joint=joints.names[joint])
    count = math.ceil(path.duration / PERIOD_S) + 1
    for first in range(0, count, _CHECK_ROWS):
        time = np.arange(first, min(first + _CHECK_ROWS, count)) * PERIOD_S
        point = path.sampled(np.minimum(time, path.duration))
        joints.check_limits(point.position, point.velocity, point.acceleration)


def _fourier(content: bytes, joint_count: int) -> FourierPath:
    duration, base, joints, harmonics = _head(_FOURIER_HEAD, content)
    _expect_joints(int(joints), joint_count)
    values = _body(content, _FOURIER_HEAD.size, count=int(joints * (1 + 2 * harmonics)))
    if not (harmonics > 0 and math.isfinite(duration) and math.isfinite(base) and base > 0.0):
        raise MotionRejected("trajectory-unreadable", field="head", value=len(content))
    shape = (joint_count, int(harmonics))
    offset, sine, cosine = np.split(values, [joint_count, joint_count * (1 + shape[1])])
    return FourierPath(
        duration=duration, base=base, offset=offset, sine=sine.reshape(shape), cosine=cosine.reshape(shape)
    )


def _samples(content: bytes, joint_count: int) -> SampledPath:
    period, joints, count = _head(_SAMPLES_HEAD, content)
    _expect_joints(int(joints), joint_count)
    values = _body(content, _SAMPLES_HEAD.size, count=int(joints * count))
    if not (count > 1 and math.isfinite(period) and period >= PERIOD_S):
        raise MotionRejected("trajectory-unreadable", field="head", value=len(content))
    return SampledPath(values.reshape(int(count), joint_count), period=period)


def _head(form: struct.Struct, content: bytes) -> tuple[float, ...]:
    if len(content) < form.size:
        raise MotionRejected("trajectory-unreadable", field="size", value=len(content))
    return form.unpack_from(content)


def _expect_joints(found: int, expected: int) -> None:
    if found != expected:
        raise MotionRejected("trajectory-joint-count", joints=found, expected=expected)


def _body(content: bytes, start: int, *, count: int) -> FloatArray:
    if len(content) != start + 8 * count:
        raise MotionRejected("trajectory-unreadable", field="size", value=len(content))
    values = np.frombuffer(content, "<f8", offset=start).astype(np.float64)
    if not np.all(np.isfinite(values)):
        raise MotionRejected("trajectory-unreadable", field="values", value=count)
    return values
