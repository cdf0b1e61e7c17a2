"""Statistics of the visible curves, against NumPy and against values worked out by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.diagnostics.statistics import curve_value, statistics

numbers = st.lists(st.floats(-1e3, 1e3) | st.just(math.nan), min_size=1, max_size=40).map(np.array)


@given(numbers)
def test_numbers_are_those_of_numpy_without_nan(values):
    found, known = statistics(values), values[np.isfinite(values)]
    assert found.count == known.size
    if not known.size:
        assert math.isnan(found.mean)
        return
    assert found.mean == pytest.approx(np.mean(known), abs=1e-9)
    assert found.std == pytest.approx(np.std(known), abs=1e-9)
    assert (found.low, found.high) == (known.min(), known.max())
    assert found.peak_to_peak == pytest.approx(np.ptp(known))
    assert found.rms == pytest.approx(np.sqrt(np.mean(known**2)), abs=1e-9)


@given(numbers, st.floats(0.01, 100.0), st.floats(-100.0, 100.0))
def test_statistics_scale_and_shift_with_the_signal(values, scale, shift):
    was, now = statistics(values), statistics(scale * values + shift)
    if was.count:
        assert now.mean == pytest.approx(scale * was.mean + shift, abs=1e-6)
        assert now.std == pytest.approx(scale * was.std, abs=1e-6)
        assert now.peak_to_peak == pytest.approx(scale * was.peak_to_peak, abs=1e-6)


@given(st.integers(2, 30), st.floats(0.0, 1.0), st.integers(0, 99))
def test_a_cursor_interpolates_between_samples(count, share, seed):
    random = np.random.default_rng(seed)
    time, values = np.cumsum(random.uniform(0.1, 1.0, count)), random.normal(size=count)
    t = time[0] + share * (time[-1] - time[0])
    assert curve_value(time, values, t) == pytest.approx(np.interp(t, time, values))


def test_a_cursor_beside_the_curve_or_a_break_reads_nothing():
    time, values = np.array([0.0, 1.0, 2.0, 3.0]), np.array([5.0, np.nan, 7.0, 8.0])
    assert curve_value(time, values, 0.0) == 5.0
    assert curve_value(time, values, 2.5) == 7.5
    assert all(math.isnan(curve_value(time, values, t)) for t in (-0.1, 0.5, 1.0, 1.5, 3.1))
    assert math.isnan(curve_value(np.empty(0), np.empty(0), 0.0))


def test_rate_is_of_the_ends_and_slope_of_all_samples():
    time = np.array([10.0, 11.0, 12.0, 14.0])
    found = statistics(np.array([1.0, 3.0, np.nan, 9.0]), time=time)
    assert found.rate == 2.0
    assert found.slope == pytest.approx(np.polyfit([10.0, 11.0, 14.0], [1.0, 3.0, 9.0], 1)[0])
    assert found.peak == 9.0
    assert math.isnan(statistics(np.array([1.0]), time=time[:1]).slope)
    assert math.isnan(statistics(np.array([1.0, 2.0])).rate)
