"""Bounds that rule pairs out are never above MuJoCo's distances, and these have the gradient they say."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.robot.collision import clearances, half_steps, smallest_clearance
from core.robot.collision_scene import BOUND_SLACK_M, CollisionScene
from core.robot.library import load_robot, shipped_robots
from core.robot.model import BASE_LINK, Capsule, Joint, RobotModel
from core.robot.surroundings import Box
from tests.core.robot.test_collision import slide

BOXES = (Box("near", (0.2, 0.2, 0.1), (0.6, 0.5, 0.4)), Box("plate", (-0.9, -0.9, 0.0), (-0.3, 0.9, 0.02)))
ARMS = ["ec66", "ur10e", "panda", "kr300", "szabo-3r", "slide"]
STEP = 1e-6


def arm(name):
    return slide() if name == "slide" else load_robot(name)


def poses(robot, count, *, seed):
    return np.random.default_rng(seed).uniform(-2.5, 2.5, size=(count, robot.joint_count))


def everything(scene, q):
    """The exact distances of all pairs at all poses (N, P), m."""
    placed, pairs = scene.place(q), len(scene.pairs)
    rows, columns = np.repeat(np.arange(len(q)), pairs), np.tile(np.arange(pairs), len(q))
    return scene.distances(placed, rows, columns).distance.reshape(-1, pairs)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from([*shipped_robots(), "slide"]), st.integers(0, 10_000))
def test_no_distance_is_below_its_bound(name, seed):
    robot = arm(name)
    scene = CollisionScene(robot, floor_height=0.0, boxes=BOXES)
    q = poses(robot, 40, seed=seed)
    bounds, exact = scene.lower_bounds(scene.place(q)), everything(scene, q)
    assert np.all(bounds <= exact)
    solid = np.array([scene.names(pair)[1] not in {"near", "plate"} for pair in range(len(scene.pairs))])
    np.testing.assert_allclose(exact[:, solid] - bounds[:, solid], BOUND_SLACK_M, atol=1e-9)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from([*shipped_robots(), "slide"]), st.integers(0, 10_000), st.booleans())
def test_skipped_pairs_are_never_the_nearest(name, seed, between):
    """Both looks find what a look at every pair at every pose finds."""
    robot = arm(name)
    random = np.random.default_rng(seed)
    q = random.uniform(-2.0, 2.0, robot.joint_count) + np.cumsum(
        random.normal(scale=0.05, size=(30, robot.joint_count)), axis=0
    )
    scene = CollisionScene(robot, floor_height=0.1, boxes=BOXES)
    exact = everything(scene, q)
    if between:
        exact -= half_steps(q) @ scene.levers.T
    conditions = {"floor_height": 0.1, "boxes": BOXES, "between": between}
    np.testing.assert_array_equal(clearances(robot, q, **conditions).distance, exact.min(axis=1))
    nearest = smallest_clearance(robot, q, **conditions)
    assert nearest.distance == exact.min()
    assert exact[nearest.pose].min() == nearest.distance
    assert nearest == clearances(robot, q, **conditions).closest


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(ARMS), st.integers(0, 10_000))
def test_gradients_of_distances_agree_with_differences(name, seed):
    robot = arm(name)
    scene = CollisionScene(robot, floor_height=0.0, boxes=BOXES)
    random, rows = np.random.default_rng(seed), np.arange(20)
    q, way = poses(robot, 20, seed=seed), random.normal(size=(20, robot.joint_count))
    pairs = random.integers(0, len(scene.pairs), 20)
    placed = scene.place(q)
    near = scene.distances(placed, rows, pairs)
    gradient = np.zeros_like(q)
    scene.add_gradient(placed, near, weights=np.ones(20), out=gradient)
    ahead, behind = (scene.distances(scene.place(q + step * way), rows, pairs) for step in (STEP, -STEP))
    smooth = np.isfinite(scene.lower_bounds(placed)[rows, pairs])  # no middle line inside a box
    smooth &= np.linalg.norm(ahead.points - behind.points, axis=1) < 1e-3  # no leap from edge to edge
    assume(np.any(smooth))
    expected = (ahead.distance - behind.distance) / (2.0 * STEP)
    found = (gradient * way).sum(axis=1)
    np.testing.assert_allclose(found[smooth], expected[smooth], atol=1e-5)


@pytest.mark.parametrize("name", ["ur10e", "panda"])
def test_weights_add_up_over_the_pairs_of_a_pose(name):
    robot = load_robot(name)
    scene = CollisionScene(robot, floor_height=0.0, boxes=())
    q = poses(robot, 1, seed=4)
    placed, pairs = scene.place(q), np.arange(len(scene.pairs))
    near = scene.distances(placed, np.zeros_like(pairs), pairs)
    weights = np.random.default_rng(1).normal(size=pairs.size)
    whole, parts = np.zeros_like(q), np.zeros_like(q)
    scene.add_gradient(placed, near, weights=weights, out=whole)
    for pair in pairs:
        single = scene.distances(placed, np.zeros(1, dtype=np.intp), pairs[pair : pair + 1])
        scene.add_gradient(placed, single, weights=weights[pair : pair + 1], out=parts)
    np.testing.assert_allclose(whole, parts, atol=1e-12)


def test_a_distance_between_fixed_things_does_not_depend_on_the_joints():
    foot = Capsule(BASE_LINK, (0.0, 0.0, 0.0), (0.0, 0.0, 0.3), 0.2)
    robot = replace(slide(), capsules=(foot, Capsule(1, (0.0, 0.0, 0.0), (0.5, 0.0, 0.0), 0.1)))
    scene = CollisionScene(robot, floor_height=None, boxes=(Box("post", (1.0, 1.0, 0.0), (1.1, 1.1, 2.0)),))
    pair = [scene.names(row) for row in range(len(scene.pairs))].index(("base", "post"))
    placed, gradient = scene.place(np.zeros((1, 3))), np.zeros((1, 3))
    near = scene.distances(placed, np.array([0]), np.array([pair]))
    scene.add_gradient(placed, near, weights=np.ones(1), out=gradient)
    assert near.distance[0] == pytest.approx(np.sqrt(2.0) - 0.2)
    assert not gradient.any()


def test_a_scene_without_pairs_has_no_distances():
    one = RobotModel(name="one", joints=(Joint("a"),), capsules=(Capsule(0, (0, 0, 0), (0, 0, 1), 0.1),))
    scene = CollisionScene(one, floor_height=None, boxes=())
    assert scene.pairs.shape == (0, 2)
    assert scene.lower_bounds(scene.place(np.zeros((3, 1)))).shape == (3, 0)
