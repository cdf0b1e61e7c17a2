"""``torsion stiffness`` by algebra: known answers, a pose under load, the map, what a script learns."""

import csv
import math

import numpy as np
import pytest

import resources
from app.speech.units import number
from core.payload.result import PAYLOAD
from core.robot.library import load_robot
from core.robot.toml_format import parse_toml
from core.stiffness import deflection_map
from core.storage.visit import Visit
from tests.app import payload_examples
from tests.app.stiffness_examples import K3, K4, visit_to
from tests.core.elasticity.hand_made import hidden_joint, measured_joint

KEYS = ("stiffness", "mean_error_m", "contributions", "seconds")
TABLE_2 = {("joint_1", "yy", 0): 0.26, ("joint_2", "zβ", 1): -0.79, ("joint_2", "zβ", 2): 1.0}
"""Elements of the paper's Table 2, of which the largest is one: link, pair, joint."""


def test_three_links_by_algebra_as_known(run_json):
    code, found, _ = run_json("stiffness", "--robot", "mikhel-3")
    assert code == 0
    assert set(KEYS) <= found.keys()
    assert found["stiffness"] == pytest.approx(K3, rel=1e-6)
    assert found["mean_error_m"] == pytest.approx(6.1e-5, abs=0.2e-5)
    assert found["seconds"] < 4.0, "what the paper took"
    assert found["compliance"] == pytest.approx(1.0 / np.array(found["stiffness"]))
    assert found["factor"] == pytest.approx(np.array([2e5, 3e5, 1e5]) * found["compliance"])
    assert found["verdict"] == ["good"] * 3
    assert (found["finished"], found["algebra"], found["map"]) == (True, None, None)


def test_the_published_coefficients_of_the_links(run_json):
    _, found, _ = run_json("stiffness", "--robot", "mikhel-3")
    assert found["pairs"][:7] == ["xx", "xy", "xz", "xα", "xβ", "xγ", "yy"]
    coefficient = {one["link"]: np.array(one["coefficient"]) for one in found["contributions"]}
    assert {one.shape for one in coefficient.values()} == {(3, 21)}
    largest = max(np.abs(one).max() for one in coefficient.values())
    for (link, pair, joint), printed in TABLE_2.items():
        share = coefficient[link][joint, found["pairs"].index(pair)] / largest
        assert share == pytest.approx(printed, abs=0.006), (link, pair)


def test_shares_and_own_springs_make_up_every_joint(run_json):
    _, found, _ = run_json("stiffness", "--robot", "mikhel-6")
    shares = np.sum([one["share"] for one in found["contributions"]], axis=0)
    assert shares + 1.0 / np.array(found["factor"]) == pytest.approx(np.ones(6))
    total = np.sum([np.sum(one["compliance"], axis=1) for one in found["contributions"]], axis=0)
    own = 1.0 / np.array(found["springs"])
    assert total + own == pytest.approx(np.array(found["compliance"]))


def test_six_links_and_the_joint_that_nobody_sees(run, run_json):
    code, found, _ = run_json("stiffness", "--robot", "mikhel-6")
    assert code == 0, "five joints and the error can be trusted"
    assert found["stiffness"] == pytest.approx(K4, rel=1e-6)
    assert found["verdict"][5] == "not-measurable"
    assert found["reasons"][5][0]["code"] == "tool-does-not-see-joint"
    assert found["usable_compliance"][5] == pytest.approx(1e-5), "its own spring"
    code, out, _ = run("stiffness", "--robot", "mikhel-6")
    assert code == 0
    assert "The tool point lies 14.1 mm from the axis of joint_6" in flat(out)
    assert "Link 3, yy" in out


def test_a_tool_that_shows_the_last_joint(run_json):
    code, found, _ = run_json("stiffness", "--robot", "mikhel-6", "--tool", "150", "0", "-40")
    assert code == 0
    assert found["settings"]["tool"] == [0.15, 0.0, -0.04]
    assert found["verdict"][5] != "not-measurable"


def test_turns_count_and_joints_are_held(run_json):
    _, plain, _ = run_json("stiffness", "--robot", "mikhel-3")
    code, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--turn-length", "0.5", "--hold", "2")
    assert code == 0
    assert found["stiffness"][1] == pytest.approx(3e5)
    assert found["held"] == [2]
    assert found["stiffness"][0] != pytest.approx(plain["stiffness"][0], rel=1e-3)


def test_the_tool_at_a_pose_under_a_force(run, run_json):
    pose = ("--pose", "10", "-30", "40")
    code, found, _ = run_json("stiffness", "--robot", "mikhel-3", *pose, "--force", "0", "-50", "0")
    assert code == 0
    assert found["pose"] == pytest.approx(np.radians([10.0, -30.0, 40.0]))
    full = np.array(found["cartesian_stiffness"]["full"])
    shift = np.array(found["predicted_shift_m"]["full"])
    assert (np.linalg.inv(full) @ [0, -50, 0, 0, 0, 0])[:3] == pytest.approx(shift, rel=1e-6)
    sizes = found["ellipsoid"]["full"]["size"]
    assert sizes == sorted(sizes, reverse=True)
    assert np.linalg.norm(shift) <= sizes[0] * 50.0
    _, out, _ = run("stiffness", "--robot", "mikhel-3", *pose, "--force", "0", "-50", "0")
    assert "a force of 0; −50.0; 0 N" in flat(out)
    assert "Stiffness of the tool at this pose" in out


def test_a_payload_that_was_typed_and_one_that_a_visit_weighed(run_json, run, tmp_path):
    typed = ("--payload-kg", "10", "--payload-com", "0", "0", "80")
    _, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--pose", "0", "0", "0", *typed)
    assert found["load"] == {"mass": 10.0, "center": [0.0, 0.0, 0.08], "covariance": None}
    assert found["predicted_shift_m"]["full"][2] < -1e-3
    assert 0.0 < max(found["predicted_shift_m"]["std"]) < 1e-4, "gears stand anywhere in their loops"
    weighed = visit_to(load_robot("ec66"), tmp_path / "weighed.h5")
    asked = ("stiffness", "--robot", "mikhel-3", "--pose", "0", "0", "0", "--payload-visit", weighed)
    assert run(*asked)[0] == 2, "nothing was weighed yet"
    payload = payload_examples.payload()
    with Visit.open(weighed) as visit:
        visit.add_result(PAYLOAD, payload)
    _, found, _ = run_json(*asked)
    assert found["load"]["mass"] == payload.estimate.mass
    assert found["predicted_shift_m"]["std"][2] > 0.0, "of the payload's own doubt"


def test_a_map_as_a_table(run, tmp_path):
    out = tmp_path / "map.csv"
    code, text, _ = run("stiffness", "--robot", "mikhel-3", "--map", out)
    assert code == 0
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert len(rows) > 500
    largest = max(float(row["largest_m"]) for row in rows)
    assert f"at most {number(1e3 * largest)} mm" in flat(text)
    assert all(float(row["mean_m"]) <= float(row["largest_m"]) for row in rows)
    assert sum(int(row["poses"]) for row in rows) == 40_000
    assert max(float(row["radius_to_m"]) for row in rows) == pytest.approx(2.575, abs=0.03), "its reach"


def test_a_map_in_json_has_the_same_places(run_json, tmp_path):
    _, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--map", tmp_path / "map.csv")
    shown = found["map"]
    largest = np.array(shown["largest"], dtype=float)
    assert largest.shape == (len(shown["height"]) - 1, len(shown["radius"]) - 1)
    assert np.array_equal(np.isnan(largest), np.array(shown["count"]) == 0)


def test_measured_springs_of_a_visit(run, run_json, tmp_path):
    joints = (measured_joint(0, stiffness=1.5e5), hidden_joint(1), measured_joint(2, stiffness=8e4))
    visit = visit_to(load_robot("mikhel-3"), tmp_path / "visit.h5", *joints)
    code, found, _ = run_json("stiffness", "--visit", visit)
    assert code == 0
    assert (found["spring_source"], found["source"]) == ("twist", "elasticity-001")
    assert found["springs"] == pytest.approx([1.5e5, 3e5, 8e4])
    assert found["stiffness_std"][0] > 0.0
    with Visit.open(visit) as opened:
        assert len(opened.results("stiffness")) == 1
    _, out, _ = run("stiffness", "--visit", visit)
    assert "the twist that both encoders showed" in flat(out)


def test_springs_that_nobody_knows(run):
    code, out, err = run("stiffness", "--robot", "ur10e")
    assert (code, out) == (2, "")
    assert "shoulder" in err or "joint" in err
    assert "twist analysis" in err
    assert err.count("\n") == 1


def test_a_stopped_map_leaves_the_numbers(run_json, tmp_path, monkeypatch):
    def stopped(model, *, monitor, **_more):
        monitor.stop()
        monitor.check()

    monkeypatch.setattr(deflection_map, "deflection_map", stopped)
    code, found, _ = run_json("stiffness", "--robot", "mikhel-3", "--map", tmp_path / "map.csv")
    assert code == 1
    assert found["finished"] is False
    assert found["stiffness"] == pytest.approx(K3, rel=1e-6)
    assert not (tmp_path / "map.csv").exists()


def test_numbers_in_the_table_are_those_of_the_document(run):
    code, out, _ = run("stiffness", "--robot", "mikhel-3")
    assert code == 0
    row = next(line.split() for line in out.splitlines() if line.strip().startswith("joint_1"))
    assert row == ["joint_1", "200", "178", "1.12", row[4], "Good"]
    lever = 1e3 * math.hypot(1.075, 1.5) / math.sqrt(2.0)  # both links turn all the way round
    assert math.isclose(float(row[4]), lever, rel_tol=1e-3), "mm"
    assert "Shift of the tool under 100 N, mean over all poses 1.94 mm" in flat(out)


def flat(text: str) -> str:
    """The text without the line breaks of a narrow terminal."""
    return " ".join(text.split())


def test_the_described_link_of_the_help_is_understood():
    text = resources.path("help/stiffness.md").read_text(encoding="utf-8")
    example = text[text.index("```toml") + len("```toml") : text.index("```", text.index("```toml") + 1)]
    robot = parse_toml(f'name = "example"\n{example}')
    assert robot.joint_stiffness == pytest.approx([3e5])
    assert [spring.beam is not None for spring in robot.link_springs] == [True, False]


def test_nothing_is_stored_when_the_document_cannot_be_written(unwritten, tmp_path):
    visit = visit_to(load_robot("mikhel-3"), tmp_path / "visit.h5")
    unwritten(visit, "stiffness", "--visit", visit)
