"""What a motion would do, worked out before anything moves: limits, speeds, torques, collisions.

The work itself is in ``devices.safety.inspection``, which is imported late: it brings the
compiled kernels and MuJoCo, and the window's process is to have neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.errors import Fact
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.payload_assumption import AssumedPayload
from core.robot.surroundings import Box
from devices.capabilities import Capabilities
from devices.motion import MotionPlan
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S


@dataclass(frozen=True)
class Finding:
    """Something found about a planned motion: a stable code, facts, whether it forbids the motion."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    blocking: bool = True


@dataclass(frozen=True, eq=False)
class Preview:
    """What a plan would do, from the pose ``start`` (n,) on.

    ``stop_count`` is that of the safety layer when it was made: a later stop voids it.
    """

    plan: MotionPlan
    start: FloatArray
    end: FloatArray
    """(n,) where the arm would stand afterwards, which is where a following plan starts."""
    stop_count: int
    duration: float
    """s"""
    top_speed: float
    """m/s of the fastest of the tool point, the elbow and the other joint centres."""
    needs_clear_cell: bool
    """Whether it is so fast that nobody may be inside the fence."""
    swept_low: FloatArray
    swept_high: FloatArray
    """(3,) m, corners of the box around everything the arm passes through, in the base frame."""
    outline: FloatArray
    """(poses, points, 3) m, the arm's line from base to flange for a picture."""
    peak_torque_fraction: FloatArray
    """(n,) of the rated torque with the assumed payload; NaN where no rated torque is known."""
    findings: tuple[Finding, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether nothing that was found forbids it."""
        return not any(finding.blocking for finding in self.findings)


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
