"""Distance of other parameters from an estimate, measured by the increase of the weighted residual."""

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from core.base_parameters import BaseParameters
from core.errors import BadRequest
from core.estimation.estimate import Estimate
from core.recording import FloatArray

SMALLEST_NOISE = 1e-6
"""Smallest residual relative to the torque; exact synthetic rows have none."""
ROUNDING = 1e-10
"""Smallest singular value relative to the largest; smaller ones count as zero."""


@dataclass(frozen=True)
class Distance:
    """The distance ``|root (θ − found)|``; the first ``count`` columns are base parameters."""

    root: FloatArray
    found: FloatArray
    count: int

    @classmethod
    def of(cls, estimate: Estimate, base: BaseParameters) -> "Distance":
        """The distance from the estimate of a fit.

        Raises
        ------
        BadRequest
            ``no-information`` when the estimate carries no information root.
        """
        if estimate.information_root is None:
            raise BadRequest("no-information")
        return cls(estimate.information_root, estimate.estimate, base.count)

    def squares(self, columns: FloatArray) -> float:
        """Increase of the weighted sum of squares at the columns (p,)."""
        return float(np.sum((self.root @ (columns - self.found)) ** 2))

    def root_of_base(self) -> FloatArray:
        """The root (k, b) for the base parameters alone, minimised over the other columns."""
        free, _ = _scaled(self.root[:, self.count :])
        basis = scipy.linalg.orth(free, rcond=ROUNDING) if free.size else free
        rest = self.root[:, : self.count]
        for _ in range(2):  # twice, because one projection leaves rounding errors
            rest = rest - basis @ (basis.T @ rest)
        return np.asarray(scipy.linalg.qr(rest, mode="r")[0][: self.count])

    def columns(self, values: FloatArray) -> FloatArray:
        """All columns (p,) for base parameters (b,); the others minimise the distance."""
        free, scale = _scaled(self.root[:, self.count :])
        change = self.root[:, : self.count] @ (values - self.found[: self.count])
        followed = np.empty(0)
        if free.size:
            followed = scale * scipy.linalg.lstsq(free, -change, cond=ROUNDING)[0]
        return np.concatenate([values, self.found[self.count :] + followed])

    def noise(self, estimate: Estimate) -> float:
        """Standard deviation of a weighted row, enlarged for the correlation between successive residuals."""
        spare = max(estimate.row_count - estimate.rank, 1)
        white = np.sqrt(estimate.weighted_squares / spare)
        known = np.isfinite(estimate.std) & (estimate.white_noise_std > 0.0)
        ratio = estimate.std[known] / estimate.white_noise_std[known]
        usual = max(float(np.median(ratio)), 1.0) if ratio.size else 1.0
        size = np.linalg.norm(self.root @ self.found) / np.sqrt(max(estimate.row_count, 1))
        return float(max(white * usual, SMALLEST_NOISE * size, np.finfo(np.float64).tiny))


def _scaled(columns: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Columns scaled to length one (or zero), and the scale factors."""
    lengths = np.linalg.norm(columns, axis=0)
    scale = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
    return columns * scale, scale
