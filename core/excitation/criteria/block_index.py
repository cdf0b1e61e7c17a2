"""[Liu]'s block index: a weighted sum of the condition numbers of the regressor and its three parts.

``cond(Y) + wa·cond(Ya) + wb·cond(Yb) + wc·cond(Yc)``, methods.md section 3.2: the position part ``Yc =
Y(q, 0, 0)``, the acceleration part ``Ya = Y(q, 0, a) − Yc`` and the velocity part ``Yb = Y(q, v, 0) −
Yc`` add up to Y. The condition number of each part is that of its first independent columns. Its weight
is the mean variance of these columns over all rows, divided by the sum over the three parts. The
weights change with the motion, and the gradient includes that.
"""

from collections.abc import Collection
from functools import partial

import numpy as np

from core.base_parameters import independent_columns
from core.excitation.criteria.condition import rigid_base
from core.excitation.criteria.excitation_numbers import BlockNumbers
from core.excitation.criteria.regressor_rows import RowChoice, whitening_matrix
from core.excitation.criteria.spectrum import (
    condition_number,
    singular_values,
    smooth_log_condition,
    spectral_gradient,
)
from core.excitation.trajectories.motion import Kinematics
from core.recording import FloatArray
from core.robot.dynamics import regressor, regressor_gradient
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.robot.random_states import free_joints

_WHOLE, _POSITION = 0, 3
_PARTS = (1, 2, 3)
_MOVED = ((1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, 0.0))
"""Factors of velocity and acceleration in the four regressors Y, Ya + Yc, Yb + Yc, Yc."""


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
        whitening = whitening_matrix(noise, free=free, joints=robot.joint_count)
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
