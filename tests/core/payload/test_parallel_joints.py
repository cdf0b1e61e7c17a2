"""The two joints that sweep: found from geometry and gravity, on every arm that ships and on others."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest, NotIdentifiable
from core.payload.parallel_joints import axis_tilt, find_swept_joints, standing_between
from core.payload.plan import ParallelKind
from core.payload.weight_columns import weight_columns
from core.robot.kinematics import link_transforms
from core.robot.library import load_robot
from core.robot.model import Joint, JointKind, RobotModel

EC66 = load_robot("ec66")
PARALLEL = {
    "ec66": (1, 2, 1),
    "generic-6r": (1, 2, 1),
    "kr300": (1, 2, 1),
    "szabo-3r": (1, 2, 1),
    "tx40": (1, 2, 1),
    "ur10e": (1, 2, 1),
}
BETWEEN = {"panda": (1, 3, -1), "lwr4": (1, 3, -1)}
"""The axes are parallel while joint 3 is at zero; there they point in opposite directions."""


def zeros(robot):
    return np.clip(np.zeros(robot.joint_count), robot.lower, robot.upper)


@pytest.mark.parametrize("name", sorted(PARALLEL))
def test_the_big_pair_is_found_not_a_cobots_third_and_fourth(name):
    robot = load_robot(name)
    found = find_swept_joints(robot, start=zeros(robot))
    assert (found.first, found.second, found.sign) == PARALLEL[name]
    assert found.kind is ParallelKind.PARALLEL
    assert found.tilt == pytest.approx(0.0, abs=1e-9)
    assert standing_between(robot, found, start=zeros(robot)) is None


@pytest.mark.parametrize("name", sorted(BETWEEN))
def test_arms_without_a_pair_have_one_while_a_joint_between_stands_still(name):
    robot = load_robot(name)
    found = find_swept_joints(robot, start=zeros(robot))
    assert (found.first, found.second, found.sign) == BETWEEN[name]
    assert found.kind is ParallelKind.NOT_PARALLEL
    standing = standing_between(robot, found, start=zeros(robot))
    assert np.flatnonzero(~np.isnan(standing)).tolist() == [2]
    poses = np.random.default_rng(3).uniform(robot.lower, robot.upper, (20, 7))
    held = link_transforms(robot, np.where(np.isnan(standing), poses, standing))[:, :, :3, 2]
    assert np.einsum("ki,ki->k", held[:, 1], held[:, 3]) == pytest.approx(found.sign)


def test_torque_difference_of_the_pair_depends_on_the_mass_alone():
    """[Gao]: c_2 = s c_3, and y_2 - s y_3 is gravity times the distance of the axes."""
    for name, (first, second, sign) in PARALLEL.items():
        robot = load_robot(name)
        q = np.random.default_rng(5).uniform(-1.0, 1.0, (40, robot.joint_count))
        one, other = weight_columns(robot, q, first), weight_columns(robot, q, second)
        assert one[:, 1:] == pytest.approx(sign * other[:, 1:], abs=1e-9)
        frames = link_transforms(robot, q)
        apart = frames[:, second, :3, 3] - frames[:, first, :3, 3]
        along = frames[:, first, :3, 2]
        level = np.cross(along, robot.gravity)
        expected = np.abs(np.einsum("ki,ki->k", apart, level))
        assert np.abs(one[:, 0] - sign * other[:, 0]) == pytest.approx(expected, abs=1e-9)


def test_a_joint_turned_round_turns_the_sign():
    joints = list(EC66.joints)
    # the third axis looks the other way: half a turn about x before it, and after it
    joints[2] = replace(joints[2], alpha=np.pi)
    joints[3] = replace(joints[3], alpha=np.pi, d=joints[3].d)
    turned = replace(EC66, joints=tuple(joints))
    found = find_swept_joints(turned, start=np.zeros(6))
    assert (found.first, found.second, found.sign) == (1, 2, -1)


def test_a_bench_with_one_vertical_joint_has_nothing_to_sweep():
    bench = load_robot("gear-bench")
    with pytest.raises(NotIdentifiable) as told:
        find_swept_joints(bench, start=np.zeros(1))
    assert told.value.code == "payload-no-loaded-joint"
    assert told.value.facts == {"robot": bench.name, "loaded": (), "slides": ()}


def test_a_scara_is_refused_naming_the_joint_that_carries_the_mass():
    joints = (
        Joint("shoulder"),
        Joint("elbow", a=0.3),
        Joint("quill", kind=JointKind.PRISMATIC, a=0.25, lower=-0.2, upper=0.0),
        Joint("roll"),
    )
    with pytest.raises(NotIdentifiable) as told:
        find_swept_joints(RobotModel("scara", joints), start=np.zeros(4))
    assert told.value.facts == {"robot": "scara", "loaded": (), "slides": (3,)}


def test_without_gravity_nothing_is_loaded():
    with pytest.raises(NotIdentifiable):
        find_swept_joints(replace(EC66, gravity=np.zeros(3)), start=np.zeros(6))


def test_a_start_of_another_arm_is_refused():
    with pytest.raises(BadRequest) as told:
        find_swept_joints(EC66, start=np.zeros(7))
    assert told.value.code == "motion-shape"


@settings(max_examples=25, deadline=None)
@given(turn=st.floats(-np.pi, np.pi), lean=st.floats(0.0, 1.4), about=st.floats(-np.pi, np.pi))
def test_any_mounting_has_the_same_pair_and_its_tilt(turn, lean, about):
    """Rotating the arm or rotating gravity gives the same axes."""
    gravity = 9.81 * np.array([np.sin(lean) * np.cos(about), np.sin(lean) * np.sin(about), -np.cos(lean)])
    start = np.zeros(6)
    start[0] = turn
    leaning = replace(EC66, gravity=gravity)
    found = find_swept_joints(leaning, start=start)
    assert (found.first, found.second, found.sign) == (1, 2, 1)
    axis = np.array([np.sin(turn), -np.cos(turn), 0.0])
    expected = np.arcsin(abs(axis @ gravity) / 9.81)
    assert found.tilt == pytest.approx(expected, abs=1e-9)
    assert axis_tilt(leaning, start[np.newaxis], joint=1)[0] == found.tilt
