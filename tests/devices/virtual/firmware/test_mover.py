"""A stop obeys the joints' acceleration limits, whatever the motion and whenever it comes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.virtual.firmware.drive_train import Course, Mover
from devices.virtual.firmware.paths import StraightMove
from devices.virtual.firmware.trajectories import FourierPath, SampledPath
from tests.devices.virtual.firmware.fake_plant import N, drives

PERIOD_S = 1e-3
LIMIT = drives().acceleration_limit
SPEED = drives().velocity_limit
ON_THE_LIMIT = 1.0 + 1e-5


def random_path(seed):
    """A periodic motion of all joints that reaches a speed or acceleration limit and respects all."""
    random = np.random.default_rng(seed)
    duration = random.uniform(4.0, 12.0)
    base, harmonics = 2.0 * np.pi / duration, 5
    a, b = random.normal(size=(2, N, harmonics))
    a -= a.mean(axis=1, keepdims=True)
    b -= (b @ np.arange(1, harmonics + 1) / 55.0)[:, None] * np.arange(1, harmonics + 1)
    path = FourierPath(duration=duration, base=base, offset=np.zeros(N), sine=a, cosine=b)
    point = path.sampled(np.arange(0.0, duration, PERIOD_S))
    most = max(
        (np.abs(point.velocity).max(axis=0) / SPEED).max(),
        (np.abs(point.acceleration).max(axis=0) / LIMIT).max(),
    )
    return FourierPath(duration=duration, base=base, offset=np.zeros(N), sine=a / most, cosine=b / most)


def stopped(path, *, at_s, abort):
    """Set-points (k, N) from the period before the stop until rest, the velocity then, the mover."""
    mover = Mover(path.at(0.0).position, acceleration=LIMIT)
    mover.follow(path)
    for _ in range(int(at_s / PERIOD_S)):
        mover.step()
    positions = []
    velocity = mover.velocity
    positions.append(mover.position)
    if abort:
        mover.brake()
    else:
        mover.slow_down()
    while not mover.at_rest:
        mover.step()
        positions.append(mover.position)
        assert len(positions) < 3000, "does not come to rest"
    return np.array(positions), velocity, mover


@given(seed=st.integers(0, 10_000), when=st.floats(0.02, 0.98), abort=st.booleans())
def test_deceleration_obeys_the_joint_limits(seed, when, abort):
    path = random_path(seed)
    positions, velocity, _ = stopped(path, at_s=when * path.duration, abort=abort)
    steps = np.vstack([velocity, np.diff(positions, axis=0) / PERIOD_S, np.zeros(N)])
    acceleration = np.diff(steps, axis=0) / PERIOD_S
    assert np.all(np.abs(acceleration) <= ON_THE_LIMIT * LIMIT)
    assert np.all(np.abs(steps) <= 1.001 * SPEED)


@given(seed=st.integers(0, 10_000), when=st.floats(0.02, 0.98))
def test_a_controlled_stop_stays_on_the_path_and_ends_for_all_joints_together(seed, when):
    path = random_path(seed)
    positions, _, mover = stopped(path, at_s=when * path.duration, abort=False)
    dense = path.sampled(np.linspace(0.0, path.duration, 40_000)).position
    for position in positions[:: max(len(positions) // 10, 1)]:
        assert np.abs(dense - position).max(axis=1).min() < 1e-3
    assert np.all(mover.velocity == 0.0)


@given(seed=st.integers(0, 10_000), when=st.floats(0.02, 0.98))
def test_an_abort_takes_as_long_as_its_slowest_joint_needs(seed, when):
    path = random_path(seed)
    positions, velocity, _ = stopped(path, at_s=when * path.duration, abort=True)
    needed = (np.abs(velocity) / LIMIT).max()
    assert (len(positions) - 1) * PERIOD_S == pytest.approx(needed, abs=1.01 * PERIOD_S)
    way = velocity * np.abs(velocity) / (2.0 * LIMIT)
    np.testing.assert_allclose(positions[-1] - positions[0], way, atol=2e-5)


@given(seed=st.integers(0, 10_000), when=st.floats(0.02, 0.98))
def test_a_controlled_stop_is_quick(seed, when):
    path = random_path(seed)
    positions, velocity, _ = stopped(path, at_s=when * path.duration, abort=False)
    slowest = (SPEED / LIMIT).max()
    assert (len(positions) - 1) * PERIOD_S <= (np.abs(velocity) / LIMIT).max() + 2.0 * slowest


def test_an_abort_takes_over_a_controlled_stop():
    path = random_path(1)
    mover = Mover(path.at(0.0).position, acceleration=LIMIT)
    mover.follow(path)
    for _ in range(2000):
        mover.step()
    mover.slow_down()
    mover.step()
    mover.brake()
    assert mover.course is Course.BRAKING
    mover.slow_down()
    assert mover.course is Course.BRAKING


@given(seed=st.integers(0, 10_000), blocks=st.lists(st.integers(1, 100), min_size=1, max_size=30))
def test_many_periods_at_once_are_those_one_by_one_to_the_last_bit(seed, blocks):
    random = np.random.default_rng(seed)
    steps = np.cumsum(random.normal(scale=1e-3, size=(random.integers(3, 60), N)), axis=0)
    path = SampledPath(steps, period=random.uniform(0.004, 0.03))
    together, apart = (Mover(steps[0], acceleration=LIMIT) for _ in range(2))
    for mover in (together, apart):
        mover.follow(path)
    for periods in blocks:
        was_at_rest = together.at_rest
        points = together.steps(periods)
        if was_at_rest:
            break
        for position, velocity in points:
            apart.step()
            np.testing.assert_array_equal(position, apart.position)
            np.testing.assert_array_equal(velocity, apart.velocity)
        assert together.at_rest == apart.at_rest
        assert together.progress == apart.progress


def test_a_path_is_followed_to_its_end_and_counts_its_progress():
    move = StraightMove(np.zeros(2), np.array([0.5, 0.2]), velocity=np.ones(2), acceleration=np.ones(2))
    mover = Mover(np.zeros(2), acceleration=np.ones(2))
    mover.follow(move)
    progress = []
    while not mover.at_rest:
        mover.step()
        progress.append(mover.progress)
    assert np.all(np.diff(progress) >= 0.0)
    assert len(progress) == pytest.approx(move.duration / PERIOD_S, abs=1.0)
    np.testing.assert_array_equal(mover.position, [0.5, 0.2])
