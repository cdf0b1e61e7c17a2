"""Each rule of the watchdog reports within one block, and none in ordinary noisy motion."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.excitation.trajectories import (
    JoinedTrajectory,
    point_to_point,
    project_boundary_conditions,
    rest,
)
from core.recording import Quantity
from core.robot.library import load_robot
from core.robot.measured_joints import joint_position, joint_torque, motor_twist
from core.robot.model import UNLIMITED
from devices.controller import StopLevel
from devices.errors import ConfigurationError, DataQualityError, RobotStateError
from devices.motion import Jog, MoveTo, RunTrajectory
from devices.safety.planned_path import planned_path
from devices.safety.standstill import Standing, read_standing
from devices.safety.watchdog import Watchdog, stop_level
from devices.samples import SampleBlock
from tests.devices.safety.fake_arm import HOME, FakeSamples, block, columns, ec66

ROBOT = ec66()
JOG = Jog(joint=1, angle=radians(2.0), speed=radians(2.0))
ROWS = 10


def standing(robot=ROBOT, position=HOME):
    return read_standing(robot, FakeSamples(robot, position))


def watchdog(plan=JOG, robot=ROBOT, **changes):
    return Watchdog(robot, plan, standing=replace(standing(robot), **changes))


def one(joint, value):
    return value * np.eye(6)[joint]


def still(position, **changes):
    return block(ROBOT, np.tile(position, (ROWS, 1)), **changes)


def sway(*, seed=0, size=0.3, period_s=6.0):
    a, b = size * np.random.default_rng(seed).normal(size=(2, 6, 3))
    return RunTrajectory(project_boundary_conditions(a, b, period_s=period_s, start=HOME))


# each rule


def test_a_joint_beyond_its_limit_is_a_violation():
    joints = (replace(ROBOT.joints[0], lower=-0.1, upper=0.1), *ROBOT.joints[1:])
    robot = replace(ROBOT, joints=joints)
    dog = watchdog(MoveTo(HOME + one(0, 0.1), 0.1), robot=robot)
    assert dog.look(block(robot, HOME + one(0, 0.1 + radians(0.4)))) is None
    error = dog.look(block(robot, HOME + one(0, 0.1 + radians(0.6))))
    assert isinstance(error, RobotStateError)
    assert error.code == "limit-overrun"
    assert (error.facts["joint"], error.facts["unit"]) == (1, "°")
    assert error.facts["limit"] == pytest.approx(np.degrees(0.1))
    assert stop_level(error) is StopLevel.ABORT


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_an_arm_beside_the_line_of_a_move_is_a_violation(side):
    dog = watchdog(MoveTo(HOME + one(0, 1.0), 0.1))
    for share in (0.0, 0.3, 0.9, 1.0):
        assert dog.look(still(HOME + one(0, share))) is None
    error = dog.look(still(HOME + one(0, 0.5) + one(2, side * radians(2.5))))
    assert error.code == "path-left"
    assert (error.facts["joint"], error.facts["distance"]) == (3, pytest.approx(2.5))


@pytest.mark.parametrize("beyond", [-radians(2.5), 1.0 + radians(2.5)])
def test_an_arm_beyond_either_end_of_a_move_is_a_violation(beyond):
    dog = watchdog(MoveTo(HOME + one(0, 1.0), 0.1))
    assert dog.look(still(HOME + one(0, beyond))).code == "path-left"


def test_an_arm_off_its_trajectory_is_a_violation():
    plan = sway()
    dog = watchdog(plan)
    places = plan.trajectory.evaluate(np.arange(0.0, 3.0, 0.02)).position
    for number, place in enumerate(places):
        assert dog.look(still(place, time_s=0.02 * number)) is None
    error = dog.look(still(places[-1] + one(4, radians(10.0)), time_s=3.0))
    assert error.code == "path-left"
    assert error.facts["joint"] == 5
    assert stop_level(error) is StopLevel.ABORT


def test_a_jump_to_another_part_of_the_trajectory_is_off_it():
    """A point that the path reaches two seconds later is off the path now."""
    plan = sway()
    dog = watchdog(plan)
    here, later = plan.trajectory.evaluate(np.array([1.0, 3.0])).position
    for number in range(50):
        place = plan.trajectory.evaluate(np.array([0.02 * number])).position[0]
        assert dog.look(still(place, time_s=0.02 * number)) is None
    assert dog.look(still(here, time_s=1.0)) is None
    assert dog.look(still(later, time_s=1.02)).code == "path-left"


def test_a_late_start_and_a_gap_are_no_deviation():
    """The start time is unknown; after a gap the arm has advanced by the length of the gap."""
    plan = sway()
    dog = watchdog(plan)
    evaluate = plan.trajectory.evaluate
    for number in range(100):
        assert dog.look(still(HOME, time_s=0.02 * number)) is None
    for moment in (*np.arange(0.0, 2.0, 0.02), *np.arange(2.19, 4.0, 0.02)):
        assert dog.look(still(evaluate(np.array([moment])).position[0], time_s=2.0 + moment)) is None


@pytest.mark.parametrize("step_s", [0.02, 0.5])
@pytest.mark.parametrize("late_s", [0.0, 0.3])
def test_a_rest_within_a_trajectory_is_waited_for(step_s, late_s):
    """A motion that rests for seconds is still tracked when it goes on."""
    there = HOME + one(0, 1.0)
    out = point_to_point(HOME, there, velocity=0.5, acceleration=1.0)
    back = point_to_point(there, HOME, velocity=0.5, acceleration=1.0)
    plan = RunTrajectory(JoinedTrajectory((out, rest(there, seconds=4.0), back)))
    dog = watchdog(plan)
    for moment in np.arange(0.0, plan.trajectory.duration + late_s, step_s):
        place = plan.trajectory.evaluate(np.array([moment - late_s])).position[0]
        assert dog.look(still(place, time_s=moment)) is None
    assert dog.look(still(HOME + one(4, radians(2.5)), time_s=moment)).code == "path-left"


@pytest.mark.parametrize("short", [0.0, radians(0.03), radians(0.08)])
def test_an_arm_that_turns_round_a_little_early_is_not_followed_back_the_way_it_came(short):
    turn, end = HOME + one(1, 0.5), HOME + one(1, 1.0)
    there = point_to_point(HOME, turn, velocity=0.5, acceleration=2.0)
    back = point_to_point(turn, HOME, velocity=0.5, acceleration=2.0)
    far = point_to_point(HOME, end, velocity=0.5, acceleration=2.0)
    path = JoinedTrajectory((there, rest(turn, seconds=0.3), back, rest(HOME, seconds=0.3), far))
    dog = watchdog(RunTrajectory(path))
    last_s = path.duration - far.duration
    for moment in np.arange(0.0, path.duration, 0.02):
        place = path.evaluate(np.array([moment])).position[0]
        highest = turn[1] if moment < last_s else end[1]
        place[1] = np.clip(place[1], HOME[1] + short, highest - short)
        assert dog.look(still(place, time_s=moment)) is None, f"at {moment:.2f} s"


def test_a_torque_beyond_the_rating_is_a_violation():
    dog = watchdog(MoveTo(HOME + 0.1, 0.1))
    rated = ROBOT.torque_limit[3] / ROBOT.drive_gain[3]
    assert dog.look(still(HOME, current=one(3, 0.95 * rated))) is None
    error = dog.look(still(HOME, current=one(3, -1.05 * rated)))
    assert error.code == "torque-beyond-rating"
    assert (error.facts["joint"], error.facts["limit"]) == (4, 28.0)
    assert stop_level(error) is StopLevel.CONTROLLED


def test_a_jog_with_disagreeing_encoders_is_a_violation():
    assert watchdog().look(still(HOME, twist=one(1, radians(0.45)))) is None
    error = watchdog().look(still(HOME, twist=one(1, -radians(0.55))))
    assert isinstance(error, ConfigurationError)
    assert error.code == "jog-twist"
    assert (error.facts["joint"], error.facts["difference"]) == (2, pytest.approx(0.55))


def test_a_standing_offset_of_the_encoders_is_no_violation():
    offset = one(1, radians(40.0))
    dog = watchdog(twist=offset)
    assert dog.look(still(HOME, twist=offset)) is None
    assert dog.look(still(HOME, twist=offset + one(1, radians(0.6)))).code == "jog-twist"


@pytest.mark.parametrize("wrong", ["sign", "ratio"])
def test_a_wrong_sign_or_ratio_is_seen_before_the_jog_ends(wrong):
    """The link moves the other way, or a third as far, while the motor moves by two degrees."""
    factor = {"sign": -1.0, "ratio": 1.0 / 3.0}[wrong]
    dog = watchdog()
    for moved in np.linspace(0.0, radians(2.0), 40):
        error = dog.look(still(HOME + one(1, moved), link=np.tile(HOME + one(1, factor * moved), (ROWS, 1))))
        if error is not None:
            assert error.code == "jog-twist"
            assert moved < radians(1.0)
            return
    pytest.fail("not seen")


@pytest.mark.parametrize("seen_by", ["motor", "link"])
def test_another_joint_that_moves_during_a_jog_is_a_violation(seen_by):
    moved = HOME + one(4, radians(0.25))
    given_ = {"motor": still(moved), "link": still(HOME, link=np.tile(moved, (ROWS, 1)))}[seen_by]
    error = watchdog().look(given_)
    assert error.code == "jog-other-joint"
    assert (error.facts["joint"], error.facts["jogged"]) == (5, 2)
    assert watchdog().look(still(HOME + one(4, radians(0.15)))) is None


def test_a_jog_against_resistance_is_a_violation():
    rise = 0.2 * ROBOT.torque_limit[1] / ROBOT.drive_gain[1]
    carried = one(1, 8.0)
    dog = watchdog(torque=carried * ROBOT.drive_gain)
    assert dog.look(still(HOME, current=carried + one(1, 0.95 * rise))) is None
    error = dog.look(still(HOME, current=carried + one(1, 1.05 * rise)))
    assert error.code == "jog-torque-rise"
    assert error.facts["limit"] == pytest.approx(30.0)


def test_friction_that_turns_round_is_no_resistance_but_a_push_from_the_other_side_is():
    rated = ROBOT.torque_limit[1] / ROBOT.drive_gain[1]
    held = one(1, 0.15 * rated)
    dog = watchdog(torque=held * ROBOT.drive_gain)
    assert dog.look(still(HOME, current=-one(1, 0.15 * rated))) is None
    assert dog.look(still(HOME, current=-one(1, 0.25 * rated))).code == "jog-torque-rise"


def test_a_joint_that_shares_a_motor_may_be_pushed_aside_a_little():
    robot = load_robot("tx40")
    dog = Watchdog(robot, Jog(5, radians(2.0), radians(2.0)), standing=standing(robot, HOME))
    aside = radians(0.3) * np.eye(6)
    assert dog.look(block(robot, HOME + aside[4])) is None
    assert dog.look(block(robot, HOME + aside[3])).code == "jog-other-joint"
    assert dog.look(block(robot, HOME + 2.0 * aside[4])).code == "jog-other-joint"


def test_a_lost_position_is_a_violation():
    error = watchdog().look(still(np.where(np.arange(6) == 2, np.nan, HOME)))
    assert isinstance(error, DataQualityError)
    assert (error.code, error.facts["joint"]) == ("position-lost", 3)
    empty = SampleBlock(np.arange(1), np.zeros(1), np.zeros(1), {Quantity.CURRENT: np.zeros((1, 6))})
    assert watchdog().look(empty).code == "position-lost"


def test_one_bad_sample_at_the_end_of_a_block_is_enough():
    position = np.tile(HOME, (ROWS, 1))
    position[-1, 0] += radians(0.5)
    assert watchdog().look(block(ROBOT, position)).code == "jog-other-joint"


def test_rules_without_their_channel_give_no_violation():
    """One encoder, no current, no rated torque: only the rules with data are checked."""
    joints = tuple(replace(joint, torque=UNLIMITED) for joint in ROBOT.joints)
    robot = replace(ROBOT, joints=joints)
    only = {Quantity.POSITION: np.tile(HOME, (ROWS, 1))}
    given_ = SampleBlock(np.arange(ROWS), np.arange(ROWS) * 1e-3, np.zeros(ROWS), only)
    alone = Standing(position=HOME, link=None, twist=None, torque=None)
    assert Watchdog(robot, JOG, standing=alone).look(given_) is None
    assert watchdog(robot=robot).look(still(HOME, current=1e6)) is None


def test_joints_without_a_link_encoder_are_not_checked_by_it():
    link = np.tile(HOME, (ROWS, 1))
    link[:, 3:] = np.nan
    dog = watchdog(twist=np.array([0, 0, 0, np.nan, np.nan, np.nan]), link=HOME)
    assert dog.look(still(HOME, link=link)) is None


# ordinary motion


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.booleans())
def test_ordinary_noisy_motion_gives_no_violation(seed, one_sample_at_a_time):
    """Following error of 8 mrad and late, encoder steps, current noise, gravity and friction."""
    plan, random = sway(seed=seed, size=0.5), np.random.default_rng(seed)
    dog = watchdog(plan)
    rows = 1 if one_sample_at_a_time else ROWS
    lag_s, behind = random.uniform(0.0, 0.02), random.uniform(-0.008, 0.008, 6)
    for begin in np.arange(0.0, 6.2, 0.02):
        clock = begin + np.arange(rows) * 1e-3
        motion = plan.trajectory.evaluate(clock - lag_s)
        position = motion.position + behind + random.normal(scale=2e-5, size=(rows, 6))
        current = (
            0.5 * np.sign(motion.velocity)
            + 5.0 * np.cos(position)
            + random.normal(scale=0.03, size=(rows, 6))
        ) * (ROBOT.torque_limit / 150.0)
        twist = random.normal(scale=1e-5, size=(rows, 6)) + 3e-4 * np.sign(motion.velocity)
        given_ = block(ROBOT, position, time_s=begin + 100.0, current=current, twist=twist)
        assert dog.look(given_) is None


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 5), st.sampled_from([-1.0, 1.0]))
def test_an_ordinary_jog_gives_no_violation(seed, joint, way):
    """Breakaway, backlash, ringing and noise of a healthy arm stay inside the rules of a jog."""
    random = np.random.default_rng(seed)
    plan = Jog(joint=joint, angle=way * radians(2.0), speed=radians(2.0))
    rated = ROBOT.torque_limit / ROBOT.drive_gain
    held = 0.3 * rated * random.uniform(-1.0, 1.0, 6)
    dog = watchdog(plan, torque=held * ROBOT.drive_gain)
    for share in np.linspace(0.0, 1.0, 60):
        shape = (ROWS, 6)
        ringing = random.normal(scale=2e-4, size=shape)
        position = HOME + one(joint, way * share * radians(2.0)) + ringing
        friction = one(joint, 0.16 * way) * rated if share > 0.0 else 0.0
        current = held + friction + random.normal(scale=0.03, size=shape) * rated / 15.0
        twist = one(joint, way * 6e-4) + random.normal(scale=1e-5, size=shape)
        given_ = block(ROBOT, position, time_s=share, current=current, twist=twist)
        assert dog.look(given_) is None


# reading the standing arm


def test_positions_are_taken_from_the_motors_without_other_encoders():
    robot = load_robot("tx40")
    q = np.random.default_rng(1).normal(size=(5, 6))
    reported = {
        Quantity.MOTOR_POSITION: robot.position_as_reported(q) @ robot.coupling_matrix.T,
        Quantity.LINK_POSITION: robot.position_as_reported(q) - 0.01,
    }
    np.testing.assert_allclose(joint_position(robot, reported), q)
    np.testing.assert_allclose(motor_twist(robot, reported), 0.01)
    assert joint_position(robot, {}) is None


def test_torque_is_taken_from_the_available_channel():
    current = np.full((2, 6), 3.0)
    assert joint_torque(ROBOT, {Quantity.CURRENT: current})[0, 0] == 30.0
    assert joint_torque(load_robot("ec66"), {Quantity.CURRENT: current}) is None
    reported = {Quantity.CURRENT: current, Quantity.TORQUE: 2.0 * current}
    assert joint_torque(ROBOT, reported)[0, 0] == 6.0
    motor = joint_torque(load_robot("tx40"), {Quantity.MOTOR_TORQUE: np.ones((1, 6))})
    np.testing.assert_allclose(motor[0], [32.0, 32.0, 45.0, -48.0, 77.0, 32.0])


def test_the_standing_pose_is_the_median_of_the_window():
    stood = read_standing(ROBOT, FakeSamples(ROBOT, HOME))
    np.testing.assert_allclose(stood.position, HOME)
    np.testing.assert_allclose(stood.twist, 0.0, atol=1e-12)
    np.testing.assert_allclose(stood.torque, 0.0)


def test_the_path_of_a_trajectory_is_sampled_finely():
    path = planned_path(ROBOT, sway(), start=HOME)
    assert path.period_s <= 0.005
    assert columns(ROBOT, path.position)[Quantity.POSITION].shape == path.position.shape
