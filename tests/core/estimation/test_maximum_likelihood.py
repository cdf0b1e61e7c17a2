"""Maximum likelihood: what known noise per row buys, and that without it nothing changes."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from core.estimation import MaximumLikelihood, WeightedLeastSquares
from tests.core.estimation.synthetic import KnownNoise, arm_like

SEEDS = 40


def uneven(seed):
    """Rows whose noise differs a hundredfold along the motion, known, and some model error besides."""
    rng = np.random.default_rng(seed)
    regression = arm_like(rng, samples=1200, joint_std=(0.2, 0.1, 0.03, 0.005))
    size = 10.0 ** rng.uniform(-1.5, 0.5, (6, 4)).repeat(200, axis=0)
    noise = size * rng.standard_normal(size.shape)
    rows = replace(regression.rows, target=regression.rows.target + noise)
    return KnownNoise(rows, size**2), regression.truth


@dataclass(frozen=True)
class Error:
    """(seeds, p) of both estimators, and what maximum likelihood states."""

    likely: np.ndarray
    weighted: np.ndarray
    stated: np.ndarray


@pytest.fixture(scope="module")
def errors():
    likely, weighted, stated = [], [], []
    for seed in range(SEEDS):
        rows, truth = uneven(seed)
        found = MaximumLikelihood().fit(rows)
        likely.append(found.estimate - truth)
        weighted.append(WeightedLeastSquares().fit(rows).estimate - truth)
        stated.append(found.white_noise_std)
    return Error(np.array(likely), np.array(weighted), np.array(stated))


def test_known_noise_makes_the_estimate_better(errors):
    likely, weighted = (np.sqrt(np.mean(part**2, axis=0)) for part in (errors.likely, errors.weighted))
    assert np.exp(np.mean(np.log(likely / weighted))) < 0.5
    assert np.all(likely < weighted)


def test_stated_standard_deviations_match_the_errors(errors):
    standard = errors.likely / errors.stated
    assert np.sqrt(np.mean(standard**2)) == pytest.approx(1.0, abs=0.1)
    assert np.mean(np.abs(standard) < 1.96) == pytest.approx(0.95, abs=0.03)


def test_without_known_noise_it_equals_weighted_least_squares():
    regression = arm_like(np.random.default_rng(4))
    likely = MaximumLikelihood().fit(KnownNoise(regression.rows, 0.0))
    weighted = WeightedLeastSquares().fit(regression.rows)
    assert np.max(np.abs(likely.estimate - weighted.estimate) / weighted.std) < 1e-3
    assert likely.std == pytest.approx(weighted.std, rel=1e-3)
    assert likely.joint_std == pytest.approx(weighted.joint_std, rel=1e-3)


def test_constant_noise_changes_nothing():
    regression = arm_like(np.random.default_rng(5))
    half = 0.5 * np.tile(np.array([2.0, 1.0, 0.3, 0.05]) ** 2, (regression.rows.target.shape[0], 1))
    likely = MaximumLikelihood().fit(KnownNoise(regression.rows, half))
    weighted = WeightedLeastSquares().fit(regression.rows)
    assert np.max(np.abs(likely.estimate - weighted.estimate) / weighted.std) < 1e-3


def test_stated_noise_above_the_residuals_is_used_as_stated():
    regression = arm_like(np.random.default_rng(6), joint_std=(0.1,) * 4)
    found = MaximumLikelihood().fit(KnownNoise(regression.rows, 4.0))
    even = WeightedLeastSquares().fit(regression.rows)
    assert found.white_noise_std / even.white_noise_std == pytest.approx(2.0 / 0.1, rel=0.1)


def test_weights_that_do_not_converge_are_reported():
    rows, _ = uneven(3)
    found = MaximumLikelihood(max_iterations=1).fit(rows)
    assert "weights-did-not-settle" in {reason.code for reason in found.reasons}
