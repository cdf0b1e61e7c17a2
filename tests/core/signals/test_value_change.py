"""A change counts where it is more than the uncertainty of both, and a trend where it is more than noise."""

import math

import numpy as np
import pytest

from core.signals.significance import threshold_stds
from core.signals.trend_line import YEAR_S, DatedValue, fit_trends
from core.signals.value_change import ValueChange, judged_together


def test_the_threshold_decides_on_either_side():
    edge = threshold_stds(1) * math.hypot(0.03, 0.04)
    (below,) = judged_together([ValueChange(1.0, 0.03, 1.0 + 0.99 * edge, 0.04)])
    (above,) = judged_together([ValueChange(1.0, 0.03, 1.0 - 1.01 * edge, 0.04)])
    assert not below.is_beyond_noise
    assert above.is_beyond_noise
    assert above.least_seen == pytest.approx(edge)
    assert above.difference == pytest.approx(-1.01 * edge)


def test_more_comparisons_ask_for_a_larger_change():
    one = ValueChange(1.0, 0.1, 1.4, 0.1)
    assert judged_together([one])[0].is_beyond_noise
    assert not judged_together([one, *[ValueChange(1.0, 0.1, 1.0, 0.1)] * 9])[0].is_beyond_noise


@pytest.mark.parametrize("hole", [{"before": math.nan}, {"after": math.nan}])
def test_measured_once_is_no_change(hole):
    values = {"before": 1.0, "before_std": 0.1, "after": 9.0, "after_std": 0.1, **hole}
    (change,) = judged_together([ValueChange(**values)])
    assert change.is_measured_once
    assert not change.is_compared
    assert not change.is_beyond_noise


def test_a_value_without_standard_deviation_is_not_compared():
    (change,) = judged_together([ValueChange(1.0, 0.0, 9.0, 0.0)])
    assert not change.is_compared
    assert not change.is_beyond_noise


def test_false_alarm_rate_is_the_stated_one():
    """Of a thousand equal pairs of payloads, about one in a hundred shows a change in any of four."""
    rng = np.random.default_rng(7)
    alarms = 0
    for _ in range(1000):
        before, after = rng.standard_normal((2, 4))
        pairs = zip(before.tolist(), after.tolist(), strict=True)
        changes = judged_together([ValueChange(one, 1.0, other, 1.0) for one, other in pairs])
        alarms += any(change.is_beyond_noise for change in changes)
    assert 2 <= alarms <= 22


def test_a_slope_is_found_and_noise_gives_none():
    times = [0.0, 0.5 * YEAR_S, YEAR_S, 2.0 * YEAR_S]
    grown = [DatedValue(place, time, 8.0 + 2.0 * time / YEAR_S, 0.1) for place, time in enumerate(times)]
    still = [DatedValue(place, time, 3.0, 0.1) for place, time in enumerate(times)]
    once = [DatedValue(0, 0.0, 1.0, 0.1)]
    found = fit_trends({"grown": grown, "still": still, "once": once})
    assert set(found) == {"grown", "still"}
    assert found["grown"].slope_per_year[0] == pytest.approx(2.0)
    assert found["grown"].is_beyond_noise
    assert found["grown"].line[-1] == pytest.approx(12.0)
    assert not found["still"].is_beyond_noise


def test_two_visits_are_points_without_a_slope():
    found = fit_trends({"mass": [DatedValue(0, 0.0, 1.0, 0.1), DatedValue(1, YEAR_S, 9.0, 0.1)]})
    assert found["mass"].value.tolist() == [1.0, 9.0]
    assert not found["mass"].has_slope
    assert not found["mass"].is_beyond_noise
