"""Motions for tests of what shows them: smooth, from rest to rest, on shipped arms."""

from dataclasses import dataclass

import numpy as np

from core.drawing.swept_volume import ClosestApproach
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.motion import Kinematics
from core.recording import FloatArray

DURATION_S = 10.0
LIFTED = np.array([0.4, -1.0, 1.1, 0.3, 0.8, 0.2, 0.5])
"""A pose at which every shipped arm is clear of its foot."""
CLOSEST = ClosestApproach(4.0, "link 6", "table", 0.0426)


@dataclass(frozen=True, eq=False)
class ShownMotion:
    """Times (N,) with the motion, and limits it keeps to."""

    time: FloatArray
    motion: Kinematics
    limits: MotionLimits
    limit_use: FloatArray


def waves(joint_count: int, *, samples: int = 201, size: float = 0.5) -> ShownMotion:
    """Every joint swings by ``size`` rad, the later ones more often; limits of twice what it reaches."""
    time = np.linspace(0.0, DURATION_S, samples)
    rate = 2.0 * np.pi / DURATION_S * np.arange(1.0, joint_count + 1.0)
    phase = time[:, np.newaxis] * rate
    position = LIFTED[:joint_count] + 0.5 * size * (1.0 - np.cos(phase))
    motion = Kinematics(position, 0.5 * size * rate * np.sin(phase), 0.5 * size * rate**2 * np.cos(phase))
    speed, hurry = 0.5 * size * rate, 0.5 * size * rate**2
    middle = LIFTED[:joint_count] + 0.5 * size
    limits = MotionLimits(middle - size, middle + size, 2.0 * speed, 2.0 * hurry)
    return ShownMotion(time, motion, limits, np.full((joint_count, 3), 0.5))
