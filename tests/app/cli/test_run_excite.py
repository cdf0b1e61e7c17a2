"""``torsion run excite`` on virtual robots: a plan made, read from a file, or taken from the visit."""

import json

import pytest

from app.__main__ import main
from core.storage.visit import Visit

pytestmark = pytest.mark.thorough

CONTROLLER = "virtual:szabo-3r?pace=fast&seed=3"
QUICK = ["--evaluations", "60", "--period", "4", "--harmonics", "3", "--floor", "none"]
KEYS = {
    "label",
    "plan",
    "cycles",
    "periods_used",
    "period_s",
    "noise",
    "drift",
    "following_error",
    "peak_lower",
    "peak_upper",
    "peak_velocity",
    "peak_acceleration",
    "limit_use",
    "inside_limits",
    "torque_share",
    "verdict",
    "reasons",
}


@pytest.fixture(scope="module")
def excited(tmp_path_factory):
    """A visit with a planned and carried out excitation, and what was said about it; made once."""
    folder = tmp_path_factory.mktemp("excited")
    visit, said = folder / "cell.h5", folder / "excite.json"
    code = main(
        [
            *["run", "excite", "--controller", CONTROLLER, "--into", str(visit), "--cycles", "3"],
            *QUICK,
            *["--json", str(said)],
        ]
    )
    assert code == 0, said.read_text("utf-8")
    return visit, json.loads(said.read_text("utf-8"))


def test_a_plan_is_made_from_where_the_arm_stands_and_run(excited):
    visit, document = excited
    assert document["procedure"] == "excite"
    assert document["recordings"] == ["excite-ramp", "excite"]
    assert document["error"] is None
    codes = [event["code"] for event in document["events"]]
    assert "approach-begins" not in codes, "the motion starts where the arm stands"
    fractions = [
        event["facts"]["fraction"] for event in document["events"] if event["code"] == "stage-begins"
    ]
    assert fractions == sorted(fractions)
    assert fractions[-3:] == [0.25, 0.5, 1.0]
    found = document["excitation"]
    assert found.keys() >= KEYS
    assert (found["label"], found["plan"]) == ("excite", "excitation-plan-001")
    assert (found["cycles"], found["period_s"]) == (3, 4.0)
    assert found["inside_limits"]
    assert 0.5 < found["limit_use"] <= 1.0
    assert all(0.0 < error < 0.01 for error in found["following_error"])
    assert all(noise > 0.0 for noise in found["noise"]["current"])
    assert found["verdict"] == document["verdict"]
    assert document["verdict"] in {"good", "usable"}
    with Visit.open(visit) as opened:
        assert opened.labels == ("excite-ramp", "excite")
        assert [entry.kind for entry in opened.results()] == ["excitation-plan", "excitation-run"]


def test_a_plan_of_the_visit_is_run_once_more(excited, run):
    visit, _ = excited
    arguments = ["--plan", "excitation-plan-001", "--cycles", "1", "--label", "again"]
    code, out, err = run("run", "excite", "--controller", CONTROLLER, "--into", visit, *arguments)
    assert code == 0, out + err
    assert "1 of 1 periods of 4.00 s averaged, plan excitation-plan-001" in out
    assert "“again-ramp” and “again”" in out
    assert "Verdict: Usable." in out
    assert "the noise is not known" in out
    with Visit.open(visit) as opened:
        kinds = [entry.kind for entry in opened.results()]
    assert kinds.count("excitation-plan") == 1


def test_a_plan_from_a_file_is_approached_and_run(run_json, tmp_path):
    plan = tmp_path / "plan.json"
    arguments = ["excite", "--robot", "szabo-3r", "--kind", "modified", "--start", "0.3,0.5,-0.7"]
    arguments += ["--limit-share", "0.95"]  # what is run leaves room for its following error
    code, planned, _ = run_json(*arguments, *QUICK, "--export", plan)
    assert code in {0, 1}
    code, document, err = run_json(
        *["run", "excite", "--controller", CONTROLLER, "--into", tmp_path / "cell.h5"],
        *["--plan", plan, "--cycles", "2"],
    )
    assert code == 0, err
    assert [event["code"] for event in document["events"]].count("approach-begins") == 1
    found = document["excitation"]
    assert found["limit_use"] == pytest.approx(planned["limit_use"], abs=0.02)
    assert found["inside_limits"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--controller", "virtual:szabo-3r?kind=closed&pace=fast"], "runs no trajectories"),
        (["--controller", CONTROLLER, "--plan", "excitation-plan-001"], "There is no visit"),
        (["--controller", CONTROLLER, "--plan", "none.json"], "none.json"),
        (["--controller", CONTROLLER, "--cycles", "0"], "no whole number from 1 to 1000"),
        (["--controller", CONTROLLER, "--kind", "square"], "not one of"),
    ],
)
def test_what_cannot_be_run_is_said_in_a_line(run, tmp_path, arguments, said):
    code, out, err = run("run", "excite", *arguments, "--into", tmp_path / "cell.h5")
    assert code == 2, err
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert not (tmp_path / "cell.h5").exists()


def test_a_key_that_is_not_in_the_visit_is_refused(excited, run):
    visit, _ = excited
    code, _, err = run(
        "run", "excite", "--controller", CONTROLLER, "--into", visit, "--plan", "excitation-plan-9"
    )
    assert code == 2
    assert "It has: excitation-plan-001" in err
