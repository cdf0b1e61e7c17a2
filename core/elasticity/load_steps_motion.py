"""One stroke under load as a trajectory: smooth ramps, a steady speed, and standstills on the way."""

import numpy as np

from core.elasticity.load_steps_plan import LoadStepBlock, LoadStroke
from core.excitation.trajectories.sampled import SampledTrajectory
from core.friction.sweeps.motion import PERIOD_S, sweep_trajectory
from core.friction.sweeps.plan import DWELL_S, StrokeUse, SweepBlock, SweepStroke
from core.recording import FloatArray


def stroke_trajectory(block: LoadStepBlock, stroke: LoadStroke) -> SampledTrajectory:
    """A stroke from rest to rest, with the standstill at its end."""
    parts = [_part(block, begin, end) for begin, end in zip(stroke.places, stroke.places[1:], strict=False)]
    return SampledTrajectory(PERIOD_S, np.concatenate([parts[0], *(part[1:] for part in parts[1:])]))


def standstill_times(block: LoadStepBlock, stroke: LoadStroke) -> FloatArray:
    """Start time of each standstill of a stroke, (K,) s after the stroke's start."""
    way = np.abs(np.diff(stroke.places))
    moving = np.ceil((way / block.speed + block.ramp_s) / PERIOD_S - _ROUNDING) * PERIOD_S
    standing = max(round(block.stop_s / PERIOD_S), 1) * PERIOD_S
    return np.asarray(np.cumsum(moving + standing) - standing)


_ROUNDING = 1e-9


def _part(block: LoadStepBlock, begin: float, end: float) -> FloatArray:
    """Positions (N, n) from one standstill to the next, the latter included."""
    seconds = abs(end - begin) / block.speed + block.ramp_s
    pose = block.pose.copy()
    pose[block.joint] = begin
    stroke = SweepStroke(StrokeUse.MEASURED, begin, end, block.speed, seconds)
    alone = SweepBlock(block.joint, 0, pose, (stroke,), 0.0, block.tool_speed)
    moving = sweep_trajectory(alone).positions
    left = max(round((block.stop_s - DWELL_S) / PERIOD_S), 0)
    return np.concatenate([moving, np.repeat(moving[-1:], left, axis=0)])
