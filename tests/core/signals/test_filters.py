"""The zero-phase low-pass: what it passes, what it stops, and that it can be cut into pieces."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.signal import butter, sosfiltfilt

from core.errors import BadRequest, NotEnoughData
from core.signals.filters import ORDER, ZeroPhaseLowPass

RATE_HZ = 500.0


def test_filter_passes_slow_and_stops_fast_signals_without_delay() -> None:
    time = np.arange(0.0, 10.0, 1.0 / RATE_HZ)
    slow, fast = np.sin(2 * np.pi * 1.0 * time), np.sin(2 * np.pi * 60.0 * time)
    filtered = ZeroPhaseLowPass(6.0, RATE_HZ).apply(slow + fast)
    middle = slice(500, -500)
    assert np.max(np.abs(filtered - slow)[middle]) < 1e-3


def test_gain_is_one_half_at_the_cutoff() -> None:
    time = np.arange(0.0, 20.0, 1.0 / RATE_HZ)
    filtered = ZeroPhaseLowPass(6.0, RATE_HZ).apply(np.sin(2 * np.pi * 6.0 * time))
    assert np.max(np.abs(filtered[2000:-2000])) == pytest.approx(0.5, rel=1e-3)


@pytest.mark.parametrize("shape", [(400,), (400, 1), (400, 7), (400, 2, 3)])
def test_it_is_scipys_filter_for_every_column(shape: tuple[int, ...]) -> None:
    low_pass, values = ZeroPhaseLowPass(20.0, RATE_HZ), np.random.default_rng(3).normal(size=shape)
    sections = butter(ORDER, 20.0, fs=RATE_HZ, output="sos")
    expected = sosfiltfilt(sections, values, axis=0, padlen=low_pass.edge_samples)
    before = values.copy()
    for order in ("C", "F"):
        np.testing.assert_allclose(low_pass.apply(np.asarray(values, order=order)), expected, atol=1e-12)
    np.testing.assert_array_equal(values, before)


@given(st.floats(2.0, 40.0), st.integers(0, 1000))
def test_edge_effects_vanish_within_the_settling_time(cutoff_hz: float, seed: int) -> None:
    low_pass = ZeroPhaseLowPass(cutoff_hz, RATE_HZ)
    margin = low_pass.settling_samples()
    signal = np.random.default_rng(seed).normal(size=2 * margin + 800).cumsum()
    whole = low_pass.apply(signal)
    piece = low_pass.apply(signal[300:])
    assert np.allclose(piece[margin:], whole[300 + margin :], rtol=0.0, atol=1e-11 * np.ptp(signal))


@given(st.floats(-5.0, 5.0), st.floats(-5.0, 5.0))
def test_constants_and_lines_pass_unchanged(level: float, slope: float) -> None:
    line = level + slope * np.arange(2000) / RATE_HZ
    filtered = ZeroPhaseLowPass(6.0, RATE_HZ).apply(line)
    assert np.allclose(filtered[500:-500], line[500:-500], rtol=0.0, atol=1e-5)
    assert np.allclose(filtered, line, rtol=0.0, atol=2e-4 * abs(slope) + 1e-9)  # the ends too
    constant = np.full(2000, level)
    # rounding grows with the level, by the gain of the recursion at 6 of 500 Hz
    apart = np.abs(ZeroPhaseLowPass(6.0, RATE_HZ).apply(constant) - constant).max()
    assert apart <= 1e-11 * max(abs(level), 1.0)


def test_impossible_cutoffs_are_refused() -> None:
    with pytest.raises(BadRequest) as above:
        ZeroPhaseLowPass(60.0, 100.0)
    assert above.value.code == "cutoff-above-nyquist"
    with pytest.raises(NotEnoughData) as short:
        ZeroPhaseLowPass(6.0, 100.0).apply(np.zeros(10))
    assert short.value.code == "too-short-to-filter"
