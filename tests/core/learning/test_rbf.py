"""Radial basis functions: a partition of unity on a grid, weights that follow, silence outside."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.learning.rbf import RadialBasis
from core.learning.samples import FADE_FACTOR


def fitted(seed=0, *, size=5, dimension=2, target=None):
    random = np.random.default_rng(seed)
    inputs = random.uniform(-1.0, 1.0, (800, dimension)) * np.array([1e-4, 0.1, 2.0, 1.0])[:dimension]
    values = random.normal(size=800) if target is None else target(inputs)
    return RadialBasis.fit(inputs, values, size=size), inputs, values


@given(
    where=st.lists(st.floats(-1.2, 1.2), min_size=4, max_size=4),
    size=st.integers(2, 13),
)
def test_functions_of_each_grid_add_up_to_one(where, size):
    model, _, _ = fitted(size=size, dimension=4)
    inputs = np.array([where]) * np.array([1e-4, 0.1, 2.0, 1.0])
    np.testing.assert_allclose(model.activations(inputs).sum(axis=2), 1.0, rtol=1e-12)


def test_centres_span_the_observed_range_and_the_width_is_half_the_spacing():
    model, inputs, _ = fitted(size=6)
    last = model.first + 5 * model.spacing
    np.testing.assert_allclose(model.first[0], inputs.min(axis=0))
    np.testing.assert_allclose(last[0], inputs.max(axis=0))
    # half way between two centres a function is down to exp(-1/2) of what it is at its centre
    along = model.first[0] + np.array([[2.5, 2.0], [2.0, 2.0]]) * model.spacing[0]
    between, on = model.activations(along)[:, 0]
    heights = np.exp(-0.5 * (np.array([2.5, 2.0])[:, np.newaxis] - np.arange(6)) ** 2 / 0.25)
    shares = heights / heights.sum(axis=1, keepdims=True)
    assert heights[0, 2] == pytest.approx(np.exp(-0.5))
    np.testing.assert_allclose(between.reshape(6, 6), np.outer(shares[0], shares[1]), atol=1e-12)
    np.testing.assert_allclose(on.reshape(6, 6), np.outer(shares[1], shares[1]), atol=1e-12)


def test_weights_follow_a_smooth_function():
    def smooth(inputs):
        return np.sin(4e4 * inputs[:, 0]) + 5.0 * inputs[:, 1]

    model, inputs, values = fitted(size=13, target=smooth)
    left = values - model.mean(inputs)
    assert np.sqrt(np.mean(left**2)) < 0.25 * values.std()
    coarse, _, _ = fitted(size=2, target=smooth)
    assert np.sqrt(np.mean((values - coarse.mean(inputs)) ** 2)) > 0.5 * values.std()


@pytest.mark.parametrize("axis", [0, 1])
def test_prediction_fades_smoothly_to_zero_far_outside(axis):
    model, _, _ = fitted(target=lambda inputs: np.full(len(inputs), 3.0))
    away = np.zeros((2001, 2))
    away[:, axis] = np.linspace(0.0, 4.0, 2001) * np.array([1e-4, 0.1])[axis]
    torque = model.faded_mean(away)
    assert torque[0] == pytest.approx(3.0, rel=0.05)
    assert np.all(torque[1000:] == 0.0)
    assert np.all(np.abs(np.diff(torque)) < 0.06)
    assert np.any((torque > 0.3) & (torque < 2.7))


def test_most_training_rows_have_full_weight():
    model, inputs, _ = fitted(target=lambda inputs: np.ones(len(inputs)))
    shares = model.faded_mean(inputs) / model.mean(inputs)
    assert np.mean(shares > 0.999) >= 0.94
    assert model.clear[0] == pytest.approx(FADE_FACTOR * model.silent[0])


def test_a_constant_input_is_accepted():
    random = np.random.default_rng(1)
    inputs = np.column_stack((np.full(300, 0.7), random.normal(size=300)))
    model = RadialBasis.fit(inputs, inputs[:, 1], size=4)
    assert np.isfinite(model.mean(inputs)).all()
    moved = np.array([[0.9, 0.0]])
    assert model.faded_mean(moved)[0] == 0.0
