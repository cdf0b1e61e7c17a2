"""Torque ramps on a virtual bench, and a bench's recordings from a file, through the command line."""

import json
from pathlib import Path

import numpy as np
import pytest

from app.__main__ import main
from core.robot.library import load_robot
from core.storage.visit import Visit
from devices.acquisition import stream_checks
from devices.virtual.physics.truth import true_arm
from tests.waiting import LIMIT_S

pytestmark = pytest.mark.thorough

SEED = 1
BENCH = f"virtual:gear-bench?pace=fast&seed={SEED}&kind=closed"
"""It finishes its small moves alone: a busy computer's silence ends none of them."""


def ramped(folder: Path, controller: str) -> dict[str, object]:
    visit, said = folder / "bench.h5", folder / "ramps.json"
    arguments = ["run", "torque-ramps", "--controller", controller, "--into", str(visit)]
    with pytest.MonkeyPatch.context() as patient:  # a busy machine may hold samples up for a second
        patient.setattr("devices.safety.safe_arm.SILENCE_S", LIMIT_S)
        patient.setattr("devices.open_arm.conversation.SILENCE_S", LIMIT_S)
        patient.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", LIMIT_S)
        code = main([*arguments, "--rounds", "1", "--steps", "10", "--json", str(said)])
    document: dict[str, object] = json.loads(said.read_text("utf-8"))
    assert code == 0, (document["error"], document["verdict"], document.get("deflection"))
    return document


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object]]:
    folder = tmp_path_factory.mktemp("tight")
    return folder / "bench.h5", ramped(folder, BENCH)


def as_measured() -> float:
    """How much larger a torque looks: by the drive's nominal gain, and by friction that grows with load."""
    truth = true_arm(load_robot("gear-bench"), SEED)
    return float(truth.drive.nominal_gain[0] / truth.drive.gain[0] * (1.0 + truth.friction.load[0]))


def test_the_stiffness_is_that_of_the_virtual_gear(tight) -> None:
    _, document = tight
    found = document["deflection"]
    truth = true_arm(load_robot("gear-bench"), SEED).gear.stiffness[0] * as_measured()
    assert found["stiffness"][0] == pytest.approx(truth, rel=0.05)
    assert abs(found["stiffness"][0] - truth) < 3.0 * found["stiffness_std"][0]
    assert found["branch_stiffness"] == [None]
    assert -0.75 * 25.0 < found["load_low"][0] < -14.0
    assert 14.0 < found["load_high"][0] < 0.75 * 25.0
    assert document["mark"] == "virtual"


def test_the_recording_and_what_it_says_are_in_the_visit(tight) -> None:
    path, document = tight
    assert document["recordings"] == ["torque-ramps"]
    with Visit.open(path) as visit:
        recording = visit.recording("torque-ramps")
        assert visit.results("elasticity")
        steps = [event for event in recording.events if event.code == "torque-ramp-step-begins"]
    ways = [event.facts["way"] for event in steps]
    assert ways == sorted(ways)
    assert set(ways) == {0, 1, 2, 3}


def test_the_command_analyses_the_visit_again(tight, run, tmp_path) -> None:
    path, document = tight
    code, _, err = run("deflection", path, "--recordings", "torque-ramps", "--json", tmp_path / "d.json")
    assert code == 0, err
    again = json.loads((tmp_path / "d.json").read_text("utf-8"))
    assert again["lost_motion"] == document["deflection"]["lost_motion"]


@pytest.mark.parametrize("procedure", [["check"], ["record", "5", "--motion", "sway"]])
def test_what_would_move_the_output_is_refused(run, tmp_path, procedure) -> None:
    code, _, err = run("run", *procedure, "--controller", BENCH, "--into", tmp_path / "b.h5")
    assert code == 2
    assert "has its output locked" in err
    assert "D-370" in err


def test_an_arm_that_moves_is_not_wound_up(run, tmp_path) -> None:
    code, _, err = run(
        "run", "torque-ramps", "--controller", "virtual:szabo-3r?pace=fast", "--into", tmp_path / "a.h5"
    )
    assert code == 2
    assert "D-371" in err


def test_settings_that_make_no_sense_are_refused(run, tmp_path) -> None:
    option = ["--torque", "0.9"]
    code, _, err = run("run", "torque-ramps", "--controller", BENCH, "--into", tmp_path / "b.h5", *option)
    assert code == 2
    assert "no number above 0 and up to 0.75" in err


def test_the_bench_is_described(run) -> None:
    code, out, _ = run("robots", "gear-bench")
    assert code == 0
    assert "locked to the frame" in " ".join(out.split())
    _, out, _ = run("robots", "ec66")
    assert "locked" not in out


def test_a_file_of_tests_is_imported_and_judged(run, tmp_path, shared_data) -> None:
    (file,) = (shared_data / "cycloid").glob("*.npz")
    visit, said = tmp_path / "cycloid.h5", tmp_path / "d.json"
    assert run("import", file, "--robot", "gear-bench", "--into", visit, "--label", "cycloid")[0] == 0
    labels = [f"cycloid-{number:03d}" for number in (0, 1, 2, 3, 4, 100, 101, 102)]
    with Visit.open(visit) as opened:
        assert list(opened.labels) == labels
    code, _, err = run("deflection", visit, "--recordings", *labels, "--json", said)
    assert code == 0, err
    found = json.loads(said.read_text("utf-8"))
    assert 1.3 < np.degrees(found["lost_motion"][0]) < 5.0
    assert found["stiffness"] == [None]
    softest, stiffest = found["branch_stiffness"][0]
    assert 280.0 < softest < stiffest < 2050.0
    assert [reason["code"] for reason in found["reasons"][0]] == ["twist-not-a-line"]
