"""``torsion batch``: the same work on many visits, and going on where it stopped."""

import json
import shutil

import pytest

from core.identification.result import IDENTIFICATION, IdentificationResult
from core.storage.visit import Visit


@pytest.fixture
def folder(identified_visit, tmp_path, monkeypatch):
    """Two visits with a model, and a file that is none."""
    monkeypatch.setattr("app.shell.commands.batch.batch_folder", lambda: tmp_path / "batches")
    place = tmp_path / "share"
    place.mkdir()
    for name in ("a.h5", "b.h5"):
        shutil.copy(identified_visit, place / name)
    (place / "c.h5").write_text("no visit")
    return place


def models(path):
    with Visit.open(path) as visit:
        return [visit.result(entry.key, IdentificationResult) for entry in visit.results(IDENTIFICATION)]


def test_models_are_identified_again_and_a_broken_file_is_a_line(folder, run, run_json):
    command = (
        "batch",
        "identify",
        "--visits",
        folder,
        "--friction",
        "coulomb-viscous",
        "--on",
        "processes:1",
    )
    code, lines, _ = run_json(*command, "--filter-hz", "9")
    assert code == 1
    assert [line["visit"] for line in lines] == [str(folder / name) for name in ("a.h5", "b.h5", "c.h5")]
    assert [line["exit"] == 2 for line in lines] == [False, False, True]
    assert "not a visit" in lines[2]["error"]
    for name in ("a.h5", "b.h5"):
        before, after = models(folder / name)
        assert after.settings.filter_hz == 9.0
        assert after.provenance.recordings == before.provenance.recordings
        assert [one.recording for one in after.validation] == [one.recording for one in before.validation]

    code, lines, _ = run_json(*command, "--filter-hz", "9")
    assert [line["resumed"] for line in lines] == [True, True, False]
    assert len(models(folder / "a.h5")) == 2

    code, out, _ = run(*command, "--filter-hz", "9", "--again")
    assert code == 1
    assert "3 of 3 visits" in out
    assert len(models(folder / "a.h5")) == 2, "an equal result is not stored twice"


def test_a_dry_run_computes_nothing(folder, run_json, tmp_path):
    code, lines, _ = run_json("batch", "identify", "--visits", folder, "--dry-run")
    assert code == 0
    assert [line["done"] for line in lines] == [False] * 3
    assert len(models(folder / "a.h5")) == 1
    assert not (tmp_path / "batches").exists()


def test_works_that_a_visit_has_nothing_for_say_so(folder, run_json):
    one = folder / "a.h5"
    _, (line,), _ = run_json("batch", "deflection", "--visits", one, "--on", "processes:1")
    assert line["exit"] == 2
    assert "encoder" in line["error"]
    _, (line,), _ = run_json("batch", "payload", "--visits", one, "--on", "processes:1")
    assert line["exit"] in {1, 2}
    assert line["error"]


def test_visits_by_words_of_the_catalogue(folder, run, run_json, tmp_path):
    catalogue = tmp_path / "catalogue.sqlite"
    assert run("fleet", "scan", folder, "--catalogue", catalogue)[0] == 0
    _, lines, _ = run_json("batch", "identify", "--visits", "a.h5", "--catalogue", catalogue, "--dry-run")
    assert [line["visit"] for line in lines] == [str(folder / "a.h5")]
    code, _, err = run("batch", "identify", "--visits", "nobody", "--catalogue", catalogue)
    assert code == 2
    assert "No visit is found for nobody" in err


@pytest.mark.parametrize("where", ["threads:2", "processes:0", "processes:x", "dask:", ""])
def test_places_that_are_none(run, folder, where):
    assert run("batch", "identify", "--visits", folder, f"--on={where}")[0] == 2


@pytest.mark.parametrize("blank", ["", "  "])
def test_no_words_are_not_the_present_folder(run, folder, monkeypatch, blank):
    monkeypatch.chdir(folder)
    code, _, said = run("batch", "identify", "--visits", blank, "--dry-run")
    assert code == 2
    assert "(V-165)" in said


def test_the_document_is_written_too(folder, run, tmp_path):
    document = tmp_path / "lines.json"
    run("batch", "identify", "--visits", folder / "a.h5", "--on", "processes:1", "--json", document)
    (line,) = json.loads(document.read_text())
    assert set(line) == {"visit", "exit", "verdict", "seconds", "result", "error", "resumed"}
