"""What cannot be done with gears whose output is locked to the frame."""

from core.errors import BadRequest
from core.robot.model import RobotModel


def expect_free_output(robot: RobotModel) -> None:
    """Refuse a robot that cannot move, before anything is planned or identified that takes motion.

    Raises
    ------
    BadRequest
        ``output-locked``.
    """
    if robot.output_locked:
        raise BadRequest("output-locked", robot=robot.name)
