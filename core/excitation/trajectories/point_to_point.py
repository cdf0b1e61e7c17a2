"""A move from one pose to another, from rest to rest, along a fifth-order polynomial."""

from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest
from core.excitation.trajectories.motion import (
    Kinematics,
    PeakBounds,
    check_duration,
    check_fraction,
    frozen_array,
    held_clock,
)
from core.recording import FloatArray

SHORTEST_MOVE_S = 0.05
"""Shortest duration of a move, even one of no distance, s."""
_PEAK_VELOCITY = 15.0 / 8.0
"""Peak of the first derivative of 10 u³ − 15 u⁴ + 6 u⁵, at u = 1/2."""
_PEAK_ACCELERATION = 10.0 / np.sqrt(3.0)
"""Peak of its second derivative, at u = 1/2 ± √3/6."""


@dataclass(frozen=True, eq=False)
class PointToPoint:
    """From ``start`` to ``target``, both (n,) rad or m, in ``duration`` s; all joints arrive together.

    Raises
    ------
    BadRequest
        ``trajectory-shape``, ``trajectory-not-finite`` or ``trajectory-duration``.
    """

    start: FloatArray
    target: FloatArray
    duration: float

    def __post_init__(self) -> None:
        """Check everything and make every array a read-only copy."""
        check_duration(self.duration, field="duration")
        start = frozen_array("start", self.start, shape=(None,))
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "target", frozen_array("target", self.target, shape=start.shape))

    @property
    def joint_count(self) -> int:
        """Number of joints of the move, n."""
        return int(self.start.size)

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s; held at the ends outside [0, duration]."""
        clock, inside = held_clock(time, duration=self.duration)
        u = (clock / self.duration)[:, np.newaxis]
        way = self.target - self.start
        position = self.start + way * (u**3 * (10.0 - 15.0 * u + 6.0 * u**2))
        velocity = way / self.duration * (30.0 * u**2 * (1.0 - u) ** 2)
        acceleration = way / self.duration**2 * (60.0 * u * (1.0 - u) * (1.0 - 2.0 * u))
        return Kinematics(position, velocity * inside, acceleration * inside)

    def peak_bounds(self) -> PeakBounds:
        """The exact peaks of the polynomial, in closed form."""
        way = np.abs(self.target - self.start)
        return PeakBounds(
            lower=np.minimum(self.start, self.target),
            upper=np.maximum(self.start, self.target),
            velocity=_PEAK_VELOCITY * way / self.duration,
            acceleration=_PEAK_ACCELERATION * way / self.duration**2,
        )

    def slowed(self, fraction: float) -> "PointToPoint":
        """The same path at a fraction (0 to 1] of its speed."""
        check_fraction(fraction)
        return replace(self, duration=self.duration / fraction)


def point_to_point(
    start: FloatArray,
    target: FloatArray,
    *,
    velocity: FloatArray | float,
    acceleration: FloatArray | float,
) -> PointToPoint:
    """The quickest move of this kind within limits (n,) or one for all, rad/s and rad/s².

    A limit may be infinite where the other one is not, or where the joint does not move.

    Raises
    ------
    BadRequest
        ``trajectory-limit`` with the joint (from 1) and which limit is not positive, or that
        neither is finite; otherwise as ``PointToPoint``.
    """
    begin = frozen_array("start", start, shape=(None,))
    way = np.abs(frozen_array("target", target, shape=begin.shape) - begin)
    speed = _limit("velocity", velocity, count=begin.size)
    push = _limit("acceleration", acceleration, count=begin.size)
    unlimited = np.flatnonzero(np.isinf(speed) & np.isinf(push) & (way > 0.0))
    if unlimited.size:
        raise BadRequest(
            "trajectory-limit", joint=int(unlimited[0]) + 1, limit="velocity", value=float("inf")
        )
    times = np.maximum(_PEAK_VELOCITY * way / speed, np.sqrt(_PEAK_ACCELERATION * way / push))
    return PointToPoint(start=start, target=target, duration=max(float(times.max()), SHORTEST_MOVE_S))


def _limit(name: str, given: FloatArray | float, *, count: int) -> FloatArray:
    limit = np.asarray(given, dtype=np.float64)
    if limit.ndim and limit.shape != (count,):
        raise BadRequest("trajectory-shape", field=name, expected=(count,), found=limit.shape)
    limit = np.broadcast_to(limit, (count,))
    wrong = np.flatnonzero(~(limit > 0.0))
    if wrong.size:
        joint = int(wrong[0])
        raise BadRequest("trajectory-limit", joint=joint + 1, limit=name, value=float(limit[joint]))
    return limit
