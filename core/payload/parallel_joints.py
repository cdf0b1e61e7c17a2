"""Which two joints of an arm sweep, so that gravity tells a payload from their drives."""

from core.payload.plan import SweptJoints
from core.recording import FloatArray
from core.robot.model import RobotModel


def find_swept_joints(robot: RobotModel, *, start: FloatArray) -> SweptJoints:
    """The two joints that sweep: parallel in all poses and loaded by gravity, where there are such.

    Parameters
    ----------
    robot
        The arm.
    start
        (n,) where it stands.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``start`` does not fit.
    NotIdentifiable
        ``payload-no-loaded-joint`` where gravity loads no two joints.
    """
    raise NotImplementedError
