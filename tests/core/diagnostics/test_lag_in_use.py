"""Which lag is taken out of the live deflection, and when it changes."""

import numpy as np
import pytest

from core.diagnostics.channel_lag import GOOD_ENOUGH_S, LagInUse, LagSource
from tests.core.diagnostics.test_channel_lag import stream

TOLD = np.array([2.9e-3, 3.0e-3, 3.3e-3])


def fed(seconds, *, lag=3e-3, use=None, first=0, **more):
    use = use or LagInUse(3, rate_hz=500.0)
    sequence, deflection, angle = stream(lag=lag, seconds=seconds, **more)
    for rows in np.array_split(np.arange(sequence.size), max(1, sequence.size // 100)):
        use.feed(first + sequence[rows], deflection[:, rows], angle[:, rows])
    return use


def test_no_lag_is_removed_before_one_is_known():
    use = LagInUse(3, rate_hz=500.0)
    assert (use.taken, use.shown(), use.is_due) == (None, None, False)
    assert fed(1.0).shown() is None


def test_a_running_estimate_is_offered_used_and_kept():
    use = fed(10.0)
    assert use.is_due
    assert use.taken is None
    found = use.take()
    assert not use.is_due
    np.testing.assert_allclose(found, 3e-3, atol=5e-5)
    shown = use.shown()
    assert (shown.source, shown.is_taken_out) == (LagSource.RUNNING, True)
    assert shown.value == found[0]
    assert 0.0 < shown.std < GOOD_ENOUGH_S
    fed(10.0, use=use, first=6000, seed=1)
    assert not use.is_due, "what differs by noise alone is left as it is"


def test_a_changed_lag_is_offered_once_estimated():
    use = fed(10.0)
    use.take()
    fed(60.0, use=use, first=6000, lag=4e-3)
    assert use.is_due
    np.testing.assert_allclose(use.take(), 4e-3, atol=1e-4)


def test_an_uncertain_estimate_is_neither_shown_nor_used(monkeypatch):
    monkeypatch.setattr("core.diagnostics.channel_lag.GOOD_ENOUGH_S", 1e-9)
    use = fed(10.0)
    assert use.shown() is None
    assert not use.is_due


def test_a_lag_of_a_tenth_of_a_second_is_rejected():
    use = fed(10.0, lag=0.1)
    assert use.shown() is None
    assert not use.is_due


def test_lags_of_the_visit_override_estimates_joint_by_joint():
    use = fed(10.0)
    use.take()
    use.tell(TOLD, std=2e-5)
    assert use.is_due
    np.testing.assert_array_equal(use.take(), TOLD)
    shown = use.shown()
    assert (shown.value, shown.std, shown.source) == (3e-3, 2e-5, LagSource.VISIT)
    use.tell(None)
    assert use.is_due
    np.testing.assert_allclose(use.take(), 3e-3, atol=5e-5)


@pytest.mark.parametrize("told", [None, TOLD])
def test_the_raw_difference_is_shown_on_request(told):
    use = fed(10.0)
    use.tell(told)
    use.take()
    use.is_left_in = True
    assert use.is_due
    assert use.take() is None
    shown = use.shown()
    assert not shown.is_taken_out
    assert shown.value == pytest.approx(3e-3, abs=5e-5)
    use.is_left_in = False
    assert use.is_due
    assert use.take() is not None


def test_a_restarted_sample_count_keeps_the_lag_in_use():
    use = fed(10.0)
    taken = use.take()
    use.count_anew()
    assert not use.is_due
    fed(5.0, use=use, seed=3)
    assert use.taken is taken
