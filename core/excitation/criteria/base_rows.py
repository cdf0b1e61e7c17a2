"""The base regressor along a motion with friction columns, and the transpose map to the motion."""

from collections.abc import Callable, Collection

import numpy as np

from core.excitation.criteria.condition import rigid_base
from core.excitation.criteria.friction_columns import (
    COLUMNS_PER_JOINT,
    FrictionColumns,
    friction_columns,
    friction_gradient,
)
from core.excitation.criteria.regressor_rows import RowChoice, whitening_matrix
from core.excitation.trajectories.motion import Kinematics
from core.recording import FloatArray
from core.robot.dynamics import regressor, regressor_gradient
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.robot.random_states import free_joints

Direction = Callable[[FloatArray], FloatArray]
"""The sign of velocities, or a smooth approximation of it."""


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
        self._whitening = whitening_matrix(noise, free=self.free, joints=robot.joint_count)
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

    def take(self, motion: Kinematics, *, toward: Direction) -> FloatArray:
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
