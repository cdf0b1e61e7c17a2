"""Correction of the tool for its load: ways to the places, small steps there, stored results. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.arm.circumstances import Circumstances
from app.visit.stored_products import newest
from core.errors import Infeasible
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from core.stiffness.compensation_result import (
    COMPENSATION,
    COMPENSATION_REFERENCE,
    CompensationReference,
    CompensationResult,
)
from core.stiffness.correction import lifting_direction
from devices.motion import MotionPlan, MoveTo
from devices.safety.limits import per_joint
from devices.safety.preview import Preview
from devices.safety.previewing import fit_speed

if TYPE_CHECKING:
    from core.robot.model import RobotModel
    from core.stiffness.result import ReducedStiffness

COMPENSATION_RUN = "compensation-run"
"""Code of the event that begins a run; facts ``load`` and the number of ``places``."""
AVERAGED = "standstill-averaged"
"""Code of the event after an average; facts ``place``, ``step`` (0 before the first), ``seconds``."""
ARRIVAL_RAD, ARRIVAL_M = float(np.radians(2.0)), 0.005
"""Length of the last move to a place, in which the gears wind up."""
ARRIVAL_SPEED_M_S = 0.03
"""Speed of the tool on its last move and in a correction: slow, so that nothing swings."""
ARRIVAL_SPEED = 0.1
"""Largest share of the joints' speed."""
_SHARES = (1.0, 0.5, 0.25)
"""Shares of the last move's length that are tried where there is no room."""


@dataclass(frozen=True, eq=False)
class StagedPlace:
    """Motions to one place: slow moves to ``before`` (n,), then the ``arrival`` at ``goal`` (n,)."""

    goal: FloatArray
    before: FloatArray
    approach: tuple[Preview, ...]
    arrival: Preview


def prepare_compensation(
    monitor: Monitor,
    *,
    circumstances: Circumstances,
    goals: Sequence[FloatArray],
    befores: Sequence[FloatArray] = (),
    tool: tuple[float, float, float],
) -> tuple[StagedPlace, ...]:
    """Plan the ways from place to place; each is previewed from the end of the one before.

    Parameters
    ----------
    circumstances
        Present pose of the arm, and the facts that a preview needs.
    goals
        (n,) joint positions of the model.
    befores
        Poses (n,) from which the joints came to the goals without the load. Where empty they are chosen
        here, so that the joints come against the weight, as in a correction.
    tool
        Tool point in the flange frame, m.

    Raises
    ------
    Infeasible
        ``compensation-place-not-reached`` with its number, and the findings of a move straight there.
    """
    places: list[StagedPlace] = []
    at = circumstances
    for number, goal in enumerate(goals):
        part = PartOfMonitor(monitor, first=number / len(goals), last=(number + 1) / len(goals))
        part.report(0.0)
        part.check()
        known = befores[number] if befores else None
        before = _before(at, goal, tool=tool, number=number + 1) if known is None else known
        places.append(_staged(at, goal, before, part))
        at = replace(at, start=goal)
    return tuple(places)


def preview_step(monitor: Monitor, *, circumstances: Circumstances, target: FloatArray) -> Preview:
    """Preview of a slow move straight to ``target`` (n,) from the present pose."""
    monitor.check()
    return _slow(circumstances, target)


def preview_again(monitor: Monitor, *, circumstances: Circumstances, plan: MoveTo) -> Preview:
    """Preview of an earlier move again, from the present pose."""
    monitor.check()
    return circumstances.preview(plan, proven=False)


def _staged(at: Circumstances, goal: FloatArray, before: FloatArray, monitor: Monitor) -> StagedPlace:
    from app.arm.planned_runs import approach

    way = approach(at, before, monitor)
    there = replace(at, start=way[-1].end if way else at.start)
    return StagedPlace(goal, before, way, _slow(there, goal))


def _before(
    at: Circumstances, goal: FloatArray, *, tool: tuple[float, float, float], number: int
) -> FloatArray:
    """Pose from which the joints come to a place: below it, as far as there is room, else above it."""
    for candidate in _candidates(at.robot, goal, tool):
        there = replace(at, start=candidate)
        if there.allow(_slow_plan(there, goal), proven=False):
            return candidate
    blocking = tuple(found.code for found in _slow(at, goal).findings if found.blocking)
    raise Infeasible("compensation-place-not-reached", place=number, findings=blocking)


def _candidates(
    robot: "RobotModel", goal: FloatArray, tool: tuple[float, float, float]
) -> Iterator[FloatArray]:
    up = lifting_direction(robot, goal, tool=tool)
    far = per_joint(robot, turning=ARRIVAL_RAD, sliding=ARRIVAL_M)
    for way in (up, -up):
        for share in _SHARES:
            yield np.clip(goal - share * way * far, robot.lower, robot.upper)


def _slow(at: Circumstances, target: FloatArray) -> Preview:
    return at.preview(_slow_plan(at, target), proven=False)


def _slow_plan(at: Circumstances, target: FloatArray) -> MotionPlan:
    gentle = MoveTo(target, ARRIVAL_SPEED)
    return fit_speed(at.robot, gentle, start=at.start, tool_speed=ARRIVAL_SPEED_M_S)


def stiffness_for(
    monitor: Monitor,
    *,
    robot: "RobotModel",
    visit: Path | None,
    tool: tuple[float, float, float] | None = None,
) -> "ReducedStiffness":
    """Newest reduced stiffness of a visit, else the one computed from its springs; nothing is stored.

    For another ``tool`` point, m in the flange frame, it is computed again; one from load tests keeps its
    springs.

    Raises
    ------
    BadRequest
        As ``app.features.stiffness.tasks.analyse_stiffness``.
    """
    from app.features.stiffness.tasks import analyse_stiffness
    from app.visit.stored_products import stored_stiffness
    from core.stiffness.result import Route
    from core.stiffness.settings import StiffnessSettings
    from core.storage.visit import Visit

    monitor.check()
    settings = StiffnessSettings() if tool is None else StiffnessSettings().with_tool(tool)
    is_there = visit is not None and visit.exists()
    if is_there:
        assert visit is not None
        with Visit.open(visit, recover=False) as opened:
            found = stored_stiffness(opened)
        if found is not None and found.joint_names == robot.joint_names:
            if tool is None or found.settings.tool == tool:
                return found
            settings = found.settings.with_tool(tool)
            if found.route is Route.EXPERIMENT:
                return replace(found, settings=settings)
    return analyse_stiffness(
        robot=robot, settings=settings, visit=visit if is_there else None, store=False, monitor=monitor
    )


def places_of_file(monitor: Monitor, *, path: Path, robot: "RobotModel") -> "tuple[FloatArray, ...]":
    """Places of a table, (n,) rad (m) each as the controller reports them; raises as ``read_places``."""
    from core.exchange.places_file import read_places

    monitor.check()
    return read_places(path, robot)


def newest_reference(monitor: Monitor, *, visit: Path) -> CompensationReference | None:
    """Newest measurement of a visit without the load; None where there is none."""
    from core.storage.visit import Visit

    monitor.check()
    if not visit.exists():
        return None
    with Visit.open(visit, recover=False) as opened:
        return newest(opened, COMPENSATION_REFERENCE, CompensationReference)


@dataclass(frozen=True, eq=False)
class StoredCompensation:
    """Arm of a visit, its newest run without the load and its newest correction; None for missing ones."""

    robot: "RobotModel"
    reference: CompensationReference | None
    result: CompensationResult | None


def stored_compensation(monitor: Monitor, *, path: Path) -> StoredCompensation:
    """Newest runs that a visit holds, without and with the load."""
    from app.visit.recordings import robot_of
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path, recover=False) as opened:
        return StoredCompensation(
            robot_of(opened),
            newest(opened, COMPENSATION_REFERENCE, CompensationReference),
            newest(opened, COMPENSATION, CompensationResult),
        )


def write_corrected_table(
    monitor: Monitor, *, path: Path, found: CompensationResult, robot: "RobotModel"
) -> None:
    """Write the usable corrected places as a table.

    Raises
    ------
    OSError
        When it cannot be written.
    """
    from core.exchange.places_file import write_places

    monitor.check()
    numbers = ", ".join(str(place.number) for place in found.corrected)
    remarks = (
        f"places {numbers}, corrected for the load of {found.recording}",
        f"{found.robot} {found.serial}, {found.created_at}, {found.software} {found.mark.value}".strip(),
    )
    write_places(path, [place.corrected for place in found.corrected], robot, remarks=remarks)


def store_reference(monitor: Monitor, *, visit: Path, reference: CompensationReference) -> str:
    """Store the run without the load in a visit, and return its key."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        return opened.add_result(COMPENSATION_REFERENCE, reference)


def store_compensation(
    monitor: Monitor, *, visit: Path, found: CompensationResult, reduced: "ReducedStiffness"
) -> str:
    """Store the correction in a visit, with the stiffness that it used, and return its key."""
    from app.visit.stored_products import stored_stiffness
    from core.stiffness.result import STIFFNESS
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        known = stored_stiffness(opened)
        if known is None or known.created_at != reduced.created_at:
            opened.add_result(STIFFNESS, reduced)
        return opened.add_result(COMPENSATION, found)
