"""How far an arm is from its trajectory, when it is not where time alone would have it."""

import numpy as np
import pytest

from devices.safety.planned_path import PlannedPath
from devices.safety.watchdog import _CurveTracker

PERIOD_S, SPEED = 0.004, 1.0
"""Time between the samples of the path, s, and its speed, rad/s."""


def tracker() -> _CurveTracker:
    way = np.arange(0.0, 2.0, PERIOD_S)[:, np.newaxis] * SPEED
    still = np.zeros_like(way)
    path = PlannedPath(way, still + SPEED, (still,), bounds=None, duration=2.0)
    return _CurveTracker(path, np.array([0.01]))


def at(tracker: _CurveTracker, place_s: float, time: float) -> float:
    return float(tracker.distance(np.array([[place_s * SPEED]]), time)[0])


@pytest.mark.parametrize("behind_s", [0.0, 0.03, 0.08])
def test_an_arm_that_falls_behind_a_little_is_still_on_its_way(behind_s: float) -> None:
    tracked = tracker()
    for time in np.arange(0.0, 1.0, 0.008):
        assert at(tracked, time, time) < 0.5 * PERIOD_S
    assert at(tracked, 1.0 - behind_s, 1.0) < PERIOD_S * SPEED


@pytest.mark.parametrize("ahead_s", [0.03, 0.08])
def test_an_arm_that_runs_ahead_a_little_is_still_on_its_way(ahead_s: float) -> None:
    tracked = tracker()
    at(tracked, 0.0, 0.0)
    assert at(tracked, 0.008 + ahead_s, 0.008) < PERIOD_S * SPEED


def test_an_arm_far_behind_is_off_its_way() -> None:
    tracked = tracker()
    for time in np.arange(0.0, 1.0, 0.008):
        at(tracked, time, time)
    assert at(tracked, 0.7, 1.0) > 0.15
