"""Criteria that rate a motion for identification, with their gradients.

All of them are functions of the base regressor Y_b of a motion's samples, columns unscaled, and smaller
is better. The value is the criterion as defined (help, methods: excitation); the objective is a smooth
approximation that an optimiser can descend.
"""

from collections.abc import Callable, Collection
from functools import partial

import numpy as np

from core.base_parameters import BaseParameters, IntArray, find_base_parameters, independent_columns
from core.errors import BadRequest
from core.excitation.criteria import spectrum
from core.excitation.criteria.excitation_numbers import BlockNumbers, CriterionName, ExcitationNumbers
from core.excitation.criteria.friction_columns import (
    COLUMNS_PER_JOINT,
    FrictionColumns,
    friction_columns,
    friction_gradient,
    smooth_velocity_sign,
    velocity_sign,
)
from core.excitation.criteria.spectrum import (
    condition_number,
    singular_values,
    smooth_log_condition,
    spectral_gradient,
)
from core.excitation.trajectories.motion import Kinematics, Trajectory
from core.recording import FloatArray
from core.robot.dynamics import regressor, regressor_gradient
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.robot.random_states import free_joints

__all__ = [
    "BlockNumbers",
    "Criterion",
    "CriterionName",
    "ExcitationNumbers",
    "FrictionColumns",
    "criterion_numbers",
]
_Direction = Callable[[FloatArray], FloatArray]
"""The sign of velocities, or a smooth approximation of it."""
_WHOLE, _POSITION = 0, 3
_PARTS = (1, 2, 3)
_MOVED = ((1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, 0.0))
"""Factors of velocity and acceleration in the four regressors Y, Ya + Yc, Yb + Yc, Yc."""
_CONDITION_SAMPLES = 200
"""Number of samples, evenly spaced over one run of a trajectory, the first at its start."""


def _whitening_matrix(noise: FloatArray | None, *, free: IntArray, joints: int) -> FloatArray | None:
    """Ω^(−1/2) (f, f) of the free joints, symmetric ([Liu] eq. 13); None where there is no noise.

    Parameters
    ----------
    noise : (n,) standard deviations or (n, n) covariance of the torque, N·m (N)
    free : (f,) joints, counted from 0
    joints : n

    Raises
    ------
    BadRequest
        ``torque-noise`` where the noise is not (n,) or (n, n), or not positive.
    """
    if noise is None:
        return None
    given = np.asarray(noise, dtype=np.float64)
    if given.shape not in {(joints,), (joints, joints)} or not np.all(np.isfinite(given)):
        raise BadRequest("torque-noise", joints=joints, found=given.shape)
    covariance = np.diag(given * np.abs(given)) if given.ndim == 1 else given
    variances, axes = np.linalg.eigh(covariance[np.ix_(free, free)])
    if variances[0] <= 0.0:
        raise BadRequest("torque-noise", joints=joints, found=given.shape)
    return np.asarray((axes / np.sqrt(variances)) @ axes.T)


class RowChoice:
    """Rows of the free joints and chosen columns of (N, n, 10 n) regressors, in reused buffers.

    Parameters
    ----------
    robot : the arm
    free : (f,) joints, counted from 0, whose rows count
    columns : (b,) of the 10 n link columns
    whitening : (f, f) that multiplies each sample's rows; None leaves them as they are
    """

    def __init__(
        self, robot: RobotModel, *, free: IntArray, columns: IntArray, whitening: FloatArray | None
    ) -> None:
        width = PARAMETERS_PER_LINK * robot.joint_count
        self.column_count = int(columns.size)
        self._places = (free[:, np.newaxis] * width + columns).ravel()
        self._joints = free.size
        self._whitening = whitening
        self._rows, self._by_rows = self._room(samples=0)

    def _room(self, *, samples: int) -> tuple[FloatArray, FloatArray]:
        shape = (samples * self._joints, self.column_count)
        return np.empty(shape), np.empty(shape)

    def take(self, standard: FloatArray) -> FloatArray:
        """The rows (N f, b); the next call overwrites them."""
        samples = standard.shape[0]
        if self._rows.shape[0] != samples * self._joints:
            self._rows, self._by_rows = self._room(samples=samples)
        flat = self._rows.reshape(samples, self._places.size)
        standard.reshape(samples, -1).take(self._places, axis=1, out=flat, mode="clip")
        if self._whitening is not None:
            blocks = self._rows.reshape(samples, self._joints, self.column_count)
            blocks[:] = self._whitening @ blocks
        return self._rows

    @property
    def by_rows(self) -> FloatArray:
        """Array (N f, b) for derivatives in the rows taken last."""
        return self._by_rows

    def put(self, by_rows: FloatArray, *, into: FloatArray) -> None:
        """Write derivatives (N f, b) in the rows as those in the regressor, ``into`` (N, n, 10 n)."""
        samples = into.shape[0]
        weights = by_rows.reshape(samples, self._joints, self.column_count)
        if self._whitening is not None:
            weights = self._whitening @ weights  # it is symmetric
        into.reshape(samples, -1)[:, self._places] = weights.reshape(samples, -1)


def rigid_base(
    robot: RobotModel, *, locked: Collection[int] = (), held: FloatArray | None = None
) -> BaseParameters:
    """The base parameters of the links alone: no rotors, no friction.

    Parameters and errors as of ``core.base_parameters.find_base_parameters``.
    """
    return find_base_parameters(robot, rotor_inertia=False, locked=locked, held=held)


def evenly_sampled(trajectory: Trajectory, *, samples: int = _CONDITION_SAMPLES) -> Kinematics:
    """The motion at ``samples`` moments, evenly spaced over a trajectory, the first at its start."""
    return trajectory.evaluate(np.linspace(0.0, trajectory.duration, samples, endpoint=False))


class BaseRows:
    """Rows of the free joints, columns of the base and of friction; owns its buffers.

    Parameters as of ``core.excitation.criteria.criterion.Criterion``.
    """

    def __init__(
        self,
        robot: RobotModel,
        *,
        friction: FrictionColumns,
        locked: Collection[int],
        held: FloatArray | None,
        noise: FloatArray | None,
    ) -> None:
        self.base = rigid_base(robot, locked=locked, held=held)
        self.free = free_joints(robot, locked)
        self.with_friction = FrictionColumns(friction) is FrictionColumns.COULOMB_VISCOUS
        self._robot = robot
        self._whitening = _whitening_matrix(noise, free=self.free, joints=robot.joint_count)
        self._choice = RowChoice(
            robot, free=self.free, columns=self.base.independent, whitening=self._whitening
        )
        self._allot(samples=0)

    def _allot(self, *, samples: int) -> None:
        joints = self._robot.joint_count
        entries = (samples, joints, PARAMETERS_PER_LINK * joints)
        self._standard, self._weights = np.zeros(entries), np.zeros(entries)

    @property
    def column_count(self) -> int:
        """Number of columns b, friction's among them."""
        friction = COLUMNS_PER_JOINT * self.free.size if self.with_friction else 0
        return self.base.count + int(friction)

    def take(self, motion: Kinematics, *, toward: _Direction) -> FloatArray:
        """The rows (N f, b) along a motion; the next call overwrites them."""
        if motion.position.shape[0] != self._standard.shape[0]:
            self._allot(samples=motion.position.shape[0])
        q, v, a = motion.position, motion.velocity, motion.acceleration
        rows = self._choice.take(regressor(self._robot, q, v, a, out=self._standard))
        if not self.with_friction:
            return rows
        own = v[:, self.free]
        friction = self._whitened(friction_columns(own, toward=toward(own)))
        return np.hstack([rows, friction.reshape(rows.shape[0], -1)])

    def room(self) -> FloatArray:
        """Array (N f, b) for derivatives in the rows taken last; reused by the next call."""
        if not self.with_friction:
            return self._choice.by_rows
        return np.empty((self._choice.by_rows.shape[0], self.column_count))

    def pull_back(self, motion: Kinematics, by_rows: FloatArray) -> Kinematics:
        """Derivatives in the motion, from derivatives (N f, b) in the rows taken along it."""
        count = self.base.count
        self._choice.put(by_rows[:, :count], into=self._weights)
        q, v, a = motion.position, motion.velocity, motion.acceleration
        by_q, by_v, by_a = regressor_gradient(self._robot, q, v, a, self._weights)
        if self.with_friction:
            own = v[:, self.free]
            weights = by_rows[:, count:].reshape(*own.shape, -1)
            by_v[:, self.free] += friction_gradient(own, self._whitened(weights))
        return Kinematics(by_q, by_v, by_a)

    def _whitened(self, rows: FloatArray) -> FloatArray:
        """Rows (N, f, …) times the whitening matrix, which is symmetric and so its own transpose."""
        return rows if self._whitening is None else self._whitening @ rows


# [Liu]'s block index: a weighted sum of the condition numbers of the regressor and its three parts.
#
# ``cond(Y) + wa·cond(Ya) + wb·cond(Yb) + wc·cond(Yc)``, help, methods: the position part ``Yc =
# Y(q, 0, 0)``, the acceleration part ``Ya = Y(q, 0, a) − Yc`` and the velocity part ``Yb = Y(q, v, 0) −
# Yc`` add up to Y. The condition number of each part is that of its first independent columns. Its weight
# is the mean variance of these columns over all rows, divided by the sum over the three parts. The
# weights change with the motion, and the gradient includes that.


class BlockIndex:
    """The block index of one robot; owns its buffers.

    Parameters and errors as of ``core.excitation.criteria.criterion.Criterion``.
    """

    def __init__(
        self,
        robot: RobotModel,
        *,
        locked: Collection[int] = (),
        held: FloatArray | None = None,
        noise: FloatArray | None = None,
    ) -> None:
        self._robot = robot
        free = free_joints(robot, locked)
        whitening = _whitening_matrix(noise, free=free, joints=robot.joint_count)
        columns = [rigid_base(robot, locked=locked, held=held).independent]
        for part in _PARTS:
            own = partial(_part_of_regressor, robot, part)
            columns.append(independent_columns(robot, own, locked=locked, held=held))
        self._choices = [
            RowChoice(robot, free=free, columns=chosen, whitening=whitening) for chosen in columns
        ]
        self._blocks = [block for block, chosen in enumerate(columns) if chosen.size]
        self._allot(samples=0)

    def _allot(self, *, samples: int) -> None:
        joints = self._robot.joint_count
        entries = (4, samples, joints, PARAMETERS_PER_LINK * joints)
        self._standard, self._weights = np.zeros(entries), np.zeros(entries)

    def numbers(self, motion: Kinematics) -> BlockNumbers:
        """The index of a motion, by the singular values of its blocks."""
        rows = self._take(motion)
        conditions = [condition_number(singular_values(block)) for block in rows]
        weights = _weights(np.array([_spread(rows[part]) for part in _PARTS]))
        whole, acceleration, velocity, position = conditions
        shares = zip(weights, conditions[1:], strict=True)
        return BlockNumbers(
            index=whole + sum(float(weight) * condition for weight, condition in shares if weight > 0.0),
            condition_numbers=(whole, acceleration, velocity, position),
            columns=(rows[0].shape[1], rows[1].shape[1], rows[2].shape[1], rows[3].shape[1]),
            weights=(float(weights[0]), float(weights[1]), float(weights[2])),
        )

    def objective(self, motion: Kinematics, *, sharpness: float) -> tuple[float, Kinematics, float]:
        """Log of the index with smooth condition numbers, its gradient, and the exact index."""
        rows = self._take(motion)
        smooth, sharp, spreads = np.ones(4), np.ones(4), np.zeros(4)
        stand_in = partial(smooth_log_condition, sharpness=sharpness)
        for block in self._blocks:
            by_rows = self._choices[block].by_rows
            log_condition, eigenvalues = spectral_gradient(rows[block], stand_in, out=by_rows)
            smooth[block], sharp[block] = np.exp(log_condition), np.sqrt(eigenvalues[-1] / eigenvalues[0])
            spreads[block] = _spread(rows[block]) if block != _WHOLE else 0.0
        weights = np.array([1.0, *_weights(spreads[1:])])
        index, mean = float(weights @ smooth), float(weights[1:] @ smooth[1:])
        by_spread = (smooth - mean) / (index * spreads.sum()) if spreads.any() else np.zeros(4)
        for block in self._blocks:
            by_rows = self._choices[block].by_rows
            by_rows *= weights[block] * smooth[block] / index
            if block != _WHOLE:
                by_rows += by_spread[block] * _spread_gradient(rows[block])
        return float(np.log(index)), self._pull_back(motion), float(weights @ sharp)

    def _take(self, motion: Kinematics) -> list[FloatArray]:
        """The rows of the four blocks, each on its own columns."""
        if motion.position.shape[0] != self._standard.shape[1]:
            self._allot(samples=motion.position.shape[0])
        for standard, moved in zip(self._standard, _MOVED, strict=True):
            regressor(self._robot, *_moving(motion, moved), out=standard)
        rows = [self._choices[_WHOLE].take(self._standard[_WHOLE])]
        for part in _PARTS:
            # in place: the next call fills every entry of the regressor that is not always zero
            if part != _POSITION:
                self._standard[part] -= self._standard[_POSITION]
            rows.append(self._choices[part].take(self._standard[part]))
        return rows

    def _pull_back(self, motion: Kinematics) -> Kinematics:
        """The gradient in the motion, from the gradients in the rows of each block."""
        weights = self._weights
        weights[_POSITION] = 0.0
        for choice, into in zip(self._choices, weights, strict=True):
            choice.put(choice.by_rows, into=into)
        weights[_POSITION] -= weights[1]
        weights[_POSITION] -= weights[2]
        gradient = np.zeros((3, *motion.position.shape))
        for block, (by_velocity, by_acceleration) in zip(weights, _MOVED, strict=True):
            moves = _moving(motion, (by_velocity, by_acceleration))
            by_q, by_v, by_a = regressor_gradient(self._robot, *moves, block)
            gradient[0] += by_q
            gradient[1] += by_velocity * by_v
            gradient[2] += by_acceleration * by_a
        return Kinematics(*gradient)


def _moving(motion: Kinematics, moved: tuple[float, float]) -> tuple[FloatArray, FloatArray, FloatArray]:
    by_velocity, by_acceleration = moved
    return motion.position, by_velocity * motion.velocity, by_acceleration * motion.acceleration


def _part_of_regressor(
    robot: RobotModel, part: int, q: FloatArray, v: FloatArray, a: FloatArray
) -> FloatArray:
    """The acceleration (1), velocity (2) or position (3) part of the regressor, (N, n, 10 n)."""
    position = regressor(robot, q, np.zeros_like(v), np.zeros_like(a))
    if part == _POSITION:
        return position
    return regressor(robot, *_moving(Kinematics(q, v, a), _MOVED[part])) - position


def _spread(rows: FloatArray) -> float:
    """Mean over the columns of their variance over the rows; 0 without columns."""
    return float(np.mean(np.var(rows, axis=0))) if rows.size else 0.0


def _spread_gradient(rows: FloatArray) -> FloatArray:
    return np.asarray(2.0 * (rows - rows.mean(axis=0)) / rows.size)


def _weights(spreads: FloatArray) -> FloatArray:
    """Spreads (3,) divided by their sum; zeros if all are zero."""
    total = float(spreads.sum())
    return spreads / total if total > 0.0 else np.zeros_like(spreads)


class Criterion:
    """One criterion of one robot; owns its buffers, so one per thread.

    Parameters
    ----------
    robot : the arm; it needs no masses
    name : which criterion
    friction : whether columns sign(v), v and 1 of each free joint are added to the base columns;
        the block index never has them
    locked : joints, counted from 0, at rest; their rows are left out, since stiction hides
        their torque, and the base parameters are those of the remaining motion
    held : (n,) rad (m) positions of the locked joints, zeros where None
    noise : (n,) standard deviations or (n, n) covariance Ω of the torque, N·m (N): the rows
        become Ω^(−1/2) Y_b. Rows as they are where None

    Raises
    ------
    BadRequest
        ``torque-noise``, and as ``core.base_parameters.find_base_parameters``.
    """

    def __init__(
        self,
        robot: RobotModel,
        *,
        name: CriterionName,
        friction: FrictionColumns = FrictionColumns.NONE,
        locked: Collection[int] = (),
        held: FloatArray | None = None,
        noise: FloatArray | None = None,
    ) -> None:
        self.name = CriterionName(name)
        self._block: BlockIndex | None = None
        if self.name is CriterionName.BLOCK:
            friction = FrictionColumns.NONE
            self._block = BlockIndex(robot, locked=locked, held=held, noise=noise)
        self._rows = BaseRows(robot, friction=friction, locked=locked, held=held, noise=noise)
        self.base: BaseParameters = self._rows.base
        self.column_count: int = self._rows.column_count
        self.convention: str = _convention(robot, self._rows, weighted=noise is not None)
        """Definition of the numbers, without the number of samples."""
        self.latest_value = float("nan")
        """Criterion at the motion last given to ``objective``, without extra cost.

        Accurate to 1e-9 below a condition number of 1000, with the smooth sign if there is friction.
        """

    def value(self, motion: Kinematics) -> float:
        """The exact criterion from singular values; infinite if the rows lack rank."""
        if self._block is not None:
            return self._block.numbers(motion).index
        return _VALUES[self.name](spectrum.singular_values(self._rows.take(motion, toward=velocity_sign)))

    def objective(self, motion: Kinematics, *, sharpness: float) -> tuple[float, Kinematics]:
        """A smooth approximation to minimise, and its gradient in the motion, arrays (N, n).

        ``cond``: ``½ log|λ|_p + ½ log|1/λ|_p`` over the eigenvalues λ of Y_bᵀ Y_b with p =
        ``sharpness``, which tends to the log of the condition number from above. ``block``:
        log of the index with these condition numbers. ``frobenius``: its log. ``logdet``: as
        it is. The sign of a velocity is smoothed (``core.excitation.criteria.friction_columns``). The
        gradient is that of all joints' motion; locked ones have one too.
        """
        if self._block is not None:
            log_index, gradient, self.latest_value = self._block.objective(motion, sharpness=sharpness)
            return log_index, gradient
        rows = self._rows.take(motion, toward=smooth_velocity_sign)
        by_rows = self._rows.room()
        stand_in = _objective(self.name, sharpness=sharpness)
        found, eigenvalues = spectrum.spectral_gradient(rows, stand_in, out=by_rows)
        self.latest_value = _VALUES[self.name](np.sqrt(eigenvalues[::-1]))
        return found, self._rows.pull_back(motion, by_rows)


_VALUES = {
    CriterionName.COND: spectrum.condition_number,
    CriterionName.FROBENIUS: spectrum.frobenius_condition,
    CriterionName.LOGDET: spectrum.minus_log_determinant,
}


def _objective(name: CriterionName, *, sharpness: float) -> spectrum.SpectralObjective:
    if name is CriterionName.FROBENIUS:
        return spectrum.smooth_log_frobenius
    if name is CriterionName.LOGDET:
        return spectrum.smooth_minus_log_determinant
    return partial(spectrum.smooth_log_condition, sharpness=sharpness)


def _convention(robot: RobotModel, rows: BaseRows, *, weighted: bool) -> str:
    parts = [
        f"{rows.base.count} columns: first independent columns, link by link in the order m, mx … Izz, "
        "at the modified-DH link frames",
        "unscaled SI columns",
        "no friction columns",
    ]
    if rows.with_friction:
        friction = rows.column_count - rows.base.count
        parts[2] = f"{friction} friction columns more: sign(v), v, 1 of each moving joint"
    still = np.setdiff1d(np.arange(robot.joint_count), rows.free) + 1
    if still.size:
        parts.append(f"without the rows of locked joints {', '.join(str(joint) for joint in still)}")
    if weighted:
        parts.append("rows weighted with the torque's noise")
    return "; ".join(parts)


def criterion_numbers(
    robot: RobotModel,
    motion: Kinematics,
    *,
    friction: FrictionColumns = FrictionColumns.NONE,
    locked: Collection[int] = (),
    held: FloatArray | None = None,
    noise: FloatArray | None = None,
) -> ExcitationNumbers:
    """All criteria of one motion, which may be any: also rounded coefficients not quite at rest.

    Parameters and errors as of :class:`Criterion`.
    """
    rows = BaseRows(robot, friction=friction, locked=locked, held=held, noise=noise)
    singular = spectrum.singular_values(rows.take(motion, toward=velocity_sign))
    return ExcitationNumbers(
        condition_number=spectrum.condition_number(singular),
        frobenius=spectrum.frobenius_condition(singular),
        log_determinant=-spectrum.minus_log_determinant(singular),
        block=BlockIndex(robot, locked=locked, held=held, noise=noise).numbers(motion),
    )
