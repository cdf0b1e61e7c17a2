"""Rows of one moment from drives that each measured at their own; nothing is extrapolated or made up."""

import numpy as np
import pytest

from core.recording import Quantity
from devices.moteus.alignment import Alignment
from devices.moteus.drives import DriveFacts
from devices.moteus.rounds import Answer, Moment
from devices.protocol_moteus.registers import Register

RATE = 200
LATE = (0.0, 0.0007, 0.0015)
"""How much later than the round each drive measures, s."""
SPEED = np.array([0.5, -1.0, 2.0])
"""rad/s of the joints."""
TURN = 2.0 * np.pi


def drives(*, output=True):
    return [
        DriveFacts(
            drive=number,
            serial=(1, 2, number),
            model=8,
            firmware=1,
            ratio=0.1,
            rotor_encoder=0,
            output_encoder=1 if output else None,
            output_sign=1.0,
            timeout_s=0.1,
            lower=-1.0,
            upper=1.0,
        )
        for number in (1, 2, 3)
    ]


def answer(place, at, *, valid=0b11):
    turns = SPEED[place] * at / TURN
    values = {
        Register.POSITION: turns,
        Register.VELOCITY: SPEED[place] / TURN,
        Register.TORQUE: 1.0,
        Register.Q_CURRENT: 2.0,
        Register.TEMPERATURE: 30.0,
        Register.ENCODER_0: (10.0 * turns) % 1.0,
        Register.ENCODER_1: turns % 1.0,
        Register.ENCODER_VALIDITY: valid,
    }
    return Answer(Moment(at, 0.0002 * (place + 1)), values, asked_at=at)


def rows_of(alignment, rounds, **others):
    found = []
    for number in rounds:
        begun = number / RATE
        answers = [answer(place, begun + late, **others) for place, late in enumerate(LATE)]
        found.append(alignment.row(answers, number=number, host_time=begun))
    return found


def test_all_joints_of_a_row_are_of_one_moment():
    alignment = Alignment(drives(), rate=RATE, motor_at_shaft=False)
    first, *rows = rows_of(alignment, range(500))
    assert first is None, "there is nothing before it to interpolate from"
    for quantity in (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION):
        found = np.concatenate([row.columns[quantity] for row in rows])
        moments = np.arange(1, 500)[:, None] / RATE
        offsets = found - SPEED * moments
        assert np.ptp(offsets, axis=0).max() < 1e-9, "unaligned, the third joint would be 3 mrad off"
    assert alignment.within == pytest.approx(0.0006)


def test_a_round_without_an_answer_is_a_gap():
    alignment = Alignment(drives(), rate=RATE, motor_at_shaft=False)
    rows_of(alignment, range(5))
    partial = [answer(0, 5 / RATE), None, answer(2, 5 / RATE)]
    assert alignment.row(partial, number=5, host_time=0.0) is None
    row = rows_of(alignment, range(6, 7))[0]
    assert row.sequence.tolist() == [6]
    assert row.columns[Quantity.POSITION][0] == pytest.approx(SPEED * 6 / RATE)
    assert rows_of(alignment, range(20, 21)) == [None], "too far apart to be interpolated"


def test_an_encoder_that_is_not_valid_has_no_value():
    alignment = Alignment(drives(), rate=RATE, motor_at_shaft=False)
    row = rows_of(alignment, range(3), valid=0b01)[-1]
    assert np.isnan(row.columns[Quantity.LINK_POSITION]).all()
    assert np.isfinite(row.columns[Quantity.MOTOR_POSITION]).all()


def test_an_arm_without_encoders_behind_its_gears_has_no_such_column():
    alignment = Alignment(drives(output=False), rate=RATE, motor_at_shaft=False)
    row = rows_of(alignment, range(3))[-1]
    assert Quantity.LINK_POSITION not in row.columns
