"""Trajectories are exact, start and end at rest, and stay inside the bounds they promise."""

import json

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.errors import BadFile, BadRequest
from core.excitation.trajectories import (
    FourierTrajectory,
    FreeFourierTrajectory,
    JoinedTrajectory,
    PointToPoint,
    QuinticFourierTrajectory,
    SampledTrajectory,
    end_of,
    point_to_point,
    project_boundary_conditions,
    rest,
    trajectory_from_fields,
    trajectory_to_fields,
)
from core.fields import to_json_value
from tests.core.excitation.random_trajectories import (
    random_fourier,
    random_free,
    random_joined,
    random_move,
    random_quintic,
    random_sampled,
)

SEEDS = st.integers(0, 2**32 - 1)


KINDS = {
    "fourier": random_fourier,
    "repeated": lambda seed: random_fourier(seed, cycles=3),
    "quintic": random_quintic,
    "quintic repeated": lambda seed: random_quintic(seed, cycles=3),
    "free": random_free,
    "free repeated": lambda seed: random_free(seed, cycles=3),
    "sampled": random_sampled,
    "move": random_move,
    "joined": random_joined,
}
every_kind = pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)


@every_kind
@given(seed=SEEDS)
def test_bounds_hold_between_samples(make, seed):
    trajectory = make(seed)
    bounds = trajectory.peak_bounds()
    moments = np.random.default_rng(seed).uniform(0.0, trajectory.duration, 4001)
    motion = trajectory.evaluate(moments)
    slack = 1e-10  # rounding alone
    assert np.all(motion.position >= bounds.lower - slack)
    assert np.all(motion.position <= bounds.upper + slack)
    assert np.all(np.abs(motion.velocity) <= bounds.velocity * (1 + slack) + slack)
    assert np.all(np.abs(motion.acceleration) <= bounds.acceleration * (1 + slack) + slack)


@every_kind
@given(seed=SEEDS)
def test_bounds_are_close_to_the_true_peaks(make, seed):
    """Within 1 % of what a fine grid finds."""
    trajectory = make(seed)
    bounds = trajectory.peak_bounds()
    motion = trajectory.evaluate(np.linspace(0.0, trajectory.duration, 8001))
    span = np.ptp(motion.position, axis=0)
    assert np.all(bounds.upper - motion.position.max(axis=0) <= 0.01 * span + 1e-9)
    assert np.all(motion.position.min(axis=0) - bounds.lower <= 0.01 * span + 1e-9)
    assert np.all(bounds.velocity <= 1.01 * np.abs(motion.velocity).max(axis=0) + 1e-9)
    assert np.all(bounds.acceleration <= 1.02 * np.abs(motion.acceleration).max(axis=0) + 1e-9)


@given(seed=SEEDS)
def test_fourier_bounds_are_tight_with_twenty_harmonics(seed):
    trajectory = random_fourier(seed, harmonics=20, joints=2)
    bounds = trajectory.peak_bounds()
    motion = trajectory.evaluate(np.linspace(0.0, trajectory.duration, 16001))
    for bound, found in [
        (bounds.upper - bounds.lower, np.ptp(motion.position, axis=0)),
        (bounds.velocity, np.abs(motion.velocity).max(axis=0)),
        (bounds.acceleration, np.abs(motion.acceleration).max(axis=0)),
    ]:
        assert np.all(found <= bound)
        assert np.all(bound <= 1.01 * found)


@given(seed=SEEDS, harmonics=st.integers(1, 20), period_s=st.floats(0.5, 60.0))
def test_trajectories_begin_and_end_at_rest(seed, harmonics, period_s):
    trajectory = random_fourier(seed, harmonics=harmonics, period_s=period_s, cycles=2)
    ends = trajectory.evaluate(np.array([0.0, period_s, trajectory.duration]))
    assert np.abs(ends.position - trajectory.start).max() < 1e-9
    assert np.abs(ends.velocity).max() < 1e-9
    assert np.abs(ends.acceleration).max() < 1e-9 * max(1.0, 20 / period_s)


@given(seed=SEEDS, harmonics=st.integers(1, 20), period_s=st.floats(0.5, 60.0), cycles=st.integers(1, 3))
def test_a_polynomial_brings_any_series_to_rest(seed, harmonics, period_s, cycles):
    trajectory = random_quintic(seed, harmonics=harmonics, period_s=period_s, cycles=cycles)
    around = np.arange(cycles + 1) * period_s
    ends = trajectory.evaluate(np.concatenate([around, np.nextafter(around[1:], 0.0)]))
    assert np.abs(ends.position - trajectory.start).max() < 1e-9
    assert np.abs(ends.velocity).max() < 1e-9
    assert np.abs(ends.acceleration).max() < 1e-9 * max(1.0, 20 / period_s**2)


@given(seed=SEEDS)
def test_projection_is_the_nearest_feasible_series(seed):
    """The removed part is orthogonal to every variation that keeps the boundary conditions."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, 2, 6))
    near = project_boundary_conditions(a, b, period_s=5.0, start=np.zeros(2))
    again = project_boundary_conditions(near.a, near.b, period_s=5.0, start=np.zeros(2))
    np.testing.assert_allclose(again.a, near.a, atol=1e-14)
    np.testing.assert_allclose(again.b, near.b, atol=1e-14)
    other = project_boundary_conditions(*rng.normal(size=(2, 2, 6)), period_s=5.0, start=np.zeros(2))
    np.testing.assert_allclose(((a - near.a) * (other.a - near.a)).sum(axis=1), 0.0, atol=1e-12)
    np.testing.assert_allclose(((b - near.b) * (other.b - near.b)).sum(axis=1), 0.0, atol=1e-12)


@every_kind
@given(seed=SEEDS, fraction=st.floats(0.05, 1.0))
def test_a_slowed_trajectory_has_the_same_path(make, seed, fraction):
    trajectory = make(seed)
    slow = trajectory.slowed(fraction)
    assert slow.duration == pytest.approx(trajectory.duration / fraction)
    # knots of a spline, where the third derivative jumps, are not to be compared to rounding
    moments = np.random.default_rng(seed).uniform(0.001, 0.999, 200) * trajectory.duration
    fast, found = trajectory.evaluate(moments), slow.evaluate(moments / fraction)
    size = 1.0 + np.abs(trajectory.peak_bounds().acceleration).max()
    np.testing.assert_allclose(found.position, fast.position, atol=1e-9)
    np.testing.assert_allclose(found.velocity, fast.velocity * fraction, atol=1e-9 * size)
    np.testing.assert_allclose(found.acceleration, fast.acceleration * fraction**2, atol=1e-7 * size)


@every_kind
@given(seed=SEEDS)
def test_velocity_is_the_derivative_of_position(make, seed):
    trajectory = make(seed)
    moments = np.random.default_rng(seed).uniform(0.01, 0.99, 50) * trajectory.duration
    step = 1e-5 * trajectory.duration
    before, here, after = (trajectory.evaluate(moments + shift) for shift in (-step, 0.0, step))
    bounds = trajectory.peak_bounds()
    slope = (after.position - before.position) / (2 * step)
    assert np.all(np.abs(slope - here.velocity) <= step * bounds.acceleration + 1e-8)
    change = (after.velocity - before.velocity) / (2 * step)
    assert np.mean(np.abs(change - here.acceleration)) <= 1e-3 * bounds.acceleration.max() + 1e-6


@every_kind
def test_position_is_held_outside_the_duration(make):
    trajectory = make(3)
    outside = trajectory.evaluate(np.array([-5.0, trajectory.duration + 5.0]))
    np.testing.assert_allclose(outside.position[0], trajectory.start, atol=1e-9)
    np.testing.assert_allclose(outside.position[1], end_of(trajectory), atol=1e-12)
    assert not outside.velocity.any()
    assert not outside.acceleration.any()


@every_kind
def test_trajectories_survive_storing(make):
    trajectory = make(5)
    moments = np.linspace(0.0, trajectory.duration, 50)
    wanted = trajectory.evaluate(moments).position
    for plain in (trajectory_to_fields(trajectory), json.loads(json.dumps(_json(trajectory)))):
        back = trajectory_from_fields(plain)
        assert type(back) is type(trajectory)
        np.testing.assert_array_equal(back.evaluate(moments).position, wanted)


def _json(trajectory):
    return to_json_value(trajectory_to_fields(trajectory))


def test_kind_names_follow_the_papers():
    at_zero = project_boundary_conditions([[1, 2, 3]], [[3, 2, 1]], period_s=4.0, start=[0.0])
    elsewhere = project_boundary_conditions([[1, 2, 3]], [[3, 2, 1]], period_s=4.0, start=[0.5])
    assert trajectory_to_fields(at_zero)["kind"] == "fourier"
    assert trajectory_to_fields(elsewhere)["kind"] == "modified"
    assert trajectory_to_fields(random_quintic(1))["kind"] == "quintic"
    assert trajectory_to_fields(random_free(1))["kind"] == "fourier-free"
    bare = {
        key: value for key, value in trajectory_to_fields(at_zero).items() if key in {"period_s", *"ab", "q0"}
    }
    assert trajectory_from_fields(bare).cycles == 1


@given(
    seed=SEEDS,
    velocity=st.floats(0.01, 5.0),
    acceleration=st.floats(0.01, 50.0),
    one_limit=st.sampled_from(["both", "velocity", "acceleration"]),
)
def test_point_to_point_uses_the_limits(seed, velocity, acceleration, one_limit):
    velocity = np.inf if one_limit == "acceleration" else velocity
    acceleration = np.inf if one_limit == "velocity" else acceleration
    start, target = np.random.default_rng(seed).uniform(-3, 3, (2, 4))
    move = point_to_point(start, target, velocity=velocity, acceleration=acceleration)
    bounds = move.peak_bounds()
    use = max(bounds.velocity.max() / velocity, bounds.acceleration.max() / acceleration)
    assume(move.duration > 0.05)
    assert use == pytest.approx(1.0)
    np.testing.assert_allclose(end_of(move), target, atol=1e-12)


def test_a_move_of_zero_length_has_a_positive_duration():
    assert point_to_point([1.0], [1.0], velocity=np.inf, acceleration=np.inf).duration == 0.05


def test_a_sampled_trajectory_passes_through_its_points_and_rests():
    trajectory = random_sampled(7)
    clock = np.arange(12) * trajectory.period_s
    motion = trajectory.evaluate(clock)
    np.testing.assert_allclose(motion.position, trajectory.positions, atol=1e-12)
    np.testing.assert_allclose(motion.velocity[[0, -1]], 0.0, atol=1e-12)


def quintic(polynomial):
    return QuinticFourierTrajectory(4.0, [0.0], [[1.0, -1.0]], [[2.0, -1.0]], [polynomial])


GOOD = {"period_s": 4.0, "q0": [0.0], "a": [[1.0, -1.0]], "b": [[2.0, -1.0]]}


@pytest.mark.parametrize(
    ("code", "make"),
    [
        ("trajectory-shape", lambda: FourierTrajectory(**GOOD | {"q0": [0.0, 1.0]})),
        ("trajectory-shape", lambda: FourierTrajectory(**GOOD | {"b": [[2.0]]})),
        ("trajectory-shape", lambda: FourierTrajectory(**GOOD | {"a": [1.0, -1.0]})),
        ("trajectory-shape", lambda: FourierTrajectory(**GOOD | {"a": [[]], "b": [[]]})),
        ("trajectory-not-finite", lambda: FourierTrajectory(**GOOD | {"q0": [np.nan]})),
        ("trajectory-duration", lambda: FourierTrajectory(**GOOD | {"period_s": 0.0})),
        ("trajectory-duration", lambda: FourierTrajectory(**GOOD | {"period_s": np.inf})),
        ("trajectory-cycles", lambda: FourierTrajectory(**GOOD | {"cycles": 0})),
        ("trajectory-not-at-rest", lambda: FourierTrajectory(**GOOD | {"a": [[1.0, -1.1]]})),
        ("trajectory-not-at-rest", lambda: FourierTrajectory(**GOOD | {"b": [[2.0, 1.0]]})),
        ("trajectory-not-at-rest", lambda: quintic([0, 1, 0, 0, 0, -1])),
        ("trajectory-not-at-rest", lambda: quintic([0, 0, 1, -2, 1, 0])),
        ("trajectory-not-closed", lambda: quintic([0, 0, 0, 10, -15, 6])),
        ("trajectory-shape", lambda: quintic([0, 0, 0])),
        ("trajectory-cycles", lambda: quintic([0] * 6).repeated(0)),
        ("trajectory-shape", lambda: FreeFourierTrajectory(**GOOD, start=[0.0, 0.0], lead_s=1.0)),
        ("trajectory-duration", lambda: FreeFourierTrajectory(**GOOD, start=[0.0], lead_s=0.0)),
        ("trajectory-cycles", lambda: FreeFourierTrajectory(**GOOD, start=[0.0], lead_s=1.0, cycles=0)),
        ("trajectory-speed-fraction", lambda: FourierTrajectory(**GOOD).slowed(0.0)),
        ("trajectory-speed-fraction", lambda: FourierTrajectory(**GOOD).slowed(1.5)),
        ("trajectory-duration", lambda: PointToPoint([0.0], [1.0], -1.0)),
        ("trajectory-shape", lambda: PointToPoint([0.0], [1.0, 2.0], 1.0)),
        ("trajectory-limit", lambda: point_to_point([0.0], [1.0], velocity=0.0, acceleration=1.0)),
        ("trajectory-limit", lambda: point_to_point([0.0], [1.0], velocity=np.inf, acceleration=np.inf)),
        ("trajectory-shape", lambda: SampledTrajectory(0.1, [[1.0]])),
        ("trajectory-no-parts", lambda: JoinedTrajectory(())),
        (
            "trajectory-parts-apart",
            lambda: JoinedTrajectory((rest([0.0], seconds=1), rest([0.1], seconds=1))),
        ),
        ("trajectory-shape", lambda: JoinedTrajectory((rest([0.0], seconds=1), rest([0, 0], seconds=1)))),
        ("trajectory-kind", lambda: trajectory_from_fields({"kind": "spiral"})),
    ],
)
def test_invalid_trajectories_are_refused(code, make):
    with pytest.raises(BadRequest) as caught:
        make()
    assert caught.value.code == code


def test_every_problem_of_a_trajectory_file_is_named():
    with pytest.raises(BadFile) as caught:
        trajectory_from_fields({"kind": "fourier", "a": "much"})
    assert {problem.where for problem in caught.value.problems} == {"period_s", "q0", "a", "b"}


def test_arrays_are_read_only_copies():
    a = np.array([[1.0, -1.0]])
    trajectory = FourierTrajectory(4.0, np.zeros(1), a, np.zeros((1, 2)))
    a[:] = 7.0
    assert trajectory.a[0, 0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        trajectory.a[0, 0] = 2.0
