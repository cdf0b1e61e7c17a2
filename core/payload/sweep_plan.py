"""Plans the sweeps of a payload measurement: ranges, speeds and order, clear of everything."""

from collections.abc import Callable, Sequence

from core.excitation.limits.motion_limits import MotionLimits
from core.monitor import Monitor
from core.payload.plan import PayloadPlan, PayloadPlanSettings, PayloadSweep
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

IsAllowed = Callable[[PayloadSweep, FloatArray], bool]
"""Whether a sweep may be run, and the move to its beginning from a pose (n,)."""


def plan_payload(  # noqa: PLR0913  # each is a condition of the motion of its own
    robot: RobotModel,
    limits: MotionLimits,
    *,
    start: FloatArray,
    floor_height: float | None = 0.0,
    boxes: Sequence[Box] = (),
    settings: PayloadPlanSettings | None = None,
    is_allowed: IsAllowed | None = None,
    monitor: Monitor | None = None,
) -> PayloadPlan:
    """Sweeps of two joints there and back with the flange held in four ways.

    Parameters
    ----------
    robot
        The arm.
    limits
        Of its motion.
    start
        (n,) where it stands.
    floor_height, boxes
        As for ``core.robot.collision.clearances``.
    settings
        Mode, speed, width and what the controller makes of them.
    is_allowed
        Asked about each sweep beside the clearances, and about the way there.

    Raises
    ------
    BadRequest
        ``no-payload-pose`` where no range is clear; ``motion-shape``.
    NotIdentifiable
        ``payload-no-loaded-joint`` where gravity loads no two joints.
    """
    raise NotImplementedError
