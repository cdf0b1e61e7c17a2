"""Degrees in place of radians are found while the arm moves; an arm at rest gives no ratio."""

import numpy as np
import pytest

from core.signals.velocity_ratio import velocity_ratio

TIME = np.arange(0.0, 1.0, 0.008)
POSITION = np.stack([np.sin(TIME), np.full_like(TIME, 0.3)], axis=1)
VELOCITY = np.stack([np.cos(TIME), np.zeros_like(TIME)], axis=1)


@pytest.mark.parametrize("unit", [1.0, 180.0 / np.pi, -1.0])
def test_the_unit_of_a_velocity_is_found(unit):
    assert velocity_ratio(TIME, POSITION, unit * VELOCITY) == pytest.approx(unit, rel=1e-3)


def test_resting_arms_and_joints_without_data_give_no_ratio():
    still = np.zeros_like(POSITION)
    assert velocity_ratio(TIME, still, still) is None
    assert velocity_ratio(TIME, POSITION, np.full_like(POSITION, np.nan)) is None
    assert velocity_ratio(TIME[:2], POSITION[:2], VELOCITY[:2]) is None
