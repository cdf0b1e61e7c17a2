"""A pose to start from: inside the limits, above the floor, clear of itself."""

from core.recording import FloatArray
from core.robot.model import RobotModel


def home_pose(robot: RobotModel) -> FloatArray:
    """A plausible pose (n,) in the model's joint positions; the same for the same robot."""
    raise NotImplementedError(robot.name)
