"""Amplitude spectra: true heights, at most 1.5 dB lost between lines, trends gone, peaks in place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.signals.spectrum import (
    FEWEST_SAMPLES,
    Spectrum,
    amplitude_spectra,
    amplitude_spectrum,
    spectrum_peaks,
)

RATE_HZ = 1000.0
TIME = np.arange(4000) / RATE_HZ
LINE_HZ = RATE_HZ / 1600  # a segment holds 40 % of the samples


def spectrum_of(values):
    found = amplitude_spectrum(values, rate_hz=RATE_HZ)
    assert found is not None
    return found


@given(
    st.integers(30, 790), st.floats(0.1, 10.0), st.floats(0.0, 6.0)
)  # of slow ones the trend takes a share
def test_a_sine_on_a_frequency_line_has_its_amplitude(line, amplitude, phase):
    found = spectrum_of(amplitude * np.sin(2.0 * np.pi * line * LINE_HZ * TIME + phase))
    assert found.axis[line] == pytest.approx(line * LINE_HZ)
    assert found.amplitude[line] == pytest.approx(amplitude, rel=0.01)
    far = np.abs(found.axis - found.axis[line]) > 3.0 * found.resolution
    assert found.amplitude[far].max() < 0.02 * amplitude


@given(st.floats(10.0, 780.0), st.floats(0.0, 6.0))
def test_a_sine_between_lines_loses_at_most_1_5_db(line, phase):
    found = spectrum_of(2.0 * np.sin(2.0 * np.pi * line * LINE_HZ * TIME + phase))
    assert -1.5 < 20.0 * np.log10(found.amplitude.max() / 2.0) < 0.05
    (peak,) = spectrum_peaks(found, count=1, floor=10.0)
    assert peak.position == pytest.approx(line * LINE_HZ, abs=0.05 * LINE_HZ)
    assert peak.amplitude == pytest.approx(2.0, rel=0.05)


@given(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3), st.floats(0.1, 100.0))
def test_mean_and_trend_are_removed_and_amplitude_scales(mean, slope, scale):
    hum = np.sin(2.0 * np.pi * 50.0 * TIME)
    was, now = spectrum_of(hum), spectrum_of(scale * hum + mean + slope * TIME)
    np.testing.assert_allclose(
        now.amplitude, scale * was.amplitude, atol=1e-8 * (1.0 + abs(mean) + abs(slope))
    )


@given(st.integers(0, 3000))
def test_spectrum_of_a_steady_sine_is_independent_of_time(shift):
    random = np.random.default_rng(1)
    noise = 1e-3 * random.normal(size=TIME.size)
    hum = np.sin(2.0 * np.pi * 50.0 * (TIME + shift / RATE_HZ)) + noise
    assert spectrum_of(hum).amplitude.max() == pytest.approx(1.0, rel=0.01)


def test_lines_closer_than_the_resolution_merge():
    resolution = spectrum_of(TIME * 0.0).resolution
    assert resolution == pytest.approx(2.0 * LINE_HZ)
    for apart, count in ((0.5, 1), (2.0, 2)):
        two = sum(np.sin(2.0 * np.pi * f * TIME) for f in (100.0, 100.0 + apart * resolution))
        near = [
            p for p in spectrum_peaks(spectrum_of(two), count=5, floor=5.0) if abs(p.position - 100.0) < 10.0
        ]
        assert len(near) == count


def test_several_signals_equal_single_ones():
    values = np.random.default_rng(5).normal(size=(1111, 3))
    for together, column in zip(amplitude_spectra(values, rate_hz=10.0), values.T, strict=True):
        alone = amplitude_spectrum(column, rate_hz=10.0)
        np.testing.assert_allclose(together.amplitude, alone.amplitude, rtol=1e-12)
        np.testing.assert_array_equal(together.axis, alone.axis)
    assert amplitude_spectra(values[:50], rate_hz=10.0) == ()


def test_too_few_samples_give_no_spectrum():
    assert amplitude_spectrum(np.zeros(FEWEST_SAMPLES - 1), rate_hz=RATE_HZ) is None
    assert amplitude_spectrum(np.where(TIME == 1.0, np.nan, TIME), rate_hz=RATE_HZ) is None
    assert amplitude_spectrum(np.zeros(FEWEST_SAMPLES), rate_hz=RATE_HZ) is not None
    assert spectrum_peaks(Spectrum(np.empty(0), np.empty(0), 1.0), count=3, floor=3.0) == ()


@given(st.integers(0, 200))
def test_peaks_are_the_highest_first_and_noise_has_none(seed):
    random = np.random.default_rng(seed)
    noise = random.normal(size=TIME.size)
    assert spectrum_peaks(spectrum_of(noise), count=5, floor=6.0) == ()
    heights = {60.0: 1.0, 120.0: 3.0, 333.0: 0.6}
    lines = sum(height * np.sin(2.0 * np.pi * hertz * TIME) for hertz, height in heights.items())
    found = spectrum_peaks(spectrum_of(lines + 0.2 * noise), count=5, floor=6.0)
    assert [round(peak.position) for peak in found] == [120, 60, 333]
    assert [peak.amplitude for peak in found] == pytest.approx([3.0, 1.0, 0.6], abs=0.1)
    assert len(spectrum_peaks(spectrum_of(lines + 0.2 * noise), count=2, floor=6.0)) == 2
