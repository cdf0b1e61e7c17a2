"""The error bars: against leaving blocks out by hand, and against the spread of repeated experiments."""

from dataclasses import replace

import numpy as np
import pytest

from core.estimation import (
    FullCovarianceLeastSquares,
    LeastSquares,
    RobustLeastSquares,
    WeightedLeastSquares,
)
from tests.core.estimation.synthetic import arm_like, coloured, smooth, with_target

pytestmark = pytest.mark.thorough


def without_block(rows, block):
    mask = np.broadcast_to((rows.block_ids != block)[:, np.newaxis], rows.target.shape)
    return replace(rows, weight_mask=mask.copy())


def test_jackknife_equals_refitting_without_each_block():
    rows = arm_like(np.random.default_rng(6), colour=0.9).rows
    blocks = np.unique(rows.block_ids)
    left = np.array([LeastSquares().fit(without_block(rows, block)).estimate for block in blocks])
    deviation = left - left.mean(axis=0)
    expected = deviation.T @ deviation * (len(blocks) - 1) / len(blocks)
    found = LeastSquares().fit(rows)
    assert found.block_count == len(blocks)
    assert np.allclose(found.covariance, expected, rtol=1e-8, atol=1e-10 * expected.max())


def repeated(estimator, *, colour, repetitions, outliers=0.0):
    """Spread of the estimate over repeated noise, mean jackknife and white-noise deviation."""
    rng = np.random.default_rng(77)
    regressor = smooth(rng, (2400, 3, 10))
    truth = rng.uniform(-1.0, 1.0, 10)
    estimates, bars, white = [], [], []
    for _ in range(repetitions):
        noise = coloured(rng, (2400, 3), colour) * (1.0, 0.3, 2.0)
        noise *= np.where(rng.random(noise.shape) < outliers, 8.0, 1.0)
        found = estimator.fit(with_target(regressor, regressor @ truth + noise, block_s=1.0))
        estimates.append(found.estimate)
        bars.append(found.std**2)
        white.append(found.white_noise_std**2)
    spread = np.std(estimates, axis=0, ddof=1)
    return np.sqrt(np.mean(bars, axis=0)) / spread, np.sqrt(np.mean(white, axis=0)) / spread


ESTIMATORS = [
    LeastSquares(),
    WeightedLeastSquares(),
    FullCovarianceLeastSquares(),
    RobustLeastSquares(),
]


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: type(e).__name__)
def test_jackknife_matches_the_spread_with_coloured_residuals(estimator):
    jackknife, white = repeated(estimator, colour=0.9, repetitions=50)
    ratio = np.sqrt(np.mean(jackknife**2))
    assert 0.85 < ratio < 1.2
    # what the jackknife is for: errors that take every row for news are far too small
    assert np.sqrt(np.mean(white**2)) < 0.6


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: type(e).__name__)
def test_jackknife_and_formula_match_the_spread_with_white_residuals(estimator):
    jackknife, white = repeated(estimator, colour=0.0, repetitions=50)
    assert 0.85 < np.sqrt(np.mean(jackknife**2)) < 1.2
    assert 0.85 < np.sqrt(np.mean(white**2)) < 1.2


def test_robust_standard_deviations_hold_with_outliers():
    jackknife, white = repeated(RobustLeastSquares(), colour=0.0, repetitions=50, outliers=0.1)
    assert 0.85 < np.sqrt(np.mean(jackknife**2)) < 1.2
    assert 0.85 < np.sqrt(np.mean(white**2)) < 1.2
