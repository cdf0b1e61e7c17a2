"""Gaussian mixtures over inputs and torque, and the regression that follows from them ([Liu] section 5).

``E[y | u] = Σ h_k(u)·m_k(u)`` with ``m_k(u) = mu_y,k + S_yu,k S_uu,k⁻¹ (u - mu_u,k)`` and h_k the
responsibilities of the inputs' marginals.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from core.learning.packed_learner import MIXTURE
from core.learning.samples import faded, fading_densities
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray

MOST_ITERATIONS = 40
ITERATIONS_AT_ONCE = 10
"""Number of iterations between two checks for cancellation."""
SMALLEST_VARIANCE = 1e-3
"""Added to the variances of the scaled inputs and torque, so that no component collapses to a few rows."""


@dataclass(frozen=True, eq=False)
class GaussianMixture:
    """K components over d inputs and, last, the torque.

    ``weights`` (K,), ``mean`` (K, d + 1), ``covariance`` (K, d + 1, d + 1) in the inputs' units and
    N·m; ``scale`` (d,) of the inputs, in which densities are counted; ``silent`` and ``clear`` are the
    densities of ``core.learning.samples``.
    """

    weights: FloatArray
    mean: FloatArray
    covariance: FloatArray
    scale: FloatArray
    silent: float
    clear: float

    @classmethod
    def fit(
        cls,
        inputs: FloatArray,
        target: FloatArray,
        *,
        size: int,
        starts: Sequence[int],
        monitor: Monitor | None = None,
    ) -> "GaussianMixture":
        """The mixture that scikit-learn's expectation maximisation finds.

        Parameters
        ----------
        inputs
            (N, d).
        target
            (N,) N·m.
        size
            Number of components, fewer than N.
        starts
            Seeds of the starting points: expectation maximisation finds a local maximum, and the
            best of them is kept.
        monitor
            Asked every few iterations.

        Raises
        ------
        Cancelled
            If the monitor requests it.
        """
        rows = np.column_stack((inputs, target))
        middle, scale = rows.mean(axis=0), rows.std(axis=0)
        scale = np.where(scale > 0.0, scale, 1.0)
        scaled = (rows - middle) / scale
        found = _best(scaled, size=size, starts=starts, monitor=monitor or NullMonitor())
        open_ended = cls(
            weights=np.asarray(found.weights_),
            mean=np.asarray(found.means_ * scale + middle),
            covariance=np.asarray(found.covariances_ * np.outer(scale, scale)),
            scale=scale[:-1],
            silent=0.0,
            clear=0.0,
        )
        silent, clear = fading_densities(open_ended.density(inputs))
        return cls(open_ended.weights, open_ended.mean, open_ended.covariance, scale[:-1], silent, clear)

    @property
    def code(self) -> int:
        """Type code for the compiled loops."""
        return MIXTURE

    @property
    def size(self) -> int:
        """Number of components of the mixture."""
        return int(self.weights.shape[0])

    def density(self, inputs: FloatArray) -> FloatArray:
        """(N,) marginal density of inputs (N, d), per unit of the scaled inputs."""
        return np.asarray(np.exp(self._log_parts(inputs)).sum(axis=1))

    def mean_given(self, inputs: FloatArray) -> FloatArray:
        """(N,) conditional mean in N·m for inputs (N, d), not faded."""
        return np.asarray((self.responsibilities(inputs) * self._component_means(inputs)).sum(axis=1))

    def faded_mean(self, inputs: FloatArray) -> FloatArray:
        """(N,) N·m, fading to zero away from the training inputs."""
        share = faded(self.density(inputs), self.silent, self.clear)
        return np.where(share > 0.0, share * self.mean_given(inputs), 0.0)

    def responsibilities(self, inputs: FloatArray) -> FloatArray:
        """(N, K) shares of the components by the inputs alone; they add up to one."""
        logarithms = self._log_parts(inputs)
        heights = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
        return np.asarray(heights / heights.sum(axis=1, keepdims=True))

    def numbers(self) -> FloatArray:
        """The parameters in the order of ``mixture_rows``."""
        own = self._regression
        rows = [np.array([self.silent, self.clear])]
        for k in range(self.size):
            rows.append(own.height[k : k + 1])
            for r in range(own.whitening.shape[1]):
                rows += [own.whitening[k, r, : r + 1], own.offset[k, r : r + 1]]
            rows += [own.intercept[k : k + 1], own.slope[k]]
        return np.concatenate(rows)

    @cached_property
    def _regression(self) -> "_Regression":
        return _Regression.of(self)

    def _log_parts(self, inputs: FloatArray) -> FloatArray:
        own = self._regression
        whitened = np.einsum("krc,nc->nkr", own.whitening, inputs) - own.offset
        return np.asarray(own.height - 0.5 * (whitened**2).sum(axis=2))

    def _component_means(self, inputs: FloatArray) -> FloatArray:
        own = self._regression
        return np.asarray(own.intercept + inputs @ own.slope.T)


@dataclass(frozen=True, eq=False)
class _Regression:
    """Marginal densities of a mixture, and the regression lines of its components.

    The density of component k at u is ``exp(height - ½·|whitening·u - offset|²)``, its expected torque
    ``intercept + slope·u``.
    """

    height: FloatArray
    whitening: FloatArray
    offset: FloatArray
    intercept: FloatArray
    slope: FloatArray

    @classmethod
    def of(cls, mixture: GaussianMixture) -> "_Regression":
        inputs, across = mixture.covariance[:, :-1, :-1], mixture.covariance[:, :-1, -1]
        lower = np.linalg.cholesky(inputs)
        dimension = inputs.shape[1]
        whitening = np.linalg.solve(lower, np.broadcast_to(np.eye(dimension), inputs.shape))
        whitening = np.tril(whitening)
        slope = np.asarray(np.linalg.solve(inputs, across[..., np.newaxis])[..., 0], dtype=np.float64)
        middle = mixture.mean[:, :-1]
        spread = np.log(np.diagonal(lower, axis1=1, axis2=2) / mixture.scale).sum(axis=1)
        return cls(
            height=np.log(mixture.weights) - spread - 0.5 * dimension * np.log(2.0 * np.pi),
            whitening=whitening,
            offset=np.einsum("krc,kc->kr", whitening, middle),
            intercept=mixture.mean[:, -1] - (slope * middle).sum(axis=1),
            slope=slope,
        )


def _best(scaled: FloatArray, *, size: int, starts: Sequence[int], monitor: Monitor) -> Any:
    found = [_maximised(scaled, size=size, seed=seed, monitor=monitor) for seed in starts]
    return max(found, key=lambda mixture: mixture.lower_bound_)


def _maximised(scaled: FloatArray, *, size: int, seed: int, monitor: Monitor) -> Any:
    """Expectation maximisation from one start, a few iterations at a time."""
    from sklearn import config_context  # seconds to import: only where something is fitted
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.mixture import GaussianMixture as Mixture

    mixture = Mixture(
        size,
        max_iter=ITERATIONS_AT_ONCE,
        warm_start=True,
        reg_covar=SMALLEST_VARIANCE,
        init_params="k-means++",
        random_state=seed,
    )
    # reaching the iteration limit is expected here, and the rows were checked before
    with warnings.catch_warnings(), config_context(assume_finite=True):
        warnings.simplefilter("ignore", ConvergenceWarning)
        for _ in range(MOST_ITERATIONS // ITERATIONS_AT_ONCE):
            monitor.check()
            mixture.fit(scaled)
            if mixture.converged_:
                break
    return mixture
