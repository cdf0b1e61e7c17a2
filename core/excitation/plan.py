"""Planning an excitation trajectory: from settings to the best plan that the time allows."""

import time
from collections.abc import Callable

from core.excitation.excitation_plan import ExcitationPlan
from core.excitation.settings import ExcitationSettings
from core.monitor import Monitor
from core.robot.model import RobotModel

__all__ = ["ExcitationPlan", "plan_excitation"]


def plan_excitation(
    robot: RobotModel,
    settings: ExcitationSettings,
    *,
    monitor: Monitor | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> ExcitationPlan:
    """The best trajectory found within the settings' time or evaluations.

    Parameters
    ----------
    robot : the arm
    settings : what is asked for
    monitor : learns of the progress, keeps the plan so far at every improvement, and can stop
        the search, within 300 ms
    clock : seconds that only grow

    Raises
    ------
    Infeasible
        Every demand that no trajectory can meet, at once.
    BadRequest
        As ``ExcitationSettings``, ``core.excitation.limit_sets.named_limits``, and
        ``no-allowed-motion`` where nothing that was found keeps clear of everything.
    Cancelled
        When the monitor asks to stop; it has been given the best so far.
    """
    raise NotImplementedError
