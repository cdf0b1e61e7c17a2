"""How the wrist holds the flange while two joints sweep: x, y and z along the forearm in turn."""

from core.excitation.limits.motion_limits import MotionLimits
from core.payload.plan import FlangeOrientation, SweptJoints
from core.recording import FloatArray
from core.robot.model import RobotModel


def flange_orientations(
    robot: RobotModel, joints: SweptJoints, *, limits: MotionLimits, start: FloatArray
) -> tuple[FlangeOrientation, ...]:
    """The four orientations that the wrist reaches, as near to each other as they can be."""
    raise NotImplementedError
