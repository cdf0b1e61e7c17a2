"""Uploaded trajectories: their upload, and their paths, evaluated by the device itself.

Fourier series as in the identification papers, ``q = q0 + Σ a_l/(w l) sin(w l t) − b_l/(w l) cos(w l t)``,
and sampled points joined by a cubic spline. The evaluation is separate from the host's code, so that one
checks the other.

Repeated bytes are taken once. Bytes behind a gap are ignored until the host sends the gap. An upload
that begins again with the same size and checksum is continued.
"""

import math
import zlib
from typing import Protocol

import numpy as np

from core.recording import FloatArray
from devices.errors import MotionRejected
from devices.protocol_open.messages import TrajectoryBegin, TrajectoryChunk, TrajectoryKind
from devices.protocol_open.trajectory_bytes import unpack_fourier, unpack_samples
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.paths import PathPoint
from devices.virtual.firmware.plant import PERIOD_S

LONGEST_TRAJECTORY_S = 600.0
_CHECK_ROWS = 10_000
_PASSES = 44
"""Number of iterations; each halves the error of the slopes, together to 13 digits."""
REST_SPEED_SHARE = 1e-3
"""Limit of the speed at both ends, relative to the joint's speed limit."""

LARGEST_UPLOAD_BYTES = 32 * 1024 * 1024


class UploadedPath(Protocol):
    """A path that can also be evaluated at many times at once."""

    @property
    def duration(self) -> float:
        """Duration from start to end, s."""

    def at(self, time: float) -> PathPoint:
        """State (n,) of the path at ``time`` s."""

    def sampled(self, time: FloatArray) -> PathPoint:
        """States (N, n) of the path at the times (N,) s."""


class FourierPath:
    """Finite Fourier series: ``offset`` q0 (n,), ``sine`` a and ``cosine`` b (n, L), ``base`` rad/s."""

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
        """Duration from start to end, s."""
        return self._duration

    def at(self, time: float) -> PathPoint:
        """State (n,) of the path at ``time`` s."""
        angles = self._rates * time
        rows = self._matrix @ np.concatenate([np.sin(angles), np.cos(angles)])
        n = self._offset.shape[0]
        return PathPoint(self._offset + rows[:n], rows[n : 2 * n], rows[2 * n :])

    def sampled(self, time: FloatArray) -> PathPoint:
        """States (N, n) of the path at the times (N,) s."""
        angles = time[:, None] * self._rates
        rows = np.hstack([np.sin(angles), np.cos(angles)]) @ self._matrix.T
        n = self._offset.shape[0]
        return PathPoint(self._offset + rows[:, :n], rows[:, n : 2 * n], rows[:, 2 * n :])


class SampledPath:
    """Cubic spline through points (N, n), ``period`` s apart; at rest at both ends."""

    def __init__(self, points: FloatArray, *, period: float) -> None:
        self._period = period
        self._last = points.shape[0] - 2
        self._duration: float = period * (points.shape[0] - 1)
        rise, slope = np.diff(points, axis=0) / period, _slopes(points, period=period)
        # cubic Hermite coefficients of each piece, from its chord (rise) and its end slopes
        bend = (3.0 * rise - 2.0 * slope[:-1] - slope[1:]) / period
        twist = (slope[:-1] + slope[1:] - 2.0 * rise) / period**2
        self._pieces = np.stack([twist, bend, slope[:-1], points[:-1]], axis=1)  # (N − 1, 4, n)

    @property
    def duration(self) -> float:
        """Duration from start to end, s."""
        return self._duration

    def at(self, time: float) -> PathPoint:
        """State (n,) of the path at ``time`` s."""
        piece = min(max(int(time / self._period), 0), self._last)
        return self._on_piece(self._pieces[piece], time - piece * self._period)

    def sampled(self, time: FloatArray) -> PathPoint:
        """States (N, n) of the path at the times (N,) s."""
        piece = np.clip((time / self._period).astype(np.intp), 0, self._last)
        cubics = self._pieces[piece].transpose(1, 0, 2)
        return self._on_piece(cubics, (time - piece * self._period)[:, None])

    @staticmethod
    def _on_piece(cubics: FloatArray, x: float | FloatArray) -> PathPoint:
        c3, c2, c1, c0 = cubics
        return PathPoint(
            ((c3 * x + c2) * x + c1) * x + c0, (3.0 * c3 * x + 2.0 * c2) * x + c1, 6.0 * c3 * x + 2.0 * c2
        )


def _slopes(points: FloatArray, *, period: float) -> FloatArray:
    """Slopes (N, n) of the twice continuously differentiable spline that is at rest at both ends.

    By Jacobi iteration, because importing a library's splines takes longer than loading the whole device.
    """
    target = 0.75 * (points[2:] - points[:-2]) / period
    slope = np.zeros_like(points)
    # each inner point: slope[i−1] + 4·slope[i] + slope[i+1] = 3·(points[i+1] − points[i−1]) / period
    for _ in range(_PASSES):
        slope[1:-1] = target - 0.25 * (slope[:-2] + slope[2:])
    return slope


def read_trajectory(kind: TrajectoryKind, content: bytes, *, joint_count: int) -> UploadedPath:
    """Read the path from an upload.

    Raises
    ------
    MotionRejected
        ``trajectory-unreadable`` with the reason, ``trajectory-joint-count`` or ``trajectory-too-long``.
    """
    try:
        path = _read(kind, content)
    except ValueError as error:
        raise MotionRejected("trajectory-unreadable", reason=str(error)) from error
    joints = path.at(0.0).position.shape[0]
    if joints != joint_count:
        raise MotionRejected("trajectory-joint-count", joints=joints, expected=joint_count)
    if path.duration > LONGEST_TRAJECTORY_S:
        raise MotionRejected("trajectory-too-long", duration=path.duration, longest=LONGEST_TRAJECTORY_S)
    return path


def _read(kind: TrajectoryKind, content: bytes) -> UploadedPath:
    if kind is TrajectoryKind.FOURIER:
        body = unpack_fourier(content)
        return FourierPath(
            duration=body.duration, base=body.base_frequency, offset=body.q0, sine=body.a, cosine=body.b
        )
    points = unpack_samples(content)
    if points.period < PERIOD_S:
        raise ValueError("a period below the control period")
    return SampledPath(points.positions, period=points.period)


def check_trajectory(path: UploadedPath, joints: Joints) -> None:
    """Refuse a path that exceeds limits or does not begin and end at rest.

    It is checked once per control period, at the times at which it will be followed.

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
    # in pieces: ten minutes at 1 kHz would need hundreds of MB at once
    for first in range(0, count, _CHECK_ROWS):
        time = np.arange(first, min(first + _CHECK_ROWS, count)) * PERIOD_S
        point = path.sampled(np.minimum(time, path.duration))
        joints.check_limits(point.position, point.velocity, point.acceleration)


class Upload:
    """The trajectory in the device's memory: incomplete, or complete, checked and with a token."""

    def __init__(self, joints: Joints) -> None:
        self._joints = joints
        self._begun: TrajectoryBegin | None = None
        self._content = bytearray()
        self._path: UploadedPath | None = None
        self._token = 0

    @property
    def received(self) -> int:
        """Number of bytes received without a gap."""
        return len(self._content)

    def begin(self, request: TrajectoryBegin) -> None:
        """Start an upload or continue the same one; a committed trajectory is discarded.

        Raises
        ------
        MotionRejected
            ``trajectory-too-large``.
        """
        if request.size > LARGEST_UPLOAD_BYTES:
            raise MotionRejected("trajectory-too-large", size=request.size, largest=LARGEST_UPLOAD_BYTES)
        if self._begun != request or self._path is not None:
            self._content.clear()
        self._begun, self._path = request, None

    def add(self, chunk: TrajectoryChunk) -> None:
        """Append the part of a chunk that continues the received bytes.

        Raises
        ------
        MotionRejected
            ``trajectory-unknown``, ``trajectory-too-large``.
        """
        if self._begun is None:
            raise MotionRejected("trajectory-unknown")
        if chunk.offset + len(chunk.content) > self._begun.size:
            raise MotionRejected(
                "trajectory-too-large", size=chunk.offset + len(chunk.content), largest=self._begun.size
            )
        if chunk.offset <= self.received and self._path is None:
            self._content += chunk.content[self.received - chunk.offset :]

    def commit(self) -> int:
        """Check the complete upload and return its token; the same token if asked again.

        Raises
        ------
        MotionRejected
            ``trajectory-unknown``, ``trajectory-incomplete``, ``trajectory-damaged``, and what
            :func:`read_trajectory` and :func:`check_trajectory` raise.
        """
        if self._begun is None:
            raise MotionRejected("trajectory-unknown")
        if self._path is None:
            if self.received < self._begun.size:
                raise MotionRejected("trajectory-incomplete", received=self.received, size=self._begun.size)
            self._path = self._checked(self._begun, bytes(self._content))
            self._token += 1
        return self._token

    def take(self, token: int) -> UploadedPath:
        """Return the committed path.

        Raises
        ------
        MotionRejected
            ``trajectory-unknown`` for any token other than that of the last commit.
        """
        if self._path is None or token != self._token:
            raise MotionRejected("trajectory-unknown", token=token)
        return self._path

    def discard(self) -> None:
        """Discard upload and path: after a stop no old plan may run."""
        self._begun, self._path = None, None
        self._content.clear()

    def _checked(self, begun: TrajectoryBegin, content: bytes) -> UploadedPath:
        if zlib.crc32(content) != begun.crc:
            # damaged although each frame had a valid checksum: the host must send all of it again
            self._content.clear()
            raise MotionRejected("trajectory-damaged", size=begun.size)
        path = read_trajectory(begun.kind, content, joint_count=self._joints.count)
        check_trajectory(path, self._joints)
        return path
