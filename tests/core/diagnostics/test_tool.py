"""Tool shift and lever of a twisted gear, against differences of the flange position."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.diagnostics.tool_displacement import tool_lever, tool_shift, tool_translation
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from tests.core.robot.oracles import robots

STEP = 1e-6


def moved(robot, q, by):
    places = flange_transforms(robot, np.stack([q - by, q + by]))[:, :3, 3]
    return (places[1] - places[0]) / (2.0 * STEP)


@given(robots, st.integers(0, 99))
def test_lever_is_the_flange_path_per_joint_angle(robot, seed):
    q = np.random.default_rng(seed).uniform(-2.0, 2.0, robot.joint_count)
    steps = STEP * np.eye(robot.joint_count)
    expected = [np.linalg.norm(moved(robot, q, step)) for step in steps]
    np.testing.assert_allclose(tool_lever(robot, q), expected, atol=1e-7)
    np.testing.assert_allclose(tool_lever(robot, q)[robot.is_prismatic], 1.0, atol=1e-12)


@given(robots, st.integers(0, 99))
def test_shift_is_that_of_all_known_joints_in_their_reported_direction(robot, seed):
    random = np.random.default_rng(seed)
    n = robot.joint_count
    signs = random.choice([-1, 1], n)
    joints = tuple(
        replace(joint, reported_sign=int(sign)) for joint, sign in zip(robot.joints, signs, strict=True)
    )
    robot = replace(robot, joints=joints)
    q, deflection = random.uniform(-2.0, 2.0, n), random.normal(size=n)
    deflection[random.random(n) < 0.3] = np.nan
    found = tool_shift(robot, q, deflection)
    if np.isnan(deflection).all():
        assert np.isnan(found)
        return
    expected = moved(robot, q, STEP * signs * np.nan_to_num(deflection))
    assert found == pytest.approx(np.linalg.norm(expected), abs=1e-6)
    # the motors run ahead: the flange is behind where they put it
    np.testing.assert_allclose(tool_translation(robot, q, deflection), -expected, atol=1e-6)
    assert tool_shift(robot, q, -2.0 * deflection) == pytest.approx(2.0 * found)


def test_a_base_joint_moves_the_outstretched_tool_by_its_reach():
    robot = load_robot("ec66")
    q = np.zeros(6)
    x, y = flange_transforms(robot, q[None])[0, :2, 3]
    assert tool_lever(robot, q)[0] == pytest.approx(np.hypot(x, y))
    twist = np.array([1e-4, *[np.nan] * 5])
    assert tool_shift(robot, q, twist) == pytest.approx(1e-4 * np.hypot(x, y))
