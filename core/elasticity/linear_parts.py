"""Least squares of the parts of a deflection, with a jackknife over time blocks.

The residual is not white noise: ripple, hysteresis and model errors are correlated in time. Each time
block is left out in turn (jackknife). This gives the standard deviation of any quantity computed from
the coefficients, also by a nonlinear formula.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.elasticity.result import Measured
from core.recording import FloatArray

IntArray = npt.NDArray[np.intp]
FEWEST_BLOCKS = 8


@dataclass(frozen=True, eq=False)
class PartsFit:
    """Coefficients (p,), and (B, p) with each block left out; zero where a bound holds them."""

    coefficients: FloatArray
    left_out: FloatArray
    residual: FloatArray
    """Residuals (M,) in the unit of the target."""
    free: IntArray
    """Indices of the columns not held at a bound."""

    def measured(self, value_of: Callable[[FloatArray], float]) -> Measured:
        """A number made of the coefficients, with its standard deviation by the jackknife."""
        whole = value_of(self.coefficients)
        replicas = np.array([value_of(row) for row in self.left_out])
        count = replicas.size
        spread = np.sum(np.square(replicas - replicas.mean()))
        return Measured(float(whole), float(np.sqrt((count - 1.0) / count * spread)))

    def with_changed(self, columns: FloatArray, target: FloatArray) -> FloatArray:
        """Coefficients (p,) for changed columns (M, p), with the same ones held at their bounds."""
        part = columns[:, self.free]
        scale = np.linalg.norm(part, axis=0)
        scale[scale == 0.0] = 1.0
        part = part / scale
        found = np.zeros(columns.shape[1])
        found[self.free] = _solved(part.T @ part, part.T @ target) / scale
        return found


def fit_parts(
    columns: FloatArray, target: FloatArray, blocks: IntArray, *, not_positive: IntArray
) -> PartsFit:
    """Fit (M,) targets by (M, p) columns.

    Parameters
    ----------
    blocks
        (M,) numbers of blocks of time, counted from 0 without gaps.
    not_positive
        Columns whose coefficients may not be above zero.
    """
    scale = np.linalg.norm(columns, axis=0)
    scale[scale == 0.0] = 1.0
    scaled = columns / scale
    free = _free(scaled, target, not_positive)
    coefficients = np.zeros(columns.shape[1])
    count = int(blocks.max()) + 1
    left_out = np.zeros((count, columns.shape[1]))
    part = scaled[:, free]
    gram, moment = part.T @ part, part.T @ target
    coefficients[free] = _solved(gram, moment)
    for number in range(count):
        rows = blocks == number
        block = part[rows]
        left_out[number, free] = _solved(gram - block.T @ block, moment - block.T @ target[rows])
    return PartsFit(coefficients / scale, left_out / scale, target - scaled @ coefficients, free)


def _free(scaled: FloatArray, target: FloatArray, not_positive: IntArray) -> IntArray:
    """Indices of the columns not held at zero by a bound."""
    from scipy.optimize import lsq_linear

    if not not_positive.size:
        return np.arange(scaled.shape[1])
    upper = np.full(scaled.shape[1], np.inf)
    upper[not_positive] = 0.0
    # the triangular factor keeps the problem and has only as many rows as columns
    factor = np.asarray(np.linalg.qr(np.column_stack([scaled, target]), mode="r"))
    found = lsq_linear(factor[:, :-1], factor[:, -1], bounds=(-np.inf, upper), method="bvls")
    held = np.zeros(scaled.shape[1], dtype=bool)
    held[not_positive] = found.x[not_positive] >= 0.0
    return np.flatnonzero(~held)


def _solved(gram: FloatArray, moment: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.lstsq(gram, moment, rcond=1e-13)[0])


def time_blocks(recording: IntArray, time: FloatArray, *, block_s: float) -> IntArray:
    """(M,) block numbers from 0 without gaps: within each recording, ``block_s`` seconds long."""
    within = np.floor(time / block_s).astype(np.intp)
    _, numbers = np.unique(np.column_stack([recording, within]), axis=0, return_inverse=True)
    return np.asarray(numbers.ravel(), dtype=np.intp)
