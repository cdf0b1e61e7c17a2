"""Stiffness of an arm by its description, where the visit has no measured one. No Qt."""

from core.monitor import Monitor
from core.robot.model import RobotModel
from core.stiffness.result import ReducedStiffness


def describes_stiffness(robot: RobotModel) -> bool:
    """True for a description with the stiffness of every joint and the springs of its links."""
    return robot.joint_stiffness is not None and bool(robot.link_springs)


def stiffness_of_description(monitor: Monitor, *, robot: RobotModel) -> ReducedStiffness:
    """The reduced stiffness that follows from a description, for shifts of the flange.

    Raises
    ------
    BadRequest
        As ``stiffness_model`` and ``reduce_stiffness``.
    """
    from core.stiffness.model import stiffness_model
    from core.stiffness.reduction import reduce_stiffness

    return reduce_stiffness(stiffness_model(robot), monitor=monitor)
