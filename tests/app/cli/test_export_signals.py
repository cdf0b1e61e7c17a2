"""``torsion export`` of signals: which file, which recording, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest

from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.core.exchange.test_export_signals import recording


@pytest.fixture
def visit(tmp_path):
    with Visit.create(tmp_path / "cell.h5", robot_toml=write_toml(load_robot("ec66"))) as made:
        made.add_recording(recording())
    return tmp_path / "cell.h5"


def test_signals_are_written_and_said_with_their_units(run_json, visit, tmp_path):
    out = tmp_path / "cell.csv"
    code, document, err = run_json(
        "export", visit, "--to", "csv", "--signals", "twist_2", "missed_2 = torque_2 - 1 N·m", "--out", out
    )
    assert code == 0, err
    assert [(one["name"], one["unit"]) for one in document["signals"]] == [
        ("time", "s"),
        ("twist_2", "rad"),
        ("missed_2", "N·m"),
    ]
    assert document["mark"] == "virtual"
    found = np.genfromtxt(out, delimiter=",")[1:]  # the header is no numbers
    assert found.shape == (document["samples"], 3)


def test_what_is_not_clear_is_refused(run, visit, tmp_path):
    out = tmp_path / "cell.mcap"
    refused = {
        ("--to", "mcap"): "name it with --out",
        ("--to", "urdf", "--signals", "twist_2", "--out", str(out)): "not as urdf",
        ("--to", "mcap", "--prove", "--out", str(out)): "nothing to prove",
        ("--to", "mcap", "--signals", "twist_9", "--out", str(out)): "no signal twist_9",
        ("--to", "mcap", "--recordings", "other", "--out", str(out)): "other",
    }
    for words, said in refused.items():
        code, _, err = run("export", visit, *words)
        assert code == 2, words
        assert said in " ".join(err.split()), words
    with Visit.open(visit) as opened:
        opened.add_recording(replace(recording(), label="second"))
    code, _, err = run("export", visit, "--to", "mcap", "--out", out)
    assert code == 2
    assert "name it with --recordings" in " ".join(err.split())
    assert not out.exists()
