"""The live deflection without the lag between the encoders' channels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.diagnostics.channel_lag import LagSource
from core.diagnostics.live_signals import LiveSignals
from core.diagnostics.signals import Signal
from core.exchange.import_recording import import_recording
from core.recording import Quantity
from core.robot.library import load_robot
from tests.core.diagnostics.streamed_arm import RATE_HZ, USUAL, made_up, rows_of

LAG_S = np.array([3e-3, 3e-3, 3e-3, -2e-3, 0.0, 3.4e-3])
TWIST = 2e-4


def live_of(robot, **told):
    return LiveSignals(robot, USUAL, rate_hz=RATE_HZ, window_s=1.0, buckets=1000, **told)


def late_stream(robot, *, count=4000, lag=LAG_S):
    """An arm that sways, twisted by little, its link channels late."""
    time = np.arange(count) / RATE_HZ
    turning = 2.0 * np.pi * np.linspace(0.3, 0.7, 6)

    def angle(moment):
        return 0.3 * np.sin(turning * moment + np.arange(6))

    motor = angle(time[:, np.newaxis] - np.maximum(0.0, -lag))
    link = angle(time[:, np.newaxis] - np.maximum(0.0, lag)) - TWIST
    columns = {
        Quantity.POSITION: motor,
        Quantity.MOTOR_POSITION: motor / robot.gear_ratio,
        Quantity.LINK_POSITION: link,
        Quantity.CURRENT: np.ones_like(motor),
        Quantity.TEMPERATURE: np.full_like(motor, 300.0),
    }
    return np.arange(count), time, columns


@pytest.fixture(scope="module")
def robot():
    return load_robot("ec66")


def taken(live):
    live.lag.tell(LAG_S, std=1e-5)
    live.take_lag()
    return live


def restarted(live, stream):
    sequence, time, columns = stream
    live.restart(window_s=1.0, sequence=sequence, time=time, columns=columns)
    return live


def test_removing_the_lag_leaves_the_twist(robot):
    stream = late_stream(robot)
    raw = live_of(robot)
    raw.feed(*stream)
    assert np.abs(raw.curves()[1][Signal.DEFLECTION] - TWIST).max() > 3e-3
    live = taken(live_of(robot))
    live.feed(*stream)
    np.testing.assert_allclose(live.curves()[1][Signal.DEFLECTION], TWIST, atol=1e-6)
    np.testing.assert_allclose(live.now()[Signal.DEFLECTION], TWIST, atol=1e-6)
    for joint in range(6):
        torque, deflection = restarted(taken(live_of(robot, drive_gain=np.ones(6))), stream).loop.points(
            joint
        )
        assert torque.size
        known = np.isfinite(deflection)
        np.testing.assert_allclose(deflection[known], TWIST, atol=1e-6)
    _, time, columns = stream
    np.testing.assert_allclose(live.values(Signal.DEFLECTION, time, columns)[10:], TWIST, atol=1e-6)
    np.testing.assert_allclose(live.values(Signal.LINK_ANGLE, time, columns), columns[Quantity.LINK_POSITION])


@settings(max_examples=20)
@given(st.lists(st.integers(0, 1500), max_size=12), st.floats(0.0, 0.1), st.integers(0, 99))
def test_lag_corrected_curves_are_independent_of_the_chunks(cuts, lost, seed):
    robot = load_robot("ec66")
    stream = made_up(1500, seed=seed)
    there = np.flatnonzero(np.random.default_rng(seed).random(1500) >= lost)
    whole = rows_of(stream, there)
    one, other = taken(live_of(robot)), taken(live_of(robot))
    one.feed(*whole)
    for rows in np.split(np.arange(there.size), sorted(min(cut, there.size) for cut in cuts)):
        other.feed(*rows_of(whole, rows))
    np.testing.assert_allclose(
        one.curves()[1][Signal.DEFLECTION], other.curves()[1][Signal.DEFLECTION], atol=1e-12
    )


def test_a_lag_estimated_from_the_stream_is_removed(robot):
    stream = late_stream(robot, count=10_000, lag=np.full(6, 3e-3))
    live = live_of(robot)
    for first in range(0, 10_000, 33):
        live.feed(*rows_of(stream, slice(first, first + 33)))
    assert live.lag.is_due
    live.take_lag()
    restarted(live, rows_of(stream, slice(9000, 10_000)))
    shown = live.lag.shown()
    assert (shown.source, shown.is_taken_out) == (LagSource.RUNNING, True)
    assert shown.value == pytest.approx(3e-3, abs=2e-5)
    deflection = live.curves()[1][Signal.DEFLECTION]
    np.testing.assert_allclose(deflection[np.isfinite(deflection)], TWIST, atol=3e-5)


def test_a_restarted_sample_count_keeps_the_lag(robot):
    live = taken(live_of(robot))
    live.feed(*late_stream(robot))
    live.feed(*late_stream(robot, count=3000))
    np.testing.assert_array_equal(live.lag.taken, LAG_S)
    known = live.curves()[1][Signal.DEFLECTION]
    np.testing.assert_allclose(known[np.isfinite(known)], TWIST, atol=1e-6)


def test_a_stream_without_link_encoders_has_no_lag(robot):
    quantities = [Quantity.POSITION, Quantity.CURRENT]
    live = LiveSignals(robot, quantities, rate_hz=RATE_HZ)
    live.feed(*made_up(3000, quantities=quantities))
    assert live.lag.shown() is None
    assert not live.lag.is_due


def test_tool_shift_is_given_per_axis(robot):
    live = taken(live_of(robot))
    live.feed(*late_stream(robot))
    assert live.tool_translation().shape == (3,)
    assert live.tool_shift() == pytest.approx(np.linalg.norm(live.tool_translation()))
    assert (
        1e-5 < live.tool_shift() < 1e-3
    )  # some tenths of a milliradian at half a metre; not the lag's millimetres


@pytest.mark.parametrize("name", ["A", "B"])
def test_a_real_arm_s_lag_is_found_as_it_moves(shared_data, name):
    recording = import_recording(shared_data / "kr300" / f"kr300_{name}.npz", layout="npz")
    robot = load_robot("kr300")
    columns = {quantity: np.asarray(column) for quantity, column in recording.columns.items()}
    live = LiveSignals(robot, tuple(columns), rate_hz=250.0, window_s=10.0)
    stream = np.arange(recording.sample_count), np.asarray(recording.time), columns
    for first in range(0, recording.sample_count, 9):
        live.feed(*rows_of(stream, slice(first, first + 9)))
    raw = live.values(Signal.DEFLECTION, stream[1], columns)[:, :3]
    live.take_lag()
    shown = live.lag.shown()
    assert shown.value == pytest.approx(3.0e-3, abs=2e-4)
    left = live.values(Signal.DEFLECTION, stream[1], columns)[5:, :3]
    assert (np.nanstd(left, axis=0) < 0.35 * np.nanstd(raw, axis=0)).all()
