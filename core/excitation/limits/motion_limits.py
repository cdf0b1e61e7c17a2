"""The limits for scaling a motion, and the peaks of a motion against them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from core.errors import BadRequest
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.motion import PeakBounds, Trajectory, enclosing_bounds
from core.recording import FloatArray
from core.robot.model import RobotModel

DEFAULT_ACCELERATION = float(np.radians(120.0))
"""Default acceleration limit, rad/s², if the maker gives none."""
DEFAULT_VELOCITY = float(np.radians(60.0))
"""Default velocity limit, rad/s, if the maker gives none."""
DEFAULT_SLIDE = 0.25
"""Default limits of sliding joints: m, m/s and m/s²."""
ROBOT_LIMITS = "robot"
"""Name of the set of the robot's own limits."""

GRID_STEP_S = 0.005
"""Largest time step of the grid, s."""
_CHUNK = 20_000
"""Number of grid points evaluated in one step."""


class LimitOrigin(StrEnum):
    """Origin of a joint's position, velocity or acceleration limit."""

    MAKER = "maker"
    """Taken from the robot's description."""
    NAMED = "named"
    """Taken from the chosen set of limits."""
    DEFAULT = "default"
    """The program's default, because no limit is given."""


@dataclass(frozen=True)
class LimitSet:
    """Name of a set of limits and, joint by joint, the origin of each limit."""

    name: str = ROBOT_LIMITS
    position: tuple[LimitOrigin, ...] = ()
    velocity: tuple[LimitOrigin, ...] = ()
    acceleration: tuple[LimitOrigin, ...] = ()

    def joints(self, quantity: str, *, origin: LimitOrigin) -> tuple[int, ...]:
        """The joints (from 0) whose ``position``, ``velocity`` or ``acceleration`` limit comes from there."""
        origins: tuple[LimitOrigin, ...] = getattr(self, quantity)
        return tuple(joint for joint, found in enumerate(origins) if found is origin)


@dataclass(frozen=True, eq=False)
class MotionLimits:
    """Limits of all joints, each (n,) and finite: rad, rad/s, rad/s²; m for sliding joints.

    ``origin`` gives the origin of each limit.
    """

    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    origin: LimitSet = field(default_factory=LimitSet)

    def use(self, bounds: PeakBounds) -> FloatArray:
        """(n, 3) shares of the position, velocity and acceleration limits; 1 = at a limit.

        A position's share counts from the middle of the travel.
        """
        middle, half = (self.lower + self.upper) / 2.0, (self.upper - self.lower) / 2.0
        away = np.maximum(bounds.upper - middle, middle - bounds.lower)
        shares = away / half, bounds.velocity / self.velocity, bounds.acceleration / self.acceleration
        return np.stack(shares, axis=1)

    def shared(self, share: float, *, start: FloatArray) -> "MotionLimits":
        """These limits reduced to a share (0, 1], positions counted from ``start`` (n,), which is inside."""
        return replace(
            self,
            lower=start + share * (self.lower - start),
            upper=start + share * (self.upper - start),
            velocity=share * self.velocity,
            acceleration=share * self.acceleration,
        )


def motion_limits(
    robot: RobotModel,
    *,
    start: FloatArray,
    velocity: FloatArray | None = None,
    acceleration: FloatArray | None = None,
) -> MotionLimits:
    """The robot's limits, or those given (n,) instead; an unlimited joint may go half a turn either way.

    Raises
    ------
    BadRequest
        ``start-outside-limits`` with the joint (from 1), where it is, and its limits;
        ``trajectory-limit`` for a limit that is not positive.
    """
    slides = robot.is_prismatic
    reach = np.where(slides, DEFAULT_SLIDE, np.pi)
    check_start(start, lower=robot.lower, upper=robot.upper)
    speed = robot.velocity_limit if velocity is None else np.asarray(velocity, dtype=np.float64)
    push = robot.acceleration_limit if acceleration is None else np.asarray(acceleration, dtype=np.float64)
    given = LimitOrigin.NAMED
    maker = LimitOrigin.MAKER
    return MotionLimits(
        lower=np.where(np.isfinite(robot.lower), robot.lower, np.minimum(start, 0.0) - reach),
        upper=np.where(np.isfinite(robot.upper), robot.upper, np.maximum(start, 0.0) + reach),
        velocity=_filled("velocity", speed, default=np.where(slides, DEFAULT_SLIDE, DEFAULT_VELOCITY)),
        acceleration=_filled(
            "acceleration", push, default=np.where(slides, DEFAULT_SLIDE, DEFAULT_ACCELERATION)
        ),
        origin=LimitSet(
            position=_origins([robot.lower, robot.upper], otherwise=maker),
            velocity=_origins([speed], otherwise=maker if velocity is None else given),
            acceleration=_origins([push], otherwise=maker if acceleration is None else given),
        ),
    )


def check_start(start: FloatArray, *, lower: FloatArray, upper: FloatArray) -> None:
    """Raise an error for a start pose (n,) outside limits (n,).

    Raises
    ------
    BadRequest
        ``start-outside-limits`` with the joint (from 1), where it is, and its limits.
    """
    outside = np.flatnonzero(~((start >= lower) & (start <= upper)))
    if outside.size:
        joint = int(outside[0])
        raise BadRequest(
            "start-outside-limits",
            joint=joint + 1,
            start=float(start[joint]),
            lower=float(lower[joint]),
            upper=float(upper[joint]),
        )


def _origins(limits: Sequence[FloatArray], *, otherwise: LimitOrigin) -> tuple[LimitOrigin, ...]:
    """Origin of each joint's limits: the default where one of them is infinite."""
    missing = np.any([np.isinf(limit) for limit in limits], axis=0)
    return tuple(LimitOrigin.DEFAULT if absent else otherwise for absent in missing)


def _filled(name: str, given: FloatArray, *, default: FloatArray) -> FloatArray:
    limit = np.where(np.isinf(given), default, given)
    wrong = np.flatnonzero(~(limit > 0.0))
    if wrong.size:
        joint = int(wrong[0])
        raise BadRequest("trajectory-limit", joint=joint + 1, limit=name, value=float(limit[joint]))
    return limit


@dataclass(frozen=True, eq=False)
class MotionPeaks:
    """Peaks of a motion on a 5 ms grid, in rad, rad/s, rad/s² (m for sliding joints).

    ``lower``, ``upper``, ``velocity``, ``acceleration`` are (n,). ``limit_use`` (n, 3) is the share of
    the position limits (counted from the middle of the travel), of the velocity limits and of the
    acceleration limits, 1 = at the limit; ``worst`` is the largest of them. ``boundary_error`` is
    the largest deviation from the start pose and from rest at both ends.
    """

    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    limit_use: FloatArray
    worst: float
    boundary_error: float

    @property
    def position(self) -> FloatArray:
        """Position farthest from zero of each joint, (n,)."""
        return np.maximum(-self.lower, self.upper)


def motion_peaks(
    motion: Trajectory | FourierSeries, limits: MotionLimits, *, start: FloatArray | None = None
) -> MotionPeaks:
    """The peaks of a trajectory, or of one period of a series that need not be at rest.

    Parameters
    ----------
    start
        (n,) the pose that ``boundary_error`` is about; without one, where the motion begins.
    """
    duration = motion.period_s if isinstance(motion, FourierSeries) else motion.duration
    found = _peaks(motion, duration=duration)
    use = limits.use(found)
    return MotionPeaks(
        lower=found.lower,
        upper=found.upper,
        velocity=found.velocity,
        acceleration=found.acceleration,
        limit_use=use,
        worst=float(use.max()),
        boundary_error=_boundary_error(motion, duration=duration, start=start),
    )


def _peaks(motion: Trajectory | FourierSeries, *, duration: float) -> PeakBounds:
    steps = int(np.ceil(duration / GRID_STEP_S - 1e-9))
    time = np.linspace(0.0, duration, steps + 1)
    parts = []
    for first in range(0, time.size, _CHUNK):
        found = motion.evaluate(time[first : first + _CHUNK])
        parts.append(
            PeakBounds(
                lower=found.position.min(axis=0),
                upper=found.position.max(axis=0),
                velocity=np.abs(found.velocity).max(axis=0),
                acceleration=np.abs(found.acceleration).max(axis=0),
            )
        )
    return enclosing_bounds(parts)


def _boundary_error(
    motion: Trajectory | FourierSeries, *, duration: float, start: FloatArray | None
) -> float:
    ends = motion.evaluate(np.array([0.0, duration]))
    origin = ends.position[0] if start is None else start
    misses = (ends.position - origin, ends.velocity, ends.acceleration)
    return float(max(np.abs(miss).max() for miss in misses))
