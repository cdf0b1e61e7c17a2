"""A trajectory given as equally spaced points in time, joined by a cubic spline at rest at both ends."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.excitation.trajectories.motion import (
    Kinematics,
    PeakBounds,
    check_duration,
    check_fraction,
    frozen_array,
    held_clock,
)
from core.recording import FloatArray


@dataclass(frozen=True, eq=False)
class SampledTrajectory:
    """Points ``positions`` (N, n) rad or m, ``period_s`` s from one to the next, N at least 2.

    The cubic spline through them has no velocity at either end ("clamped"); its
    acceleration there follows from the points and is among the bounds.

    Raises
    ------
    BadRequest
        ``trajectory-shape``, ``trajectory-not-finite`` or ``trajectory-duration``.
    """

    period_s: float
    positions: FloatArray

    def __post_init__(self) -> None:
        """Check everything and make the points a read-only copy."""
        check_duration(self.period_s, field="period_s")
        positions = frozen_array("positions", self.positions, shape=(None, None))
        if positions.shape[0] < 2:
            frozen_array("positions", positions, shape=(2, positions.shape[1]))
        object.__setattr__(self, "positions", positions)

    @property
    def duration(self) -> float:
        """Seconds from the first to the last point."""
        return float(self.period_s * (self.positions.shape[0] - 1))

    @property
    def joint_count(self) -> int:
        """Number of joints of the points, n."""
        return int(self.positions.shape[1])

    @property
    def start(self) -> FloatArray:
        """Start pose: the first point, (n,)."""
        return np.asarray(self.positions[0])

    @cached_property
    def _pieces(self) -> FloatArray:
        """(4, N − 1, n) coefficients of the pieces, highest power first, time from the piece's start."""
        from scipy.interpolate import CubicSpline  # slow to import, and the window needs none

        knots = np.arange(self.positions.shape[0]) * self.period_s
        return np.asarray(CubicSpline(knots, self.positions, axis=0, bc_type="clamped").c)

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s; held at the ends outside [0, duration]."""
        clock, inside = held_clock(time, duration=self.duration)
        piece = np.clip((clock / self.period_s).astype(np.intp), 0, self.positions.shape[0] - 2)
        t = (clock - piece * self.period_s)[:, np.newaxis]
        cubic, square, slope, value = self._pieces[:, piece]
        velocity = (3.0 * cubic * t + 2.0 * square) * t + slope
        acceleration = 6.0 * cubic * t + 2.0 * square
        return Kinematics(
            position=((cubic * t + square) * t + slope) * t + value,
            velocity=velocity * inside,
            acceleration=acceleration * inside,
        )

    def peak_bounds(self) -> PeakBounds:
        """The exact peaks: those of a cubic, of a parabola and of a line in every piece."""
        cubic, square, slope, _ = self._pieces
        turning = self._in_piece(_roots(3.0 * cubic, 2.0 * square, slope))
        position = np.concatenate([self._at(0, turning), self.positions[np.newaxis, 1:]])
        vertex = self._in_piece(_line_roots(6.0 * cubic, 2.0 * square)[np.newaxis])
        ends = np.broadcast_to(np.array([0.0, self.period_s])[:, None, None], (2, *cubic.shape))
        velocity = self._at(1, np.concatenate([vertex, ends]))
        acceleration = self._at(2, ends)
        lowest, highest = position.min(axis=(0, 1)), position.max(axis=(0, 1))
        return PeakBounds(
            lower=np.minimum(lowest, self.positions[0]),
            upper=np.maximum(highest, self.positions[0]),
            velocity=np.abs(velocity).max(axis=(0, 1)),
            acceleration=np.abs(acceleration).max(axis=(0, 1)),
        )

    def _in_piece(self, times: FloatArray) -> FloatArray:
        """Times clipped to their piece; a value that is not finite becomes the piece's start."""
        return np.clip(np.nan_to_num(times, nan=0.0, posinf=0.0, neginf=0.0), 0.0, self.period_s)

    def _at(self, derivative: int, t: FloatArray) -> FloatArray:
        """A derivative of every piece at times (k, N − 1, n) from its start."""
        cubic, square, slope, value = self._pieces
        if derivative == 0:
            return np.asarray(((cubic * t + square) * t + slope) * t + value)
        if derivative == 1:
            return np.asarray((3.0 * cubic * t + 2.0 * square) * t + slope)
        return np.asarray(6.0 * cubic * t + 2.0 * square)

    def slowed(self, fraction: float) -> "SampledTrajectory":
        """The same path at a fraction (0 to 1] of its speed."""
        check_fraction(fraction)
        return replace(self, period_s=self.period_s / fraction)


def _line_roots(slope: FloatArray, value: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.asarray(-value / slope)


def _roots(square: FloatArray, slope: FloatArray, value: FloatArray) -> FloatArray:
    """Both roots (2, …) of a parabola, without cancellation error; NaN where they are not real."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        root = np.sqrt(slope**2 - 4.0 * square * value)
        half = -0.5 * (slope + np.copysign(root, slope))
        return np.stack([half / square, value / half])
