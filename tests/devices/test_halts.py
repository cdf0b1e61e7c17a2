"""Silence counts while a thread listens; halts of the computer cannot hide a silent arm."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.computer_halts import FORGIVEN_S, OwnHalts

INTERVAL_S = 0.02
LIMIT_S = 0.5


class Watch:
    """A thread that looks, on a clock that the test moves."""

    def __init__(self) -> None:
        self.time = 100.0
        self.heard_at = self.time
        self.halts = OwnHalts(interval=INTERVAL_S, now=lambda: self.time)

    def hear(self):
        self.heard_at = self.time

    def look_after(self, seconds):
        self.time += seconds
        return self.halts.listened_since(self.heard_at)


@pytest.fixture
def watch():
    return Watch()


def test_a_watch_that_runs_counts_all_of_the_silence(watch):
    for count in range(1, 100):
        assert watch.look_after(INTERVAL_S) == pytest.approx(count * INTERVAL_S)


def test_a_halt_is_subtracted_from_the_silence(watch):
    watch.look_after(INTERVAL_S)
    assert watch.look_after(0.8) == pytest.approx(2 * INTERVAL_S)
    assert watch.look_after(INTERVAL_S) == pytest.approx(3 * INTERVAL_S)


def test_a_sign_of_life_during_a_halt_starts_a_new_silence(watch):
    """The thread that listens ran again before the one that watches."""
    watch.time += 0.7
    watch.hear()
    assert watch.look_after(0.2) == pytest.approx(INTERVAL_S)
    assert watch.look_after(INTERVAL_S) == pytest.approx(2 * INTERVAL_S)


def test_at_most_one_second_is_subtracted_per_silence(watch):
    assert watch.look_after(60.0) == pytest.approx(60.0 - FORGIVEN_S)
    assert watch.look_after(0.4) == pytest.approx(60.4 - FORGIVEN_S)


def test_each_silence_has_its_own_allowance(watch):
    for _ in range(5):
        assert watch.look_after(0.9) == pytest.approx(INTERVAL_S)
        watch.hear()


def test_a_halt_before_a_sign_of_life_does_not_count_after_it(watch):
    watch.time += 5.0
    watch.hear()
    assert watch.look_after(INTERVAL_S / 2) == pytest.approx(INTERVAL_S / 2)


def test_a_stream_that_never_began_stays_infinitely_silent(watch):
    watch.heard_at = -math.inf
    assert watch.look_after(5.0) == math.inf


@given(st.lists(st.floats(1e-3, 3.0), min_size=1, max_size=40))
def test_a_silent_arm_is_found_in_time_however_the_computer_halts_the_watch(steps):
    """Not before the limit, and at the first look beyond the limit and what is forgiven."""
    watch = Watch()
    for step in steps:
        listened, silence = watch.look_after(step), watch.time - watch.heard_at
        assert listened <= silence
        if silence > LIMIT_S + FORGIVEN_S:
            assert listened > LIMIT_S - 1e-9
