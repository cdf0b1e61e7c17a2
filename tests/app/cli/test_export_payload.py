"""``torsion export`` of a payload: printed or written, in the forms of makers."""

import json

import pytest

from app.terminal import command
from core.exchange.payload_forms import PayloadForm, payload_text
from core.payload.result import PAYLOAD
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.app.payload_examples import CENTER, MASS, dynamic, payload


@pytest.fixture
def visit(tmp_path):
    """A visit with two payloads, the newer one with its inertia."""
    with Visit.create(tmp_path / "cell.h5", robot_toml=write_toml(load_robot("ec66"))) as made:
        for found in (payload(), dynamic()):
            made.add_result(PAYLOAD, found)
        keys = [entry.key for entry in made.results(PAYLOAD)]
    return tmp_path / "cell.h5", keys


@pytest.mark.parametrize("form", PayloadForm)
def test_a_payload_is_printed_and_written_alike(run, visit, tmp_path, form):
    path, _ = visit
    code, out, err = run("export", path, "--to", form)
    assert code == 0, err
    assert out == payload_text(dynamic(), form)
    file = tmp_path / ("payload.script" if form is PayloadForm.URSCRIPT else "payload.out")
    for _again in range(2):  # an older payload of the same form gives way
        assert run("export", path, "--to", form, "--out", file)[0] == 0
    assert file.read_text("ascii") == payload_text(dynamic(), form)


def test_a_statement_is_printed_on_one_line_however_narrow_the_terminal_is(run, visit, monkeypatch):
    monkeypatch.setattr(command, "_WIDTH_WITHOUT_TERMINAL", 40)
    assert run("export", visit[0], "--to", "krl")[1] == payload_text(dynamic(), PayloadForm.KRL)


def test_an_older_payload_is_exported_by_its_key(run_json, visit):
    path, keys = visit
    code, document, _ = run_json("export", path, "--to", "urscript", "--result", keys[0])
    assert code == 0
    assert document["mass"] == MASS
    assert document["center_of_mass"] == list(CENTER)
    assert document["inertia_about_center"] is None
    assert document["text"].splitlines()[-1].startswith("set_target_payload(2.4130")
    _, newest, _ = run_json("export", path, "--to", "franka")
    assert json.loads(newest["text"])["mass"] == MASS
    assert newest["inertia_about_center"] is not None


def test_what_cannot_be_exported_is_refused(run, visit, tmp_path):
    path, _ = visit
    assert run("export", path, "--to", "krl", "--result", "payload-009")[0] == 2
    code, _, err = run("export", path, "--to", "json")
    assert code == 2
    assert "--out FILE" in err
    program = tmp_path / "main.mod"
    program.write_text("MODULE main\nENDMODULE\n")
    assert run("export", path, "--to", "rapid", "--out", program)[0] == 2
    assert program.read_text() == "MODULE main\nENDMODULE\n"
    Visit.create(tmp_path / "empty.h5", robot_toml=write_toml(load_robot("ec66"))).close()
    code, _, err = run("export", tmp_path / "empty.h5", "--to", "text")
    assert code == 2
    assert "no payload yet" in err
