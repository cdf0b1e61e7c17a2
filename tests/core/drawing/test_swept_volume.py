"""Swept volume: its balls contain every capsule at every moment and stay close to them."""

import numpy as np
import pytest

from core.drawing.arm_scene import ArmBody
from core.drawing.swept_volume import SweptVolume, finished, sweeping, swept_volume
from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.library import load_robot, shipped_robots
from core.robot.model import RobotModel
from core.robot.single_pose import link_frames_along, link_frames_at

COVERED = 0.3
"""Of a radius: a point on a tube's middle line is at most so far from the middle of a ball."""


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


def _nearest(points: FloatArray, places: FloatArray) -> FloatArray:
    """(P,) how far each point is from the nearest of the places."""
    return np.array([np.linalg.norm(places - point, axis=1).min() for point in points])


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


@pytest.mark.parametrize("name", ["ec66", "generic-6r", "panda"])
def test_balls_hold_every_tube_at_every_moment(name: str) -> None:
    body, rng = ArmBody(load_robot(name)), np.random.default_rng(2)
    way = _way(body.robot, 3)
    swept = swept_volume(body, way)
    tubes, _ = body.along(_between(way, rng, 60))
    for tube, radius in enumerate(body.tube_radius.tolist()):
        share = rng.uniform(size=(60, 1))
        points = tubes[:, tube, 0] + share * (tubes[:, tube, 1] - tubes[:, tube, 0])
        above = points @ body.foot_axis > 1.1 * radius  # the foot itself is not swept
        own = min(swept.balls, key=lambda balls: abs(balls.radius - radius))
        assert own.radius == pytest.approx(radius, abs=0.002 + 1e-9)
        assert _nearest(points[above], own.places).max(initial=0.0) < COVERED * max(
            radius, float(np.median(body.tube_radius))
        )


def test_balls_stay_near_the_swept_tubes() -> None:
    body = ArmBody(load_robot("generic-6r"))
    way = _way(body.robot, 4)
    swept = swept_volume(body, way)
    tubes, _ = body.along(np.concatenate([_between(way, np.random.default_rng(5), 4000), way]))
    start, along = tubes[:, :, 0].reshape(-1, 3), (tubes[:, :, 1] - tubes[:, :, 0]).reshape(-1, 3)
    length = np.maximum((along**2).sum(axis=1), 1e-12)
    rng = np.random.default_rng(6)
    for balls in swept.balls:
        for place in balls.places[rng.integers(0, len(balls.places), 40)]:
            share = np.clip(((place - start) * along).sum(axis=1) / length, 0.0, 1.0)
            away = np.linalg.norm(start + share[:, np.newaxis] * along - place, axis=1)
            assert away.min() < 0.2 * balls.radius


def test_corners_are_those_of_all_tubes_at_all_moments() -> None:
    body = ArmBody(load_robot("ec66"))
    way = _way(body.robot, 7)
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


def test_nothing_shows_below_the_foot_of_an_arm_that_stays_above_it() -> None:
    body = ArmBody(load_robot("generic-6r"))
    way = np.zeros((10, 6))
    way[:, 0] = np.linspace(-1.0, 1.0, 10)
    tubes, _ = body.along(way)
    assert tubes[:, :, :, 2].min() < body.tube_radius[0]  # the first tube begins in the foot
    assert swept_volume(body, way).low[2] >= -1e-9


def test_the_tool_path_begins_and_ends_with_the_motion_and_has_its_length() -> None:
    body = ArmBody(load_robot("generic-6r"))
    way = np.zeros((40, 6))
    way[:, 0] = np.linspace(0.0, 2.0, 40)  # the first axis alone: an arc about the upright
    swept = swept_volume(body, way)
    first, last = body.at(way[0]).flange[:3, 3], body.at(way[-1]).flange[:3, 3]
    np.testing.assert_allclose(swept.tool[[0, -1]], [first, last], atol=1e-12)
    assert swept.tool_length == pytest.approx(2.0 * float(np.hypot(*first[:2])), rel=1e-3)


def test_small_motions_need_few_balls() -> None:
    body = ArmBody(load_robot("generic-6r"))
    pose = _way(body.robot, 9)[:1]
    still, twice = swept_volume(body, pose), swept_volume(body, np.tile(pose, (400, 1)))
    assert _count(twice) == _count(still) > 0
    assert still.tool.shape == (1, 3)


def _count(swept: SweptVolume) -> int:
    return sum(len(balls.places) for balls in swept.balls)


def test_stepwise_and_whole_computation_agree() -> None:
    body = ArmBody(load_robot("ec66"))
    way = _way(body.robot, 10)
    steps = sweeping(body, way)
    next(steps)
    by_hand, at_once = finished(steps), swept_volume(body, way)
    np.testing.assert_array_equal(by_hand.tool, at_once.tool)
    np.testing.assert_array_equal(by_hand.farthest, at_once.farthest)


def test_a_motion_of_another_arm_is_refused() -> None:
    with pytest.raises(BadRequest) as caught:
        swept_volume(ArmBody(load_robot("panda")), np.zeros((4, 6)))
    assert caught.value.code == "motion-shape"
