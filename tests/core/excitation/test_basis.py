"""A basis is linear, exact at its ends, and its rows keep a motion inside the limits between samples too."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from core.errors import BadRequest
from core.excitation.basis import TIGHTENING, Basis
from core.excitation.limits.motion_limits import MotionLimits, motion_peaks
from core.excitation.trajectories import FreeFourierTrajectory, TrajectoryKind, trajectory_to_fields
from core.excitation.trajectories.motion import Kinematics
from tests.core.excitation import published

SEEDS = st.integers(0, 2**32 - 1)
KINDS = st.sampled_from(TrajectoryKind)
PARTS = ("position", "velocity", "acceleration")


def random_basis(seed, kind, *, joints=None, free=None, harmonics=None):
    """Any arm: sliding joints among others, travels that are not about zero, a start pose anywhere inside."""
    rng = np.random.default_rng(seed)
    joints = joints or int(rng.integers(1, 8))
    harmonics = harmonics or int(rng.integers(2, 9))
    size = np.where(rng.random(joints) < 0.3, 0.2, 2.0)  # a slide goes 0.2 m
    lower = size * rng.uniform(-2.0, 0.5, joints)
    upper = lower + size * rng.uniform(0.5, 2.0, joints)
    limits = MotionLimits(
        lower,
        upper,
        velocity=size * rng.uniform(0.2, 2, joints),
        acceleration=size * rng.uniform(0.5, 4, joints),
    )
    start = lower + (upper - lower) * rng.uniform(0.03, 0.97, joints)
    if kind is TrajectoryKind.FOURIER:
        limits = MotionLimits(lower - start, upper - start, limits.velocity, limits.acceleration)
        start = np.zeros(joints)
    period_s = float(rng.uniform(1.0, 40.0))
    time = np.arange(int(rng.integers(20, 300)))
    return Basis(
        kind,
        start=start,
        period_s=period_s,
        harmonics=harmonics,
        limits=limits,
        time=time * (period_s / time.size),
        free=free,
    )


def at_the_limits(basis, seed):
    """A random x that takes every free joint to its limit."""
    x = np.random.default_rng(seed).normal(size=basis.size)
    return (x.reshape(len(basis.free), -1) / basis.furthest(x)[:, np.newaxis]).ravel()


def parts(motion):
    return [getattr(motion, name) for name in PARTS]


@given(seed=SEEDS, kind=KINDS)
def test_trajectory_and_basis_give_the_same_motion(seed, kind):
    basis = random_basis(seed, kind)
    x = at_the_limits(basis, seed)
    trajectory = basis.trajectory(x, cycles=2)
    begins = trajectory.measured_span[0] if isinstance(trajectory, FreeFourierTrajectory) else 0.0
    for cycle in (0.0, basis.period_s):
        found = trajectory.evaluate(basis.time + begins + cycle)
        for mine, theirs in zip(parts(basis.motion(x)), parts(found), strict=True):
            np.testing.assert_allclose(mine, theirs, atol=1e-8)
    np.testing.assert_allclose(trajectory.start, basis.start, atol=1e-9)


@given(seed=SEEDS, kind=KINDS)
def test_coordinates_are_recovered_from_the_trajectory(seed, kind):
    basis = random_basis(seed, kind)
    x = at_the_limits(basis, seed)
    np.testing.assert_allclose(basis.coordinates(basis.trajectory(x)), x, atol=1e-7)


@given(seed=SEEDS, kind=KINDS)
def test_a_trajectory_at_the_tightened_limits_is_inside_the_limits(seed, kind):
    """On 5 ms, and by the bounds that hold everywhere."""
    basis = random_basis(seed, kind)
    trajectory = basis.trajectory(at_the_limits(basis, seed))
    peaks = motion_peaks(trajectory, basis.limits)
    assert peaks.worst <= 1.0
    assert peaks.worst >= 0.97 * TIGHTENING  # the limit is a limit of this motion, not of something else
    assert peaks.boundary_error < 1e-8
    assert basis.limits.use(trajectory.peak_bounds()).max() <= 1.0


@given(seed=SEEDS, kind=KINDS)
def test_rows_give_the_motion_in_units_of_the_limits(seed, kind):
    basis = random_basis(seed, kind)
    x = np.random.default_rng(seed).normal(size=basis.size)
    assert basis.rows.shape == (len(basis.free), basis.lower.shape[1], basis.per_joint)
    assert np.all(basis.lower < 0.0)
    assert np.all(basis.upper > 0.0)
    assert np.linalg.norm(basis.rows, axis=2).max(axis=0).min() > 0.0
    values = np.einsum("jrp,jp->jr", basis.rows, x.reshape(len(basis.free), -1))
    share = np.maximum(values / basis.upper, values / basis.lower).max(axis=1)
    np.testing.assert_allclose(basis.furthest(x), share, rtol=1e-12)
    speed = np.abs(basis.motion(x).velocity) / basis.limits.velocity
    assert np.all(speed.max(axis=0) <= 1.02 * TIGHTENING * basis.furthest(x))


@given(seed=SEEDS, kind=KINDS)
def test_pull_back_is_the_transpose_of_the_motion(seed, kind):
    basis = random_basis(seed, kind)
    rng = np.random.default_rng(seed)
    x = rng.normal(size=basis.size)
    gradient = Kinematics(*rng.normal(size=(3, basis.time.size, basis.start.size)))
    moved, still = basis.motion(x), basis.motion(np.zeros(basis.size))
    along = sum(
        float(np.sum(weight * (there - here)))
        for weight, there, here in zip(parts(gradient), parts(moved), parts(still), strict=True)
    )
    assert basis.pull_back(gradient) @ x == pytest.approx(along, rel=1e-9, abs=1e-9 * basis.size)


@given(seed=SEEDS, kind=KINDS)
def test_locked_joints_stand_still(seed, kind):
    basis = random_basis(seed, kind, joints=6, free=(0, 2, 5))
    x = at_the_limits(basis, seed)
    assert basis.size == 3 * basis.per_joint == x.size
    trajectory = basis.trajectory(x)
    found = trajectory.evaluate(np.linspace(0.0, trajectory.duration, 101))
    for locked in (1, 3, 4):
        assert np.abs(found.position[:, locked] - basis.start[locked]).max() < 1e-12
        assert np.abs(found.velocity[:, locked]).max() < 1e-12
        assert set(basis.motion(x).position[:, locked]) == {basis.start[locked]}


def test_each_kind_has_its_number_of_variables_per_joint():
    """Three conditions at rest; the polynomial takes the constant; nothing is taken from a free series."""
    wanted = {
        TrajectoryKind.FOURIER: 8,
        TrajectoryKind.MODIFIED: 8,
        TrajectoryKind.QUINTIC: 10,
        TrajectoryKind.FREE: 11,
    }
    assert {kind: random_basis(3, kind, harmonics=5).per_joint for kind in TrajectoryKind} == wanted


def liu_basis(kind, *, start=0.0, samples=200, **changes):
    degrees = np.radians
    limits = MotionLimits(
        lower=-degrees([120.0, 90, 60, 120, 120, 120]),
        upper=degrees([120.0, 90, 60, 120, 120, 120]),
        velocity=degrees([100.0, 60, 60, 80, 80, 80]),
        acceleration=np.full(6, degrees(120.0)),
    )
    wanted = {
        "start": start * np.ones(6),
        "period_s": 20.0,
        "harmonics": 5,
        "limits": limits,
        "time": np.arange(samples) * (20.0 / samples),
    }
    return Basis(kind, **wanted | changes)


@pytest.mark.parametrize("kind", TrajectoryKind)
@pytest.mark.parametrize("samples", [200, 40])
def test_no_allowed_motion_exceeds_its_limits_between_grid_points(kind, samples):
    """Of all x inside the rows, the one that goes furthest at a moment between them: a linear programme."""
    basis = liu_basis(kind, samples=samples, free=[0])
    inside = np.vstack([basis.rows[0], -basis.rows[0]])
    ends = np.concatenate([basis.upper[0], -basis.lower[0]])
    moments = np.concatenate([np.array([0.45, 1.37, 3.45]) * 20.0 / 192, np.array([4.03, 7.26])])
    columns = np.stack([[parts(basis.motion_at(row, moments)) for row in np.eye(basis.size)]])[0, ..., 0]
    scales = (basis.limits.upper[0], basis.limits.velocity[0], basis.limits.acceleration[0])
    for quantity, scale in enumerate(scales):
        for row in columns[:, quantity].T / scale:
            found = linprog(-row, A_ub=inside, b_ub=ends, bounds=(None, None), method="highs")
            assert -found.fun <= 1.0


def test_the_start_pose_may_be_close_to_a_limit():
    basis = liu_basis(TrajectoryKind.MODIFIED, start=np.radians(59.9))
    trajectory = basis.trajectory(at_the_limits(basis, 1))
    assert motion_peaks(trajectory, basis.limits).worst <= 1.0


def test_the_published_trajectory_is_in_the_basis():
    basis = liu_basis(TrajectoryKind.FOURIER)
    x = basis.coordinates(published.liu_series())
    away = np.abs(basis.trajectory(x).a - published.liu_series().a).max(axis=1)
    assert away[:5].max() < 1e-3  # what is rounded in print
    assert 0.8 < basis.furthest(x).max() < 1.0


def test_a_given_series_becomes_a_modified_one():
    assert liu_basis(TrajectoryKind.FOURIER, start=0.1).kind is TrajectoryKind.MODIFIED
    basis = liu_basis(TrajectoryKind.FOURIER)
    assert basis.kind is TrajectoryKind.FOURIER
    assert trajectory_to_fields(basis.trajectory(at_the_limits(basis, 1)))["kind"] == "fourier"


def test_leads_hardly_restrict_a_free_series():
    basis = liu_basis(TrajectoryKind.FREE)
    used = []
    for seed in range(30):
        series = basis.trajectory(at_the_limits(basis, seed)).series
        used.extend(basis.limits.use(series.peak_bounds()).max(axis=1))
    assert np.mean(np.array(used) > 0.99 * TIGHTENING) > 0.95


@pytest.mark.parametrize(("kind", "within"), [("modified", 1e-9), ("fourier-free", 1e-9), ("quintic", 0.1)])
def test_basis_is_whitened_in_units_of_the_limits(kind, within):
    """The mean square of a joint in units of its limits is that of its x, whatever the limits are.

    A polynomial is looked at more closely where it begins and ends, and only there counts more.
    """
    basis = liu_basis(TrajectoryKind(kind), start=0.3)
    x = np.random.default_rng(2).normal(size=basis.size)
    motion = basis.motion(x)
    half = (basis.limits.upper - basis.limits.lower) / 2.0
    shares = (
        (motion.position - basis.start) / half,
        motion.velocity / basis.limits.velocity,
        motion.acceleration / basis.limits.acceleration,
    )
    found = np.mean([np.mean(share**2, axis=0) for share in shares], axis=0)
    wanted = np.sum(x.reshape(6, -1) ** 2, axis=1)
    np.testing.assert_allclose(found, wanted, rtol=within)


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("too-few-harmonics", {"harmonics": 1}),
        ("trajectory-duration", {"period_s": 0.0}),
        ("trajectory-shape", {"start": np.zeros((2, 6))}),
        ("nothing-free", {"free": ()}),
        ("samples-outside-period", {"period_s": 10.0}),
        ("start-outside-limits", {"start": np.radians([0.0, 0, 60, 0, 0, 0])}),
        ("start-outside-limits", {"start": np.radians([0.0, 0, -61, 0, 0, 0])}),
    ],
)
def test_invalid_bases_are_refused(code, changes):
    with pytest.raises(BadRequest) as caught:
        liu_basis(TrajectoryKind.MODIFIED, **changes)
    assert caught.value.code == code
