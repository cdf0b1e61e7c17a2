"""The preview of a motion: findings, end pose, speed, torques and swept volume."""

import math
from dataclasses import dataclass, field

from core.errors import Fact
from core.recording import FloatArray
from core.robot.surroundings import Box, ClosestPair
from devices.motion import MotionPlan


@dataclass(frozen=True)
class Finding:
    """A stable code with facts; a blocking finding forbids the motion."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    blocking: bool = True


@dataclass(frozen=True, eq=False)
class Preview:
    """The predicted effect of a plan from the pose ``start`` (n,) on.

    ``stop_count`` is that of the safety layer at the time of the preview: a later stop voids it.
    """

    plan: MotionPlan
    start: FloatArray
    end: FloatArray
    """Pose (n,) after the motion, at which a following plan starts."""
    stop_count: int
    duration: float
    """Nominal duration, s."""
    top_speed: float
    """Highest speed of tool point, elbow and other joint centres, m/s."""
    needs_clear_cell: bool
    """True if it is so fast that no person may be inside the fence."""
    swept_low: FloatArray
    swept_high: FloatArray
    """Corners (3,) m of the box around the swept volume, in the base frame."""
    poses: FloatArray
    """Some poses (K, n) on the way for a picture, both ends among them."""
    peak_torque_fraction: FloatArray
    """Peak torque (n,) with the assumed payload over the rated torque; NaN where that is unknown."""
    findings: tuple[Finding, ...] = ()
    tool_reach: float = 0.0
    """Reach that was assumed for a long tool on the flange, m; 0 for none."""
    closest: ClosestPair = field(default_factory=ClosestPair)
    """The two bodies that come nearest, but for those near by design; infinitely far where there are none."""
    closest_time: float = 0.0
    """Time of the closest approach after the begin of the motion, s."""
    lowest: float = math.nan
    """Height over the floor of the lowest point of all links that can come down to it, m; NaN without."""
    floor_height: float | None = None
    """Height of the floor over the origin of the base frame, against gravity, m; None if unknown."""
    boxes: tuple[Box, ...] = ()
    """Obstacles that were checked."""

    @property
    def allowed(self) -> bool:
        """True if no finding forbids the motion."""
        return not any(finding.blocking for finding in self.findings)
