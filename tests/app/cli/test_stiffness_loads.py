"""``torsion stiffness`` by experiment: files of load tests, what is left out, plans that are filled in."""

import csv
import io

import numpy as np
import pytest

from core.robot.placement import from_roll_pitch_yaw
from core.stiffness.cartesian import tool_point
from core.stiffness.result import STIFFNESS
from core.storage.visit import Visit
from tests.app.stiffness_examples import (
    HEADER,
    K3,
    load_file,
    poses_and_forces,
    shifts_of_all_springs,
    shifts_of_joints,
    shipped,
    visit_to,
)

COUNT = 40


@pytest.fixture(scope="module")
def loads(tmp_path_factory):
    """Shifts of the arm with all its springs in forty poses."""
    robot = shipped()
    q, force = poses_and_forces(robot, count=COUNT)
    shifts = shifts_of_all_springs(robot, q, force)
    return load_file(tmp_path_factory.mktemp("loads") / "loads.csv", q, force, shifts)


def test_experiment_beside_algebra(run, run_json, loads):
    code, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--loads", loads)
    assert code == 0
    assert (found["route"], found["source"]) == ("experiment", "loads.csv")
    assert found["stiffness"] == pytest.approx(K3, rel=0.05)
    apart = np.abs(np.array(found["stiffness"]) - K3) / found["stiffness_std"]
    assert np.all(apart < 4.0), "within its own doubt"
    assert found["algebra"]["stiffness"] == pytest.approx(K3, rel=1e-6)
    assert found["mean_error_m"] == pytest.approx(found["algebra"]["mean_error_m"], rel=0.1)
    assert len(found["tests"]) == COUNT
    test = found["tests"][0]
    left = np.subtract(test["measured"], test["predicted"])
    assert test["residual_m"] == pytest.approx(np.linalg.norm(left))
    _, out, _ = run("stiffness", "--robot", "mikhel-3", "--experiment", loads)
    beside = out[out.index("Algebra and experiment side by side") :]
    assert "computing" in beside
    assert "178 kN·m/rad" in beside


def test_what_is_left_out_does_not_count(run, run_json, loads, tmp_path):
    spoiled = tmp_path / "spoiled.csv"
    lines = loads.read_text().splitlines()
    cells = lines[3].split(",")
    lines[3] = ",".join((*cells[:-3], "9", "9", "9"))
    spoiled.write_text("\n".join(lines))
    _, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--loads", spoiled)
    reasons = {one["code"]: one["facts"] for one in found["arm"]["reasons"]}
    assert reasons["load-test-outlying"]["name"] == "t3"
    _, out, _ = run("stiffness", "--robot", "mikhel-3", "--loads", spoiled, "--leave-out", "t3")
    assert next(line for line in out.splitlines() if line.strip().startswith("t3 ")).endswith("left out  ")
    _, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--loads", spoiled, "--leave-out", "t3")
    assert found["stiffness"] == pytest.approx(K3, rel=0.05)
    assert [test["name"] for test in found["tests"] if not test["used"]] == ["t3"]


def test_a_joint_that_no_load_turns_and_one_that_is_held(run, run_json, tmp_path):
    robot = shipped()
    q, force = poses_and_forces(robot, count=10)
    force = np.broadcast_to([0.0, 0.0, -98.1], force.shape)
    hung = load_file(tmp_path / "hung.csv", q, force, shifts_of_all_springs(robot, q, force))
    code, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--loads", hung)
    assert code == 1, "a number is missing that was asked for"
    assert found["stiffness"][0] is None
    assert found["verdict"][0] == "not-measurable"
    assert found["usable_factor"][0] == pytest.approx(1.0)
    assert found["stiffness"][1:] == pytest.approx(K3[1:], rel=0.1)
    _, out, _ = run("stiffness", "--robot", "mikhel-3", "--loads", hung)
    assert "A weight never loads an upright axis" in " ".join(out.split())
    code, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--loads", hung, "--hold", "1")
    assert code == 0, "somebody said that it keeps its own"
    assert found["stiffness"][0] == pytest.approx(2e5)


def test_a_visit_keeps_what_was_measured(run, loads, tmp_path):
    visit = visit_to(shipped(), tmp_path / "visit.h5")
    code, out, _ = run("stiffness", "--visit", visit, "--loads", loads)
    assert code == 0
    assert f"{COUNT} of {COUNT} of loads.csv counted" in " ".join(out.split())
    with Visit.open(visit) as opened:
        assert len(opened.results(STIFFNESS)) == 1, "the algebra beside it is not kept"


def test_a_plan_is_filled_in_and_read_back(run_json, tmp_path):
    plan = tmp_path / "plan.csv"
    asked = ("stiffness", "--robot", "mikhel-3", "--plan", "9", "--push-n", "100", "--out", plan)
    code, planned, _ = run_json(*asked)
    assert code == 0
    assert planned["verdict"] in {"good", "usable"}
    assert planned["told"] == [True, True, True]
    stiffness = np.array(K3)
    filled = fill_in(plan, stiffness)
    code, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--loads", filled)
    assert code == 0
    assert found["stiffness"] == pytest.approx(stiffness, rel=1e-5), "those of the joints that were filled in"
    assert [test["name"] for test in found["tests"]] == [one["name"] for one in planned["tests"]]


def fill_in(plan, stiffness):
    """What a person would measure on an arm whose joints alone give."""
    robot = shipped()
    lines = plan.read_text().splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    rows = list(csv.DictReader(io.StringIO(text)))
    keys = {key.split(" ")[0]: key for key in rows[0]}
    q = np.radians([[float(row[keys[f"q{joint}"]]) for joint in (1, 2, 3)] for row in rows])
    force = np.array([[float(row[keys[axis]]) for axis in ("fx", "fy", "fz")] for row in rows])
    shifts = shifts_of_joints(robot, stiffness, q, force)
    for row, shift in zip(rows, shifts, strict=True):
        for axis, value in zip(("dx", "dy", "dz"), shift, strict=True):
            row[keys[axis]] = repr(float(1e3 * value))
    filled = plan.with_name("filled.csv")
    with filled.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return filled


def test_a_plan_that_tells_too_little_says_so(run):
    code, out, _ = run("stiffness", "--robot", "mikhel-6", "--plan", "4", "--load-kg", "1")
    assert code == 1
    assert "Verdict: Measure again" in out


def test_files_that_are_none(run, tmp_path, loads):
    def refused(path, *more):
        code, out, err = run("stiffness", "--robot", "mikhel-3", "--loads", path, *more)
        assert (code, out, err.count("\n")) == (2, "", 1), err
        assert "Traceback" not in err
        return err

    assert "no file" in refused(tmp_path / "none.csv")
    rubbish = tmp_path / "rubbish.csv"
    rubbish.write_bytes(bytes(range(256)))
    assert "rubbish.csv" in refused(rubbish)
    rubbish.write_text("a,b,c\n1,2,3\n")
    assert "rubbish.csv" in refused(rubbish)
    rubbish.write_text(f"{HEADER}\nt1,0,0,0,1,2,three,1,1,1\n")
    assert "line 2" in refused(rubbish)
    assert "tracker" in refused(loads, "--tracker", tmp_path / "none.txt").lower()
    assert "t99" in refused(loads, "--leave-out", "t99")


def test_too_few_tests_are_a_verdict_and_no_wrong_use(run, run_json, loads, tmp_path):
    few = tmp_path / "few.csv"
    few.write_text("\n".join(loads.read_text().splitlines()[:2]) + "\n")
    code, found, err = run_json("stiffness", "--robot", "mikhel-3", "--loads", few)
    assert code == 1
    assert found["verdict"] == "repeat"
    assert found["error"]["code"] == "load-tests-too-few"
    assert "needs 2" in err


def test_a_tracker_in_its_own_frame(run, run_json, loads, tmp_path):
    robot = shipped()
    q, force = poses_and_forces(robot, count=COUNT)
    unloaded = np.array([tool_point(robot, at, tool=(0.0, 0.0, 0.0)) for at in q])
    loaded = unloaded + shifts_of_all_springs(robot, q, force)
    turn = from_roll_pitch_yaw((0.0, 0.0, 0.0), rpy=(0.3, -0.2, 2.0))[:3, :3]
    names = [*(f"U{number}" for number in range(COUNT)), *(f"L{number}" for number in range(COUNT))]
    seen = 1e3 * (np.concatenate([unloaded, loaded]) @ turn.T + [1.0, -2.0, 0.5])
    tracker = tmp_path / "tracker.txt"
    points = [f"{name} {x:.6f} {y:.6f} {z:.6f}" for name, (x, y, z) in zip(names, seen, strict=True)]
    tracker.write_text("\n".join(point.replace(" ", ",") for point in ("name x[mm] y[mm] z[mm]", *points)))
    lines = [line.rsplit(",", 3)[0] for line in loads.read_text().splitlines()]
    paired = [f"{line},U{number},L{number}" for number, line in enumerate(lines[1:])]
    named = tmp_path / "named.csv"
    named.write_text("\n".join((f"{lines[0]},unloaded,loaded", *paired, "later,0,0,0,1,0,0,,")))
    asked = ("stiffness", "--robot", "mikhel-3", "--loads", named, "--tracker", tracker)
    _, straight, _ = run_json("stiffness", "--robot", "mikhel-3", "--loads", loads)
    code, found, _ = run_json(*asked)
    assert code == 0
    assert found["stiffness"] == pytest.approx(straight["stiffness"], rel=1e-3)
    assert found["registration"]["points"] == COUNT
    assert found["registration"]["rms_m"] < 1e-7
    assert [(one["name"], one["code"]) for one in found["left_out_lines"]] == [
        ("later", "load-test-unmeasured")
    ]
    _, out, _ = run(*asked)
    assert "Measured frame against the base frame" in " ".join(out.split())
    assert "later (line" in out
