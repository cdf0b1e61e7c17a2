"""Min/max decimation keeps spikes, stays within its budget and never invents a sample."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.signals.decimation import minmax


@given(count=st.integers(1, 5000), buckets=st.integers(1, 400), seed=st.integers(0, 99))
def test_decimation_keeps_budget_order_and_extremes(count: int, buckets: int, seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=count)
    time = np.arange(count, dtype=float)
    thin_time, thin = minmax(time, values, buckets=buckets)
    assert thin.shape[0] <= max(2 * buckets, 2)
    assert np.all(np.diff(thin_time) >= 0)
    assert np.array_equal(values[thin_time.astype(int)], thin)
    assert thin.min() == values.min()
    assert thin.max() == values.max()


def test_one_sample_spike_survives_a_thousandfold_reduction() -> None:
    values = np.zeros(1_000_000)
    values[654_321] = 7.0
    _, thin = minmax(np.arange(1e6), values, buckets=500)
    assert thin.max() == 7.0


def test_a_nan_gap_stays_a_gap_and_hides_no_neighbours() -> None:
    values = np.sin(np.arange(10_000) / 100)
    values[2000:6000] = np.nan
    thin_time, thin = minmax(np.arange(1e4), values, buckets=100)
    inside = (thin_time >= 2000) & (thin_time < 6000)
    assert np.isnan(thin[inside]).any()
    assert not np.isnan(thin[~inside]).any()
