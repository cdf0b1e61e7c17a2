"""Works out what a motion would do before anything moves: limits, speeds, torques, collisions.

The work itself is in ``devices.safety.inspection``, which is imported late: it brings the
compiled kernels and MuJoCo, and the window's process is to have neither.
"""

from collections.abc import Sequence

from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.payload_assumption import AssumedPayload
from core.robot.surroundings import Box
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
    payload: AssumedPayload | None = None,
    monitor: Monitor | None = None,
) -> Preview:
    """Work out what ``plan`` would do from ``start`` (n,) on; slow, so it belongs in a worker.

    Parameters
    ----------
    robot
        The arm, with the narrower of its own and the controller's limits.
    plan
        What is meant.
    start
        (n,) the model's joint positions where the arm stands.
    proven
        Whether the arm has been proven at reduced speed; until then tool point and elbow keep to it.
    stop_count
        ``SafeArm.stop_count`` when ``start`` was read.
    capabilities
        What the controller can do.
    floor_height
        m over the base frame's origin, against gravity; None where no floor is in reach, which
        a real arm's preview does not accept.
    boxes
        What stands around the arm.
    payload
        What hangs on the flange; the worst that is permitted where None.
    monitor
        Who watches.
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
    payload: AssumedPayload | None = None,
    monitor: Monitor | None = None,
) -> bool:
    """Whether the preview of ``plan`` would allow it; sooner known than the preview itself.

    Parameters as for :func:`make_preview`.
    """
    from devices.safety.inspection import Conditions, is_allowed

    conditions = Conditions(start, proven, 0, capabilities, floor_height, tuple(boxes), payload)
    return is_allowed(robot, plan, conditions, monitor=monitor or NullMonitor())


def fit_speed(
    robot: RobotModel,
    plan: MotionPlan,
    *,
    start: FloatArray,
    tool_speed: float = UNPROVEN_TOOL_SPEED_M_S,
) -> MotionPlan:
    """The same motion, slowed just enough that tool point and elbow stay below ``tool_speed`` in m/s.

    A plan that is slow enough, or cannot be judged, comes back as it is.
    """
    from devices.safety.inspection import slowed_to

    return slowed_to(robot, plan, start=start, tool_speed=tool_speed)
