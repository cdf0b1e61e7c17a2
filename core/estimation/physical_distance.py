"""How far other parameters are from an estimate, as the data of its fit feel it."""

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from core.base_parameters import BaseParameters
from core.errors import BadRequest
from core.estimation.estimate import Estimate
from core.recording import FloatArray

SMALLEST_NOISE = 1e-6
"""Of the size of the torque: no residual is taken for less (exact, made-up rows have none)."""
ROUNDING = 1e-10
"""Of the largest: singular values below are none."""


@dataclass(frozen=True)
class Distance:
    """``|root (θ − found)|``, the first ``count`` of the columns being base parameters."""

    root: FloatArray
    found: FloatArray
    count: int

    @classmethod
    def of(cls, estimate: Estimate, base: BaseParameters) -> "Distance":
        """From a fit.

        Raises
        ------
        BadRequest
            ``no-information`` when the estimate carries no information root.
        """
        if estimate.information_root is None:
            raise BadRequest("no-information")
        return cls(estimate.information_root, estimate.estimate, base.count)

    def squares(self, columns: FloatArray) -> float:
        """What all columns (p,) add to the weighted sum of squares."""
        return float(np.sum((self.root @ (columns - self.found)) ** 2))

    def root_of_base(self) -> FloatArray:
        """The root (k, b) for the base parameters alone, the other columns following freely."""
        free, _ = _scaled(self.root[:, self.count :])
        basis = scipy.linalg.orth(free, rcond=ROUNDING) if free.size else free
        rest = self.root[:, : self.count]
        for _ in range(2):  # once more for orthogonality
            rest = rest - basis @ (basis.T @ rest)
        return np.asarray(scipy.linalg.qr(rest, mode="r")[0][: self.count])

    def columns(self, values: FloatArray) -> FloatArray:
        """All columns (p,) with these base parameters (b,), the others as near the data as they can be."""
        free, scale = _scaled(self.root[:, self.count :])
        change = self.root[:, : self.count] @ (values - self.found[: self.count])
        followed = np.empty(0)
        if free.size:
            followed = scale * scipy.linalg.lstsq(free, -change, cond=ROUNDING)[0]
        return np.concatenate([values, self.found[self.count :] + followed])

    def noise(self, estimate: Estimate) -> float:
        """Standard deviation of a weighted row, with what residuals add that follow one another."""
        spare = max(estimate.row_count - estimate.rank, 1)
        white = np.sqrt(estimate.weighted_squares / spare)
        known = np.isfinite(estimate.std) & (estimate.white_noise_std > 0.0)
        ratio = estimate.std[known] / estimate.white_noise_std[known]
        usual = max(float(np.median(ratio)), 1.0) if ratio.size else 1.0
        size = np.linalg.norm(self.root @ self.found) / np.sqrt(max(estimate.row_count, 1))
        return float(max(white * usual, SMALLEST_NOISE * size, np.finfo(np.float64).tiny))


def _scaled(columns: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Columns of length one (or zero), and what each was multiplied by."""
    lengths = np.linalg.norm(columns, axis=0)
    scale = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
    return columns * scale, scale
