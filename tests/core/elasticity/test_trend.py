"""The trend over visits: a known slope comes back, and noise is not taken for one."""

import math
from dataclasses import replace

import numpy as np
import pytest

from core.elasticity.comparison_result import TwistQuantity
from core.elasticity.result import Elasticity, Measured
from core.elasticity.trend import trend
from core.errors import BadRequest, NotEnoughData
from core.signals.significance import FALSE_ALARM_RATE
from core.signals.trend_line import YEAR_S, weighted_slope
from tests.core.elasticity.visit_examples import (
    ARCSEC,
    GAIN_STD,
    STIFFNESS,
    joint,
    line,
    stiffness,
    visit,
)


def ageing(years: float, *, lost: float = 0.1) -> Elasticity:
    """The first joint loses so much of its stiffness in a year."""
    first = joint(0, STIFFNESS[0] * (1.0 - lost * years))
    return visit(first, joint(1), joint(2), days=365.25 * years)


def test_a_known_slope_is_found_in_its_joint_alone():
    found = trend([ageing(years) for years in (2.0, 0.0, 1.0, 3.0)])  # in any order
    assert [(one.joint, one.quantity) for one in found.found] == [("joint_1", TwistQuantity.STIFFNESS)]
    (soft,) = found.found
    per_year = soft.slope_per_year
    assert per_year is not None
    assert per_year.value == pytest.approx(-0.1 * STIFFNESS[0], rel=0.05)
    assert soft.time[-1] == pytest.approx(3.0 * YEAR_S)
    assert soft.line == pytest.approx(soft.value)  # on a straight line by its making
    assert np.all(np.diff(soft.value) < 0.0)


def test_trend_needs_three_visits_at_different_times():
    with pytest.raises(NotEnoughData, match="trend-too-few-visits"):
        trend([ageing(0.0), ageing(1.0)])
    with pytest.raises(NotEnoughData, match="trend-too-few-visits"):
        trend([ageing(0.0), ageing(0.0), ageing(0.0)])


def test_visits_without_a_date_are_left_out_and_listed():
    visits = [ageing(0.0), ageing(1.0), ageing(2.0)]
    assert trend([*visits, visit(recorded_at="")]).undated == 1
    with pytest.raises(NotEnoughData):
        trend([*visits[:2], visit(recorded_at="someday")])


def test_a_quantity_measured_twice_has_values_and_no_slope():
    visits = [ageing(0.0), ageing(1.0), visit(joint(0, backlash=None), joint(1), joint(2), days=730.0)]
    gap = trend(visits).of("joint_1", TwistQuantity.BACKLASH)
    assert gap is not None
    assert gap.visit == (0, 1)
    assert gap.slope is None
    assert not gap.is_beyond_noise


def test_lines_of_ripple_are_followed_by_their_cycles():
    visits = [
        visit(joint(0, ripple=(line(3.095, amplitude * ARCSEC), line(1.0, 12.0 * ARCSEC))), days=days)
        for days, amplitude in ((0.0, 10.0), (300.0, 15.0), (600.0, 20.0))
    ]
    (grown,) = trend(visits).found
    assert grown.cycles_per_motor_turn == pytest.approx(3.095)


def test_the_shared_gain_only_scales_the_slope():
    visits = [
        visit(joint(0, stiffness=stiffness(STIFFNESS[0] * share, own=0.002, gain_std=0.2)), days=days)
        for days, share in ((0.0, 1.0), (300.0, 0.97), (600.0, 0.94))
    ]
    visits = [replace(one, gain_std=0.2) for one in visits]
    soft = trend(visits).of("joint_1", TwistQuantity.STIFFNESS)
    assert soft is not None
    assert soft.is_beyond_noise
    assert soft.slope is not None
    assert soft.slope.std > 0.2 * abs(soft.slope.value)
    apart = trend(visits, same_gains=False).of("joint_1", TwistQuantity.STIFFNESS)
    assert apart is not None
    assert not apart.is_beyond_noise


def test_scatter_beyond_the_uncertainty_increases_slope_errors():
    time, std = np.arange(5.0), np.full(5, 0.1)
    still, known = weighted_slope(time, 1.0 + 0.2 * time, std)
    assert still == pytest.approx(0.2)
    assert known == pytest.approx(0.1 / math.sqrt(10.0))
    _, shaken = weighted_slope(time, 0.2 * time + np.array([1.0, -1.0, 1.0, -1.0, 1.0]), std)
    assert shaken > 5.0 * known


def test_the_rate_of_false_slopes_is_below_the_stated_one():
    """Standard deviations of slopes are only ever increased, so the rate is below the stated one.

    2000 arms, 24 slopes.
    """
    rng = np.random.default_rng(11)
    time, alarms = np.arange(4.0), 0
    from core.signals.significance import threshold_stds

    limit = threshold_stds(24)
    for _ in range(2000):
        slopes = [weighted_slope(time, rng.standard_normal(4), np.ones(4)) for _ in range(24)]
        alarms += any(abs(slope) > limit * std for slope, std in slopes)
    assert 0 < alarms <= FALSE_ALARM_RATE * 2000 + 3.0 * math.sqrt(FALSE_ALARM_RATE * 2000)


def test_other_robots_are_refused():
    with pytest.raises(BadRequest, match="visits-of-other-robots"):
        trend([ageing(0.0), ageing(1.0), visit(robot="another", days=900.0)])


def test_gains_of_another_source_are_not_shared():
    assert trend([ageing(0.0), ageing(1.0), ageing(2.0)]).shared_gain_std == GAIN_STD
    mixed = [ageing(0.0), ageing(1.0), replace(ageing(2.0), gain_std=0.001)]
    assert trend(mixed).shared_gain_std == 0.0


def test_a_value_without_standard_deviation_is_left_out():
    visits = [ageing(0.0), ageing(1.0), ageing(2.0)]
    exact = replace(visits[0], joints=(joint(0, lag=Measured(3e-3, 0.0)), *visits[0].joints[1:]))
    late = trend([exact, *visits[1:]]).of("joint_1", TwistQuantity.LAG)
    assert late is not None
    assert late.visit == (1, 2)
