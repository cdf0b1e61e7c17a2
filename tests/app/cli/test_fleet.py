"""``torsion fleet``: an example fleet is written, scanned, listed and searched."""

import csv
import json

import pytest


@pytest.fixture
def fleet(run, tmp_path):
    """Folder of an example with a broken file, and the catalogue that was filled from it."""
    folder, catalogue = tmp_path / "visits", tmp_path / "catalogue.sqlite"
    code, out, _ = run("fleet", "example", "--arms", "4", "--visits", "20", "--seed", "3", "--into", folder)
    assert code == 0
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    assert f"Arms that need care: {len(truth)}." in out
    (folder / "broken.h5").write_bytes(b"no visit")
    code, out, _ = run("fleet", "scan", folder, "--catalogue", catalogue)
    assert code == 0
    assert "21 visits in these folders" in out
    assert "1 cannot be read" in out
    return folder, catalogue


def test_the_keys_of_lists_are_those_of_the_contract(fleet, run_json):
    folder, catalogue = fleet
    code, visits, _ = run_json("fleet", "list", "--catalogue", catalogue)
    assert code == 0
    assert {one["visit"] for one in visits} == {str(path) for path in folder.glob("*.h5")}
    assert [one["verdict"] for one in visits if one["visit"].endswith("broken.h5")] == ["unreadable"]
    code, robots, _ = run_json("fleet", "robots", "--catalogue", catalogue)
    assert code == 0
    keys = {"robot", "serial", "visits", "last_visit", "verdict", "care"}
    assert all(keys <= one.keys() for one in robots)
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    assert sum(one["visits"] for one in robots if one["serial"]) == 20
    assert truth.keys() <= {one["serial"] for one in robots}
    for care in (care for one in robots for care in one["care"]):
        assert {"code", "joint", "value", "std", "usual", "usual_std"} <= care.keys()


def test_words_choose_visits_and_the_file_that_is_written_is_named(fleet, run, tmp_path):
    _, catalogue = fleet
    out_file = tmp_path / "found.csv"
    code, out, _ = run("fleet", "list", "--catalogue", catalogue, "--query", "ec66-0001", "--out", out_file)
    assert code == 0
    assert f"Written: {out_file}" in " ".join(out.split())
    with out_file.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 5
    assert {row["serial"] for row in rows} == {"EC66-0001"}


@pytest.mark.parametrize(
    "words", [("fleet", "list"), ("fleet", "robots"), ("batch", "deflection", "--visits", "x")]
)
def test_a_named_catalogue_that_is_missing_is_not_made(run, tmp_path, words):
    missing = tmp_path / "no folder" / "catalogue.sqlite"
    code, _, err = run(*words, "--catalogue", missing)
    assert code == 2
    assert "There is no file" in err
    assert not missing.parent.exists()
