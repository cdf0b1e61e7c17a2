"""Peaks on a fine grid, against limits that need not lie about zero."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.excitation.limits.motion_limits import MotionLimits, motion_peaks
from core.excitation.trajectories import PointToPoint
from core.fields import from_fields, to_fields
from tests.core.excitation import published
from tests.core.excitation.random_trajectories import random_fourier, random_quintic

LIU_LIMITS = MotionLimits(
    lower=-np.radians([120.0, 90, 60, 120, 120, 120]),
    upper=np.radians([120.0, 90, 60, 120, 120, 120]),
    velocity=np.radians([100.0, 60, 60, 80, 80, 80]),
    acceleration=np.full(6, np.radians(120.0)),
)


def test_published_trajectory_has_the_published_peaks():
    """Known answer K1, and how near its limits the published trajectory comes."""
    peaks = motion_peaks(published.liu_series(), LIU_LIMITS, start=np.zeros(6))
    np.testing.assert_allclose(np.degrees(peaks.position), published.PEAK_POSITION_DEG, atol=0.1)
    np.testing.assert_allclose(np.degrees(peaks.velocity), published.PEAK_VELOCITY_DEG, atol=0.1)
    np.testing.assert_allclose(np.degrees(peaks.acceleration), published.PEAK_ACCELERATION_DEG, atol=0.1)
    assert peaks.worst == pytest.approx(110.6 / 120.0, abs=1e-3)
    assert np.unravel_index(np.argmax(peaks.limit_use), (6, 3)) == (4, 0)
    assert 1e-3 < peaks.boundary_error < 0.1  # the misprinted joint


@given(seed=st.integers(0, 2**32 - 1), make=st.sampled_from([random_fourier, random_quintic]))
def test_peaks_are_within_the_guaranteed_bounds_and_close_to_them(seed, make):
    trajectory = make(seed, period_s=3.0, cycles=2)
    limits = MotionLimits(*(sign * np.full(3, 5.0) for sign in (-1, 1, 1, 1)))
    peaks, bounds = motion_peaks(trajectory, limits), trajectory.peak_bounds()
    assert np.all(peaks.lower >= bounds.lower)
    assert np.all(peaks.upper <= bounds.upper)
    assert np.all(peaks.velocity <= bounds.velocity)
    assert np.all(peaks.acceleration <= bounds.acceleration)
    np.testing.assert_allclose(peaks.acceleration, bounds.acceleration, rtol=0.02)
    assert peaks.boundary_error < 1e-9
    np.testing.assert_allclose(peaks.limit_use.max(), peaks.worst)


def test_share_of_the_travel_counts_from_its_middle():
    limits = MotionLimits(
        lower=np.array([1.0]), upper=np.array([5.0]), velocity=np.array([4.0]), acceleration=np.array([10.0])
    )
    move = PointToPoint(np.array([3.0]), np.array([4.5]), 2.0)
    peaks = motion_peaks(move, limits)
    np.testing.assert_allclose(peaks.limit_use[0, 0], 0.75)
    np.testing.assert_allclose(peaks.limit_use[0, 1], 15 / 8 * 1.5 / 2.0 / 4.0, rtol=1e-4)
    np.testing.assert_allclose(peaks.limit_use[0, 2], 10 / np.sqrt(3) * 1.5 / 4.0 / 10.0, rtol=1e-4)
    assert peaks.boundary_error == pytest.approx(1.5)  # it ends elsewhere
    assert motion_peaks(move, limits, start=np.array([4.5])).boundary_error == pytest.approx(1.5)


def test_long_motions_are_evaluated_over_their_whole_duration():
    trajectory = random_fourier(1, period_s=60.0, cycles=3)  # more moments than one go
    limits = MotionLimits(*(sign * np.full(3, 9.0) for sign in (-1, 1, 1, 1)))
    once, thrice = motion_peaks(trajectory.repeated(1), limits), motion_peaks(trajectory, limits)
    np.testing.assert_allclose(thrice.limit_use, once.limit_use, rtol=1e-6)


def test_peaks_survive_storing():
    peaks = motion_peaks(published.liu_series(), LIU_LIMITS)
    back = from_fields(type(peaks), to_fields(peaks))
    np.testing.assert_array_equal(back.limit_use, peaks.limit_use)
    assert back.worst == peaks.worst
