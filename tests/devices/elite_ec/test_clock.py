"""The time of monitor frames is their count; the controller's coarse clock corrects it and shows gaps."""

import numpy as np
import pytest

from devices.elite_ec.intake import FrameClock
from devices.protocol_elite_ec.monitor import PERIOD_S

EPOCH_MS = 1_700_000_000_000


def taken(clock, moments, *, batch=1, late_s=None, arrived=None):
    """Numbers and times of frames that left at these moments, s."""
    late_s = np.zeros(len(moments)) if late_s is None else late_s
    stamps = (EPOCH_MS + 1e3 * (np.asarray(moments) + late_s)).astype(int)
    found = []
    for first in range(0, len(moments), batch):
        last = min(first + batch, len(moments))
        at = (moments if arrived is None else arrived)[last - 1]
        found.append(clock.take(stamps[first:last].tolist(), arrived=at))
    return np.concatenate([numbers for numbers, _ in found]), np.concatenate([times for _, times in found])


@pytest.mark.parametrize("batch", [1, 4])
@pytest.mark.parametrize("drift", [-200e-6, 0.0, 200e-6])
def test_late_stamps_do_not_make_the_time_uneven(batch, drift):
    random = np.random.default_rng(1)
    moments = PERIOD_S * (1.0 + drift) * np.arange(4000)
    clock = FrameClock()
    numbers, times = taken(clock, moments, batch=batch, late_s=random.exponential(0.001, 4000))
    assert np.array_equal(numbers, np.arange(4000))
    settled = slice(1000, None)
    apart = times[settled] - moments[settled]
    assert np.ptp(apart) < 0.0015
    assert np.diff(times)[settled].std() < 5e-5, "as even as the frames were"
    assert (clock.missed, clock.jumps) == (0, 0)


@pytest.mark.parametrize("count", [1, 3, 8])
def test_a_few_frames_that_are_left_out_are_a_gap(count):
    moments = PERIOD_S * np.delete(np.arange(1000), slice(500, 500 + count))
    clock = FrameClock()
    numbers, times = taken(clock, moments)
    assert clock.missed == count
    assert numbers[-1] == 999
    assert times[-1] == pytest.approx(moments[-1], abs=0.001)
    # found by the frames behind it
    place = int(np.flatnonzero(np.diff(numbers) > 1)[0])
    assert 499 <= place <= 510


def test_a_pause_of_the_controller_is_a_gap():
    moments = PERIOD_S * np.delete(np.arange(1000), slice(500, 600))
    clock = FrameClock()
    numbers, _ = taken(clock, moments)
    assert (clock.missed, clock.jumps, numbers[-1]) == (100, 0, 999)


@pytest.mark.parametrize("jump", [-3600.0, -0.5, 0.5, 3600.0])
def test_a_clock_that_is_set_changes_no_time(jump):
    moments = PERIOD_S * np.arange(1000)
    late = np.where(np.arange(1000) < 500, 0.0, jump)
    clock = FrameClock()
    numbers, times = taken(clock, moments, late_s=late)
    assert np.array_equal(numbers, np.arange(1000))
    assert times[-1] == pytest.approx(moments[-1], abs=0.001)
    assert (clock.missed, clock.jumps) == (0, 1)
    assert clock.jump_s == pytest.approx(jump, abs=0.001)


def test_a_halt_of_this_computer_is_no_gap():
    moments = PERIOD_S * np.arange(1000)
    arrived = moments.copy()
    arrived[400:500] = moments[500]  # a hundred frames were waiting
    clock = FrameClock()
    numbers, _ = taken(clock, moments, batch=50, arrived=arrived)
    assert (clock.missed, clock.jumps, numbers[-1]) == (0, 0, 999)
