"""Predicts a motion before anything moves: limits, speeds, torques, collisions.

The work is done in ``devices.safety.inspection``, which is imported late: it loads compiled kernels
and MuJoCo, which the window's process should not load.
"""

from collections.abc import Sequence

from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import AssumedPayload, RobotModel
from core.robot.surroundings import KEEP_OFF_M, Box
from devices.capabilities import Capabilities
from devices.motion import MotionPlan
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S
from devices.safety.preview import Preview


def make_preview(  # noqa: PLR0913  # each is a condition of the motion of its own
    robot: RobotModel,
    plan: MotionPlan,
    *,
    start: FloatArray,
    proven: bool,
    stop_count: int,
    capabilities: Capabilities,
    floor_height: float | None = 0.0,
    boxes: Sequence[Box] = (),
    keep_off: float = KEEP_OFF_M,
    payload: AssumedPayload | None = None,
    monitor: Monitor | None = None,
) -> Preview:
    """Predict what ``plan`` does from ``start`` (n,) on; slow, so call it in a worker process.

    Parameters
    ----------
    robot
        The arm, with the narrower of its own and the controller's limits.
    plan
        The planned motion.
    start
        Present pose (n,) in the model's joint positions.
    proven
        True after the proof at reduced speed; before it tool point and elbow stay below that speed.
    stop_count
        ``SafeArm.stop_count`` when ``start`` was read.
    capabilities
        The capabilities of the controller.
    floor_height
        Height in m over the origin of the base frame, against gravity; None if no floor is in reach,
        which is refused for a real arm.
    boxes
        Obstacles around the arm.
    keep_off
        Distance that fast motion keeps to the floor and the obstacles, m.
    payload
        Payload on the flange; None for the worst permitted payload.
    monitor
        Receives progress and can cancel.
    """
    from devices.safety.inspection import Conditions, inspect

    conditions = Conditions(
        start=start,
        proven=proven,
        stop_count=stop_count,
        capabilities=capabilities,
        floor_height=floor_height,
        boxes=tuple(boxes),
        payload=payload,
        keep_off=keep_off,
    )
    return inspect(robot, plan, conditions, monitor=monitor or NullMonitor())


def is_allowed(  # noqa: PLR0913  # each is a condition of the motion of its own
    robot: RobotModel,
    plan: MotionPlan,
    *,
    start: FloatArray,
    proven: bool,
    capabilities: Capabilities,
    floor_height: float | None = 0.0,
    boxes: Sequence[Box] = (),
    keep_off: float = KEEP_OFF_M,
    payload: AssumedPayload | None = None,
    monitor: Monitor | None = None,
) -> bool:
    """True if the preview of ``plan`` would allow it; faster than the preview itself.

    Parameters as for :func:`make_preview`.
    """
    from devices.safety.inspection import Conditions, is_allowed

    conditions = Conditions(start, proven, 0, capabilities, floor_height, tuple(boxes), payload, keep_off)
    return is_allowed(robot, plan, conditions, monitor=monitor or NullMonitor())


def fit_speed(
    robot: RobotModel,
    plan: MotionPlan,
    *,
    start: FloatArray,
    tool_speed: float = UNPROVEN_TOOL_SPEED_M_S,
) -> MotionPlan:
    """Slow a motion down just enough that tool point and elbow stay below ``tool_speed`` m/s.

    A plan that is slow enough, or has no valid path, is returned unchanged.
    """
    from devices.safety.inspection import slowed_to

    return slowed_to(robot, plan, start=start, tool_speed=tool_speed)
