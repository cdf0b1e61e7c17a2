"""``torsion export --prove``: a file for simulators is replayed before it is written, and judged."""

import pytest

from core.identification.identify import identify
from core.identification.result import IDENTIFICATION
from core.identification.settings import IdentificationSettings
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.core.exchange.test_export_proof import ROBOT, run


@pytest.fixture(scope="module")
def proven(tmp_path_factory):
    """A visit with a model of two joints and the recordings of its fit and of its validation."""
    path = tmp_path_factory.mktemp("proof") / "arm.h5"
    runs = {label: run(label, seed) for seed, label in enumerate(("fit", "fresh"))}
    with Visit.create(path, robot_toml=write_toml(ROBOT)) as visit:
        for recording in runs.values():
            visit.add_recording(recording)
        settings = IdentificationSettings(physical=True)
        visit.add_result(
            IDENTIFICATION, identify(runs, ROBOT, fit=["fit"], validate=["fresh"], settings=settings)
        )
    return path


def test_errors_of_file_and_description_are_stated(run_json, proven, tmp_path):
    path = tmp_path / "arm.xml"
    code, document, _ = run_json("export", proven, "--to", "mjcf", "--out", path, "--prove")
    assert code == 0
    proof = document["proof"]
    assert proof["verdict"] in {"good", "usable"}
    assert proof["simulator"].startswith("MuJoCo")
    assert proof["rigid_difference"] < 1e-9
    (replay,) = proof["recordings"]
    assert (replay["recording"], replay["used_in_fit"]) == ("fresh", False)
    for errors in (replay["exported"], replay["described"]):
        assert len(errors["position_rms"]) == len(errors["torque_rms"]) == 2
    assert replay["exported"]["torque_share"] < replay["described"]["torque_share"]
    assert len(document["friction"]["constant"]) == 2
    assert "frictionloss" in path.read_text("utf-8")


def test_recordings_are_named_and_other_formats_refused(run, proven, tmp_path):
    path = tmp_path / "arm.xml"
    ask = ("export", proven, "--out", path)
    code, out, _ = run(*ask, "--to", "mjcf", "--prove", "--recordings", "fit")
    assert code == 0
    said = " ".join(out.split())
    assert "Used in the fit, so that little is proven: fit." in said
    # two motions are too few for a good model; what the file does in the simulator has a verdict of its own
    assert "(the model: Measure again; this file in the simulator: Good)" in said
    assert run(*ask, "--to", "mjcf", "--recordings", "fit")[0] == 2
    nowhere = tmp_path / "model.csv"
    assert run("export", proven, "--to", "csv", "--out", nowhere, "--prove")[0] == 2
    assert run("export", proven, "--to", "mjcf", "--out", nowhere, "--prove", "--recordings", "none")[0] == 2
    assert not nowhere.exists()
