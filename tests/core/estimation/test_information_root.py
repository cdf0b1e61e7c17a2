"""The information root says what other parameters cost, for every estimator."""

import numpy as np
import pytest

from core.estimation import (
    FullCovarianceLeastSquares,
    LeastSquares,
    RobustLeastSquares,
    WeightedLeastSquares,
)
from tests.core.estimation.synthetic import arm_like


@pytest.mark.parametrize("estimator", [LeastSquares(), WeightedLeastSquares(), FullCovarianceLeastSquares()])
def test_information_root_gives_the_rise_of_the_weighted_squares(estimator):
    random = np.random.default_rng(4)
    regression = arm_like(random, correlation=0.4)
    found = estimator.fit(regression.rows)
    moved = found.estimate + 0.1 * random.normal(size=found.estimate.size)
    weight = np.eye(4)
    if isinstance(estimator, WeightedLeastSquares):
        weight = np.diag(1.0 / found.joint_std**2)
    if isinstance(estimator, FullCovarianceLeastSquares):
        weight = np.linalg.inv(found.residual_covariance)
    at_best, elsewhere = (
        _weighted_squares(regression.rows, parameters, weight) for parameters in (found.estimate, moved)
    )
    added = np.sum((found.information_root @ (moved - found.estimate)) ** 2)
    assert found.weighted_squares == pytest.approx(at_best, rel=1e-6)
    assert added == pytest.approx(elsewhere - at_best, rel=1e-5)
    assert np.allclose(found.information_root, np.triu(found.information_root))


def test_information_root_of_the_robust_estimator_is_near_the_weighted_one():
    regression = arm_like(np.random.default_rng(5))
    robust = RobustLeastSquares().fit(regression.rows)
    plain = WeightedLeastSquares().fit(regression.rows)
    sizes = [np.linalg.norm(found.information_root, axis=0) for found in (robust, plain)]
    # rows beyond the threshold, about a fifth of them, count for nothing
    np.testing.assert_allclose(sizes[0], sizes[1], rtol=0.2)


def _weighted_squares(rows, parameters, weight) -> float:
    residual = rows.target - rows.regressor @ parameters
    return float(np.einsum("mi,ij,mj->", residual, weight, residual))
