"""A sweep as a trajectory: smooth ramps, steady speeds, and a short rest after each part."""

from itertools import pairwise

import numpy as np

from core.excitation.trajectories.sampled import SampledTrajectory
from core.friction.sweeps.motion import PERIOD_S, sweep_trajectory
from core.friction.sweeps.plan import DWELL_S, StrokeUse, SweepBlock, SweepStroke
from core.payload.plan import PayloadSweep
from core.payload.sweep_times import STAND_S
from core.recording import FloatArray


def sweep_trajectory_of(sweep: PayloadSweep) -> SampledTrajectory:
    """One sweep from rest to rest, with a short rest at each of its places but the first."""
    parts = [_part(sweep, begin, end) for begin, end in pairwise(sweep.places)]
    return SampledTrajectory(PERIOD_S, np.concatenate([parts[0], *(part[1:] for part in parts[1:])]))


def sweep_seconds(sweep: PayloadSweep) -> float:
    """Duration of one sweep from rest to rest with the rests at its places, s."""
    way, parts = sweep.high - sweep.low, len(sweep.places) - 1
    return way / sweep.speed + parts * (sweep.ramp_s + STAND_S)


def _part(sweep: PayloadSweep, begin: float, end: float) -> FloatArray:
    """Positions (N, n) from one place to the next, the rest there included."""
    pose = sweep.pose.copy()
    pose[sweep.joint] = begin
    seconds = abs(end - begin) / sweep.speed + sweep.ramp_s
    stroke = SweepStroke(StrokeUse.MEASURED, begin, end, sweep.speed, seconds)
    moving = sweep_trajectory(SweepBlock(sweep.joint, 0, pose, (stroke,), 0.0, 0.0)).positions
    left = max(round((STAND_S - DWELL_S) / PERIOD_S), 0)
    return np.concatenate([moving, np.repeat(moving[-1:], left, axis=0)])
