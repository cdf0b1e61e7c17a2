"""The lag between the encoders' channels, found in a stream: a made-up one, and those of virtual arms."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.diagnostics.channel_lag import RunningLag
from core.diagnostics.signals import Formulas, Signal
from core.robot.library import load_robot
from devices.virtual.physics.truth import true_arm
from tests.core.diagnostics.streamed_arm import swaying

NOISE = 1e-5
ZEROS = np.array([[0.4], [-0.7], [0.0]])


def stream(*, lag, seconds=10.0, rate_hz=500.0, speed=0.5, seed=0, frequencies=(0.3, 0.45, 0.6)):
    """Numbers (N,), deflection and motor angle (3, N) of joints that sway.

    Gears twist by gravity, inertia, friction and ripple, and both encoders are noisy.
    """
    count = round(seconds * rate_hz)
    time = np.arange(count) / rate_hz
    turning = 2.0 * np.pi * np.array(frequencies)[:, np.newaxis]
    phase = np.arange(3.0)[:, np.newaxis]

    def angle(moment):
        return speed / turning * np.sin(turning * moment + phase)

    motor = angle(time)
    rate = np.gradient(motor, 1.0 / rate_hz, axis=1)
    elastic = (
        2e-4 * np.cos(motor)
        + 1e-4 * np.gradient(rate, 1.0 / rate_hz, axis=1)
        + 4e-5 * np.tanh(rate / 0.01)
        + 2e-5 * np.sin(2.0 * 101.0 * motor)
    )
    link = angle(time - lag) - elastic
    random = np.random.default_rng(seed)
    motor, link = (each + NOISE * random.normal(size=each.shape) for each in (motor, link))
    return np.arange(count), motor + ZEROS - link, motor + ZEROS


def found_in(sequence, deflection, angle, *, rate_hz=500.0, cuts=(), running=None):
    running = running or RunningLag(angle.shape[0], rate_hz=rate_hz)
    for rows in np.split(np.arange(sequence.size), sorted(cuts)):
        running.feed(sequence[rows], deflection[:, rows], angle[:, rows])
    return running.estimate()


@pytest.mark.parametrize("lag", [3e-3, -1.2e-3, 0.0, 8e-3])
@pytest.mark.parametrize("rate_hz", [125.0, 250.0, 1000.0])
def test_a_known_lag_is_found(lag, rate_hz):
    found = found_in(*stream(lag=lag, rate_hz=rate_hz), rate_hz=rate_hz)
    assert found.value == pytest.approx(lag, abs=5e-5)
    assert found.std < 5e-5


def test_the_standard_deviation_is_that_of_the_error():
    """Over 24 streams of different noise and pace: neither far too sure nor far too timid."""
    stds = []
    for seed in range(24):
        random = np.random.default_rng(seed)
        frequencies = random.uniform(0.2, 0.8, 3)
        found = found_in(*stream(lag=3e-3, seed=seed, frequencies=frequencies, rate_hz=250.0), rate_hz=250.0)
        stds.append((found.value - 3e-3) / found.std)
    assert np.abs(stds).max() < 4.0
    assert 0.1 < np.sqrt(np.mean(np.square(stds))) < 1.6


def test_lag_is_unknown_before_a_joint_has_moved():
    assert found_in(*stream(lag=3e-3, seconds=1.5)) is None
    assert found_in(*stream(lag=3e-3, speed=1e-3)) is None
    assert RunningLag(3, rate_hz=500.0).estimate() is None


def test_constant_velocity_gives_no_lag():
    """At constant velocity the lag term is constant like the offset, so the lag is not identifiable."""
    random, time = np.random.default_rng(0), np.arange(5000) / 500.0
    motor = np.stack([speed * time for speed in (0.3, 0.5, -0.4)]) + NOISE * random.normal(size=(3, 5000))
    deflection = 3e-3 * np.array([[0.3], [0.5], [-0.4]]) + NOISE * random.normal(size=(3, 5000))
    assert found_in(np.arange(5000), deflection, motor) is None


def test_standing_still_changes_no_lag_estimate():
    running = RunningLag(3, rate_hz=500.0)
    before = found_in(*stream(lag=3e-3), running=running)
    standing = NOISE * np.random.default_rng(5).normal(size=(2, 3, 50_000))
    rest = np.arange(10_000, 60_000)
    assert found_in(rest, standing[0] + ZEROS, standing[1] + ZEROS, running=running) == before
    again, deflection, angle = stream(lag=3e-3, seed=6)
    after = found_in(again + 70_000, deflection, angle, running=running)
    assert after.std < before.std
    assert after.value == pytest.approx(3e-3, abs=3e-5)


def test_memory_does_not_grow_and_old_motion_fades():
    running = RunningLag(3, rate_hz=500.0)
    sequence, deflection, angle = stream(lag=1e-3, seconds=60.0)
    found_in(sequence, deflection, angle, running=running)
    held = running._open.nbytes + running._bins.nbytes + running._moments.nbytes + running._neighbours.nbytes
    more, deflection, angle = stream(lag=4e-3, seconds=100.0)
    found = found_in(more + sequence.size, deflection, angle, running=running)
    assert found.value == pytest.approx(4e-3, abs=1e-4)
    grown = running._open.nbytes + running._bins.nbytes + running._moments.nbytes + running._neighbours.nbytes
    assert grown <= held + 10 * 6 * 8


@settings(max_examples=20)
@given(st.lists(st.integers(0, 2500), max_size=10), st.integers(0, 9))
def test_lag_is_independent_of_the_chunks(cuts, seed):
    whole = stream(lag=2e-3, seconds=5.0, seed=seed)
    one, other = found_in(*whole), found_in(*whole, cuts=cuts)
    assert other.value == pytest.approx(one.value, rel=1e-6)
    assert other.std == pytest.approx(one.std, rel=1e-6)


def test_repeated_samples_count_once():
    sequence, deflection, angle = stream(lag=2e-3, seconds=5.0)
    running = RunningLag(3, rate_hz=500.0)
    once = found_in(sequence, deflection, angle, running=running)
    again = found_in(sequence, deflection, angle, running=running)
    assert (once.value, once.std) == (again.value, again.std)
    assert running.last_sequence == 2499


def test_lost_samples_and_a_restarted_count_do_not_bias_the_lag():
    sequence, deflection, angle = stream(lag=3e-3, rate_hz=1000.0)
    there = np.random.default_rng(1).random(sequence.size) > 0.01
    running = RunningLag(3, rate_hz=1000.0)
    lossy = found_in(sequence[there], deflection[:, there], angle[:, there], rate_hz=1000.0, running=running)
    assert lossy.value == pytest.approx(3e-3, abs=1e-4)
    running.count_anew()
    found = found_in(*stream(lag=3e-3, rate_hz=1000.0, seed=2), rate_hz=1000.0, running=running)
    assert found.value == pytest.approx(3e-3, abs=5e-5)
    assert found.std < lossy.std


def test_an_encoder_jump_is_not_taken_for_motion():
    running = RunningLag(3, rate_hz=500.0)
    before = found_in(*stream(lag=3e-3), running=running)
    more, deflection, angle = stream(lag=3e-3, seed=1)
    after = found_in(more + 5000, deflection, angle + 0.5, running=running)  # no sample is missing between
    assert after.std < before.std
    assert after.value == pytest.approx(3e-3, abs=3e-5)


def test_a_joint_without_link_encoder_gives_no_lag():
    sequence, deflection, angle = stream(lag=3e-3)
    deflection[1] = np.nan
    assert found_in(sequence, deflection, angle).value == pytest.approx(3e-3, abs=5e-5)
    assert found_in(sequence, np.full_like(deflection, np.nan), angle) is None


def test_disagreeing_joints_increase_the_standard_deviation():
    sequence, deflection, angle = stream(lag=3e-3)
    agreed = found_in(sequence, deflection, angle)
    other = stream(lag=5e-3)
    deflection[2] = other[1][2]
    assert found_in(sequence, deflection, angle).std > 5.0 * agreed.std


@pytest.mark.parametrize("seed", [1, 4])
def test_a_virtual_arm_s_lag_is_found(seed):
    robot = load_robot("ec66")
    (sequence, time, columns), _ = swaying(robot, seed=seed, worn=(1,), speed=0.5, period=3.0, seconds=6.0)
    lag = true_arm(robot, seed, worn=(1,)).drive.lag_s
    formulas = Formulas(robot)
    deflection, angle = (formulas.values(each, columns).T for each in (Signal.DEFLECTION, Signal.MOTOR_ANGLE))
    found = found_in(sequence, deflection, angle, rate_hz=1.0 / (time[1] - time[0]))
    truth = float(lag[1] - lag[0])
    assert abs(truth) > 1e-4
    assert found.value == pytest.approx(truth, abs=1e-4)
    assert abs(found.value - truth) < 4.0 * found.std
