"""Evaluation of a planned or published trajectory: every number that a plan contains."""

from dataclasses import replace

import numpy as np

from core.errors import BadRequest
from core.excitation.criteria.criterion import ExcitationNumbers, numbers
from core.excitation.demands.feasibility import demanded_limits
from core.excitation.excitation_judgement import excitation_judgement
from core.excitation.excitation_plan import ExcitationPlan, JudgedTrajectory
from core.excitation.keep_outs.keep_out import KeepOut
from core.excitation.keep_outs.path_grid import path_times
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.limits.peaks import motion_peaks
from core.excitation.optimisers.problem import held_pose, keep_outs, new_criterion
from core.excitation.settings import ExcitationSettings
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.free_fourier import FreeFourierTrajectory
from core.excitation.trajectories.motion import Kinematics, Trajectory
from core.excitation.trajectories.plain_period import PlainPeriod
from core.recording import FloatArray
from core.robot.collision import smallest_in
from core.robot.collision_scene import CollisionScene
from core.robot.model import RobotModel
from core.robot.point_speed import point_velocities
from core.robot.rated_torque import torque_shares
from core.robot.surroundings import ClosestPair
from core.robot.worst_payload import worst_payload


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
        return numbers(
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
        closest = smallest_in(self._scene, path.evaluate(time).position, between=True)
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
