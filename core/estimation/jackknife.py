"""Uncertainty from the scatter of what remains when one time block after another is left out.

Residuals of a moving arm are coloured (friction, ripple, what the filter leaves), so
errors that treat every row as news come out several times too small. Blocks of 1-2 s are
nearly independent of each other, and leaving each out in turn measures the spread that
the colour really causes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.estimation.rows import BoolArray
from core.recording import FloatArray

ALONE_TOLERANCE = 1e-9
"""One minus the leverage under which a direction counts as determined by one block alone."""


@dataclass(frozen=True)
class Scatter:
    """Covariance (p, p) from the jackknife; ``alone`` (p,): seen in one block only."""

    covariance: FloatArray
    alone: BoolArray


def block_score(factor: FloatArray, *, coordinates: FloatArray, estimate: FloatArray) -> FloatArray:
    """Uᵀr of one block, U = X_b map the whitened regressor: (rank,)."""
    residual = factor[:, -1] - factor[:, :-1] @ estimate
    return np.asarray(coordinates.T @ residual, dtype=np.float64)


def delete_one_block(
    whitened: Sequence[FloatArray], *, scores: Sequence[FloatArray], to_parameters: FloatArray
) -> Scatter:
    """Delete-one-block jackknife.

    Parameters
    ----------
    whitened : per block U_b (k, rank), the block's rows in coordinates where Σ U_bᵀU_b = I
    scores : per block U_bᵀ r_b (rank,), r_b the block's residuals under the full estimate
    to_parameters : (p, rank) from those coordinates to the parameters

    Leaving block b out changes the coordinates by exactly ``−(I − U_bᵀU_b)⁻¹ U_bᵀ r_b``.
    The covariance is (B − 1)/B times the sum of squares of these changes about their mean.
    """
    count = len(whitened)
    changes = np.empty((count, to_parameters.shape[1]))
    alone = np.zeros(to_parameters.shape[0], dtype=np.bool_)
    for block, (rows, score) in enumerate(zip(whitened, scores, strict=True)):
        changes[block], only_here = _change(rows, score)
        alone |= _touched(to_parameters, only_here)
    changes -= changes.mean(axis=0)
    spread = to_parameters @ changes.T
    return Scatter(spread @ spread.T * ((count - 1) / count), alone)


def _change(rows: FloatArray, score: FloatArray) -> tuple[FloatArray, FloatArray]:
    # U = P S Vᵀ, so (I − UᵀU)⁻¹ is I outside the span of V and 1 / (1 − s²) within it
    _, singular, right = np.linalg.svd(rows, full_matrices=False)
    rest = 1.0 - singular**2
    alone = rest < ALONE_TOLERANCE
    gain = np.where(alone, 0.0, 1.0 / np.where(alone, 1.0, rest))
    along = right @ score
    return score + right.T @ ((gain - 1.0) * along), right[alone]


def _touched(to_parameters: FloatArray, directions: FloatArray) -> BoolArray:
    if directions.shape[0] == 0:
        return np.zeros(to_parameters.shape[0], dtype=np.bool_)
    length = np.linalg.norm(to_parameters, axis=1)
    part = np.linalg.norm(to_parameters @ directions.T, axis=1)
    return np.asarray(part > 1e-3 * np.where(length > 0.0, length, 1.0), dtype=np.bool_)
