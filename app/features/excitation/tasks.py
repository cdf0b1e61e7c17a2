"""Excitation trajectories: planned, stored, brought into stages, and judged after they have run. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.arm.circumstances import Circumstances, StagedMotion
from core.errors import BadFile, BadRequest
from core.monitor import Monitor, PartOfMonitor
from core.recording import Event, FloatArray, Recording
from core.robot.model import RobotModel
from devices.motion import MoveTo
from devices.safety.limits import (
    START_POSE_M,
    START_POSE_RAD,
    UNATTENDED_MOVE_S,
    UNPROVEN_TOOL_SPEED_M_S,
    per_joint,
)
from devices.safety.preview import Preview
from devices.safety.previewing import fit_speed

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.limits.motion_limits import MotionLimits
    from core.excitation.runs.excitation_run import ExcitationRun
    from core.excitation.runs.measured_run import RunSpan
    from core.excitation.settings import ExcitationSettings
    from core.excitation.trajectories.periodic import PeriodicTrajectory

EXCITATION_PLAN = "excitation-plan"
"""Under this kind plans are stored in a visit."""
EXCITATION_RUN = "excitation-run"
"""Under this kind it is stored what came of running one."""
_AWAY = 0.5
"""Of the distance at which a motion does not start any more: from here on the arm is brought to its start."""
_MOST_MOVES = 200


@dataclass(frozen=True, eq=False)
class StagedPlan:
    """A plan as motions, and what a procedure has to know of it; light, unlike the plan itself."""

    motion: StagedMotion
    is_free_series: bool


def plan(monitor: Monitor, *, robot: RobotModel, settings: "ExcitationSettings") -> "ExcitationPlan":
    """The best trajectory that the settings' time allows; see ``core.excitation.plan``."""
    from core.excitation.plan import plan_excitation

    return plan_excitation(robot, settings, monitor=monitor)


def store_plan(monitor: Monitor, *, visit: Path, plan: "ExcitationPlan") -> str:
    """Put a plan into a visit; its key there."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        return opened.add_result(EXCITATION_PLAN, plan)


def stored_plan(*, visit: Path, key: str, monitor: Monitor) -> "ExcitationPlan":
    """A plan of a visit.

    Raises
    ------
    BadRequest
        ``unknown-result`` with the keys there are.
    """
    from core.excitation.excitation_plan import ExcitationPlan
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        return opened.result(key, ExcitationPlan)


def stage_plan(
    *,
    circumstances: Circumstances,
    trajectory: "PeriodicTrajectory",
    cycles: int,
    rehearse: bool,
    monitor: Monitor,
) -> StagedMotion:
    """The slow moves to where the trajectory starts, its stages, and ``cycles`` of it at full speed.

    Each is looked at from where the one before ends.
    """
    from app.arm.staging import staged

    way = approach(circumstances, trajectory.start, PartOfMonitor(monitor, first=0.0, last=0.2))
    motion = staged(
        circumstances,
        trajectory,
        cycles=cycles,
        fast=True,
        rehearse=rehearse,
        start=way[-1].end if way else None,
        monitor=PartOfMonitor(monitor, first=0.2, last=1.0),
    )
    return replace(motion, approach=way)


def stage_excitation(
    monitor: Monitor,
    *,
    circumstances: Circumstances,
    plan: "ExcitationPlan | str",
    visit: Path | None,
    cycles: int,
    rehearse: bool,
) -> StagedPlan:
    """``stage_plan`` for a plan, or one of a visit by its key, with the floor and boxes it was planned for.

    Raises
    ------
    BadRequest
        ``trajectory-not-at-rest`` for a plain series; ``unknown-result``; ``no-visit-for-plan``.
    """
    from core.excitation.trajectories.free_fourier import FreeFourierTrajectory

    if isinstance(plan, str):
        if visit is None:
            raise BadRequest("no-visit-for-plan", key=plan)
        plan = stored_plan(visit=visit, key=plan, monitor=monitor)
    settings = plan.settings
    if settings.collision:
        circumstances = replace(circumstances, floor_height=settings.floor_height, boxes=settings.boxes)
    motion = stage_plan(
        circumstances=circumstances,
        trajectory=runnable(plan),
        cycles=cycles,
        rehearse=rehearse,
        monitor=monitor,
    )
    return StagedPlan(motion, isinstance(plan.trajectory, FreeFourierTrajectory))


def runnable(plan: "ExcitationPlan") -> "PeriodicTrajectory":
    """One period of a plan's trajectory.

    Raises
    ------
    BadRequest
        ``trajectory-not-at-rest`` for a plain series that does not begin and end at rest.
    """
    from core.excitation.trajectories.fourier import FourierTrajectory
    from core.excitation.trajectories.fourier_series import FourierSeries

    given = plan.trajectory
    if isinstance(given, FourierSeries):
        return FourierTrajectory(given.period_s, given.q0, given.a, given.b)
    return given.repeated(1)


def judge_excitation(
    monitor: Monitor, *, visit: Path, label: str, plan: str, robot: RobotModel
) -> "ExcitationRun":
    """What a run at full speed says, put into the visit.

    Parameters
    ----------
    label
        Of the recording.
    plan
        Key of the plan in the visit.
    robot
        The arm with all that the controller told.

    Raises
    ------
    NotEnoughData
        ``no-run-recorded``, ``position-not-recorded``, ``periods-not-covered``.
    BadFile
        Where the file of limits that it was planned with has gone, or changed for the worse.
    """
    from core.excitation.runs.measured_run import measure_run
    from core.storage.visit import Visit

    planned = stored_plan(visit=visit, key=plan, monitor=monitor)
    trajectory = runnable(planned)
    with Visit.open(visit, recover=False) as opened:
        recording = opened.recording(label)
        run = measure_run(
            recording,
            robot,
            trajectory,
            spans=run_spans(recording),
            limits=_limits(planned, robot, start=trajectory.start),
            plan=plan,
        )
        opened.add_result(EXCITATION_RUN, run)
    return run


def _limits(plan: "ExcitationPlan", robot: RobotModel, *, start: FloatArray) -> "MotionLimits":
    from core.excitation.limits.limit_sets import named_limits

    try:
        return named_limits(plan.settings.limits, robot, start=start)
    except OSError as error:
        raise BadFile("file-missing", file=plan.settings.limits) from error


def run_spans(recording: Recording) -> "tuple[RunSpan, ...]":
    """The runs at full speed that a recording notes, each from its beginning to its end."""
    from core.excitation.runs.measured_run import RunSpan

    begun: Event | None = None
    spans: list[RunSpan] = []
    for event in recording.events:
        if event.code.endswith("-begins") and event.facts.get("cycles") is not None:
            begun = event
        elif event.code.endswith("-ends") and begun is not None:
            cycles = begun.facts["cycles"]
            assert isinstance(cycles, int)
            spans.append(RunSpan(begun.time, event.time, cycles))
            begun = None
    return tuple(spans)


def approach(circumstances: Circumstances, target: FloatArray, monitor: Monitor) -> tuple[Preview, ...]:
    """Straight, slow moves to ``target``; short ones where the arm would finish them alone."""
    robot, start = circumstances.robot, circumstances.start
    near = _AWAY * per_joint(robot, turning=START_POSE_RAD, sliding=START_POSE_M)
    if target.shape == start.shape and np.all(np.abs(target - start) <= near):
        return ()
    attended = circumstances.capabilities.stops_when_host_silent
    moves, count = _moves(circumstances, target, count=1, monitor=monitor), 1
    while not attended and count < _MOST_MOVES:
        longest = max(move.duration for move in moves)
        if longest <= UNATTENDED_MOVE_S:
            break
        count = max(count + 1, int(count * longest / UNATTENDED_MOVE_S))
        moves = _moves(circumstances, target, count=count, monitor=monitor)
    return moves


def _moves(
    circumstances: Circumstances, target: FloatArray, *, count: int, monitor: Monitor
) -> tuple[Preview, ...]:
    """``count`` equal moves, each from where the one before ends."""
    from app.arm.staging import SPEED_SHARE

    previews: list[Preview] = []
    start = circumstances.start
    way = (target - start) / count
    for number in range(1, count + 1):
        monitor.check()
        end = target if number == count else circumstances.start + number * way
        plan = fit_speed(
            circumstances.robot,
            MoveTo(end, 1.0),
            start=start,
            tool_speed=SPEED_SHARE * UNPROVEN_TOOL_SPEED_M_S,
        )
        previews.append(circumstances.preview(plan, start=start, proven=False))
        start = end
    return tuple(previews)
