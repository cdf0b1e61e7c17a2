"""``torsion gains`` on a small arm, and what ``torsion identify`` makes of the gains."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

from core.identification.synthetic import synthesize, synthetic_arm
from core.recording import Quantity
from core.robot.inertia import about_origin, moved
from core.robot.toml_format import parse_toml
from core.storage.visit import Visit
from tests.app.cli.conftest import ARM

LONG_ARM = ARM + "\n[flange]\nxyz = [0.5, 0.0, 0.0]\n"
"""With a lever between elbow and flange, so that a mass on the flange pulls on both joints."""
MASS = 6.0
SEED = 5
GAIN = (10.0, 8.0)
GAINS_KEYS = {"drive_gain", "std", "verdict", "reasons", "ratio", "payloads", "joints", "std_from"}
PAIR = ("--unloaded", "free", "--loaded", "loaded")


def _loaded_arm():
    """The arm whose synthetic version of the seed carries exactly the payload."""
    robot = parse_toml(LONG_ARM)
    body = about_origin(MASS, center=np.array([0.1, 0.05, 0.1]), inertia=0.01 * np.eye(3))
    own = synthetic_arm(robot, seed=SEED).parameters[-1, 0] / robot.inertial_parameters[-1, 0]
    parameters = robot.inertial_parameters.copy()
    parameters[-1] += moved(body, placement=robot.flange) / own
    return replace(robot, inertial_parameters=parameters)


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A visit with a run without, one with a payload, and one that holds torques."""
    path = tmp_path_factory.mktemp("gains") / "visit.h5"
    free = synthesize(parse_toml(LONG_ARM), seed=SEED, duration_s=25.0, label="free")
    loaded = synthesize(_loaded_arm(), seed=SEED, duration_s=25.0, label="loaded")
    columns = {
        Quantity.POSITION: free.columns[Quantity.POSITION],
        Quantity.TORQUE: free.columns[Quantity.CURRENT],
    }
    with Visit.create(path, robot_toml=LONG_ARM) as visit:
        visit.add_recording(free)
        visit.add_recording(replace(loaded, payload_mass=MASS))
        visit.add_recording(replace(loaded, label="unsaid", payload_mass=None))
        visit.add_recording(replace(free, label="torque", columns=columns))
    return path


def test_gains_are_found_stored_and_used(run, run_json, measured, tmp_path):
    before, _, err = run("identify", measured, "--fit", "free", "--gains", "identified")
    assert before == 2
    assert "torsion gains" in err
    target = tmp_path / "gains.json"
    code, out, _ = run("gains", measured, *PAIR, "--json", target)
    document = json.loads(target.read_text())
    assert code == 0
    assert "shoulder" in out
    assert document.keys() >= GAINS_KEYS
    assert document["drive_gain"] == pytest.approx(GAIN, rel=0.05)
    assert document["payloads"][0]["mass"] == MASS
    assert document["payloads"][0]["center_of_mass"][:2] == pytest.approx([0.1, 0.05], abs=0.03)
    assert document["verdict"] == "usable"
    assert document["result"] == "drive-gains-001"
    for gains, source in (("identified", "identified"), (str(target), "given")):
        _, found, _ = run_json("identify", measured, "--fit", "free", "--gains", gains)
        assert found["drive_gain"] == document["drive_gain"]
        assert found["gain_source"] == source


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--unloaded", "free", "--loaded", "loaded", "unsaid"), "1 unloaded and 2 loaded runs"),
        (("--unloaded", "free", "--loaded", "unsaid"), "The mass on the flange in"),
        (("--unloaded", "torque", "--loaded", "loaded"), "holds no motor currents"),
        (("--unloaded", "loaded", "--loaded", "free"), "The mass on the flange in"),
        ((*PAIR, "--payload-kg", "-2"), "--payload-kg"),
        (("--unloaded", "free", "--loaded", "lost"), "lost"),
    ],
)
def test_wrong_use_is_one_line(run, measured, arguments, sentence):
    code, out, err = run("gains", measured, *arguments)
    assert code == 2
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_gains_with_a_gap_are_not_used(run, measured, tmp_path):
    path = tmp_path / "gains.json"
    path.write_text(json.dumps({"drive_gain": [10.0, None]}))
    code, _, err = run("identify", measured, "--fit", "free", "--gains", path)
    assert code == 2
    assert "no gain for joint 2" in err


def test_nothing_is_stored_when_the_document_cannot_be_written(unwritten, measured, tmp_path):
    visit = shutil.copy(measured, tmp_path / "visit.h5")
    unwritten(visit, "gains", visit, *PAIR)
