"""Uncertainty of what a check finds, by leaving out blocks, runs and joints.

Residuals are not white: a model error repeats, within a block, within a run, and in the torque of one
joint whose sensor or friction the model does not describe. Leaving out each part in turn (the jackknife)
counts all of it. Leaving out joints is what tells a fault of the set-up from an error of the model: a
tilted base shows in every joint alike.
"""

from collections.abc import Callable, Sequence

import numpy as np

from core.identification.setup_checks.hypothesis import (
    Explained,
    Hypothesis,
    normal_equations,
    solved,
    weighted_fit,
)
from core.identification.setup_checks.sums import CheckedSums
from core.recording import FloatArray

FEWEST_PARTS = 3
"""Smallest number of parts whose scatter tells anything."""
Statistic = Callable[[FloatArray], FloatArray]
"""Makes what is asked for (k,) of a solution (d,)."""


class Scatter:
    """The normal equations of a hypothesis, block by block and joint by joint."""

    def __init__(self, sums: CheckedSums, hypothesis: Hypothesis) -> None:
        self._sums = sums
        self._blocks = normal_equations(sums, hypothesis, sums.grams)
        self._joints = self._blocks.sum(axis=1)
        self._extra = hypothesis.extra[0].shape[1] if hypothesis.extra else 0

    def fit(self, *, only: int | None = None) -> Explained:
        """The weighted fit, with all extra columns or with a single one of them."""
        joints = self._chosen(self._joints, only)
        return weighted_fit(joints, self._sums, extra=self._extra if only is None else 1)

    def std(
        self,
        explained: Explained,
        *,
        statistic: Statistic | None = None,
        only: int | None = None,
        owners: Sequence[int] | None = None,
    ) -> FloatArray:
        """Standard deviations (k,) of the extra columns' coefficients, or of another ``statistic``.

        ``owners`` are the joints that each of them belongs to; without its own joint nothing is known
        of it, so that joint is not left out. None where they belong to the whole arm.
        """
        wanted = statistic or (lambda solution: solution[-explained.extra.size :])
        weights = explained.weights
        blocks = self._chosen(np.tensordot(weights, self._blocks, axes=1), only)
        joints = weights[:, np.newaxis, np.newaxis] * self._chosen(self._joints, only)
        whole = blocks.sum(axis=0)
        center = wanted(solved(whole))
        found = _jackknife(whole, blocks, wanted)
        runs = self._sums.runs
        by_run = np.array([blocks[runs == run].sum(axis=0) for run in np.unique(runs)])
        if len(by_run) >= FEWEST_PARTS:
            found = np.maximum(found, _jackknife(whole, by_run, wanted))
        moved = [joint for joint in range(len(joints)) if self._sums.counts[joint] > 0]
        without = np.array([wanted(solved(whole - joints[joint])) for joint in moved]) - center
        if owners is not None:
            without[np.equal.outer(moved, list(owners))] = 0.0
        parts = len(moved) - (owners is not None)
        across = np.sqrt(np.square(without).sum(axis=0) * max(parts - 1, 0) / max(parts, 1))
        return np.asarray(np.hypot(found, across))

    def _chosen(self, equations: FloatArray, only: int | None) -> FloatArray:
        """Normal equations (..., d + 1, d + 1) with all extra columns or with a single one of them."""
        if only is None:
            return equations
        own = equations.shape[-1] - 1 - self._extra
        keep = np.r_[np.arange(own), own + only, equations.shape[-1] - 1]
        return np.asarray(equations[:, keep[:, np.newaxis], keep])


def _jackknife(whole: FloatArray, parts: FloatArray, wanted: Statistic) -> FloatArray:
    without = np.array([wanted(solved(whole - part)) for part in parts])
    if len(parts) < FEWEST_PARTS:
        return np.full(without.shape[1], np.inf)
    spread = np.square(without - without.mean(axis=0)).sum(axis=0)
    return np.asarray(np.sqrt(spread * (len(parts) - 1) / len(parts)))
