"""Checks along a path: speeds of points of the arm, torques with a payload, distances."""

from collections.abc import Iterator

import numpy as np

from core.errors import Fact
from core.excitation.keep_outs.collision_keep_out import collision_shortfalls
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.keep_outs.torque_keep_out import torque_shortfalls
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.capsules import arm_capsules, placed_capsules
from core.robot.collision import smallest_clearance
from core.robot.collision_pairs import can_sink, upwards
from core.robot.model import RobotModel
from core.robot.payload_assumption import AssumedPayload
from core.robot.point_speed import point_velocities
from core.robot.rated_torque import torque_shares
from core.robot.surroundings import Box, ClosestPair
from devices.safety.finding import Finding
from devices.safety.nominal_path import NominalPath


def top_speed(robot: RobotModel, path: NominalPath) -> float:
    """Highest speed of the joint centres and the flange in m/s, also between samples.

    Between two samples the speed exceeds both by at most half of its second difference there.
    """
    speed = np.linalg.norm(point_velocities(robot, path.position, path.velocity), axis=2)
    bend = np.abs(np.diff(speed, n=2, axis=0)).max(axis=0, initial=0.0)
    return float((speed.max(axis=0) + 0.5 * bend).max())


def torque_findings(
    robot: RobotModel, path: NominalPath, payload: AssumedPayload, *, monitor: Monitor
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


def closest_pair(
    robot: RobotModel, path: NominalPath, *, floor_height: float | None, boxes: tuple[Box, ...]
) -> ClosestPair:
    """The bodies of the arm, the floor and the boxes that come nearest; ``pose`` is a row of the path."""
    return smallest_clearance(robot, path.position, floor_height=floor_height, boxes=boxes, between=True)


def collision_findings(
    nearest: ClosestPair, path: NominalPath, *, boxes: tuple[Box, ...]
) -> Iterator[Finding]:
    """A finding if the arm comes too close to itself, to the floor or to a box."""
    seconds = nearest.pose * path.period_s
    yield from map(_finding, collision_shortfalls(nearest, seconds=seconds, boxes=boxes))


def swept_box(robot: RobotModel, path: NominalPath) -> tuple[FloatArray, FloatArray]:
    """Corners (3,) m, lowest and highest, of the box around the volume that the arm passes through."""
    capsules = arm_capsules(robot)
    ends = placed_capsules(robot, path.position, capsules=capsules)
    radius = np.array([capsule.radius for capsule in capsules])[:, np.newaxis]
    low = (ends.min(axis=(0, 2)) - radius).min(axis=0)
    high = (ends.max(axis=(0, 2)) + radius).max(axis=0)
    return low, high


def lowest_point(robot: RobotModel, path: NominalPath, *, floor_height: float | None) -> float:
    """Height over the floor of the lowest point of all links that can sink, m; NaN without a floor."""
    capsules = tuple(capsule for capsule in arm_capsules(robot) if can_sink(robot, capsule.link))
    if floor_height is None or not capsules:
        return float("nan")
    height = placed_capsules(robot, path.position, capsules=capsules) @ upwards(robot)
    radius = np.array([capsule.radius for capsule in capsules])[:, np.newaxis]
    return float((height - radius).min()) - floor_height
