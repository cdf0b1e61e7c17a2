"""Inverse kinematics brings the flange where it is asked for, on any chain, and says where it cannot."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest, Infeasible
from core.robot.inverse_kinematics import (
    Task,
    follow_path,
    follow_paths,
    inverse_kinematics,
    nearest_positions,
)
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from core.robot.model import JointKind
from tests.core.robot.oracles import random_robot

LAST_DIGIT = 1e-9
ARMS = ["ec66", "generic-6r", "lwr4", "panda", "tx40", "ur10e", "szabo-3r", "kr300"]
REVOLUTE, SLIDING = JointKind.REVOLUTE, JointKind.PRISMATIC


def anywhere(robot, generator, count):
    """Poses in the middle 80 % of the travel."""
    lower = np.where(np.isfinite(robot.lower), robot.lower, -np.pi)
    upper = np.where(np.isfinite(robot.upper), robot.upper, np.pi)
    middle, half = (lower + upper) / 2.0, 0.4 * (upper - lower)
    return middle + half * generator.uniform(-1.0, 1.0, (count, robot.joint_count))


def gap(robot, found, targets, *, rows=4):
    return np.abs(flange_transforms(robot, found.position) - targets)[:, :, :rows].max()


@pytest.mark.parametrize("name", ARMS)
def test_the_flange_reaches_the_requested_frame(name):
    robot = load_robot(name)
    generator = np.random.default_rng(3)
    targets = flange_transforms(robot, anywhere(robot, generator, 40))
    found = inverse_kinematics(robot, targets, start=anywhere(robot, generator, 1)[0])
    assert gap(robot, found, targets) < LAST_DIGIT
    assert np.all(found.position >= robot.lower)
    assert np.all(found.position <= robot.upper)
    assert found.is_reached.all()


@settings(deadline=None, max_examples=12)
@given(
    seed=st.integers(0, 2**32 - 1),
    kinds=st.lists(st.sampled_from([REVOLUTE, SLIDING]), min_size=1, max_size=7),
)
def test_any_chain_of_joints_reaches_the_requested_frame(seed, kinds):
    """Near enough to a solution it is found, whatever the joints are and however many."""
    robot = random_robot(seed, kinds)
    generator = np.random.default_rng(seed)
    q = np.clip(generator.uniform(-1.0, 1.0, (5, len(kinds))), robot.lower, robot.upper)
    targets = flange_transforms(robot, q)
    start = np.clip(q + generator.uniform(-0.05, 0.05, q.shape), robot.lower, robot.upper)
    found = nearest_positions(robot, targets, start=start)
    reached = found.is_reached
    # a pose that is nearly singular may be closed in on too slowly; it says so
    assert np.all(reached | (found.dexterity < 0.02))
    if reached.any():
        rows = np.flatnonzero(reached)
        assert np.abs(flange_transforms(robot, found.position[rows]) - targets[rows]).max() < LAST_DIGIT


def test_an_arm_of_few_joints_solves_for_position_alone():
    robot = load_robot("szabo-3r")
    generator = np.random.default_rng(1)
    targets = flange_transforms(robot, anywhere(robot, generator, 20))
    targets[:, :3, :3] = np.eye(3)  # how it is turned does not matter
    found = inverse_kinematics(robot, targets, start=np.zeros(3), task=Task.POSITION)
    assert np.abs(flange_transforms(robot, found.position)[:, :3, 3] - targets[:, :3, 3]).max() < LAST_DIGIT


def test_an_unreachable_target_is_reported_with_its_distance():
    robot = load_robot("ur10e")
    targets = flange_transforms(robot, np.tile([0.1, -1.2, 1.5, -0.4, 0.6, 0.2], (3, 1)))
    targets[1, :3, 3] = 0.0, 0.0, 5.0
    with pytest.raises(Infeasible, match="pose-not-reachable") as refused:
        inverse_kinematics(robot, targets, start=np.zeros(6), restarts=2)
    facts = refused.value.facts
    assert facts["pose"] == 2
    assert (facts["x"], facts["y"], facts["z"]) == (0.0, 0.0, 5000.0)
    # the arm is stretched upwards as far as it goes with that orientation
    assert 3000.0 < facts["distance"] < 5000.0


def test_a_blocking_joint_limit_is_named():
    robot = load_robot("ec66")
    q = np.array([0.3, 0.4, 0.9, 0.2, 1.1, -0.3])
    target = flange_transforms(robot, q[np.newaxis])
    joints = (*robot.joints[:5], replace(robot.joints[5], lower=0.0, upper=0.5))
    held = replace(robot, joints=joints)
    start = np.append(q[:5], 0.2)
    found = nearest_positions(held, target, start=start)
    assert not found.is_reached[0]
    assert found.position[0, 5] == 0.0
    with pytest.raises(Infeasible) as refused:
        inverse_kinematics(held, target, start=start, restarts=0)
    assert refused.value.facts["joints"] == (6,)


def test_a_near_singular_pose_is_reported():
    robot = load_robot("ur10e")
    bent = np.array([0.1, -1.2, 1.5, -0.4, 0.9, 0.2])
    stretched = np.array([0.1, -1.2, 1e-4, -0.4, 0.9, 0.2])
    targets = flange_transforms(robot, np.stack([bent, stretched]))
    found = nearest_positions(robot, targets, start=np.stack([bent, stretched]))
    assert found.is_reached.all()
    assert found.dexterity[1] < 1e-3 * found.dexterity[0]


def circle(robot, q, *, points=33, radius=0.03):
    flange = flange_transforms(robot, q[np.newaxis])[0]
    angle = np.linspace(0.0, 2.0 * np.pi, points)
    targets = np.tile(flange, (points, 1, 1))
    way = np.outer(np.cos(angle) - 1.0, flange[:3, 0]) + np.outer(np.sin(angle), flange[:3, 1])
    targets[:, :3, 3] += radius * way
    return targets


@pytest.mark.parametrize(
    ("name", "q"),
    [
        ("ur10e", [0.2, -1.3, 1.6, -0.5, 1.0, 0.3]),
        ("panda", [0.2, 0.4, -0.3, -1.8, 0.2, 1.9, 0.4]),
    ],
)
def test_a_closed_path_closes_in_the_joints_too(name, q):
    """Each point is found from the one before; joints to spare come back where they were."""
    robot, start = load_robot(name), np.array(q)
    targets = circle(robot, start)
    found = follow_path(robot, targets, start=start)
    assert gap(robot, found, targets) < LAST_DIGIT
    assert np.abs(found.position[0] - start).max() < 1e-7
    assert np.abs(found.position[-1] - found.position[0]).max() < 1e-7
    steps = np.abs(np.diff(found.position, axis=0)).max(axis=1)
    assert steps.max() < 3.0 * np.median(steps)


def test_redundant_joints_stay_near_the_start():
    """No other joint positions with the same pose of the flange are nearer."""
    robot = load_robot("panda")
    start = np.array([0.2, 0.4, -0.3, -1.8, 0.2, 1.9, 0.4])
    target = circle(robot, start)[8:9]
    found = nearest_positions(robot, target, start=start)
    away = np.linalg.norm(found.position[0] - start)
    generator = np.random.default_rng(0)
    for _ in range(10):
        beside = found.position[0] + 0.2 * generator.normal(size=7)
        other = nearest_positions(robot, target, start=beside, wanted=beside)
        if other.is_reached[0]:
            assert np.linalg.norm(other.position[0] - start) > away - 1e-6


def test_paths_solved_together_equal_paths_solved_alone():
    robot = load_robot("ec66")
    starts = np.array([[0.3, 0.4, 0.9, 0.2, 1.1, -0.3], [-0.4, 0.7, 1.2, -0.3, 0.9, 0.5]])
    paths = np.stack([circle(robot, q, points=9) for q in starts], axis=1)
    together = follow_paths(robot, paths, start=starts)
    for number, q in enumerate(starts):
        alone = follow_path(robot, paths[:, number], start=q)
        assert np.abs(together.position[:, number] - alone.position).max() < 1e-8


@pytest.mark.parametrize(
    ("targets", "start"),
    [(np.eye(4), np.zeros(6)), (np.zeros((2, 3, 4)), np.zeros(6)), (np.eye(4)[None], np.zeros(5))],
)
def test_arrays_of_wrong_shape_are_refused(targets, start):
    with pytest.raises(BadRequest, match="motion-shape"):
        nearest_positions(load_robot("ec66"), targets, start=start)
