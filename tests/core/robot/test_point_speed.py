"""Velocities of an arm's points are the differences of its places."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.robot.kinematics import flange_transforms, link_transforms, point_velocities
from tests.core.robot.oracles import robots


@given(robots, st.integers(0, 99))
def test_point_velocities_agree_with_position_differences(robot, seed):
    random = np.random.default_rng(seed)
    q, v = random.uniform(-2.0, 2.0, size=(2, 3, robot.joint_count))
    step = 1e-6

    def places(pose):
        centres = link_transforms(robot, pose)[:, :, :3, 3]
        return np.concatenate([centres, flange_transforms(robot, pose)[:, None, :3, 3]], axis=1)

    differences = (places(q + step * v) - places(q - step * v)) / (2.0 * step)
    np.testing.assert_allclose(point_velocities(robot, q, v), differences, atol=1e-7)
