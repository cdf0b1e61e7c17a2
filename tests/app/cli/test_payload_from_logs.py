"""``torsion payload --from`` on sweeps of a made arm."""

import json

import pytest

from core.robot.toml_writing import robot_text
from core.storage.visit import Visit
from tests.core.payload.sweep_examples import EC66, GAO_LOAD, MadeArm, both_runs, noisy, ways


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "cell.h5"
    with Visit.create(path, robot_toml=robot_text(EC66)) as made:
        for one in both_runs(MadeArm(friction=4.0), ways()):
            made.add_recording(noisy(one, seed=4))
    return path


def test_the_payload_is_found_and_how_is_said(run, visit, tmp_path):
    target = tmp_path / "payload.json"
    options = ("--from", "payload-loaded", "payload-unloaded", "--gains", "exact", "--json", target)
    code, out, err = run("payload", visit, *options)
    document = json.loads(target.read_text())
    assert code == 0, err
    assert document["mass"] == pytest.approx(GAO_LOAD.mass, abs=0.05)
    assert (document["told_by"], document["unloaded"]) == ("torque", ["payload-unloaded"])
    assert [(one["method"], one["chosen"]) for one in document["tried"]] == [("joint", True)]
    assert "Told apart by the torques that the arm needed." in out
    assert "Sweeps of single joints: " in out
    with Visit.open(visit) as opened:
        assert [entry.kind for entry in opened.results()] == ["payload"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--from", "payload-loaded"), "name an earlier visit"),
        (("--from", "payload-loaded", "gone"), "gone"),
        (("--from", "payload-loaded", "--method", "dynamic"), "it chooses the method"),
        (("--from", "payload-loaded", "--model"), "it chooses the method"),
        (("--method", "dynamic", "--joints", "2", "--loaded", "a", "--unloaded", "b"), "knows no sweeps"),
    ],
)
def test_options_that_contradict_each_other_and_missing_recordings(run, visit, options, said):
    code, _, err = run("payload", visit, *options)
    assert code == 2
    assert said in err
