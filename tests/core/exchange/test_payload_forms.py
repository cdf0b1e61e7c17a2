"""Each form of a payload is read again by the rules of its maker and gives the same payload."""

import json
import re
import xml.etree.ElementTree as ET

import mujoco
import numpy as np
import pytest

from core.errors import BadRequest
from core.exchange.payload_forms import PayloadForm, payload_text
from core.exchange.payload_numbers import PayloadNumbers, payload_numbers
from core.robot.inertia import tensor_of
from core.robot.urdf import parse_urdf
from tests.app.payload_examples import CENTER, MASS, dynamic, estimate, payload

_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
MASS_ROUNDING, LENGTH_ROUNDING, INERTIA_ROUNDING = 6e-5, 6e-6, 1e-6


def numbers(text):
    return np.array([float(part) for part in re.findall(_NUMBER, text)])


def statement(text, sign):
    """The only line that is no comment."""
    (line,) = [line for line in text.splitlines() if not line.startswith(sign)]
    assert text.isascii()
    return line


def symmetric(xx, yy, zz, xy, xz, yz):
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def from_urscript(text):
    call = re.fullmatch(r"set_target_payload\((.*)\)", statement(text, "#"))[1]
    mass, center, *inertia = json.loads(f"[{call}]")
    return mass, np.array(center), symmetric(*inertia[0]) if inertia else None


def from_franka(text):
    document = json.loads(text)
    assert set(document) == {"id", "name", "mass", "centerOfMass", "inertia", "transformation"}
    np.testing.assert_array_equal(np.reshape(document["transformation"], (4, 4), order="F"), np.eye(4))
    tensor = np.reshape(document["inertia"], (3, 3), order="F")
    return document["mass"], np.array(document["centerOfMass"]), tensor if tensor.any() else None


def from_rapid(text):
    data = re.fullmatch(r"PERS loaddata \w+ := (\[.*\]);", statement(text, "!"))[1]
    mass, center, (w, x, y, z), *moments = json.loads(data)
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, np.array([w, x, y, z]))
    axes = turn.reshape(3, 3)
    tensor = axes @ np.diag(moments) @ axes.T if any(moments) else None
    return mass, 1e-3 * np.array(center), tensor


def about(axis, degrees):
    """Rotation about one axis of a frame, by Rodrigues."""
    k = np.cross(np.eye(3), np.eye(3)["XYZ".index(axis)])
    angle = np.radians(degrees)
    return np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * k @ k


def from_krl(text):
    pattern = (
        r"LOAD_DATA\[1\]=\{M (N),CM \{X (N),Y (N),Z (N),A (N),B (N),C (N)\},J \{X (N),Y (N),Z (N)\}\}"
    ).replace("N", _NUMBER)
    found = re.fullmatch(pattern, statement(text, ";")).groups()
    mass, x, y, z, a, b, c, *moments = (float(part) for part in found)
    axes = about("Z", a) @ about("Y", b) @ about("X", c)
    return mass, 1e-3 * np.array([x, y, z]), axes @ np.diag(moments) @ axes.T if any(moments) else None


def from_urdf(text):
    body = ET.fromstring(text).find("link[@name='payload']/inertial")
    values = [float(body.find("inertia").get(f"i{name}")) for name in ("xx", "yy", "zz", "xy", "xz", "yz")]
    center = numbers(body.find("origin").get("xyz"))
    return float(body.find("mass").get("value")), center, symmetric(*values) if any(values) else None


def from_mjcf(text):
    model = mujoco.MjModel.from_xml_string(text)
    axes = np.zeros(9)
    mujoco.mju_quat2Mat(axes, model.body_iquat[1])
    turn = axes.reshape(3, 3)
    tensor = turn @ np.diag(model.body_inertia[1]) @ turn.T
    return model.body_mass[1], model.body_ipos[1].copy(), tensor if tensor.any() else None


def from_text(text):
    values = {
        name.strip(): float(value)
        for name, value in re.findall(r"^(.*?)\s{2,}(-?[0-9.]+) ", text, re.MULTILINE)
    }
    center = 1e-3 * np.array([values[f"Centre of mass {name}"] for name in "XYZ"])
    names = ("XX", "YY", "ZZ", "XY", "XZ", "YZ")
    known = "Inertia XX" in values
    return values["Mass"], center, symmetric(*(values[f"Inertia {n}"] for n in names)) if known else None


READERS = {
    PayloadForm.URSCRIPT: from_urscript,
    PayloadForm.FRANKA: from_franka,
    PayloadForm.RAPID: from_rapid,
    PayloadForm.KRL: from_krl,
    PayloadForm.URDF: from_urdf,
    PayloadForm.MJCF: from_mjcf,
    PayloadForm.TEXT: from_text,
}
COARSE = {PayloadForm.TEXT: (5e-4, 6e-5, 1e-5)}
"""What a person types in has fewer digits."""


@pytest.mark.parametrize("form", PayloadForm)
def test_each_form_reads_back_to_the_same_payload(form):
    mass, center, tensor = READERS[form](payload_text(dynamic(), form))
    expected = payload_numbers(dynamic())
    masses, lengths, inertias = COARSE.get(form, (MASS_ROUNDING, LENGTH_ROUNDING, INERTIA_ROUNDING))
    assert mass == pytest.approx(MASS, abs=masses)
    np.testing.assert_allclose(center, CENTER, atol=lengths)
    np.testing.assert_allclose(tensor, expected.inertia, atol=inertias)


@pytest.mark.parametrize("form", PayloadForm)
def test_an_inertia_that_was_not_measured_is_said_and_never_invented(form):
    text = payload_text(payload(), form)
    mass, center, tensor = READERS[form](text)
    assert mass == pytest.approx(MASS, abs=5e-4)
    np.testing.assert_allclose(center, CENTER, atol=6e-5)
    assert tensor is None
    if form is not PayloadForm.FRANKA:
        assert "The inertia was not measured" in text
        assert "verdict" in text


def test_the_inertia_is_about_the_centre_of_mass_along_the_flange_axes():
    found = dynamic()
    whole = tensor_of(found.inertia[[4, 5, 7, 6, 8, 9]])
    c = np.array(CENTER)
    steiner = MASS * (c @ c * np.eye(3) - np.outer(c, c))
    np.testing.assert_allclose(payload_numbers(found).inertia, whole - steiner, atol=1e-12)


@pytest.mark.parametrize(
    "tensor",
    [
        np.diag([0.003, 0.001, 0.002]),
        np.diag([0.002, 0.002, 0.001]),
        symmetric(0.02, 0.021, 0.004, -0.0015, 0.004, 0.003),
        symmetric(0.02, 0.021, 0.012, 0.0105, -0.004, 0.003),
    ],
)
def test_principal_axes_are_a_rotation_that_gives_the_tensor_again(tensor):
    moments, axes = PayloadNumbers(1.0, np.zeros(3), tensor).principal
    np.testing.assert_allclose(axes @ np.diag(moments) @ axes.T, tensor, atol=1e-15)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    if not np.any(tensor - np.diag(np.diag(tensor))):
        np.testing.assert_array_equal(axes, np.eye(3))


def test_an_inertia_with_an_unknown_part_counts_as_not_measured():
    found = dynamic()
    std = found.inertia_std.copy()
    std[5] = np.nan
    assert payload_numbers(_with(found, inertia_std=std)).inertia is None
    assert payload_numbers(_with(found, inertia_std=10.0 * found.inertia_std)).inertia is None
    impossible = found.inertia.copy()
    impossible[9] = 0.001  # less than its mass points on the way to the centre need
    assert payload_numbers(_with(found, inertia=impossible)).inertia is None


def _with(found, **changed):
    from dataclasses import replace

    return replace(found, **changed)


@pytest.mark.parametrize("form", PayloadForm)
def test_a_payload_without_its_centre_is_refused(form):
    found = _with(payload(), estimate=estimate(known=(True, True, True, False)))
    with pytest.raises(BadRequest) as caught:
        payload_text(found, form)
    assert caught.value.facts["missing"] == ("z",)


def test_the_urdf_fragment_is_read_as_part_of_a_robot():
    """The payload hung on the tool frame of an arm weighs what was measured."""
    fragment = payload_text(dynamic(), PayloadForm.URDF)
    inside = fragment.split("\n", maxsplit=1)[1].rsplit("</robot>", maxsplit=1)[0]
    arm = (
        '<robot name="arm"><link name="base"/><link name="arm_link"/>'
        '<joint name="one" type="continuous"><parent link="base"/><child link="arm_link"/></joint>'
        '<joint name="mount" type="fixed"><parent link="arm_link"/><child link="tool0"/></joint>'
        f"{inside}</robot>"
    )
    assert parse_urdf(arm).inertial_parameters[0, 0] == pytest.approx(MASS, abs=MASS_ROUNDING)


def test_the_forms_as_they_are_typed():
    """The statements letter by letter, so that a changed form is seen."""
    lines = {form: payload_text(payload(), form).splitlines()[-1] for form in PayloadForm}
    assert lines[PayloadForm.URSCRIPT] == "set_target_payload(2.4130, [0.06020,-0.01140,0.14850])"
    assert lines[PayloadForm.RAPID] == (
        "PERS loaddata torsionLoad := [2.4130,[60.20,-11.40,148.50],"
        "[1.0000000,0.0000000,0.0000000,0.0000000],0.0000000,0.0000000,0.0000000];"
    )
    assert lines[PayloadForm.KRL] == (
        "LOAD_DATA[1]={M 2.4130,CM {X 60.20,Y -11.40,Z 148.50,A 0.00000,B 0.00000,C 0.00000},"
        "J {X 0.0000000,Y 0.0000000,Z 0.0000000}}"
    )
