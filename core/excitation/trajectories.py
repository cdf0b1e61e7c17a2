"""Trajectories of joint positions over time, from rest to rest, exact at every moment.

``FourierTrajectory`` is the finite series of the identification papers, methods.md
section 3.1: ``q = q0 + Σ a_l/(w l) sin(w l t) − b_l/(w l) cos(w l t)`` with w = 2π/T.
"""

from dataclasses import dataclass
from typing import Protocol

from core.recording import FloatArray

_REST_TOLERANCE = 1e-9
"""Velocity in rad/s and acceleration in rad/s² that count as rest at either end."""


@dataclass(frozen=True, eq=False)
class Kinematics:
    """Positions, velocities, accelerations, each (N, n): rad, rad/s, rad/s² (m for sliding joints)."""

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


@dataclass(frozen=True, eq=False)
class PeakBounds:
    """Guaranteed bounds (n,) over the whole trajectory, also between any samples."""

    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


class Trajectory(Protocol):
    """A path in time that starts and ends at rest."""

    @property
    def duration(self) -> float:
        """Seconds from start to end."""

    @property
    def joint_count(self) -> int:
        """Number of joints n."""

    @property
    def start(self) -> FloatArray:
        """(n,) where it begins."""

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s; held at the ends outside [0, duration]."""

    def peak_bounds(self) -> PeakBounds:
        """Bounds that hold between samples too."""

    def slowed(self, fraction: float) -> "Trajectory":
        """The same path at a fraction (0 to 1] of its speed."""
