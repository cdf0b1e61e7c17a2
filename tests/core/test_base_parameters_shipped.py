"""The base parameters of the arms that come with the program."""

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.grouping import Route
from core.robot.library import load_robot, shipped_robots


@pytest.mark.parametrize("rotor_inertia", [True, False], ids=["rotors", "links"])
@pytest.mark.parametrize("name", shipped_robots())
def test_both_routes_agree(name, rotor_inertia):
    robot = load_robot(name)
    first = find_base_parameters(robot, rotor_inertia=rotor_inertia, route=Route.ROW_ECHELON)
    second = find_base_parameters(robot, rotor_inertia=rotor_inertia, route=Route.QR, seed=1)
    np.testing.assert_array_equal(first.independent, second.independent)
    assert np.max(np.abs(first.grouping - second.grouping)) < 1e-9


@pytest.mark.parametrize(
    ("name", "with_rotors", "without"),
    [("ur10e", 40, 36), ("ec66", 40, 36), ("kr300", 40, 36), ("tx40", 40, 36), ("generic-6r", 40, 36)],
)
def test_base_parameter_counts_are_the_known_ones(name, with_rotors, without):
    robot = load_robot(name)
    assert find_base_parameters(robot).count == with_rotors
    assert find_base_parameters(robot, rotor_inertia=False).count == without


def test_the_published_three_joint_arm_has_15_parameters():
    assert find_base_parameters(load_robot("szabo-3r"), rotor_inertia=False).count == 15
