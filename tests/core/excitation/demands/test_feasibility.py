"""Demands that cannot be met are all named at once, with numbers."""

from dataclasses import replace

import numpy as np
import pytest

from app.errors.text import error_text, problem_text
from core.errors import BadRequest, Infeasible
from core.excitation.demands.feasibility import check_demands, demanded_limits
from core.excitation.limits.limit_sets import named_limits
from core.excitation.settings import ExcitationSettings, FrictionColumns
from core.excitation.trajectories import TrajectoryKind
from core.monitor import Cancelled, NullMonitor
from core.robot.capsules import placed_capsules
from core.robot.library import load_robot, shipped_robots
from core.robot.model import Joint, JointKind, RobotModel
from core.robot.surroundings import Box
from devices.virtual.physics.geometry import home_pose


def refusal(robot, asked, within=None):
    """The error, None where there is none."""
    try:
        check_demands(robot, asked, within or demanded_limits(robot, asked))
    except Infeasible as refused:
        return refused
    return None


def problems(robot, within=None, **chosen):
    """The facts of all problems found, by place and code; every problem must have a complete sentence."""
    refused = refusal(robot, ExcitationSettings(**chosen), within)
    if refused is None:
        return {}
    assert refused.code == "demands-cannot-be-met"
    assert "?" not in error_text(refused).one_line
    return {(problem.where, problem.code): problem.facts for problem in refused.problems}


@pytest.mark.parametrize("name", shipped_robots())
def test_every_shipped_arm_can_be_excited_from_its_parked_pose(name):
    robot = load_robot(name)
    assert not problems(robot, start=tuple(home_pose(robot)))


def test_all_problems_are_named_at_once():
    robot = load_robot("generic-6r")
    asked = ExcitationSettings(limits="liu", start=(0.0, 2.0, 0.0, 0.0, 0.0, 0.0))
    limits = demanded_limits(robot, asked)
    slow = limits.acceleration.copy()
    slow[3] = np.radians(0.02)
    found = problems(robot, replace(limits, acceleration=slow), start=asked.start, limits="liu")
    assert ("joint 2", "start-outside-limits") in found
    assert ("joint 4", "joint-cannot-move") in found
    assert ("start pose", "start-touches") in found


def test_a_joint_that_cannot_move_is_named_with_its_numbers():
    robot = load_robot("generic-6r")
    limits = named_limits("liu", robot, start=np.zeros(6))
    slow = limits.acceleration.copy()
    slow[1] = np.radians(0.12)
    asked = ExcitationSettings(limits="liu", start=(0.0,) * 6)
    (problem,) = refusal(robot, asked, replace(limits, acceleration=slow)).problems
    assert problem.facts["limit"] == pytest.approx(0.12)
    assert 0.1 * 20.0**2 / 16.0 * 0.6 < problem.facts["reach"] < 0.12 * 20.0**2 / 16.0
    said = problem_text(problem)
    assert said.startswith("joint 2: cannot get farther than 2.")
    assert "° from its start in 20 s within 0.12°/s², and 5° are needed" in said


def test_a_joint_without_room_is_named_with_its_limits():
    robot = load_robot("generic-6r")
    limits = named_limits("liu", robot, start=np.zeros(6))
    lower, upper = limits.lower.copy(), limits.upper.copy()
    lower[4], upper[4] = np.radians([-1.0, 2.0])
    found = problems(robot, replace(limits, lower=lower, upper=upper), limits="liu")
    facts = found["joint 5", "joint-without-room"]
    assert (facts["lower"], facts["upper"]) == (pytest.approx(-1.0), pytest.approx(2.0))
    assert facts["reach"] == pytest.approx(2.0, rel=0.01)


def gantry(**change):
    """A turning joint that carries a sliding one."""
    slider = {"acceleration": 0.5, "velocity": 0.5, "lower": -0.4, "upper": 0.4, **change}
    return RobotModel(
        name="gantry",
        joints=(
            Joint("turn", velocity=1.0, acceleration=1.0, lower=-1.0, upper=1.0),
            Joint("push", JointKind.PRISMATIC, alpha=np.pi / 2.0, a=0.4, **slider),
        ),
    )


def test_limits_of_a_sliding_joint_are_given_in_millimetres():
    assert not problems(gantry(), floor_height=None)
    facts = problems(gantry(velocity=0.002), floor_height=None)["joint 2", "joint-cannot-move"]
    assert (facts["unit"], facts["per"], facts["needed"]) == (" mm", "/s", pytest.approx(20.0))
    assert facts["limit"] == pytest.approx(2.0)
    assert 5.0 < facts["reach"] < 20.0


def test_a_start_at_the_end_of_the_travel_is_too_near_unless_the_joint_is_locked():
    robot = load_robot("panda")
    start = home_pose(robot)
    start[0] = robot.upper[0]
    assert set(problems(robot, start=tuple(start))) == {("joint 1", "start-too-near-limit")}
    assert not problems(robot, start=tuple(start), locked=(0,))
    start[0] += 0.1
    assert set(problems(robot, start=tuple(start), locked=(0,))) == {("joint 1", "start-outside-limits")}


def test_every_joint_that_starts_outside_is_named():
    robot = load_robot("panda")
    found = problems(robot, start=(0.0, 5.0, 0.0, 0.0, 0.0, -1.0, 9.0), collision=False, torque=False)
    assert {where for where, _ in found} == {"joint 2", "joint 4", "joint 6", "joint 7"}
    assert found["joint 2", "start-outside-limits"]["start"] == pytest.approx(np.degrees(5.0))


def test_a_start_pose_of_integers_is_accepted():
    found = problems(load_robot("panda"), start=(0, 0, 0, 0, 0, 1, 0), torque=False)
    assert set(found) == {("joint 4", "start-outside-limits")}


def test_pairs_that_touch_at_the_start_are_named():
    robot = load_robot("ur10e")
    start = tuple(home_pose(robot))
    tip = placed_capsules(robot, np.array([start]))[0, -1, 1]
    box = Box("table", tuple(tip - 0.05), tuple(tip + 0.05))
    found = problems(robot, start=start, boxes=(box,), floor_height=None)
    assert {code for _, code in found} <= {"start-touches", "start-too-near"}
    assert all(facts["second"] == "table" for facts in found.values())
    assert found
    assert not problems(robot, start=start, boxes=(box,), floor_height=None, collision=False)


def test_a_drive_that_cannot_leave_the_start_pose_is_named():
    robot = load_robot("ur10e")
    weak = replace(robot, joints=tuple(replace(joint, torque=0.3 * joint.torque) for joint in robot.joints))
    found = problems(weak, start=(0.0,) * 6)
    assert found["joint 2", "start-too-heavy"]["share"] > 1.0
    assert not problems(weak, start=(0.0,) * 6, torque=False)


def test_settings_that_leave_no_motion_are_named():
    robot = load_robot("ec66")
    start = tuple(home_pose(robot))
    assert ("locked joints", "nothing-free") in problems(robot, start=start, locked=tuple(range(6)))
    assert ("locked joints", "no-such-joint") in problems(robot, start=start, locked=(3, 6))
    assert set(problems(robot, start=start, harmonics=1)) == {("motion", "too-few-harmonics")}
    assert not problems(robot, start=start, harmonics=1, kind=TrajectoryKind.QUINTIC)


def test_fewer_samples_than_parameters_are_named():
    chosen = {"start": tuple(home_pose(load_robot("ec66"))), "harmonics": 2, "sample_step_s": 4.0}
    found = problems(load_robot("ec66"), **chosen, friction=FrictionColumns.COULOMB_VISCOUS)
    assert found["motion", "too-few-samples"] == {"rows": 30, "columns": 54}


def test_dependent_rows_do_not_count_as_enough_samples():
    """Five samples of three joints make 15 rows, but the one at rest tells of gravity alone."""
    robot = load_robot("ec66")
    chosen = {"start": tuple(home_pose(robot)), "harmonics": 2, "locked": (3, 4, 5)}
    found = problems(robot, **chosen, sample_step_s=4.0)
    assert found["motion", "too-few-functions"] == {"harmonics": 2, "samples": 5, "columns": 15}
    assert not problems(robot, **chosen, sample_step_s=0.5)


def test_a_start_pose_of_another_arm_is_refused():
    robot = load_robot("ec66")
    asked = ExcitationSettings(start=(0.0,) * 5)
    with pytest.raises(BadRequest, match="start-count"):
        demanded_limits(robot, asked)


def test_the_check_can_be_cancelled():
    class Stops(NullMonitor):
        def check(self):
            raise Cancelled

    robot = load_robot("ec66")
    asked = ExcitationSettings(start=tuple(home_pose(robot)))
    with pytest.raises(Cancelled):
        check_demands(robot, asked, demanded_limits(robot, asked), monitor=Stops())
