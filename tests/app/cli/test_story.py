"""``torsion story``: its files, its JSON, how it ends; the whole story is among the thorough tests."""

import json
from dataclasses import replace

import pytest

from app.rehearsal import story_run
from app.rehearsal.story import WORN_JOINT, Reported, true_play
from app.rehearsal.story_run import FILES, PICTURES, Told, make_visit, story_document
from app.rehearsal.story_words import present
from app.shell.commands import story as command
from core.monitor import Cancelled
from core.quality import Verdict
from core.recording import Mark
from core.storage.output_writer import write_whole
from tests.app.payload_examples import payload
from tests.app.story_examples import (
    ARCMIN,
    checked,
    gears,
    reported,
    unmeasured_gears,
    unweighed,
    weighed,
)


@pytest.fixture
def told(monkeypatch):
    """Stands in for the measurements: the stages are made up, and the files of each are written."""

    def use(*stages, stopped=False):
        def stages_of(folder, _seed, _pace, _monitor):
            for name in story_run.VISITS:
                make_visit(folder / name)
            for stage in stages:
                if isinstance(stage, Reported):
                    for file in stage.files:
                        content = b'{"verdict": "good", "payload": {"mass": 9.0}}'
                        write_whole(folder / file.name, content if file.suffix == ".json" else b"%PDF-1.4")
                    yield Reported(tuple(folder / file.name for file in stage.files), stage.lines)
                else:
                    yield stage
            if stopped:
                raise Cancelled

        monkeypatch.setattr(story_run, "_stages", stages_of)

    return use


def test_a_story_leaves_its_visits_pictures_and_report(run, tmp_path, told):
    told(checked(), weighed(), gears(), reported(tmp_path))
    out = tmp_path / "out"
    code, shown, err = run("story", "--out", out)
    assert code == 0, err
    assert sorted(path.name for path in out.iterdir()) == sorted(FILES)
    assert "Joint 3 has 3.10 ± 0.10 arcmin of play; it had 0.40 ± 0.06 arcmin at commissioning." in shown
    assert "The gap that was put into this gear is 3.05 arcmin." in shown
    assert "The tool's true mass is 2.40 kg." in shown
    for name in PICTURES:
        assert (out / name).read_bytes().startswith(b"\x89PNG"), name
    document = json.loads((out / "report.json").read_text("utf-8"))
    assert document["verdict"] == "good", "the keys of the report stay beside those of the story"
    assert document["payload"]["mass"] == pytest.approx(payload().estimate.mass)
    assert document["payload"]["mass_std"] == pytest.approx(payload().estimate.mass_std)
    assert document["payload"]["true_mass"] == 2.4
    assert document["gears"]["worn"] == [WORN_JOINT + 1]
    assert document["gears"]["true_backlash"] == pytest.approx(3.05 * ARCMIN)
    worn = document["gears"]["joints"][WORN_JOINT]
    assert worn["joint"] == "joint_3"
    assert worn["today"]["backlash"]["value"] == pytest.approx(3.1 * ARCMIN)
    assert worn["commissioning"]["backlash"]["value"] == pytest.approx(0.4 * ARCMIN)


def test_a_story_says_that_it_replaces_an_earlier_one_and_no_other_visit(run, tmp_path, told):
    told(checked(), weighed(), gears(), reported(tmp_path))
    out = tmp_path / "out"
    out.mkdir()
    (out / "report.pdf").write_bytes(b"%PDF-1.4 an earlier one")
    _, shown, _ = run("story", "--out", out)
    assert "An earlier story" in shown
    assert "report.pdf" in shown
    before = (out / "today.h5").read_bytes()  # holds no recording of a virtual robot: it may be anything
    code, _, err = run("story", "--out", out)
    assert code == 2
    assert "today.h5" in err or "commissioning.h5" in err
    assert (out / "today.h5").read_bytes() == before


@pytest.mark.parametrize(
    ("stages", "said"),
    [
        ((checked(), weighed(3.0), gears()), "The tool's true mass is 2.40 kg."),
        ((checked(), weighed(), gears(worn=None)), "Joint 3 has"),
        ((checked(), weighed(), gears(worn=WORN_JOINT - 1)), "Joint 3 has"),
    ],
)
def test_a_story_that_misses_the_truth_exits_1_with_a_sentence(run, tmp_path, told, stages, said):
    told(*stages, reported(tmp_path))
    code, _, err = run("story", "--out", tmp_path / "out")
    assert code == 1
    assert "did not end well" in err
    assert said in err


@pytest.mark.parametrize(
    ("stages", "said"),
    [
        ((checked(), unweighed(), gears()), "The mass could not be measured, not by repeated sweeps either."),
        (
            (checked(), weighed(), unmeasured_gears()),
            "could not be measured in both visits. Longer strokes did not help: nothing can be said",
        ),
        ((checked(), weighed(), gears(worn=None, true_play=0.0)), "That is no change beyond the uncertainty"),
        (
            (checked(), weighed(), gears(worn=None, true_play=1.0 * ARCMIN, std=0.4 * ARCMIN)),
            "only 1.2 arcmin more would be one.",
        ),
    ],
    ids=["no mass", "no play measured", "a gear with no play at all", "a play below what can be seen"],
)
def test_what_a_story_cannot_measure_it_says_and_goes_on(run, tmp_path, told, monkeypatch, stages, said):
    monkeypatch.setattr(command, "_draw", lambda *_: None)  # the pictures are another test's
    told(*stages, reported(tmp_path))
    code, out, err = run("story", "--out", tmp_path / "out")
    assert code == 0, err
    assert said in " ".join(out.split())
    assert "did not end well" not in err
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(FILES) - set(PICTURES)
    unsure = [stage for stage in stages if not stage.is_shown]
    assert [present(stage).verdict for stage in unsure] == [Verdict.NOT_MEASURABLE]


def test_a_stopped_story_keeps_what_is_done(run, tmp_path, told):
    told(checked(), weighed(), stopped=True)
    code, out, err = run("story", "--out", tmp_path / "out", "--json")
    document = json.loads(out)
    assert code == 1
    assert "2 of 4 stages" in err
    assert document["stopped"]
    assert document["payload"]["true_mass"] == 2.4
    assert document["gears"] is None
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"commissioning.h5", "today.h5", *PICTURES[:2]} <= names
    assert "report.pdf" not in names
    assert not [name for name in names if name.startswith(".")]


def test_the_true_play_is_what_the_virtual_arm_was_made_with():
    assert true_play(0) == pytest.approx(1.959 * ARCMIN, abs=0.001 * ARCMIN)
    assert true_play(1) != true_play(0)


def test_the_mass_is_revealed_only_at_the_end():
    under_way = replace(weighed(), true_mass=None)
    assert "true" not in present(under_way).headline
    assert not story_document(Told((under_way,)))["ended_well"]


@pytest.mark.thorough
def test_the_whole_story_ends_well(run, tmp_path):
    code, _, err = run("story", "--out", tmp_path, "--pace", "fast", "--json", tmp_path / "story.json")
    assert code == 0, err
    document = json.loads((tmp_path / "story.json").read_text("utf-8"))
    assert document["gears"]["worn"] == document["gears"]["worn_on_purpose"] == [WORN_JOINT + 1]
    assert document["payload"]["mass"] == pytest.approx(2.4, abs=3.0 * document["payload"]["mass_std"])
    assert {Mark.VIRTUAL.value} == {document["payload"]["mark"]}
