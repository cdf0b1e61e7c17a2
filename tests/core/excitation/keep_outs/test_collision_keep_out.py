"""Keeping clear: a penalty that is smooth, zero where there is room; a judgement that is exact."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.excitation.basis import Basis
from core.excitation.keep_outs.collision_keep_out import RESERVE_M, collision_keep_out, touching
from core.excitation.keep_outs.keep_out import squared_shortfalls
from core.excitation.limits.limit_sets import named_limits
from core.excitation.trajectories import TrajectoryKind, rest
from core.excitation.trajectories.motion import Kinematics
from core.excitation.trajectories.point_to_point import point_to_point
from core.robot.collision import CLEARANCE_M, nearest_of_note, smallest_clearance, smallest_in
from core.robot.collision_scene import CollisionScene
from core.robot.library import load_robot
from core.robot.surroundings import Box
from devices.virtual.physics.geometry import home_pose
from tests.core.excitation.differences import along, by_differences, random_motion_of, random_way
from tests.core.robot.test_collision import slide

SHELF = Box("shelf", (-1.5, 0.6, 0.0), (1.5, 0.9, 1.0))


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["ec66", "ur10e", "panda", "kr300", "slide"]), st.integers(0, 10_000))
def test_gradient_of_the_penalty_agrees_with_differences(name, seed):
    robot = slide() if name == "slide" else load_robot(name)
    keep_out = collision_keep_out(robot, floor_height=0.0, boxes=())
    motion = random_motion_of(robot, seed=seed, size=0.3)
    way = random_way(motion, seed=seed)
    _, gradient = keep_out.penalty(motion)
    assert not gradient.acceleration.any()
    way.acceleration[:] = 0.0
    still = Kinematics(np.zeros_like(way.position), way.velocity, way.acceleration)
    for direction, step in ((way, 1e-7), (still, 1e-6)):
        expected = by_differences(keep_out.penalty, motion, direction, step=step)
        assert along(gradient, direction) == pytest.approx(expected, rel=1e-4, abs=1e-4)


def test_the_penalty_is_exactly_the_shortfall_over_the_floor():
    """An arm with one body that can sink, at heights that are known."""
    robot = load_robot("szabo-3r")
    keep_out = collision_keep_out(robot, floor_height=0.0, boxes=())
    q = np.column_stack([np.zeros(50), np.linspace(0.0, 0.4, 50), np.zeros(50)])
    still = Kinematics(q, np.zeros_like(q), np.zeros_like(q))
    distance = smallest_clearance(robot, q, floor_height=0.0).distance
    height = distance - CLEARANCE_M - 0.4 * RESERVE_M
    higher = collision_keep_out(robot, floor_height=height, boxes=())
    assert keep_out.penalty(still)[0] == 0.0
    value, gradient = higher.penalty(still)
    own = [smallest_clearance(robot, row[np.newaxis], floor_height=height).distance for row in q]
    missing = (CLEARANCE_M + RESERVE_M - np.array(own)) / RESERVE_M
    assert value == pytest.approx(squared_shortfalls(missing)[0].sum() / 50, rel=0.02)
    assert gradient.position.any()


def test_the_penalty_is_zero_with_enough_clearance():
    robot = load_robot("ec66")
    keep_out = collision_keep_out(robot, floor_height=None, boxes=())
    pose = np.tile(home_pose(robot), (20, 1))
    value, gradient = keep_out.penalty(Kinematics(pose, np.ones_like(pose), np.ones_like(pose)))
    assert value == 0.0
    assert not any(part.any() for part in (gradient.position, gradient.velocity, gradient.acceleration))


def test_shortfalls_are_squared_up_to_where_they_would_hide_others():
    short = np.array([-3.0, 0.0, 0.5, 10.0, 20.0])
    value, slope = squared_shortfalls(short)
    np.testing.assert_allclose(value, [0.0, 0.0, 0.25, 100.0, 300.0])
    np.testing.assert_allclose(slope, [0.0, 0.0, 1.0, 20.0, 20.0])


def motions(name, *, kind=TrajectoryKind.MODIFIED, count=6, seed=0):
    """Motions of an arm, each joint to its limits, and the basis they are of."""
    robot = load_robot(name)
    start = home_pose(robot)
    limits = named_limits("robot", robot, start=start)
    basis = Basis(kind, start=start, period_s=20.0, harmonics=5, limits=limits, time=0.1 * np.arange(200))
    random = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        x = random.normal(size=basis.size)
        found.append((x.reshape(len(basis.free), -1) / basis.furthest(x)[:, np.newaxis]).ravel())
    return robot, basis, found


def largest_without_penalty(keep_out, basis, x):
    """The share of a motion at which its penalty just vanishes."""
    low, high = 0.0, 1.0
    for _ in range(16):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if keep_out.penalty(basis.motion(middle * x))[0] == 0.0 else (low, middle)
    return low


@pytest.mark.parametrize("name", ["ec66", "ur10e", "panda"])
@pytest.mark.parametrize("kind", [TrajectoryKind.MODIFIED, TrajectoryKind.QUINTIC])
def test_zero_penalty_on_coarse_samples_means_no_shortfall(name, kind):
    """The reserve covers what happens between samples 0.1 s apart, at full speed, just clear."""
    robot, basis, xs = motions(name, kind=kind)
    keep_out = collision_keep_out(robot, floor_height=0.0, boxes=(SHELF,))
    shares = [largest_without_penalty(keep_out, basis, x) for x in xs]
    assert 0.0 < min(shares) < 0.9, "some motion must be held back by the keep-out"
    for x, share in zip(xs, shares, strict=True):
        assert not keep_out.shortfalls(basis.trajectory(share * x))


def test_shortfalls_are_named_with_place_and_time():
    robot, basis, xs = motions("ur10e", count=1)
    keep_out = collision_keep_out(robot, floor_height=0.0, boxes=())
    (shortfall,) = keep_out.shortfalls(basis.trajectory(xs[0]))
    assert shortfall.code == "floor-collision"
    assert shortfall.blocking
    moment = basis.trajectory(xs[0]).evaluate(np.array([shortfall.facts["seconds"]])).position
    there = smallest_clearance(robot, moment, floor_height=0.0)
    assert (there.first, there.second) == (shortfall.facts["first"], "floor")
    assert 1e3 * there.distance == pytest.approx(shortfall.facts["distance"], abs=20.0)
    assert shortfall.facts["limit"] == pytest.approx(1e3 * CLEARANCE_M)


def test_requested_clearance_is_kept():
    robot = load_robot("ec66")
    pose = home_pose(robot)
    distance = smallest_clearance(robot, pose[np.newaxis], floor_height=0.0).distance
    pause = rest(pose, seconds=1.0)
    for clearance, short in ((distance - 1e-4, 0), (distance + 1e-4, 1)):
        keep_out = collision_keep_out(robot, floor_height=0.0, boxes=(), clearance_m=clearance)
        assert len(keep_out.shortfalls(pause)) == short


@pytest.mark.parametrize(
    ("gap", "share", "code"),
    [
        (0.030, 1.0, "fast-and-near"),
        (0.030, 0.05, None),
        (0.060, 1.0, None),
        (0.005, 0.05, "floor-collision"),
    ],
)
def test_fast_motion_keeps_further_off_the_floor(gap, share, code):
    """An arm that hangs over an edge turns round about its vertical axis, its end ``gap`` over the floor."""
    robot, low = load_robot("szabo-3r"), np.array([0.0, -1.6, -1.2])
    turn = point_to_point(low, low + np.array([2.0, 0.0, 0.0]), velocity=2.0, acceleration=10.0)
    floor = smallest_clearance(robot, low[np.newaxis], floor_height=0.0).distance - gap
    keep_out = collision_keep_out(robot, floor_height=floor, boxes=())
    assert [each.code for each in keep_out.shortfalls(turn.slowed(share))] == ([code] if code else [])
    nearer = collision_keep_out(robot, floor_height=floor, boxes=(), keep_off_m=0.02)
    assert bool(nearer.shortfalls(turn)) == (gap < CLEARANCE_M)


def test_a_shoulder_that_is_low_by_its_mounting_is_left_out():
    robot = load_robot("ec66")
    scene = CollisionScene(robot, floor_height=0.0, boxes=())
    kept = scene.kept_off(0.05)
    low = {scene.names(pair)[0] for pair in np.flatnonzero(scene.is_around & (kept == 0.0))}
    assert low == {"link 2"}, "its shoulder is 27 mm over the plate that the arm stands on"


FOLDED, OPEN = np.array([0.0, -1.0, -2.68]), np.array([0.0, -1.0, -1.5])


@pytest.mark.parametrize(
    ("end", "share", "codes"),
    [
        (OPEN, 1.0, ["fast-and-near"]),
        (OPEN, 0.05, []),
        (FOLDED + np.array([2.0, 0.0, 0.0]), 1.0, []),
    ],
    ids=["unfolds fast", "unfolds slowly", "turns round, folded"],
)
def test_links_that_come_near_each_other_are_not_fast_there(end, share, codes):
    robot = load_robot("szabo-3r")
    way = point_to_point(FOLDED, end, velocity=2.0, acceleration=50.0)
    found = collision_keep_out(robot, floor_height=None, boxes=()).shortfalls(way.slowed(share))
    assert [each.code for each in found] == codes
    assert not any(each.blocking for each in found), "links pass each other as the arm was made"
    assert all((each.facts["first"], each.facts["second"]) == ("link 1", "link 3") for each in found)


def test_links_near_each_other_by_design_are_left_out():
    robot = load_robot("ec66")
    scene = CollisionScene(robot, floor_height=None, boxes=())
    near = [scene.names(pair) for pair in np.flatnonzero(scene.kept_off(0.05) == 0.0)]
    assert near == [("link 3", "link 6")], "its wrist is never opened by 50 mm"
    pose = home_pose(robot)[np.newaxis]
    assert smallest_in(scene, pose, between=True).second == "link 6"
    assert nearest_of_note(scene, pose, keep_off=0.05).distance > 0.05


def test_all_pairs_too_near_at_a_pose_are_found():
    robot = load_robot("ur10e")
    low = touching(robot, np.zeros(6), floor_height=0.05, boxes=())
    assert [pair.second for pair in low] == ["floor"] * len(low)
    assert len({pair.first for pair in low}) == len(low) > 1
    assert [pair.distance for pair in low] == sorted(pair.distance for pair in low)
    assert not touching(robot, np.zeros(6), floor_height=0.0, boxes=())
    bodies = replace(robot, capsules=())
    assert touching(bodies, np.array([0.0, 0.0, np.pi, 0.0, 0.0, 0.0]), floor_height=None, boxes=())
