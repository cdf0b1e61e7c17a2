"""``torsion payload`` and its report: keys, tables, exit codes, what is asked of the science."""

import json
from dataclasses import replace

import numpy as np
import pytest

from app.features.payload.command import _sweep_key
from core.exchange.export_payload import sweep_id
from core.identification.result import IDENTIFICATION
from core.monitor import Cancelled
from core.payload import identify
from core.payload.dynamic import identify as dynamic
from core.payload.result import PAYLOAD, PayloadResult
from core.payload.settings import Directions, GainSource, PayloadMethod, SweepKey
from core.recording import Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.storage.visit import Visit
from tests.app import payload_examples as examples
from tests.app.reports.pdf_text import words
from tests.app.reports.report_examples import example_result

ROBOT = load_robot(examples.ROBOT)
KEYS = (
    *("mass", "mass_std", "center_of_mass", "center_of_mass_std", "steps", "verdict", "residual"),
    *("sweeps", "reference", "gains", "compliance", "refused", "recordings", "settings", "reasons"),
)


def recording(label, mass):
    time = np.arange(20) * 0.008
    columns = {quantity: np.zeros((20, 6)) for quantity in (Quantity.POSITION, Quantity.TORQUE)}
    return Recording(
        label,
        time,
        columns,
        torque_kind=TorqueKind.MOTOR_CURRENT,
        payload_mass=mass,
        origin=Origin(serial="A", recorded_at="2026-03-01T10:00:00+00:00"),
    )


@pytest.fixture
def visit(tmp_path):
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml=robot_text(ROBOT)) as made:
        made.add_recording(recording("payload-unloaded", 0.0))
        made.add_recording(recording("payload-loaded", None))
        made.add_recording(recording("weighed", 2.0))
    return path


@pytest.fixture
def finds(monkeypatch):
    """Let the science find something; gives what it was asked."""

    def stub(found):
        calls = []

        def answer(recordings, _robot, **more):
            calls.append({"recordings": tuple(recordings), **more})
            return found

        monkeypatch.setattr(identify, "identify_payload", answer)
        monkeypatch.setattr(dynamic, "identify_payload_dynamically", answer)
        return calls

    return stub


def test_documented_keys_in_si_units(run_json, visit, finds):
    finds(examples.payload())
    code, document, _ = run_json("payload", visit)
    assert code == 0
    for key in KEYS:
        assert key in document, key
    assert document["mass"] == 2.413
    assert document["mass_std"] == pytest.approx(0.004)
    assert document["center_of_mass"] == [0.0602, -0.0114, 0.1485]
    assert document["center_of_mass_std"] == pytest.approx([0.0006, 0.0007, 0.0011])
    assert document["verdict"] == {"mass": "good", "x": "good", "y": "good", "z": "good"}
    assert document["judgement"]["verdict"] == "good"
    assert document["residual"] == 0.055
    assert [step["stage"] for step in document["steps"]] == ["mass", "center-xy", "center-z", "together"]
    assert document["steps"][0]["center_of_mass"] == [None] * 3, "comes later"
    assert document["steps"][2]["improved_by"] == [4]
    assert len(document["sweeps"]) == 8
    first = document["sweeps"][0]
    assert (first["id"], first["joint"], first["used"]) == ("payload-loaded:2:1:1", 2, True)
    assert first["mass_without"] == pytest.approx(2.413 - 0.0009 * 3.5)
    assert document["reference"]["kind"] == "this-visit"
    assert document["reference"]["recordings"] == ["payload-unloaded"]
    assert document["gains"]["source"] == "manufacturer"
    assert document["gains"]["joints"] == [2, 3]
    assert document["gains"]["ratio_found"] == 0.994
    assert document["compliance"]["source"] == "twist"
    assert document["compliance"]["value"][0] is None
    assert document["settings"]["directions"] == "both"
    assert document["finished"] is True


def test_the_answer_comes_before_the_tables(run, visit, finds):
    finds(examples.payload())
    code, out, _ = run("payload", visit)
    assert code == 0
    lines = [line.strip() for line in out.splitlines() if line.strip()]
    assert lines[0].startswith("VIRTUAL")
    assert lines[1] == "Load measured: 2.413 ± 0.008 kg. Mass and centre are good."
    assert "Centre, x   60.2 ± 1.2 mm" in out
    row = next(line for line in lines if line.startswith("payload-loaded:3:4:1"))
    assert row.split()[1:5] == ["J3,", "wrist", "position", "−68"]
    assert "Verdict: Good" in out
    assert lines[-2:] == ["What to do next", "- Set mass and centre in the controller."]


def test_the_exit_code_reports_an_unreliable_payload(run, visit, finds):
    finds(examples.uncertain())
    code, out, _ = run("payload", visit)
    assert code == 1
    assert "2.41 ± 0.06 kg" in out
    assert "What to do next\n  - Sweep again in wrist position 4" in out
    finds(examples.without_scale())
    code, out, _ = run("payload", visit)
    assert code == 1
    assert "The mass of the load is not known." in out


def test_options_reach_the_science(run, visit, finds):
    calls = finds(examples.payload())
    code, _, err = run(
        *("payload", visit, "--method", "three-step", "--reference", "payload-unloaded"),
        *("--sweeps", "payload-loaded", "--gains", "exact", "--one-direction"),
        *("--leave-out", "payload-loaded:2:3", "payload-loaded:3:1:2"),
        *("--known", "weighed", "--known-kg", "2.0", "--known-com", "0", "-0.01", "0.1"),
    )
    assert code == 0, err
    (asked,) = calls
    assert asked["settings"].method is PayloadMethod.THREE_STEP
    assert asked["settings"].directions is Directions.FORWARD
    assert asked["settings"].leave_out == (
        SweepKey("payload-loaded", 1, 3),
        SweepKey("payload-loaded", 2, 1, 2),
    )
    assert asked["gains"].source is GainSource.EXACT
    ((label, load),) = asked["known"]
    assert (label, load.mass, load.center) == ("weighed", 2.0, (0.0, -0.01, 0.1))
    with Visit.open(visit) as opened:
        (stored,) = opened.results(PAYLOAD)
        assert opened.result(stored.key, PayloadResult).estimate.mass == 2.413


def test_sweeps_are_named_as_the_table_names_them():
    for key in (SweepKey("a", 0, 4), SweepKey("run: 2:3", 5, 1, 3)):
        assert _sweep_key(sweep_id(key)) == key


def test_the_dynamic_method_shows_all_ten_parameters(run_json, run, visit, finds):
    calls = finds(examples.dynamic())
    arguments = ("--unloaded", "payload-unloaded", "--loaded", "payload-loaded")
    code, document, _ = run_json("payload", visit, "--method", "dynamic", *arguments)
    assert code == 0
    assert calls[0]["unloaded"] == ("payload-unloaded",)
    assert len(document["inertia"]) == 10
    assert document["predictions"][0]["total"] == pytest.approx(0.1852, abs=1e-4)
    assert document["sweeps"] == []
    _, out, _ = run("payload", visit, "--method", "dynamic", *arguments)
    assert "Ixx" in out
    assert "run-loaded with the payload, A" in out


def test_an_earlier_visit_and_a_model_are_references(run_json, visit, finds, tmp_path):
    finds(examples.payload())
    earlier = tmp_path / "spring.h5"
    with Visit.create(earlier, robot_toml=robot_text(ROBOT)) as made:
        made.add_recording(recording("payload-unloaded", 0.0))
    _, document, _ = run_json("payload", visit, "--earlier", earlier)
    assert document["reference"]["kind"] == "earlier-visit"
    assert document["reference"]["visit"] == "spring"
    assert document["reference"]["age_s"] == 0.0
    with Visit.open(visit) as opened:
        key = opened.add_result(IDENTIFICATION, example_result())
    _, document, _ = run_json("payload", visit, "--model")
    assert document["reference"]["model"] == key
    _, document, _ = run_json("payload", visit, "--model", key)
    assert document["reference"]["model"] == key


def test_stopped_after_the_mass_prints_the_mass_and_stores_nothing(run, visit, monkeypatch, tmp_path):
    mass_alone = replace(
        examples.payload(), estimate=examples.estimate(known=(True, False, False, False)), steps=()
    )

    def stopped(*_, monitor, **__):
        monitor.keep(mass_alone)
        raise Cancelled

    monkeypatch.setattr(identify, "identify_payload", stopped)
    target = tmp_path / "part.json"
    code, out, _ = run("payload", visit, "--json", target)
    assert code == 1
    assert "Load measured: 2.413 ± 0.008 kg." in out
    document = json.loads(target.read_text())
    assert document["finished"] is False
    assert document["center_of_mass"] == [None] * 3
    with Visit.open(visit) as opened:
        assert not opened.results(PAYLOAD)


def test_the_report_is_of_whatever_was_stored_last(run_json, visit, finds, tmp_path):
    finds(examples.payload())
    pdf = tmp_path / "report.pdf"
    with Visit.open(visit) as opened:
        model = opened.add_result(IDENTIFICATION, replace(example_result(), validation=()))
    assert run_json("payload", visit)[0] == 0
    code, document, _ = run_json("report", visit, "--out", pdf)
    assert code == 0
    assert document["payload"]["mass"] == 2.413
    assert document["mark"] == "virtual"
    assert "Payload report" in words(pdf)
    assert "Elite Robots EC66" in words(pdf)
    code, document, _ = run_json("report", visit, "--out", pdf, "--result", model)
    assert code == 0
    assert document["payload"]["mass"] == 2.413, "the paper of the whole arm tells of its payload too"
    text = words(pdf)
    assert "base parameters" in text
    assert "What hangs on the flange" in text


def test_nothing_is_stored_when_the_document_cannot_be_written(unwritten, visit, finds):
    finds(examples.payload())
    unwritten(visit, "payload", visit)
