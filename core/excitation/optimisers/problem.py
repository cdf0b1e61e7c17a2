"""The optimisation problem of a plan: a vector, a criterion, linear limits and keep-outs."""

import math

import numpy as np

from core.excitation.basis import Basis
from core.excitation.criteria.criterion import Criterion
from core.excitation.demands.feasibility import check_demands, demanded_limits
from core.excitation.keep_outs.collision_keep_out import collision_keep_out
from core.excitation.keep_outs.keep_out import KeepOut
from core.excitation.keep_outs.torque_keep_out import torque_keep_out
from core.excitation.limits.motion_limits import motion_peaks
from core.excitation.settings import CriterionName, ExcitationSettings
from core.excitation.trajectories.motion import Kinematics, Trajectory
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel

RANDOM_USE = 0.9
"""Share of the limits that each joint of a random motion uses."""

WORST_MERIT = 1e3
"""Merit of motions with a rank-deficient regressor, because optimisers need finite numbers."""


class Problem:
    """The functions of x that an optimiser needs, x in the coordinates of ``basis``; one per thread.

    Attributes
    ----------
    robot, settings, limits, basis, criterion, keep_outs
        The parts of the problem.
    evaluations
        Number of evaluations of the criterion, with or without its gradient.
    latest_value, latest_penalty
        The criterion and the unweighted penalty at the x last given to ``objective``.

    Raises
    ------
    Infeasible, BadRequest, BadFile, OSError
        As ``core.excitation.demands.feasibility.demanded_limits`` and ``check_demands``, and ``Basis``.
    """

    def __init__(
        self, robot: RobotModel, settings: ExcitationSettings, *, monitor: Monitor | None = None
    ) -> None:
        watched = monitor or NullMonitor()
        self.robot, self.settings = robot, settings
        self.start = settings.start_pose(robot.joint_count)
        self.limits = demanded_limits(robot, settings)
        check_demands(robot, settings, self.limits, monitor=watched)
        watched.check()
        self.basis = Basis(
            settings.kind,
            start=self.start,
            period_s=settings.period_s,
            harmonics=settings.harmonics,
            limits=self.limits.shared(settings.limit_share, start=self.start),
            time=settings.time,
            free=[joint for joint in range(robot.joint_count) if joint not in settings.locked],
        )
        watched.check()
        self.keep_outs = keep_outs(robot, settings)
        watched.check()
        self.criterion = new_criterion(robot, settings)
        self.evaluations = 0
        self.latest_value = self.latest_penalty = float("nan")

    @property
    def size(self) -> int:
        """Number of coordinates of the problem."""
        return self.basis.size

    def random(self, generator: np.random.Generator) -> FloatArray:
        """Coordinates of a random motion that uses nine tenths of every joint's limits."""
        x = generator.normal(size=(len(self.basis.free), self.basis.per_joint))
        return np.asarray((x * (RANDOM_USE / self.basis.furthest(x))[:, np.newaxis]).ravel())

    def inside(self, x: FloatArray) -> FloatArray:
        """The coordinates with every joint beyond its limits scaled into them."""
        shrink = 1.0 / np.maximum(self.basis.furthest(x), 1.0)
        return np.asarray((x.reshape(shrink.size, -1) * shrink[:, np.newaxis]).ravel())

    def value(self, x: FloatArray) -> float:
        """The exact criterion; infinite if the motion does not identify all parameters."""
        self.evaluations += 1
        return self.criterion.value(self.basis.motion(x))

    def objective(
        self, x: FloatArray, *, sharpness: float, keep_out_weight: float
    ) -> tuple[float, FloatArray]:
        """The smooth criterion plus the weighted penalties, and the gradient (size,)."""
        self.evaluations += 1
        motion = self.basis.motion(x)
        found, gradient = self.criterion.objective(motion, sharpness=sharpness)
        self.latest_value, self.latest_penalty = self.criterion.latest_value, 0.0
        for keep_out in self.keep_outs:
            penalty, slope = keep_out.penalty(motion)
            if penalty > 0.0:
                self.latest_penalty += penalty
                found += keep_out_weight * penalty
                gradient = _plus(gradient, slope, weight=keep_out_weight)
        return found, self.basis.pull_back(gradient)

    def merit(self, x: FloatArray, *, keep_out_weight: float) -> float:
        """Objective of optimisers without derivatives: the criterion's logarithm plus weighted penalties.

        ``latest_value`` is the exact criterion afterwards.
        """
        self.latest_value = value = self.value(x)
        self.latest_penalty = self.penalty(x)
        return self.logarithm(value) + keep_out_weight * self.latest_penalty

    def logarithm(self, value: float) -> float:
        """The criterion's logarithm, limited to a finite value; a log determinant stays as it is."""
        return min(value if self.settings.criterion is CriterionName.LOGDET else math.log(value), WORST_MERIT)

    def penalty(self, x: FloatArray) -> float:
        """Penalty of the samples for the keep-outs with their reserves; cheap, not exact."""
        if not self.keep_outs:
            return 0.0
        motion = self.basis.motion(x)
        return sum(keep_out.penalty(motion)[0] for keep_out in self.keep_outs)

    def is_allowed(self, x: FloatArray) -> bool:
        """True if the motion is inside every limit and no keep-out forbids it, exactly, on the 5 ms grid."""
        return self.allows(self.basis.trajectory(x))

    def allows(self, trajectory: Trajectory) -> bool:
        """The check of ``is_allowed``, for a trajectory."""
        if motion_peaks(trajectory, self.limits).worst > 1.0:
            return False
        shortfalls = (short for keep_out in self.keep_outs for short in keep_out.shortfalls(trajectory))
        return not any(short.blocking for short in shortfalls)

    def condition_number(self, x: FloatArray, *, value: float) -> float:
        """The condition number at x; ``value`` is the criterion there, computed before."""
        if self.settings.criterion is CriterionName.COND:
            return value
        return self._condition.value(self.basis.motion(x))

    @property
    def _condition(self) -> Criterion:
        if self._other is None:
            self._other = new_criterion(self.robot, self.settings, name=CriterionName.COND)
        return self._other

    _other: Criterion | None = None


def keep_outs(robot: RobotModel, settings: ExcitationSettings) -> tuple[KeepOut, ...]:
    """The keep-outs that the settings demand."""
    torque = torque_keep_out(robot) if settings.torque else None
    found: tuple[KeepOut, ...] = () if torque is None else (torque,)
    if not settings.collision:
        return found
    keep_out = collision_keep_out(
        robot, floor_height=settings.floor_height, boxes=settings.boxes, keep_off_m=settings.keep_off
    )
    return (keep_out, *found)


def new_criterion(
    robot: RobotModel, settings: ExcitationSettings, *, name: CriterionName | None = None
) -> Criterion:
    """The criterion of the settings, or another one of the same rows."""
    return Criterion(
        robot,
        name=name or settings.criterion,
        friction=settings.friction,
        locked=settings.locked,
        held=held_pose(robot, settings),
        noise=None if settings.noise is None else np.array(settings.noise),
    )


def held_pose(robot: RobotModel, settings: ExcitationSettings) -> FloatArray | None:
    """Positions (n,) of the locked joints; None if no joint is locked."""
    return settings.start_pose(robot.joint_count) if settings.locked else None


def _plus(gradient: Kinematics, slope: Kinematics, *, weight: float) -> Kinematics:
    return Kinematics(
        gradient.position + weight * slope.position,
        gradient.velocity + weight * slope.velocity,
        gradient.acceleration + weight * slope.acceleration,
    )
