"""The loop that builds up: means of the samples, bounded, thinned as a whole, broken at holes."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.diagnostics.torque_twist_loop import MOST_POINTS, LoopTrace


def circle(count, *, joints=2):
    angle = np.linspace(0.0, 6.0 * np.pi, count)
    gains = np.arange(1.0, joints + 1.0)
    return np.cos(angle)[:, None] * gains, 1e-3 * np.sin(angle)[:, None] * gains


@given(st.integers(1, 12), st.lists(st.integers(0, 400), max_size=10))
def test_points_are_means_independent_of_the_chunks(samples, cuts):
    torque, deflection = circle(400)
    loop = LoopTrace(2, samples_per_point=samples)
    for rows in np.split(np.arange(400), sorted(cuts)):
        loop.feed(torque[rows], deflection[rows])
    whole = 400 // samples * samples
    for joint in range(2):
        found = loop.points(joint)
        for values, fed in zip(found, (torque, deflection), strict=True):
            means = fed[:whole, joint].reshape(-1, samples).mean(axis=1)
            np.testing.assert_allclose(values, means, rtol=1e-12, atol=1e-15)


@settings(max_examples=30)
@given(st.integers(4, 60), st.integers(1, 5), st.integers(1, 3000), st.integers(1, 700), st.integers(0, 9))
def test_a_full_loop_thins_its_history_evenly_and_keeps_beginning_and_end(most, samples, count, size, seed):
    """Points carry the number of their average: all of them real, in order, one density throughout."""
    numbers = np.repeat(np.arange(count, dtype=float), samples)[:, None]
    loop = LoopTrace(1, samples_per_point=samples, most_points=most)
    for first in range(0, numbers.size, size):
        loop.feed(numbers[first : first + size], -numbers[first : first + size])
    torque, deflection = loop.points(0)
    assert torque.size <= max(most, 6)
    np.testing.assert_array_equal(torque, -deflection)
    assert torque[0] == 0.0
    assert torque[-1] == count - 1
    steps = np.diff(torque[:-1])
    assert steps.size == 0 or (steps == steps[0]).all()
    assert torque.size >= min(count, max(most, 6) // 2 - 2)


def test_the_default_bound_holds_for_hours():
    loop = LoopTrace(6, samples_per_point=1)
    room = loop._held.nbytes
    torque, deflection = circle(60_000, joints=6)
    for _ in range(20):
        loop.feed(torque, deflection)
        assert MOST_POINTS // 2 - 2 <= loop.points(5)[0].size <= MOST_POINTS
    assert loop._held.nbytes == room


@given(st.lists(st.integers(1, 90), min_size=1, max_size=12), st.integers(1, 4), st.integers(8, 40))
def test_no_line_is_drawn_across_a_gap(lengths, samples, most):
    """Each stretch has a level of its own: levels never touch without a break in between."""
    loop = LoopTrace(1, samples_per_point=samples, most_points=most)
    for level, length in enumerate(lengths):
        if level:
            loop.interrupt()
        flat = np.full((length * samples, 1), float(level))
        loop.feed(flat, flat)
    torque, deflection = loop.points(0)
    np.testing.assert_array_equal(np.isnan(torque), np.isnan(deflection))
    steps = np.diff(torque)
    assert np.all((steps == 0.0) | np.isnan(steps))
    assert torque.size <= most
    assert torque[-1] == len(lengths) - 1


def test_zero_counts_for_points_that_are_there_and_for_later_ones():
    loop = LoopTrace(2)
    loop.feed(np.ones((1, 2)), np.array([[3.0, 5.0]]))
    loop.set_zero(np.array([1.0, 2.0]))
    loop.feed(np.ones((1, 2)), np.array([[4.0, 5.0]]))
    assert loop.points(0)[1].tolist() == [2.0, 3.0]
    assert loop.points(1)[1].tolist() == [3.0, 3.0]
    loop.set_zero(None)
    assert loop.points(0)[1].tolist() == [3.0, 4.0]


def test_joints_without_load_or_deflection_have_no_loop():
    loop = LoopTrace(2)
    loop.feed(np.ones((4, 2)), np.array([[1.0, np.nan]] * 4))
    assert loop.points(0)[0].size == 4
    assert [values.size for values in loop.points(1)] == [0, 0]
    loop.clear()
    assert loop.points(0)[0].size == 0
