"""``identify --physical``: the documented keys, the table, and files that simulate."""

import shutil

import mujoco
import pytest

from tests.app.cli.conftest import identify_arguments


@pytest.fixture
def visit(identified_visit, tmp_path):
    return shutil.copy(identified_visit, tmp_path / "visit.h5")


def test_possible_bodies_are_found_shown_and_exported(run, run_json, visit, tmp_path):
    _, document, err = run_json(*identify_arguments(visit, "--physical"))
    assert err == ""
    physical = document["physical"]
    assert physical.keys() >= {"feasible", "min_eigenvalue", "links", "cost", "held_out_cost", "verdict"}
    assert physical["feasible"]
    assert min(physical["min_eigenvalue"]) > 0.0
    assert all(link["mass"] > 0.0 and link["rotor_inertia"] >= 0.0 for link in physical["links"])
    for kind, ending in (("mjcf", "xml"), ("urdf", "urdf")):
        path = tmp_path / f"arm.{ending}"
        code, written, _ = run_json("export", visit, "--to", kind, "--out", path)
        assert code == 0
        assert written["physical"]
        assert written["not_physical"] == []
        model = mujoco.MjModel.from_xml_path(str(path))
        assert model.nv == len(physical["links"])
    assert model.body_mass[-1] > 0.0


def test_masses_near_the_described_ones_and_what_is_said_without(run, run_json, visit, tmp_path):
    _, document, _ = run_json("export", visit, "--to", "mjcf", "--out", tmp_path / "before.xml")
    assert not document["physical"]
    _, text, _ = run("export", visit, "--to", "mjcf", "--out", tmp_path / "again.xml")
    assert "Identify with --physical" in text
    _, text, _ = run(*identify_arguments(visit, "--mass-tolerance", "0.2"))
    assert "Nearest possible bodies" in text
    assert "They raise the error by" in text
    _, document, _ = run_json(*identify_arguments(visit, "--mass-tolerance", "0.2"))
    assert document["settings"]["mass_tolerance"] == 0.2
    assert document["physical"]["feasible"]
    code, _, err = run(*identify_arguments(visit, "--mass-tolerance", "-1"))
    assert code == 2
    assert "--mass-tolerance: '-1' is no number above 0" in err
