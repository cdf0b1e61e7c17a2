"""Positions on the wire are those of the maker's own kinematics, whatever rows the description has."""

import numpy as np
import pytest

from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from devices.elite_ec.controller import flange_apart, torque_factor
from devices.elite_ec.counting import Counting
from devices.elite_ec.settings import MODELS
from devices.elite_ec.state import EcState

LENGTHS = {
    "ec63": (0.140, 0.270, 0.256, 0.103, 0.098, 0.089),
    "ec66": (0.096, 0.418, 0.398, 0.122, 0.098, 0.089),
    "ec612": (0.185, 0.615, 0.572, 0.174, 0.116, 0.103),
}
"""d1, a2, a3, d4, d5, d6 of the maker's standard rows, m."""
POSES = np.random.default_rng(2).uniform(-170.0, 170.0, (20, 8))


def maker_s_flange(name, degrees):
    """Flange by standard rows with alpha −90, 0, 0, −90, −90, 0 degrees."""
    d1, a2, a3, d4, d5, d6 = LENGTHS[name]
    rows = (
        (0.0, -90.0, d1),
        (a2, 0.0, 0.0),
        (a3, 0.0, 0.0),
        (0.0, -90.0, d4),
        (0.0, -90.0, d5),
        (0.0, 0.0, d6),
    )
    frame = np.eye(4)
    for (a, alpha, d), theta in zip(rows, np.radians(degrees[:6]), strict=True):
        c, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(np.radians(alpha)), np.sin(np.radians(alpha))
        frame = frame @ np.array(
            [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0.0, sa, ca, d], [0.0, 0.0, 0.0, 1.0]]
        )
    return frame


def state_at(position, flange):
    return EcState(
        0.0, 0, 2, servo=True, synchronised=True, collision=False, position=position, others=(), flange=flange
    )


@pytest.mark.parametrize("name", MODELS)
def test_the_flange_is_where_the_maker_s_rows_put_it(name):
    robot, counting = load_robot(name), Counting(load_robot(name))
    for degrees in POSES:
        q = robot.position_from_reported(counting.position(degrees))
        np.testing.assert_allclose(
            flange_transforms(robot, q[None])[0], maker_s_flange(name, degrees), atol=1e-9
        )


@pytest.mark.parametrize("name", MODELS)
def test_slots_and_positions_are_converted_back(name):
    counting = Counting(load_robot(name))
    for degrees in POSES:
        slots = counting.slots(counting.position(degrees), others=degrees[6:])
        assert slots == pytest.approx(degrees.tolist())


def test_another_description_is_noticed():
    counting, robot = Counting(load_robot("ec66")), load_robot("ec66")
    degrees = np.array([10.0, -90.0, 90.0, -90.0, 90.0, 0.0, 0.0, 0.0])
    flange = tuple(maker_s_flange("ec66", degrees)[:3, 3])
    own = state_at(counting.position(degrees), flange)
    assert flange_apart(robot, own) < 1e-9
    assert flange_apart(load_robot("ec63"), state_at(np.radians(degrees[:6]), flange)) > 0.05
    # the same rows counted from the other side
    assert flange_apart(robot, state_at(np.radians(degrees[:6]), flange)) > 0.5
    assert np.isnan(flange_apart(robot, state_at(np.radians(degrees[:6]), None)))


def test_torques_in_another_unit_are_noticed():
    robot, counting = load_robot("ec66"), Counting(load_robot("ec66"))
    state = state_at(counting.position(np.array([0.0, -30.0, 30.0, 0.0, 0.0, 0.0, 0.0, 0.0])), None)
    from core.robot.dynamics import inverse_dynamics

    zero = np.zeros((1, 6))
    weight = inverse_dynamics(robot, robot.position_from_reported(state.position)[None], zero, zero)[0]
    assert torque_factor(robot, state, weight) == pytest.approx(1.0)
    assert torque_factor(robot, state, 1e3 * weight / robot.torque_limit) > 5.0
    upright = state_at(counting.position(np.array([0.0, -90.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])), None)
    assert np.isnan(torque_factor(robot, upright, weight))
