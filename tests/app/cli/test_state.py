"""``torsion state``: the words of an arm's subjects, by a visit and by a serial number."""

import json

import pytest

from core.catalogue.arm_state import Subject, Word, word_of, worst_word
from core.quality import Verdict

KEYS = {"subject", "verdict", "value", "std", "unit", "compared_with", "date", "to_do"}


@pytest.fixture(scope="module")
def fleet(tmp_path_factory, run_module):
    """A fleet with a worn arm and one whose payload is set wrong, its catalogue, and what is true."""
    folder = tmp_path_factory.mktemp("fleet")
    catalogue = folder / "catalogue.sqlite"
    made = ("--arms", "6", "--visits", "24", "--seed", "3", "--wrong-payloads", "1")
    assert run_module("fleet", "example", *made, "--into", folder / "visits") == 0
    assert run_module("fleet", "scan", folder / "visits", "--catalogue", catalogue) == 0
    return folder / "visits", catalogue, json.loads((folder / "visits" / "truth.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def run_module():
    from app.__main__ import main

    return lambda *words: main([str(word) for word in words])


def subject(document, name):
    return next(one for one in document["subjects"] if one["subject"] == name)


def test_the_worn_gear_and_the_wrong_payload_need_care_and_nothing_else_does(fleet, run_json):
    _, catalogue, truth = fleet
    worn = next(serial for serial, one in truth.items() if "joint" in one)
    wrong = next(serial for serial, one in truth.items() if "set_mass" in one)
    code, document, _ = run_json("state", worn, "--catalogue", catalogue)
    assert code == 1
    assert [one["subject"] for one in document["subjects"]] == [each.value for each in Subject]
    assert all(one.keys() >= KEYS for one in document["subjects"])
    gears = subject(document, "gears")
    assert (gears["verdict"], gears["of"]) == ("needs-care", truth[worn]["joint"])
    assert gears["compared_with"]["by"] == "usual"
    assert gears["to_do"] == f"Look at {truth[worn]['joint']}"
    assert [one["subject"] for one in document["subjects"] if one["verdict"] == "needs-care"] == ["gears"]

    code, document, _ = run_json("state", wrong, "--catalogue", catalogue)
    payload = subject(document, "payload")
    assert code == 1
    assert payload["verdict"] == document["verdict"] == "needs-care"
    assert payload["unit"] == "kg"
    assert payload["compared_with"] == {"by": "set", "value": pytest.approx(truth[wrong]["set_mass"])}
    assert abs(payload["value"] - truth[wrong]["true_mass"]) < 4 * payload["std"]


def test_an_arm_as_usual_is_good_and_says_what_was_never_measured(fleet, run, run_json):
    folder, catalogue, truth = fleet
    other = next(path for path in sorted(folder.glob("*-04.h5")) if path.stem[:-3].upper() not in truth)
    code, document, _ = run_json("state", other)
    assert code == 0
    assert document["verdict"] == "good"
    model = subject(document, "model")
    assert (model["verdict"], model["value"], model["date"]) == ("not-measured", None, "")
    assert "torsion identify" in model["to_do"]
    code, out, _ = run("state", document["serial"], "--catalogue", catalogue)
    assert code == 0
    assert "Not measured" in out


def test_the_newest_visit_that_measured_a_subject_tells_it(fleet, run_json):
    folder, catalogue, _ = fleet
    first = min(folder.glob("*-01.h5"))
    newest = first.with_name(first.name.replace("-01", "-04"))
    _, alone, _ = run_json("state", newest)
    _, by_serial, _ = run_json("state", alone["serial"], "--catalogue", catalogue)
    assert len(by_serial["visits"]) == 4
    assert subject(by_serial, "gears")["date"] == subject(alone, "gears")["date"]


@pytest.mark.parametrize(("arm", "named"), [("NOPE-1", "torsion fleet robots"), ("gone.h5", "gone.h5")])
def test_an_arm_that_is_not_there_is_refused_in_one_sentence(fleet, run, arm, named):
    code, _, err = run("state", arm, "--catalogue", fleet[1])
    assert code == 2
    assert named in err
    assert "Traceback" not in err


def test_only_what_is_measured_well_can_need_care():
    assert word_of(Verdict.GOOD, needs_care=True) is Word.NEEDS_CARE
    assert word_of(Verdict.REPEAT, needs_care=True) is Word.MEASURE_AGAIN
    assert worst_word([Word.GOOD, Word.NOT_MEASURED, Word.USABLE]) is Word.NOT_MEASURED
    assert worst_word([Word.MEASURE_AGAIN, Word.NEEDS_CARE]) is Word.NEEDS_CARE
