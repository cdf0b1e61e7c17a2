"""Inspects a plan with all safety checks; called by ``devices.safety.previewing``."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.laden import is_long, laden_arm, with_tip
from core.robot.model import RobotModel
from core.robot.payload_assumption import AssumedPayload
from core.robot.surroundings import Box
from core.robot.worst_payload import worst_payload
from devices.capabilities import Capabilities
from devices.errors import MotionRejected
from devices.motion import Jog, MotionPlan, MoveTo
from devices.safety import motion_checks, path_checks
from devices.safety.finding import Finding
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S
from devices.safety.nominal_path import NominalPath, nominal_path
from devices.safety.preview import Preview

SHOWN_POSES = 200
_SPEED_MARGIN = 0.995
"""Factor below the allowed speed, so that rounding does not make a slowed plan too fast."""


@dataclass(frozen=True, eq=False)
class Conditions:
    """The conditions under which a plan is inspected; see ``make_preview``."""

    start: FloatArray
    proven: bool
    stop_count: int
    capabilities: Capabilities
    floor_height: float | None
    boxes: tuple[Box, ...]
    payload: AssumedPayload | None


def inspect(robot: RobotModel, plan: MotionPlan, conditions: Conditions, *, monitor: Monitor) -> Preview:
    """Make the preview of ``plan``; a plan without a valid path gets a blocking finding."""
    try:
        path = nominal_path(robot, plan, start=conditions.start)
    except MotionRejected as problem:
        return _nothing(robot, plan, conditions, Finding(problem.code, problem.facts))
    monitor.report(0.1)
    # without a known payload assume the worst one that the arm may carry: the result is on the safe side
    payload = conditions.payload or worst_payload(robot)
    body = _body(robot, payload)
    speed = path_checks.top_speed(with_tip(robot, payload.reach), path)
    share, torque = path_checks.torque_findings(robot, path, payload, monitor=monitor)
    monitor.report(0.6)
    low, high = path_checks.swept_box(body, path)
    floor_height, boxes = conditions.floor_height, conditions.boxes
    nearest = path_checks.closest_pair(body, path, floor_height=floor_height, boxes=boxes)
    findings = [
        *_found_by_bounds(robot, plan, path, conditions),
        *motion_checks.speed_findings(speed, proven=conditions.proven),
        *motion_checks.unattended_findings(path, speed, conditions.capabilities),
        *torque,
        *path_checks.collision_findings(nearest, path, boxes=boxes),
        *motion_checks.unknown_findings(robot, conditions.capabilities, floor_height=floor_height),
        *path_checks.payload_findings(payload),
    ]
    monitor.report(1.0)
    return Preview(
        plan=plan,
        start=path.position[0],
        end=path.position[-1],
        stop_count=conditions.stop_count,
        duration=path.duration,
        top_speed=speed,
        needs_clear_cell=speed > UNPROVEN_TOOL_SPEED_M_S,
        swept_low=low,
        swept_high=high,
        poses=_some_poses(path),
        peak_torque_fraction=share,
        findings=tuple(findings),
        tool_reach=payload.reach,
        closest=nearest,
        closest_time=nearest.pose * path.period_s,
        lowest=path_checks.lowest_point(body, path, floor_height=floor_height),
        floor_height=floor_height,
        boxes=boxes,
    )


def is_allowed(robot: RobotModel, plan: MotionPlan, conditions: Conditions, *, monitor: Monitor) -> bool:
    """True if no finding forbids ``plan``; stops at the first that does."""
    try:
        path = nominal_path(robot, plan, start=conditions.start)
    except MotionRejected:
        return False
    return not any(
        finding.blocking for finding in _found_cheapest_first(robot, plan, path, conditions, monitor)
    )


def _found_cheapest_first(
    robot: RobotModel, plan: MotionPlan, path: NominalPath, conditions: Conditions, monitor: Monitor
) -> Iterator[Finding]:
    """Yield all findings that can forbid a plan, the cheap checks first; each runs only when needed."""
    yield from _found_by_bounds(robot, plan, path, conditions)
    yield from motion_checks.unknown_findings(
        robot, conditions.capabilities, floor_height=conditions.floor_height
    )
    payload = conditions.payload or worst_payload(robot)
    speed = path_checks.top_speed(with_tip(robot, payload.reach), path)
    yield from motion_checks.speed_findings(speed, proven=conditions.proven)
    yield from motion_checks.unattended_findings(path, speed, conditions.capabilities)
    nearest = path_checks.closest_pair(
        _body(robot, payload), path, floor_height=conditions.floor_height, boxes=conditions.boxes
    )
    yield from path_checks.collision_findings(nearest, path, boxes=conditions.boxes)
    yield from path_checks.torque_findings(robot, path, payload, monitor=monitor)[1]


def _found_by_bounds(
    robot: RobotModel, plan: MotionPlan, path: NominalPath, conditions: Conditions
) -> list[Finding]:
    return [
        *motion_checks.capability_findings(plan, conditions.capabilities),
        *motion_checks.start_findings(robot, path, conditions.start),
        *motion_checks.limit_findings(robot, plan, path, conditions.capabilities),
        *motion_checks.jog_findings(robot, plan, proven=conditions.proven),
    ]


def _body(robot: RobotModel, payload: AssumedPayload) -> RobotModel:
    """The arm, with a long tool as part of its body."""
    return laden_arm(robot, payload.reach) if is_long(payload.reach) else robot


def _some_poses(path: NominalPath) -> FloatArray:
    """Up to ``SHOWN_POSES`` poses, evenly spaced in time, both ends included."""
    count = path.position.shape[0]
    rows = np.unique(np.linspace(0, count - 1, min(count, SHOWN_POSES)).round().astype(int))
    return np.asarray(path.position[rows])


def _nothing(robot: RobotModel, plan: MotionPlan, conditions: Conditions, finding: Finding) -> Preview:
    """Preview of a plan without a valid path."""
    nowhere = np.full(3, np.nan)
    return Preview(
        plan=plan,
        start=conditions.start,
        end=conditions.start,
        stop_count=conditions.stop_count,
        duration=0.0,
        top_speed=0.0,
        needs_clear_cell=False,
        swept_low=nowhere,
        swept_high=nowhere,
        poses=np.empty((0, robot.joint_count)),
        peak_torque_fraction=np.full(robot.joint_count, np.nan),
        findings=(finding,),
    )


def slowed_to(robot: RobotModel, plan: MotionPlan, *, start: FloatArray, tool_speed: float) -> MotionPlan:
    """Slow the plan down to ``tool_speed`` m/s; see ``devices.safety.previewing.fit_speed``."""
    try:
        path = nominal_path(robot, plan, start=start)
    except MotionRejected:
        return plan  # its preview contains the reason
    fastest = path_checks.top_speed(robot, path)
    if fastest <= tool_speed:
        return plan
    fraction = _SPEED_MARGIN * tool_speed / fastest
    if isinstance(plan, MoveTo):
        return replace(plan, speed_fraction=fraction * plan.speed_fraction)
    if isinstance(plan, Jog):
        return replace(plan, speed=fraction * plan.speed)
    return replace(plan, trajectory=plan.trajectory.slowed(fraction))
