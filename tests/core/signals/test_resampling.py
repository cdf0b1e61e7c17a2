"""From logged clocks to uniform ones: jitter, holes, fast clocks, and pieces that fit together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import NotEnoughData
from core.recording import FloatArray, MissingSamples, Quantity, Recording
from core.signals.resampling import Segment, UniformClock, resample, sample_rate, segments, uniform_rate


def _recording(time: FloatArray) -> Recording:
    values = np.column_stack((np.sin(time), np.cos(0.5 * time)))
    return Recording("run", time, {Quantity.POSITION: values})


def test_slow_and_fast_recordings_are_resampled_to_the_rate() -> None:
    assert uniform_rate(np.arange(0.0, 5.0, 0.0107)) == 100.0
    assert uniform_rate(np.arange(0.0, 5.0, 0.002)) == 500.0
    assert uniform_rate(np.arange(0.0, 1.0, 0.0002)) == 500.0


@given(st.integers(0, 10_000))
def test_clock_jitter_is_removed(seed: int) -> None:
    random = np.random.default_rng(seed)
    time = 800.0 + np.cumsum(random.choice([0.002, 0.010, 0.012], size=1500))
    recording = _recording(time)
    (segment,) = segments(time)
    clock = UniformClock.of(time, segment)
    uniform = resample(recording, segment, clock, first=0, last=clock.count)
    assert np.allclose(np.diff(uniform.time), 0.01)
    assert uniform.time[-1] <= time[-1] + 1e-6
    error = np.asarray(uniform.columns[Quantity.POSITION])[:, 0] - np.sin(uniform.time)
    assert np.max(np.abs(error)) < 0.012**2 / 8 + 1e-9  # linear interpolation of a sine


@pytest.mark.parametrize("period_s", [0.0107, 0.0002])
def test_chunks_equal_the_whole(period_s: float) -> None:
    time = np.arange(0.0, 8.0, period_s)
    recording = _recording(time)
    (segment,) = segments(time)
    clock = UniformClock.of(time, segment)
    whole = np.asarray(resample(recording, segment, clock, first=0, last=clock.count).columns["position"])
    middle = resample(recording, segment, clock, first=211, last=503)
    assert np.allclose(middle.columns["position"], whole[211:503], rtol=0.0, atol=1e-12)


def test_a_fast_recording_is_low_passed_before_decimation() -> None:
    time = np.arange(0.0, 2.0, 0.0002)
    tone = np.sin(2 * np.pi * 490.0 * time)[:, np.newaxis]  # would alias to 10 Hz at 500 Hz
    recording = Recording("run", time, {Quantity.POSITION: tone})
    (segment,) = segments(time)
    clock = UniformClock.of(time, segment)
    thinned = np.asarray(resample(recording, segment, clock, first=0, last=clock.count).columns["position"])
    assert np.max(np.abs(thinned[50:-50])) < 1e-3


def test_counted_missing_samples_split_at_any_gap_length() -> None:
    time = np.delete(np.arange(0.0, 3.0, 0.001), [1000, 2000, 2001])
    missing = (MissingSamples(999, 1, "sequence"), MissingSamples(1998, 2, "overflow"))
    assert segments(time) == (Segment(0, 2997),)
    assert segments(time, missing=missing) == (Segment(0, 1000), Segment(1000, 1999), Segment(1999, 2997))
    at_the_end = (MissingSamples(2996, 5, "sequence"),)
    assert segments(time, missing=at_the_end) == segments(time)


def test_a_gap_splits_the_recording() -> None:
    time = np.concatenate((np.arange(0.0, 3.0, 0.01), np.arange(5.0, 7.0, 0.01)))
    found = segments(time)
    assert [(part.first, part.last) for part in found] == [(0, 300), (300, 500)]


def test_one_sample_has_no_rate() -> None:
    with pytest.raises(NotEnoughData):
        sample_rate(np.array([1.0]))
