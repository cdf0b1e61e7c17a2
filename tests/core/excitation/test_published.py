"""Known answer K1: the published trajectory has the peaks and the ends it is known for."""

import numpy as np
import pytest

from core.errors import BadRequest
from core.excitation.trajectories import FourierTrajectory, brought_to_rest, project_boundary_conditions
from tests.core import published_arms
from tests.core.excitation import published


def test_published_trajectory_has_the_published_peaks():
    bounds = published.liu_series().peak_bounds()
    position = np.degrees(np.maximum(-bounds.lower, bounds.upper))
    np.testing.assert_allclose(position, published.PEAK_POSITION_DEG, rtol=0.003)
    np.testing.assert_allclose(np.degrees(bounds.velocity), published.PEAK_VELOCITY_DEG, rtol=0.004)
    np.testing.assert_allclose(np.degrees(bounds.acceleration), published.PEAK_ACCELERATION_DEG, rtol=0.004)


def test_published_trajectory_follows_its_formula():
    found = published.liu_series().evaluate(published.liu_time())
    wanted = published_arms.liu_trajectory(samples=published.SAMPLES)
    for mine, theirs in zip((found.position, found.velocity, found.acceleration), wanted, strict=True):
        np.testing.assert_allclose(mine, theirs, atol=1e-12)


def test_published_trajectory_rests_except_the_misprinted_joint():
    series = published.liu_series()
    order = np.arange(1.0, 6.0)
    misses = np.abs(
        [
            series.a.sum(axis=1),
            series.b @ order,
            series.q0 - (series.b / series.rates).sum(axis=1),
        ]
    )
    assert misses[:, :5].max() < 1e-3
    assert 1e-3 < misses[:, 5].max() < 0.1  # a digit of joint 6 is wrong in print


def test_it_is_no_trajectory_until_it_is_projected():
    series = published.liu_series()
    with pytest.raises(BadRequest, match="trajectory-not-at-rest") as caught:
        FourierTrajectory(series.period_s, series.q0, series.a, series.b)
    assert caught.value.facts["joint"] == 6
    near = project_boundary_conditions(series.a, series.b, period_s=series.period_s, start=np.zeros(6))
    assert np.abs(near.a - series.a).max() < 2e-3
    assert np.abs(near.b - series.b).max() < 5e-2
    np.testing.assert_allclose(near.start, 0.0, atol=1e-15)


def test_a_polynomial_brings_it_to_rest_and_hardly_changes_it():
    trajectory = brought_to_rest(published.liu_series(), start=np.zeros(6))
    found = trajectory.evaluate(published.liu_time()).position
    away = np.abs(found - published.liu_series().evaluate(published.liu_time()).position).max(axis=0)
    assert away[:5].max() < 5e-3
    assert away[5] < 0.3
