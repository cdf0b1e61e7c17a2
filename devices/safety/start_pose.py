"""The check that an arm is where a motion begins: any other motion would not be the one that was checked."""

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.errors import MotionRejected
from devices.safety.joint_units import shown, unit_of
from devices.safety.limits import START_POSE_M, START_POSE_RAD, per_joint


def expect_start_pose(robot: RobotModel, position: FloatArray, *, start: FloatArray) -> None:
    """Refuse a motion from ``start`` (n,) for an arm at ``position`` (n,), in the model's convention.

    Raises
    ------
    MotionRejected
        ``start-pose-differs`` with the first joint that is further away than allowed.
    """
    apart = np.abs(position - start)
    limit = per_joint(robot, turning=START_POSE_RAD, sliding=START_POSE_M)
    # negated comparison: a position of NaN must count as wrong
    wrong = np.flatnonzero(~(apart <= limit))
    if wrong.size:
        joint = int(wrong[0])
        raise MotionRejected(
            "start-pose-differs",
            joint=joint + 1,
            difference=shown(robot, joint, apart[joint]),
            limit=shown(robot, joint, limit[joint]),
            unit=unit_of(robot, joint),
        )
