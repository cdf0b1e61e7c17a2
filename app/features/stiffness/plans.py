"""Plans of load tests that determine an arm's stiffness. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from app.features.stiffness.springs import known_arm
from core.monitor import Monitor
from core.robot.model import RobotModel
from core.stiffness.settings import StiffnessSettings

if TYPE_CHECKING:
    from core.stiffness.load_plan import LoadPlanSettings, Loads, LoadTestPlan


def plan_stiffness_loads(
    *,
    robot: str | Path | RobotModel | None = None,
    visit: Path | None = None,
    settings: StiffnessSettings | None = None,
    count: int,
    loads: "Loads",
    planning: "LoadPlanSettings | None" = None,
    out: Path | None = None,
    monitor: Monitor,
) -> "LoadTestPlan":
    """Plan the load tests that determine the stiffness best, and write them to ``out`` to be filled in.

    Parameters
    ----------
    robot, visit
        As for ``app.features.stiffness.tasks.analyse_stiffness``.
    settings
        The tool point that will be loaded.
    count
        Number of tests.
    loads
        Mass that hangs on the tool point, or pushes on it.
    planning
        Settings of the search for poses.

    Raises
    ------
    BadRequest
        ``stiffness-springs-unknown``; as ``known_arm`` and ``plan_load_tests``.
    Infeasible
        As ``plan_load_tests``.
    OSError
        When the file cannot be written.
    Cancelled
        When the monitor is cancelled.
    """
    from core.exchange.load_plan_file import write_load_plan
    from core.stiffness.pose_selection import plan_load_tests

    arm = known_arm(robot, visit)
    model = arm.model((settings or StiffnessSettings()).tool)
    plan = plan_load_tests(model, count=count, loads=loads, settings=planning, monitor=monitor)
    if out is not None:
        write_load_plan(out, plan, arm.robot)
    return plan
