"""What goes to the planning of motions and comes back from it. No Qt, and light to import."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.capabilities import Capabilities
from devices.motion import MotionPlan

if TYPE_CHECKING:
    from core.robot.payload_assumption import AssumedPayload
    from core.robot.surroundings import Box
    from devices.safety.preview import Preview


@dataclass(frozen=True, eq=False)
class Circumstances:
    """What a preview needs to know beside the plan; ``start`` (n,) in the model's terms."""

    robot: RobotModel
    capabilities: Capabilities
    start: FloatArray
    proven: bool
    stop_count: int
    payload: "AssumedPayload | None" = None
    floor_height: float | None = 0.0
    boxes: "tuple[Box, ...]" = ()

    def preview(
        self,
        plan: MotionPlan,
        *,
        start: FloatArray | None = None,
        proven: bool | None = None,
        monitor: Monitor | None = None,
    ) -> "Preview":
        """What ``plan`` would do, from ``start`` on where it is not the present pose."""
        from devices.safety.previewing import make_preview

        return make_preview(
            self.robot,
            plan,
            start=self.start if start is None else start,
            proven=self.proven if proven is None else proven,
            stop_count=self.stop_count,
            capabilities=self.capabilities,
            floor_height=self.floor_height,
            boxes=self.boxes,
            payload=self.payload,
            monitor=monitor,
        )

    def allow(self, plan: MotionPlan, *, proven: bool | None = None, monitor: Monitor | None = None) -> bool:
        """Whether the preview of ``plan`` would allow it; much sooner known than the preview itself."""
        from devices.safety.previewing import is_allowed

        return is_allowed(
            self.robot,
            plan,
            start=self.start,
            proven=self.proven if proven is None else proven,
            capabilities=self.capabilities,
            floor_height=self.floor_height,
            boxes=self.boxes,
            payload=self.payload,
            monitor=monitor,
        )


@dataclass(frozen=True, eq=False)
class Stage:
    """A motion at one speed: ``fraction`` of its full speed, ``cycles`` without stopping in between."""

    fraction: float
    preview: "Preview"
    cycles: int = 1


@dataclass(frozen=True, eq=False)
class StagedMotion:
    """The stages of a motion, slowest first, and what of it is run once more afterwards.

    ``inertial`` (points, n) are the N·m that inertia takes along it at full speed, None where
    nobody knows the masses. ``repeats`` begin and end where the stages do; ``approach`` are the
    slow moves that bring the arm there.
    """

    stages: tuple[Stage, ...]
    inertial: FloatArray | None
    repeats: tuple[Stage, ...] = ()
    approach: "tuple[Preview, ...]" = ()
