"""The band around the line of a stiffness: one standard deviation, with a step for a gap."""

from dataclasses import replace

import numpy as np
import pytest

from core.elasticity.result import HysteresisLoop, JointElasticity, Measured, stiffness_band

STIFFNESS, STD = 2.0e5, 1.0e4
JOINT = JointElasticity("joint_2", 1, stiffness=Measured(STIFFNESS, STD), load_low=-100.0, load_high=300.0)


def test_the_band_is_as_wide_as_the_stiffness_is_uncertain():
    band = stiffness_band(JOINT)
    assert band is not None
    assert (band.load[0], band.load[-1]) == (-100.0, 300.0)
    assert np.all(np.diff(band.load) >= 0.0)
    assert band.middle == pytest.approx(band.load / STIFFNESS)
    # to first order the deflection moves by as much of itself as the stiffness does, around the mean load
    beyond = np.abs(band.load - np.mean(band.load))
    assert band.high - band.low == pytest.approx(2.0 * beyond / STIFFNESS * STD / STIFFNESS)


def test_the_band_is_narrowest_where_the_gear_was_loaded():
    load = np.array([250.0, 300.0, 280.0, np.nan, 270.0])
    loop = HysteresisLoop(load, load / STIFFNESS, load / STIFFNESS)
    band = stiffness_band(replace(JOINT, loop=loop))
    assert band is not None
    narrowest = band.load[np.argmin(band.high - band.low)]
    assert narrowest == pytest.approx(275.0, abs=5.0)


def test_backlash_is_a_step_at_zero_load():
    gap = Measured(4e-4, 2e-5)
    band = stiffness_band(replace(JOINT, backlash=gap, load_low=-300.0))
    assert band is not None
    at_none = band.load == 0.0
    assert band.middle[at_none] == pytest.approx([-2e-4, 2e-4])
    assert (band.high - band.low)[at_none] == pytest.approx(2e-5, rel=1e-6)
    assert band.middle[-1] == pytest.approx(300.0 / STIFFNESS + 2e-4)


def test_a_load_of_one_sign_has_no_step():
    band = stiffness_band(replace(JOINT, backlash=Measured(4e-4, 2e-5), load_low=20.0))
    assert band is not None
    assert np.all(band.load >= 20.0)
    assert np.max(np.diff(band.middle)) < 1e-4


@pytest.mark.parametrize(
    "changed",
    [
        {"stiffness": None},
        {"stiffness": Measured(STIFFNESS, float("nan"))},
        {"load_high": float("nan")},
    ],
)
def test_no_band_is_drawn_with_unknown_quantities(changed):
    assert stiffness_band(replace(JOINT, **changed)) is None
