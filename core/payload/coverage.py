"""What sweeps will tell of a payload, and whether those that were done suffice."""

from collections.abc import Collection

from core.payload.plan import Coverage, PayloadPlan
from core.robot.model import RobotModel


def coverage(robot: RobotModel, plan: PayloadPlan, *, done: Collection[int]) -> Coverage:
    """Verdicts of mass, x, y and z after the sweeps ``done`` (their numbers), and what helps most next.

    Where the plan sweeps both ways, a sweep counts once its way back is done as well.
    """
    raise NotImplementedError
