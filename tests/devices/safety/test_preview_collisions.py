"""Floor, boxes, a long tool and the arm itself: what a preview refuses and tells of them."""

import numpy as np
import pytest

from core.excitation.trajectories import PointToPoint, SampledTrajectory
from core.excitation.trajectories.point_to_point import point_to_point
from core.recording import Mark
from core.robot.capsules import arm_capsules, placed_capsules
from core.robot.collision import nearest_of_note, smallest_clearance
from core.robot.collision_scene import CollisionScene
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from core.robot.model import AssumedPayload
from core.robot.surroundings import Box
from devices.motion import MoveTo, RunTrajectory
from devices.safety.previewing import fit_speed, is_allowed, make_preview
from tests.devices.safety.fake_arm import HOME, capabilities
from tests.devices.safety.previewed import ROBOT, blocking, facts_of, preview


def test_a_move_into_the_floor_is_refused():
    down = HOME.copy()
    down[1] = -0.5
    plan = fit_speed(ROBOT, MoveTo(down, 0.3), start=HOME)
    found = preview(plan)
    assert blocking(found) == {"floor-collision"}
    assert facts_of(found, "floor-collision")["second"] == "floor"
    assert preview(plan, floor_height=-2.0).allowed


def test_a_long_tool_may_not_touch_the_floor_and_its_end_may_not_be_fast():
    bare, long = AssumedPayload(1.0, 0.1), AssumedPayload(1.0, 0.1, reach=0.4)
    poses = np.random.default_rng(0).uniform(-1.5, 1.5, size=(300, 6))
    free = [pose for pose in poses if preview(MoveTo(pose, 0.1), start=pose, payload=bare).allowed]
    codes = [blocking(preview(MoveTo(pose, 0.1), start=pose, payload=long)) for pose in free[:20]]
    assert set() in codes
    assert {"floor-collision"} in codes
    pose = free[codes.index(set())]
    turned = pose + np.array([0.0, 0.0, 0.0, 0.0, 0.3, 0.0])
    plan = MoveTo(turned, 0.3)
    near, far = (preview(plan, start=pose, payload=one) for one in (bare, long))
    assert far.top_speed > 2.0 * near.top_speed
    assert (near.tool_reach, far.tool_reach) == (0.0, 0.4)
    assert (far.swept_high - far.swept_low).max() > (near.swept_high - near.swept_low).max()


def test_a_move_through_the_floor_and_back_is_refused():
    """Both ends are free; only the way is not."""
    middle = HOME.copy()
    middle[1] = -0.4
    points = [HOME + (middle - HOME) * share for share in np.sin(np.linspace(0.0, np.pi, 60))]
    points[-1] = HOME
    trajectory = SampledTrajectory(period_s=1.0, positions=np.array(points))
    assert blocking(preview(RunTrajectory(trajectory))) == {"floor-collision"}


def test_a_move_into_a_box_is_refused():
    plan = fit_speed(ROBOT, MoveTo(HOME + 0.8 * np.eye(6)[0], 0.3), start=HOME)
    tip = flange_transforms(ROBOT, plan.target[np.newaxis])[0, :3, 3]
    box = Box("pillar", (tip[0] - 0.02, tip[1] - 0.02, 0.0), (tip[0] + 0.02, tip[1] + 0.02, 2.0))
    found = preview(plan, boxes=[box])
    assert blocking(found) == {"box-collision"}
    assert facts_of(found, "box-collision")["second"] == "pillar"
    assert preview(plan).allowed


def test_a_move_into_itself_is_refused():
    folded = HOME.copy()
    folded[2] = 3.0
    found = preview(fit_speed(ROBOT, MoveTo(folded, 0.3), start=HOME), floor_height=-2.0)
    assert "self-collision" in blocking(found)


def test_a_real_arm_needs_a_floor_a_virtual_one_does_not():
    plan = MoveTo(HOME + 0.05, 0.05)
    assert blocking(preview(plan, floor_height=None)) == {"floor-not-given"}
    virtual = preview(plan, floor_height=None, capabilities=capabilities(mark=Mark.VIRTUAL))
    assert virtual.allowed
    assert not facts_of(virtual, "floor-not-given")


def test_the_closest_approach_and_the_lowest_point_are_those_of_the_path():
    plan = RunTrajectory(PointToPoint(start=HOME, target=HOME + 0.2, duration=8.0))
    found = preview(plan, floor_height=-0.6)
    assert found.floor_height == -0.6
    moving = tuple(capsule for capsule in arm_capsules(ROBOT) if capsule.link > 0)
    heights = placed_capsules(ROBOT, found.poses, capsules=moving)[..., 2]
    radius = np.array([capsule.radius for capsule in moving])[:, np.newaxis]
    assert found.lowest == pytest.approx(float((heights - radius).min()) + 0.6, abs=1e-3)
    scene = CollisionScene(ROBOT, floor_height=-0.6, boxes=())
    nearest = nearest_of_note(scene, found.poses, keep_off=0.05)
    assert found.closest.distance == pytest.approx(nearest.distance, abs=1e-3)
    assert (found.closest.first, found.closest.second) == (nearest.first, nearest.second)
    there = plan.trajectory.evaluate(np.array([found.closest_time])).position
    at_that_time = nearest_of_note(scene, there, keep_off=0.05).distance
    assert at_that_time == pytest.approx(nearest.distance, abs=1e-3)
    assert np.isnan(preview(plan, floor_height=None).lowest)


def test_fast_motion_near_the_floor_is_refused_and_slow_motion_is_not():
    low = np.array([0.0, -1.6, -1.2])  # szabo-3r hangs over an edge
    robot = load_robot("szabo-3r")
    floor = smallest_clearance(robot, low[np.newaxis], floor_height=0.0).distance - 0.03
    turn = RunTrajectory(
        point_to_point(low, low + np.array([2.0, 0.0, 0.0]), velocity=2.0, acceleration=10.0)
    )
    conditions = {"start": low, "proven": True, "capabilities": capabilities(), "floor_height": floor}
    found = make_preview(robot, turn, stop_count=0, **conditions).findings
    (fast,) = [each for each in found if each.code == "fast-and-near"]
    assert fast.blocking
    assert fast.facts["distance"] == pytest.approx(30.0, abs=8.0)  # less what it may approach between samples
    assert fast.facts["limit"] == 50.0
    assert not is_allowed(robot, turn, **conditions)
    slow = fit_speed(robot, turn, start=low)
    assert is_allowed(robot, slow, **conditions)
    assert is_allowed(robot, turn, keep_off=0.02, **conditions)
