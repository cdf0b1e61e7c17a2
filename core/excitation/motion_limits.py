"""The limits a motion is scaled to: the arm's own, with defaults where nobody gave any."""

from dataclasses import dataclass

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.model import RobotModel

DEFAULT_ACCELERATION = float(np.radians(120.0))
"""rad/s² where the maker gives none."""
DEFAULT_VELOCITY = float(np.radians(60.0))
"""rad/s where the maker gives none."""
DEFAULT_SLIDE = 0.25
"""m, m/s and m/s² for sliding joints without limits."""


@dataclass(frozen=True, eq=False)
class MotionLimits:
    """All (n,), finite: rad, rad/s, rad/s²; m for sliding joints."""

    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


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
    outside = np.flatnonzero(~((start >= robot.lower) & (start <= robot.upper)))
    if outside.size:
        joint = int(outside[0])
        raise BadRequest(
            "start-outside-limits",
            joint=joint + 1,
            start=float(start[joint]),
            lower=float(robot.lower[joint]),
            upper=float(robot.upper[joint]),
        )
    return MotionLimits(
        lower=np.where(np.isfinite(robot.lower), robot.lower, np.minimum(start, 0.0) - reach),
        upper=np.where(np.isfinite(robot.upper), robot.upper, np.maximum(start, 0.0) + reach),
        velocity=_filled(
            "velocity",
            robot.velocity_limit if velocity is None else velocity,
            default=np.where(slides, DEFAULT_SLIDE, DEFAULT_VELOCITY),
        ),
        acceleration=_filled(
            "acceleration",
            robot.acceleration_limit if acceleration is None else acceleration,
            default=np.where(slides, DEFAULT_SLIDE, DEFAULT_ACCELERATION),
        ),
    )


def _filled(name: str, given: FloatArray, *, default: FloatArray) -> FloatArray:
    limit = np.where(np.isinf(given), default, given)
    wrong = np.flatnonzero(~(limit > 0.0))
    if wrong.size:
        joint = int(wrong[0])
        raise BadRequest("trajectory-limit", joint=joint + 1, limit=name, value=float(limit[joint]))
    return limit
