"""JSON, CSV and MAT read by plain readers: their numbers, through Pinocchio's regressor, give the torque."""

import csv
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.io import loadmat

from core.base_parameters import LINK_PARAMETERS, find_base_parameters
from core.exchange.export import ExportKind, export_identification
from core.exchange.export_mjcf import export_mjcf
from tests.core.exchange.simulated_arms import known, random_motion, reported_torque, tilted_arm

JOINTS = 4
LEADING = re.compile(r"(?:[\d.e+-]+·)?([A-Za-z]+)_(\d+)")
"""The parameter that an expression begins with is the column of the regressor that it multiplies."""


def identified():
    """A perfect identification whose base parameters have their own expressions."""
    robot = tilted_arm()
    result = known(robot, physical=True)
    names = find_base_parameters(robot).expressions
    named = tuple(
        replace(parameter, expression=name)
        for parameter, name in zip(result.base_parameters, names, strict=True)
    )
    friction = tuple(replace(result.friction[0], joint=name) for name in robot.joint_names)
    return robot, replace(
        result, base_parameters=named, friction=friction, covariance=np.eye(result.estimate.size)
    )


def from_json(path):
    document = json.loads(path.read_text("utf-8"))
    base = [(one["expression"], one["value"]) for one in document["base_parameters"]]
    links = [
        [
            link["mass"],
            *link["first_moment"],
            *(link["inertia"][name] for name in ("ixx", "ixy", "iyy", "ixz", "iyz", "izz")),
        ]
        for link in document["physical"]["links"]
    ]
    return base, np.array(links), [link["rotor_inertia"] for link in document["physical"]["links"]]


def from_csv(path):
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines))
    base = [(row["parameter"], float(row["value"])) for row in rows if row["group"] == "base"]
    bodies = {row["parameter"]: float(row["value"]) for row in rows if row["group"] == "body"}
    numbers = range(1, JOINTS + 1)
    links = [[bodies[f"{name}_{number}"] for name in LINK_PARAMETERS] for number in numbers]
    return base, np.array(links), [bodies[f"Ia_{number}"] for number in numbers]


def from_mat(path):
    read = loadmat(path, simplify_cells=True)["torsion"]
    base = list(zip(read["base_expression"], read["base_value"], strict=True))
    return base, read["link_parameters"], read["link_rotor_inertia"]


def columns_of(text, robot, motion):
    """Pinocchio's columns (N, n, 10 n) of the links, whose frames are those of the exported arm."""
    pinocchio = pytest.importorskip("pinocchio")
    model = pinocchio.buildModelFromMJCF(text)
    model.gravity.linear = robot.gravity
    data = model.createData()
    return np.array(
        [pinocchio.computeJointTorqueRegressor(model, data, *state) for state in zip(*motion, strict=True)]
    )


@pytest.mark.parametrize(
    ("kind", "read"), [(ExportKind.JSON, from_json), (ExportKind.CSV, from_csv), (ExportKind.MAT, from_mat)]
)
def test_what_is_read_gives_the_torque(tmp_path, kind, read):
    robot, result = identified()
    path = tmp_path / f"model.{kind.ending}"
    export_identification(result, robot, kind=kind, path=path)
    arm = tmp_path / "arm.xml"
    arm.write_text(export_mjcf(result, robot).text, "utf-8")
    motion = random_motion(20, JOINTS)
    columns = columns_of(str(arm), robot, motion)
    expected = reported_torque(robot, *motion)
    base, links, rotors = read(path)
    bodies = columns @ np.ravel(links) + np.asarray(rotors) * motion[2]
    np.testing.assert_allclose(bodies, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())
    standard, armature = np.zeros(10 * JOINTS), np.zeros(JOINTS)
    for expression, value in base:
        name, number = LEADING.match(expression).groups()
        if name == "Ia":
            armature[int(number) - 1] = value
        else:
            standard[10 * (int(number) - 1) + LINK_PARAMETERS.index(name)] = value
    found = columns @ standard + armature * motion[2]
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())
