"""JSON, CSV and MAT hold what was identified, with units, ± and where it came from."""

import csv
import json
import math

import numpy as np
import pytest
from scipy.io import loadmat

from core.errors import BadRequest
from core.exchange.export import ExportKind, csv_text, export_identification
from core.exchange.export_json import identification_json
from core.exchange.json_text import json_text
from core.storage.output_writer import write_whole
from tests.core.exchange.made_result import made_result
from tests.core.exchange.simulated_arms import BODIES, ROTORS, known, tilted_arm
from tests.documented_keys import IDENTIFY_KEYS, VALIDATION_KEYS


def refuse(constant):
    raise AssertionError(f"{constant} is not JSON")


def test_json_has_the_documented_keys_and_no_nan():
    document = json.loads(json_text(identification_json(made_result())), parse_constant=refuse)
    assert document.keys() >= IDENTIFY_KEYS
    assert document["base_parameter_count"] == 3
    assert document["base_parameters"][0]["expression"] == "Izz_1 + 0.36·m_2"
    assert document["base_parameters"][2]["relative_std"] is None
    assert document["drive_gain"] == [10.0, 11.0]
    assert document["verdict"] == "repeat"
    assert document["columns"][3] == {"name": "coulomb of shoulder", "value": 3.0, "std": 0.1}


def test_validation_judges_what_was_held_back_and_fit_what_was_fitted():
    document = identification_json(made_result())
    assert [entry["recording"] for entry in document["validation"]] == ["held back"]
    assert [entry["recording"] for entry in document["fit"]] == ["fitted"]
    entry = document["validation"][0]
    assert entry.keys() >= VALIDATION_KEYS
    assert entry["relative_error"] == [0.05, None]
    assert entry["total_rms_current"] == pytest.approx(math.hypot(*entry["rms_current"]))


def test_reasons_carry_the_words_they_are_given():
    document = identification_json(made_result(), reason_text=lambda reason: f"because {reason.code}")
    assert document["reasons"][0]["text"] == "because poorly-determined"
    assert document["reasons"][0]["facts"] == {"relative_std": None}


def test_csv_has_every_parameter_with_unit_and_std_and_says_synthetic():
    lines = csv_text(made_result()).splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert comments[0].startswith("# SYNTHETIC")
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    groups = [row["group"] for row in rows]
    assert groups == ["base"] * 3 + ["friction", "friction-shape", "offset"] + ["drive-gain"] * 2
    assert float(rows[1]["value"]) == -0.25
    assert rows[1]["unit"] == "kg·m"
    assert all(float(row["std"]) == 0.1 for row in rows if row["group"] in {"base", "friction"})


def test_mat_reads_back(tmp_path):
    path = tmp_path / "model.mat"
    export_identification(made_result(), None, kind=ExportKind.MAT, path=path)
    read = loadmat(path, simplify_cells=True)["torsion"]
    np.testing.assert_allclose(read["base_value"], [1.5, -0.25, 0.0])
    assert list(read["base_expression"])[1] == "m_2·cx_2"
    np.testing.assert_allclose(read["covariance"], 0.01 * np.eye(4))
    assert read["verdict"] == "repeat"
    assert bool(read["synthetic"]) is True
    assert read["friction"]["joint"] == "shoulder"


def test_possible_bodies_are_in_every_table(tmp_path):
    robot = tilted_arm()
    result = known(robot, physical=True)
    rows = list(csv.DictReader(line for line in csv_text(result).splitlines() if not line.startswith("#")))
    bodies = {row["parameter"]: row for row in rows if row["group"] == "body"}
    assert len(bodies) == 44
    assert float(bodies["Iyy_3"]["value"]) == BODIES[2, 6]
    assert bodies["Iyy_3"]["unit"] == "kg·m²"
    assert float(bodies["Ia_4"]["value"]) == ROTORS[3]
    path = tmp_path / "model.mat"
    export_identification(result, robot, kind=ExportKind.MAT, path=path)
    read = loadmat(path, simplify_cells=True)["torsion"]
    np.testing.assert_array_equal(read["link_parameters"], BODIES)
    np.testing.assert_array_equal(read["link_rotor_inertia"], ROTORS)
    assert list(read["link_parameter_names"])[6] == "Iyy"


def test_exported_json_holds_the_covariance_and_the_robot(tmp_path):
    path = tmp_path / "model.json"
    export_identification(made_result(), None, kind=ExportKind.JSON, path=path)
    document = json.loads(path.read_text("utf-8"))
    assert np.shape(document["covariance"]) == (4, 4)
    assert document["robot_toml"] == 'name = "two"'


def test_a_file_is_written_whole_or_left_alone(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("before")
    with pytest.raises(TypeError):
        write_whole(path, "text is not bytes")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(BadRequest, match="output-folder-missing") as caught:
        write_whole(tmp_path / "nowhere" / "out.txt", b"x")
    assert caught.value.facts["file"] == str(tmp_path / "nowhere" / "out.txt")
