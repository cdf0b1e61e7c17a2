"""The curve through samples: parabolas as they are, and SciPy's spline of the same slopes at the ends."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline

from core.signals.order_spectrum import curve_through


@given(st.integers(0, 10_000), st.integers(3, 400))
def test_curve_equals_the_cubic_spline(seed, samples):
    random = np.random.default_rng(seed)
    places = np.cumsum(random.uniform(0.05, 2.0, size=samples))
    values = random.normal(size=samples)
    first, last = (np.polyfit(places[rows], values[rows], 2) for rows in (slice(3), slice(-3, None)))
    ends = ((1, np.polyval(np.polyder(first), places[0])), (1, np.polyval(np.polyder(last), places[-1])))
    at = np.linspace(places[0], places[-1], 777)
    expected = CubicSpline(places, values, bc_type=ends)(at)
    scale = np.abs(np.diff(values) / np.diff(places)).max() * np.diff(places).max()
    np.testing.assert_allclose(curve_through(places, values, at=at), expected, atol=1e-6 * scale)


@given(st.tuples(*[st.floats(-10.0, 10.0)] * 3), st.integers(3, 50))
def test_a_parabola_is_reproduced(coefficients, samples):
    places = np.cumsum(np.random.default_rng(samples).uniform(0.1, 1.0, size=samples))
    at = np.linspace(places[0] - 0.1, places[-1] + 0.1, 99)
    found = curve_through(places, np.polyval(coefficients, places), at=at)
    np.testing.assert_allclose(found, np.polyval(coefficients, at), atol=1e-6 * samples**2)


def test_two_samples_are_joined_by_a_line():
    assert curve_through(np.array([0.0, 2.0]), np.array([1.0, 3.0]), at=np.array([1.0])) == pytest.approx(2.0)
