"""The flange along the forearm and the swept axis: exact where the wrist can, honest where it cannot."""

from dataclasses import replace

import numpy as np
import pytest

from core.excitation.limits.motion_limits import motion_limits
from core.payload.orientations import FARTHEST_OFF, flange_orientations
from core.payload.parallel_joints import find_swept_joints
from core.payload.plan import FlangeAim
from core.robot.kinematics import flange_transforms, link_transforms
from core.robot.library import load_robot

WRISTS = {"ec66": 4, "ur10e": 4, "generic-6r": 4, "kr300": 4, "tx40": 4}
"""The joint (from 0) whose centre is the wrist's: offset and spherical ones."""
STARTS = {"kr300": np.radians([0.0, -90.0, 90.0, 0.0, 0.0, 0.0])}
ALL = [FlangeAim.X_ALONG, FlangeAim.Y_ALONG, FlangeAim.Z_ALONG, FlangeAim.Z_ALONG_TURNED]


def oriented(robot, start, **more):
    joints = find_swept_joints(robot, start=start)
    limits = motion_limits(robot, start=start)
    return joints, flange_orientations(robot, joints, limits=limits, start=start, **more)


def directions(robot, joints, pose):
    """Axis, forearm and flange axes in the base frame, the forearm from joint centre to wrist centre."""
    frames = link_transforms(robot, pose[np.newaxis])[0]
    axis = frames[joints.second, :3, 2]
    away = frames[joints.second + 1, :3, 3] - frames[joints.second, :3, 3]
    away = away - (away @ axis) * axis
    flange = flange_transforms(robot, pose[np.newaxis])[0, :3, :3]
    return axis, away / np.linalg.norm(away), flange


@pytest.mark.parametrize("name", sorted(WRISTS))
def test_four_orientations_are_exact(name):
    robot = load_robot(name)
    start = STARTS.get(name, np.zeros(robot.joint_count))
    joints, found = oriented(robot, start)
    assert [each.aim for each in found] == ALL
    assert [each.number for each in found] == [1, 2, 3, 4]
    elsewhere = start + np.random.default_rng(1).uniform(-0.3, 0.3, robot.joint_count)
    for each in found:
        assert each.off_by == 0.0
        assert np.isnan(each.pose[:3]).all()
        assert np.isfinite(each.pose[3:]).all()
        assert ((each.pose[3:] >= robot.lower[3:]) & (each.pose[3:] <= robot.upper[3:])).all()
        # wherever the swept joints are
        pose = np.where(np.isnan(each.pose), elsewhere, each.pose)
        axis, forearm, flange = directions(robot, joints, pose)
        x, y, z = flange.T
        if each.aim is FlangeAim.X_ALONG:
            assert abs(z @ axis) == pytest.approx(1.0, abs=1e-12)
            assert np.linalg.norm(x - forearm) < 1e-6
        elif each.aim is FlangeAim.Y_ALONG:
            assert abs(z @ axis) == pytest.approx(1.0, abs=1e-12)
            assert np.linalg.norm(y - forearm) < 1e-6
        else:
            assert np.linalg.norm(z - forearm) < 1e-6
            across = y if each.aim is FlangeAim.Z_ALONG else x
            assert abs(across @ axis) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("name", sorted(WRISTS))
def test_no_move_between_orientations_turns_a_joint_by_more_than_it_needs(name):
    robot = load_robot(name)
    _, found = oriented(robot, STARTS.get(name, np.zeros(robot.joint_count)))
    wrist = np.array([each.pose[3:] for each in found])
    farthest = np.abs(np.diff(wrist, axis=0)).max(axis=1)
    assert (farthest <= np.pi / 2.0 + 0.25).all(), np.degrees(farthest)


def test_branches_that_are_not_clear_are_not_taken():
    robot = load_robot("kr300")
    start = STARTS["kr300"]
    _, free = oriented(robot, start)
    taken = [each.pose[4] for each in free[:2]]

    def is_clear(q):
        return np.all(np.sign(q[:, 4, np.newaxis]) != np.sign(taken), axis=1)

    _, found = oriented(robot, start, is_clear=is_clear)
    assert [each.aim for each in found] == ALL
    assert found[0].off_by == 0.0
    assert np.sign(found[0].pose[4]) == -np.sign(taken[0])


def test_a_wrist_that_is_held_by_its_limits_comes_as_near_as_it_can():
    robot = load_robot("generic-6r")
    # joint 5 of the exact pose is at 90 degrees; 80 is its limit, and 3 degrees are kept from that
    joints = list(robot.joints)
    joints[4] = replace(joints[4], lower=-np.radians(80.0), upper=np.radians(80.0))
    held = replace(robot, joints=tuple(joints))
    _, found = oriented(held, np.zeros(6))
    by_aim = {each.aim: each for each in found}
    assert by_aim[FlangeAim.X_ALONG].off_by == pytest.approx(np.radians(13.0), abs=1e-4)
    assert by_aim[FlangeAim.Z_ALONG].off_by == 0.0


def test_an_arm_without_a_wrist_has_the_orientation_it_is_built_with():
    _, found = oriented(load_robot("szabo-3r"), np.array([0.1, 0.4, -0.6]))
    assert len(found) == 1
    assert found[0].off_by == 0.0
    assert np.isnan(found[0].pose).all()


def test_a_wrist_of_one_joint_uses_the_reachable_orientations():
    robot = load_robot("ec66")
    short = replace(
        robot,
        joints=robot.joints[:4],
        rotor_inertia=None,
        drive_gain=None,
        inertial_parameters=None,
        coupling=None,
        capsules=(),
    )
    _, found = oriented(short, np.zeros(4))
    # its one joint is parallel to the swept ones: z stays along the axis, x and y can be turned
    assert {each.aim for each in found} >= {FlangeAim.X_ALONG, FlangeAim.Y_ALONG}
    exact = [each for each in found if each.aim in {FlangeAim.X_ALONG, FlangeAim.Y_ALONG}]
    assert all(each.off_by == 0.0 for each in exact)
    assert all(each.off_by > FARTHEST_OFF for each in found if each.aim is FlangeAim.OTHER)
    assert FlangeAim.Z_ALONG not in {each.aim for each in found}
