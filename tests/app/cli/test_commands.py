"""The commands on small synthetic recordings: documented keys, exit codes, stored results."""

import csv
import json
import math
import shutil
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from app.features.identification.tasks import identify_model
from app.features.twist.load_steps_procedure import LoadStepsProcedure
from app.rehearsal import demo
from app.rehearsal.demo import LOAD_STEPS_RUN
from app.rehearsal.recorded_visit import run_unwatched, sway, virtual_session
from core.elasticity.load_steps_plan import LoadStepSettings
from core.friction.sweeps.settings import QUICK
from core.identification.settings import IdentificationSettings
from core.identification.verification_result import VerificationMotions
from core.monitor import NullMonitor
from core.quality import Verdict
from core.storage.tag import TAG, VisitTag
from core.storage.visit import Visit
from tests.app.cli.conftest import identify_arguments
from tests.documented_keys import IDENTIFY_KEYS, VALIDATION_KEYS


@pytest.fixture
def visit(identified_visit, tmp_path):
    return shutil.copy(identified_visit, tmp_path / "visit.h5")


def test_info_lists_what_was_imported_and_found(run, run_json, visit):
    code, document, _ = run_json("info", visit)
    assert code == 0
    assert document["robot"] == "two-bar"
    assert [entry["label"] for entry in document["recordings"]] == ["fit-1", "fit-2", "check"]
    assert document["recordings"][0]["origin"]["file"].endswith("fit-1.npz")
    assert len(document["results"]) == 1
    code, out, _ = run("info", visit)
    assert code == 0
    assert "fit-1" in out
    assert "Two bars" in " ".join(out.split()), "long paths may wrap a line anywhere"
    assert "Note:" not in out


def test_info_has_the_name_the_customer_and_the_note(run, run_json, visit):
    _, document, _ = run_json("info", visit)
    assert document["name"].startswith("two-bar, 2")
    assert (document["serial"], document["customer"], document["note"]) == ("", "", "")
    tag = VisitTag("Line 3", "Cell 4", "A-17", "Look at joint 2.\nAnd at 3.")
    with Visit.open(visit) as opened:
        opened.put_settings(TAG, tag)
    _, document, _ = run_json("info", visit)
    assert [document[key] for key in ("name", "customer", "serial", "note")] == [
        "Line 3",
        "Cell 4",
        "A-17",
        "Look at joint 2.\nAnd at 3.",
    ]
    _, out, _ = run("info", visit)
    for line in ("Name: Line 3", "Customer or cell: Cell 4", "Serial number: A-17", "Note: Look at joint 2."):
        assert line in out


def test_identify_gives_the_documented_keys(run_json, visit):
    code, document, err = run_json(*identify_arguments(visit, "--filter-hz", "8"))
    assert document.keys() >= IDENTIFY_KEYS
    assert code == (0 if document["verdict"] in {"good", "usable"} else 1)
    assert err == ""
    assert document["base_parameter_count"] == len(document["base_parameters"])
    assert document["base_parameters"][0].keys() >= {"expression", "value", "std", "relative_std"}
    assert document["drive_gain"] == [10.0, 8.0]
    assert document["settings"]["filter_hz"] == 8.0
    (judged,) = document["validation"]
    assert judged.keys() >= VALIDATION_KEYS
    assert judged["recording"] == "check"
    assert judged["total_rms_current"] == pytest.approx(math.hypot(*judged["rms_current"]))
    assert judged["rms_current"][0] == pytest.approx(judged["rms_torque"][0] / 10.0)


def test_identify_reads_gains_from_a_file_and_stores_the_model(run_json, visit, tmp_path):
    gains = tmp_path / "gains.json"
    gains.write_text(json.dumps({"drive_gain": [20.0, 16.0], "std": [0.1, 0.1]}))
    _, document, _ = run_json(*identify_arguments(visit, "--gains", str(gains), "--estimator", "ls"))
    assert document["drive_gain"] == [20.0, 16.0]
    assert document["gain_source"] == "given"
    _, listed, _ = run_json("info", visit)
    assert [entry["key"] for entry in listed["results"]][-1] == document["result"]
    assert len(listed["results"]) == 2


def test_identify_prints_a_table_and_json_goes_to_the_file(run, visit, tmp_path):
    target = tmp_path / "result.json"
    _, out, _ = run(*identify_arguments(visit, "--json", str(target)))
    assert "base parameters" in out
    assert "Verdict: " in out
    assert json.loads(target.read_text("utf-8")).keys() >= IDENTIFY_KEYS


def test_verify_agrees_with_the_identification(run_json, visit):
    _, listed, _ = run_json(*identify_arguments(visit))
    _, checked, _ = run_json("verify", visit, "--recordings", "check", "--result", listed["result"])
    assert checked["validation"][0].keys() >= VALIDATION_KEYS
    assert checked["validation"][0]["rms_torque"] == pytest.approx(listed["validation"][0]["rms_torque"])


@pytest.mark.parametrize("kind", ["json", "csv", "mat", "urdf", "mjcf", "c"])
def test_export_writes_every_format(run_json, visit, tmp_path, kind):
    path = tmp_path / f"model.{kind}"
    code, document, _ = run_json("export", visit, "--to", kind, "--out", path)
    assert code == 0
    assert document["file"] == str(path)
    assert path.stat().st_size > 200
    if kind == "csv":
        lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
        assert {row["group"] for row in csv.DictReader(lines)} >= {"base", "friction"}
    if kind in {"urdf", "mjcf"}:
        assert len(document["determined"]) + len(document["filled"]) == 20
        assert ("does NOT reproduce" in path.read_text("utf-8")) == bool(document["not_physical"])


def test_report_is_a_pdf(run, visit, tmp_path):
    path = tmp_path / "report.pdf"
    code, out, _ = run("report", visit, "--out", path)
    assert code == 0
    assert str(path) in out
    assert path.read_bytes().startswith(b"%PDF")


def test_import_takes_rows_label_and_payload(run_json, arm_file, recording_files, tmp_path):
    code, document, _ = run_json(
        *["import", recording_files["check"], "--robot", arm_file, "--into", tmp_path / "new.h5"],
        *["--rows", "11:510", "--label", "some run", "--payload-kg", "2.5"],
    )
    assert code == 0
    (recording,) = document["recordings"]
    assert recording["label"] == "some run"
    assert recording["payload_mass"] == 2.5
    assert recording["sample_count"] == 500
    assert (recording["origin"]["first_row"], recording["origin"]["last_row"]) == (11, 510)


def test_rows_apply_to_each_of_several_files(run_json, arm_file, recording_files, tmp_path):
    files = [recording_files["fit-1"], recording_files["fit-2"]]
    arguments = ["--robot", arm_file, "--into", tmp_path / "new.h5", "--rows", "1:300"]
    _, document, _ = run_json("import", *files, *arguments)
    assert [entry["sample_count"] for entry in document["recordings"]] == [300, 300]


def test_robots_are_listed_and_described(run, run_json):
    code, document, _ = run_json("robots")
    assert code == 0
    names = [robot["name"] for robot in document["robots"]]
    assert {"ur10e", "ec66", "generic-6r"} <= set(names)
    code, one, _ = run_json("robots", "ur10e")
    assert code == 0
    assert len(one["joints"]) == 6
    assert "ur10e" in run("robots")[1]


def test_a_robot_shows_how_stiff_its_joints_and_links_are(run, run_json):
    _, one, _ = run_json("robots", "mikhel-6")
    assert one["joint_stiffness"] == [3e5, 4e5, 3e5, 2e5, 2e5, 1e5]
    assert [spring["beam"] is None for spring in one["link_springs"]] == [True] * 2 + [False] * 4
    _, out, _ = run("robots", "mikhel-6")
    lines = out.splitlines()
    joint = next(line for line in lines if line.split()[:1] == ["joint_2"])
    assert joint.split()[-1] == "400"
    assert "kN·m/rad" in out
    given = next(line for line in lines if line.split()[:3] == ["joint_1", "given", "matrix"])
    assert given.split()[3:] == ["0", "0", "0", "1.015", "1.015", "0.1597", "29.01", "29.01", "39.04"]
    assert any(
        "tube 0.1 m, Ø 120/80 mm" in line and line.split()[0] == "joint_6" for line in lines if line.strip()
    )
    assert "What links give" not in run("robots", "szabo-3r")[1]
    assert "kN·m/rad" not in run("robots", "szabo-3r")[1]


def load_steps_of_one_joint():
    settings = LoadStepSettings(joints=(1,), seconds=8.0, steps=2)
    return LoadStepsProcedure(settings=settings, payload_mass=0.0, label=LOAD_STEPS_RUN)


def test_demo_commissions_the_virtual_robot(run, tmp_path, monkeypatch):
    little = {
        "RUN_S": 8.0,
        "PERIOD_S": 5.0,
        "PLAN_EVALUATIONS": 60,
        "PAYLOAD_SPEED": 0.6,
        "_load_steps": load_steps_of_one_joint,
        "VerificationMotions": partial(VerificationMotions, moves=2, rounds=2),
    }
    for name, value in little.items():
        monkeypatch.setattr(f"app.rehearsal.demo.{name}", value)
    speeds = {"speeds": 3, "slowest": np.radians(6.0), "span": np.radians(30.0), "steady_s": 0.5}
    monkeypatch.setattr("core.friction.sweeps.settings.QUICK", replace(QUICK, **speeds))
    target = tmp_path / "demo.json"
    code, out, _ = run("demo", "--robot", "szabo-3r", "--seed", "3", "--out", tmp_path, "--json", target)
    document = json.loads(target.read_text("utf-8"))
    assert "verification" in document, document
    verdicts = {document["verdict"], document["verification"]["verdict"]}
    assert code == (0 if verdicts <= {"good", "usable"} else 1)
    assert "VIRTUAL" in out
    assert document["mark"] == document["provenance"]["mark"] == "virtual"
    assert not document["provenance"]["synthetic"]
    held_back = document["validation"][-1]
    assert held_back["recording"].startswith("check-run")
    assert not held_back["used_in_fit"]
    assert held_back["moving_relative_error"] < 0.15
    assert {record["loop"] for record in document["loops"]} == {"friction", "dynamics", "compensation"}
    assert document["residual_model"]["kind"] == "gmm"
    assert document["physical"]["feasible"]
    assert "truth" not in document, "only tests may know it"
    deflection = document["deflection"]
    assert "What the twist of the gears says:" in out
    lags = [lag for lag in deflection["lag_s"] if lag is not None]
    assert len(deflection["verdict"]) == 3
    assert lags
    assert max(lags) - min(lags) < 2e-4, "one device reads all joints"
    assert deflection["validation"][0]["recording"].startswith("check-run")
    for title in (
        "Encoders",
        "Friction",
        "Load steps",
        "Excitation",
        "Model",
        "Gears",
        "Verification",
        "Payload",
    ):
        assert any(line.startswith(f"{title} (") for line in out.splitlines()), title
    written = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert written["elasticity"] == deflection
    assert written["verification"] == document["verification"]
    assert written["commissioning"]["verified"] == document["verification"]["passed"]
    assert written["commissioning"]["controllers"][0]["firmware"]
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    assert all(name.startswith(str(tmp_path)) for name in document["files"])
    _, listed, _ = run("info", tmp_path / "demo.h5", "--json")
    assert {entry["mark"] for entry in json.loads(listed)["recordings"]} == {"virtual"}


GOOD_ENOUGH = {Verdict.GOOD, Verdict.USABLE}


def test_the_arm_of_the_demonstration_is_verified_at_least_usable(tmp_path, monkeypatch):
    """A short model of the demonstration's arm, and the demonstration's own verification of fewer moves."""
    monkeypatch.setattr(demo, "VerificationMotions", partial(VerificationMotions, moves=2, rounds=2))
    path, monitor = tmp_path / "arm.h5", NullMonitor()
    with virtual_session(path, robot=demo._ROBOT, seed=0, monitor=monitor) as session:
        for number, label in enumerate(("run-1", "run-2", "check")):
            run_unwatched(session, sway(12.0, seed=number, label=label), monitor, name=label)
        settings = IdentificationSettings()
        identify_model(monitor, path=path, fit=("run-1", "run-2"), validate=("check",), settings=settings)
        verified = demo._verified(session, monitor)
    assert verified.passed
    assert verified.judgement.verdict in GOOD_ENOUGH, verified.judgement.reasons


def test_the_arm_of_the_demonstration_is_weighed_at_least_usable(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "PAYLOAD_SPEED", 1.0)
    monitor = NullMonitor()
    with virtual_session(tmp_path / "arm.h5", robot=demo._ROBOT, seed=0, monitor=monitor) as session:
        weighed = run_unwatched(session, demo._payload(session.robot), monitor, name="load").found
    assert weighed.result.overall.verdict in GOOD_ENOUGH, weighed.result.overall.reasons


def test_the_demonstration_of_the_readme_ends_good_or_usable(run, tmp_path):
    code, _, _ = run("demo", "--out", tmp_path / "demo", "--json", tmp_path / "found.json")
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    judged = (found, found["verification"], found["payload"]["overall"])
    assert {one["verdict"] for one in judged} <= GOOD_ENOUGH, [one["reasons"] for one in judged]
    assert code == 0


def test_version_and_help(run):
    code, out, _ = run("--version")
    assert code == 0
    assert out.startswith("torsion ")
    code, out, _ = run("--help")
    assert code == 0
    assert "identify" in out
    assert "stiffness" in out


def test_bench_runs_the_benchmarks_it_is_asked_for(run, run_json, tmp_path, monkeypatch):
    (tmp_path / "quick.py").write_text("def measure():\n    return {'ratio': {'of two': 2.5}}\n")
    (tmp_path / "_part.py").write_text("raise RuntimeError('not a benchmark')\n")
    monkeypatch.setattr("app.shell.commands.bench.benchmark_folder", lambda: tmp_path)
    assert run_json("bench")[1] == {"quick": {"ratio": {"of two": 2.5}}}
    code, out, _ = run("bench", "quick")
    assert code == 0
    assert "2.5" in out
    assert run("bench", "other")[0] == 2


def test_bench_names_the_package_that_a_benchmark_lacks(run, run_json, tmp_path, monkeypatch):
    (tmp_path / "early.py").write_text("import pinocchio.no_part\n\n\ndef measure():\n    return {}\n")
    (tmp_path / "late.py").write_text("def measure():\n    import figaroh_that_is_not_there\n")
    monkeypatch.setattr("app.shell.commands.bench.benchmark_folder", lambda: tmp_path)
    code, document, _ = run_json("bench")
    assert code == 0
    assert document["early"]["install"] == "pip install pin"
    assert document["late"]["install"] == "pip install figaroh_that_is_not_there"
    assert "figaroh_that_is_not_there is not installed" in run("bench", "late")[1]


def test_bench_takes_visits_for_the_peers_alone(run, run_json, tmp_path, monkeypatch):
    (tmp_path / "peers.py").write_text(
        "def measure(*, visits=()):\n    return {'visits': [one.name for one in visits]}\n\n\n"
        "def tables(found):\n    return [('Peers', ('', 'visit'), [('first', found['visits'][0])])]\n"
    )
    (tmp_path / "quick.py").write_text("def measure():\n    return {}\n")
    monkeypatch.setattr("app.shell.commands.bench.benchmark_folder", lambda: tmp_path)
    assert run_json("bench", "peers", "--visits", "a.h5", "b.h5")[1] == {
        "peers": {"visits": ["a.h5", "b.h5"]}
    }
    assert "first" in run("bench", "peers", "--visits", "a.h5")[1]
    code, _, err = run("bench", "quick", "--visits", "a.h5")
    assert code == 2
    assert "peers" in err


def test_verify_judges_the_recordings_it_was_given(run, identified_visit):
    code, out, _ = run("verify", identified_visit, "--recordings", "check", "--json")
    document = json.loads(out)
    assert document["verdict"] in {"good", "usable", "repeat"}
    assert "verdict" in document["model"]
    assert code == (1 if document["verdict"] == "repeat" else 0)
