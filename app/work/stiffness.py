"""The stiffness of the whole arm from joints and links or from load tests, and what it says. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.work.stiffness_springs import KnownArm, known_arm
from app.work.stored_stiffness import stored_stiffness
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.result import STIFFNESS, ReducedStiffness
from core.stiffness.settings import StiffnessSettings

if TYPE_CHECKING:
    from core.stiffness.deflection_map import DeflectionMap
    from core.stiffness.prediction import FlangeLoad, PredictedShift

    from core.stiffness.cartesian import Ellipsoid

_POSE_SHARE = 0.1
"""Of the time; the rest is the map."""


@dataclass(frozen=True, eq=False)
class PoseStiffness:
    """How the tool gives at one pose: (6, 6) in m, rad, N, N·m along the base's axes at the tool point.

    ``ellipsoid`` is of shifts under a force of 1 N, m/N.
    """

    compliance: FloatArray
    stiffness: FloatArray
    ellipsoid: "Ellipsoid"


@dataclass(frozen=True, eq=False)
class StiffnessView:
    """What a picture of an arm's stiffness needs.

    Attributes
    ----------
    robot
        The arm with its link springs.
    pose
        (n,) rad (m).
    tool_point
        (3,) m in the base frame.
    load
        What hangs on the flange, or (3,) N at the tool in the base frame.
    full, at_joints
        The tool at the pose by the full model, and by the reduced one. ``full`` is None where
        nobody knows the springs.
    link_labels
        A name for every one of ``reduced.contributions``.
    predicted
        The shift of the tool under the load.
    map
        Shifts over the workspace under the load.
    """

    robot: RobotModel
    reduced: ReducedStiffness
    pose: FloatArray
    tool_point: FloatArray
    load: "FlangeLoad | FloatArray"
    full: PoseStiffness | None
    at_joints: PoseStiffness
    link_labels: tuple[str, ...]
    predicted: "PredictedShift | None" = None
    map: "DeflectionMap | None" = None


def analyse_stiffness(
    *,
    robot: str | Path | RobotModel | None = None,
    settings: StiffnessSettings | None = None,
    visit: Path | None = None,
    loads: Path | None = None,
    tracker: Path | None = None,
    leave_out: Sequence[str] = (),
    store: bool = True,
    monitor: Monitor,
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
        _keep(visit, found)
    return found


def stiffness_view(
    *,
    robot: str | Path | RobotModel | None = None,
    visit: Path | None = None,
    settings: StiffnessSettings | None = None,
    pose: Sequence[float] | None = None,
    load: "FlangeLoad | Sequence[float] | None" = None,
    reduced: ReducedStiffness | None = None,
    with_map: bool = True,
    monitor: Monitor,
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
    """
    raise NotImplementedError


def stiffness_of_visit(*, path: Path, monitor: Monitor) -> ReducedStiffness | None:
    """The newest reduced stiffness of a visit, if it has any."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return stored_stiffness(visit)


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
    found = identify_from_loads(
        arm.robot,
        file.tests,
        settings,
        model=arm.model_if_known(settings.tool),
        leave_out=tuple(leave_out),
        source=file.source,
        monitor=monitor,
    )
    return replace(found, serial=arm.serial)


def _keep(visit: Path, found: ReducedStiffness) -> None:
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        opened.add_result(STIFFNESS, found)
