"""At which speeds a motion is run before full speed, and in how many runs."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.arm.speed_stages import cycles_of_runs, stage_fractions
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S


@pytest.mark.parametrize(
    ("top_speed", "share", "proven", "expected"),
    [
        (2.5, 1.0, False, [0.098, 0.25, 0.5]),
        (2.5, 1.0, True, [0.25, 0.5]),
        (1.1, 1.0, False, [0.2, 0.25, 0.5]),  # 250 mm/s is almost a quarter already
        (0.5, 1.0, False, [0.25, 0.5]),  # a quarter endangers no one
        (0.1, 1.0, False, [0.25, 0.5]),  # nor does full speed, but its torque is unknown
        (2.5, 0.8, False, [0.098, 0.3125, 0.625]),
        (2.5, 0.2, False, [0.098]),
        (0.26, 0.2, False, [0.8]),
        (2.5, 0.2, True, []),
        (0.1, 0.2, False, []),
    ],
)
def test_the_stages_before_full_speed(top_speed, share, proven, expected):
    found = stage_fractions(top_speed, share=share, proven=proven)
    assert found == pytest.approx(expected, abs=1e-3)


@given(st.floats(0.01, 20.0), st.floats(0.05, 1.0))
def test_an_arm_that_is_not_proven_begins_slowly_and_gets_faster(top_speed, share):
    found = (*stage_fractions(top_speed, share=share, proven=False), 1.0)
    assert found[0] * top_speed <= UNPROVEN_TOOL_SPEED_M_S + 1e-9
    assert all(slow < fast for slow, fast in pairwise(found))


@given(st.integers(1, 200), st.integers(1, 40))
def test_cycles_are_shared_out_evenly(cycles, most):
    runs = cycles_of_runs(cycles, most=most)
    assert sum(runs) == cycles
    assert 1 <= min(runs) <= max(runs) <= most
    assert max(runs) - min(runs) <= 1
    assert len(runs) == -(-cycles // most)
