"""Checks of a plan by its bounds: limits, jog rules, capabilities of the controller.

Facts are for people: joints count from 1, angles in degrees, lengths in mm; ``unit`` says which.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.capabilities import Capabilities
from devices.motion import Jog, MotionPlan, RunTrajectory, motion_kind
from devices.safety.limits import (
    JOG_M,
    JOG_RAD,
    JOG_SPEED_M_S,
    JOG_SPEED_RAD_S,
    START_POSE_M,
    START_POSE_RAD,
    UNATTENDED_MOVE_S,
    UNPROVEN_TOOL_SPEED_M_S,
    per_joint,
    shown,
    unit_of,
)
from devices.safety.planned_path import PlannedPath
from devices.safety.preview import Finding

_ROUNDING = 1e-9
"""Rounding error allowed beyond a limit, rad, rad/s …"""


def _joints(concerned: npt.NDArray[np.bool_]) -> list[int]:
    """Indices (from 0) of the joints for which ``concerned`` (n,) is True."""
    return [int(joint) for joint in np.flatnonzero(concerned)]


def capability_findings(plan: MotionPlan, capabilities: Capabilities) -> Iterator[Finding]:
    """A finding if the controller does not accept this kind of motion."""
    kind = motion_kind(plan)
    if kind not in capabilities.motions:
        yield Finding("motion-not-offered", {"motion": kind.value})


def limit_findings(
    robot: RobotModel, plan: MotionPlan, path: PlannedPath, capabilities: Capabilities
) -> Iterator[Finding]:
    """A finding for each joint that would exceed a limit, also between samples.

    The controller's own limits of acceleration count for trajectories: of moves it makes the ramps itself.
    """
    bounds, acceleration = path.bounds, robot.acceleration_limit
    if isinstance(plan, RunTrajectory) and capabilities.acceleration:
        acceleration = np.minimum(acceleration, capabilities.acceleration)
    rows = (
        ("beyond-position-limit", "", bounds.upper, robot.upper, 1.0),
        ("beyond-position-limit", "", bounds.lower, robot.lower, -1.0),
        ("beyond-velocity-limit", "/s", bounds.velocity, robot.velocity_limit, 1.0),
        ("beyond-acceleration-limit", "/s²", bounds.acceleration, acceleration, 1.0),
    )
    for code, per, values, limits, sign in rows:
        # negated comparison: NaN must count as beyond the limit
        for joint in _joints(~(sign * (values - limits) <= _ROUNDING)):
            yield Finding(
                code,
                {
                    "joint": joint + 1,
                    "value": shown(robot, joint, values[joint]),
                    "limit": shown(robot, joint, limits[joint]),
                    "unit": unit_of(robot, joint, per=per),
                },
            )


def start_findings(robot: RobotModel, path: PlannedPath, start: FloatArray) -> Iterator[Finding]:
    """A finding for each joint at which a trajectory does not begin at the present pose."""
    apart = np.abs(path.position[0] - start)
    limit = per_joint(robot, turning=START_POSE_RAD, sliding=START_POSE_M)
    for joint in _joints(apart > limit):
        facts: dict[str, Fact] = {
            "joint": joint + 1,
            "difference": shown(robot, joint, apart[joint]),
            "limit": shown(robot, joint, limit[joint]),
            "unit": unit_of(robot, joint),
        }
        yield Finding("trajectory-starts-elsewhere", facts)


def jog_findings(robot: RobotModel, plan: MotionPlan, *, proven: bool) -> Iterator[Finding]:
    """Findings for a jog that exceeds the limits of an unproven arm."""
    if proven or not isinstance(plan, Jog):
        return
    slides = bool(robot.is_prismatic[plan.joint])
    rows = (
        ("jog-too-far", "", abs(plan.angle), JOG_M if slides else JOG_RAD),
        ("jog-too-fast", "/s", plan.speed, JOG_SPEED_M_S if slides else JOG_SPEED_RAD_S),
    )
    for code, per, value, limit in rows:
        if value > limit + _ROUNDING:
            facts: dict[str, Fact] = {
                "joint": plan.joint + 1,
                "value": shown(robot, plan.joint, value),
                "limit": shown(robot, plan.joint, limit),
                "unit": unit_of(robot, plan.joint, per=per),
            }
            yield Finding(code, facts)


def speed_findings(top_speed: float, *, proven: bool) -> Iterator[Finding]:
    """A finding if the plan exceeds the reduced speed before the arm is proven."""
    if not (proven or top_speed <= UNPROVEN_TOOL_SPEED_M_S):
        yield Finding("tool-too-fast", _speeds(top_speed))


def unattended_findings(path: PlannedPath, top_speed: float, capabilities: Capabilities) -> Iterator[Finding]:
    """Findings for a controller that finishes a move without this computer: only short, slow moves."""
    if capabilities.stops_when_host_silent:
        return
    if path.duration > UNATTENDED_MOVE_S:
        facts: dict[str, Fact] = {"seconds": path.duration, "limit": UNATTENDED_MOVE_S}
        yield Finding("too-long-unattended", facts)
    # negated comparison: a speed of NaN counts as too fast
    if not top_speed <= UNPROVEN_TOOL_SPEED_M_S:
        yield Finding("too-fast-unattended", _speeds(top_speed))


def _speeds(top_speed: float) -> dict[str, Fact]:
    return {"speed": 1e3 * top_speed, "limit": 1e3 * UNPROVEN_TOOL_SPEED_M_S}


def unknown_findings(
    robot: RobotModel, capabilities: Capabilities, *, floor_height: float | None
) -> Iterator[Finding]:
    """Findings for missing entries of the description, and for a real arm without a floor.

    A virtual arm is what its description says, with what that leaves open: nothing about it is assumed.
    """
    rows = (
        ("range-unknown", np.isinf(robot.lower) | np.isinf(robot.upper)),
        ("velocity-limit-unknown", np.isinf(robot.velocity_limit)),
        ("acceleration-limit-unknown", np.isinf(robot.acceleration_limit)),
        ("torque-limit-unknown", np.isinf(robot.torque_limit)),
    )
    for code, missing in rows:
        if np.any(missing) and capabilities.is_real_arm:
            joints = tuple(joint + 1 for joint in _joints(missing))
            yield Finding(code, {"joints": joints}, blocking=False)
    if not robot.capsules and capabilities.is_real_arm:
        yield Finding("shape-assumed", blocking=False)
    if floor_height is None:
        yield Finding("floor-not-given", blocking=capabilities.is_real_arm)
