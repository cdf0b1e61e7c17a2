"""Offset and drift of a device's clock come out right however samples are delayed on their way."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.signals.device_clock import MOST_BINS, ClockFit, DeviceClock

DRIFT = 50e-6
OFFSET = 1234.5
WAY_S = 2e-4


def arrivals(device: np.ndarray, seed: int, *, burst_s: float = 0.0, pauses: int = 0) -> np.ndarray:
    """When samples arrive: clocks, a way, an exponential delay of 1 ms, bursts, and pauses of 300 ms."""
    random = np.random.default_rng(seed)
    host = OFFSET + (1.0 + DRIFT) * device + WAY_S
    host = host + random.exponential(1e-3, size=device.shape[0])
    if burst_s:  # the buffer is handed over every so often
        host = np.ceil(host / burst_s) * burst_s + 1e-5 * random.exponential(size=device.shape[0])
    for begin in random.uniform(device[0], device[-1], pauses):
        held = (device > begin) & (device < begin + 0.3)
        host[held] = np.maximum(host[held], OFFSET + begin + 0.3)
    return np.maximum.accumulate(host)


def fitted(device: np.ndarray, host: np.ndarray, *, size: int = 10) -> ClockFit:
    clock = DeviceClock()
    for first in range(0, device.shape[0], size):
        clock.feed(device[first : first + size], host[first : first + size])
    fit = clock.fit()
    assert fit is not None
    return fit


@pytest.mark.parametrize(
    ("burst_s", "pauses", "tolerance"), [(0.0, 0, 0.5e-6), (0.016, 0, 5e-6), (0.016, 6, 5e-6), (0.0, 6, 1e-6)]
)
@pytest.mark.parametrize("seed", range(3))
def test_drift_and_offset_survive_jitter_bursts_and_pauses(
    seed: int, burst_s: float, pauses: int, tolerance: float
) -> None:
    device = 10.0 + np.arange(60_000) * 1e-3
    fit = fitted(device, arrivals(device, seed, burst_s=burst_s, pauses=pauses))
    assert fit.drift == pytest.approx(DRIFT, abs=tolerance)
    middle = 40.0
    # a burst that falls between two samples delays even the promptest one by up to their distance
    lateness = 6e-4 + (1e-3 if burst_s else 0.0)
    assert fit.host_time(middle) == pytest.approx(OFFSET + (1.0 + DRIFT) * middle + WAY_S, abs=lateness)
    assert fit.device_time(fit.host_time(middle)) == pytest.approx(middle, abs=1e-9)
    assert fit.span == pytest.approx(60.0, abs=1.1)


def test_an_hour_needs_no_more_memory_than_minutes() -> None:
    device = np.arange(450_000) * 0.008
    clock = DeviceClock()
    host = arrivals(device, 1, burst_s=0.016)
    for first in range(0, device.shape[0], 500):
        clock.feed(device[first : first + 500], host[first : first + 500])
    assert len(clock._bins) <= MOST_BINS
    fit = clock.fit()
    assert fit is not None
    assert fit.drift == pytest.approx(DRIFT, abs=1e-6)


@given(st.integers(1, 400), st.floats(-1e6, 1e6))
def test_the_fit_is_independent_of_blocks_and_clock_offset(size: int, shift: float) -> None:
    device = np.arange(5000) * 1e-3
    host = arrivals(device, 3)
    whole = fitted(device, host, size=5000)
    pieces = fitted(device, host + shift, size=size)
    assert pieces.drift == pytest.approx(whole.drift, abs=1e-6)  # rounding of a large offset
    assert pieces.offset == pytest.approx(whole.offset + shift, abs=1e-5)


def test_no_line_is_fitted_before_the_minimum_duration() -> None:
    clock = DeviceClock()
    assert clock.fit() is None
    clock.feed(np.zeros(0), np.zeros(0))
    clock.feed(np.arange(100) * 1e-3, np.arange(100) * 1e-3)
    assert clock.fit() is None


def test_a_clock_that_goes_back_restarts_the_fit() -> None:
    device = np.arange(5000) * 1e-3
    clock = DeviceClock()
    clock.feed(device + 100.0, device + 500.0)
    clock.feed(device, device + 505.0)
    assert clock.restarts == 1
    fit = clock.fit()
    assert fit is not None
    assert fit.offset == pytest.approx(505.0, abs=1e-6)


@pytest.mark.parametrize("size", [1, 10, 7000])
def test_a_clock_that_leaps_forward_restarts_the_fit(size: int) -> None:
    device = np.arange(7000) * 1e-3
    host = arrivals(device, 5)
    leapt = device + np.where(device > 2.0005, 3.0, 0.0)
    clock = DeviceClock()
    clock.feed(leapt[:1000], host[:1000])
    for first in range(1000, 7000, size):
        clock.feed(leapt[first : first + size], host[first : first + size])
    assert clock.restarts == 1
    fit = clock.fit()
    assert fit is not None
    assert fit.drift == pytest.approx(DRIFT, abs=1e-5)
    assert fit.offset == pytest.approx(OFFSET - 3.0, abs=1e-3)
