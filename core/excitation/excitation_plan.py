"""A planned excitation trajectory with all computed properties."""

from dataclasses import dataclass

from core.excitation.criteria.excitation_numbers import ExcitationNumbers
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.limits.motion_limits import MotionPeaks
from core.excitation.settings import ExcitationSettings
from core.excitation.trajectories.fourier import FourierTrajectory
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.free_fourier import FreeFourierTrajectory
from core.excitation.trajectories.quintic_fourier import QuinticFourierTrajectory
from core.quality import Judgement
from core.recording import FloatArray
from core.robot.surroundings import ClosestPair

JudgedTrajectory = FourierTrajectory | QuinticFourierTrajectory | FreeFourierTrajectory | FourierSeries
"""Trajectories that can be planned or evaluated: three kinds from rest to rest, and the plain series."""


@dataclass(frozen=True, eq=False)
class ExcitationPlan:
    """The result of planning or evaluating a trajectory, for one period; SI, model joint terms.

    ``condition_number`` follows ``convention``; ``limit_use`` is the largest share of any
    limit on the 5 ms grid of ``peaks``. ``closest`` is the pair that comes nearest, but for
    those near by design, at ``closest_time`` s; None where collisions were not checked.
    ``torque_share`` (n,) of the rated torques is NaN where unknown. ``top_speed`` m/s of the
    fastest point.
    ``history`` (K, 2): the best condition number known after so many seconds.
    """

    robot: str
    settings: ExcitationSettings
    trajectory: JudgedTrajectory
    condition_number: float
    numbers: ExcitationNumbers
    base_parameter_count: int
    convention: str
    seconds: float
    evaluations: int
    history: FloatArray
    peaks: MotionPeaks
    limit_use: float
    boundary_error: float
    closest: ClosestPair | None
    closest_time: float
    torque_share: FloatArray
    top_speed: float
    shortfalls: tuple[Shortfall, ...]
    judgement: Judgement
