"""The stiffness of the whole arm from joints and links or from load tests, and what it says. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.features.stiffness.springs import KnownArm, known_arm
from app.visit.stored_stiffness import stored_stiffness
from core.errors import BadRequest
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.result import STIFFNESS, ReducedStiffness
from core.stiffness.settings import StiffnessSettings
from core.stiffness.view import StiffnessView

if TYPE_CHECKING:
    from core.exchange.load_tests_file import LoadTestFile
    from core.stiffness.deflection_map import DeflectionMap
    from core.stiffness.model import StiffnessModel
    from core.stiffness.prediction import FlangeLoad, PredictedShift


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
    """The reduced stiffness of an arm; a visit keeps the result.

    Parameters
    ----------
    robot
        A shipped name, a description file or a model; that of the visit where it is None.
    visit
        Whose newest analysis of the twist gives the joints' springs; the description gives those
        that it lacks.
    loads, tracker
        A file of load tests, and one of what a laser tracker saw of them: the experiment. The
        algebra of joints and links without them.
    leave_out
        Names of load tests that do not count.
    store
        Whether the visit keeps the result.

    Raises
    ------
    BadRequest
        ``stiffness-springs-unknown`` with the joints whose spring nobody knows; as ``known_arm``.
    BadFile
        As ``read_load_tests`` and ``Visit.open``.
    NotEnoughData, PoorExcitation
        As ``identify_from_loads``.
    Cancelled
        When somebody asked to stop; what was known by then was offered to the monitor.
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
    """What a reduced stiffness says at one pose under one load, and over the workspace.

    Parameters
    ----------
    robot, visit
        As for ``analyse_stiffness``.
    settings
        Those of the reduced model where None.
    pose
        (n,) rad (m); the middle of the joints' ranges where None.
    load
        What hangs on the flange, or (3,) N at the tool in the base frame; a force of
        ``settings.force`` downwards where None.
    reduced
        The reduced model; the visit's newest where None, and that of the algebra where it has none.
    with_map
        Whether the map over the workspace is made, which takes longest.

    Raises
    ------
    BadRequest
        ``stiffness-pose-shape``; as ``analyse_stiffness``.
    Cancelled
        When somebody asked to stop.
    """
    from core.stiffness.at_pose import full_at_pose, middle_pose, reduced_at_pose, tool_point, weight_of

    arm = known_arm(robot, visit)
    reduced = reduced or _newest_of(arm, visit, settings, monitor)
    chosen = settings or reduced.settings
    model = arm.model_if_known(chosen.tool)
    at = middle_pose(arm.robot, chosen) if pose is None else np.asarray(pose, dtype=np.float64)
    if at.shape != (arm.robot.joint_count,):
        raise BadRequest("stiffness-pose-shape", expected=arm.robot.joint_count, found=at.size)
    by = weight_of(arm.robot, chosen.force) if load is None else _as_load(load)
    return StiffnessView(
        robot=arm.robot,
        reduced=reduced,
        pose=at,
        tool_point=tool_point(arm.robot, at, tool=chosen.tool),
        load=by,
        full=None if model is None else full_at_pose(model, at),
        at_joints=reduced_at_pose(arm.robot, reduced, at),
        predicted=None if model is None else _predicted(model, reduced, at, by),
        map=_map(model, by, chosen, monitor) if with_map and model is not None else None,
    )


def load_tests(
    arm: KnownArm, path: Path, *, tracker: Path | None, settings: StiffnessSettings
) -> "LoadTestFile":
    """The load tests of a file, for this arm.

    Raises
    ------
    BadFile
        As ``read_load_tests``.
    """
    from core.exchange.load_tests_file import read_load_tests

    return read_load_tests(path, arm.robot, tracker=tracker, tool=settings.tool)


def flange_load_of_visit(*, path: Path, monitor: Monitor) -> "FlangeLoad | None":
    """The newest payload of a visit as a load, with its doubt; None where it has none that is known."""
    from app.features.payload.tasks import payload_of_visit
    from core.stiffness.prediction import FlangeLoad

    found = payload_of_visit(path=path, monitor=monitor)
    if found is None or not np.isfinite(found.estimate.mass):
        return None
    # a mass too small to tell its centre is taken to hang at the flange
    x, y, z = np.nan_to_num(found.estimate.center_of_mass).tolist()
    return FlangeLoad(found.estimate.mass, (x, y, z), found.estimate.covariance)


def stiffness_of_visit(*, path: Path, monitor: Monitor) -> ReducedStiffness | None:
    """The newest reduced stiffness of a visit, if it has any."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return stored_stiffness(visit)


def _newest_of(
    arm: KnownArm, visit: Path | None, settings: StiffnessSettings | None, monitor: Monitor
) -> ReducedStiffness:
    """What the visit knows, or else what the algebra says."""
    from core.storage.visit import Visit

    if visit is not None and settings is None:
        with Visit.open(visit, recover=False) as opened:
            found = stored_stiffness(opened)
        if found is not None:
            return found
    return _by_algebra(arm, settings or StiffnessSettings(), monitor)


def _as_load(load: "FlangeLoad | Sequence[float]") -> "FlangeLoad | FloatArray":
    from core.stiffness.prediction import FlangeLoad

    return load if isinstance(load, FlangeLoad) else np.asarray(load, dtype=np.float64)


def _predicted(
    model: "StiffnessModel", reduced: ReducedStiffness, pose: FloatArray, load: "FlangeLoad | FloatArray"
) -> "PredictedShift":
    from core.stiffness.prediction import predict_shift

    return predict_shift(model, reduced, pose, load)


def _map(
    model: "StiffnessModel",
    load: "FlangeLoad | FloatArray",
    settings: StiffnessSettings,
    monitor: Monitor,
) -> "DeflectionMap":
    from core.stiffness.deflection_map import deflection_map

    return deflection_map(model, load=load, settings=settings, monitor=monitor)


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
    from core.stiffness.experiment import identify_from_loads

    file = load_tests(arm, loads, tracker=tracker, settings=settings)
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
    """Store a result in a visit."""
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        opened.add_result(STIFFNESS, found)
