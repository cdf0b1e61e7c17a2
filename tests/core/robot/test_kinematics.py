"""Frames and Jacobians against Pinocchio and finite differences."""

import numpy as np
import pytest
from hypothesis import given

from core.errors import BadRequest
from core.robot.kinematics import flange_jacobian, flange_transforms, link_transforms
from core.robot.library import load_robot, shipped_robots
from tests.core.robot.oracles import Pinocchio, motion, robots

STEP = 1e-6


def check_jacobian(robot):
    q, _, _ = motion(robot, samples=3)
    jacobian = flange_jacobian(robot, q)
    frames = flange_transforms(robot, q)
    scale = max(1.0, np.abs(frames).max())
    for joint in range(robot.joint_count):
        ahead, behind = q.copy(), q.copy()
        ahead[:, joint] += STEP
        behind[:, joint] -= STEP
        change = (flange_transforms(robot, ahead) - flange_transforms(robot, behind)) / (2.0 * STEP)
        spin = change[:, :3, :3] @ frames[:, :3, :3].transpose(0, 2, 1)
        turning = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=1)
        np.testing.assert_allclose(jacobian[:, :3, joint], change[:, :3, 3], atol=1e-8 * scale)
        np.testing.assert_allclose(jacobian[:, 3:, joint], turning, atol=1e-8)


@pytest.mark.parametrize("name", shipped_robots())
def test_jacobian_of_shipped_robots_agrees_with_differences(name):
    check_jacobian(load_robot(name))


@given(robots)
def test_jacobian_of_any_chain_agrees_with_differences(robot):
    check_jacobian(robot)


@given(robots)
def test_frames_agree_with_pinocchio(robot):
    pytest.importorskip("pinocchio")
    q, _, _ = motion(robot)
    expected = Pinocchio(robot).last_frame(q)
    np.testing.assert_allclose(link_transforms(robot, q)[:, -1], expected, atol=1e-9)
    np.testing.assert_allclose(flange_transforms(robot, q), expected @ robot.flange, atol=1e-9)


def test_panda_flange_is_at_the_makers_position():
    """At zero the flange is 0.926 m up and 0.088 m out, pointing down."""
    expected = np.array([[1, 0, 0, 0.088], [0, -1, 0, 0], [0, 0, -1, 0.926], [0, 0, 0, 1]])
    np.testing.assert_allclose(
        flange_transforms(load_robot("panda"), np.zeros((1, 7)))[0], expected, atol=1e-12
    )


def test_kr300_is_upright_at_recorded_zero():
    robot = load_robot("kr300")
    frames = link_transforms(robot, robot.position_from_reported(np.zeros((1, 6))))[0]
    np.testing.assert_allclose(frames[2, :3, 3], [0.35, 0.0, 0.675 + 1.15], atol=1e-12)
    np.testing.assert_allclose(frames[3, :3, 3], [1.35, 0.0, 0.675 + 1.15 - 0.041], atol=1e-12)


def test_positions_of_wrong_shape_are_refused():
    with pytest.raises(BadRequest) as caught:
        link_transforms(load_robot("panda"), np.zeros((2, 6)))
    assert caught.value.facts["found"] == (2, 6)
