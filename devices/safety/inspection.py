"""Inspects a plan with all safety checks; called by ``devices.safety.previewing``."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.errors import Fact
from core.excitation.keep_outs.collision_keep_out import collision_shortfalls, fast_shortfalls
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.keep_outs.torque_keep_out import torque_shortfalls
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.capsules import arm_capsules, is_long, laden_arm, placed_capsules, with_tip
from core.robot.collision import nearest_of_note, point_speeds, smallest_clearance
from core.robot.collision_scene import CollisionScene, can_sink, up_direction
from core.robot.model import AssumedPayload, RobotModel
from core.robot.rated_torque import torque_shares
from core.robot.surroundings import KEEP_OFF_M, Box, ClosestPair
from core.robot.worst_payload import worst_payload
from devices.capabilities import Capabilities
from devices.errors import MotionRejected
from devices.motion import Jog, MotionPlan, MoveTo
from devices.safety import motion_checks
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S
from devices.safety.planned_path import PlannedPath, planned_path
from devices.safety.preview import Finding, Preview

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
    keep_off: float = KEEP_OFF_M


def inspect(robot: RobotModel, plan: MotionPlan, conditions: Conditions, *, monitor: Monitor) -> Preview:
    """Make the preview of ``plan``; a plan without a valid path gets a blocking finding."""
    try:
        path = planned_path(robot, plan, start=conditions.start)
    except MotionRejected as problem:
        return _nothing(robot, plan, conditions, Finding(problem.code, problem.facts))
    monitor.report(0.1)
    # without a known payload assume the worst one that the arm may carry: the result is on the safe side
    payload = conditions.payload or worst_payload(robot)
    body = _body(robot, payload)
    tip = with_tip(robot, payload.reach)
    speed = top_speed(tip, path)
    share, torque = torque_findings(robot, path, payload, monitor=monitor)
    monitor.report(0.6)
    low, high = swept_box(body, path)
    floor_height, boxes = conditions.floor_height, conditions.boxes
    scene = CollisionScene(body, floor_height=floor_height, boxes=boxes)
    nearest = nearest_of_note(scene, path.position, keep_off=conditions.keep_off)
    findings = [
        *_found_by_bounds(robot, plan, path, conditions),
        *motion_checks.speed_findings(speed, proven=conditions.proven),
        *motion_checks.unattended_findings(path, speed, conditions.capabilities),
        *torque,
        *_distance_findings(body, tip, path, nearest, conditions),
        *motion_checks.unknown_findings(robot, conditions.capabilities, floor_height=floor_height),
        *(payload_findings(payload) if conditions.capabilities.is_real_arm else ()),
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
        lowest=lowest_point(body, path, floor_height=floor_height),
        floor_height=floor_height,
        boxes=boxes,
    )


def is_allowed(robot: RobotModel, plan: MotionPlan, conditions: Conditions, *, monitor: Monitor) -> bool:
    """True if no finding forbids ``plan``; stops at the first that does."""
    try:
        path = planned_path(robot, plan, start=conditions.start)
    except MotionRejected:
        return False
    return not any(
        finding.blocking for finding in _found_cheapest_first(robot, plan, path, conditions, monitor)
    )


def _found_cheapest_first(
    robot: RobotModel, plan: MotionPlan, path: PlannedPath, conditions: Conditions, monitor: Monitor
) -> Iterator[Finding]:
    """Yield all findings that can forbid a plan, the cheap checks first; each runs only when needed."""
    yield from _found_by_bounds(robot, plan, path, conditions)
    yield from motion_checks.unknown_findings(
        robot, conditions.capabilities, floor_height=conditions.floor_height
    )
    payload = conditions.payload or worst_payload(robot)
    tip = with_tip(robot, payload.reach)
    speed = top_speed(tip, path)
    yield from motion_checks.speed_findings(speed, proven=conditions.proven)
    yield from motion_checks.unattended_findings(path, speed, conditions.capabilities)
    body = _body(robot, payload)
    nearest = smallest_clearance(
        body, path.position, floor_height=conditions.floor_height, boxes=conditions.boxes, between=True
    )
    yield from _distance_findings(body, tip, path, nearest, conditions)
    yield from torque_findings(robot, path, payload, monitor=monitor)[1]


def _found_by_bounds(
    robot: RobotModel, plan: MotionPlan, path: PlannedPath, conditions: Conditions
) -> list[Finding]:
    return [
        *motion_checks.capability_findings(plan, conditions.capabilities),
        *motion_checks.start_findings(robot, path, conditions.start),
        *motion_checks.limit_findings(robot, plan, path, conditions.capabilities),
        *motion_checks.jog_findings(robot, plan, proven=conditions.proven),
    ]


def _distance_findings(
    body: RobotModel, tip: RobotModel, path: PlannedPath, nearest: ClosestPair, conditions: Conditions
) -> Iterator[Finding]:
    return distance_findings(
        body,
        path,
        nearest,
        tip=tip,
        floor_height=conditions.floor_height,
        boxes=conditions.boxes,
        keep_off=conditions.keep_off,
    )


def _body(robot: RobotModel, payload: AssumedPayload) -> RobotModel:
    """The arm, with a long tool as part of its body."""
    return laden_arm(robot, payload.reach) if is_long(payload.reach) else robot


def _some_poses(path: PlannedPath) -> FloatArray:
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
        path = planned_path(robot, plan, start=start)
    except MotionRejected:
        return plan  # its preview contains the reason
    fastest = top_speed(robot, path)
    if fastest <= tool_speed:
        return plan
    fraction = _SPEED_MARGIN * tool_speed / fastest
    if isinstance(plan, MoveTo):
        return replace(plan, speed_fraction=fraction * plan.speed_fraction)
    if isinstance(plan, Jog):
        return replace(plan, speed=fraction * plan.speed)
    return replace(plan, trajectory=plan.trajectory.slowed(fraction))


def top_speed(robot: RobotModel, path: PlannedPath) -> float:
    """Highest speed of the joint centres and the flange in m/s, also between samples."""
    return float(point_speeds(robot, path.position, path.velocity).max())


def torque_findings(
    robot: RobotModel, path: PlannedPath, payload: AssumedPayload, *, monitor: Monitor
) -> tuple[FloatArray, list[Finding]]:
    """Largest fraction (n,) of the rated torque, NaN where that is unknown, and the torque findings.

    For moving, usual friction is added; holding the pose must be possible without its help.
    """
    unknown = np.full(robot.joint_count, np.nan)
    if robot.inertial_parameters is None:
        return unknown, [Finding("inertia-unknown", blocking=False)]
    shares = torque_shares(robot, path.position, path.velocity, path.accelerations, payload=payload,
                           monitor=monitor)  # fmt: skip
    largest = np.maximum(shares.moving, shares.holding)
    findings = [_finding(shortfall) for shortfall in torque_shortfalls(robot, shares)]
    return np.where(np.isfinite(robot.torque_limit), largest, np.nan), findings


def _finding(shortfall: Shortfall) -> Finding:
    return Finding(shortfall.code, shortfall.facts, shortfall.blocking)


def payload_findings(payload: AssumedPayload) -> Iterator[Finding]:
    """Findings for a payload that was assumed because the description has none."""
    facts: dict[str, Fact] = {"mass": payload.mass, "distance": 1e3 * payload.distance}
    if payload.mass_assumed:
        yield Finding("payload-mass-assumed", facts, blocking=False)
    if payload.distance_assumed:
        yield Finding("payload-distance-assumed", facts, blocking=False)


def distance_findings(
    robot: RobotModel,
    path: PlannedPath,
    nearest: ClosestPair,
    *,
    tip: RobotModel,
    floor_height: float | None,
    boxes: tuple[Box, ...],
    keep_off: float,
) -> Iterator[Finding]:
    """A finding if the arm comes too close to itself, the floor or a box, or is fast and near there.

    ``nearest`` is the closest pair of the path, ``keep_off`` in m. ``tip`` is the arm whose points are
    judged as fast: with the end of a long tool as its flange.
    """
    seconds = nearest.pose * path.period_s
    too_near = tuple(collision_shortfalls(nearest, seconds=seconds, boxes=boxes))
    if too_near:
        yield from map(_finding, too_near)
        return
    scene = CollisionScene(robot, floor_height=floor_height, boxes=boxes)
    time = path.period_s * np.arange(len(path.position), dtype=np.float64)
    fast = fast_shortfalls(scene, path.position, path.velocity, robot=tip, keep_off_m=keep_off, time=time)
    yield from map(_finding, fast)


def swept_box(robot: RobotModel, path: PlannedPath) -> tuple[FloatArray, FloatArray]:
    """Corners (3,) m, lowest and highest, of the box around the volume that the arm passes through."""
    capsules = arm_capsules(robot)
    ends = placed_capsules(robot, path.position, capsules=capsules)
    radius = np.array([capsule.radius for capsule in capsules])[:, np.newaxis]
    low = (ends.min(axis=(0, 2)) - radius).min(axis=0)
    high = (ends.max(axis=(0, 2)) + radius).max(axis=0)
    return low, high


def lowest_point(robot: RobotModel, path: PlannedPath, *, floor_height: float | None) -> float:
    """Height over the floor of the lowest point of all links that can sink, m; NaN without a floor."""
    capsules = tuple(capsule for capsule in arm_capsules(robot) if can_sink(robot, capsule.link))
    if floor_height is None or not capsules:
        return float("nan")
    height = placed_capsules(robot, path.position, capsules=capsules) @ up_direction(robot)
    radius = np.array([capsule.radius for capsule in capsules])[:, np.newaxis]
    return float((height - radius).min()) - floor_height
