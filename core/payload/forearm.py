"""Direction of the arm between the second swept joint and the wrist, and the angle that aligns it."""

import numpy as np

from core.payload.plan import SweptJoints
from core.recording import FloatArray
from core.robot.capsules import arm_length
from core.robot.kinematics import flange_transforms, link_transforms
from core.robot.model import RobotModel

_NOTHING = 1e-3
"""Smallest length relative to the arm's length."""


def forearm_direction(robot: RobotModel, joints: SweptJoints, *, pose: FloatArray) -> FloatArray:
    """Direction (3,) of the forearm in the second swept link's frame: across its axis, towards the wrist.

    The wrist is the next joint's centre, or the next one beyond that does not lie on the axis.
    """
    q = pose[np.newaxis]
    frames = link_transforms(robot, q)[0]
    own = frames[joints.second]
    places = [*frames[joints.second + 1 :, :3, 3], flange_transforms(robot, q)[0, :3, 3]]
    for place in places:
        away = own[:3, :3].T @ (place - own[:3, 3])
        away[2] = 0.0
        length = float(np.linalg.norm(away))
        if length > _NOTHING * arm_length(robot):
            return np.asarray(away / length)
    return np.array([1.0, 0.0, 0.0])


def in_line(robot: RobotModel, joints: SweptJoints, *, pose: FloatArray) -> float:
    """Angle of the second swept joint at which the forearm points away from the first axis, rad."""
    q = pose.copy()
    q[joints.second] = 0.0
    frames = link_transforms(robot, q[np.newaxis])[0]
    axis = frames[joints.second, :3, 2]
    upper_arm = frames[joints.second, :3, 3] - frames[joints.first, :3, 3]
    upper_arm = upper_arm - (upper_arm @ axis) * axis
    forearm = frames[joints.second, :3, :3] @ forearm_direction(robot, joints, pose=q)
    return float(np.arctan2(axis @ np.cross(forearm, upper_arm), forearm @ upper_arm))


def nearest_turn(angle: float, *, to: float, lower: float, upper: float) -> float:
    """The angle plus whole turns, within bounds and nearest ``to``; the nearest bound if none is inside."""
    turns = 2.0 * np.pi * np.arange(-3, 4) + angle
    inside = turns[(turns >= lower) & (turns <= upper)]
    if inside.size:
        return float(inside[np.argmin(np.abs(inside - to))])
    bounds = np.array([lower, upper])
    off = np.abs(np.remainder(bounds - angle + np.pi, 2.0 * np.pi) - np.pi)
    return float(bounds[np.argmin(off)])
