"""Delete-one-block jackknife: covariance from the changes of the estimate without each time block.

Residuals of a moving arm are coloured (friction, ripple, filtering). Errors that treat every row as
independent therefore come out several times too small. Blocks of 1-2 s are nearly independent of each
other, so leaving out one at a time measures the true spread.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.estimation.rows import BoolArray
from core.recording import FloatArray

ALONE_TOLERANCE = 1e-9
"""One minus the leverage below which a direction counts as determined by one block alone."""

LEVERAGE_TO_LOOK_CLOSER = 1e-4
"""One minus the leverage below which the slower, numerically safer SVD is used."""


@dataclass(frozen=True)
class Scatter:
    """Covariance (p, p) from the jackknife; ``alone`` (p,): parameter determined by one block only."""

    covariance: FloatArray
    alone: BoolArray


@dataclass(frozen=True)
class WhitenedBlock:
    """One time block in coordinates where the sum of U_bᵀU_b over all blocks is the identity.

    ``rows`` U_b (k, rank); ``score`` (rank,) U_bᵀ r_b, r_b its residuals under the full estimate.
    """

    rows: FloatArray
    score: FloatArray


def delete_one_block(blocks: Iterable[WhitenedBlock], *, to_parameters: FloatArray) -> Scatter:
    """Delete-one-block jackknife over ``blocks``, each looked at once.

    ``to_parameters`` (p, rank) leads from the whitened coordinates to the parameters.
    Leaving block b out changes the coordinates by exactly ``−(I − U_bᵀU_b)⁻¹ U_bᵀ r_b``;
    the covariance is (B − 1)/B times the sum of squares of these changes about their mean.
    """
    found = []
    alone = np.zeros(to_parameters.shape[0], dtype=np.bool_)
    for block in blocks:
        change, only_here = _change(block)
        found.append(change)
        alone |= _touched(to_parameters, only_here)
    changes = np.array(found)
    changes -= changes.mean(axis=0)
    spread = to_parameters @ changes.T
    return Scatter(spread @ spread.T * ((len(found) - 1) / len(found)), alone)


def _change(block: WhitenedBlock) -> tuple[FloatArray, FloatArray]:
    """(I − UᵀU)⁻¹ score, and the directions (k, rank) that this block alone determines."""
    from scipy.linalg import lapack  # reading a result does not need it

    rest = np.eye(block.score.size) - block.rows.T @ block.rows
    factor, stopped = lapack.dpotrf(rest)
    # Near leverage one I − UᵀU is almost singular and loses its digits; then the SVD is used.
    if stopped == 0 and float(np.min(np.diag(factor))) ** 2 > LEVERAGE_TO_LOOK_CLOSER:
        solution, _ = lapack.dpotrs(factor, block.score)
        return np.asarray(solution, dtype=np.float64), np.empty((0, block.score.size))
    return _change_by_svd(block)


def _change_by_svd(block: WhitenedBlock) -> tuple[FloatArray, FloatArray]:
    # U = P S Vᵀ, so (I − UᵀU)⁻¹ is I outside the span of V and 1 / (1 − s²) within it
    _, singular, right = np.linalg.svd(block.rows, full_matrices=False)
    rest = 1.0 - singular**2
    alone = rest < ALONE_TOLERANCE
    gain = np.where(alone, 0.0, 1.0 / np.where(alone, 1.0, rest))
    along = right @ block.score
    return block.score + right.T @ ((gain - 1.0) * along), right[alone]


def _touched(to_parameters: FloatArray, directions: FloatArray) -> BoolArray:
    if directions.shape[0] == 0:
        return np.zeros(to_parameters.shape[0], dtype=np.bool_)
    length = np.linalg.norm(to_parameters, axis=1)
    part = np.linalg.norm(to_parameters @ directions.T, axis=1)
    return np.asarray(part > 1e-3 * np.where(length > 0.0, length, 1.0), dtype=np.bool_)
