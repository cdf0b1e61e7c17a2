"""Poses to start from: inside the limits, above the floor, clear of itself by the core's own measure."""

import numpy as np
import pytest

from core.robot.collision import clearances
from core.robot.library import load_robot, shipped_robots
from devices.virtual.physics.geometry import home_pose
from tests.devices.virtual.physics.perfect import gantry


@pytest.mark.parametrize("name", shipped_robots())
def test_home_pose_is_free(name):
    robot = load_robot(name)
    pose = home_pose(robot)
    assert clearances(robot, pose[None], floor_height=0.0).distance[0] > 0.02


@pytest.mark.parametrize("name", shipped_robots())
def test_home_pose_leaves_room_to_move(name):
    """Three degrees each way stay inside the limits, and clear."""
    robot = load_robot(name)
    pose = home_pose(robot)
    assert np.all(pose - np.radians(3.0) > robot.lower)
    assert np.all(pose + np.radians(3.0) < robot.upper)
    around = pose + np.radians(3.0) * np.vstack([np.eye(robot.joint_count), -np.eye(robot.joint_count)])
    assert clearances(robot, around, floor_height=0.0).distance.min() > 0.0


def test_home_pose_is_reproducible_and_returned_as_a_copy():
    robot = load_robot("ec66")
    first = home_pose(robot)
    first += 1.0
    assert np.array_equal(home_pose(load_robot("ec66")), home_pose(robot))
    assert not np.array_equal(first, home_pose(robot))


def test_arms_without_limits_have_a_home_pose():
    assert np.all(np.isfinite(home_pose(gantry())))
