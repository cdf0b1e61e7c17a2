"""The preview of a motion: end pose, speed, torques, swept volume and findings."""

from dataclasses import dataclass

from core.recording import FloatArray
from devices.motion import MotionPlan
from devices.safety.finding import Finding


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
    """How far a long tool on the flange was taken to reach, m; 0 for none."""

    @property
    def allowed(self) -> bool:
        """True if no finding forbids the motion."""
        return not any(finding.blocking for finding in self.findings)
