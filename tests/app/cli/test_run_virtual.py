"""``torsion run`` on virtual robots of every kind, and on replays of what they did."""

import json

import numpy as np
import pytest

from app.__main__ import main
from core.recording import Mark, Quantity
from core.storage.visit import Visit
from tests.app.cli.conftest import refuse_documents

KEYS = {
    "procedure",
    "controller",
    "serial",
    "recordings",
    "seconds",
    "samples",
    "missing_samples",
    "events",
    "verdict",
    "stopped",
    "error",
}


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """A visit with a check of the open virtual robot, and what was said about it; made once."""
    folder = tmp_path_factory.mktemp("checked")
    visit, said = folder / "cell.h5", folder / "check.json"
    code = main(
        [
            *["run", "check", "--controller", "virtual:ec66?pace=fast&seed=3"],
            *["--into", str(visit), "--json", str(said)],
        ]
    )
    assert code == 0, said.read_text("utf-8")
    return visit, json.loads(said.read_text("utf-8"))


def test_a_check_gives_the_documented_keys(checked):
    visit, document = checked
    assert document.keys() >= KEYS | {"check"}
    assert document["procedure"] == "check"
    assert document["serial"] == "V-ec66-0003"
    assert document["recordings"] == ["check"]
    assert document["missing_samples"] == 0
    assert document["samples"] == pytest.approx(1000.0 * document["seconds"], abs=2)
    assert not document["stopped"]
    assert document["error"] is None
    assert [event["code"] for event in document["events"]].count("jog-begins") == 12
    joints = document["check"]
    assert [joint["sign"] for joint in joints] == [1] * 6
    assert [joint["slope"] for joint in joints] == pytest.approx([1.0] * 6, abs=0.02)
    assert {joint["verdict"] for joint in joints} <= {"good", "usable"}
    assert len({joint["offset"] for joint in joints}) == 6
    with Visit.open(visit) as opened:
        recording = opened.recording("check")
        assert recording.origin.mark is Mark.VIRTUAL
        assert {Quantity.MOTOR_POSITION, Quantity.LINK_POSITION} <= recording.columns.keys()


def test_a_replay_gives_the_original_again_and_the_same_check(checked, run_json, tmp_path):
    visit, original = checked
    controller = f"replay:{visit}?label=check&pace=fast"
    code, document, _ = run_json("run", "check", "--controller", controller, "--into", tmp_path / "again.h5")
    assert code == 0, document
    assert document["serial"] == original["serial"]
    assert document["mark"] == "replay"
    for joint, before in zip(document["check"], original["check"], strict=True):
        assert joint["slope"] == pytest.approx(before["slope"], abs=1e-3)
        assert joint["offset"] == pytest.approx(before["offset"], abs=1e-4)
    with Visit.open(visit) as first, Visit.open(tmp_path / "again.h5") as second:
        recorded, replayed = first.recording("check"), second.recording("check")
        assert replayed.time.tobytes() == recorded.time.tobytes()
        for quantity, column in recorded.columns.items():
            assert np.array_equal(replayed.columns[quantity][:], column[:], equal_nan=True)
        assert replayed.origin.mark is Mark.REPLAY


def test_a_replay_takes_no_motion(checked, run, tmp_path):
    visit, _ = checked
    arguments = ["--controller", f"replay:{visit}?pace=fast", "--motion", "sway"]
    code, _, err = run("run", "record", 1, *arguments, "--into", tmp_path / "again.h5")
    assert code == 2
    assert "takes no motion" in err


def test_a_replay_at_real_pace_takes_its_time(checked, run_json, tmp_path):
    visit, _ = checked
    controller = f"replay:{visit}"
    code, document, _ = run_json(
        "run", "record", "1.5", "--controller", controller, "--into", tmp_path / "r.h5"
    )
    assert code == 0, document
    assert document["seconds"] == pytest.approx(1.5, abs=0.3)


def test_a_moving_arm_is_recorded_into_the_same_visit(checked, run_json, run):
    visit, _ = checked
    arguments = ["--controller", "virtual:ec66?pace=fast&seed=3", "--into", visit, "--payload-kg", "0"]
    code, document, _ = run_json("run", "record", "6", *arguments, "--label", "slow sway")
    assert code == 0, document
    assert document["recordings"] == ["slow sway"]
    assert document["seconds"] >= 6.0
    with Visit.open(visit) as opened:
        recording = opened.recording("slow sway")
        assert recording.payload_mass == 0.0
        assert np.ptp(recording.columns[Quantity.POSITION][:], axis=0).min() > 1e-3
    assert "slow sway" in run("info", visit)[1]


@pytest.mark.thorough
def test_a_closed_controller_is_moved_from_pose_to_pose(run_json, run, tmp_path):
    visit = tmp_path / "closed.h5"
    arguments = ["--controller", "virtual:ec66?kind=closed&pace=fast", "--into", visit]
    code, document, err = run_json("run", "record", "6", *arguments)
    assert code == 0, err
    assert [event["code"] for event in document["events"]].count("move-begins") >= 2
    with Visit.open(visit) as opened:
        recording = opened.recording("record")
        assert set(recording.columns) == {Quantity.POSITION, Quantity.CURRENT}
        assert np.median(np.diff(recording.time)) == pytest.approx(1.0 / 125.0, rel=1e-3)
    code, document, _ = run_json("run", "check", *arguments)
    assert code == 0, document
    assert {joint["commanded_ratio"] is not None for joint in document["check"]} == {True}


def test_json_on_standard_output_leaves_the_plan_to_standard_error(checked, run, tmp_path):
    visit, _ = checked
    controller = f"replay:{visit}?pace=fast"
    _, out, err = run("run", "record", 1, "--controller", controller, "--into", tmp_path / "j.h5", "--json")
    assert json.loads(out)["recordings"] == ["record"]
    assert "REPLAY" in err


def test_a_run_whose_document_cannot_be_written_keeps_and_says_what_was_recorded(run, tmp_path, monkeypatch):
    visit, target = tmp_path / "v.h5", tmp_path / "run.json"
    target.write_text('{"older": true}')
    line = ("run", "record", "0.5", "--controller", "virtual:ec66?pace=fast", "--motion", "still")
    with monkeypatch.context() as full:
        refuse_documents(full)
        code, said, err = run(*line, "--into", visit, "--json", target)
    assert code == 1, err
    assert "record" in said
    assert str(target) in err
    assert "Nothing was changed" not in err
    assert target.read_text() == '{"older": true}'
    with Visit.open(visit) as opened:
        assert opened.labels == ("record",)
