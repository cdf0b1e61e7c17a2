"""A judged trajectory put together by hand, for what is written from it."""

import numpy as np

from core.excitation.criteria.excitation_numbers import BlockNumbers, ExcitationNumbers
from core.excitation.excitation_plan import ExcitationPlan, JudgedTrajectory
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.limits.motion_limits import motion_limits, motion_peaks
from core.excitation.settings import ExcitationSettings
from core.excitation.trajectories.fourier import project_boundary_conditions
from core.quality import Judgement
from core.robot.collision import ClosestPair
from core.robot.model import RobotModel

NUMBERS = ExcitationNumbers(
    condition_number=98.25,
    frobenius=5e5,
    log_determinant=float("-inf"),
    block=BlockNumbers(120.5, (98.25, 5000.0, 900.0, 6.5), (36, 36, 33, 10), (0.2, 0.3, 0.5)),
)


def made_trajectory(*, joints: int = 6, seed: int = 5, start: float = 0.2):
    a, b = np.random.default_rng(seed).normal(size=(2, joints, 4)) * 0.1
    return project_boundary_conditions(a, b, period_s=10.0, start=np.full(joints, start))


def made_plan(
    robot: RobotModel,
    trajectory: JudgedTrajectory | None = None,
    *,
    shortfalls: tuple[Shortfall, ...] = (),
) -> ExcitationPlan:
    """A plan whose peaks are the trajectory's and whose other numbers are made up."""
    motion = made_trajectory(joints=robot.joint_count) if trajectory is None else trajectory
    start = motion.evaluate(np.zeros(1)).position[0]
    peaks = motion_peaks(motion, motion_limits(robot, start=start))
    return ExcitationPlan(
        robot=robot.name,
        settings=ExcitationSettings(start=tuple(start.tolist()), period_s=10.0, harmonics=4, locked=(2,)),
        trajectory=motion,
        condition_number=NUMBERS.condition_number,
        numbers=NUMBERS,
        base_parameter_count=36,
        convention="36 columns; 200 samples",
        seconds=10.0,
        evaluations=1234,
        history=np.array([[0.5, 400.0], [9.0, 98.25]]),
        peaks=peaks,
        limit_use=peaks.worst,
        boundary_error=peaks.boundary_error,
        closest=ClosestPair(0.0342, "link 3", "floor", 17),
        closest_time=7.35,
        torque_share=np.array([float("nan"), *np.linspace(0.1, 0.7, robot.joint_count - 1)]),
        top_speed=1.234,
        shortfalls=shortfalls,
        judgement=Judgement.of(()),
    )
