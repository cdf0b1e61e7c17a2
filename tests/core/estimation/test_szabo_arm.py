"""The three-joint arm of [Szabo] with friction and unequal torque noise: what weighting buys."""

import numpy as np
import pytest

from core.estimation import LeastSquares, WeightedLeastSquares
from tests.core.estimation.szabo_arm import PARAMETERS, TORQUE_STD, excitation


def test_weighting_helps_each_of_the_24_parameters():
    rows = excitation().noisy(np.random.default_rng(0))
    assert LeastSquares().fit(rows).rank == PARAMETERS
    closed_form = excitation().closed_form()
    ratio = closed_form["WLS"] / closed_form["LS"]
    assert np.all(ratio <= 1.0)
    assert ratio.min() < 0.95


@pytest.mark.parametrize("name", ["LS", "WLS"])
def test_repeated_experiments_spread_as_the_closed_form_says(name):
    ratio = excitation().spread_over_closed_form(name, experiments=160, seed=45)
    assert np.sqrt(np.mean(ratio**2)) == pytest.approx(1.0, abs=0.05)
    assert np.all(np.abs(ratio - 1.0) < 0.2)


def test_the_white_noise_errors_are_the_closed_form():
    estimate = WeightedLeastSquares().fit(excitation().noisy(np.random.default_rng(3)))
    assert estimate.joint_std == pytest.approx(TORQUE_STD, rel=0.06)
    assert estimate.white_noise_std == pytest.approx(excitation().closed_form()["WLS"], rel=0.06)
