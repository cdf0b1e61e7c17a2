"""Excitation trajectories: planned, stored, brought into stages, and judged after they have run. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.circumstances import Circumstances
from app.arm.planned_runs import SHOWN_STEP_S, StagedPlan, runnable, stage_plan
from app.errors.text import reason_text, shortfall_text
from app.speech.language import in_english
from app.visit.recordings import robot_of
from app.visit.stored_products import EXCITATION_PLAN, EXCITATION_RUN
from core.drawing.swept_volume import ClosestApproach
from core.errors import BadFile, BadRequest
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.motion import Kinematics
from core.monitor import Monitor
from core.recording import Event, FloatArray, Recording
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.runs.excitation_run import ExcitationRun
    from core.excitation.runs.measured_run import RunSpan
    from core.excitation.settings import ExcitationSettings
    from core.storage.visit import Visit


def plan(monitor: Monitor, *, robot: RobotModel, settings: "ExcitationSettings") -> "ExcitationPlan":
    """Plan the best trajectory in the time of the settings; see ``core.excitation.plan``."""
    from core.excitation.plan import plan_excitation

    return plan_excitation(robot, settings, monitor=monitor)


def store_plan(monitor: Monitor, *, visit: Path, plan: "ExcitationPlan") -> str:
    """Store a plan in a visit and return its key."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        return opened.add_result(EXCITATION_PLAN, plan)


def stored_plan(*, visit: Path, key: str, monitor: Monitor) -> "ExcitationPlan":
    """Read the plan of this key from a visit.

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


def stage_excitation(
    monitor: Monitor,
    *,
    circumstances: Circumstances,
    plan: "ExcitationPlan | str",
    visit: Path | None,
    cycles: int,
    rehearse: bool,
) -> StagedPlan:
    """Stage a plan, or the one of this key in a visit, with the floor and boxes that it was planned for.

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
        circumstances = replace(
            circumstances,
            floor_height=settings.floor_height,
            boxes=settings.boxes,
            keep_off=settings.keep_off,
        )
    motion = stage_plan(
        circumstances=circumstances,
        trajectory=runnable(plan),
        cycles=cycles,
        rehearse=rehearse,
        monitor=monitor,
    )
    return StagedPlan(motion, isinstance(plan.trajectory, FreeFourierTrajectory))


def judge_excitation(
    monitor: Monitor, *, visit: Path, label: str, plan: str, robot: RobotModel
) -> "ExcitationRun":
    """Measure a run at full speed, and store the result in the visit.

    Parameters
    ----------
    label
        Of the recording.
    plan
        Key of the plan in the visit.
    robot
        The arm with everything that the controller reported.

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
    """Runs at full speed by the events of a recording, each from its beginning to its end."""
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


@dataclass(frozen=True, eq=False)
class ShownPlan:
    """A plan of the visit, with everything that is drawn of it.

    ``motion`` (N, n) at ``time`` (N,) s; ``approach`` is None where collisions were not looked for.
    """

    key: str
    plan: "ExcitationPlan"
    robot: RobotModel
    limits: MotionLimits
    time: FloatArray
    motion: Kinematics
    approach: ClosestApproach | None


@dataclass(frozen=True, eq=False)
class PlansOfVisit:
    """The arm of a visit, its last plan, and its last run."""

    robot: RobotModel
    shown: ShownPlan | None
    run: "ExcitationRun | None"


def plans_of_visit(monitor: Monitor, *, path: Path) -> PlansOfVisit:
    """Arm, newest plan and newest run of a visit."""
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.runs.excitation_run import ExcitationRun
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        robot = robot_of(visit)
        key, run_key = last_key(visit, EXCITATION_PLAN), last_key(visit, EXCITATION_RUN)
        plan = visit.result(key, ExcitationPlan) if key else None
        run = visit.result(run_key, ExcitationRun) if run_key else None
    return PlansOfVisit(robot, None if plan is None else _shown(key, plan, robot), run)


def keep_plan(monitor: Monitor, *, path: Path, plan: "ExcitationPlan", robot: RobotModel) -> ShownPlan:
    """Put a plan into the visit; ``robot`` is the arm that it was made for."""

    return _shown(store_plan(visit=path, plan=plan, monitor=monitor), plan, robot)


def export_plan(monitor: Monitor, *, shown: ShownPlan, path: Path) -> None:
    """Write a plan in the format of the file's ending: CSV, JSON, or a program."""
    from core.exchange.export_trajectory import export_trajectory

    monitor.check()
    with in_english():
        export_trajectory(
            shown.plan,
            shown.robot,
            path=path,
            limits=shown.limits,
            reason_text=reason_text,
            shortfall_text=shortfall_text,
        )


def last_key(visit: "Visit", kind: str) -> str:
    """Key of the newest result of a kind; empty where there is none."""
    stored = visit.results(kind)
    return stored[-1].key if stored else ""


def _shown(key: str, plan: "ExcitationPlan", robot: RobotModel) -> ShownPlan:
    import numpy as np

    from core.excitation.limits.limit_sets import named_limits
    from core.excitation.trajectories.fourier_series import FourierSeries

    settings, trajectory = plan.settings, plan.trajectory
    start = settings.start_pose(robot.joint_count)
    duration = trajectory.period_s if isinstance(trajectory, FourierSeries) else trajectory.duration
    time = np.linspace(0.0, duration, round(duration / SHOWN_STEP_S) + 1)
    pair = plan.closest
    near = pair is not None and np.isfinite(pair.distance)
    return ShownPlan(
        key,
        plan,
        robot,
        named_limits(settings.limits, robot, start=start),
        time,
        trajectory.evaluate(time),
        ClosestApproach(plan.closest_time, pair.first, pair.second, pair.distance) if pair and near else None,
    )
