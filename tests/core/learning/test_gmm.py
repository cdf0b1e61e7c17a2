"""Gaussian mixture regression against closed forms and Monte Carlo, and where it falls silent."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from core.learning.gmm import GaussianMixture
from core.monitor import Cancelled

SCALE = np.array([1e-4, 0.1])


def made(size, *, seed=0, dimension=2):
    random = np.random.default_rng(seed)
    factors = random.normal(size=(size, dimension + 1, dimension + 1))
    covariance = factors @ factors.transpose(0, 2, 1) + 0.1 * np.eye(dimension + 1)
    return GaussianMixture(
        weights=random.dirichlet(np.full(size, 3.0)),
        mean=2.0 * random.normal(size=(size, dimension + 1)),
        covariance=covariance,
        scale=np.ones(dimension),
        silent=1e-4,
        clear=1e-3,
    )


def drawn(mixture, count, *, seed=1):
    random = np.random.default_rng(seed)
    which = random.choice(mixture.size, size=count, p=mixture.weights)
    factors = np.linalg.cholesky(mixture.covariance)
    return mixture.mean[which] + np.einsum(
        "nij,nj->ni", factors[which], random.normal(size=(count, mixture.mean.shape[1]))
    )


def test_one_gaussian_equals_linear_regression():
    random = np.random.default_rng(3)
    inputs = random.normal(size=(500, 2)) * SCALE + [2e-5, 0.3]
    target = 3e3 * inputs[:, 0] - 2.0 * inputs[:, 1] + 0.1 * random.normal(size=500)
    model = GaussianMixture.fit(inputs, target, size=1, starts=(0,))
    rows = np.column_stack((inputs, target))
    spread = np.cov(rows.T, bias=True) + 1e-3 * np.diag(rows.var(axis=0))
    slope = np.linalg.solve(spread[:2, :2], spread[:2, 2])
    expected = target.mean() + (inputs - inputs.mean(axis=0)) @ slope
    np.testing.assert_allclose(model.mean_given(inputs), expected, rtol=1e-9, atol=1e-9)


def test_density_is_that_of_the_marginals():
    mixture = made(3)
    inputs = np.random.default_rng(4).normal(size=(50, 2))
    parts = [
        weight * multivariate_normal(mean[:2], covariance[:2, :2]).pdf(inputs)
        for weight, mean, covariance in zip(mixture.weights, mixture.mean, mixture.covariance, strict=True)
    ]
    np.testing.assert_allclose(mixture.density(inputs), sum(parts), rtol=1e-10)
    np.testing.assert_allclose(mixture.responsibilities(inputs).sum(axis=1), 1.0, rtol=1e-12)


def test_mean_and_variance_agree_with_draws():
    mixture = made(4, seed=5, dimension=1)
    rows = drawn(mixture, 400_000)
    for place in mixture.mean[:, :1]:
        near = rows[np.abs(rows[:, 0] - place) < 0.03, 1]
        assert near.size > 1000
        error = near.std() / np.sqrt(near.size)
        assert mixture.mean_given(place[np.newaxis])[0] == pytest.approx(near.mean(), abs=5.0 * error)


def test_prediction_fades_smoothly_to_zero_far_outside():
    random = np.random.default_rng(6)
    inputs = random.normal(size=(600, 2)) * SCALE
    model = GaussianMixture.fit(inputs, np.full(600, 2.0) + inputs[:, 1], size=2, starts=(0,))
    away = np.linspace(0.0, 8.0, 2001)[:, np.newaxis] * SCALE
    torque = model.faded_mean(away)
    assert torque[0] == pytest.approx(2.0, rel=0.05)
    assert np.all(torque[1500:] == 0.0)
    assert np.abs(np.diff(torque)).max() < 0.05
    assert np.any((torque > 0.2) & (torque < 1.8))


def test_the_same_seed_gives_the_same_mixture():
    random = np.random.default_rng(7)
    inputs = random.normal(size=(300, 2)) * SCALE
    target = np.sin(2e4 * inputs[:, 0])
    first, again, other = (GaussianMixture.fit(inputs, target, size=4, starts=(seed,)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.mean, again.mean)
    assert not np.array_equal(first.mean, other.mean)


def test_fitting_can_be_cancelled():
    class Stopped:
        def report(self, fraction, text=""): ...
        def keep(self, result): ...
        def check(self):
            raise Cancelled

    inputs = np.random.default_rng(8).normal(size=(200, 2))
    with pytest.raises(Cancelled):
        GaussianMixture.fit(inputs, inputs[:, 0], size=2, starts=(0,), monitor=Stopped())
