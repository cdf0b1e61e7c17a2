"""The clock's period, jitter and gaps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.exchange.clock import Gap, clock_report, is_endless


def test_a_regular_clock_has_no_gaps() -> None:
    report = clock_report(np.arange(100) * 0.004)
    assert report.period == pytest.approx(0.004)
    assert report.jitter < 1e-12
    assert report.gaps == ()


def test_jitter_is_the_spread_of_the_ordinary_steps() -> None:
    step = np.tile([0.010, 0.012], 50)
    time = np.concatenate([[0.0], np.cumsum(np.concatenate([step, [5.0], step]))])
    report = clock_report(time)
    assert report.jitter == pytest.approx(0.001)
    assert report.longest_step == pytest.approx(5.0)
    assert [gap.index for gap in report.gaps] == [100]


@pytest.mark.parametrize("count", [0, 1])
def test_no_steps_no_period(count: int) -> None:
    report = clock_report(np.zeros(count))
    assert np.isnan([report.period, report.jitter, report.longest_step]).all()
    assert report.missing_samples == 0


@given(st.sets(st.integers(10, 189), max_size=30))
def test_lost_samples_are_counted(lost: set[int]) -> None:
    kept = np.setdiff1d(np.arange(200), list(lost))
    report = clock_report(kept * 0.001)
    holes = np.diff(kept)
    expected = [
        Gap(int(index), int(holes[index] - 1)) for index in np.flatnonzero(holes > 2)
    ]  # a single lost sample may be jitter
    assert list(report.gaps) == expected
    assert report.missing_samples == sum(gap.missing for gap in expected)


@pytest.mark.parametrize("last", [1e300, 1e12, 1e6, float("inf")])
def test_a_clock_that_jumps_to_the_end_of_time_is_endless(last: float) -> None:
    time = np.append(np.arange(1000) * 1e-3, last)
    assert is_endless(time)
    assert clock_report(time).gaps[-1].missing >= 0


@pytest.mark.parametrize(
    "time",
    [
        np.arange(3_600_000) * 1e-3,
        np.append(np.arange(1000) * 1e-3, 600.0),
        np.arange(5) * 3600.0,
        1.7e9 + np.arange(1000) * 0.008,
        np.zeros(0),
    ],
)
def test_clocks_of_long_recordings_and_of_pauses_are_not_endless(time: np.ndarray) -> None:
    assert not is_endless(time)
