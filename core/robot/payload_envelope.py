"""Computes the largest permitted load over its distance from the flange, and the source of that limit.

The maker's load diagram is used if the description has one, else the maker's limits. If the maker gives
a mass alone, the rated torques of the wrist limit it farther out: each wrist joint must hold the static
torque ``m g (lever + distance)`` of a load in its worst position within its rating. This is not a
permission by the maker, and ``source`` records that.
"""

import numpy as np

from core.recording import FloatArray
from core.robot.capsules import arm_length
from core.robot.kinematics import flange_jacobian
from core.robot.load_envelope import EnvelopeSource, PayloadEnvelope
from core.robot.model import STANDARD_GRAVITY, RobotModel

WRIST_JOINTS = 3
"""Number of joints that count as the wrist; those before them carry mostly the arm itself."""
_POINTS = 61
_TURNS = 49
"""Number of angles tried for each joint, 7.5° apart."""
_NO_LEVER_M = 1e-9


def payload_envelope(robot: RobotModel) -> PayloadEnvelope:
    """The permitted loads on the flange of ``robot``."""
    limit = robot.payload_limit
    if limit.diagram:
        distance, mass = np.array(limit.diagram).T
        if distance[0] > 0.0:  # nearer than the first point the load is no harder to carry
            distance, mass = np.append(0.0, distance), np.append(mass[0], mass)
        return _envelope(distance, np.minimum(mass, limit.mass), EnvelopeSource.DIAGRAM)
    if np.isfinite(limit.mass) and np.isfinite(limit.distance):
        return _envelope([0.0, limit.distance], [limit.mass, limit.mass], EnvelopeSource.LIMIT)
    if not np.isfinite(limit.mass):
        return _envelope([], [], EnvelopeSource.UNKNOWN)
    return _by_rated_torque(robot) or _envelope([0.0], [limit.mass], EnvelopeSource.LIMIT)


def _envelope(
    distance: FloatArray | list[float], mass: FloatArray | list[float], source: EnvelopeSource
) -> PayloadEnvelope:
    arrays = np.array(distance, dtype=np.float64), np.array(mass, dtype=np.float64)
    for array in arrays:
        array.setflags(write=False)
    return PayloadEnvelope(*arrays, source)


def _by_rated_torque(robot: RobotModel) -> PayloadEnvelope | None:
    """The load that the wrist can hold still, for centres up to an arm's length away.

    None if no rating is given.
    """
    levers = wrist_levers(robot)
    rated = [joint for joint in levers if np.isfinite(robot.torque_limit[joint])]
    if not rated:
        return None
    distance = np.linspace(0.0, arm_length(robot), _POINTS)
    held = [
        robot.torque_limit[joint] / (STANDARD_GRAVITY * np.maximum(levers[joint] + distance, _NO_LEVER_M))
        for joint in rated
    ]
    mass = np.minimum(np.min(held, axis=0), robot.payload_limit.mass)
    return _envelope(distance, mass, EnvelopeSource.RATED_TORQUE)


def wrist_levers(robot: RobotModel) -> dict[int, float]:
    """Largest distance of the flange from the axis of each turning wrist joint, m, by joint number from 0."""
    n = robot.joint_count
    wrist = [joint for joint in range(n - _wrist_size(n), n) if not robot.is_prismatic[joint]]
    after = [joint for joint in range(n - _wrist_size(n) + 1, n) if not robot.is_prismatic[joint]]
    turns = np.meshgrid(*[np.linspace(-np.pi, np.pi, _TURNS)] * len(after), indexing="ij")
    q = np.zeros((_TURNS ** len(after), n))
    for joint, angle in zip(after, turns, strict=True):
        q[:, joint] = angle.ravel()
    # a turning joint moves the flange by its distance from the axis
    moved = np.linalg.norm(flange_jacobian(robot, q)[:, :3], axis=1)
    return {joint: float(moved[:, joint].max()) for joint in wrist}


def _wrist_size(joint_count: int) -> int:
    """Number of wrist joints: three of six or more joints, fewer for arms with fewer joints."""
    return min(WRIST_JOINTS, max(joint_count - 3, 1))
