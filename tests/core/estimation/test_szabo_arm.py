"""The three-joint arm of [Szabo] with friction and unequal torque noise: what weighting buys."""

import numpy as np
import pytest

from core.base_parameters import find_base_parameters, standard_regressor
from core.estimation import InMemoryRows, LeastSquares, WeightedLeastSquares, time_block_ids
from tests.core.published_arms import fourier, szabo_3r

TORQUE_STD = np.array([0.5, 0.3, 0.7])
STATIC_SLOPE, DECAY_SLOPE = 400.0, 4.0
"""Kv and Kd of the arctan friction columns, s/rad."""


@pytest.fixture(scope="module")
def regression():
    """Regressor (N, 3, 24), parameters (24,) and clock of one excitation of 15 s."""
    rng = np.random.default_rng(2021)
    time = np.arange(750) * 0.02
    a, b = rng.uniform(-1.0, 1.0, (2, 3, 5))
    q, v, acceleration = fourier(time, a=a, b=b, q0=rng.uniform(-1.0, 1.0, 3), period_s=15.0)
    base = find_base_parameters(szabo_3r(), rotor_inertia=False)
    rigid = base.columns(standard_regressor(szabo_3r(), q, v, acceleration, rotor_inertia=False))
    shapes = np.stack([np.arctan(STATIC_SLOPE * v), np.arctan(DECAY_SLOPE * v), np.pi / 2 * v], axis=2)
    friction = np.zeros((*v.shape, 9))
    for joint in range(3):
        friction[:, joint, 3 * joint : 3 * joint + 3] = 2.0 / np.pi * shapes[:, joint]
    regressor = np.concatenate([rigid, friction], axis=2)
    return regressor, rng.uniform(0.1, 2.0, regressor.shape[2]), time


@pytest.fixture(scope="module")
def closed_form(regression):
    """Standard deviations (24,) that the true noise gives LS and WLS."""
    flat = regression[0].reshape(-1, 24)
    variance = np.tile(TORQUE_STD**2, regression[2].size)
    inverse = np.linalg.inv(flat.T @ flat)
    ordinary = inverse @ (flat.T @ (variance[:, np.newaxis] * flat)) @ inverse
    weighted = np.linalg.inv(flat.T @ (flat / variance[:, np.newaxis]))
    return {
        LeastSquares: np.sqrt(np.diag(ordinary)),
        WeightedLeastSquares: np.sqrt(np.diag(weighted)),
    }


def noisy(regression, rng):
    regressor, truth, time = regression
    target = regressor @ truth + rng.standard_normal((time.size, 3)) * TORQUE_STD
    names = tuple(f"column {index}" for index in range(24))
    return InMemoryRows(regressor, target, names, time_block_ids(time, block_s=1.5))


def test_weighting_helps_each_of_the_24_parameters(regression, closed_form):
    assert LeastSquares().fit(noisy(regression, np.random.default_rng(0))).rank == 24
    ratio = closed_form[WeightedLeastSquares] / closed_form[LeastSquares]
    assert np.all(ratio <= 1.0)
    assert ratio.min() < 0.95


@pytest.mark.parametrize(
    "estimator", [LeastSquares(), WeightedLeastSquares()], ids=lambda e: type(e).__name__
)
def test_repeated_experiments_spread_as_the_closed_form_says(regression, closed_form, estimator):
    rng = np.random.default_rng(45)
    found = [estimator.fit(noisy(regression, rng)).estimate for _ in range(160)]
    spread = np.sqrt(np.mean(np.square(np.array(found) - regression[1]), axis=0))
    ratio = spread / closed_form[type(estimator)]
    assert np.sqrt(np.mean(ratio**2)) == pytest.approx(1.0, abs=0.05)
    assert np.all(np.abs(ratio - 1.0) < 0.2)


def test_the_white_noise_errors_are_the_closed_form(regression, closed_form):
    estimate = WeightedLeastSquares().fit(noisy(regression, np.random.default_rng(3)))
    assert estimate.joint_std == pytest.approx(TORQUE_STD, rel=0.06)
    assert estimate.white_noise_std == pytest.approx(closed_form[WeightedLeastSquares], rel=0.06)
