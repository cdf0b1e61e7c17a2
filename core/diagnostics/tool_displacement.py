"""Effect of the gears' twist at the tool."""

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.single_pose import link_frames_at


def tool_lever(robot: RobotModel, q: FloatArray) -> FloatArray:
    """Displacement of the flange per unit of each joint's twist.

    Parameters
    ----------
    robot
        The arm.
    q
        (n,) model joint positions, rad (m).

    Returns
    -------
    (n,) m per rad, the distance of the flange from each joint's axis; 1 for a sliding joint.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    return np.asarray(np.linalg.norm(_translation(robot, q), axis=0))


def tool_translation(robot: RobotModel, q: FloatArray, deflection: FloatArray) -> FloatArray:
    """Flange position from the link encoders minus that from the motor encoders.

    Parameters
    ----------
    robot
        The arm.
    q
        (n,) model joint positions, rad (m).
    deflection
        (n,) rad (m), motor minus link angle in the reported directions; joints that are NaN are
        left out.

    Returns
    -------
    (3,) m in the base frame's directions, to first order; NaN where no joint's deflection is known.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    known = np.isfinite(deflection)
    if not known.any():
        return np.full(3, np.nan)
    twist = np.where(known, deflection, 0.0) * robot.reported_sign
    return np.asarray(-(_translation(robot, q) @ twist))


def tool_shift(robot: RobotModel, q: FloatArray, deflection: FloatArray) -> float:
    """Displacement of the flange by the twist of all joints: length of :func:`tool_translation`, m."""
    return float(np.linalg.norm(tool_translation(robot, q, deflection)))


def _translation(robot: RobotModel, q: FloatArray) -> FloatArray:
    """(3, n) translational rows of the flange's Jacobian; in numpy alone, for the window."""
    frames = link_frames_at(robot, q)
    axes, origins = frames[:, :3, 2], frames[:, :3, 3]
    flange = (frames[-1] @ robot.flange)[:3, 3]
    turning = np.cross(axes, flange - origins)
    return np.where(robot.is_prismatic[:, np.newaxis], axes, turning).T
