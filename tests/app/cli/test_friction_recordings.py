"""``torsion friction`` on a long log of a small arm."""

import json
from dataclasses import replace

import pytest

from core.recording import Quantity
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.core.friction.sweeps.long_log import (
    COULOMB,
    SWEEP_SPEEDS,
    VISCOUS,
    recorded,
    swept_log,
    travelled,
    without,
)
from tests.core.friction.sweeps.swept_arm import ARM


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A visit with sweeps among other motion, and recordings that cannot serve."""
    path = tmp_path_factory.mktemp("friction") / "cell.h5"
    swept = swept_log(joints=(1,))
    other = recorded(travelled([[0.3, 0.3], [1.0, -0.4], [0.3, 0.3]], [0.5, 0.5]), label="other")
    with Visit.create(path, robot_toml=write_toml(ARM)) as visit:
        visit.add_recording(swept)
        visit.add_recording(other)
        visit.add_recording(replace(without(swept, Quantity.TORQUE), label="no-torque"))
    return path


def test_friction_is_found_shown_and_stored(run, log, tmp_path):
    target = tmp_path / "friction.json"
    code, out, err = run("friction", log, "--recordings", "log", "--json", target)
    document = json.loads(target.read_text())
    (joint,) = document["friction"]["joints"]
    assert code == (0 if document["friction"]["verdict"] in {"good", "usable"} else 1), err
    assert joint["number"] == 2
    assert joint["speed"] == pytest.approx(SWEEP_SPEEDS, rel=0.02)
    assert joint["friction"] == pytest.approx([COULOMB + VISCOUS * speed for speed in SWEEP_SPEEDS], rel=0.01)
    assert all(298.0 < one < 300.0 for one in joint["temperature"])
    assert "moves to another place" in out
    with Visit.open(log) as visit:
        assert [entry.kind for entry in visit.results()] == ["friction-sweeps"]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--recordings", "other"), 1, "the joints move together"),
        (("--recordings", "no-torque"), 2, "neither torque nor current"),
        (("--recordings", "gone"), 2, "gone"),
        (("--recordings", "log", "--joints", "9"), 2, "joint 9"),
    ],
)
def test_a_recording_that_cannot_serve_is_refused_with_its_reason(run, log, options, code, said):
    found, _, err = run("friction", log, *options)
    assert found == code
    assert said in err


def test_a_joint_that_was_not_swept_is_named(run, log):
    code, out, _ = run("friction", log, "--recordings", "log", "--joints", "1,2")
    assert code == 1
    assert "was not swept at a steady speed" in out
