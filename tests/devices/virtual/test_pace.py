"""Device time keeps up with real time, catches up after halts, and uses no busy waiting."""

import numpy as np
import pytest

from devices.virtual.pace import (
    FORGOTTEN_S,
    MOST_PERIODS,
    PASS_S,
    RealPace,
)


class Clock:
    def __init__(self):
        self.now = 50.0
        self.sleeps = []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        assert seconds > 0.0
        self.sleeps.append(seconds)
        self.now += seconds


@pytest.fixture
def clock():
    return Clock()


def run(pace, clock, *, until, work_s=0.0):
    periods = 0
    while clock.now < until:
        due = pace.due()
        periods += due
        clock.now += work_s * due
        pace.rest()
    return periods


def test_a_second_is_a_thousand_periods_and_the_rest_is_sleep(clock):
    pace = RealPace(clock=clock, sleep=clock.sleep)
    periods = run(pace, clock, until=60.0, work_s=100e-6)
    assert periods == pytest.approx(10_000, abs=3)
    assert sum(clock.sleeps) == pytest.approx(9.0, rel=0.01)
    assert max(clock.sleeps) <= PASS_S + 1e-9


def test_oversleeping_does_not_add_up(clock):
    random = np.random.default_rng(1)

    def oversleep(seconds):
        clock.now += seconds + random.exponential(0.002)

    pace = RealPace(clock=clock, sleep=oversleep)
    assert run(pace, clock, until=60.0) == pytest.approx(10_000, abs=20)


def test_a_halt_is_caught_up_in_portions_without_loss(clock):
    pace = RealPace(clock=clock, sleep=clock.sleep)
    before = run(pace, clock, until=51.0)
    clock.now += 1.5
    portions = []
    while (due := pace.due()) == MOST_PERIODS:
        portions.append(due)
    assert not clock.sleeps or clock.now < 52.6
    total = before + sum(portions) + due
    assert total == pytest.approx(2500, abs=3)


def test_a_long_sleep_of_the_computer_is_not_caught_up(clock):
    pace = RealPace(clock=clock, sleep=clock.sleep)
    run(pace, clock, until=51.0)
    clock.now += 3600.0
    assert FORGOTTEN_S < 3600.0
    assert run(pace, clock, until=clock.now + 1.0) == pytest.approx(1000, abs=3)
