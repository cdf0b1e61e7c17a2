"""Two channels of which one is late, brought to the same moment."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.diagnostics.signal_rows import aligned_difference

RATE_HZ = 250.0
lags = st.floats(-0.015, 0.015)


def clock(count, *, seed=0, jitter=0.2):
    """Samples that are not quite even."""
    random = np.random.default_rng(seed)
    return (np.arange(count) + jitter * random.uniform(-0.5, 0.5, count)) / RATE_HZ


@given(lags, lags, st.integers(0, 99))
def test_lag_correction_is_exact_at_constant_acceleration(first, second, seed):
    time, lag = clock(60, seed=seed), np.array([first, second])
    coefficients = np.random.default_rng(seed).normal(size=(2, 3))

    def motor_at(joint, moment):
        return np.polyval(coefficients[joint], moment)

    motor = np.stack([motor_at(joint, time - max(0.0, -lag[joint])) for joint in range(2)])
    link = np.stack([motor_at(joint, time - max(0.0, lag[joint])) - 1e-3 for joint in range(2)])
    found = aligned_difference(motor, link, time, lag=lag, first=8, rate_hz=RATE_HZ)
    assert found.shape == (2, 52)
    np.testing.assert_allclose(found, 1e-3, atol=1e-12)


@pytest.mark.parametrize("lag", [3e-3, -3e-3, 6.3e-3])
def test_correction_removes_most_lag_error_of_a_swing(lag):
    time = np.arange(2000) / RATE_HZ
    late = (max(0.0, -lag), max(0.0, lag))
    motor, link = (np.sin(4.0 * (time - each))[np.newaxis] for each in late)
    raw = np.abs(motor - link).max()
    left = aligned_difference(motor, link, time, lag=np.array([lag]), first=8, rate_hz=RATE_HZ)
    assert raw > 0.99 * abs(4.0 * lag)
    assert np.abs(left).max() < 1e-4 * raw


def test_chunks_give_the_result_of_the_whole():
    time, random = clock(400), np.random.default_rng(3)
    motor, link = random.normal(size=(2, 3, 400))
    lag = np.array([3e-3, 0.0, -5e-3])
    whole = aligned_difference(motor, link, time, lag=lag, first=0, rate_hz=RATE_HZ)
    for first in range(100, 400, 37):
        rows = slice(first - 6, first + 37)
        piece = aligned_difference(
            motor[:, rows], link[:, rows], time[rows], lag=lag, first=6, rate_hz=RATE_HZ
        )
        np.testing.assert_array_equal(piece, whole[:, first : first + 37])


def test_values_are_nan_across_a_gap_and_before_the_first_samples():
    time = np.arange(100) / RATE_HZ
    time[50:] += 0.5
    values = np.ones((1, 100))
    found = aligned_difference(values, values, time, lag=np.array([3e-3]), first=0, rate_hz=RATE_HZ)
    silent = np.flatnonzero(np.isnan(found[0]))
    assert set(silent) == {0, 1, 50, 51}
    few = aligned_difference(
        values[:, :2], values[:, :2], time[:2], lag=np.array([3e-3]), first=0, rate_hz=RATE_HZ
    )
    assert np.isnan(few).all()


def test_a_single_lost_sample_is_bridged():
    time = np.delete(np.arange(100) / RATE_HZ, 50)
    values = np.sin(time)[np.newaxis]
    late = np.sin(time - 3e-3)[np.newaxis]
    found = aligned_difference(values, late, time, lag=np.array([3e-3]), first=2, rate_hz=RATE_HZ)
    assert np.abs(found).max() < 1e-7


def test_a_joint_without_data_does_not_affect_the_others():
    time = np.arange(50) / RATE_HZ
    motor = np.stack([np.sin(time), np.full(50, np.nan)])
    found = aligned_difference(motor, motor, time, lag=np.full(2, 3e-3), first=5, rate_hz=RATE_HZ)
    assert np.isfinite(found[0]).all()
    assert np.isnan(found[1]).all()
