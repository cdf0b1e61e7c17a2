"""A made-up plan and run with plausible numbers, and answers of a worker by hand; for tests of the pages."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from app.features.excitation.tasks import PlansOfVisit, ShownPlan
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.visit.stored_products import Stored, with_products
from core.drawing.swept_volume import ClosestApproach
from core.excitation.criteria.excitation_numbers import BlockNumbers, ExcitationNumbers
from core.excitation.excitation_plan import ExcitationPlan
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.limits.motion_limits import motion_limits, motion_peaks
from core.excitation.runs.excitation_run import ExcitationRun, MeasuredPeaks
from core.excitation.runs.periods import PeriodAverage
from core.excitation.settings import ExcitationSettings, TrajectoryKind
from core.excitation.trajectories.fourier import FourierTrajectory, project_boundary_conditions
from core.quality import Judgement, Reason, Verdict
from core.robot.library import load_robot
from core.robot.surroundings import ClosestPair
from core.workflow import Made

JOINTS = 6
ROBOT = load_robot("ec66")
SETTINGS = ExcitationSettings(kind=TrajectoryKind.MODIFIED, seconds=3.0, start=(0.0,) * JOINTS)
BLOCK = BlockNumbers(206.0, (118.9, 5702.0, 1033.0, 6.9), (36, 36, 33, 10), (1.0, 0.0, 0.0))


def trajectory(seed: int = 1) -> FourierTrajectory:
    generator = np.random.default_rng(seed)
    a, b = generator.normal(scale=0.1, size=(2, JOINTS, SETTINGS.harmonics))
    return project_boundary_conditions(a, b, period_s=SETTINGS.period_s, start=np.zeros(JOINTS))


def plan(
    *,
    condition: float = 23.4,
    verdict: Verdict = Verdict.GOOD,
    settings: ExcitationSettings = SETTINGS,
    shortfalls: tuple[Shortfall, ...] = (),
    history: int = 4,
) -> ExcitationPlan:
    motion = trajectory()
    peaks = motion_peaks(motion, motion_limits(ROBOT, start=np.zeros(JOINTS)))
    seconds = np.linspace(0.1, 2.8, history)
    return ExcitationPlan(
        robot="ec66",
        settings=settings,
        trajectory=motion,
        condition_number=condition,
        numbers=ExcitationNumbers(condition, condition**2, 90.0, BLOCK),
        base_parameter_count=36,
        convention="36 columns, unscaled",
        seconds=3.0,
        evaluations=1234,
        history=np.stack([seconds, np.linspace(90.0, condition, history)], axis=1),
        peaks=peaks,
        limit_use=peaks.worst,
        boundary_error=1e-9,
        closest=ClosestPair(0.087, "link 3", "floor", 4),
        closest_time=4.2,
        torque_share=np.array([0.2, 0.61, 0.4, np.nan, 0.1, 0.1]),
        top_speed=1.234,
        shortfalls=shortfalls,
        judgement=Judgement(verdict),
    )


def shown(made: ExcitationPlan | None = None, *, key: str = "excitation-plan-001") -> ShownPlan:
    made = made or plan()
    time = np.linspace(0.0, SETTINGS.period_s, 501)
    return ShownPlan(
        key,
        made,
        ROBOT,
        motion_limits(ROBOT, start=np.zeros(JOINTS)),
        time,
        made.trajectory.evaluate(time),
        ClosestApproach(4.2, "link 3", "floor", 0.087),
    )


def run(*, verdict: Verdict = Verdict.GOOD, plan_key: str = "excitation-plan-001") -> ExcitationRun:
    time = np.linspace(0.0, SETTINGS.period_s, 100, endpoint=False)
    each = np.linspace(1.0, 0.5, JOINTS)
    use = 0.9 * np.ones((JOINTS, 3)) * each[:, np.newaxis]
    remark = Reason("few-time-blocks", {"blocks": 3, "wanted": 9}, verdict)
    return ExcitationRun(
        label="excite",
        plan=plan_key,
        cycles=5,
        period_s=SETTINGS.period_s,
        began=(1.0,),
        average=PeriodAverage(
            time, 4, mean={}, noise={"position": 2e-5 * each, "torque": 0.3 * each}, drift={}
        ),
        following_error=0.004 * each,
        peaks=MeasuredPeaks(-each, each, each, each, use, 1.0, each, 10.0),
        torque_share=0.6 * each,
        missing_samples=0,
        judgement=Judgement(verdict, () if verdict is Verdict.GOOD else (remark,)),
    )


def plans(made: ShownPlan | None = None, done: ExcitationRun | None = None) -> PlansOfVisit:
    return PlansOfVisit(ROBOT, made, done)


def no_torque(made: ExcitationPlan) -> ExcitationPlan:
    return replace(made, torque_share=np.full(JOINTS, np.nan))


def asked(runner: JobRunner, function: str) -> Job:
    """The job that waits for an answer; a worker without a process never starts it."""
    return next(job for job in reversed(runner._waiting) if task_of(job).function.__name__ == function)


def task_of(job: Job) -> Task[object]:
    """What a job does, where its result goes into the visit too."""
    task = job.request.task
    return task.arguments["work"] if task.function is with_products else task  # type: ignore[return-value]


def answer(
    runner: JobRunner, function: str, result: object, *, products: Mapping[str, Made] = MappingProxyType({})
) -> Job:
    """Let a job succeed with this result; the visit then holds these products."""
    job = asked(runner, function)
    runner._waiting.remove(job)
    found = Stored(result, products) if job.request.task.function is with_products else result
    runner._finish(job, job.succeeded, found)
    return job


def refuse(runner: JobRunner, function: str, error: BaseException) -> None:
    """Let a job fail."""
    job = asked(runner, function)
    runner._waiting.remove(job)
    runner._finish(job, job.failed, error)
