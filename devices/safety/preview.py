"""What a motion would do, worked out before anything moves: limits, speeds, torques, collisions."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.errors import Fact
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.collision import Box
from core.robot.model import RobotModel
from core.robot.worst_payload import AssumedPayload
from devices.capabilities import Capabilities
from devices.motion import MotionPlan


@dataclass(frozen=True)
class Finding:
    """One thing that was found about a planned motion: a stable code, facts, whether it forbids the motion."""

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


def make_preview(
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
        The arm, with the controller's own limits where they are narrower.
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
        m above the base frame's origin, against gravity; None where there is no floor in reach.
    boxes
        What stands around the arm.
    payload
        What hangs on the flange; the worst that is permitted where None.
    monitor
        Who watches.
    """
    raise NotImplementedError(
        plan,
        start,
        proven,
        stop_count,
        capabilities,
        floor_height,
        boxes,
        payload,
        monitor or NullMonitor(),
        robot,
    )


def fit_speed(robot: RobotModel, plan: MotionPlan, *, start: FloatArray, tool_speed: float) -> MotionPlan:
    """The same motion, slowed just enough that tool point and elbow stay below ``tool_speed`` in m/s."""
    raise NotImplementedError(robot, plan, start, tool_speed)
