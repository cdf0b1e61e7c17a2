"""Play: what friction inside a gear holds back, and the loop that it makes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from core.elasticity.joint_parts import with_play

LOADS = arrays.arrays(np.float64, st.integers(1, 60), elements=st.floats(-1e3, 1e3))
RADII = st.floats(0.0, 500.0)


@given(LOADS, RADII)
def test_play_output_stays_within_its_radius_of_the_load(load, radius):
    assert np.all(np.abs(with_play(load, radius) - load) <= radius + 1e-9)


@given(LOADS, RADII)
def test_play_output_moves_no_more_than_the_load(load, radius):
    assert np.all(np.abs(np.diff(with_play(load, radius))) <= np.abs(np.diff(load)) + 1e-9)


@given(LOADS, RADII, st.floats(-100.0, 100.0))
def test_a_load_offset_shifts_the_play_output(load, radius, shift):
    assert with_play(load + shift, radius) == pytest.approx(with_play(load, radius) + shift, abs=1e-9)


def test_a_closed_loop_is_twice_the_radius_wide():
    load = 10.0 * np.sin(np.linspace(0.0, 2.0 * np.pi, 2001))
    passed = with_play(load, 3.0)
    assert passed[0] == pytest.approx(passed[-1])
    up, down = passed[np.abs(load) < 0.05][[0, -1]], passed[np.argmin(np.abs(load[500:1500])) + 500]
    assert np.abs(up - down).max() == pytest.approx(6.0, abs=0.2)
    area = abs(np.trapezoid(passed, load))
    assert area == pytest.approx(2.0 * 3.0 * (20.0 - 6.0), rel=0.01)
