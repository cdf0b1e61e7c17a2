"""``torsion emulate ur:ROBOT``: a controller that another command of this program reads and does not move."""

import json
import signal
import socket

import numpy as np
import pytest

from core.recording import Quantity, TorqueKind
from core.storage.visit import Visit
from tests.app.cli.test_emulate import emulating
from tests.devices.emulated.controllers import emulated_ur
from tests.devices.emulated.test_recorded_rows import made_up, visit_of
from tests.devices.universal_robots.conftest import driven
from tests.devices.universal_robots.samples import samples_of
from tests.waiting import LIMIT_S


def uri_of(process):
    word, uri = process.said.split()
    assert word == "ready"
    return uri


def test_a_controller_is_recorded_and_obeys_its_lines(run, repository, tmp_path):
    visit = tmp_path / "visit.h5"
    with emulating(repository, "ur:ur10e?payload=2.5", "--port", "0") as process:
        uri = uri_of(process)
        recorded = ("run", "record", "0.3", "--controller", uri, "--robot", "ur10e", "--into", visit)
        code, out, _ = run(*recorded, "--json")
        document = json.loads(out)
        assert (code, document["serial"], document["missing_samples"]) == (0, "20000000000", 0)
        process.stdin.write("speed 0.5\nreduced\n")
        process.stdin.flush()
        code, out, _ = run(*recorded, "--label", "slow")
        assert code == 0
        assert "The speed slider is at 50 %" in out
        code, _, err = run(*recorded, "--motion", "sway")
        assert code == 2
        assert "takes no motion from us" in err
        _, err = process.communicate("dance\nspeed 2\nquit\n", timeout=LIMIT_S)
        assert process.returncode == 0
        assert err.count("is none of protective-stop, ") == 2
    with Visit.open(visit) as opened:
        assert set(opened.recording("record").columns) == {
            Quantity.POSITION,
            Quantity.VELOCITY,
            Quantity.CURRENT,
            Quantity.CURRENT_REFERENCE,
            Quantity.TORQUE_REFERENCE,
            Quantity.TEMPERATURE,
        }


def test_a_controller_of_another_maker_is_recorded(run, repository, tmp_path):
    visit = tmp_path / "visit.h5"
    with emulating(repository, "elite-cs:cs66?payload=1.5&seed=7", "--port", "0") as process:
        uri = uri_of(process)
        assert uri.startswith("elite-cs:127.0.0.1?port=")
        recorded = ("run", "record", "0.3", "--controller", uri, "--robot", "cs66", "--into", visit)
        code, out, _ = run(*recorded, "--json")
        document = json.loads(out)
        assert (code, document["serial"], document["missing_samples"]) == (0, "EMULATED-7", 0)
        code, _, err = run(*recorded, "--motion", "sway")
        assert code == 2
        assert "takes no motion from us" in err
        _, err = process.communicate("quit\n", timeout=LIMIT_S)
        assert (process.returncode, err) == (0, "")
    with Visit.open(visit) as opened:
        recording = opened.recording("record")
        assert recording.torque_kind is TorqueKind.UNKNOWN
        assert Quantity.TORQUE in recording.columns
        # the estimated arm stands still under its weight
        assert 5.0 < abs(recording.columns[Quantity.TORQUE][:]).max() < 500.0


def test_an_arm_of_the_ec_series_is_recorded_and_the_emulation_is_ended(run, repository, tmp_path):
    with emulating(repository, "elite-ec:ec66?payload=1.5&seed=7", "--port", "0") as process:
        uri = uri_of(process)
        assert uri.startswith("elite-ec:127.0.0.1?serial=EMULATED-7&port=")
        monitor = int(uri.rpartition("=")[2]) + 1
        with socket.create_connection(("127.0.0.1", monitor), timeout=LIMIT_S) as client:
            assert len(client.recv(4)) == 4
        visit = tmp_path / "visit.h5"
        recorded = ("run", "record", "0.3", "--controller", uri, "--robot", "ec66", "--into", visit)
        code, out, err = run(*recorded, "--json")
        assert (code, json.loads(out)["serial"]) == (0, "EMULATED-7"), err
        code, _, err = run(*recorded, "--motion", "sway")
        assert code == 2
        assert "motion=allowed" in err
        wrong = ("--controller", f"{uri}&motion=allowed", *recorded[5:], "--confirm", "EMULATED-8")
        assert run("run", "record", "0.3", *wrong, "--motion", "sway")[0] == 2
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=LIMIT_S)
        assert (process.returncode, err) == (0, "")


@pytest.mark.parametrize("robot", ["ur3e", "ur5e", "ur16e", "ur20", "ur30"])
def test_every_shipped_arm_of_the_maker_is_emulated(robot):
    with emulated_ur("5.23", robot=robot, arm=None) as controller, driven(controller.uri, robot=robot) as arm:
        identity = arm.connect()
        assert (identity.model, identity.serial) == (robot, "20000000000")
        columns = samples_of(arm, 100).columns
        # an arm that stands holds its weight: current times gain has the sign of the model's torque
        moment, torque = (columns[q].mean(axis=0) for q in (Quantity.TORQUE_REFERENCE, Quantity.TORQUE))
        heaviest = int(np.argmax(np.abs(moment)))
        assert abs(moment[heaviest]) > 1.0
        assert np.sign(torque[heaviest]) == np.sign(moment[heaviest])


def test_a_recording_is_served_and_recorded_again(run, repository, tmp_path):
    source, visit = visit_of(tmp_path, made_up(samples=400)), tmp_path / "again.h5"
    options = ("--recording", source, "--label", "run", "--port", "0")
    with emulating(repository, "ur:ur10e", *options) as process:
        uri = uri_of(process)
        code, _, err = run("run", "record", "1", "--controller", uri, "--robot", "ur10e", "--into", visit)
        assert code in {0, 1}, err
        port = uri.partition("port=")[2]
        code, out, err = run("emulate", "ur:ur10e", *options[:4], "--port", port)
        assert (code, f"127.0.0.1:{port}" in err, out) == (1, True, "")
    with Visit.open(source) as recorded, Visit.open(visit) as again:
        before, after = recorded.recording("run"), again.recording("record")
        rows = {time: place for place, time in enumerate(before.time.tolist())}
        places = [rows[time] for time in after.time.tolist()]
        assert places == list(range(places[0], places[0] + len(places)))
        assert len(places) > 50
        for quantity, column in before.columns.items():
            assert (column[:][places] == after.columns[quantity][:]).all()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ur:ur10e", "--link", "x"], "--link goes with virtual:ROBOT"),
        (
            ["abb:ec66", "--port", "0"],
            "'abb:ec66' names no controller. Understood are: virtual:ROBOT, ur:ROBOT",
        ),
        (["ur:ec66"], "No such controller is emulated for ec66"),
        (["ur:ur10e?polyscope=4"], "polyscope cannot be 4. Possible are: 3.15"),
        (
            ["elite-cs:cs63"],
            "emulated for cs63. Nothing was started. Possible are: cs66",
        ),
        (["elite-cs:cs66?polyscope=5.11"], "elite-cs: has no setting polyscope. It has: seed, payload."),
        (["ur:ur10e", "--host", "0.0.0.0"], "0.0.0.0 is no loopback address"),
        (["ur:ur10e", "--host", "10.0.0.2"], "10.0.0.2 is no loopback address"),
        (["ur:ur10e", "--port", "70000"], "'70000' is no port"),
        (["ur:ur10e", "--recording", "nothing.h5"], "nothing.h5. Nothing was changed"),
        (["franka:fr3", "--recording", "nothing.h5"], "--recording goes with ur:ROBOT and elite-cs:ROBOT"),
        (["ur:ur10e", "--label", "a"], "--label names one of the recordings of --recording"),
        (["franka:fr3", "--link", "x"], "--link goes with virtual:ROBOT"),
        (["virtual:ec66", "--link", "x", "--host", "127.0.0.2"], "--host goes with a controller"),
        (["virtual:ec66", "--link", "x", "--label", "a"], "--label goes with a controller"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_started(run, arguments, sentence):
    code, out, err = run("emulate", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
