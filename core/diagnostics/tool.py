"""What the twist of the gears does at the tool."""

import numpy as np

from core.recording import FloatArray
from core.robot.kinematics import flange_jacobian
from core.robot.model import RobotModel


def tool_lever(robot: RobotModel, q: FloatArray) -> FloatArray:
    """How far the flange moves per unit of each joint's twist.

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


def tool_shift(robot: RobotModel, q: FloatArray, deflection: FloatArray) -> float:
    """How far the twist of all joints together moves the flange, m.

    Parameters
    ----------
    robot
        The arm.
    q
        (n,) model joint positions, rad (m).
    deflection
        (n,) rad (m) in the reported directions; joints that are NaN are left out.

    Returns
    -------
    Length of the translation to first order; NaN where no joint's deflection is known.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    known = np.isfinite(deflection)
    if not known.any():
        return float("nan")
    twist = np.where(known, deflection, 0.0) * robot.reported_sign
    return float(np.linalg.norm(_translation(robot, q) @ twist))


def _translation(robot: RobotModel, q: FloatArray) -> FloatArray:
    """(3, n) translational rows of the flange's Jacobian."""
    jacobian: FloatArray = flange_jacobian(robot, np.asarray(q)[np.newaxis])[0, :3]
    return jacobian
