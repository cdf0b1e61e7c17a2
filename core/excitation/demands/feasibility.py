"""Check of all demands on a plan before any search, with every impossible one reported at once.

``core.excitation.demands.allowing`` converts a motion that is not allowed into one that is.
"""

import numpy as np

from core.errors import BadRequest, Infeasible
from core.excitation.demands.allowing import shrink_to_allowed
from core.excitation.demands.demands import (
    Demands,
    choice_problems,
    limit_problems,
    rank_problems,
    reach_problems,
    surroundings_problems,
    torque_problems,
)
from core.excitation.limits.limit_sets import named_limits
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.settings import ExcitationSettings
from core.monitor import Monitor, NullMonitor
from core.robot.model import RobotModel

__all__ = ["check_demands", "demanded_limits", "shrink_to_allowed"]


def demanded_limits(robot: RobotModel, settings: ExcitationSettings) -> MotionLimits:
    """The limits that the settings name, also where the start pose lies outside some of them.

    Raises
    ------
    BadRequest, BadFile, OSError
        As ``core.excitation.limits.limit_sets.named_limits``, but for the start pose; ``start-count``.
    """
    inside = np.array(settings.start_pose(robot.joint_count), dtype=np.float64)
    for _ in range(2 * robot.joint_count):
        try:
            return named_limits(settings.limits, robot, start=inside)
        except BadRequest as refused:
            if refused.code != "start-outside-limits":
                raise
            joint = int(str(refused.facts["joint"])) - 1
            inside[joint] = np.clip(inside[joint], refused.facts["lower"], refused.facts["upper"])
    return named_limits(settings.limits, robot, start=inside)


def check_demands(
    robot: RobotModel,
    settings: ExcitationSettings,
    limits: MotionLimits,
    *,
    monitor: Monitor | None = None,
) -> None:
    """Raise an error with every demand that no trajectory can meet.

    Parameters
    ----------
    robot
        The arm.
    settings
        The demands on the plan.
    limits
        The limits that the settings name (:func:`demanded_limits`).
    monitor
        Checked for cancellation at least every 100 ms.

    Raises
    ------
    Infeasible
        ``demands-cannot-be-met``. Its problems say where each is (``joint N``, ``start pose``,
        ``locked joints``, ``motion``) and by how much: ``start-outside-limits``,
        ``start-too-near-limit``, ``joint-cannot-move``, ``joint-without-room``,
        ``start-too-near``, ``start-touches``, ``start-too-heavy``, ``no-such-joint``,
        ``nothing-free``, ``too-few-harmonics``, ``too-few-samples``, ``too-few-functions``.
    BadRequest
        ``start-count`` where the start pose has another number of joints than the arm.
    Cancelled
        When the monitor asks to stop.
    """
    watched = monitor or NullMonitor()
    demands = Demands(robot, settings, limits)
    in_motion = [
        *choice_problems(demands),
        *limit_problems(demands),
        *reach_problems(demands, monitor=watched),
    ]
    watched.check()
    problems = [*in_motion, *surroundings_problems(demands), *torque_problems(demands)]
    if not in_motion:  # its rank can be judged where every free joint can move
        watched.check()
        problems += rank_problems(demands)
    if problems:
        raise Infeasible("demands-cannot-be-met", problems, robot=robot.name)
