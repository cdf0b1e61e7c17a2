"""Moves of the firmware keep their limits at every moment and are what they say they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.virtual.firmware.paths import Joined, RampLaw, StraightMove, Sway

positive = st.floats(0.01, 20.0)


def sampled(path, time):
    points = [path.at(float(moment)) for moment in time]
    return [
        np.array([getattr(point, name) for point in points])
        for name in ("position", "velocity", "acceleration")
    ]


@given(distance=st.floats(1e-6, 10.0), speed=positive, acceleration=positive)
def test_ramp_law_covers_its_distance_within_its_limits(distance, speed, acceleration):
    law = RampLaw.fitted(distance, speed=speed, acceleration=acceleration)
    time = np.linspace(0.0, law.duration, 400)
    covered, speeds, accelerations = np.array([law.at(moment) for moment in time]).T
    assert covered[0] == 0.0
    assert covered[-1] == pytest.approx(distance)
    assert np.all(np.diff(covered) >= -1e-12)
    assert speeds.max() <= speed * (1 + 1e-12)
    assert np.abs(accelerations).max() <= acceleration * (1 + 1e-9)
    assert law.at(law.duration + 1.0) == (distance, 0.0, 0.0)


@given(
    way=st.lists(st.floats(-2.0, 2.0), min_size=3, max_size=3),
    velocity=st.lists(positive, min_size=3, max_size=3),
    acceleration=st.lists(positive, min_size=3, max_size=3),
)
def test_straight_move_keeps_every_joint_within_its_limits(way, velocity, acceleration):
    start = np.array([0.3, -0.2, 1.0])
    end = start + np.array(way)
    velocity, acceleration = np.array(velocity), np.array(acceleration)
    move = StraightMove(start, end, velocity=velocity, acceleration=acceleration)
    position, speed, force = sampled(move, np.linspace(0.0, move.duration, 300))
    np.testing.assert_allclose(position[0], start)
    np.testing.assert_allclose(position[-1], end)
    assert np.all(np.abs(speed) <= velocity * (1 + 1e-9))
    assert np.all(np.abs(force) <= acceleration * (1 + 1e-9))


def test_a_move_to_where_it_stands_takes_no_time():
    here = np.array([0.1, 0.2])
    move = StraightMove(here, here, velocity=np.ones(2), acceleration=np.ones(2))
    assert move.duration == 0.0
    np.testing.assert_array_equal(move.at(0.0).position, here)


def test_velocity_and_acceleration_are_the_derivatives():
    joined = Joined(
        StraightMove(np.zeros(2), np.array([0.4, -1.0]), velocity=np.ones(2), acceleration=2 * np.ones(2)),
        StraightMove(np.array([0.4, -1.0]), np.zeros(2), velocity=np.ones(2), acceleration=np.ones(2)),
    )
    sway = Sway(np.array([0.1, -0.3]), reach=np.array([0.1, 0.1]), velocity=np.array([0.2, 0.2]))
    for path, end in ((joined, joined.duration), (sway, 8.0)):
        time = np.arange(0.0, end, 1e-4)
        position, velocity, acceleration = sampled(path, time)
        np.testing.assert_allclose(np.gradient(position, time, axis=0)[1:-1], velocity[1:-1], atol=3e-4)
        np.testing.assert_allclose(np.gradient(velocity, time, axis=0)[1:-1], acceleration[1:-1], atol=3e-3)


def test_the_sway_is_gentle_never_ends_and_never_repeats_in_step():
    center, reach, most = np.array([0.2, 0.4, -0.3]), np.array([0.12, 0.12, 0.01]), np.array([0.2, 0.05, 0.2])
    sway = Sway(center, reach=reach, velocity=most)
    position, velocity, _ = sampled(sway, np.arange(0.0, 60.0, 0.01))
    assert np.isinf(sway.duration)
    assert np.all(np.abs(position - center) <= reach + 1e-12)
    assert np.all(np.abs(velocity) <= most)
    np.testing.assert_allclose(position[0], center)
    np.testing.assert_allclose(velocity[0], 0.0)
    assert np.all(np.abs(velocity).max(axis=0) > 0.2 * np.minimum(most, reach))
    assert np.linalg.matrix_rank(velocity - velocity.mean(axis=0)) == 3


def test_the_sway_leaves_a_joint_without_room_alone():
    sway = Sway(np.zeros(2), reach=np.array([0.0, 0.1]), velocity=np.ones(2))
    position, _, _ = sampled(sway, np.arange(0.0, 10.0, 0.05))
    assert np.all(position[:, 0] == 0.0)
    assert np.ptp(position[:, 1]) > 0.05
