"""Swept volume: its size, the way of its tool, and poses that leave no gap."""

import numpy as np
import pytest

from core.drawing.arm_scene import ArmBody
from core.drawing.swept_volume import path_between, swept_volume
from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.library import load_robot, shipped_robots
from core.robot.model import RobotModel
from core.robot.single_pose import link_frames_along, link_frames_at


def _way(robot: RobotModel, seed: int, *, poses: int = 12) -> FloatArray:
    """Poses (K, n) along a smooth way."""
    rng = np.random.default_rng(seed)
    turns = np.linspace(0.0, 1.5, poses)[:, np.newaxis]
    return rng.uniform(-0.6, 0.6, robot.joint_count) + rng.uniform(0.2, 0.7, robot.joint_count) * np.sin(
        turns + rng.uniform(0.0, 6.0, robot.joint_count)
    )


def _between(poses: FloatArray, rng: np.random.Generator, count: int) -> FloatArray:
    """Poses (count, n) anywhere on the straight ways between the given ones."""
    before = rng.integers(0, poses.shape[0] - 1, count)
    return poses[before] + rng.uniform(size=(count, 1)) * (poses[before + 1] - poses[before])


@pytest.mark.parametrize("name", shipped_robots())
def test_frames_along_a_path_are_those_of_its_poses(name: str) -> None:
    robot = load_robot(name)
    way = _way(robot, 1)
    together = link_frames_along(robot, way)
    for frames, pose in zip(together, way, strict=True):
        np.testing.assert_allclose(frames, link_frames_at(robot, pose), atol=1e-12)


def test_frames_along_a_path_of_another_arm_are_refused() -> None:
    with pytest.raises(BadRequest) as caught:
        link_frames_along(load_robot("ec66"), np.zeros((3, 7)))
    assert caught.value.code == "motion-shape"


def test_corners_are_those_of_all_tubes_at_all_moments() -> None:
    body = ArmBody(load_robot("ec66"))
    way = _way(body.robot, 7, poses=200)
    swept = swept_volume(body, way)
    tubes, tool = body.along(_between(way, np.random.default_rng(8), 3000))
    radius = body.tube_radius[:, np.newaxis, np.newaxis]
    high, low = (tubes + radius).max(axis=(0, 1, 2)), (tubes - radius).min(axis=(0, 1, 2))
    np.testing.assert_allclose(swept.high, high, atol=0.01)
    np.testing.assert_allclose(swept.low, low, atol=0.01)
    assert np.all(tool > swept.low)
    assert np.all(tool < swept.high)


def test_the_farthest_places_reach_as_far_as_all_places_in_any_direction() -> None:
    body = ArmBody(load_robot("panda"))
    swept = swept_volume(body, _way(body.robot, 11, poses=30))
    tubes, _ = body.along(_way(body.robot, 11, poses=30))
    directions = np.random.default_rng(12).normal(size=(200, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    missing = (tubes.reshape(-1, 3) @ directions.T).max(axis=0) - (swept.farthest @ directions.T).max(axis=0)
    assert missing.max() < 0.02 * body.length
    assert len(swept.farthest) < 200


def test_the_tool_path_begins_and_ends_with_the_motion_and_has_its_length() -> None:
    body = ArmBody(load_robot("generic-6r"))
    way = np.zeros((40, 6))
    way[:, 0] = np.linspace(0.0, 2.0, 40)  # the first axis alone: an arc about the upright
    swept = swept_volume(body, way)
    first, last = body.at(way[0]).flange[:3, 3], body.at(way[-1]).flange[:3, 3]
    np.testing.assert_allclose(swept.tool[[0, -1]], [first, last], atol=1e-12)
    assert swept.tool_length == pytest.approx(2.0 * float(np.hypot(*first[:2])), rel=1e-3)


@pytest.mark.parametrize("name", ["ec66", "generic-6r", "panda"])
def test_poses_on_the_way_leave_no_gap_and_hold_those_given(name: str) -> None:
    body = ArmBody(load_robot(name))
    way = _way(body.robot, 3)
    between = path_between(body, way)
    tubes, _ = body.along(between)
    moved = np.linalg.norm(np.diff(tubes, axis=0), axis=-1).max()
    assert moved < 0.4 * max(float(body.tube_radius.min()), float(np.median(body.tube_radius)))
    assert all(np.abs(between - pose).max(axis=1).min() < 1e-9 for pose in way)
    assert np.array_equal(path_between(body, way[:1]), way[:1])


def test_few_poses_are_shown_of_a_long_motion() -> None:
    body = ArmBody(load_robot("generic-6r"))
    way = _way(body.robot, 9, poses=3000)
    swept = swept_volume(body, way)
    assert len(swept.shown) <= 80
    np.testing.assert_allclose(swept.shown[[0, -1]], body.along(way[[0, -1]])[0])
    assert len(swept.tool) <= 800


def test_a_motion_of_another_arm_is_refused() -> None:
    with pytest.raises(BadRequest) as caught:
        swept_volume(ArmBody(load_robot("panda")), np.zeros((4, 6)))
    assert caught.value.code == "motion-shape"
