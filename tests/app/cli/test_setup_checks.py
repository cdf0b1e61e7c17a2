"""``identify`` and ``verify`` on recordings whose set-up is not as described, and ``--correct``."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from core.identification.synthetic import synthesize
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit


@pytest.fixture(scope="module")
def leaning_visit(tmp_path_factory):
    """Two runs of an upright arm, with a description that says it leans by 4°."""
    path = tmp_path_factory.mktemp("visits") / "leaning.h5"
    upright = load_robot("generic-6r")
    turn = Rotation.from_euler("y", 4.0, degrees=True).as_matrix()
    robot = replace(upright, gravity=turn @ upright.gravity)
    with Visit.create(path, robot_toml=write_toml(robot)) as visit, visit.change() as draft:
        for label in ("one", "two"):
            draft.add_recording(synthesize(upright, seed=3, duration_s=24.0, label=label))
    return path


def test_a_leaning_base_is_repeated_until_it_is_corrected(run, run_json, leaning_visit):
    asked = ("identify", leaning_visit, "--fit", "one", "--validate", "two", "--friction", "coulomb-viscous")
    code, document, _ = run_json(*asked)
    assert code == 1
    assert document["verdict"] == "repeat"
    reason = next(reason for reason in document["reasons"] if reason["code"] == "mounting")
    assert np.degrees(reason["facts"]["angle"]) == pytest.approx(4.0, abs=0.3)
    assert reason["facts"]["towards"] == "+x"
    assert len(reason["facts"]["joints"]) == 6

    code, document, _ = run_json(*asked, "--correct", "mounting,lag")
    assert code == 0
    assert not {reason["code"] for reason in document["reasons"]} & {"mounting", "channel-late"}
    assert document["settings"]["gravity"] == pytest.approx([0.0, 0.0, -9.81], abs=0.06)
    assert document["setup_checks"]["mounting"]["angle"] < np.radians(0.5)
    code, text, _ = run("verify", leaning_visit, "--recordings", "two")
    assert code == 0
    assert "base leans" not in text


def test_only_what_can_be_corrected_is_taken(run, leaning_visit):
    code, _, err = run("identify", leaning_visit, "--fit", "one", "--correct", "cables")
    assert code == 2
    assert "'cables' is not a list of mounting, lag" in err
