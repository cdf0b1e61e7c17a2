"""``torsion excite``: known answers, documented keys, tables, files, and what is refused."""

import json
import math
import re

import numpy as np
import pytest

from app.terminal.progress import TerminalMonitor
from core.excitation.limits.motion_limits import DEFAULT_ACCELERATION
from core.excitation.trajectories import trajectory_from_fields
from tests.core.exchange.urscript_machine import Arm
from tests.core.exchange.urscript_machine import run as run_program
from tests.core.excitation.published import (
    PEAK_ACCELERATION_DEG,
    PEAK_POSITION_DEG,
    PEAK_VELOCITY_DEG,
    liu_series,
)
from tests.documented_keys import EXCITE_KEYS, TRAJECTORY_KEYS

BUDGET = ("--evaluations", "60", "--seconds", "60")
"""Ends after so many evaluations, however slow the machine is."""


@pytest.fixture
def published(tmp_path):
    """The published coefficients in a file, as a person types them in."""
    series = liu_series()
    path = tmp_path / "published.json"
    plain = {
        "a": series.a.tolist(),
        "b": series.b.tolist(),
        "q0": series.q0.tolist(),
        "period_s": series.period_s,
    }
    path.write_text(json.dumps(plain), "utf-8")
    return path


@pytest.mark.parametrize(
    ("robot", "condition_number"), [("ec66", 135.91), ("ur10e", 142.67), ("generic-6r", 118.94)]
)
def test_the_published_trajectory_has_its_known_numbers(run_json, published, robot, condition_number):
    code, document, err = run_json("excite", "--robot", robot, "--evaluate", published, "--limits", "liu")
    assert document.keys() >= EXCITE_KEYS
    assert code == (0 if document["verdict"] in {"good", "usable"} else 1)
    assert err == ""
    assert document["condition_number"] == pytest.approx(condition_number, abs=0.005)
    assert document["base_parameter_count"] == 36
    assert "200 samples" in document["convention"]
    assert "36 columns" in document["convention"]
    for key, known in (
        ("peak_position", PEAK_POSITION_DEG),
        ("peak_velocity", PEAK_VELOCITY_DEG),
        ("peak_acceleration", PEAK_ACCELERATION_DEG),
    ):
        np.testing.assert_allclose(np.degrees(document[key]), known, rtol=0.0, atol=0.1)
    assert 1e-4 < document["boundary_error"] < 1e-2, "joint 6 is misprinted in the third digit"
    assert document["trajectory"]["kind"] == "series"
    assert document["limit_use"] == pytest.approx(110.6 / 120.0, abs=1e-3)


def test_the_block_index_of_the_published_trajectory(run_json, published):
    _, document, _ = run_json("excite", "--robot", "generic-6r", "--evaluate", published)
    block = document["numbers"]["block"]
    np.testing.assert_allclose(block["condition_numbers"], [118.9, 5702.0, 1033.0, 6.9], rtol=7e-3)
    assert block["columns"] == [36, 36, 33, 10]
    assert block["index"] == pytest.approx(206.0, abs=0.5)


def test_a_plan_has_the_documented_keys_and_is_the_same_again(run_json, arm_file):
    wanted = (
        "excite",
        "--robot",
        arm_file,
        "--kind",
        "quintic",
        "--harmonics",
        "3",
        "--period",
        "6",
        *BUDGET,
    )
    code, document, err = run_json(*wanted, "--seed", "4")
    assert (code, err) == (0, "")
    assert document.keys() >= EXCITE_KEYS
    assert document["trajectory"].keys() >= TRAJECTORY_KEYS
    assert document["trajectory"]["kind"] == "quintic"
    assert np.array(document["trajectory"]["a"]).shape == (2, 3)
    assert document["trajectory"]["period_s"] == 6.0
    assert document["finished"]
    assert document["evaluations"] >= 60
    assert document["limit_use"] <= 1.0
    assert document["boundary_error"] < 1e-8
    assert document["settings"]["seed"] == 4
    best = [condition for _, condition in document["history"]]
    assert best == sorted(best, reverse=True)
    assert best[-1] == pytest.approx(document["condition_number"], rel=0.2)
    again = run_json(*wanted, "--seed", "4")[1]
    assert again["trajectory"] == document["trajectory"]
    assert again["condition_number"] == document["condition_number"]
    other = run_json(*wanted, "--seed", "5")[1]
    assert other["trajectory"] != document["trajectory"]


def test_the_table_tells_everything_in_degrees(run, arm_file):
    code, out, _ = run("excite", "--robot", arm_file, "--harmonics", "3", *BUDGET, "--lock", "2")
    lines = out.splitlines()
    assert code in {0, 1}
    assert "joint 2 locked" in lines[1]
    assert re.search(r"Condition number +[\d.]+ +\d+ parameters", out)
    row = next(line for line in lines if line.strip().startswith("shoulder"))
    assert "−114.6 to 114.6" in row, "2 rad"
    assert f"{math.degrees(DEFAULT_ACCELERATION):.1f}*" in row
    assert "* the maker gives none" in out
    assert "Closest approach" in out
    assert re.search(r"Planned in +[\d.]+ s +\d+ evaluations", out)
    assert "Verdict: " in out


def test_files_are_written_and_an_exported_plan_is_judged_the_same(run_json, tmp_path):
    names = ("plan.json", "plan.csv", "plan.script")
    files = [option for name in names for option in ("--export", str(tmp_path / name))]
    options = ("--limits", "liu", "--collision", "off", "--torque", "off", *BUDGET)
    _, planned, _ = run_json(
        *("excite", "--robot", "ur10e", "--cycles", "3", "--rate-hz", "20", *options, *files)
    )
    assert planned["files"] == [str(tmp_path / name) for name in names]
    assert planned["not_written"] == {}
    assert "local periods = 3" in (tmp_path / "plan.script").read_text("ascii")
    arm = Arm([0.0] * 6, step=0.008)
    run_program((tmp_path / "plan.script").read_text("ascii"), arm)
    motion = trajectory_from_fields(planned["trajectory"]).repeated(3)
    begun = next(clock for clock, _, value in arm.registers if value == 1)
    expected = motion.evaluate(np.array(arm.times) - begun).position
    np.testing.assert_allclose(arm.targets, expected, rtol=0.0, atol=1e-9)
    assert np.ptp(arm.targets, axis=0).min() > 0.2, "every joint moves, rad"
    rows = [
        line for line in (tmp_path / "plan.csv").read_text("utf-8").splitlines() if line[0] in "-0123456789"
    ]
    assert len(rows) == 3 * 20 * 20 + 1
    _, judged, _ = run_json("excite", "--robot", "ur10e", "--evaluate", tmp_path / "plan.json")
    for key in ("condition_number", "trajectory", "peak_velocity", "limit_use", "verdict"):
        assert judged[key] == planned[key], key
    start = judged["settings"].pop("start")
    assert planned["settings"].pop("start") is None
    assert judged["settings"] == planned["settings"]
    np.testing.assert_allclose(start, np.zeros(6), atol=1e-12)
    assert judged["closest"] is None
    _, looked, _ = run_json(
        *("excite", "--robot", "ur10e", "--evaluate", tmp_path / "plan.json", "--collision", "on")
    )
    assert looked["closest"]["second"]


def test_a_motion_that_may_not_be_run_is_shown_but_becomes_no_program(run, published, tmp_path):
    program, rows = tmp_path / "a.script", tmp_path / "a.csv"
    _, out, _ = run(
        *("excite", "--robot", "ur10e", "--evaluate", published, "--export", program, "--export", rows)
    )
    assert not program.exists()
    assert f"{program} was not written" in out
    assert f"Written: {rows}" in out


def test_a_box_and_a_floor_are_what_the_arm_keeps_clear_of(run_json, tmp_path, published):
    _, free, _ = run_json(
        *("excite", "--robot", "ur10e", "--evaluate", published, "--floor", "none", "--limits", "liu")
    )
    assert "floor" not in {free["closest"]["first"], free["closest"]["second"]}
    box = "-2,-2,-0.5,2,2,0.05,bench"
    _, near, _ = run_json(
        *("excite", "--robot", "ur10e", "--evaluate", published, "--floor", "-0.5", "--box", box)
    )
    assert near["closest"]["second"] == "bench"
    assert near["settings"]["boxes"][0]["high"] == [2.0, 2.0, 0.05]
    assert near["verdict"] == "repeat"
    assert any(entry["blocking"] for entry in near["shortfalls"])


def test_the_start_pose_in_degrees_and_in_radians(run_json, arm_file):
    common = ("excite", "--robot", arm_file, "--kind", "modified", "--harmonics", "3", *BUDGET)
    poses = ("-30,45deg", "-30,45°", f"{math.radians(-30)!r},{math.radians(45)!r}")
    starts = [run_json(*common, "--start", pose)[1]["settings"]["start"] for pose in poses]
    np.testing.assert_allclose(starts, [np.radians([-30.0, 45.0])] * 3, atol=1e-12)


def test_a_share_of_the_limits_leaves_the_rest_to_the_arm(run_json, arm_file):
    options = ("--harmonics", "3", "--collision", "off", "--limit-share", "0.5", *BUDGET)
    _, document, _ = run_json("excite", "--robot", arm_file, *options)
    velocity, limit = np.array(document["peak_velocity"]), np.array(document["limits"]["velocity"])
    assert (velocity <= 0.5 * limit).all()
    assert document["limit_use"] <= 0.5


def test_stopped_it_prints_and_writes_the_best_so_far(run, arm_file, tmp_path, monkeypatch):
    keep = TerminalMonitor.keep

    def keep_and_stop(self, result):
        keep(self, result)
        self.stop()

    monkeypatch.setattr(TerminalMonitor, "keep", keep_and_stop)
    path = tmp_path / "best.json"
    code, out, _ = run(
        *("excite", "--robot", arm_file, "--harmonics", "3", "--seconds", "60", "--json", "--export", path)
    )
    document = json.loads(out)
    assert code == 1
    assert not document["finished"]
    assert document["condition_number"] > 0.0
    assert document["seconds"] < 30.0
    assert json.loads(path.read_text("utf-8"))["trajectory"] == document["trajectory"]


def test_demands_that_cannot_be_met_are_named_on_one_line(run, arm_file):
    code, out, err = run("excite", "--robot", arm_file, "--start", "2.5,0", "--seconds", "60")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "joint 1" in err.lower()
    code, _, err = run("excite", "--robot", arm_file, "--lock", "1,2", "--seconds", "60")
    assert code == 2
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--start", "1,2,3"), "--start has 3 numbers; two-bar has 2 joints"),
        (("--start", "a,b"), "'a' is no number"),
        (("--noise", "1"), "--noise has 1 numbers"),
        (("--noise", "0,1"), "noise"),
        (("--lock", "3"), "--lock names joint 3"),
        (("--lock", "0"), "no whole number from 1 to 64"),
        (("--harmonics", "two"), "no whole number from 1 to 50"),
        (("--period", "-1"), "no number above 0 and up to 3600 s"),
        (("--period", "nan"), "no number above 0"),
        (("--sample-step", "5"), "sample"),
        (("--kind", "spline"), "is not one of"),
        (("--limits", "no-such-set"), "no-such-set"),
        (("--limit-share", "1.5"), "no number above 0 and up to 1."),
        (("--box", "0,0,0,1"), "write two corners"),
        (("--box", "0,0,0,1,1,0"), "have to differ"),
        (("--floor", "low"), "'low' is no number"),
        (("--export", "motion.txt"), ".csv, .json, .script"),
        (("--export", "motion.script"), "six turning joints"),
        (("--export", "/no-such-folder/motion.csv"), "There is no folder /no-such-folder"),
        (("--cycles", "0"), "no whole number from 1 to 1000"),
        (("--rate-hz", "0"), "no number above 0"),
        (("--evaluate", "no-such-file.json"), "There is no file"),
    ],
)
def test_wrong_arguments_are_one_line(run, arm_file, arguments, part):
    code, out, err = run("excite", "--robot", arm_file, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert part in err.lower() or part in err


def test_a_file_that_is_no_trajectory_or_for_another_arm(run, published, arm_file, tmp_path):
    code, _, err = run("excite", "--robot", arm_file, "--evaluate", published)
    assert code == 2
    assert "The trajectory is for 6 joints, the arm has 2" in err
    bad = tmp_path / "bad.json"
    bad.write_text('{"a": [[1.0]]}', "utf-8")
    code, _, err = run("excite", "--robot", arm_file, "--evaluate", bad)
    assert code == 2
    assert "4 problems" not in err
    assert "3 problems" in err
    assert "period_s" in err
