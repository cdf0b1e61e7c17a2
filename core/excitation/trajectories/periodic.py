"""The interface of trajectories whose periods are measured in succession, without a stop."""

from typing import Protocol

from core.excitation.trajectories.free_fourier import FreeFourierTrajectory
from core.excitation.trajectories.motion import Trajectory


class PeriodicTrajectory(Trajectory, Protocol):
    """A trajectory that repeats one period."""

    @property
    def period_s(self) -> float:
        """Length of one period, s."""

    @property
    def harmonics(self) -> int:
        """Number of harmonics of one period."""

    def slowed(self, fraction: float) -> "PeriodicTrajectory":
        """The same path at a fraction (0 to 1] of its speed."""

    def repeated(self, cycles: int) -> "PeriodicTrajectory":
        """The trajectory with ``cycles`` periods of the same motion."""


def lead_in_s(trajectory: Trajectory) -> float:
    """Seconds from the start until the first period begins."""
    return trajectory.measured_span[0] if isinstance(trajectory, FreeFourierTrajectory) else 0.0
