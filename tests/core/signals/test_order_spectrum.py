"""Order spectra of swaying motions: ripple in place and of its height under noise, gravity and speed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.signals.order_spectrum import LEAST_STROKE_TURNS, MOST_STROKES, longest_stroke, order_spectrum
from core.signals.spectrum import spectrum_peaks

ARCSECOND = np.pi / (180.0 * 3600.0)
RATE_HZ = 1000.0
TIME = np.arange(0.0, 10.0, 1.0 / RATE_HZ)
GEAR_RATIO = 101.0


def sway(*, joint_amplitude=0.25, period=4.0, time=TIME):
    """Motor turns (N,) of a joint that sways, its speed different everywhere."""
    joint = joint_amplitude * np.sin(2.0 * np.pi * time / period) + 0.03 * np.sin(0.7 * time)
    return GEAR_RATIO * joint / (2.0 * np.pi)


def twisted(turns, heights, *, phase=0.0, noise=0.0, seed=0):
    """Deflection (N,) rad: ripple over turns, gravity and hysteresis over the joint's range, noise."""
    joint = 2.0 * np.pi * turns / GEAR_RATIO
    way = np.tanh(np.gradient(turns) * 500.0)
    windup = 1e-3 * np.cos(joint + 0.4) + 40.0 * ARCSECOND * way
    ripple = sum(h * np.sin(2.0 * np.pi * order * turns + phase + order) for order, h in heights.items())
    return windup + ripple + noise * np.random.default_rng(seed).normal(size=turns.size)


def height_at(spectrum, order):
    near = np.abs(spectrum.axis - order) < 0.5 * spectrum.resolution
    return spectrum.amplitude[near].max()


@settings(max_examples=40)
@given(
    st.tuples(*[st.floats(20.0, 40.0)] * 3),
    st.floats(0.15, 0.5),
    st.floats(2.5, 6.0),
    st.floats(0.0, 6.0),
    st.integers(0, 99),
)
def test_ripple_is_found_under_noise_within_a_tenth(heights, amplitude, period, phase, seed):
    turns = sway(joint_amplitude=amplitude, period=period)
    truth = {order: height * ARCSECOND for order, height in zip((1, 2, 4), heights, strict=True)}
    values = twisted(turns, truth, phase=phase, noise=20.0 * ARCSECOND, seed=seed)
    found = order_spectrum(values, turns)
    assert found is not None
    for order, height in truth.items():
        assert height_at(found, order) == pytest.approx(height, rel=0.1)
    named = spectrum_peaks(found, count=3, floor=4.0)
    assert sorted(round(peak.position) for peak in named) == [1, 2, 4]
    for peak in named:
        assert peak.position == pytest.approx(round(peak.position), abs=0.1)
        assert peak.amplitude == pytest.approx(truth[round(peak.position)], rel=0.12)


def test_noise_gives_no_orders():
    turns = sway()
    found = order_spectrum(twisted(turns, {2: 30.0 * ARCSECOND}, noise=20.0 * ARCSECOND), turns)
    for order in (1, 3, 4, 5, 6, 7):
        assert height_at(found, order) < 3.0 * ARCSECOND
    assert [round(peak.position) for peak in spectrum_peaks(found, count=5, floor=4.0)] == [2]


@given(st.floats(-1e4, 1e4), st.floats(0.01, 100.0), st.sampled_from([-1.0, 1.0]))
def test_spectrum_is_independent_of_turn_origin_and_direction(start, scale, way):
    turns = sway()
    values = twisted(turns, {1: 30.0 * ARCSECOND, 4: 20.0 * ARCSECOND})
    was, now = order_spectrum(values, turns), order_spectrum(scale * values, way * turns + start)
    np.testing.assert_allclose(now.amplitude, scale * was.amplitude, rtol=0.02, atol=0.2 * scale * ARCSECOND)
    assert now.strokes == was.strokes
    assert now.turns_covered == pytest.approx(was.turns_covered)


def test_a_pause_within_a_stroke_does_not_matter():
    turns = sway(period=9.0)
    stop = 5700  # in the middle of a stroke
    paused = np.concatenate([turns[:stop], np.full(1500, turns[stop]), turns[stop:]])
    truth = {1: 30.0 * ARCSECOND}
    was, now = (order_spectrum(twisted(each, truth), each) for each in (turns, paused))
    assert now.turns_covered == pytest.approx(was.turns_covered, rel=0.05)
    assert height_at(now, 1) == pytest.approx(30.0 * ARCSECOND, rel=0.1)


def test_spectrum_states_the_motion_it_is_based_on():
    turns = sway(joint_amplitude=0.2, period=2.5)
    found = order_spectrum(twisted(turns, {}), turns)
    stroke = 2.0 * 0.2 * GEAR_RATIO / (2.0 * np.pi)
    assert found.strokes in {7, 8}  # eight reversals; the first and the last stroke are half ones
    assert found.turns_covered == pytest.approx(found.strokes * stroke, rel=0.1)
    assert found.resolution == pytest.approx(2.0 / (0.97 * stroke), rel=0.1)
    assert longest_stroke(turns) == pytest.approx(stroke, rel=0.1)


def test_the_newest_strokes_count():
    time = np.arange(0.0, 60.0, 1.0 / RATE_HZ)
    turns = sway(period=2.5, time=time)
    heights = np.where(time < 40.0, 300.0, 30.0) * ARCSECOND
    found = order_spectrum(heights * np.sin(2.0 * np.pi * 2.0 * turns), turns)
    assert found.strokes == MOST_STROKES
    assert height_at(found, 2) == pytest.approx(30.0 * ARCSECOND, rel=0.05)


def test_too_few_turns_give_nothing():
    turns = sway(joint_amplitude=0.05)
    assert longest_stroke(turns) < LEAST_STROKE_TURNS
    assert order_spectrum(np.sin(turns), turns) is None
    still = np.full(500, 3.0) + 1e-6 * np.random.default_rng(0).normal(size=500)
    assert order_spectrum(still, still) is None
    assert longest_stroke(np.empty(0)) == 0.0
    assert order_spectrum(np.empty(0), np.empty(0)) is None
    silent = np.where(TIME > 3.0, np.nan, sway())
    assert order_spectrum(TIME, silent) is None
    assert order_spectrum(silent, sway()) is None


def test_a_motor_too_fast_for_its_samples_has_a_shorter_axis_or_none():
    time = np.arange(0.0, 10.0, 1.0 / 125.0)
    for speed, highest in ((3.0, 8.0), (7.0, 125.0 / 28.0), (20.0, None)):
        turns = speed * time
        values = 1e-4 * np.sin(2.0 * np.pi * 2.0 * turns)
        found = order_spectrum(values, turns)
        if highest is None:
            assert found is None
        else:
            assert found.axis[-1] == pytest.approx(highest, rel=0.02)
            assert height_at(found, 2) == pytest.approx(1e-4, rel=0.1)


def test_content_above_the_axis_does_not_fold_down():
    turns = 0.8 * TIME
    found = order_spectrum(np.sin(2.0 * np.pi * 61.0 * turns), turns)
    assert found.amplitude.max() < 0.05
