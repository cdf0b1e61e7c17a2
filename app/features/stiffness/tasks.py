"""The stiffness of the whole arm from joints and links or from load tests, and the shift of the tool. No Qt.

Runs in the worker process of the window, or directly for the command line.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.features.stiffness.spring_model import KnownArm, known_arm
from app.visit.stored_products import stored_stiffness
from core.errors import BadRequest
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.deflection_map import StiffnessView
from core.stiffness.result import STIFFNESS, ReducedStiffness
from core.stiffness.settings import StiffnessSettings

if TYPE_CHECKING:
    from core.payload.result import PayloadResult
    from core.stiffness.load_plan import LoadPlanSettings, Loads, LoadTestPlan
    from core.stiffness.prediction import FlangeLoad


def analyse_stiffness(
    monitor: Monitor,
    *,
    robot: str | Path | RobotModel | None = None,
    settings: StiffnessSettings | None = None,
    visit: Path | None = None,
    loads: Path | None = None,
    tracker: Path | None = None,
    leave_out: Sequence[str] = (),
    store: bool = True,
) -> ReducedStiffness:
    """Compute the reduced stiffness of an arm, and store it in the visit.

    Parameters
    ----------
    robot
        A shipped name, a description file or a model; that of the visit where it is None.
    visit
        Visit whose newest analysis of the twist gives the joints' springs; the description gives those
        that it lacks.
    loads, tracker
        File of load tests, and file of their points measured by a laser tracker, for an experiment. Without
        them the stiffness is computed from the springs of joints and links.
    leave_out
        Names of load tests that do not count.
    store
        Store the result in the visit.

    Raises
    ------
    BadRequest
        ``stiffness-springs-unknown`` with the joints whose spring is unknown; as ``known_arm``.
    BadFile
        As ``read_load_tests`` and ``Visit.open``.
    NotEnoughData, PoorExcitation
        As ``identify_from_loads``.
    Cancelled
        When the monitor is cancelled; it has the best result so far.
    """
    settings = settings or StiffnessSettings()
    arm = known_arm(robot, visit)
    if loads is None:
        found = _by_algebra(arm, settings, monitor)
    else:
        found = _by_experiment(arm, settings, loads, tracker, leave_out, monitor)
    if store and visit is not None:
        keep_stiffness(visit, found)
    return found


def stiffness_view(
    monitor: Monitor,
    *,
    robot: str | Path | RobotModel | None = None,
    visit: Path | None = None,
    settings: StiffnessSettings | None = None,
    pose: Sequence[float] | None = None,
    load: "FlangeLoad | Sequence[float] | None" = None,
    reduced: ReducedStiffness | None = None,
    with_map: bool = True,
) -> StiffnessView:
    """Shift and stiffness of the tool at one pose under one load, and over the workspace.

    Parameters
    ----------
    robot, visit
        As for ``analyse_stiffness``.
    settings
        Those of the reduced model where None.
    pose
        (n,) rad (m); the middle of the joints' ranges where None.
    load
        Mass on the flange, or force (3,) N at the tool in the base frame; a force of
        ``settings.force`` downwards where None.
    reduced
        The reduced model; the visit's newest where None, and that of the algebra where it has none.
    with_map
        Compute the map over the workspace, which takes longest.

    Raises
    ------
    BadRequest
        ``stiffness-pose-shape``; as ``analyse_stiffness``.
    Cancelled
        When the monitor is cancelled.
    """
    from core.stiffness.cartesian import (
        full_at_pose,
        middle_pose,
        reduced_at_pose,
        tool_point,
        weight_of,
    )
    from core.stiffness.deflection_map import deflection_map
    from core.stiffness.prediction import FlangeLoad, predict_shift

    arm = known_arm(robot, visit)
    reduced = reduced or _newest_of(arm, visit, settings, monitor)
    chosen = settings or reduced.settings
    model = arm.model_if_known(chosen.tool)
    at = middle_pose(arm.robot, chosen) if pose is None else np.asarray(pose, dtype=np.float64)
    if at.shape != (arm.robot.joint_count,):
        raise BadRequest("stiffness-pose-shape", expected=arm.robot.joint_count, found=at.size)
    by: FlangeLoad | FloatArray = weight_of(arm.robot, chosen.force)
    if load is not None:
        by = load if isinstance(load, FlangeLoad) else np.asarray(load, dtype=np.float64)
    return StiffnessView(
        robot=arm.robot,
        reduced=reduced,
        pose=at,
        tool_point=tool_point(arm.robot, at, tool=chosen.tool),
        load=by,
        full=None if model is None else full_at_pose(model, at),
        at_joints=reduced_at_pose(arm.robot, reduced, at),
        predicted=None if model is None else predict_shift(model, reduced, at, by),
        map=None
        if model is None or not with_map
        else deflection_map(model, load=by, settings=chosen, monitor=monitor),
    )


def flange_load_of_visit(*, path: Path, monitor: Monitor) -> "FlangeLoad | None":
    """Newest payload of a visit as a load; None where no mass is known."""
    from app.features.payload.tasks import payload_of_visit

    found = payload_of_visit(path=path, monitor=monitor)
    return None if found is None or not np.isfinite(found.estimate.mass) else flange_load(found)


def flange_load(payload: "PayloadResult") -> "FlangeLoad":
    """Load of a measured payload, with its covariance."""
    from core.stiffness.prediction import FlangeLoad

    found = payload.estimate
    # the centre of a very small mass is unknown: the mass is taken to hang at the flange
    x, y, z = np.where(np.isfinite(found.center_of_mass), found.center_of_mass, 0.0).tolist()
    return FlangeLoad(found.mass, (x, y, z), found.covariance)


def _newest_of(
    arm: KnownArm, visit: Path | None, settings: StiffnessSettings | None, monitor: Monitor
) -> ReducedStiffness:
    """Newest stiffness of the visit, or else the one computed from the springs."""
    from core.storage.visit import Visit

    if visit is not None and settings is None:
        with Visit.open(visit, recover=False) as opened:
            found = stored_stiffness(opened)
        if found is not None:
            return found
    return _by_algebra(arm, settings or StiffnessSettings(), monitor)


def _by_algebra(arm: KnownArm, settings: StiffnessSettings, monitor: Monitor) -> ReducedStiffness:
    from core.stiffness.reduction import reduce_stiffness

    return reduce_stiffness(
        arm.model(settings.tool),
        settings,
        source=arm.source,
        serial=arm.serial,
        mark=arm.mark,
        monitor=monitor,
    )


def _by_experiment(
    arm: KnownArm,
    settings: StiffnessSettings,
    loads: Path,
    tracker: Path | None,
    leave_out: Sequence[str],
    monitor: Monitor,
) -> ReducedStiffness:
    from core.exchange.load_tests_file import read_load_tests
    from core.stiffness.experiment import identify_from_loads

    file = read_load_tests(loads, arm.robot, tracker=tracker, tool=settings.tool)
    return identify_from_loads(
        arm.robot,
        file.tests,
        settings,
        model=arm.model_if_known(settings.tool),
        leave_out=tuple(leave_out),
        source=file.source,
        serial=arm.serial,
        mark=arm.mark,
        monitor=monitor,
    )


def keep_stiffness(visit: Path, found: ReducedStiffness) -> None:
    """Store a reduced stiffness in a visit."""
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        opened.add_result(STIFFNESS, found)


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
