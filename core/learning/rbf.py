"""Normalised radial basis functions on a grid ([Liu] section 5).

Centres are evenly spaced over the observed range of each input, the width is half the spacing:
the exponent is ``-½·(u - c)²/(½·Δc)²``. The inputs come in pairs of a quantity and its rate; each
pair has a grid of its own and the grids add up, so that four inputs do not need a grid of four
dimensions. Divided by their sum, the functions of a grid add up to one everywhere.
"""

from dataclasses import dataclass

import numpy as np

from core.learning.packed_learner import RADIAL
from core.learning.samples import faded, fading_densities
from core.recording import FloatArray

RIDGE_ROWS = 1.0
"""Ridge in rows: a centre supported by that many rows has half its weight.

Without it, centres in corners without data would fit noise.
"""
_SMALLEST_SPACING = 1e-9
"""rad, m or per second: the spacing for an input that does not change."""


@dataclass(frozen=True, eq=False)
class RadialBasis:
    """Weights on one grid per pair of inputs; g pairs, n centres along each input.

    ``first``, ``spacing`` (g, 2) place the centres, in the inputs' units; ``weights`` (g, n, n) in N·m;
    ``mass`` (g, n, n) is the share of the training rows at each centre; ``silent``, ``clear`` (g,) are
    the densities of ``core.learning.samples``.
    """

    first: FloatArray
    spacing: FloatArray
    weights: FloatArray
    mass: FloatArray
    silent: FloatArray
    clear: FloatArray

    @classmethod
    def fit(cls, inputs: FloatArray, target: FloatArray, *, size: int) -> "RadialBasis":
        """Weights by lightly regularised least squares.

        Parameters
        ----------
        inputs
            (N, d) in pairs, d even.
        target
            (N,) N·m.
        size
            Centres along each input, at least 2.
        """
        pairs = inputs.reshape(inputs.shape[0], -1, 2)
        low, high = pairs.min(axis=0), pairs.max(axis=0)
        spacing: FloatArray = np.maximum((high - low) / (size - 1), _SMALLEST_SPACING)
        shape = (pairs.shape[1], size, size)
        heights = _heights(pairs, low, spacing, size=size)
        columns = [_normalised(height) for height in heights]
        design = np.hstack(columns)
        normal = design.T @ design + RIDGE_ROWS * np.eye(design.shape[1])
        weights = np.asarray(np.linalg.solve(normal, design.T @ target), dtype=np.float64)
        mass = np.array([column.mean(axis=0) for column in columns]).reshape(shape)
        limits = [fading_densities(height @ own.ravel()) for height, own in zip(heights, mass, strict=True)]
        silent, clear = np.array(limits).T
        return cls(low, spacing, weights.reshape(shape), mass, silent, clear)

    @property
    def code(self) -> int:
        """Type code for the compiled loops."""
        return RADIAL

    @property
    def size(self) -> int:
        """Number of centres along each input."""
        return int(self.weights.shape[1])

    def activations(self, inputs: FloatArray) -> FloatArray:
        """(N, g, n²) normalised functions; those of a grid add up to one."""
        return np.stack([_normalised(height) for height in self._heights(inputs)], axis=1)

    def mean(self, inputs: FloatArray) -> FloatArray:
        """(N,) expected torque in N·m for inputs (N, d), not faded."""
        weights = self.weights.reshape(self.weights.shape[0], -1)
        return np.asarray(np.einsum("ngk,gk->n", self.activations(inputs), weights))

    def faded_mean(self, inputs: FloatArray) -> FloatArray:
        """(N,) N·m, fading to zero away from the training inputs."""
        share = np.ones(inputs.shape[0])
        for height, mass, silent, clear in zip(
            self._heights(inputs), self.mass, self.silent, self.clear, strict=True
        ):
            share *= faded(height @ mass.ravel(), float(silent), float(clear))
        return np.where(share > 0.0, share * self.mean(inputs), 0.0)

    def numbers(self) -> FloatArray:
        """The parameters in the order of ``radial_rows``."""
        rows: list[FloatArray] = []
        for pair in range(self.weights.shape[0]):
            places = np.column_stack((self.first[pair], self.spacing[pair])).ravel()
            rows += [np.array([self.silent[pair], self.clear[pair]]), places]
            rows += [self.weights[pair].ravel(), self.mass[pair].ravel()]
        return np.concatenate(rows)

    def _heights(self, inputs: FloatArray) -> list[FloatArray]:
        pairs = inputs.reshape(inputs.shape[0], -1, 2)
        return _heights(pairs, self.first, self.spacing, size=self.size)


def _heights(pairs: FloatArray, first: FloatArray, spacing: FloatArray, *, size: int) -> list[FloatArray]:
    """The functions of each grid before they are normalised, (N, n²) for each pair."""
    steps = (pairs - first) / spacing
    bells = np.exp(-2.0 * (steps[..., np.newaxis] - np.arange(size)) ** 2)
    grids = bells[:, :, 0, :, np.newaxis] * bells[:, :, 1, np.newaxis, :]
    return [grids[:, pair].reshape(pairs.shape[0], -1) for pair in range(pairs.shape[1])]


def _normalised(heights: FloatArray) -> FloatArray:
    """The functions divided by their sum; zero where all of them underflow."""
    total = heights.sum(axis=1, keepdims=True)
    shares: FloatArray = np.divide(heights, total, out=np.zeros_like(heights), where=total > 0.0)
    return shares
