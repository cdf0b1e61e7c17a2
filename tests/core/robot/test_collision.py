"""Distances of an arm to itself, the floor and boxes, against closed forms, and never too large."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.robot.capsules import arm_capsules, placed_capsules
from core.robot.collision import clearances, smallest_clearance
from core.robot.collision_scene import pairs_to_judge
from core.robot.library import load_robot, shipped_robots
from core.robot.model import Capsule, Joint, JointKind, RobotModel
from core.robot.surroundings import Box
from devices.virtual.physics.geometry import home_pose


def segment_distance(first, second):
    """Between two segments, by looking everywhere on the first and in closed form on the second."""
    points = first[0] + np.linspace(0.0, 1.0, 4001)[:, np.newaxis] * (first[1] - first[0])
    along = second[1] - second[0]
    share = np.clip((points - second[0]) @ along / max(along @ along, 1e-12), 0.0, 1.0)
    return np.linalg.norm(points - second[0] - share[:, np.newaxis] * along, axis=1).min()


@pytest.mark.parametrize("name", ["panda", "ur10e", "szabo-3r"])
def test_distance_between_links_is_that_of_their_segments(name):
    robot = load_robot(name)
    capsules, judged = arm_capsules(robot), pairs_to_judge(robot)
    q = np.random.default_rng(3).uniform(-1.0, 1.0, size=(20, robot.joint_count))
    found = clearances(robot, q).distance
    for ends, distance in zip(placed_capsules(robot, q), found, strict=True):
        expected = min(
            segment_distance(ends[a], ends[b]) - capsules[a].radius - capsules[b].radius for a, b in judged
        )
        assert distance == pytest.approx(expected, abs=1e-4)


@given(st.floats(-0.5, 0.5), st.integers(0, 99))
def test_distance_to_the_floor_is_the_lowest_point_above_it(height, seed):
    # MuJoCo takes a floor that is less than a micrometre from the origin as one through the origin
    assume(height == 0.0 or abs(height) > 1e-6)
    robot = load_robot("panda")
    q = np.random.default_rng(seed).uniform(-1.5, 1.5, size=(4, 7))
    capsules = arm_capsules(robot)
    parts = [k for k, capsule in enumerate(capsules) if capsule.link > 0]
    radius = np.array([capsules[k].radius for k in parts])
    heights = placed_capsules(robot, q)[..., 2][:, parts]
    lowest = (heights.min(axis=2) - radius).min(axis=1)
    own = clearances(robot, q).distance
    found = clearances(robot, q, floor_height=height).distance
    np.testing.assert_allclose(found, np.minimum(own, lowest - height), atol=1e-9)


def test_the_floor_is_perpendicular_to_gravity():
    """The same arm on a wall, where x points up: now its first link can sink too, and is the lowest."""
    robot = load_robot("szabo-3r")
    wall = replace(robot, gravity=np.array([-9.81, 0.0, 0.0]))
    stretched = np.zeros((1, 3))  # along z
    upright = smallest_clearance(robot, stretched, floor_height=0.0)
    sideways = smallest_clearance(wall, stretched, floor_height=-0.2)
    assert (upright.first, upright.second) == ("link 2", "floor")
    assert upright.distance == pytest.approx(0.3 - 0.0575 * 1.3)
    assert (sideways.first, sideways.second) == ("link 1", "floor")
    assert sideways.distance == pytest.approx(0.2 - 0.065 * 1.3)


def test_distance_to_a_box_is_the_gap_to_the_nearest_link():
    robot = load_robot("szabo-3r")
    tip = placed_capsules(robot, np.zeros((1, 3)))[0, -1, 1]
    low, high = tip + np.array([-0.1, -0.1, 0.3]), tip + np.array([0.1, 0.1, 0.4])
    box = Box("shelf", tuple(low), tuple(high))
    nearest = smallest_clearance(robot, np.zeros((1, 3)), boxes=[box])
    assert (nearest.first, nearest.second) == ("link 3", "shelf")
    assert nearest.distance == pytest.approx(0.3 - 0.05 * 1.3, abs=1e-6)


def test_a_folded_arm_collides_with_itself():
    robot = load_robot("szabo-3r")
    nearest = smallest_clearance(robot, np.array([[0.0, 0.0, 0.0], [0.0, -np.pi / 2.0, np.pi]]))
    assert nearest.distance < 0.0
    assert (nearest.first, nearest.second, nearest.pose) == ("link 1", "link 3", 1)


def test_neighbours_are_not_judged():
    for name in shipped_robots():
        robot = load_robot(name)
        capsules = arm_capsules(robot)
        assert all(capsules[b].link - capsules[a].link > 1 for a, b in pairs_to_judge(robot))


def test_distance_is_infinite_without_obstacles():
    one = RobotModel(name="one", joints=(Joint("a"),), capsules=(Capsule(0, (0, 0, 0), (0, 0, 1), 0.1),))
    nearest = smallest_clearance(one, np.zeros((3, 1)), floor_height=0.0)
    assert nearest.distance == np.inf
    assert nearest.first == ""


@pytest.mark.parametrize("name", shipped_robots())
def test_parked_poses_are_collision_free(name):
    robot = load_robot(name)
    nearest = smallest_clearance(robot, home_pose(robot)[np.newaxis], floor_height=0.0)
    assert nearest.distance > 0.01, nearest


@pytest.mark.parametrize("name", shipped_robots())
def test_most_poses_are_free_of_the_arm_itself(name):
    """The check must not give false alarms: most of the range of motion is free of self-collision."""
    robot = load_robot(name)
    low = np.where(np.isfinite(robot.lower), robot.lower, -np.pi)
    high = np.where(np.isfinite(robot.upper), robot.upper, np.pi)
    q = np.random.default_rng(5).uniform(low, high, size=(300, robot.joint_count))
    assert np.mean(clearances(robot, q).distance > 0.0) > 0.5


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(["ec66", "panda", "szabo-3r", "slide"]), st.integers(0, 10_000))
def test_clearance_holds_between_samples(name, seed):
    robot = slide() if name == "slide" else load_robot(name)
    random = np.random.default_rng(seed)
    coarse = np.cumsum(random.normal(scale=0.05, size=(8, robot.joint_count)), axis=0) + random.uniform(
        -2.0, 2.0, robot.joint_count
    )
    rows = np.linspace(0.0, 7.0, 7 * 40 + 1)
    fine = np.stack([np.interp(rows, np.arange(8), column) for column in coarse.T], axis=1)
    box = Box("box", (0.3, 0.3, 0.3), (0.6, 0.6, 0.6))
    said = smallest_clearance(robot, coarse, floor_height=0.0, boxes=[box], between=True).distance
    truth = smallest_clearance(robot, fine, floor_height=0.0, boxes=[box]).distance
    assert said <= truth + 1e-9
    assert said <= smallest_clearance(robot, coarse, floor_height=0.0, boxes=[box]).distance


def slide():
    """A turning joint that carries a sliding one."""
    return RobotModel(
        name="slide",
        joints=(
            Joint("turn", d=0.4),
            Joint("raise", alpha=np.pi / 2.0, a=0.1),
            Joint("push", JointKind.PRISMATIC, alpha=-np.pi / 2.0, a=0.5, lower=-3.0, upper=3.0),
        ),
        flange=np.array([[1, 0, 0, 0.2], [0, 1, 0, 0], [0, 0, 1, 0.1], [0, 0, 0, 1.0]]),
    )
