"""How late the cycles come: a controller's own pace is no lateness, a pause of this computer is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.franka.vendor_client import lateness_of

CYCLES = np.arange(5000.0, 6000.0)


@given(st.floats(0.9, 1.2), st.floats(0.0, 1e-3), st.integers(0, 2**32 - 1))
def test_the_pace_of_a_controller_is_not_late(pace, jitter, seed):
    times = 1e-3 * pace * CYCLES + jitter * np.random.default_rng(seed).random(CYCLES.size)
    assert lateness_of(CYCLES, times).max() <= 3.0 * jitter + 1e-9


@given(st.floats(0.95, 1.1), st.integers(0, 980), st.floats(0.012, 0.2))
def test_a_pause_is_late_at_any_pace(pace, begins, pause_s):
    times = 1e-3 * pace * CYCLES
    held = slice(begins, begins + 20)
    times[held] = np.maximum(times[held], times[begins] + pause_s)
    assert lateness_of(CYCLES, times).max() >= 0.5 * pause_s


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_a_few_cycles_are_enough(count):
    assert lateness_of(CYCLES[:count], 1e-3 * CYCLES[:count]) == pytest.approx(np.zeros(count), abs=1e-9)
