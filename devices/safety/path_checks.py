"""What is found along a path: speeds of the arm's points, torques with a payload, distances."""

from collections.abc import Iterator

import numpy as np

from core.errors import Fact
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.capsules import arm_capsules, placed_capsules
from core.robot.collision import smallest_clearance
from core.robot.model import RobotModel
from core.robot.payload_assumption import AssumedPayload
from core.robot.point_speed import point_velocities
from core.robot.surroundings import Box
from core.robot.worst_payload import worst_motor_torque
from devices.safety.limits import CLEARANCE_M, COULOMB_SHARE, VISCOUS_SHARE
from devices.safety.nominal_path import NominalPath
from devices.safety.preview import Finding

_CHUNK_SAMPLES = 1000
"""Between two looks at the monitor."""
_COLLISIONS = {"floor": "floor-collision"}


def top_speed(robot: RobotModel, path: NominalPath) -> float:
    """The fastest of the joint centres and the flange in m/s, also between samples.

    Between two samples a speed passes both by no more than half of how much it bends there.
    """
    speed = np.linalg.norm(point_velocities(robot, path.position, path.velocity), axis=2)
    bend = np.abs(np.diff(speed, n=2, axis=0)).max(axis=0, initial=0.0)
    return float((speed.max(axis=0) + 0.5 * bend).max())


def torque_findings(
    robot: RobotModel, path: NominalPath, payload: AssumedPayload, *, monitor: Monitor
) -> tuple[FloatArray, list[Finding]]:
    """The largest share (n,) of the rated torque, NaN where none is known, and what is too much.

    Moving adds what friction commonly takes. Standing must be possible everywhere, without
    friction's help: after a stop the drives or brakes hold the arm where it is.
    """
    unknown = np.full(robot.joint_count, np.nan)
    if robot.inertial_parameters is None:
        return unknown, [Finding("inertia-unknown", blocking=False)]
    limit = robot.torque_limit
    moving, holding = np.zeros(robot.joint_count), np.zeros(robot.joint_count)
    for first in range(0, path.position.shape[0], _CHUNK_SAMPLES):
        monitor.check()
        rows = slice(first, first + _CHUNK_SAMPLES)
        q, v = path.position[rows], path.velocity[rows]
        still = np.zeros_like(q)
        held = worst_motor_torque(robot, q, still, still, payload=payload)
        holding = np.maximum(holding, held.max(axis=0))
        for acceleration in path.accelerations:
            torque = worst_motor_torque(robot, q, v, acceleration[rows], payload=payload)
            moving = np.maximum(moving, (torque / limit + _friction(robot, v)).max(axis=0))
    rated = np.isfinite(limit)
    findings = [
        Finding(code, {"joint": int(joint) + 1, "share": float(share[joint]), "limit": float(limit[joint])})
        for code, share in (("torque-too-high", moving), ("cannot-hold", holding / limit))
        for joint in np.flatnonzero(rated & ~(share <= 1.0))
    ]
    return np.where(rated, np.maximum(moving, holding / limit), np.nan), findings


def _friction(robot: RobotModel, v: FloatArray) -> FloatArray:
    """The share (N, n) of the rated torque that friction may take."""
    return np.where(v != 0.0, COULOMB_SHARE, 0.0) + VISCOUS_SHARE * np.abs(v) / robot.velocity_limit


def payload_findings(payload: AssumedPayload) -> Iterator[Finding]:
    """What was taken to hang on the flange where the description does not say."""
    facts: dict[str, Fact] = {"mass": payload.mass, "distance": 1e3 * payload.distance}
    if payload.mass_assumed:
        yield Finding("payload-mass-assumed", facts, blocking=False)
    if payload.distance_assumed:
        yield Finding("payload-distance-assumed", facts, blocking=False)


def collision_findings(
    robot: RobotModel, path: NominalPath, *, floor_height: float | None, boxes: tuple[Box, ...]
) -> Iterator[Finding]:
    """Whether the arm comes too near to itself, to the floor or to a box."""
    nearest = smallest_clearance(robot, path.position, floor_height=floor_height, boxes=boxes, between=True)
    if nearest.distance >= CLEARANCE_M:
        return
    names = {box.name for box in boxes}
    code = _COLLISIONS.get(nearest.second, "box-collision" if nearest.second in names else "self-collision")
    facts: dict[str, Fact] = {
        "first": nearest.first,
        "second": nearest.second,
        "distance": 1e3 * nearest.distance,
        "limit": 1e3 * CLEARANCE_M,
        "seconds": nearest.pose * path.period_s,
    }
    yield Finding(code, facts)


def swept_box(robot: RobotModel, path: NominalPath) -> tuple[FloatArray, FloatArray]:
    """Lowest and highest corner (3,) m of the box around all that the arm's body passes through."""
    capsules = arm_capsules(robot)
    ends = placed_capsules(robot, path.position, capsules=capsules)
    radius = np.array([capsule.radius for capsule in capsules])[:, np.newaxis]
    low = (ends.min(axis=(0, 2)) - radius).min(axis=0)
    high = (ends.max(axis=(0, 2)) + radius).max(axis=0)
    return low, high
