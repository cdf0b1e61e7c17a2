"""The least-squares solution from a small triangular factor, with the rank from its SVD."""

from dataclasses import dataclass

import numpy as np

from core.errors import NotEnoughData, PoorExcitation
from core.estimation.rows import BoolArray
from core.recording import FloatArray

RANK_TOLERANCE = 1e-10
"""Smallest singular value counted, relative to the largest, with columns scaled to length one."""
NULL_SHARE = 1e-10
"""Share of a column (squared length) in the null space above which it is undetermined."""
CONDITION_CONVENTION = (
    "largest over smallest singular value of the weighted regressor with all its columns, "
    "columns unscaled, SI units"
)


@dataclass(frozen=True)
class Solution:
    """Solution of ``min |X θ − y|`` from the factor of ``[X | y]``.

    ``estimate`` (p,); ``map`` (p, rank) turns orthonormal coordinates of the regressor's
    column space into parameters, so ``map mapᵀ`` is ``(XᵀX)⁺``; ``undetermined`` (p,)
    marks the columns that take part in a dependency. Those get the solution of least norm
    in columns scaled to length one, which does not depend on units. ``root`` (p, p) is
    triangular with ``rootᵀ root = XᵀX``, ``squares`` the minimum of ``|X θ − y|²``.
    """

    estimate: FloatArray
    map: FloatArray
    undetermined: BoolArray
    condition_number: float
    root: FloatArray
    squares: float

    @property
    def rank(self) -> int:
        """Number of independent columns of the regressor."""
        return int(self.map.shape[1])


def solve(factor: FloatArray) -> Solution:
    """Least-squares solution from the ``factor`` (k, p + 1) of ``[X | y]``.

    Raises
    ------
    PoorExcitation
        ``nothing-excited`` when every column is zero.
    """
    from scipy.linalg import svd  # reading a result does not need it

    regressor, target = factor[:, :-1], factor[:, -1]
    lengths = np.linalg.norm(regressor, axis=0)
    if not lengths.any():
        raise PoorExcitation("nothing-excited", columns=int(lengths.size))
    scale = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
    left, singular, right = svd(regressor * scale, full_matrices=False, check_finite=False)
    rank = int(np.count_nonzero(singular > RANK_TOLERANCE * singular[0]))
    coordinates = right[:rank].T / singular[:rank]
    to_parameters = scale[:, np.newaxis] * coordinates
    estimate = to_parameters @ (left[:, :rank].T @ target)
    return Solution(
        estimate=estimate,
        map=to_parameters,
        undetermined=_in_null_space(right[:rank]),
        condition_number=_condition(regressor, rank),
        root=_square(regressor),
        squares=float(np.sum((regressor @ estimate - target) ** 2)),
    )


def require_enough_rows(*, rows: int, columns: int) -> None:
    """Raise an error if there are fewer rows than columns.

    Raises
    ------
    NotEnoughData
        ``fewer-rows-than-columns`` with both numbers.
    """
    if rows < columns:
        raise NotEnoughData("fewer-rows-than-columns", rows=rows, columns=columns)


def _in_null_space(row_space: FloatArray) -> BoolArray:
    # the projector onto the null space is I − V Vᵀ; its diagonal is each column's share of it
    share = 1.0 - np.sum(row_space**2, axis=0)
    return np.asarray(share > NULL_SHARE, dtype=np.bool_)


def _square(triangle: FloatArray) -> FloatArray:
    """The regressor's part of the factor as (p, p); rows below it are zero or hold only the target."""
    columns = triangle.shape[1]
    square = np.zeros((columns, columns))
    rows = min(triangle.shape[0], columns)
    square[:rows] = triangle[:rows]
    return square


def _condition(regressor: FloatArray, rank: int) -> float:
    columns = regressor.shape[1]
    if rank < columns:
        return float("inf")
    from scipy.linalg import svd

    singular = svd(regressor, compute_uv=False, check_finite=False)
    return float(singular[0] / singular[-1]) if singular[-1] > 0.0 else float("inf")
