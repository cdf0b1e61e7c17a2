"""Trajectories in sequence, each beginning where the one before came to rest."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from core.errors import BadRequest
from core.excitation.trajectories.fourier import FourierTrajectory
from core.excitation.trajectories.free_fourier import FreeFourierTrajectory
from core.excitation.trajectories.motion import (
    Kinematics,
    PeakBounds,
    Trajectory,
    check_fraction,
    enclosing_bounds,
    held_clock,
)
from core.excitation.trajectories.point_to_point import PointToPoint
from core.excitation.trajectories.quintic_fourier import QuinticFourierTrajectory
from core.excitation.trajectories.sampled import SampledTrajectory
from core.recording import FloatArray

JoinablePart: TypeAlias = (
    "FourierTrajectory | QuinticFourierTrajectory | FreeFourierTrajectory"
    " | PointToPoint | SampledTrajectory | JoinedTrajectory"
)
JOIN_TOLERANCE = 1e-6
"""Largest distance between the end of one part and the start of the next, rad or m."""


@dataclass(frozen=True, eq=False)
class JoinedTrajectory:
    """``parts`` in order; a pause is a ``PointToPoint`` that goes nowhere, see ``rest``.

    Raises
    ------
    BadRequest
        ``trajectory-no-parts``, ``trajectory-shape`` where the numbers of joints differ, or
        ``trajectory-parts-apart`` with the part (from 1), the joint (from 1) and the gap.
    """

    parts: "tuple[JoinablePart, ...]"

    def __post_init__(self) -> None:
        """Raise an error for parts that do not connect."""
        if not self.parts:
            raise BadRequest("trajectory-no-parts")
        for number, (before, after) in enumerate(zip(self.parts, self.parts[1:], strict=False), start=2):
            if after.joint_count != before.joint_count:
                expected, found = (before.joint_count,), (after.joint_count,)
                raise BadRequest("trajectory-shape", field=f"parts[{number}]", expected=expected, found=found)
            gap = np.abs(end_of(before) - after.start)
            joint = int(np.argmax(gap))
            if gap[joint] > JOIN_TOLERANCE:
                raise BadRequest(
                    "trajectory-parts-apart", part=number, joint=joint + 1, gap=float(gap[joint])
                )

    @cached_property
    def _borders(self) -> FloatArray:
        """Start times of the parts and the end of the last, (parts + 1,) s."""
        return np.concatenate([[0.0], np.cumsum([part.duration for part in self.parts])])

    @property
    def duration(self) -> float:
        """Seconds from the start of the first to the end of the last."""
        return float(self._borders[-1])

    @property
    def joint_count(self) -> int:
        """Number of joints of all parts, n."""
        return self.parts[0].joint_count

    @property
    def start(self) -> FloatArray:
        """Start pose of the first part, (n,)."""
        return self.parts[0].start

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s; held at the ends outside [0, duration]."""
        clock, inside = held_clock(time, duration=self.duration)
        which = np.clip(np.searchsorted(self._borders, clock, side="right") - 1, 0, len(self.parts) - 1)
        columns = np.zeros((3, clock.size, self.joint_count))
        for number, part in enumerate(self.parts):
            rows = which == number
            found = part.evaluate(np.minimum(clock[rows] - self._borders[number], part.duration))
            columns[:, rows] = found.position, found.velocity, found.acceleration
        return Kinematics(columns[0], columns[1] * inside, columns[2] * inside)

    def peak_bounds(self) -> PeakBounds:
        """The widest bounds of all parts."""
        return enclosing_bounds([part.peak_bounds() for part in self.parts])

    def slowed(self, fraction: float) -> "JoinedTrajectory":
        """The same path at a fraction (0 to 1] of its speed, the pauses longer too."""
        check_fraction(fraction)
        return replace(self, parts=tuple(part.slowed(fraction) for part in self.parts))


def end_of(trajectory: Trajectory) -> FloatArray:
    """Final pose of a trajectory, at rest, (n,)."""
    return np.asarray(trajectory.evaluate(np.array([trajectory.duration])).position[0])


def rest(position: FloatArray, *, seconds: float) -> PointToPoint:
    """A pause of ``seconds`` s at ``position`` (n,)."""
    return PointToPoint(start=position, target=position, duration=seconds)
