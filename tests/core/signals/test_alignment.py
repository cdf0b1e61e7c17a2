"""Two recordings over one another: the same event, or the same phase of a motion, at the same place."""

import numpy as np
import pytest

from core.errors import NotEnoughData
from core.recording import Event
from core.signals.alignment import Alignment, by_event, by_phase, common_events, period_of


def motion(time, period, phase=0.0):
    """A motion with pauses, as of a program: no sine."""
    turn = 2.0 * np.pi * (time / period - phase)
    return np.tanh(3.0 * np.sin(turn)) + 0.3 * np.cos(2.0 * turn)


def test_an_alignment_leads_there_and_back():
    found = Alignment(5.0, 70.0, 1.25)
    assert found.there_at(9.0) == 75.0
    assert found.here_of(np.array([70.0, 75.0])).tolist() == [5.0, 9.0]


def test_the_first_of_an_event_that_both_have_is_laid_over_the_other():
    here = [
        Event(1.0, "note"),
        Event(3.0, "program-started"),
        Event(8.0, "program-started"),
        Event(9.0, "stop"),
    ]
    there = [Event(40.0, "program-started"), Event(41.0, "note")]
    assert common_events(here, there) == ("note", "program-started")
    assert by_event(here, there, "program-started") == Alignment(3.0, 40.0)


@pytest.mark.parametrize("period", [1.7, 8.0, 31.0])
def test_a_period_is_found_through_noise(period):
    time = 12.0 + np.arange(8_000) * 0.032
    noise = np.random.default_rng(2).normal(size=time.size) * 0.1
    assert period_of(time, motion(time, period) + noise) == pytest.approx(period, rel=1e-3)


@pytest.mark.parametrize("phase", [0.0, 0.13, 0.5, 0.97])
def test_the_same_phase_of_a_slower_motion_lies_over_it_to_the_end(phase):
    time, other = 5.0 + np.arange(8_000) * 0.032, 900.0 + np.arange(6_000) * 0.032
    random = np.random.default_rng(7)
    noise, other_noise = (random.normal(size=each.size) * 0.05 for each in (time, other))
    found = by_phase(time, motion(time, 8.0) + noise, other, 2.0 * motion(other, 9.2, phase) + other_noise)
    assert found.stretch == pytest.approx(9.2 / 8.0, rel=1e-3)
    shown = found.there_at(time[:5_000:50])
    away = motion(shown, 9.2, phase) - motion(time[:5_000:50], 8.0)
    assert np.abs(away).max() < 0.15


def test_an_arm_may_stand_before_its_program_and_after_it():
    time = np.arange(8_000) * 0.032
    late = np.clip(time - 40.0, 0.0, 150.0)
    found = by_phase(time, motion(late, 8.0), time, motion(time, 8.0))
    assert found.stretch == pytest.approx(1.0, abs=2e-3)
    shown = found.there_at(np.linspace(45.0, 150.0, 50))
    assert np.abs(motion(shown, 8.0) - motion(np.linspace(5.0, 110.0, 50), 8.0)).max() < 0.15


@pytest.mark.parametrize("made", [lambda time: time, np.zeros_like, lambda time: np.exp(-time)])
def test_a_motion_that_does_not_repeat_itself_has_no_period(made):
    with pytest.raises(NotEnoughData, match="no-period"):
        period_of(np.arange(900.0), made(np.arange(900.0) / 100.0))


def test_too_few_points_have_no_period():
    with pytest.raises(NotEnoughData, match="no-period"):
        period_of(np.arange(20.0), np.sin(np.arange(20.0)))


def test_noise_has_no_period():
    with pytest.raises(NotEnoughData, match="no-period"):
        period_of(np.arange(4_000.0), np.random.default_rng(1).normal(size=4_000))
