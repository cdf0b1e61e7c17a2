"""The tool at one pose: where it is, what it gives, and the poses and forces that stand for nothing said."""

from dataclasses import replace

import numpy as np
import pytest

from core.robot.library import load_robot
from core.stiffness.cartesian import full_at_pose, middle_pose, reduced_at_pose, tool_point, weight_of
from core.stiffness.model import stiffness_model
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.settings import StiffnessSettings

POSE = np.array([0.3, -0.4, 0.9])


def test_stiffness_inverts_compliance_and_the_ellipsoid_bounds_every_shift():
    model = stiffness_model(load_robot("mikhel-3"))
    full = full_at_pose(model, POSE)
    assert full.stiffness @ full.compliance == pytest.approx(np.eye(6), abs=1e-7)
    direction = full.ellipsoid.directions[:, 0]
    shift = full.compliance[:3, :3] @ direction
    assert shift == pytest.approx(full.ellipsoid.size[0] * direction)


def test_compliance_of_joints_alone_is_their_usable_compliance():
    robot = load_robot("mikhel-6")
    found = reduce_stiffness(stiffness_model(robot))
    pose = np.array([0.1, 0.4, -0.5, 0.6, 0.7, 0.2])
    at = reduced_at_pose(robot, found, pose)
    step = 1e-6
    columns = [
        (tool_point(robot, pose + turn, tool=(0, 0, 0)) - tool_point(robot, pose - turn, tool=(0, 0, 0)))
        / (2 * step)
        for turn in step * np.eye(6)
    ]
    given = sum(k * np.outer(j, j) for k, j in zip(found.usable_compliance, columns, strict=True))
    assert at.compliance[:3, :3] == pytest.approx(given, rel=1e-6, abs=1e-12)


def test_the_tool_point_is_given_from_the_flange():
    robot = load_robot("mikhel-3")
    at = tool_point(robot, POSE, tool=(0.0, 0.0, 0.0))
    moved = tool_point(robot, POSE, tool=(0.0, 0.03, 0.04))
    assert np.linalg.norm(moved - at) == pytest.approx(0.05)
    turned = tool_point(robot, POSE + np.array([1.0, 0.0, 0.0]), tool=(0.0, 0.0, 0.0))
    assert np.hypot(*turned[:2]) == pytest.approx(np.hypot(*at[:2]))


def test_default_pose_is_the_middle_of_the_ranges_or_zero():
    robot = load_robot("mikhel-6")
    assert middle_pose(robot, StiffnessSettings()) == pytest.approx(np.zeros(6))
    asked = StiffnessSettings(lower=(0.0,) * 6, upper=(1.0, 2.0, 1.0, 2.0, 1.0, 2.0))
    assert middle_pose(robot, asked) == pytest.approx([0.5, 1.0, 0.5, 1.0, 0.5, 1.0])


def test_weight_pulls_along_gravity():
    robot = load_robot("mikhel-3")
    assert weight_of(robot, 50.0) == pytest.approx([0.0, 0.0, -50.0])
    on_a_wall = replace(robot, gravity=np.array([9.81, 0.0, 0.0]))
    assert weight_of(on_a_wall, 50.0) == pytest.approx([50.0, 0.0, 0.0])
    afloat = replace(robot, gravity=np.zeros(3))
    assert weight_of(afloat, 50.0) == pytest.approx([0.0, 0.0, -50.0])
