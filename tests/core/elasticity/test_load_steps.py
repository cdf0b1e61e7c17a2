"""Plans of load steps: much load that changes sign, slowly, within limits, and honest where there is none."""

from dataclasses import replace

import numpy as np
import pytest

from core.elasticity.load_steps import plan_load_steps, standstill_times, stroke_trajectory
from core.elasticity.load_steps_plan import KnownPayload, LoadObstacle, LoadStepSettings, slow_speed
from core.elasticity.load_steps_poses import RATED_SHARE, GravityLoads
from core.errors import BadRequest
from core.excitation.limits.motion_limits import motion_limits
from core.friction.sweeps.poses import gravity_torque
from core.friction.sweeps.settings import DEGREE
from core.monitor import Cancelled, NullMonitor
from core.robot.collision import CLEARANCE_M, smallest_clearance
from core.robot.inertia import about_origin, moved
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from core.robot.model import JointKind

EC66 = load_robot("ec66")
HOME = np.radians([0.0, 50.0, 60.0, -20.0, -35.0, -40.0])
OFF_AXIS = KnownPayload(2.0, (0.12, 0.0, 0.05))
WALL = replace(EC66, gravity=np.array([9.81, 0.0, 0.0]))
STARTS = {
    "ec66": HOME,
    "generic-6r": np.zeros(6),
    "kr300": np.radians([0.0, -90.0, 90.0, 0.0, 0.0, 0.0]),
    "lwr4": np.zeros(7),
    "panda": np.radians([0.0, -45.0, 0.0, -135.0, 0.0, 90.0, 45.0]),
    "szabo-3r": np.array([0.1, 0.4, -0.6]),
    "tx40": np.zeros(6),
    "ur10e": np.radians([0.0, -80.0, -60.0, -100.0, 80.0, 0.0]),
}
LOADED = {
    "ec66": {2, 3, 4},
    "generic-6r": {2, 3},
    "kr300": {2, 3},
    "lwr4": {2, 3, 4},
    "panda": {2, 3, 4, 5, 6},
    "szabo-3r": {2, 3},
    "tx40": {2, 3},
    "ur10e": {2, 3, 4},
}
"""Joints (from 1) that the arms' own weight loads enough, standing on the floor."""


def planned(robot=EC66, start=HOME, *, joints=None, settings=None, **more):
    asked = replace(settings or LoadStepSettings(), joints=joints)
    limits = motion_limits(robot, start=start)
    return plan_load_steps(robot, limits, start=start, settings=asked, **more)


@pytest.fixture(scope="module")
def plans():
    return {name: planned(load_robot(name), start) for name, start in STARTS.items()}


@pytest.mark.parametrize("name", sorted(STARTS))
def test_joints_loaded_by_the_arms_weight_are_found(plans, name):
    plan = plans[name]
    assert {block.joint + 1 for block in plan.blocks} == LOADED[name]
    reasons = {poor.joint + 1: poor.obstacle for poor in plan.poor}
    assert set(reasons) == set(range(1, load_robot(name).joint_count + 1)) - LOADED[name]
    assert reasons.pop(1) is LoadObstacle.VERTICAL_AXIS
    assert set(reasons.values()) <= {LoadObstacle.BALANCED}
    assert plan.left_out == plan.poor
    assert plan.masses_known


@pytest.mark.parametrize("name", sorted(STARTS))
def test_ranges_keep_limits_and_clear_and_loads_are_those_of_the_description(plans, name):
    robot, start = load_robot(name), STARTS[name]
    limits = motion_limits(robot, start=start)
    for block in plans[name].blocks:
        assert limits.lower[block.joint] <= block.low < block.high <= limits.upper[block.joint]
        assert np.all(block.pose >= limits.lower)
        assert np.all(block.pose <= limits.upper)
        q = np.tile(block.pose, (200, 1))
        q[:, block.joint] = np.linspace(block.low, block.high, 200)
        assert smallest_clearance(robot, q, floor_height=0.0).distance >= CLEARANCE_M
        load = gravity_torque(robot, q)[:, block.joint]
        assert load.min() == pytest.approx(block.load_low, abs=0.02 * block.load_span)
        assert load.max() == pytest.approx(block.load_high, abs=0.02 * block.load_span)
        assert block.is_enough
        assert block.reverses, "backlash shows only where the load changes sign"
        assert block.tool_speed < 0.25


@pytest.mark.parametrize("name", sorted(STARTS))
def test_strokes_are_slow_and_take_about_a_minute(plans, name):
    robot = load_robot(name)
    for block in plans[name].blocks:
        ratio = abs(robot.gear_ratio[block.joint])
        assert block.speed <= 4.0 * DEGREE + 1e-12
        assert 4.0 * ratio * block.speed / (2.0 * np.pi) <= 5.0 + 1e-9
        assert 30.0 < block.seconds < 100.0
        assert (block.motor_turns is None) == (ratio == 1.0)
        if block.motor_turns is not None:
            assert block.motor_turns >= 3.0
    plan = plans[name]
    assert plan.seconds > sum(block.seconds for block in plan.blocks)


def test_a_ratio_of_a_hundred_allows_four_degrees_a_second():
    assert np.degrees(slow_speed(101.0)) == pytest.approx(4.46, abs=0.01)
    (block,) = planned(joints=(2,), gear_ratio=(101.0,) * 6).blocks
    assert block.speed == pytest.approx(4.0 * DEGREE)
    assert block.motor_turns == pytest.approx(101.0 * (block.high - block.low) / (2.0 * np.pi))
    (slower,) = planned(joints=(2,), gear_ratio=(257.0,) * 6).blocks
    assert np.degrees(slower.speed) == pytest.approx(1.75, abs=0.01)


def test_a_base_on_the_floor_cannot_load_joint_1_and_one_on_the_wall_can(plans):
    floor, wall = plans["ec66"], planned(WALL, floor_height=None)
    (poor,) = (poor for poor in floor.poor if poor.joint == 0)
    assert poor.obstacle is LoadObstacle.VERTICAL_AXIS
    assert (poor.torque, poor.payload_mass) == (pytest.approx(0.0, abs=1e-9), None)
    assert poor.needed == pytest.approx(RATED_SHARE * 150.0)
    (block,) = (block for block in wall.blocks if block.joint == 0)
    assert block.reverses
    assert block.load_span > 3.0 * poor.needed


def test_an_off_axis_payload_loads_joint_6(plans):
    (alone,) = (poor for poor in plans["ec66"].poor if poor.joint == 5)
    assert alone.obstacle is LoadObstacle.BALANCED
    loaded = planned(payload=OFF_AXIS)
    (block,) = (block for block in loaded.blocks if block.joint == 5)
    assert block.reverses
    assert block.load_span <= 2.0 * OFF_AXIS.mass * 9.81 * 0.12
    assert {block.joint for block in loaded.blocks} == {1, 2, 3, 4, 5}


def test_the_payload_that_is_proposed_for_a_balanced_joint_is_enough(plans):
    (poor,) = (poor for poor in plans["ec66"].poor if poor.joint == 5)
    assert poor.payload_mass is not None
    assert poor.payload_distance is not None
    assert 0.0 < poor.payload_mass <= EC66.payload_limit.mass
    hung = KnownPayload(1.05 * poor.payload_mass, (poor.payload_distance, 0.0, 0.0))
    assert 5 in {block.joint for block in planned(payload=hung).blocks}
    light = KnownPayload(0.3 * poor.payload_mass, (poor.payload_distance, 0.0, 0.0))
    assert 5 not in {block.joint for block in planned(payload=light).blocks}


def test_the_load_of_a_payload_is_that_of_the_last_link_with_it():
    links = EC66.inertial_parameters.copy()
    body = about_origin(OFF_AXIS.mass, center=OFF_AXIS.place, inertia=np.zeros((3, 3)))
    links[-1] += moved(body, placement=EC66.flange)
    q = np.random.default_rng(1).uniform(-2.0, 2.0, (20, 6))
    expected = gravity_torque(replace(EC66, inertial_parameters=links), q)
    assert GravityLoads(EC66, payload=OFF_AXIS).torque(q) == pytest.approx(expected)
    assert GravityLoads(EC66, links=links).torque(q) == pytest.approx(expected)


def test_a_payload_keeps_off_the_floor():
    long = KnownPayload(1.0, (0.25, 0.0, 0.0))
    for block in planned(payload=long, joints=(3, 4, 5)).blocks:
        q = np.tile(block.pose, (50, 1))
        q[:, block.joint] = np.linspace(block.low, block.high, 50)
        center = flange_transforms(EC66, q) @ np.append(long.place, 1.0)
        assert center[:, 2].min() >= 0.25


def test_requested_joints_are_planned_even_without_load():
    plan = planned(joints=(0, 5))
    assert [block.joint for block in plan.blocks] == [0, 5]
    assert [poor.is_run for poor in plan.poor] == [True, True]
    assert not any(block.is_enough for block in plan.blocks)
    assert plan.left_out == ()
    away = np.abs(plan.blocks[0].pose - HOME).max()
    assert away < np.radians(30.0), "without a load to gain, the arm stays where it is"


def test_an_arm_without_masses_is_planned_with_assumed_masses():
    plan = planned(replace(EC66, inertial_parameters=None))
    assert not plan.masses_known
    assert {1, 2} <= {block.joint for block in plan.blocks}
    assert 0 not in {block.joint for block in plan.blocks}


def test_a_sliding_joint_is_not_loaded_by_going_along():
    slide = replace(EC66.joints[2], kind=JointKind.PRISMATIC, lower=-0.2, upper=0.2, velocity=0.5)
    arm = replace(EC66, joints=(*EC66.joints[:2], slide, *EC66.joints[3:]))
    start = HOME.copy()
    start[2] = 0.0
    (poor,) = (poor for poor in planned(arm, start).poor if poor.joint == 2)
    assert poor.obstacle is LoadObstacle.SLIDES
    assert poor.payload_mass is None


def test_strokes_go_there_and_back_over_the_same_places(plans):
    for block in plans["ec66"].blocks:
        ways = [stroke.way for stroke in block.strokes]
        assert ways == [1, -1] * 2
        there, back = block.strokes[:2]
        assert there.places == back.places[::-1]
        assert (there.places[0], there.places[-1]) == (pytest.approx(block.low), pytest.approx(block.high))
        assert len(there.places) == 6


def test_a_stroke_trajectory_rests_at_the_stated_places_and_times(plans):
    limits = motion_limits(EC66, start=HOME)
    for block in plans["ec66"].blocks:
        for stroke in block.strokes[:2]:
            trajectory = stroke_trajectory(block, stroke)
            bounds = trajectory.peak_bounds()
            assert np.all(bounds.velocity <= limits.velocity)
            assert bounds.velocity.max() <= 1.02 * block.speed
            assert np.all(bounds.acceleration <= limits.acceleration)
            assert trajectory.duration == pytest.approx(block.stroke_seconds(stroke), abs=0.1)
            begin = standstill_times(block, stroke)
            for late in (0.02, 0.5 * block.stop_s, block.stop_s - 0.02):
                seen = trajectory.evaluate(begin + late)
                assert seen.position[:, block.joint] == pytest.approx(np.array(stroke.places[1:]), abs=1e-6)
                assert np.abs(seen.velocity).max() < 1e-4
            others = np.delete(trajectory.positions, block.joint, axis=1)
            assert np.ptp(others, axis=0).max() == 0.0


def test_short_moves_keep_the_longest_duration():
    settings = LoadStepSettings(longest_s=3.0, ramp_s=(0.5,) * 6)
    for block in planned(settings=settings).blocks:
        assert block.ramp_s == 0.5
        (places,) = {stroke.places for stroke in block.strokes if stroke.way > 0}
        moves = np.diff(places) / block.speed + block.ramp_s
        assert np.all(moves <= 3.0)


def test_a_bound_on_the_tool_makes_strokes_slower():
    fast = planned(joints=(1,)).blocks[0]
    slow = planned(joints=(1,), settings=LoadStepSettings(tool_speed=0.01)).blocks[0]
    assert fast.tool_speed > 0.01
    assert slow.tool_speed == pytest.approx(0.01)


def test_every_block_is_passed_to_is_allowed():
    asked = []

    def never(block, here):
        asked.append(block.joint)
        return False

    arm, start = load_robot("szabo-3r"), STARTS["szabo-3r"]
    plan = planned(arm, start, is_allowed=never)
    assert not plan.blocks
    no_room = {poor.joint for poor in plan.poor if poor.obstacle is LoadObstacle.NO_ROOM}
    assert no_room == set(asked) == {1, 2}
    with pytest.raises(BadRequest) as refused:
        planned(arm, start, joints=(1,), is_allowed=never)
    assert refused.value.code == "no-load-step-pose"


def test_planning_is_deterministic(plans):
    first, again = plans["ec66"], planned()
    for one, other in zip(first.blocks, again.blocks, strict=True):
        assert one.pose == pytest.approx(other.pose)
        assert (one.low, one.high) == (other.low, other.high)


def test_planning_can_be_cancelled():
    class Impatient(NullMonitor):
        def check(self):
            raise Cancelled

    with pytest.raises(Cancelled):
        planned(monitor=Impatient())


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"speed": 0.0}, "speed"),
        ({"seconds": float("inf")}, "seconds"),
        ({"stop_s": -1.0}, "stop_s"),
        ({"rounds": 1}, "rounds"),
        ({"steps": 0}, "steps"),
    ],
)
def test_impossible_settings_are_refused(settings, named):
    with pytest.raises(BadRequest) as refused:
        LoadStepSettings(**settings)
    assert refused.value.facts["setting"] == named


def test_missing_joints_and_impossible_payloads_are_refused():
    with pytest.raises(BadRequest) as refused:
        planned(joints=(6,))
    assert (refused.value.code, refused.value.facts["joint"]) == ("load-step-joint", 7)
    for mass, center in ((0.0, (0.1, 0.0, 0.0)), (1.0, (float("nan"), 0.0, 0.0))):
        with pytest.raises(BadRequest) as refused:
            KnownPayload(mass, center)
        assert refused.value.code in {"setting-not-above", "setting-not-finite"}
