"""A block of strokes as one trajectory: ramps, steady speeds and short rests."""

import numpy as np

from core.excitation.trajectories.sampled import SampledTrajectory
from core.friction.sweeps.plan import DWELL_S, SweepBlock, SweepStroke
from core.recording import FloatArray

PERIOD_S = 0.01
"""Time step of the trajectory, s."""
_ROUNDING = 1e-9


def sweep_trajectory(block: SweepBlock) -> SampledTrajectory:
    """All strokes of a block, one after the other, from rest to rest."""
    swept = [np.array([block.strokes[0].start])]
    for stroke in block.strokes:
        swept.append(_stroke(stroke)[1:])
        swept.append(np.full(round(DWELL_S / PERIOD_S), stroke.end))
    path = np.concatenate(swept)
    positions = np.tile(block.pose, (path.size, 1))
    positions[:, block.joint] = path
    return SampledTrajectory(PERIOD_S, positions)


def _stroke(stroke: SweepStroke) -> FloatArray:
    """Positions (N,) of a stroke: the speed rises as 3u² − 2u³, stays constant and falls the same way."""
    way = abs(stroke.end - stroke.start)
    ramp = stroke.seconds - way / stroke.speed
    count = int(np.ceil(stroke.seconds / PERIOD_S - _ROUNDING)) + 1
    time = np.asarray(np.arange(count) * PERIOD_S, dtype=np.float64)
    done = _ramped(time, ramp, stroke.speed)
    left = _ramped(np.maximum(stroke.seconds - time, 0.0), ramp, stroke.speed)
    passed = np.where(time < 0.5 * stroke.seconds, done, way - left)
    return np.asarray(stroke.start + np.sign(stroke.end - stroke.start) * passed)


def _ramped(time: FloatArray, ramp: float, speed: float) -> FloatArray:
    """Distance (N,) travelled at the times (N,) after rest."""
    u = np.clip(time / ramp, 0.0, 1.0) if ramp > 0.0 else np.ones_like(time)
    return np.asarray(speed * ramp * u**3 * (1.0 - 0.5 * u) + speed * np.maximum(time - ramp, 0.0))
