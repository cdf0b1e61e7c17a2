"""Each estimator against its definition written out with dense matrices."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.optimize

from core.estimation import (
    FullCovarianceLeastSquares,
    LeastSquares,
    RobustLeastSquares,
    WeightedLeastSquares,
)
from tests.core.estimation.synthetic import arm_like


@pytest.fixture
def regression():
    return arm_like(np.random.default_rng(8), correlation=0.6, colour=0.5)


def dense(rows):
    return rows.regressor.reshape(-1, rows.regressor.shape[2]), rows.target.ravel()


def test_least_squares_equals_numpy(regression):
    X, y = dense(regression.rows)
    expected, squares, rank, _ = np.linalg.lstsq(X, y)
    found = LeastSquares().fit(regression.rows)
    assert np.allclose(found.estimate, expected, rtol=1e-9, atol=1e-11)
    assert found.residuals.sum_of_squares.sum() == pytest.approx(squares[0], rel=1e-10)
    assert found.rank == rank
    assert found.condition_number == pytest.approx(np.linalg.cond(X), rel=1e-9)
    white = np.sqrt(np.diag(np.linalg.inv(X.T @ X)) * squares[0] / (y.size - 14))
    assert found.white_noise_std == pytest.approx(white, rel=1e-8)


def test_weighted_least_squares_is_the_fixed_point_of_its_own_weights(regression):
    rows = regression.rows
    found = WeightedLeastSquares().fit(rows)
    weighted = replace(
        rows,
        regressor=rows.regressor / found.joint_std[:, np.newaxis],
        target=rows.target / found.joint_std,
    )
    X, y = dense(weighted)
    expected, squares, _, _ = np.linalg.lstsq(X, y)
    assert np.allclose(found.estimate, expected, rtol=1e-9, atol=1e-11)
    assert found.condition_number == pytest.approx(np.linalg.cond(X), rel=1e-8)
    # the leverages of the joints add up to the parameters, so the weighted variance is one
    assert squares[0] == pytest.approx(y.size - 14, rel=1e-8)
    residual = rows.target - rows.regressor @ found.estimate
    hat = np.einsum("ip,pq,iq->i", X, np.linalg.inv(X.T @ X), X).reshape(rows.target.shape)
    variance = np.sum(residual**2, axis=0) / (rows.target.shape[0] - hat.sum(axis=0))
    assert found.joint_std == pytest.approx(np.sqrt(variance), rel=1e-7)


def generalised(rows, covariance):
    """Estimate and inverse normal matrix with Ω restricted to the joints each sample has."""
    columns = rows.regressor.shape[2]
    normal, right = np.zeros((columns, columns)), np.zeros(columns)
    mask = np.ones(rows.target.shape, bool) if rows.weight_mask is None else rows.weight_mask
    for X, y, used in zip(rows.regressor, rows.target, mask, strict=True):
        inverse = np.linalg.inv(covariance[np.ix_(used, used)])
        normal += X[used].T @ inverse @ X[used]
        right += X[used].T @ inverse @ y[used]
    return np.linalg.solve(normal, right), np.linalg.inv(normal)


@pytest.mark.parametrize("masked", [False, True])
def test_full_covariance_is_generalised_least_squares_with_its_own_covariance(regression, masked):
    rows = regression.rows
    if masked:
        rows = replace(rows, weight_mask=np.random.default_rng(1).random(rows.target.shape) > 0.25)
    found = FullCovarianceLeastSquares().fit(rows)
    expected, inverse = generalised(rows, found.residual_covariance)
    assert np.allclose(found.estimate, expected, rtol=1e-8, atol=1e-10)
    assert found.white_noise_std == pytest.approx(np.sqrt(np.diag(inverse)), rel=1e-7)
    used = np.ones(rows.target.shape) if rows.weight_mask is None else rows.weight_mask.astype(float)
    residual = np.where(used > 0, rows.target - rows.regressor @ found.estimate, 0.0)
    spare = used.sum() / (used.sum() - 14)
    omega = residual.T @ residual / (used.T @ used) * spare
    assert np.allclose(found.residual_covariance, omega, rtol=1e-6, atol=1e-9)
    assert np.all(found.std > 0.0)


def test_full_covariance_beats_the_diagonal_with_correlated_joints():
    errors = {WeightedLeastSquares: [], FullCovarianceLeastSquares: []}
    for seed in range(12):
        regression = arm_like(np.random.default_rng(seed), samples=600, correlation=0.9)
        for estimator, found in errors.items():
            found.append(estimator().fit(regression.rows).estimate - regression.truth)
    rms = {estimator: np.sqrt(np.mean(np.square(found))) for estimator, found in errors.items()}
    assert rms[FullCovarianceLeastSquares] < 0.8 * rms[WeightedLeastSquares]


def huber_loss(standard, threshold):
    size = np.abs(standard)
    return np.where(size <= threshold, standard**2 / 2.0, threshold * size - threshold**2 / 2.0)


def test_the_robust_estimate_minimises_hubers_loss(regression):
    rows = regression.rows
    estimator = RobustLeastSquares(tolerance=1e-10)
    found = estimator.fit(rows)

    def loss(estimate):
        standard = (rows.target - rows.regressor @ estimate) / found.joint_std
        psi = np.clip(standard, -estimator.threshold, estimator.threshold) / found.joint_std
        return huber_loss(standard, estimator.threshold).sum(), -np.einsum("mjp,mj->p", rows.regressor, psi)

    best = scipy.optimize.minimize(
        loss, found.estimate + 0.01, jac=True, method="BFGS", options={"gtol": 1e-6}
    )
    assert np.allclose(found.estimate, best.x, atol=1e-6)
    size = np.abs(rows.target - rows.regressor @ found.estimate)
    assert found.joint_std == pytest.approx(1.4826 * np.median(size, axis=0), rel=1e-4)


def test_ten_percent_outliers_hardly_move_the_robust_estimate():
    rng = np.random.default_rng(30)
    regression = arm_like(rng)
    clean = WeightedLeastSquares().fit(regression.rows)
    wild = np.where(rng.random(regression.noise.shape) < 0.1, 30.0 * np.abs(regression.noise), 0.0)
    spoilt = replace(regression.rows, target=regression.rows.target + wild)
    robust, weighted = RobustLeastSquares().fit(spoilt), WeightedLeastSquares().fit(spoilt)

    def error(found):
        return np.sqrt(np.mean(((found.estimate - regression.truth) / clean.std) ** 2))

    assert error(robust) < 3.0
    assert error(robust) < 0.25 * error(weighted)
    assert np.allclose(robust.joint_std, (2.0, 1.0, 0.3, 0.05), rtol=0.3)


def test_a_long_recording_thins_the_residuals_it_keeps_for_the_median(monkeypatch):
    rows = arm_like(np.random.default_rng(2)).rows
    every = RobustLeastSquares().fit(rows)
    monkeypatch.setattr("core.estimation.robust.KEPT_SAMPLES", 300)
    thinned = RobustLeastSquares().fit(rows)
    assert thinned.joint_std == pytest.approx(every.joint_std, rel=0.2)
    assert np.all(np.abs(thinned.estimate - every.estimate) < every.std)
