"""One random trajectory of each kind for a seed."""

import numpy as np

from core.excitation.trajectories import (
    FourierSeries,
    FreeFourierTrajectory,
    JoinedTrajectory,
    PointToPoint,
    SampledTrajectory,
    brought_to_rest,
    point_to_point,
    project_boundary_conditions,
    rest,
)


def random_fourier(seed, *, harmonics=5, joints=3, cycles=1, period_s=10.0):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, joints, harmonics)) * rng.uniform(0.01, 2.0, (joints, 1))
    return project_boundary_conditions(
        a, b, period_s=period_s, start=rng.uniform(-3, 3, joints), cycles=cycles
    )


def random_quintic(seed, *, harmonics=5, joints=3, cycles=1, period_s=10.0):
    rng = np.random.default_rng(seed)
    return brought_to_rest(
        random_series(rng, harmonics, joints, period_s), start=rng.uniform(-3, 3, joints), cycles=cycles
    )


def random_free(seed, *, harmonics=5, joints=3, cycles=1, period_s=10.0):
    rng = np.random.default_rng(seed)
    series = random_series(rng, harmonics, joints, period_s)
    return FreeFourierTrajectory(
        period_s, series.q0, series.a, series.b, rng.uniform(-3, 3, joints), rng.uniform(0.3, 4.0), cycles
    )


def random_series(rng, harmonics, joints, period_s):
    a, b = rng.normal(size=(2, joints, harmonics)) * rng.uniform(0.01, 2.0, (joints, 1))
    return FourierSeries(period_s, rng.uniform(-1, 1, joints), a, b)


def random_sampled(seed, *, points=12, joints=3):
    rng = np.random.default_rng(seed)
    return SampledTrajectory(rng.uniform(0.05, 2.0), rng.normal(size=(points, joints)).cumsum(axis=0))


def random_move(seed, *, joints=3):
    rng = np.random.default_rng(seed)
    return PointToPoint(*rng.uniform(-3, 3, (2, joints)), rng.uniform(0.1, 9.0))


def random_joined(seed):
    first = random_fourier(seed)
    third, fourth = random_quintic(seed, cycles=2), random_free(seed)
    to_third = point_to_point(first.start, third.start, velocity=1.0, acceleration=2.0)
    to_fourth = point_to_point(third.start, fourth.start, velocity=1.0, acceleration=2.0)
    return JoinedTrajectory((first, rest(first.start, seconds=0.7), to_third, third, to_fourth, fourth))
