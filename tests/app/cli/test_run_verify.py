"""``torsion run verify`` on a virtual robot, and ``torsion verify`` on what it recorded."""

import json
from dataclasses import replace

import numpy as np
import pytest

from app.__main__ import main
from core.identification.identify import identify
from core.identification.synthetic import synthesize
from core.identification.verification_result import Verification
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit

pytestmark = pytest.mark.thorough

CONTROLLER = "virtual:szabo-3r?pace=fast&seed=3"
JOINT_KEYS = {
    "joint",
    "moving_share",
    "rms_torque",
    "relative_error",
    "relative_limit",
    "rms_limit",
    "passed",
}


@pytest.fixture(scope="module")
def verified(tmp_path_factory):
    """A visit with the model of another arm, verified, and what was said; made once."""
    folder = tmp_path_factory.mktemp("verified")
    visit, said = folder / "cell.h5", folder / "verify.json"
    arm = ["--controller", CONTROLLER, "--into", str(visit)]
    robot = load_robot("szabo-3r")
    fit = synthesize(robot, seed=3, duration_s=15.0, label="fit")
    model = replace(identify({"fit": fit}, robot, fit=["fit"]), drive_gain=np.ones(3))
    with Visit.create(visit, robot_toml=write_toml(robot)) as made:
        made.add_result("identification", model)
    code = main(
        [
            *["run", "verify", *arm, "--motions", "points", "--moves", "1", "--floor", "none"],
            *["--limit", "1000", "--json", str(said)],
        ]
    )
    return visit, code, json.loads(said.read_text("utf-8"))


def test_the_motions_are_run_and_judged(verified):
    visit, code, document = verified
    assert document["error"] is None, document
    assert document["procedure"] == "verify"
    assert document["recordings"] == ["verify-points-ramp", "verify-points"]
    found = document["verification"]
    assert found["model_key"] == "identification-001"
    assert found["passed"] is True, found
    assert found["joint_passed"] == [True] * 3
    assert [one["motion"] for one in found["recordings"]] == ["point-to-point"]
    assert found["recordings"][0]["top_speed"] > 0.1
    for joint in found["recordings"][0]["joints"]:
        assert joint.keys() == JOINT_KEYS
        assert joint["relative_error"] > 0.3, "it is another arm"
        assert joint["rms_limit"] is None
    assert found["verdict"] == document["verdict"]
    assert (code, document["verdict"]) == (1, "repeat"), "however generous the limits are"
    with Visit.open(visit) as opened:
        stored = opened.result(opened.results("verification")[-1].key, Verification)
    assert stored.limits.relative_error == (1000.0,) * 3


def test_the_same_recording_against_other_limits(verified, run, run_json):
    visit, _, document = verified
    joints = document["verification"]["recordings"][0]["joints"]
    worst = max(joint["relative_error"] for joint in joints)
    arguments = ["verify", visit, "--recordings", "verify-points"]
    _, again, _ = run_json(*arguments, "--limit", 1000)
    assert again["joint_passed"] == [True] * 3
    assert again["recordings"][0]["motion"] == "point-to-point", "by its label"
    assert again["recordings"][0]["joints"] == joints
    code, out, err = run(*arguments, "--limit", 0.99 * worst)
    assert code == 1, err
    judged = [line for line in out.splitlines() if line.lstrip().startswith("joint_")]
    assert sum("Measure again" in line for line in judged) == 1
    assert "beyond its limit" in out
    code, failed, _ = run_json(*arguments, "--limit-rms", 1e-6, 1e-6, 1e5)
    assert code == 1
    assert failed["joint_passed"] == [False, False, True]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--limit", "0"], "no number above 0"),
        (["--limit-rms", "1", "1"], "2 limits for 3 joints"),
        (["--motions", "dance"], "dance"),
        (["--moves", "0"], "no whole number from 1 to 1000"),
    ],
)
def test_what_cannot_be_verified_is_said_in_a_line(run, tmp_path, arguments, said):
    code, out, err = run(
        "run", "verify", "--controller", CONTROLLER, "--into", tmp_path / "cell.h5", *arguments
    )
    assert code == 2, out
    assert said in err
    assert err.count("\n") == 1
    assert not (tmp_path / "cell.h5").exists()
