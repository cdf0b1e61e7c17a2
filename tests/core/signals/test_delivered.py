"""A channel that is not delivered is told from an arm at rest, and from one that counts from zero."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.recording import Quantity, Recording
from core.signals.delivered import Delivery, missing_throughout

POSITION, MOTOR, LINK = Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION
SPEED, MOTOR_SPEED = Quantity.VELOCITY, Quantity.MOTOR_VELOCITY
JOINTS = 7
HOME = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
REST = np.tile(HOME, (100, 1))
ZERO = np.zeros((100, JOINTS))
SWAY = REST + 0.2 * np.sin(np.linspace(0.0, 6.0, 100))[:, np.newaxis]


def judged(*blocks):
    delivery = Delivery()
    for columns in blocks:
        delivery.feed(columns)
    return delivery


def franka(position, velocity=ZERO):
    return {POSITION: position, MOTOR: ZERO, LINK: position, SPEED: velocity, MOTOR_SPEED: ZERO}


def test_zeros_at_rest_are_a_doubt_and_in_motion_a_certainty():
    delivery = judged(franka(REST))
    assert (delivery.missing, set(delivery.doubtful)) == ((), {MOTOR, LINK, MOTOR_SPEED})
    delivery.feed(franka(SWAY))
    assert set(delivery.missing) == {MOTOR, LINK, MOTOR_SPEED}, "q under the link's name is no second encoder"


def test_an_encoder_that_counts_from_zero_is_delivered_once_it_counts():
    delivery = judged({POSITION: REST, MOTOR: ZERO, LINK: REST + 1e-5})
    assert delivery.doubtful == (MOTOR,)
    delivery.feed({POSITION: SWAY, MOTOR: SWAY - HOME, LINK: SWAY + 1e-5})
    assert (delivery.missing, delivery.doubtful, delivery.missing_throughout) == ((), (), ())
    assert delivery.is_settled


def test_an_arm_at_zero_gives_no_reason():
    assert judged(franka(ZERO)).doubtful == ()


def test_a_link_encoder_of_its_own_stays_when_the_motors_are_missing():
    delivery = judged(
        {POSITION: REST, MOTOR: ZERO, LINK: REST}, {POSITION: SWAY, MOTOR: ZERO, LINK: SWAY + 1e-5}
    )
    assert delivery.missing == (MOTOR,)


def test_link_encoders_that_are_not_wired_are_missing():
    assert judged({POSITION: SWAY, MOTOR: 101.0 * SWAY, LINK: ZERO}).missing == (LINK,)


def test_a_joint_without_an_encoder_is_no_missing_channel():
    link = REST.copy()
    link[:, 2] = np.nan
    assert judged({POSITION: REST, MOTOR: REST, LINK: link}).missing_throughout == ()
    assert judged({POSITION: REST, MOTOR: REST, LINK: np.full_like(REST, np.nan)}).missing_throughout == ()


def test_a_channel_frozen_at_any_value_is_missing_in_a_recording_of_a_long_motion():
    delivery = judged({POSITION: SWAY, MOTOR: REST, LINK: SWAY})
    assert delivery.missing == (), "a frozen channel stops a motion; it is not passed over"
    assert MOTOR in delivery.missing_throughout


@given(st.integers(0, 2**32 - 1), st.floats(1e-9, 1e-3), st.integers(1, 40))
def test_an_encoder_with_any_noise_is_never_called_missing(seed, noise, rows):
    random = np.random.default_rng(seed)
    position = HOME + noise * random.standard_normal((40, JOINTS))
    motor = noise * random.standard_normal((40, JOINTS))
    whole = judged({POSITION: position, MOTOR: motor, LINK: position})
    pieces = judged(
        *(
            {POSITION: position[at : at + rows], MOTOR: motor[at : at + rows], LINK: position[at : at + rows]}
            for at in range(0, 40, rows)
        )
    )
    assert whole.missing_throughout == pieces.missing_throughout == ()


@pytest.mark.parametrize("motor", [ZERO, SWAY])
def test_a_recording_is_read_as_far_as_needed(motor):
    read = []

    def blocks():
        for number in range(3):
            read.append(number)
            yield Recording("r", np.arange(100.0), {POSITION: SWAY, MOTOR: motor, LINK: SWAY})

    missing = missing_throughout(blocks())
    assert (MOTOR in missing, len(read)) == ((True, 3) if motor is ZERO else (False, 1))
