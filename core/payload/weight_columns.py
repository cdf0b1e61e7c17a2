"""Static torque of a payload on a joint: linear in its mass and its first moments."""

import numpy as np

from core.recording import FloatArray
from core.robot.kinematics import link_transforms
from core.robot.model import RobotModel


def weight_columns(robot: RobotModel, q: FloatArray, joint: int) -> FloatArray:
    """Static torque (N, 4) of one joint at poses (N, n) per kg and per kg·m along flange x, y, z, N·m.

    [Gao] eq. 2 for any arm: the drive balances gravity acting at ``p + R c``. Times ``(m, m·x, m·y,
    m·z)`` it is the torque added by the payload. N for a prismatic joint.
    """
    return weight_columns_at(robot, link_transforms(robot, q), joint)


def weight_columns_at(robot: RobotModel, links: FloatArray, joint: int) -> FloatArray:
    """The columns of ``weight_columns`` from the link frames (N, n, 4, 4) at the poses."""
    return _columns(robot, links, slice(joint, joint + 1))[:, 0]


def all_weight_columns(robot: RobotModel, q: FloatArray) -> FloatArray:
    """The columns of all joints, (N, n, 4)."""
    return _columns(robot, link_transforms(robot, q), slice(None))


def _columns(robot: RobotModel, links: FloatArray, joints: slice) -> FloatArray:
    turn = links[:, -1, :3, :3]
    flange = turn @ robot.flange[:3, 3] + links[:, -1, :3, 3]
    axis, origin = links[:, joints, :3, 2], links[:, joints, :3, 3]
    gx, gy, gz = robot.gravity
    # z · (r × g) = r · (g × z) per kg at the lever r; the sign is reversed because the drive holds it
    pull = axis @ np.array([[0.0, -gz, gy], [gz, 0.0, -gx], [-gy, gx, 0.0]])
    found = np.empty((*axis.shape[:2], 4))
    found[..., 0] = np.einsum("nji,nji->nj", flange[:, np.newaxis] - origin, pull)
    found[..., 1:] = (pull @ turn) @ robot.flange[:3, :3]
    for place in np.flatnonzero(np.asarray(robot.is_prismatic)[joints]):
        found[:, place] = 0.0
        found[:, place, 0] = -(axis[:, place] @ robot.gravity)
    return found
