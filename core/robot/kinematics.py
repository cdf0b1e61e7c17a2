"""Link and flange frames of an arm in the base frame, and the speed of its points, over many samples."""

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot import _kernels
from core.robot.model import RobotModel


def link_transforms(robot: RobotModel, q: FloatArray) -> FloatArray:
    """Link frames (N, n, 4, 4) at the joint positions (N, n) in rad or m.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    q = np.ascontiguousarray(q, dtype=np.float64)
    if q.ndim != 2 or q.shape[1] != robot.joint_count:
        raise BadRequest("motion-shape", expected=(-1, robot.joint_count), found=q.shape)
    frames = np.empty((*q.shape, 4, 4))
    _kernels.link_transforms(q, robot.kernel_rows, robot.base, frames)
    return frames


def flange_transforms(robot: RobotModel, q: FloatArray) -> FloatArray:
    """Flange frames (N, 4, 4); parameters and errors as for :func:`link_transforms`."""
    frames: FloatArray = link_transforms(robot, q)[:, -1] @ robot.flange
    return frames


def flange_jacobian(robot: RobotModel, q: FloatArray) -> FloatArray:
    """Jacobians (N, 6, n) of the flange's origin: three rows of velocity, then three of turning rate.

    All in the base frame's directions; parameters and errors as for :func:`link_transforms`.
    """
    frames = link_transforms(robot, q)
    point = np.ascontiguousarray((frames[:, -1] @ robot.flange)[:, :3, 3])
    matrix = np.empty((frames.shape[0], 6, robot.joint_count))
    _kernels.jacobian(frames, robot.is_prismatic, point, matrix)
    return matrix


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
