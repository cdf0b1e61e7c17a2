"""``torsion deflection`` on a small arm: keys, tables, exit codes, refusals, the model on the way."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from core.elasticity import identify as analysis
from core.elasticity.result import ELASTICITY, Elasticity, RippleSpectrum
from core.identification.synthetic import synthesize
from core.monitor import Cancelled
from core.recording import Quantity
from core.robot.toml_format import parse_toml
from core.storage.visit import Visit
from tests.app.cli.conftest import ARM
from tests.core.elasticity.hand_made import arm_elasticity, hidden_joint, measured_joint

KEYS = (
    *("lag_s", "offset", "stiffness", "stiffness_std", "damping", "backlash", "hysteresis_J"),
    *("ripple", "rms_raw", "rms_explained", "verdict"),
)
LAG_S, TWIST = 3e-3, 2e-4


def with_encoders(recording):
    """The recording with a motor encoder and a link encoder that is late."""
    position = np.asarray(recording.columns[Quantity.POSITION])
    late = np.column_stack(
        [np.interp(recording.time - LAG_S, recording.time, column) for column in position.T]
    )
    columns = {
        **recording.columns,
        Quantity.MOTOR_POSITION: position + TWIST * np.sin(3.0 * position),
        Quantity.LINK_POSITION: late,
    }
    return replace(recording, columns=columns)


@pytest.fixture(scope="module")
def runs():
    robot = parse_toml(ARM)
    return [synthesize(robot, seed=1, duration_s=12.0, label=label) for label in ("one", "two", "single")]


@pytest.fixture
def visit(tmp_path, runs):
    """Two recordings with both encoders and one without."""
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml=ARM) as made:
        for recording in runs[:2]:
            made.add_recording(with_encoders(recording))
        made.add_recording(runs[2])
    return path


def two_bar(*joints, **more):
    names = ("shoulder", "elbow")
    named = [replace(joint, joint=name) for joint, name in zip(joints, names, strict=True)]
    return arm_elasticity(*named, **more)


@pytest.fixture
def found():
    """The shoulder hidden, the elbow measured."""
    return two_bar(hidden_joint(0), measured_joint(1, stiffness=2.5e4, offset=0.0))


@pytest.fixture
def analysed(monkeypatch, found):
    """What the analysis was asked, which then says what was found."""
    asked = []

    def answer(recordings, _robot, model, **more):
        asked.append({"recordings": tuple(recordings), "model": model, **more})
        return replace(found, recordings=tuple(more["fit"]))

    monkeypatch.setattr(analysis, "identify_elasticity", answer)
    return asked


def test_documented_keys_are_lists_in_joint_order(run_json, visit, analysed):
    code, document, _ = run_json("deflection", visit, "--recordings", "one", "--validate", "two")
    assert code == 0
    for key in KEYS:
        assert len(document[key]) == 2, key
    assert document["stiffness"] == [None, 2.5e4]
    assert document["stiffness_std"] == [None, pytest.approx(500.0)]
    assert document["lag_s"] == [None, 3e-3]
    assert document["hysteresis_J"] == [None, 0.02]
    assert document["verdict"] == ["not-measurable", "good"]
    assert document["rms_raw"] == [1e-4, 8e-4]
    assert document["rms_explained"] == [None, 4e-5]
    assert document["ripple"][0] is None
    assert document["ripple"][1][0]["cycles_per_motor_turn"] == 2.0
    assert document["ripple"][1][0]["amplitude"] == 8e-5
    (reason,) = document["reasons"][0]
    assert reason["code"] == "twist-load-too-small"
    assert document["reasons"][1] == []
    assert document["validation"][0]["recording"] == "check"
    assert document["finished"] is True


def test_the_tool_s_deflection_is_told(run_json, visit, analysed):
    _, document, _ = run_json("deflection", visit, "--recordings", "one", "two")
    tool = document["tool_deflection_m"]
    assert [one["recording"] for one in tool["recordings"]] == ["one", "two"]
    assert tool["max"] == max(one["max"] for one in tool["recordings"])
    assert 0.0 < tool["rms"] < tool["max"] < 2.0 * TWIST  # of a flange half a metre away


def test_analysis_is_asked_for_what_was_said(run, visit, analysed):
    code, _, _ = run("deflection", visit, "--recordings", "one", "--validate", "two", "--filter-hz", "12")
    assert code == 0
    (asked,) = analysed
    assert asked["fit"] == ("one",)
    assert asked["validate"] == ("two",)
    assert asked["settings"].filter_hz == 12.0
    with Visit.open(visit) as opened:
        (stored,) = opened.results(ELASTICITY)
        assert opened.result(stored.key, Elasticity).recordings == ("one",)


def test_a_model_is_made_once_of_all_recordings_and_stored(run, visit, analysed):
    for _ in range(2):
        assert run("deflection", visit, "--recordings", "one", "--validate", "two")[0] == 0
    first, second = analysed
    assert first["model"].provenance.recordings == ("one", "two")
    assert second["model"].provenance.created_at == first["model"].provenance.created_at
    with Visit.open(visit) as opened:
        (key,) = (entry.key for entry in opened.results("identification"))
        stored = [opened.result(entry.key, Elasticity) for entry in opened.results(ELASTICITY)]
    assert [one.model for one in stored] == [key, key]
    assert run("deflection", visit, "--recordings", "one", "--model", key)[0] == 0
    code, _, err = run("deflection", visit, "--recordings", "one", "--model", "identification-9")
    assert code == 2
    assert key in err


def test_no_joint_that_can_be_trusted_is_told_by_the_exit_code(run_json, visit, monkeypatch):
    nothing = two_bar(hidden_joint(0), hidden_joint(1))
    monkeypatch.setattr(analysis, "identify_elasticity", lambda *_, **__: nothing)
    code, document, _ = run_json("deflection", visit, "--recordings", "one")
    assert code == 1
    assert document["verdict"] == ["not-measurable"] * 2
    assert document["stiffness"] == [None, None]


def test_table_tells_arcmin_ms_and_verdicts(run, visit, analysed, found):
    code, out, _ = run("deflection", visit, "--recordings", "one")
    assert code == 0
    rows = {line.split()[0]: line.split()[1:] for line in out.splitlines() if line.split()}
    assert rows["Quantity"] == ["shoulder", "elbow"]
    assert rows["Stiffness,"] == ["kN·m/rad", "–", "25.0", "±", "1.0"]
    assert rows["Lag"][-3:] == ["3.00", "±", "0.04"]
    assert rows["Gear"] == ["play,", "arcmin", "–", f"{math.degrees(2e-4) * 60.0:.2f}", "±", "0.07"]
    assert rows["Verdict"] == ["Not", "measured", "Good"]
    assert "wave generator" in out


def test_spectrum_without_a_line_is_no_missing_one(run_json, visit, monkeypatch, found):
    quiet = replace(found.joints[1], ripple=(), spectrum=RippleSpectrum(np.arange(3.0), np.zeros(3)))
    told = replace(found, joints=(found.joints[0], quiet))
    monkeypatch.setattr(analysis, "identify_elasticity", lambda *_, **__: told)
    _, document, _ = run_json("deflection", visit, "--recordings", "one")
    assert document["ripple"] == [None, []]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--recordings", "three"), "three"),
        (("--recordings", "one", "single"), "single"),
        (("--recordings", "one", "--filter-hz", "0"), "filter-hz"),
        ((), "--recordings"),
    ],
)
def test_wrong_use_is_told_before_anything_is_computed(run, visit, analysed, arguments, words):
    code, out, err = run("deflection", visit, *arguments)
    assert code == 2
    assert words in err
    assert not out
    assert not analysed
    with Visit.open(visit) as opened:
        assert not opened.results("identification")


def test_a_visit_where_nothing_has_both_encoders_says_so(run, tmp_path, runs, analysed):
    path = tmp_path / "single.h5"
    with Visit.create(path, robot_toml=ARM) as made:
        empty = run("deflection", path, "--recordings", "single")
        made.add_recording(runs[2])
    assert empty[0] == 2
    code, _, err = run("deflection", path, "--recordings", "single")
    assert code == 2
    assert "both encoders" in err
    assert not analysed


def test_stopped_with_a_part_result_prints_it_and_stores_nothing(run, visit, monkeypatch, tmp_path, found):
    def stopped(*_, monitor, **__):
        monitor.keep(found)
        raise Cancelled

    monkeypatch.setattr(analysis, "identify_elasticity", stopped)
    target = tmp_path / "part.json"
    code, out, _ = run("deflection", visit, "--recordings", "one", "--json", target)
    assert code == 1
    document = json.loads(target.read_text())
    assert document["finished"] is False
    assert document["tool_deflection_m"]["max"] is None
    assert "elbow" in out
    with Visit.open(visit) as opened:
        assert not opened.results(ELASTICITY)


def test_recordings_are_analysed_from_the_file_to_the_table(run_json, visit):
    """The twist here goes with the angle, not with the load: the lag is real, a stiffness need not be."""
    code, document, _ = run_json("deflection", visit, "--recordings", "one", "--validate", "two")
    assert code in {0, 1}
    assert code == (0 if {"good", "usable"} & set(document["verdict"]) else 1)
    for joint, lag in enumerate(document["lag_s"]):
        assert lag == pytest.approx(LAG_S, abs=2e-4)
        assert document["rms_explained"][joint] < 0.2 * document["rms_raw"][joint]
        assert document["load_low"][joint] < document["load_high"][joint]
    assert [one["recording"] for one in document["validation"]] == ["two"]
    assert document["model"] == "identification-001"
    assert document["tool_deflection_m"]["max"] < 2e-3  # with the lag left in, it would be many times that


def test_nothing_is_stored_when_the_document_cannot_be_written(unwritten, visit, analysed):
    unwritten(visit, "deflection", visit, "--recordings", "one")  # not the model that was made on the way
