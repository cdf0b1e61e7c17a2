"""What a motion would do: where it leads, how fast, with which torques, and what speaks against it."""

from dataclasses import dataclass

from core.recording import FloatArray
from devices.motion import MotionPlan
from devices.safety.finding import Finding


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
