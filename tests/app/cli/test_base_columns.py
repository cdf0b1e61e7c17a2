"""The chosen columns of an identification: rotors, the way to base parameters, the friction's shape."""

import shutil

import pytest

from core.identification.synthetic import synthesize
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.app.cli.conftest import identify_arguments

SZABO_COLUMNS = 24
"""15 inertial and 9 friction parameters, [Szabo] Table 2."""


@pytest.fixture(scope="module")
def szabo_visit(tmp_path_factory):
    robot = load_robot("szabo-3r")
    path = tmp_path_factory.mktemp("szabo") / "szabo.h5"
    with Visit.create(path, robot_toml=write_toml(robot)) as visit:
        visit.add_recording(synthesize(robot, seed=2, duration_s=25.0, label="excitation"))
    return path


def identified(run_json, visit, *options):
    code, document, _ = run_json("identify", visit, "--fit", "excitation", "--friction", "stribeck", *options)
    assert code in {0, 1}
    return document


def test_the_published_arm_has_its_24_parameters_without_rotors(run_json, szabo_visit):
    found = identified(run_json, szabo_visit, "--rotor-inertia", "off")
    assert found["base_parameter_count"] == 15
    assert sum(len(joint["coefficients"]) for joint in found["friction"]) == 9
    assert len(found["columns"]) == SZABO_COLUMNS
    assert not any("Ia_" in one["expression"] for one in found["base_parameters"])
    with_rotors = identified(run_json, szabo_visit)
    assert with_rotors["base_parameter_count"] > 15
    assert any("Ia_" in one["expression"] for one in with_rotors["base_parameters"])


def test_both_ways_to_the_base_parameters_read_the_same(run_json, identified_visit, tmp_path):
    visit = tmp_path / "visit.h5"
    shutil.copy(identified_visit, visit)
    told = {}
    for way in ("row-echelon", "qr"):
        _, document, _ = run_json(*identify_arguments(visit, "--grouping", way))
        told[way] = document["base_parameters"]
    assert [one["expression"] for one in told["qr"]] == [one["expression"] for one in told["row-echelon"]]
    for one, other in zip(*told.values(), strict=True):
        assert one["value"] == pytest.approx(other["value"], rel=1e-5, abs=1e-7)


def test_an_unknown_way_is_refused(run, identified_visit):
    code, _, err = run(*identify_arguments(identified_visit, "--grouping", "guess"))
    assert code == 2
    assert "row-echelon" in err


def test_given_shape_constants_of_the_friction_are_held(run_json, run, szabo_visit):
    given = identified(run_json, szabo_visit, "--friction-shape", "700,15")
    searched = identified(run_json, szabo_visit)
    assert [joint["shape_constants"] for joint in given["friction"]] == [{"kv": 700.0, "kd": 15.0}] * 3
    assert [joint["shape_constants"] for joint in searched["friction"]] != [{"kv": 700.0, "kd": 15.0}] * 3
    code, _, err = run(
        "identify", szabo_visit, "--fit", "excitation", "--friction", "stribeck", "--friction-shape", "700"
    )
    assert code == 2
    assert "has kv, kd" in err
    code, _, err = run("identify", szabo_visit, "--fit", "excitation", "--friction-shape", "700,15")
    assert code == 2
    assert "chosen by data" in err
    code, _, err = run("identify", szabo_visit, "--fit", "excitation", "--friction-shape", "0")
    assert code == 2
    assert "--friction-shape" in err
