"""Refusal of tasks that need motion, for a robot whose gear outputs are locked to the frame."""

from core.errors import BadRequest
from core.robot.model import RobotModel


def expect_free_output(robot: RobotModel) -> None:
    """Raise an error for a robot with locked outputs, before any task that needs motion starts.

    Raises
    ------
    BadRequest
        ``output-locked``.
    """
    if robot.output_locked:
        raise BadRequest("output-locked", robot=robot.name)
