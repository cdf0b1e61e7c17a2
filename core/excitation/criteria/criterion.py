"""Criteria that rate a motion for identification, with their gradients.

All of them are functions of the base regressor Y_b of a motion's samples, columns unscaled, and smaller
is better. The value is the criterion as defined (methods.md section 3.2); the objective is a smooth
approximation that an optimiser can descend.
"""

from collections.abc import Collection
from functools import partial

import numpy as np

from core.base_parameters import BaseParameters
from core.excitation.criteria import spectrum
from core.excitation.criteria.base_rows import BaseRows
from core.excitation.criteria.block_index import BlockIndex
from core.excitation.criteria.excitation_numbers import BlockNumbers, CriterionName, ExcitationNumbers
from core.excitation.criteria.friction_columns import FrictionColumns, direction, smooth_direction
from core.excitation.trajectories.motion import Kinematics
from core.recording import FloatArray
from core.robot.model import RobotModel

__all__ = [
    "BlockNumbers",
    "Criterion",
    "CriterionName",
    "ExcitationNumbers",
    "FrictionColumns",
    "numbers",
]


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
        return _VALUES[self.name](spectrum.singular_values(self._rows.take(motion, toward=direction)))

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
        rows = self._rows.take(motion, toward=smooth_direction)
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


def numbers(
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
    singular = spectrum.singular_values(rows.take(motion, toward=direction))
    return ExcitationNumbers(
        condition_number=spectrum.condition_number(singular),
        frobenius=spectrum.frobenius_condition(singular),
        log_determinant=-spectrum.minus_log_determinant(singular),
        block=BlockIndex(robot, locked=locked, held=held, noise=noise).numbers(motion),
    )
