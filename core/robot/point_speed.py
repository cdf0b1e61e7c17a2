"""Speed of the points of an arm that can hit a person: every joint's centre and the flange."""

import numpy as np

from core.recording import FloatArray
from core.robot.kinematics import link_transforms
from core.robot.model import RobotModel


def point_velocities(robot: RobotModel, q: FloatArray, v: FloatArray) -> FloatArray:
    """Velocities (N, n + 1, 3) m/s of the link frames' origins and the flange, in the base frame.

    Parameters
    ----------
    robot
        The arm.
    q, v
        Joint positions and velocities (N, n).

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    frames = link_transforms(robot, q)
    samples, n = q.shape
    velocities = np.empty((samples, n + 1, 3))
    turning, moving = np.zeros((samples, 3)), np.zeros((samples, 3))
    place = np.broadcast_to(robot.base[:3, 3], (samples, 3))
    for joint in range(n):
        axis, origin = frames[:, joint, :3, 2], frames[:, joint, :3, 3]
        moving = moving + np.cross(turning, origin - place)
        if robot.is_prismatic[joint]:
            moving = moving + axis * v[:, joint, None]
        else:
            turning = turning + axis * v[:, joint, None]
        velocities[:, joint], place = moving, origin
    flange = (frames[:, -1] @ robot.flange)[:, :3, 3]
    velocities[:, n] = moving + np.cross(turning, flange - place)
    return velocities
