"""Reversals of a motion under noise, against the prominences that SciPy finds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.signal import find_peaks

from core.signals.turning_points import local_maxima, turning_points


def motion(seed, *, samples, noise):
    random = np.random.default_rng(seed)
    time = np.linspace(0.0, 20.0, samples)
    waves = zip(
        random.uniform(0.2, 5.0, size=4), random.normal(size=4), random.uniform(0.0, 6.0, 4), strict=True
    )
    smooth = sum(height * np.sin(rate * time + phase) for rate, height, phase in waves)
    return smooth + noise * random.normal(size=samples)


@given(
    st.integers(0, 10_000),
    st.integers(3, 5000),
    st.sampled_from([0.0, 1e-3, 0.05, 0.4]),
    st.floats(0.05, 2.0),
)
def test_turning_points_are_extremes_of_that_prominence(seed, samples, noise, reversal):
    values = motion(seed, samples=samples, noise=noise)
    tops, _ = find_peaks(values, prominence=reversal)
    bottoms, _ = find_peaks(-values, prominence=reversal)
    found = turning_points(values, reversal=reversal)
    np.testing.assert_array_equal(np.sort(found), np.sort(np.concatenate([tops, bottoms])))
    assert (np.diff(found) > 0).all()


@given(st.integers(0, 10_000), st.integers(3, 300))
def test_local_maxima_equal_those_of_scipy(seed, samples):
    values = motion(seed, samples=samples, noise=0.3)
    np.testing.assert_array_equal(local_maxima(values), find_peaks(values)[0])


def test_a_flat_top_counts_once_and_an_end_never():
    assert local_maxima(np.array([0.0, 2.0, 2.0, 1.0, 3.0])).tolist() == [1]
    assert turning_points(np.array([0.0, 2.0, 2.0, 1.0, 3.0]), reversal=1.0).tolist() == [1, 3]


@pytest.mark.parametrize("values", [[], [1.0], [0.0, 5.0], [0.0, 0.4, 0.0, 0.4, 0.0]])
def test_without_a_reversal_there_are_none(values):
    assert turning_points(np.array(values), reversal=0.5).size == 0
