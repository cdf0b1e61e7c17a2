"""Averages of measured periods: the repeated part is the signal, the rest is split into noise and drift."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest, NotEnoughData
from core.excitation.runs.periods import period_average

PERIOD_S = 4.0


def signal(time):
    """Two joints, the second turning three times as often."""
    phase = 2.0 * np.pi * time / PERIOD_S
    return np.stack([np.sin(phase), 3.0 * np.cos(3.0 * phase)], axis=1)


def clock(*, cycles, rate_hz=250.0, begins=0.0):
    return begins - 0.5 + np.arange(0.0, cycles * PERIOD_S + 1.0, 1.0 / rate_hz)


@settings(max_examples=15, deadline=None)
@given(
    began=st.floats(0.0, 3.0),
    rate_hz=st.sampled_from([97.3, 125.0, 500.0]),
    cycles=st.integers(2, 6),
    seed=st.integers(0, 999),
)
def test_signal_and_noise_are_separated_for_any_sample_times(began, rate_hz, cycles, seed):
    time = clock(cycles=cycles, rate_hz=rate_hz, begins=began)
    spread = np.array([0.02, 0.5])
    noise = np.random.default_rng(seed).normal(size=(time.size, 2)) * spread
    found = period_average(
        time, {"torque": signal(time - began) + noise}, began=began, period_s=PERIOD_S, cycles=cycles
    )
    count = found.time.size
    assert count == round(PERIOD_S * rate_hz)
    np.testing.assert_allclose(found.noise["torque"], spread, rtol=6.0 / np.sqrt(2 * (cycles - 1) * count))
    bend = 3.0 * (6.0 * np.pi / PERIOD_S / rate_hz) ** 2 / 8.0  # of a straight line between two samples
    error = np.sqrt(np.mean((found.mean["torque"] - signal(found.time)) ** 2, axis=0))
    assert np.all(error < 1.2 * spread / np.sqrt(cycles) + bend)


def test_noise_is_independent_of_the_number_of_periods():
    time = clock(cycles=9)
    measured = {"current": signal(time) + np.random.default_rng(3).normal(scale=0.1, size=(time.size, 2))}
    few = period_average(time, measured, began=0.0, period_s=PERIOD_S, cycles=2)
    many = period_average(time, measured, began=0.0, period_s=PERIOD_S, cycles=9)
    np.testing.assert_allclose(few.noise["current"], many.noise["current"], rtol=0.1)
    np.testing.assert_allclose(many.noise["current"], 0.1, rtol=0.03)
    assert np.all(many.drift["current"] < 0.02), "noise alone is no drift"


def test_drift_is_separated_from_noise():
    time = clock(cycles=5)
    fading = (1.0 - 0.1 * np.floor(time / PERIOD_S))[:, np.newaxis]
    noise = np.random.default_rng(4).normal(scale=0.05, size=(time.size, 2))
    found = period_average(
        time, {"torque": fading * signal(time) + noise}, began=0.0, period_s=PERIOD_S, cycles=5
    )
    # the last period is 0.4 of the first smaller; the RMS of a sine is 1/√2 of its size
    np.testing.assert_allclose(found.drift["torque"], 0.4 * np.array([1.0, 3.0]) / np.sqrt(2.0), rtol=0.03)


def test_the_first_period_can_be_left_out():
    time = clock(cycles=4)
    measured = signal(time) + (time < PERIOD_S)[:, np.newaxis] * 0.3
    whole = period_average(time, {"torque": measured}, began=0.0, period_s=PERIOD_S, cycles=4)
    rest = period_average(time, {"torque": measured}, began=0.0, period_s=PERIOD_S, cycles=4, left_out=1)
    assert whole.drift["torque"].min() > 0.25
    assert (whole.cycles_used, rest.cycles_used) == (4, 3)
    assert rest.drift["torque"].max() < 0.01
    np.testing.assert_allclose(rest.mean["torque"], signal(rest.time), atol=2e-3)


def test_periods_of_several_runs_are_averaged_together():
    first, second = clock(cycles=2), clock(cycles=2, begins=30.3)
    time = np.concatenate([first, second])
    measured = np.concatenate([signal(first), signal(second - 30.3)])
    found = period_average(
        time, {"torque": measured}, began=[0.0, PERIOD_S, 30.3, 30.3 + PERIOD_S], period_s=PERIOD_S, cycles=4
    )
    assert found.cycles_used == 4
    np.testing.assert_allclose(found.mean["torque"], signal(found.time), atol=2e-3)
    assert found.noise["torque"].max() < 2e-3


def test_nothing_is_interpolated_across_a_gap():
    time = clock(cycles=3)
    measured = signal(time)
    hole = (time > 5.0) & (time < 6.0)
    found = period_average(time[~hole], {"torque": measured[~hole]}, began=0.0, period_s=PERIOD_S, cycles=3)
    np.testing.assert_allclose(found.mean["torque"], signal(found.time), atol=2e-3)
    single = period_average(time[~hole], {"torque": measured[~hole]}, began=4.0, period_s=PERIOD_S, cycles=1)
    missing = np.isnan(single.mean["torque"][:, 0])
    assert np.all((found.time[missing] > 0.99) & (found.time[missing] < 2.0))
    assert missing.sum() == pytest.approx(250, abs=2)


def test_joints_without_a_channel_stay_unknown():
    time = clock(cycles=3)
    measured = signal(time)
    measured[:, 1] = np.nan
    found = period_average(time, {"link": measured}, began=0.0, period_s=PERIOD_S, cycles=3)
    assert np.isnan(found.mean["link"][:, 1]).all()
    assert np.isnan(found.noise["link"][1])
    assert np.isnan(found.drift["link"][1])
    assert found.noise["link"][0] < 1e-3


def test_one_period_gives_no_noise():
    time = clock(cycles=1)
    found = period_average(time, {"torque": signal(time)}, began=0.0, period_s=PERIOD_S, cycles=1)
    assert np.isnan(found.noise["torque"]).all()
    assert np.isnan(found.drift["torque"]).all()


def test_fewer_phases_may_be_kept():
    time = clock(cycles=2)
    whole = period_average(time, {"torque": signal(time)}, began=0.0, period_s=PERIOD_S, cycles=2)
    thin = whole.thinned(200)
    assert thin.time.size == 200
    assert whole.thinned(300).time.size <= 300
    np.testing.assert_array_equal(thin.mean["torque"], whole.mean["torque"][::5])
    asked = period_average(time, {"torque": signal(time)}, began=0.0, period_s=PERIOD_S, cycles=2, samples=40)
    np.testing.assert_allclose(asked.time, np.arange(40) * 0.1)


def test_recordings_that_cannot_be_averaged_are_refused():
    time = clock(cycles=2)
    columns = {"torque": signal(time)}
    for wrong in ({"cycles": 3}, {"cycles": 2, "began": 1.0}, {"cycles": 2, "began": -1.0}):
        with pytest.raises(NotEnoughData, match="periods-not-covered"):
            period_average(time, columns, **{"began": 0.0, "period_s": PERIOD_S, **wrong})
    with pytest.raises(NotEnoughData, match="no-period-left"):
        period_average(time, columns, began=0.0, period_s=PERIOD_S, cycles=2, left_out=2)
    with pytest.raises(BadRequest, match=r"setting-(not-above|out-of-bounds)"):
        period_average(time, columns, began=0.0, period_s=0.0, cycles=2)
