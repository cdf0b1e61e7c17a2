"""The live signals: the same however fed, zero, newest values, pose and tool, holes and restarts."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.diagnostics.live_signals import LiveSignals
from core.diagnostics.signals import STREAM_SIGNALS, Signal, signal_values
from core.diagnostics.tool_displacement import tool_lever, tool_shift
from core.recording import Quantity
from core.robot.library import load_robot
from core.signals.decimation import RunningMinMax
from tests.core.diagnostics.streamed_arm import RATE_HZ, USUAL, made_up, rows_of

GAIN, RATIO = np.full(6, 10.0), np.full(6, 101.0)
cuts = st.lists(st.integers(0, 1500), max_size=12)


@pytest.fixture(scope="module")
def robot():
    return load_robot("ec66")


def live_of(robot, *streams, quantities=USUAL, window_s=1.0, buckets=50, **told):
    told = {"gear_ratio": RATIO, "drive_gain": GAIN, **told}
    live = LiveSignals(robot, quantities, rate_hz=RATE_HZ, window_s=window_s, buckets=buckets, **told)
    for stream in streams:
        live.feed(*stream)
    return live


def assert_same(one, other):
    for (time, curves), (other_time, others) in [(one.curves(), other.curves())]:
        np.testing.assert_allclose(time, other_time, atol=1e-12)
        for signal in STREAM_SIGNALS:
            np.testing.assert_allclose(curves[signal], others[signal], rtol=1e-9, atol=1e-12)
    for signal in STREAM_SIGNALS:
        np.testing.assert_allclose(one.now()[signal], other.now()[signal], rtol=1e-9, atol=1e-12)
    for joint in range(6):
        for values, expected in zip(one.loop.points(joint), other.loop.points(joint), strict=True):
            np.testing.assert_allclose(values, expected, rtol=1e-9, atol=1e-12)


@settings(max_examples=15)
@given(cuts, st.floats(0.0, 0.1), st.integers(0, 99))
def test_curves_are_independent_of_the_chunks(cuts, lost, seed):
    robot = load_robot("ec66")
    stream = made_up(1500, seed=seed)
    there = np.flatnonzero(np.random.default_rng(seed).random(1500) >= lost)
    whole = rows_of(stream, there)
    pieces = np.split(np.arange(there.size), sorted(min(cut, there.size) for cut in cuts))
    assert_same(live_of(robot, *(rows_of(whole, rows) for rows in pieces)), live_of(robot, whole))


def test_curves_are_the_signals_thinned(robot):
    sequence, time, columns = stream = made_up(900, first=10_000)
    live = live_of(robot, stream)
    told = replace(robot, drive_gain=GAIN)
    found_time, curves = live.curves()
    for signal in live.offered:
        running = RunningMinMax(buckets=51, samples_per_bucket=20, curves=6)
        running.feed(sequence, time, signal_values(signal, columns, told, time=time, zero=None))
        expected_time, expected = running.curves()
        np.testing.assert_allclose(curves[signal], expected, atol=1e-12)
        np.testing.assert_allclose(found_time, expected_time - time[-1], atol=1e-12)
        np.testing.assert_allclose(
            live.values(signal, time, columns), signal_values(signal, columns, told, time=time, zero=None)
        )
        assert curves[signal][:, 0].flags.c_contiguous


@pytest.mark.parametrize("window_s", [0.5, 1.0, 1.4])
def test_the_window_is_covered_and_hardly_more(robot, window_s):
    live = live_of(robot, made_up(3000), window_s=window_s)
    time, _ = live.curves()
    assert window_s - 1.5e-3 <= -time[0] <= window_s * (1.0 + 2.0 / 50.0) + 0.02
    assert time[-1] == 0.0
    assert time.size <= 2 * 51


@given(st.integers(0, 10**12), st.floats(-1e5, 1e5))
def test_neither_the_count_nor_the_clock_of_the_device_matter(first, begin):
    robot = load_robot("ec66")
    sequence, time, columns = made_up(700)
    shift = first // 20 * 20  # by whole buckets
    now, was = (live_of(robot, (sequence + s, time + b, columns)) for s, b in ((shift, begin), (0, 0.0)))
    for values, expected in zip(now.curves()[1].values(), was.curves()[1].values(), strict=True):
        np.testing.assert_allclose(values, expected, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(now.curves()[0], was.curves()[0], atol=1e-9)


def test_newest_values_are_means_of_a_tenth_of_a_second(robot):
    _, time, columns = stream = made_up(900)
    columns[Quantity.TEMPERATURE][:850] = np.nan
    live = live_of(robot, stream)
    told = replace(robot, drive_gain=GAIN)
    for signal in live.offered:
        values = signal_values(signal, columns, told, time=time, zero=None)
        np.testing.assert_allclose(live.now()[signal], np.nanmean(values[-100:], axis=0), rtol=1e-9)
    quiet = LiveSignals(robot, USUAL, rate_hz=RATE_HZ)
    assert all(np.isnan(values).all() for values in quiet.now().values())
    assert quiet.curves()[0].size == 0


def test_zero_is_the_mean_deflection_of_half_a_second_and_counts_everywhere(robot):
    stream = made_up(900)
    live = live_of(robot, stream)
    _, time, columns = stream
    raw = signal_values(Signal.DEFLECTION, columns, robot, time=time, zero=None)
    before, loop = live.curves()[1], live.loop.points(2)
    assert live.zero is None
    assert live.zero_is_steady is None
    zero = live.set_zero()
    np.testing.assert_allclose(zero, raw[-500:].mean(axis=0), rtol=1e-9)
    np.testing.assert_array_equal(live.zero, zero)
    after = live.curves()[1]
    np.testing.assert_allclose(after[Signal.DEFLECTION], before[Signal.DEFLECTION] - zero, atol=1e-12)
    np.testing.assert_array_equal(after[Signal.MOTOR_ANGLE], before[Signal.MOTOR_ANGLE])
    np.testing.assert_allclose(live.loop.points(2)[1], loop[1] - zero[2], atol=1e-12)
    np.testing.assert_allclose(live.now()[Signal.DEFLECTION], raw[-100:].mean(axis=0) - zero, atol=1e-9)
    np.testing.assert_allclose(live.values(Signal.DEFLECTION, time, columns), raw - zero, atol=1e-12)
    assert live.set_zero() == pytest.approx(zero)  # always from what the encoders say
    live.clear_zero()
    assert live.zero is None
    np.testing.assert_array_equal(live.curves()[1][Signal.DEFLECTION], before[Signal.DEFLECTION])


@pytest.mark.parametrize(("speed", "steady"), [(0.0, True), (0.19, True), (0.21, False), (-0.3, False)])
def test_a_zero_reports_whether_the_arm_stood_still(robot, speed, steady):
    sequence, time, columns = made_up(900)
    for quantity in (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION):
        columns[quantity] = 0.3 + np.deg2rad(speed) * np.outer(time, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    live = live_of(robot, (sequence, time, columns))
    live.set_zero()
    assert live.zero_is_steady is steady
    live.clear_zero()
    assert live.zero_is_steady is None


def test_a_joint_without_link_encoder_has_no_deflection(robot):
    stream = made_up(900)
    stream[2][Quantity.LINK_POSITION][:, 3:] = np.nan
    live = live_of(robot)
    assert live.has_link.all()
    live.feed(*stream)
    assert live.has_link.tolist() == [True] * 3 + [False] * 3
    zero = live.set_zero()
    assert np.isnan(zero).tolist() == [False] * 3 + [True] * 3
    assert np.isnan(live.now()[Signal.DEFLECTION]).tolist() == [False] * 3 + [True] * 3
    assert np.isnan(live.tool_deflection()).tolist() == [False] * 3 + [True] * 3
    assert np.isfinite(live.tool_shift())
    assert live.loop.points(0)[0].size
    assert not live.loop.points(4)[0].size


def test_an_arm_without_link_encoders_has_everything_but_deflection(robot):
    quantities = (Quantity.POSITION, Quantity.CURRENT)
    stream = made_up(900, quantities=quantities)
    live = live_of(robot, stream, quantities=quantities, drive_gain=None)
    assert live.offered == (Signal.POSITION, Signal.RATE, Signal.CURRENT)
    assert not live.has_link.any()
    assert np.isnan(live.set_zero()).all()
    assert live.zero is None
    assert np.isnan(live.tool_deflection()).all()
    assert np.isnan(live.tool_shift())
    assert not live.loop.points(0)[0].size
    assert np.isfinite(live.pose()).all()
    nothing = live_of(robot, made_up(10, quantities=()), quantities=())
    assert nothing.offered == ()
    assert np.isnan(nothing.pose()).all()
    assert nothing.curves()[1] == {}


def test_pose_uses_the_first_encoder_with_data(robot):
    robot = replace(
        robot, joints=tuple(replace(j, reported_sign=-1, reported_zero=0.5) for j in robot.joints)
    )
    stream = made_up(900)
    position, motor = stream[2][Quantity.POSITION], stream[2][Quantity.MOTOR_POSITION]
    position[:, 4] = np.nan
    live = live_of(robot, stream)
    expected = position[-100:].mean(axis=0)
    expected[4] = motor[-100:, 4].mean()
    np.testing.assert_allclose(live.pose(), 0.5 - expected, rtol=1e-9)
    lever = tool_lever(robot, live.pose())
    np.testing.assert_allclose(live.tool_deflection(), lever * live.now()[Signal.DEFLECTION])
    assert live.tool_shift() == tool_shift(robot, live.pose(), live.now()[Signal.DEFLECTION])


def test_a_gap_breaks_curves_and_loops(robot):
    stream = made_up(1200)
    live = live_of(robot, rows_of(stream, slice(0, 600)), rows_of(stream, slice(700, 1200)))
    time, curves = live.curves()
    broken = np.flatnonzero(np.isnan(curves[Signal.DEFLECTION]).all(axis=1))
    assert broken.size == 1
    assert time[broken[0]] == pytest.approx(0.5 * (0.599 + 0.7) - 1.199, abs=0.02)
    assert np.isnan(live.loop.points(0)[0]).sum() == 1


def test_a_restarted_sample_count_resets_curves_and_keeps_the_zero(robot):
    old, new = made_up(900, seed=1, first=50_000), made_up(700, seed=2)
    live = live_of(robot, old)
    zero = live.set_zero()
    live.feed(*new)
    fresh = live_of(robot, new)
    for signal in (Signal.TORQUE, Signal.RATE):
        np.testing.assert_array_equal(live.curves()[1][signal], fresh.curves()[1][signal])
    np.testing.assert_array_equal(live.zero, zero)
    assert live.loop.points(0)[0].size == fresh.loop.points(0)[0].size
    both = tuple(np.concatenate([one, other]) for one, other in zip(old[:2], new[:2], strict=True))
    columns = {quantity: np.concatenate([old[2][quantity], new[2][quantity]]) for quantity in USUAL}
    assert_same(live_of(robot, (*both, columns)), fresh)


@given(st.integers(0, 400))
def test_repeated_samples_count_once(again):
    robot = load_robot("ec66")
    stream = made_up(1000)
    pieces = slice(0, 700), slice(700 - again, 1000)
    assert_same(live_of(robot, *(rows_of(stream, rows) for rows in pieces)), live_of(robot, stream))


@pytest.mark.parametrize("window_s", [0.4, 1.0, 2.5])
def test_a_restart_equals_having_had_that_window_from_the_start(robot, window_s):
    stream = made_up(3000)
    live = live_of(robot, rows_of(stream, slice(0, 2000)), window_s=1.0)
    zero = live.set_zero()
    held = rows_of(stream, slice(0, 2600))  # the ring is ahead of what was fed
    live.restart(window_s=window_s, sequence=held[0], time=held[1], columns=held[2])
    live.feed(*rows_of(stream, slice(2600, 3000)))
    fresh = live_of(robot, rows_of(stream, slice(0, 2000)), window_s=window_s)
    np.testing.assert_array_equal(fresh.set_zero(), zero)
    fresh.feed(*rows_of(stream, slice(2000, 3000)))
    assert_same(live, fresh)


@given(cuts)
def test_a_window_filled_piece_by_piece_is_the_whole(cuts):
    robot = load_robot("ec66")
    stream = made_up(1500)
    live, whole = live_of(robot), live_of(robot)
    nothing = rows_of(stream, slice(0, 0))
    live.restart(window_s=2.0, sequence=nothing[0], time=nothing[1], columns=nothing[2])
    for rows in np.split(np.arange(1500), sorted(cuts)):
        live.refill(*rows_of(stream, rows))
    whole.restart(window_s=2.0, sequence=stream[0], time=stream[1], columns=stream[2])
    assert_same(live, whole)
    assert whole.loop.points(0)[0].size == 150


def test_a_restart_without_samples_empties_the_curves(robot):
    live = live_of(robot, made_up(500))
    nothing = rows_of(made_up(500), slice(0, 0))
    live.restart(window_s=1.0, sequence=nothing[0], time=nothing[1], columns=nothing[2])
    assert live.curves()[0].size == 0
    assert np.isnan(live.now()[Signal.RATE]).all()


def test_a_described_gain_overrides_a_reported_one():
    robot = load_robot("ur10e")
    stream = made_up(300, quantities=(Quantity.CURRENT,))
    live = live_of(robot, stream, quantities=(Quantity.CURRENT,))
    expected = stream[2][Quantity.CURRENT][-100:].mean(axis=0) * robot.drive_gain
    np.testing.assert_allclose(live.now()[Signal.TORQUE], expected, rtol=1e-9)
