"""``torsion emulate cia402:ROBOT``: drives on a bus that another command of this program reads."""

import json

import numpy as np
import pytest

from core.recording import Quantity
from core.storage.visit import Visit
from devices.driving.pulse import Pulse
from tests.app.cli.test_emulate import PATIENCE_S, emulating
from tests.app.cli.test_run_friction import true_friction

pytest.importorskip("canopen", reason="canopen is not installed")
pytest.importorskip("can", reason="python-can is not installed")


@pytest.mark.alone
def test_drives_are_recorded_with_both_encoders_and_obey_their_lines(run, repository, tmp_path):
    visit = tmp_path / "visit.h5"
    with emulating(repository, "cia402:ec66") as process:
        word, uri = process.said.split()
        assert (word, uri.partition(":")[0]) == ("ready", "cia402")
        recorded = ("run", "record", "0.5", "--controller", uri, "--robot", "ec66", "--into", visit)
        code, out, err = run(*recorded, "--json")
        assert code in {0, 1}, err
        document = json.loads(out)
        assert document["serial"] == "402000001"
        assert [event["code"] for event in document["events"]][:1] == ["cia402-alignment"]
        code, _, err = run(*recorded, "--label", "moved", "--motion", "sway")
        assert code == 2
        assert "motion=allowed" in err
        _, err = process.communicate("dance\nfault 7\nquit\n", timeout=PATIENCE_S)
        assert process.returncode == 0
        assert err.count("is none of fault, ") == 2
    with Visit.open(visit) as opened:
        columns = opened.recording("record").columns
        motor, link = (
            np.array(columns[name][:]) for name in (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
        )
    assert np.abs(motor - link).max() < 0.05


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["cia402:ec66", "--host", "127.0.0.2"], "--host does not go with cia402:ec66"),
        (["cia402:ec66", "--label", "a"], "--label does not go with cia402:ec66"),
        (["cia402:ec66", "--port", "x"], "'x' is no port"),
        (["cia402:nobody"], "nobody"),
    ],
)
def test_wrong_arguments_are_refused(run, arguments, sentence):
    code, out, err = run("emulate", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err


def test_at_a_port_the_adapter_speaks_slcan(run, repository, tmp_path):
    with emulating(repository, "cia402:ec66", "--port", "0") as process:
        word, uri = process.said.split()
        assert (word, uri.partition("?")[0].startswith("cia402:slcan:socket://127.0.0.1:")) == ("ready", True)
        into = tmp_path / "visit.h5"
        recorded = ("run", "record", "0.5", "--controller", uri, "--robot", "ec66", "--into", into)
        code, out, err = run(*recorded, "--json")
        assert code in {0, 1}, err
        assert json.loads(out).get("serial") == "402000001", out
    with Visit.open(into) as opened:
        assert opened.recording("record").sample_count > 10


@pytest.mark.thorough
@pytest.mark.alone(once=True)
def test_friction_is_that_of_the_emulated_drives(run, repository, tmp_path, monkeypatch):
    """Trajectories by cyclic position; drives and physics in a process of their own, in real time."""
    monkeypatch.setattr(Pulse, "is_alive", lambda _pulse: True)
    said = tmp_path / "said.json"
    sweeps = ("--joints", "6", "--speeds", "5", "--poses", "1", "--clear-cell", "--floor", "-1")
    with emulating(repository, "cia402:ur10e") as process:
        uri = f"{process.said.split()[1]}&motion=allowed"
        named = ("--controller", uri, "--robot", "ur10e", "--into", tmp_path / "visit.h5")
        code, _, err = run("run", "friction", *named, *sweeps, "--confirm", "402000001", "--json", said)
    document = json.loads(said.read_text("utf-8"))
    assert "friction" in document, (code, document["error"], err)
    (joint,) = document["friction"]["joints"]
    points, speed = np.array(joint["friction"]), np.array(joint["speed"])
    assert len(points) >= 3
    true = true_friction(5, speed, np.array(joint["load"]), robot="ur10e", seed=0)
    assert points == pytest.approx(true, rel=0.05)
