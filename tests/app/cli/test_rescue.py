"""``torsion rescue``, and what ``torsion info`` says of a damaged visit."""

import json
from pathlib import Path

import h5py
import pytest

from app.shell.commands.command_line import run
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.core.storage.recordings_examples import example_recording


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A visit with one whole recording and one of which a sample was changed."""
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml=write_toml(load_robot("ur10e"))) as visit:
        visit.add_recording(example_recording("whole"))
        visit.add_recording(example_recording("harmed", seed=1))
    with h5py.File(path, "r+") as file:
        file["recordings/0002/gaps"].attrs["note"] = "changed"
    return path


def test_info_reads_what_is_whole_and_says_what_is_not(
    damaged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = damaged.read_bytes()
    assert run(["info", str(damaged), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [found["label"] for found in document["recordings"]] == ["whole"]
    assert any("recordings/0002" in text and "V-141" in text for text in document["damage"])
    assert damaged.read_bytes() == before


def test_rescue_lists_what_was_taken_and_what_not(
    damaged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, into = damaged.read_bytes(), tmp_path / "new.h5"
    assert run(["rescue", str(damaged), "--into", str(into), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert {"piece": "recording", "name": "whole"} in document["taken"]
    (left,) = document["left_out"]
    assert (left["piece"], left["name"], left["code"]) == ("recording", "harmed", "visit-damaged")
    assert damaged.read_bytes() == before
    assert run(["info", str(into), "--json"]) == 0
    assert run(["rescue", str(damaged), "--into", str(into)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_damaged_visit_is_not_imported_into(
    damaged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = damaged.read_bytes()
    table = tmp_path / "a.npz"
    table.write_bytes(b"")
    assert run(["import", str(table), "--robot", "ur10e", "--into", str(damaged)]) == 2
    assert damaged.read_bytes() == before
    assert "X-003" not in capsys.readouterr().err
