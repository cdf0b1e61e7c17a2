"""``torsion compare`` on small visits: sentences, tables, JSON, and what it refuses."""

import json

import pytest

from app.__main__ import main
from tests.app.compare_examples import (
    ARM,
    half_worn,
    healthy,
    of_other_arm,
    sweeps,
    three_visits,
    worn,
    write_visit,
)
from tests.documented_keys import COMPARE_KEYS, COMPARED_PAIR_KEYS


def written(capsys) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_a_worn_gear_is_told_in_a_sentence(tmp_path, capsys):
    before = write_visit(tmp_path / "spring.h5", healthy())
    after = write_visit(tmp_path / "winter.h5", worn())
    assert main(["compare", str(before), str(after)]) == 0
    said = written(capsys)
    assert (
        "Joint 2 is 20 ± 7 % less stiff than on 3 March 2025: more than the uncertainty of both "
        "measurements. Have the gear looked at." in said
    )
    assert "Joint 2 has 100 ± 30 % more play than on 3 March 2025" in said
    assert "compared with 3 Mar 2025, 09:30 (spring" in said
    assert said.count("worse !") == 2
    assert "Joint 1 is" not in said


def test_equal_visits_are_called_unchanged(tmp_path, capsys):
    before = write_visit(tmp_path / "a.h5", healthy())
    after = write_visit(tmp_path / "b.h5", healthy(days=100.0))
    assert main(["compare", str(before), str(after)]) == 0
    said = written(capsys)
    assert "The gears are as they were on 3 March 2025" in said
    assert "worse" not in said


def test_three_visits_in_any_order_give_a_trend(tmp_path, capsys):
    spring, autumn, winter = three_visits(tmp_path)
    target = tmp_path / "compared.json"
    assert main(["compare", str(winter), str(spring), str(autumn), "--json", str(target)]) == 0
    said = written(capsys)
    assert "The stiffness of joint 2 falls by" in said
    assert "Joint 2 has 30 ±" in said
    assert "more friction" in said
    found = json.loads(target.read_text())
    assert [visit["file"] for visit in found["visits"]] == [str(path) for path in (spring, autumn, winter)]
    assert [pair["before"] for pair in found["comparisons"]] == [str(spring), str(autumn)]
    slopes = {
        (one["joint"], one["quantity"]): one for one in found["trend"]["quantities"] if one["significant"]
    }
    assert set(slopes) == {("joint_2", "stiffness"), ("joint_2", "backlash")}
    per_year = slopes["joint_2", "stiffness"]["slope"] * 365.25 * 86400.0
    assert per_year == pytest.approx(-0.2 * 5.8e5 * 365.25 / 400.0, rel=0.1)


def test_the_json_is_plain_and_in_si(tmp_path):
    before = write_visit(tmp_path / "a.h5", healthy(), friction=sweeps(1.0, 1.0, 1.0))
    after = write_visit(tmp_path / "b.h5", worn(), friction=sweeps(1.0, 1.0, 1.0))
    target = tmp_path / "found.json"
    assert main(["compare", str(before), str(after), "--json", str(target)]) == 0
    found = json.loads(target.read_text())
    assert set(found) == COMPARE_KEYS
    assert set(found["comparisons"][0]) == COMPARED_PAIR_KEYS
    assert found["trend"] is None
    assert found["verdict"] == "good"
    (pair,) = found["comparisons"]
    soft = next(
        change for change in pair["twist"]["joints"][1]["changes"] if change["quantity"] == "stiffness"
    )
    assert soft["before"] == pytest.approx(5.8e5)
    assert soft["change"] == pytest.approx(-0.2 * 5.8e5)
    assert soft["relative_change"] == pytest.approx(-0.2)
    assert soft["significant"]
    assert soft["worse"]
    assert pair["friction"]["joints"][1]["relative_change"] == pytest.approx(0.0)
    assert not pair["friction"]["joints"][1]["significant"]


def test_another_arm_is_refused_unless_asked_for(tmp_path, capsys):
    one = write_visit(tmp_path / "a.h5", healthy())
    other = write_visit(tmp_path / "b.h5", of_other_arm(10.0))
    assert main(["compare", str(one), str(other)]) == 2
    refused = capsys.readouterr().err
    assert "T-1" in refused
    assert "T-2" in refused
    assert "--other-arm" in refused
    assert main(["compare", str(one), str(other), "--other-arm"]) == 0
    assert "These are two arms: T-1 and T-2." in written(capsys)


@pytest.mark.parametrize(
    ("arm", "words"),
    [
        (ARM.replace("bench-arm", "other-arm"), "different robots"),
        (ARM.replace("gear_ratio = 100.0", "gear_ratio = 50.0"), "describe it differently"),
    ],
)
def test_another_robot_is_refused(tmp_path, capsys, arm, words):
    one = write_visit(tmp_path / "a.h5", healthy())
    other = write_visit(tmp_path / "b.h5", healthy(1.0), arm=arm)
    assert main(["compare", str(one), str(other), "--other-arm"]) == 2
    assert words in capsys.readouterr().err


def test_nothing_in_common_is_no_success(tmp_path, capsys):
    one = write_visit(tmp_path / "a.h5", healthy())
    empty = write_visit(tmp_path / "b.h5", None)
    assert main(["compare", str(one), str(empty)]) == 1
    assert "b does not include twist. Run `torsion deflection` on it." in written(capsys)


def test_bad_files_and_wrong_use_are_refused(tmp_path, capsys):
    one = write_visit(tmp_path / "a.h5", half_worn(3.0))
    broken = tmp_path / "broken.h5"
    broken.write_bytes(b"not a visit")
    for arguments in ([str(one)], [str(one), str(one)], [str(one), str(broken)], [str(one), "missing.h5"]):
        assert main(["compare", *arguments]) == 2
        assert capsys.readouterr().err.startswith("torsion: ")
