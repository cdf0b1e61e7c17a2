"""Curves of a model's torques: by number beside their samples, and pushes that last."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.diagnostics.model_torques import PUSHED_AFTER_S, ModelTorques, Push, TorqueRows
from core.diagnostics.signals import MODEL_SIGNALS, Signal

RATE_HZ, JOINTS = 1000.0, 6
THRESHOLD = 5.0


def rows_of(first, count, *, external=0.0, seed=1):
    """Torques of a stretch of samples; a joint's external torque is the same all the time."""
    number = np.arange(first, first + count)
    made = np.random.default_rng([seed, 1]).normal(size=(2, 200_000, JOINTS))[:, first : first + count]
    return TorqueRows(
        sequence=number,
        time=number / RATE_HZ,
        measured=made[0],
        expected=made[1],
        external=np.full((count, JOINTS), 0.0) + external,
        threshold=np.full((count, JOINTS), THRESHOLD),
    )


def torques(**settings):
    return ModelTorques(JOINTS, rate_hz=RATE_HZ, **settings)


def push_on(joint, torque):
    external = np.zeros(JOINTS)
    external[joint] = torque
    return external


def test_every_sample_is_found_by_its_number():
    found = torques()
    rows = rows_of(100, 500)
    found.feed(rows)
    asked = np.array([99, 100, 350, 599, 600])
    expected = found.values(Signal.EXPECTED_TORQUE, asked)
    assert np.isnan(expected[[0, 4]]).all()
    assert np.array_equal(expected[1:4], rows.expected[[0, 250, 499]])
    residual = found.values(Signal.TORQUE_RESIDUAL, asked)[1:4]
    assert np.array_equal(residual, (rows.measured - rows.expected)[[0, 250, 499]])
    assert np.array_equal(found.measured(asked)[1:4], rows.measured[[0, 250, 499]])
    assert np.isnan(torques().values(Signal.EXTERNAL_TORQUE, asked)).all()


def test_curves_hold_the_extremes_of_every_bucket():
    found = torques(window_s=1.0, buckets=100)
    rows = rows_of(0, 1000)
    found.feed(rows)
    time, curves, measured = found.curves()
    assert set(curves) == set(MODEL_SIGNALS)
    assert time[0] >= 0.0
    assert curves[Signal.EXPECTED_TORQUE].max() == rows.expected.max()
    assert measured.min() == rows.measured.min()
    assert time.size == 2 * 100


@pytest.mark.thorough
@given(st.lists(st.integers(1, 700), min_size=1, max_size=10))
def test_curves_are_independent_of_the_chunks(sizes):
    count = sum(sizes)
    whole, pieces = torques(), torques()
    external = push_on(2, 6.0)
    whole.feed(rows_of(0, count, external=external))
    first = 0
    for size in sizes:
        pieces.feed(rows_of(first, size, external=external))
        first += size
    for one, other in zip(whole.curves(), pieces.curves(), strict=True):
        if isinstance(one, dict):
            for signal in MODEL_SIGNALS:
                np.testing.assert_array_equal(one[signal], other[signal])
        else:
            np.testing.assert_array_equal(one, other)
    assert whole.pushes() == pieces.pushes()


def test_another_window_is_filled_from_kept_samples():
    found = torques(window_s=1.0)
    found.feed(rows_of(0, 5000))
    found.feed(rows_of(5000, 15_000))
    found.set_window(15.0)
    for first in range(20_000, 20_005):  # a long window comes piece by piece, with what is new
        found.feed(rows_of(first, 1))
    time, curves, measured = found.curves()
    assert time[-1] - time[0] == pytest.approx(15.0, abs=0.05)
    assert np.isfinite(curves[Signal.EXPECTED_TORQUE]).all()
    whole = torques(window_s=15.0)
    whole.feed(rows_of(0, 20_005))
    np.testing.assert_array_equal(measured[-500:], whole.curves()[2][-500:])


def test_a_push_is_reported_only_after_the_minimum_duration():
    found = torques()
    found.feed(rows_of(0, 1000))
    assert found.pushes() == ()
    lasting = round(PUSHED_AFTER_S * RATE_HZ)
    found.feed(rows_of(1000, lasting - 1, external=push_on(2, -12.0)))
    assert found.pushes() == ()
    found.feed(rows_of(1000 + lasting - 1, 2, external=push_on(2, -12.0)))
    assert found.pushes() == (Push(2, pytest.approx(-12.0)),)
    found.feed(rows_of(1001 + lasting, 1))
    assert found.pushes() == ()


def test_the_hardest_push_comes_first_and_below_the_threshold_is_none():
    found = torques()
    external = np.array([0.0, 6.0, -20.0, 4.9, 0.0, np.nan])
    found.feed(rows_of(0, 1000, external=external))
    assert [push.joint for push in found.pushes()] == [2, 1]


def test_unknown_torques_interrupt_a_push():
    found = torques()
    found.feed(rows_of(0, 150, external=push_on(0, 9.0)))
    found.feed(rows_of(150, 1, external=push_on(0, np.nan)))
    found.feed(rows_of(151, 150, external=push_on(0, 9.0)))
    assert found.pushes() == ()
    found.feed(rows_of(301, 100, external=push_on(0, 9.0)))
    assert found.pushes() == (Push(0, pytest.approx(9.0)),)


def test_decreasing_numbers_reset_the_curves():
    found = torques()
    found.feed(rows_of(5000, 1000, external=push_on(1, 9.0)))
    found.feed(rows_of(0, 100, external=push_on(1, 9.0)))
    assert found.pushes() == ()
    assert np.isnan(found.values(Signal.EXTERNAL_TORQUE, np.array([5500]))).all()
    found.clear()
    assert found.is_empty
    assert not found.curves()[0].size
