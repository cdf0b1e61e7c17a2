"""Joint torques of a payload's weight, against the dynamics and against the equations of [Gao]."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.payload.weight_columns import all_weight_columns, weight_columns
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from tests.core.payload.sweep_examples import EC66, Hung, with_load

UPPER_ARM_M = 0.418


@pytest.mark.parametrize("name", ["ec66", "ur10e", "generic-6r", "kr300"])
def test_payload_torque_equals_that_of_a_heavier_last_link(name: str) -> None:
    robot = load_robot(name)
    q = np.random.default_rng(4).uniform(-2.0, 2.0, (20, robot.joint_count))
    rest, load = np.zeros_like(q), Hung(2.5, (0.1, -0.2, 0.3))
    added = inverse_dynamics(robot, q, rest, rest, parameters=with_load(robot, load))
    added -= inverse_dynamics(robot, q, rest, rest)
    for joint in range(robot.joint_count):
        by_columns = weight_columns(robot, q, joint) @ (load.mass * np.array([1.0, *load.center]))
        np.testing.assert_allclose(by_columns, added[:, joint], atol=1e-9)
        np.testing.assert_allclose(
            all_weight_columns(robot, q)[:, joint], weight_columns(robot, q, joint), rtol=1e-12, atol=1e-12
        )


@settings(max_examples=30)
@given(
    forearm=st.floats(-np.pi, np.pi),
    upper_arm=st.floats(-np.pi, np.pi),
    wrist=st.tuples(*[st.floats(-3, 3)] * 3),
)
def test_torques_of_parallel_joints_differ_by_the_upper_arm_term(
    forearm: float, upper_arm: float, wrist: tuple[float, float, float]
) -> None:
    """Joint 2's column less joint 3's is the upper arm's lever, wherever the centre is."""
    q = np.array([[0.3, upper_arm, forearm, *wrist]])
    between = weight_columns(EC66, q, 1) - weight_columns(EC66, q, 2)
    expected = UPPER_ARM_M * abs(float(EC66.gravity[2])) * np.cos(upper_arm)
    np.testing.assert_allclose(between, [[expected, 0.0, 0.0, 0.0]], atol=1e-12)


def test_stretched_minus_bent_torque_is_the_upper_arm_lever() -> None:
    """The first step's pair: joint 2 with the arm stretched, joint 3 with the upper arm upright."""
    turned = np.radians(np.linspace(0.0, 55.0, 12))
    stretched, bent = np.zeros((2, turned.size, 6))
    stretched[:, 1] = turned
    bent[:, 1], bent[:, 2] = np.pi / 2, turned - np.pi / 2
    between = weight_columns(EC66, stretched, 1) - weight_columns(EC66, bent, 2)
    lever = UPPER_ARM_M * abs(float(EC66.gravity[2])) * np.cos(turned)
    np.testing.assert_allclose(between[:, 0], lever, atol=1e-12)
    np.testing.assert_allclose(between[:, 1:], 0.0, atol=1e-12)
