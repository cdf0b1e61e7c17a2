"""Slow strokes under gravity's changing load: the motion that tells a gear's stiffness from all else."""

from collections.abc import Callable, Sequence

from core.elasticity.load_steps_plan import LoadStepBlock, LoadStepPlan
from core.elasticity.load_steps_settings import KnownPayload, LoadStepSettings
from core.excitation.limits.motion_limits import MotionLimits
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

IsAllowed = Callable[[LoadStepBlock, FloatArray], bool]
"""Whether a block may be run, and the move to its beginning from a pose (n,)."""


def plan_load_steps(
    robot: RobotModel,
    limits: MotionLimits,
    *,
    start: FloatArray,
    joints: Sequence[int] | None = None,
    payload: KnownPayload | None = None,
    gear_ratio: Sequence[float] = (),
    floor_height: float | None = 0.0,
    boxes: Sequence[Box] = (),
    settings: LoadStepSettings | None = None,
    is_allowed: IsAllowed | None = None,
    monitor: Monitor | None = None,
) -> LoadStepPlan:
    """Strokes of every joint that gravity can load."""
    raise NotImplementedError
