"""The verification circle: round, within every limit between samples too, clear, as fast as stated."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadRequest, Infeasible
from core.excitation.circle import plan_circle
from core.excitation.keep_outs.collision_keep_out import collision_keep_out
from core.excitation.keep_outs.torque_keep_out import torque_keep_out
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.trajectories import SampledTrajectory
from core.fields import from_fields, to_fields
from core.monitor import Cancelled, NullMonitor
from core.robot.kinematics import flange_transforms, point_velocities
from core.robot.library import load_robot

START = {"panda": np.array([0.0, 0.0, 0.0, -1.5, 0.0, 1.9, 0.0])}


def arm(name):
    robot = load_robot(name)
    start = START.get(name, np.zeros(robot.joint_count))
    return robot, start, motion_limits(robot, start=start).shared(0.95, start=start)


@pytest.fixture(scope="module", params=["ec66", "panda", "szabo-3r"])
def planned(request):
    robot, start, limits = arm(request.param)
    return robot, start, limits, plan_circle(robot, limits, start=start)


def fine(plan):
    """Finer than the points, and never on them alone."""
    time = np.linspace(0.0, plan.trajectory.duration, 9 * plan.trajectory.positions.shape[0] + 1)
    return time, plan.trajectory.evaluate(time)


def test_the_flange_goes_round_the_circle(planned):
    robot, _, _, plan = planned
    _, motion = fine(plan)
    flange = flange_transforms(robot, motion.position)
    seen = (flange[:, :3, 3] - plan.place[:3, 3]) @ plan.place[:3, :3]
    assert np.abs(np.hypot(seen[:, 0], seen[:, 1]) - 0.05).max() < 1e-6
    assert np.abs(seen[:, 2]).max() < 1e-6
    assert plan.path_error < 1e-6
    if plan.holds_orientation:
        assert np.abs(flange[:, :3, :3] - flange[0, :3, :3]).max() < 1e-6
    turns = np.unwrap(np.arctan2(seen[:, 1], seen[:, 0]))
    assert (turns[-1] - turns[0]) / (2.0 * np.pi) == pytest.approx(plan.rounds + 2, abs=1e-6)


def test_every_limit_holds_between_samples_too_and_one_is_met(planned):
    _, _, limits, plan = planned
    _, motion = fine(plan)
    assert np.all(motion.position >= limits.lower)
    assert np.all(motion.position <= limits.upper)
    velocity = (np.abs(motion.velocity) / limits.velocity).max()
    acceleration = (np.abs(motion.acceleration) / limits.acceleration).max()
    assert velocity <= 1.0
    assert acceleration <= 1.0
    met = {"velocity": velocity, "acceleration": acceleration, "top-speed": plan.speed / 0.5}
    assert met.get(plan.held_back_by, 1.0) > 0.995


def test_flange_speed_is_the_stated_one(planned):
    robot, _, _, plan = planned
    time, motion = fine(plan)
    speed = np.linalg.norm(point_velocities(robot, motion.position, motion.velocity)[:, -1], axis=1)
    assert speed.max() == pytest.approx(plan.speed, rel=1e-3)
    assert speed.max() <= 0.5 * (1.0 + 1e-6)
    steady = speed > 0.999 * plan.speed
    assert time[steady][-1] - time[steady][0] == pytest.approx(
        plan.rounds * np.pi * 0.1 / plan.speed, rel=0.1
    )


def test_speed_rises_and_falls_smoothly_from_rest(planned):
    _, _, limits, plan = planned
    ends = plan.trajectory.evaluate(np.array([0.0, plan.trajectory.duration]))
    assert np.all(ends.velocity == pytest.approx(0.0, abs=1e-9))
    assert np.abs(ends.acceleration / limits.acceleration).max() < 0.01
    _, motion = fine(plan)
    steps = np.abs(np.diff(motion.acceleration, axis=0)).max(axis=0)
    assert np.all(steps < 0.05 * limits.acceleration), "no jump of the acceleration"


def test_approach_is_clear_of_floor_and_body(planned):
    robot, _, _, plan = planned
    clear = collision_keep_out(robot, floor_height=0.0, boxes=())
    assert not clear.shortfalls(plan.trajectory)
    torque = torque_keep_out(robot)
    assert torque is None or not torque.shortfalls(plan.trajectory)
    assert plan.dexterity > 0.01


@pytest.fixture(scope="module")
def brisk():
    """An arm of large accelerations, and its circle."""
    robot, start, limits = arm("ec66")
    brisk = replace(limits, acceleration=np.full(6, np.radians(800.0)))
    return robot, start, brisk, plan_circle(robot, brisk, start=start)


def test_a_brisk_arm_reaches_half_a_metre_a_second(brisk):
    """At 270 °/s² and more the circle's own acceleration of 5 m/s² can be had."""
    robot, start, limits, plan = brisk
    assert plan.speed == pytest.approx(0.5)
    assert plan.held_back_by == "top-speed"
    slower = plan_circle(robot, limits, start=start, top_speed=0.2, rounds=2)
    assert slower.speed == pytest.approx(0.2)
    assert slower.rounds == 2


def test_weak_drives_reduce_the_speed(brisk):
    robot, start, limits, free = brisk
    torque = torque_keep_out(robot)
    assert torque is not None
    weak = replace(robot, joints=tuple(replace(joint, torque=0.55 * joint.torque) for joint in robot.joints))
    plan = plan_circle(weak, limits, start=start)
    assert plan.speed <= free.speed
    assert not torque_keep_out(weak).shortfalls(plan.trajectory)


def test_a_given_place_is_used_as_it_is():
    robot, start, limits = arm("ec66")
    pose = flange_transforms(robot, np.array([[0.3, 0.4, 0.9, 0.2, 1.1, -0.3]]))[0]
    plan = plan_circle(robot, limits, start=start, centre=pose)
    assert np.abs(plan.place - pose).max() < 1e-12
    turned = flange_transforms(robot, plan.trajectory.positions[:1])[0, :3, :3]
    assert np.abs(turned - pose[:3, :3]).max() < 1e-9


def test_a_place_out_of_reach_or_in_the_floor_is_refused():
    robot, start, limits = arm("ec66")
    far = np.eye(4)
    far[:3, 3] = 3.0, 0.0, 0.5
    with pytest.raises(Infeasible, match="pose-not-reachable"):
        plan_circle(robot, limits, start=start, centre=far)
    pose = flange_transforms(robot, np.array([[0.3, 0.4, 0.9, 0.2, 1.1, -0.3]]))[0]
    with pytest.raises(Infeasible, match="circle-not-clear"):
        plan_circle(robot, limits, start=start, centre=pose, floor_height=float(pose[2, 3]))
    with pytest.raises(BadRequest, match="circle-pose"):
        plan_circle(robot, limits, start=start, centre=2.0 * np.eye(4))


def test_a_circle_never_allowed_is_refused():
    robot, start, limits = arm("szabo-3r")
    with pytest.raises(Infeasible, match="no-circle") as refused:
        plan_circle(robot, limits, start=start, is_allowed=lambda _: False)
    assert int(str(refused.value.facts["places"])) > 0


@pytest.mark.parametrize("setting", ["diameter_m", "top_speed", "rounds"])
def test_impossible_settings_are_refused(setting):
    robot, start, limits = arm("ec66")
    with pytest.raises(BadRequest, match="setting-not-above"):
        plan_circle(robot, limits, start=start, **{setting: 0})


def test_the_same_seed_gives_the_same_circle_and_it_survives_a_file():
    robot, start, limits = arm("szabo-3r")
    one, other = (plan_circle(robot, limits, start=start, seed=4, rounds=1) for _ in range(2))
    assert np.array_equal(one.trajectory.positions, other.trajectory.positions)
    again = from_fields(SampledTrajectory, to_fields(one.trajectory))
    assert np.array_equal(again.positions, one.trajectory.positions)


def test_planning_can_be_cancelled():
    class Stop(NullMonitor):
        def check(self):
            raise Cancelled

    robot, start, limits = arm("ec66")
    with pytest.raises(Cancelled):
        plan_circle(robot, limits, start=start, monitor=Stop())
