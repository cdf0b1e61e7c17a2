"""Evaluation of a planned or published trajectory: every number that a plan contains."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest, Fact
from core.excitation.criteria.criterion import ExcitationNumbers, criterion_numbers
from core.excitation.demands.feasibility import demanded_limits
from core.excitation.excitation_plan import ExcitationPlan, JudgedTrajectory
from core.excitation.keep_outs.keep_out import KeepOut, Shortfall, path_times
from core.excitation.limits.motion_limits import MotionLimits, motion_peaks
from core.excitation.optimisers.problem import held_pose, keep_outs, new_criterion
from core.excitation.settings import ExcitationSettings
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.free_fourier import FreeFourierTrajectory
from core.excitation.trajectories.motion import Kinematics, PeakBounds, Trajectory, check_fraction
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray
from core.robot.collision import nearest_of_note
from core.robot.collision_scene import CollisionScene
from core.robot.kinematics import point_velocities
from core.robot.model import RobotModel
from core.robot.rated_torque import torque_shares
from core.robot.surroundings import ClosestPair
from core.robot.worst_payload import worst_payload

_WELL_CONDITIONED = 100.0
_POORLY_CONDITIONED = 300.0
"""Condition numbers up to which a trajectory is *good*, and from which on it must not be used."""


def evaluate_trajectory(
    robot: RobotModel, trajectory: JudgedTrajectory, settings: ExcitationSettings
) -> ExcitationPlan:
    """The plan of a given trajectory, with every number a search would report.

    Parameters
    ----------
    robot : the arm
    trajectory : one that starts and ends at rest, or a plain series, whose coefficients may
        have been rounded in print
    settings : limits, floor and boxes, sample step, criterion. The period, the harmonics and,
        where it names none, the start pose are the trajectory's own

    Raises
    ------
    BadRequest
        ``trajectory-joints`` where it is for another number of joints, ``start-count``, and as
        ``ExcitationSettings`` and ``core.excitation.limits.limit_sets.named_limits``.
    BadFile, OSError
        Where the file of limits cannot be read.
    """
    return Judge(robot, _settings_of(robot, trajectory, settings)).judge(trajectory)


def excitation_judgement(
    *, condition_number: float, limit_use: float, shortfalls: Sequence[Shortfall]
) -> Judgement:
    """The verdict from the base regressor's condition number, the share of the limits and the shortfalls."""
    return Judgement.of([*_conditioning(condition_number), *_limits(limit_use), *_forbidden(shortfalls)])


def _conditioning(condition_number: float) -> Iterator[Reason]:
    facts: dict[str, Fact] = {"condition_number": condition_number}
    if not math.isfinite(condition_number):
        yield Reason("excitation-rank-short", {}, Verdict.NOT_MEASURABLE)
    elif condition_number > _POORLY_CONDITIONED:
        yield Reason("excitation-poor", {**facts, "limit": _POORLY_CONDITIONED}, Verdict.REPEAT)
    elif condition_number > _WELL_CONDITIONED:
        yield Reason("excitation-fair", {**facts, "limit": _WELL_CONDITIONED}, Verdict.USABLE)


def _limits(limit_use: float) -> Iterator[Reason]:
    if limit_use > 1.0:
        yield Reason("excitation-beyond-limits", {"limit_use": limit_use}, Verdict.REPEAT)


def _forbidden(shortfalls: Sequence[Shortfall]) -> Iterator[Reason]:
    """A reason if any shortfall forbids the motion; the shortfalls themselves have the details."""
    blocking = sum(shortfall.blocking for shortfall in shortfalls)
    if blocking:
        yield Reason("excitation-forbidden", {"count": blocking}, Verdict.REPEAT)


@dataclass(frozen=True, eq=False)
class PlainPeriod:
    """A ``Trajectory`` that need not rest at its ends."""

    series: FourierSeries

    @property
    def duration(self) -> float:
        """Length of the period, s."""
        return self.series.period_s

    @property
    def joint_count(self) -> int:
        """Number of joints of the series, n."""
        return int(np.size(self.series.q0))

    @property
    def start(self) -> FloatArray:
        """(n,) where the period begins and ends."""
        return np.asarray(self.evaluate(np.zeros(1)).position[0])

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s."""
        return self.series.evaluate(time)

    def peak_bounds(self) -> PeakBounds:
        """Bounds that hold between samples too."""
        return self.series.peak_bounds()

    def slowed(self, fraction: float) -> "PlainPeriod":
        """The same path at a fraction (0 to 1] of its speed.

        Raises
        ------
        BadRequest
            ``trajectory-speed-fraction``.
        """
        check_fraction(fraction)
        given = self.series
        return PlainPeriod(
            FourierSeries(given.period_s / fraction, given.q0, given.a * fraction, given.b * fraction)
        )


class Judge:
    """Evaluates trajectories of one robot under fixed settings; one per thread."""

    def __init__(
        self,
        robot: RobotModel,
        settings: ExcitationSettings,
        *,
        limits: MotionLimits | None = None,
        against: tuple[KeepOut, ...] | None = None,
    ) -> None:
        self._robot, self._settings = robot, settings
        self._limits = demanded_limits(robot, settings) if limits is None else limits
        self._keep_outs = keep_outs(robot, settings) if against is None else against
        self._criterion = new_criterion(robot, settings)
        self._scene: CollisionScene | None = None
        if settings.collision:
            self._scene = CollisionScene(robot, floor_height=settings.floor_height, boxes=settings.boxes)

    def judge(self, trajectory: JudgedTrajectory) -> ExcitationPlan:
        """The plan of this trajectory, without any search."""
        robot, settings = self._robot, self._settings
        path = PlainPeriod(trajectory) if isinstance(trajectory, FourierSeries) else trajectory
        found = self._numbers(trajectory)
        peaks = motion_peaks(trajectory, self._limits, start=settings.start_pose(robot.joint_count))
        shortfalls = tuple(short for keep_out in self._keep_outs for short in keep_out.shortfalls(path))
        closest, closest_time = self._closest(path)
        return ExcitationPlan(
            robot=robot.name,
            settings=settings,
            trajectory=trajectory,
            condition_number=found.condition_number,
            numbers=found,
            base_parameter_count=self._criterion.base.count,
            convention=f"{self._criterion.convention}; {settings.sample_count} samples",
            seconds=0.0,
            evaluations=0,
            history=np.empty((0, 2)),
            peaks=peaks,
            limit_use=peaks.worst,
            boundary_error=peaks.boundary_error,
            closest=closest,
            closest_time=closest_time,
            torque_share=_torque_share(robot, path),
            top_speed=_top_speed(robot, path),
            shortfalls=shortfalls,
            judgement=excitation_judgement(
                condition_number=found.condition_number, limit_use=peaks.worst, shortfalls=shortfalls
            ),
        )

    def _numbers(self, trajectory: JudgedTrajectory) -> ExcitationNumbers:
        settings = self._settings
        return criterion_numbers(
            self._robot,
            _sampled(trajectory, settings.time),
            friction=settings.friction,
            locked=settings.locked,
            held=held_pose(self._robot, settings),
            noise=None if settings.noise is None else np.array(settings.noise),
        )

    def _closest(self, path: Trajectory) -> tuple[ClosestPair | None, float]:
        if self._scene is None:
            return None, float("nan")
        time = path_times(path.duration)
        poses = path.evaluate(time).position
        closest = nearest_of_note(self._scene, poses, keep_off=self._settings.keep_off)
        return closest, float(time[closest.pose])


def _settings_of(
    robot: RobotModel, trajectory: JudgedTrajectory, settings: ExcitationSettings
) -> ExcitationSettings:
    """The settings with the trajectory's own period, harmonics and, if none is given, its start."""
    joints = trajectory.q0.size
    if joints != robot.joint_count:
        raise BadRequest("trajectory-joints", found=joints, expected=robot.joint_count)
    start = settings.start
    if start is None and not isinstance(trajectory, FourierSeries):
        start = tuple(trajectory.start.tolist())
    return replace(settings, start=start, period_s=trajectory.period_s, harmonics=int(trajectory.a.shape[1]))


def _sampled(trajectory: JudgedTrajectory, time: FloatArray) -> Kinematics:
    """One period of the measured part; for a free series that is the series without its leads."""
    measured = trajectory.series if isinstance(trajectory, FreeFourierTrajectory) else trajectory
    return measured.evaluate(time)


def _torque_share(robot: RobotModel, path: Trajectory) -> FloatArray:
    """Largest shares (n,) of the rated torques, moving or at rest, with the worst payload; NaN if unknown."""
    rated = np.isfinite(robot.torque_limit)
    if robot.inertial_parameters is None or not np.any(rated):
        return np.full(robot.joint_count, np.nan)
    motion = path.evaluate(path_times(path.duration))
    position = np.ascontiguousarray(motion.position)
    shares = torque_shares(
        robot, position, motion.velocity, (motion.acceleration,), payload=worst_payload(robot)
    )
    return np.where(rated, np.maximum(shares.moving, shares.holding), np.nan)


def _top_speed(robot: RobotModel, path: Trajectory) -> float:
    """Largest speed of a joint centre or the flange on the fine grid, m/s."""
    motion = path.evaluate(path_times(path.duration))
    speed = np.linalg.norm(point_velocities(robot, motion.position, motion.velocity), axis=2)
    return float(speed.max())
