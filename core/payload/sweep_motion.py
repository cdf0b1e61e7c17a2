"""A sweep as a trajectory: smooth ramps, steady speeds, and a short rest between its parts."""

from core.excitation.trajectories.sampled import SampledTrajectory
from core.payload.plan import PayloadSweep


def sweep_trajectory_of(sweep: PayloadSweep) -> SampledTrajectory:
    """One sweep from rest to rest, with a short rest at each of its places."""
    raise NotImplementedError


def sweep_seconds(sweep: PayloadSweep) -> float:
    """How long one sweep takes from rest to rest, the rests at its places among it."""
    raise NotImplementedError
