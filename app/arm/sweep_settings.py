"""Limits sweep settings to the abilities of the connected controller. No Qt."""

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from app.arm.circumstances import SPEED_SHARE, Circumstances
from core.errors import BadRequest
from devices.capabilities import MotionKind
from devices.safety.limits import ASSUMED_SPEED_UP_S, UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S

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
