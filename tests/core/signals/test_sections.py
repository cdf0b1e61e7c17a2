"""Sections of low-pass filters and the moving mean are SciPy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.ndimage import uniform_filter1d
from scipy.signal import bessel, butter, sosfilt, sosfilt_zi

from core.signals.filters import bessel_poles, butterworth_poles, low_pass_sections, moving_mean, steady_state


@pytest.mark.parametrize("order", [2, 4, 6])
@given(share=st.floats(1e-3, 0.49), rate_hz=st.floats(10.0, 1e4))
def test_sections_are_those_of_scipy(order: int, share: float, rate_hz: float) -> None:
    given_ = {"cutoff_hz": share * rate_hz, "rate_hz": rate_hz}
    asked = {"fs": rate_hz, "output": "sos"}
    for found, expected in (
        (low_pass_sections(butterworth_poles(order), **given_), butter(order, share * rate_hz, **asked)),
        (
            low_pass_sections(bessel_poles(order), **given_),
            bessel(order, share * rate_hz, norm="mag", **asked),
        ),
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)


@given(share=st.floats(0.01, 0.49))
def test_a_constant_passes_the_steady_filter_unchanged(share: float) -> None:
    sections = low_pass_sections(butterworth_poles(4), cutoff_hz=share, rate_hz=1.0)
    np.testing.assert_allclose(steady_state(sections), sosfilt_zi(sections), rtol=1e-8)
    passed, _ = sosfilt(sections, np.ones(500), zi=steady_state(sections))
    np.testing.assert_allclose(passed, 1.0, rtol=0.0, atol=1e-9)


@given(
    st.integers(1, 40), st.integers(1, 60), st.sampled_from([("symmetric", "reflect"), ("edge", "nearest")])
)
def test_the_moving_mean_is_that_of_scipy(count: int, window: int, beyond: tuple[str, str]) -> None:
    values = np.random.default_rng(count).normal(size=(count, 2))
    expected = uniform_filter1d(values, window, axis=0, mode=beyond[1])
    np.testing.assert_allclose(moving_mean(values, window, beyond=beyond[0]), expected, rtol=0.0, atol=1e-12)
