"""The moment of a drive's measurement: its bounds hold whatever the computer and the clocks do."""

import random

import numpy as np
import pytest

from devices.moteus.alignment import Turns
from devices.moteus.rounds import TICK_S, DriveClock


def moments(*, drift, start, seed, late=0.0):
    """Found and true moments of an exchange every 5 ms; now and then the computer is halted for ``late``."""
    dice, clock, found = random.Random(seed), DriveClock(), []
    for number in range(2000):
        sent = 100.0 + 0.005 * number
        measured = sent + dice.uniform(0.0001, 0.0008)
        arrived = measured + dice.uniform(0.0001, 0.0008) + (late if dice.random() < 0.05 else 0.0)
        counter = int((start + measured * (1.0 + drift)) / TICK_S)
        counter = (counter + 2**31) % 2**32 - 2**31
        found.append((clock.moment(counter, sent=sent, arrived=arrived), measured))
    return found


@pytest.mark.parametrize("drift", [-50e-6, 0.0, 50e-6])
@pytest.mark.parametrize("start", [0.0, 1234.5678, 2**31 * TICK_S - 105.0, 2**32 * TICK_S - 105.0])
def test_the_bound_holds(drift, start):
    found = moments(drift=drift, start=start, seed=1)
    errors = np.array([abs(moment.at - true) for moment, true in found])
    bounds = np.array([moment.within for moment, _ in found])
    assert (errors <= bounds + 1e-9).all()
    assert bounds[10:].max() < 0.0008


def test_a_halt_of_the_computer_does_not_spoil_the_moment():
    found = moments(drift=50e-6, start=7.0, seed=2, late=0.2)[10:]
    errors = np.array([abs(moment.at - true) for moment, true in found])
    assert (errors <= np.array([moment.within for moment, _ in found]) + 1e-9).all()
    assert errors.max() < 0.0011, "half of 200 ms without the drive's own clock"


def test_a_drive_that_was_switched_off_and_on_begins_anew():
    clock = DriveClock()
    for number in range(100):
        clock.moment(500_000 + 5 * number, sent=0.005 * number, arrived=0.005 * number + 0.001)
    moment = clock.moment(3, sent=10.0, arrived=10.001)
    assert 10.0 <= moment.at <= 10.001


def test_an_encoder_of_one_turn_is_followed_over_many():
    turns, true = Turns(), np.linspace(0.0, 40.0, 4001)
    # the drive's own position differs by a constant and by a slow twist
    told = [turns.follow((each + 0.73) % 1.0, near=each + 0.02 * np.sin(each)) for each in true]
    assert np.ptp(np.array(told) - true) < 1e-9


def test_missing_answers_cost_no_turn():
    turns = Turns()
    first = turns.follow(0.4, near=3.1)
    assert turns.follow(0.4, near=3.1 + 25.0) == pytest.approx(first + 25.0)
    assert turns.follow(0.45, near=3.15 - 100.0) == pytest.approx(first + 0.05 - 100.0)
