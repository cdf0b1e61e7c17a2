"""Trajectories of joint positions over time, from rest to rest, exact at every moment.

This module exports the trajectory types and their conversion to and from plain fields for files
(``kind`` beside the fields of the class).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from core.errors import BadRequest
from core.excitation.trajectories.fourier import FourierTrajectory, project_boundary_conditions
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.free_fourier import FreeFourierTrajectory, entered_from
from core.excitation.trajectories.joined import JoinedTrajectory, end_of, rest
from core.excitation.trajectories.motion import Kinematics, PeakBounds, Trajectory
from core.excitation.trajectories.point_to_point import PointToPoint, point_to_point
from core.excitation.trajectories.quintic_fourier import QuinticFourierTrajectory, brought_to_rest
from core.excitation.trajectories.sampled import SampledTrajectory
from core.fields import from_fields, to_fields

__all__ = [
    "FourierSeries",
    "FourierTrajectory",
    "FreeFourierTrajectory",
    "JoinedTrajectory",
    "Kinematics",
    "PeakBounds",
    "PointToPoint",
    "QuinticFourierTrajectory",
    "SampledTrajectory",
    "Trajectory",
    "TrajectoryKind",
    "brought_to_rest",
    "end_of",
    "entered_from",
    "point_to_point",
    "project_boundary_conditions",
    "rest",
    "trajectory_from_fields",
    "trajectory_to_fields",
]

AnyTrajectory = (
    FourierTrajectory
    | QuinticFourierTrajectory
    | FreeFourierTrajectory
    | PointToPoint
    | SampledTrajectory
    | JoinedTrajectory
)


class TrajectoryKind(StrEnum):
    """The kinds of excitation trajectories (help, methods: excitation)."""

    FOURIER = "fourier"
    """A series that starts and ends at rest with every joint at zero ([Liu])."""
    MODIFIED = "modified"
    """The same from any start pose ([Wu])."""
    QUINTIC = "quintic"
    """A series and a fifth-order polynomial that brings it to rest."""
    FREE = "fourier-free"
    """The plain series, entered and left by fifth-order polynomials."""


_KINDS: dict[str, type[AnyTrajectory]] = {
    "modified": FourierTrajectory,
    "fourier": FourierTrajectory,
    "quintic": QuinticFourierTrajectory,
    "fourier-free": FreeFourierTrajectory,
    "point-to-point": PointToPoint,
    "sampled": SampledTrajectory,
    "joined": JoinedTrajectory,
}
_ZERO_START = 1e-9
"""Largest start position in rad of a trajectory that is written as [Liu]'s; others are [Wu]'s."""


def trajectory_to_fields(trajectory: AnyTrajectory) -> dict[str, Any]:
    """Plain fields with a ``kind``, for the visit file and for JSON (see ``core.fields``)."""
    return {"kind": _kind(trajectory), **to_fields(trajectory)}


def trajectory_from_fields(plain: Mapping[str, Any]) -> AnyTrajectory:
    """The trajectory of plain fields; without a ``kind`` it is a Fourier series.

    Raises
    ------
    BadRequest
        ``trajectory-kind`` with the kinds that are known.
    BadFile
        ``bad-fields`` with every problem found in them.
    """
    kind = plain.get("kind", "modified")
    if kind not in _KINDS:
        raise BadRequest("trajectory-kind", kind=str(kind), kinds=tuple(_KINDS))
    return from_fields(_KINDS[kind], plain)


def _kind(trajectory: AnyTrajectory) -> str:
    if isinstance(trajectory, FourierTrajectory):
        return "fourier" if abs(trajectory.start).max() < _ZERO_START else "modified"
    return next(kind for kind, cls in _KINDS.items() if isinstance(trajectory, cls))
