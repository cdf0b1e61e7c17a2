"""A plan written as a file, filled in, and read back."""

import csv
from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadFile, BadRequest
from core.exchange.load_plan_file import write_load_plan
from core.exchange.load_tests_file import read_load_tests
from core.robot.library import load_robot
from core.stiffness.experiment import identify_from_loads
from core.stiffness.load_plan import HungMass, LoadPlanSettings, Pushes
from core.stiffness.model import stiffness_model
from core.stiffness.pose_selection import plan_load_tests
from core.stiffness.settings import StiffnessSettings

TOOL = (0.02, 0.0, 0.1)


def arm(name="mikhel-6"):
    """Whose controller counts two joints the other way, and from elsewhere."""
    robot = load_robot(name)
    joints = list(robot.joints)
    joints[1] = replace(joints[1], reported_sign=-1, reported_zero=0.3)
    joints[2] = replace(joints[2], reported_sign=-1, reported_zero=-0.2)
    return replace(robot, joints=tuple(joints))


def plan_of(robot, loads, count=9):
    model = stiffness_model(robot, tool=TOOL)
    return plan_load_tests(model, count=count, loads=loads, settings=LoadPlanSettings(candidates=60))


def filled(path, plan, *, lines=None):
    """A person measured exactly what was expected, in these lines (from 0) of the plan."""
    remarks = [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]
    rows = list(csv.reader(line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")))
    first = rows[0].index("dx [mm]")
    for number in range(plan.count) if lines is None else lines:
        rows[number + 1][first : first + 3] = [repr(value) for value in (1e3 * plan.shifts[number]).tolist()]
    path.write_text("\n".join([*remarks, *(",".join(row) for row in rows)]) + "\n", "utf-8")


@pytest.mark.parametrize("loads", [HungMass(8.0), HungMass(8.0, (0.05, -0.1, 0.2)), Pushes(150.0)])
def test_a_plan_comes_back_filled_in(tmp_path, loads):
    robot = arm()
    plan = plan_of(robot, loads)
    path = tmp_path / "plan.csv"
    write_load_plan(path, plan, robot)
    filled(path, plan)
    file = read_load_tests(path, robot, tool=TOOL)
    assert [test.name for test in file.tests] == list(plan.names)
    assert np.allclose([test.position for test in file.tests], plan.poses, atol=1e-9)
    assert np.allclose([test.force for test in file.tests], plan.forces, atol=1e-7)
    assert np.allclose([test.moment for test in file.tests], plan.moments, atol=1e-6)
    assert np.allclose([test.shift for test in file.tests], plan.shifts, atol=1e-12)
    assert (file.unused, file.left_out) == ((), ())
    found = identify_from_loads(robot, file.tests, StiffnessSettings(tool=TOOL))
    determined = np.array(plan.determined)
    assert found.compliance[determined] == pytest.approx(plan.compliance[determined], rel=1e-6)


def test_lines_that_are_still_empty_are_named(tmp_path):
    robot = arm("mikhel-3")
    plan = plan_of(robot, Pushes(100.0), count=5)
    path = tmp_path / "plan.csv"
    write_load_plan(path, plan, robot)
    with pytest.raises(BadFile) as refused:
        read_load_tests(path, robot, tool=TOOL)
    assert refused.value.code == "load-tests-unmeasured"
    assert [problem.where for problem in refused.value.problems] == [f"line {line}" for line in range(7, 12)]
    assert {problem.code for problem in refused.value.problems} == {"load-test-unmeasured"}
    filled(path, plan, lines=(0, 1, 3))
    file = read_load_tests(path, robot, tool=TOOL)
    assert [test.name for test in file.tests] == ["test 1", "test 2", "test 4"]
    assert [(left.name, left.line) for left in file.left_out] == [("test 3", 9), ("test 5", 11)]


def test_a_plan_belongs_to_its_arm(tmp_path):
    plan = plan_of(arm("mikhel-3"), Pushes(100.0), count=5)
    with pytest.raises(BadRequest) as refused:
        write_load_plan(tmp_path / "plan.csv", plan, load_robot("mikhel-6"))
    assert refused.value.code == "load-plan-other-arm"
    assert list(tmp_path.iterdir()) == []
