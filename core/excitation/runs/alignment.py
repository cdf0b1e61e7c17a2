"""The start time of a measured run of a known trajectory, found from its positions."""

import numpy as np

from core.excitation.trajectories.motion import Trajectory
from core.recording import FloatArray

_ROWS = 400
"""Number of samples compared, enough for one unknown."""
_STEPS = 40
_ROUNDS = 3
"""Number of search rounds; each has a step ``_STEPS`` / 2 times finer than the one before."""


def run_began(
    time: FloatArray, position: FloatArray, trajectory: Trajectory, *, about: float, within: float
) -> float:
    """The moment, in s on the clock ``time``, at which the run of ``trajectory`` fits the positions best.

    Parameters
    ----------
    time
        (N,) s, increasing; from before the run until after it.
    position
        (N, n) in the trajectory's terms.
    about, within
        Search interval: ``about ± within`` in s.
    """
    rows = np.unique(np.linspace(0, time.shape[0] - 1, _ROWS).astype(np.intp))
    clock, measured = time[rows], position[rows]
    best, reach = about, within
    for _ in range(_ROUNDS):
        tried = best + np.linspace(-reach, reach, _STEPS + 1)
        misses = [float(np.sum((trajectory.evaluate(clock - at).position - measured) ** 2)) for at in tried]
        best, reach = float(tried[int(np.argmin(misses))]), 2.0 * reach / _STEPS
    return best + _rest(trajectory, clock - best, measured, most=reach)


def _rest(trajectory: Trajectory, time: FloatArray, measured: FloatArray, *, most: float) -> float:
    """Correction of the start time, s: one least-squares step with the velocities as derivative."""
    motion = trajectory.evaluate(time)
    square = float(np.sum(motion.velocity**2))
    step = float(np.sum(motion.velocity * (motion.position - measured))) / square if square > 0.0 else 0.0
    return float(np.clip(step, -most, most))
