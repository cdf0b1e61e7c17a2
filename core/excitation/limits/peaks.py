"""Peaks of a motion's position, velocity and acceleration on a fine grid, against its limits."""

from dataclasses import dataclass

import numpy as np

from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.motion import PeakBounds, Trajectory, enclosing_bounds
from core.recording import FloatArray

GRID_STEP_S = 0.005
"""Largest time step of the grid, s."""
_CHUNK = 20_000
"""Number of grid points evaluated in one step."""


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
