"""Static torque of a payload on a joint: linear in its mass and its first moments."""

import numpy as np

from core.recording import FloatArray
from core.robot.kinematics import flange_transforms, link_transforms
from core.robot.model import RobotModel


def weight_columns(robot: RobotModel, q: FloatArray, joint: int) -> FloatArray:
    """Static torque (N, 4) of one joint at poses (N, n) per kg and per kg·m along flange x, y, z, N·m.

    [Gao] eq. 2 for any arm: the drive balances gravity acting at ``p + R c``. Times ``(m, m·x, m·y,
    m·z)`` it is the torque added by the payload. N for a prismatic joint.
    """
    links, flange = link_transforms(robot, q), flange_transforms(robot, q)
    axis, origin = links[:, joint, :3, 2], links[:, joint, :3, 3]
    if robot.is_prismatic[joint]:
        return np.column_stack((-(axis @ robot.gravity), np.zeros((q.shape[0], 3))))
    # z · (r × g) = r · (g × z) per kg at the lever r; the sign is reversed because the drive holds it
    pull = -np.cross(robot.gravity, axis)
    at_flange = np.einsum("ni,ni->n", flange[:, :3, 3] - origin, pull)
    along = np.einsum("nij,ni->nj", flange[:, :3, :3], pull)
    return np.column_stack((at_flange, along))
