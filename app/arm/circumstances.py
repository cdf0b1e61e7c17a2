"""Input and result of the planning of motions; settings that a controller permits. No Qt, light to import."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from core.errors import BadRequest
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.capsules import with_tip
from core.robot.model import RobotModel
from core.robot.surroundings import KEEP_OFF_M
from devices.capabilities import Capabilities, MotionKind
from devices.motion import MotionPlan, MoveTo
from devices.safety.limits import ASSUMED_SPEED_UP_S, UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S

if TYPE_CHECKING:
    from core.robot.model import AssumedPayload
    from core.robot.surroundings import Box
    from devices.safety.preview import Preview

SPEED_SHARE = 0.98
"""Share of a bound that a motion is slowed to, so that rounding does not cross it."""


@dataclass(frozen=True, eq=False)
class Circumstances:
    """Arm, pose and surroundings for a preview; ``start`` (n,) rad or m are the model's joint positions."""

    robot: RobotModel
    capabilities: Capabilities
    start: FloatArray
    proven: bool
    stop_count: int
    payload: "AssumedPayload | None" = None
    floor_height: float | None = 0.0
    boxes: "tuple[Box, ...]" = ()
    keep_off: float = KEEP_OFF_M
    """Distance that fast motion keeps to the floor, the boxes and between links, m."""

    def preview(
        self,
        plan: MotionPlan,
        *,
        start: FloatArray | None = None,
        proven: bool | None = None,
        monitor: Monitor | None = None,
    ) -> "Preview":
        """Preview of ``plan``, from ``start`` (n,) if it does not begin at the present pose."""
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
            keep_off=self.keep_off,
            payload=self.payload,
            monitor=monitor,
        )

    def slow_move(self, target: FloatArray, *, start: FloatArray) -> "Preview":
        """Preview of a straight move from ``start`` to ``target`` (n,), slow enough for an unproven arm."""
        from devices.safety.previewing import fit_speed

        bound = SPEED_SHARE * UNPROVEN_TOOL_SPEED_M_S
        robot = self.robot if self.payload is None else with_tip(self.robot, self.payload.reach)
        plan = fit_speed(robot, MoveTo(target, 1.0), start=start, tool_speed=bound)
        return self.preview(plan, start=start, proven=False)

    def allow(self, plan: MotionPlan, *, proven: bool | None = None, monitor: Monitor | None = None) -> bool:
        """True if the preview of ``plan`` would allow it; much faster than the preview itself."""
        from devices.safety.previewing import is_allowed

        return is_allowed(
            self.robot,
            plan,
            start=self.start,
            proven=self.proven if proven is None else proven,
            capabilities=self.capabilities,
            floor_height=self.floor_height,
            boxes=self.boxes,
            keep_off=self.keep_off,
            payload=self.payload,
            monitor=monitor,
        )


@dataclass(frozen=True, eq=False)
class Stage:
    """A motion at ``fraction`` of its full speed, run for ``cycles`` periods without a stop in between."""

    fraction: float
    preview: "Preview"
    cycles: int = 1


@dataclass(frozen=True, eq=False)
class StagedMotion:
    """The stages of a motion, slowest first, and the runs that repeat it afterwards.

    ``inertial`` (points, n) is the torque for inertia along it at full speed, N·m, None if the masses are
    unknown. ``repeats`` begin and end where the stages do; ``approach`` are the slow moves to there.
    """

    stages: tuple[Stage, ...]
    inertial: FloatArray | None
    repeats: tuple[Stage, ...] = ()
    approach: "tuple[Preview, ...]" = ()


if TYPE_CHECKING:
    from core.elasticity.load_steps_plan import LoadStepSettings
    from core.friction.sweeps.settings import SweepSettings
    from core.payload.plan import PayloadPlanSettings

    S = TypeVar("S", SweepSettings, PayloadPlanSettings, LoadStepSettings)


def controller_settings(circumstances: Circumstances, settings: "S") -> "S":
    """The settings with the controller's own ramps, and short and slow moves if it needs them."""
    from core.friction.sweeps.settings import RAMP_PEAK

    capabilities, robot = circumstances.capabilities, circumstances.robot
    slow = SPEED_SHARE * UNPROVEN_TOOL_SPEED_M_S
    if settings.tool_speed is not None:
        settings = replace(settings, tool_speed=min(settings.tool_speed, slow))
    unknown = np.flatnonzero(np.isinf(robot.velocity_limit))
    if unknown.size:  # the moves to a pose are a share of this speed
        raise BadRequest("sweep-speed-unknown", joint=int(unknown[0]) + 1)
    if MotionKind.TRAJECTORY in capabilities.motions:
        return settings
    push = np.where(
        np.isfinite(robot.acceleration_limit),
        robot.acceleration_limit,
        robot.velocity_limit / ASSUMED_SPEED_UP_S,
    )
    alone = not capabilities.stops_when_host_silent
    return replace(
        settings,
        tool_speed=slow,
        longest_s=UNATTENDED_MOVE_S if alone else settings.longest_s,
        ramp_s=tuple((RAMP_PEAK * robot.velocity_limit / push).tolist()),
    )
