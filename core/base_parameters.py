"""Base parameters: the combinations of an arm's inertial parameters that its motion identifies.

Some of the ten parameters of a link never affect a motor torque, some only together with others. Two
independent routes find the grouping. In both the remaining columns are the first independent ones, link
by link from the base, in the standard order of parameters.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.grouping import Route
from core.recording import FloatArray
from core.robot.dynamics import regressor, rotor_inertia_columns
from core.robot.model import RobotModel
from core.robot.random_states import STANDARD_GRAVITY, arm_size, free_joints, random_states

IntArray = npt.NDArray[np.intp]
Columns = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""Makes columns (N, n, s) of positions, velocities and accelerations (N, n)."""

LINK_PARAMETERS = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
"""Mass, first moments and inertia of a link, all at the origin of its frame."""
LINK_UNITS = ("kg", *("kg·m",) * 3, *("kg·m²",) * 6)

TOLERANCE = 1e-8
"""Residual length of a column of length one below which it counts as dependent."""
COEFFICIENT_TOLERANCE = 1e-9
"""Grouping coefficients below this, in units of the arm's own size, are round-off."""
POSES_PER_COLUMN = 3


@dataclass(frozen=True)
class BaseParameters:
    """The identifiable combinations ``beta = grouping @ standard``.

    ``independent`` (b,) are the standard columns that remain, ``grouping`` (b, s) has the
    coefficients of the combinations; ``expressions`` are their texts and ``units`` those
    of the leading parameter. ``unobservable`` names parameters without effect on any torque.
    """

    independent: IntArray
    grouping: FloatArray
    expressions: tuple[str, ...]
    units: tuple[str, ...]
    standard_names: tuple[str, ...]
    unobservable: tuple[str, ...]

    @property
    def count(self) -> int:
        """Number of base parameters, b."""
        return int(self.independent.size)

    def columns(self, standard: FloatArray) -> FloatArray:
        """The independent columns (…, b) of a standard regressor (…, s).

        Raises
        ------
        BadRequest
            ``base-columns`` when the regressor does not have s columns.
        """
        if standard.shape[-1] != self.grouping.shape[1]:
            raise BadRequest("base-columns", found=standard.shape[-1], wanted=self.grouping.shape[1])
        return standard[..., self.independent]

    def values(self, standard: FloatArray) -> FloatArray:
        """The base parameters (b,) of standard parameters (s,)."""
        return np.asarray(self.grouping @ standard, dtype=np.float64)


def standard_regressor(
    robot: RobotModel, q: FloatArray, v: FloatArray, a: FloatArray, *, rotor_inertia: bool
) -> FloatArray:
    """Regressor (N, n, 10 n), with ``rotor_inertia`` (N, n, 11 n): links first, then rotors."""
    links = regressor(robot, q, v, a)
    if not rotor_inertia:
        return links
    return np.concatenate([links, rotor_inertia_columns(robot, a)], axis=2)


def find_base_parameters(
    robot: RobotModel,
    *,
    rotor_inertia: bool = True,
    route: Route | str = Route.ROW_ECHELON,
    seed: int = 0,
    locked: Collection[int] = (),
    held: FloatArray | None = None,
) -> BaseParameters:
    """Find the base parameters of ``robot`` from its regressor at random states.

    The states cover whole turns whatever the joints' limits are: parameters identifiable in
    any open set of states are identifiable in every other. Speeds and accelerations are
    scaled by the arm's size, so that all kinds of torque are of the same magnitude.

    Parameters
    ----------
    rotor_inertia : whether each joint's reflected rotor inertia is among the standard columns
    route : which of the two computations to use
    seed : of the random states; any seed finds the same
    locked : joints, counted from 0, at rest; parameters that only act on them are left out
    held : (n,) rad (m) positions of the locked joints, zeros where None

    Raises
    ------
    BadRequest
        ``locked-joint`` for one the arm does not have, ``nothing-free`` when all are locked,
        ``motion-shape`` when ``held`` does not fit the robot.

    Examples
    --------
    >>> from core.robot.library import load_robot
    >>> find_base_parameters(load_robot("ur10e")).count
    40
    """
    standard = partial(standard_regressor, robot, rotor_inertia=rotor_inertia)
    matrix = _random_rows(robot, standard, locked=locked, held=held, seed=seed)
    scale = _column_sizes(robot, arm_size(robot, locked=locked, held=held), rotor_inertia=rotor_inertia)
    normalised, unit, seen = _normalised(matrix / scale)
    independent, scaled = _ROUTES[Route(route)](normalised)
    # columns were divided by scale and length, so their coefficients are multiplied back
    by_size = scaled * unit / unit[independent, np.newaxis]
    by_size[np.abs(by_size) < COEFFICIENT_TOLERANCE] = 0.0
    grouping = by_size * scale / scale[independent, np.newaxis]
    names, units = _standard_names(robot, rotor_inertia=rotor_inertia)
    return BaseParameters(
        independent=independent,
        grouping=grouping,
        expressions=tuple(
            _expression(row, names, first) for row, first in zip(grouping, independent, strict=True)
        ),
        units=tuple(units[index] for index in independent),
        standard_names=names,
        unobservable=tuple(name for name, found in zip(names, seen, strict=True) if not found),
    )


def independent_columns(
    robot: RobotModel,
    columns: Columns,
    *,
    locked: Collection[int] = (),
    held: FloatArray | None = None,
) -> IntArray:
    """Indices of the first independent ones of the 10 n link columns of a part of the regressor.

    ``columns`` gives that part, (N, n, 10 n), for positions, velocities and accelerations
    (N, n). Everything else as in :func:`find_base_parameters`.
    """
    matrix = _random_rows(robot, columns, locked=locked, held=held, seed=0)
    size = arm_size(robot, locked=locked, held=held)
    normalised, _, _ = _normalised(matrix / _column_sizes(robot, size, rotor_inertia=False))
    return _by_row_echelon(normalised)[0]


def _by_row_echelon(matrix: FloatArray) -> tuple[IntArray, FloatArray]:
    """Gauss-Jordan elimination of an orthonormal basis of the row space, columns in order."""
    from scipy.linalg import svd  # after the kernels, which make SciPy's own imports short

    _, singular, right = svd(matrix, full_matrices=False)
    rank = int(np.count_nonzero(singular > TOLERANCE * singular[0]))
    rows = right[:rank].copy()
    pivots: list[int] = []
    for column in range(rows.shape[1]):
        row = len(pivots)
        if row == rank:
            break
        best = row + int(np.argmax(np.abs(rows[row:, column])))
        if abs(rows[best, column]) < TOLERANCE:
            rows[row:, column] = 0.0
            continue
        rows[[row, best]] = rows[[best, row]]
        rows[row] /= rows[row, column]
        others = np.arange(rank) != row
        rows[others] -= np.outer(rows[others, column], rows[row])
        pivots.append(column)
    return np.array(pivots, dtype=np.intp), rows


def _by_qr(matrix: FloatArray) -> tuple[IntArray, FloatArray]:
    """Gram-Schmidt in order, repeated once for orthogonality, up to the rank found by pivoted QR."""
    from scipy.linalg import qr, solve_triangular

    triangle = qr(matrix, mode="r", pivoting=True)[0]
    size = np.abs(np.diag(triangle))
    rank = int(np.count_nonzero(size > TOLERANCE * size[0]))
    basis = np.empty((matrix.shape[0], 0))
    chosen: list[int] = []
    for column in range(matrix.shape[1]):
        rest = matrix[:, column]
        for _ in range(2):
            rest = rest - basis @ (basis.T @ rest)
        length = float(np.linalg.norm(rest))
        if length > TOLERANCE and len(chosen) < rank:
            basis = np.column_stack([basis, rest / length])
            chosen.append(column)
    independent = np.array(chosen, dtype=np.intp)
    kept = basis.T @ matrix[:, independent]
    return independent, solve_triangular(kept, basis.T @ matrix)


_ROUTES: dict[Route, Callable[[FloatArray], tuple[IntArray, FloatArray]]] = {
    Route.ROW_ECHELON: _by_row_echelon,
    Route.QR: _by_qr,
}


def _random_rows(
    robot: RobotModel,
    columns: Columns,
    *,
    locked: Collection[int],
    held: FloatArray | None,
    seed: int,
) -> FloatArray:
    """Rows (rows, s) of the free joints for some columns at random states."""
    free = free_joints(robot, locked)
    samples = POSES_PER_COLUMN * 11 * robot.joint_count
    rows = columns(*random_states(robot, free=free, held=held, samples=samples, seed=seed))
    # forces are scaled to torques by the arm's size, so that all joints' rows are of similar magnitude
    size = arm_size(robot, locked=locked, held=held)
    rows = rows * np.where(robot.is_prismatic, size, 1.0)[:, np.newaxis]
    return rows[:, free].reshape(-1, rows.shape[2])


def _normalised(matrix: FloatArray) -> tuple[FloatArray, FloatArray, npt.NDArray[np.bool_]]:
    """Columns of length one, or zero if only round-off; their lengths; and a mask of the nonzero ones."""
    lengths = np.linalg.norm(matrix, axis=0)
    # entries are of the size of one, unless the whole part is zero for this arm
    seen = lengths > TOLERANCE * max(lengths.max(), np.sqrt(matrix.shape[0]))
    unit = np.where(seen, lengths, 1.0)
    return np.where(seen, matrix / unit, 0.0), unit, seen


def _column_sizes(robot: RobotModel, size: float, *, rotor_inertia: bool) -> FloatArray:
    """Effect of one unit of each standard parameter on the torque of an arm of this size in m, (s,)."""
    force = STANDARD_GRAVITY
    links = np.tile([force * size, *[force] * 3, *[force / size] * 6], robot.joint_count)
    if not rotor_inertia:
        return links
    rotors = np.where(robot.is_prismatic, force * size, force / size)
    return np.concatenate([links, rotors])


def _standard_names(robot: RobotModel, *, rotor_inertia: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    joints = robot.joint_count
    names = [f"{name}_{link}" for link in range(1, joints + 1) for name in LINK_PARAMETERS]
    units = [*LINK_UNITS] * joints
    if rotor_inertia:
        names += [f"Ia_{joint}" for joint in range(1, joints + 1)]
        units += ["kg" if slides else "kg·m²" for slides in robot.is_prismatic]
    return tuple(names), tuple(units)


def _expression(row: FloatArray, names: tuple[str, ...], first: int) -> str:
    terms = [names[first]]
    for index in np.flatnonzero(row):
        if index != first:
            size = f"{abs(row[index]):.4g}"
            factor = "" if size == "1" else f"{size}·"
            terms.append(f"{'+' if row[index] > 0 else '−'} {factor}{names[index]}")
    return " ".join(terms)
