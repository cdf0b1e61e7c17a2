"""Planned motions for the window: stored in the visit, read from it, and ready to be drawn. No Qt."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.planned_runs import SHOWN_STEP_S
from app.errors.text import reason_text, shortfall_text
from app.speech.language import in_english
from app.visit.recordings import robot_of
from core.drawing.swept_volume import ClosestApproach
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.motion import Kinematics
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.runs.excitation_run import ExcitationRun
    from core.storage.visit import Visit


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
    from app.visit.stored_runs import EXCITATION_PLAN, EXCITATION_RUN
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
    from app.features.excitation.tasks import store_plan

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
