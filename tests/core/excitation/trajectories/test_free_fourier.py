"""A free series is entered from rest and left to rest without a jump, inside the limits."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadRequest
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories import FourierSeries, entered_from
from tests.core.excitation.random_trajectories import random_free, random_series

SEEDS = st.integers(0, 2**32 - 1)


@given(seed=SEEDS)
def test_leads_join_a_free_series_without_a_jump(seed):
    trajectory = random_free(seed, cycles=2)
    begin, end = trajectory.measured_span
    assert end - begin == pytest.approx(20.0)
    bounds = trajectory.peak_bounds()
    for border in (0.0, begin, end, trajectory.duration):
        around = trajectory.evaluate(np.clip([border - 1e-9, border + 1e-9], 0.0, trajectory.duration))
        for values, slope in (
            (around.position, bounds.velocity),
            (around.velocity, bounds.acceleration),
            (around.acceleration, 1e3 * bounds.acceleration),
        ):
            assert np.all(np.abs(values[1] - values[0]) <= 4e-9 * slope + 1e-12)
    ends = trajectory.evaluate(np.array([0.0, trajectory.duration]))
    assert max(np.abs(part).max() for part in (ends.velocity, ends.acceleration)) < 1e-9
    np.testing.assert_allclose(ends.position, [trajectory.start] * 2, atol=1e-12)
    within = np.linspace(0.0, 20.0, 50)
    np.testing.assert_allclose(
        trajectory.evaluate(within + begin).position, trajectory.series.evaluate(within).position, atol=1e-12
    )


def limits(reach=3.0):
    ones = np.ones(3)
    return MotionLimits(lower=-reach * ones, upper=reach * ones, velocity=2.0 * ones, acceleration=4.0 * ones)


@given(seed=SEEDS)
def test_leads_are_chosen_inside_the_limits(seed):
    rng = np.random.default_rng(seed)
    series = random_series(rng, 3, 3, 10.0)
    use = limits().use(series.peak_bounds()).max() / 0.7
    series = FourierSeries(10.0, series.q0 / use, series.a / use, series.b / use)
    trajectory = entered_from(series, start=np.zeros(3), limits=limits(), cycles=2)
    assert limits().use(trajectory.peak_bounds()).max() <= 1.0 + 1e-9
    sooner = replace(trajectory, lead_s=trajectory.lead_s * 0.8)
    assert limits().use(sooner.lead_bounds()).max() > 1.0 or trajectory.lead_s <= 0.05


def test_a_series_that_cannot_be_entered_is_refused():
    series = FourierSeries(2.0, np.zeros(3), 2.0 * np.ones((3, 1)), np.zeros((3, 1)))
    with pytest.raises(BadRequest, match="no-lead-in") as caught:
        entered_from(series, start=np.zeros(3), limits=limits(reach=0.7), cycles=1)
    assert caught.value.facts["joint"] == 1
