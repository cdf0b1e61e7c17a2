"""The keys of the robot description: those that are read, those that are explained, and those of the help."""

import re
from pathlib import Path

import numpy as np
import pytest

import resources
from core.robot.description import Service, Use, served
from core.robot.library import load_robot, read_description, shipped_robots
from core.robot.mounting import mounted
from core.robot.toml_format import parse_toml
from core.robot.toml_table import TomlTable
from core.robot.toml_writing import JOINT, TABLES, commented_text

WILD = Path(__file__).parent / "wild"
EVERYTHING = """
name = "all"
title = "All keys"
convention = "modified"
gravity = [0, 0, -9.81]
base = { xyz = [0, 0, 0], rpy_deg = [0, 0, 0] }
flange = { xyz = [0, 0, 0.1] }
base_capsules = [{ start = [0, 0, 0], end = [0, 0, 0.1], radius = 0.1 }]
base_beams = [{ start = [0, 0, 0], end = [0, 0, 1], outer_diameter = 0.1, youngs_modulus = 7e10 }]
base_springs = [{ xyz = [0, 0, 0], compliance = [[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],
  [0,0,0,1e-5,0,0],[0,0,0,0,1e-5,0],[0,0,0,0,0,1e-5]] }]
payload_limit = { mass = 3 }
sources = { joints = "a drawing" }
[[joints]]
name = "one"
motor_encoder = { resolution = 1e-5 }
mass = 1
center_of_mass = [0, 0, 0]
inertia = [1, 0, 1, 0, 0, 1]
capsules = [{ start = [0, 0, 0], end = [0, 0, 0.1], radius = 0.1 }]
beams = [{ start = [0, 0, 0], end = [0, 0, 1], outer_diameter = 0.1, youngs_modulus = 7e10 }]
[[compensators]]
joint = "one"
stiffness = 10
[[compensators]]
joint = "one"
kind = "hydraulic"
pivot_distance = 1
crank_length = 0.2
piston_area = 0.01
gas_energy = 100
gas_volume = 0.1
"""


def table_of(path):
    """The table of ``TABLES`` at a path of the file."""
    names = [part for part in path if isinstance(part, str)]
    name = names[-1].removeprefix("base_") if names else ""
    return {"base": "placement", "flange": "placement", "motor_encoder": "encoder"}.get(name, name)


def keys_asked_for(monkeypatch):
    """The keys that the reader asks each table for, while it reads a file with every table."""
    asked = {}

    def note(table, key):
        asked.setdefault(table_of(table._path), set()).add(key)

    for name in ("has", "raw"):
        plain = getattr(TomlTable, name)

        def noting(table, key, plain=plain):
            note(table, key)
            return plain(table, key)

        monkeypatch.setattr(TomlTable, name, noting)
    parse_toml(EVERYTHING)
    asked.pop("sources")  # any name
    return {table: {key for key in keys if not key.endswith("_deg")} for table, keys in asked.items()}


def test_every_key_that_is_read_is_explained_and_no_other(monkeypatch):
    assert keys_asked_for(monkeypatch) == {name: set(keys) for name, keys in TABLES.items()}


def test_the_help_has_every_key_with_the_same_words():
    text = resources.path("help/robot-descriptions.md").read_text("utf-8")
    sections = re.split(r"^### .*$", text, flags=re.MULTILINE)[1:]
    found = [dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE)) for section in sections]
    assert found == [dict(keys) for keys in TABLES.values()]


@pytest.mark.parametrize(
    "source", [*shipped_robots(), *(WILD / name for name in ("cobot_five.urdf", "cad_arm.urdf"))]
)
def test_a_commented_description_reads_back_to_the_same_arm(source):
    robot = load_robot(source)
    text = commented_text(robot, remarks=("Made from something.",))
    found = parse_toml(text)
    assert found.joints == robot.joints
    assert found.capsules == robot.capsules
    for name in ("base", "flange", "gravity", "inertial_parameters", "drive_gain", "joint_stiffness"):
        left, right = getattr(found, name), getattr(robot, name)
        assert (left is None) == (right is None), name
        if left is not None:
            np.testing.assert_allclose(left, right, rtol=1e-9, atol=1e-11, err_msg=name)


def test_a_commented_description_explains_each_key_once_and_leaves_unknown_ones_to_fill_in():
    text = commented_text(load_robot(WILD / "cad_arm.urdf"))
    assert text.count(JOINT["gear_ratio"]) == 1
    assert text.count("# velocity =") == 4
    filled = re.sub(r"# velocity = .*", "velocity = 2.5", text).replace("# velocity =", "velocity = 2.5")
    assert parse_toml(filled).velocity_limit.tolist() == [2.5] * 4


def service(robot):
    return {one.use: (one.service, one.lacks) for one in served(robot)}


def test_what_a_description_serves():
    table = service(load_robot(WILD / "standard_m_rad.csv"))
    assert table[Use.IDENTIFICATION] == (Service.READY, ("drive_gain",))
    assert table[Use.MOTIONS] == (Service.ASSUMED, ("lower", "upper", "velocity", "acceleration"))
    assert table[Use.VIRTUAL] == (Service.MISSING, ("mass",))
    assert table[Use.TORQUE_CHECK] == (Service.MISSING, ("torque", "mass"))
    assert table[Use.STIFFNESS] == (Service.MISSING, ("stiffness", "beams"))
    elastic = service(load_robot("mikhel-6"))
    assert elastic[Use.STIFFNESS] == (Service.READY, ())
    assert service(load_robot("ec66"))[Use.VIRTUAL] == (Service.READY, ())


def test_a_mounting_is_kept_by_the_written_description():
    robot = mounted(read_description("ur10e").robot, "wall")
    assert parse_toml(commented_text(robot)).gravity.tolist() == [9.81, 0.0, 0.0]
