"""Possible bodies of whole identifications: their cost, what they are made of, what simulates them."""

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from core.base_parameters import find_base_parameters, standard_regressor
from core.errors import BadRequest
from core.estimation.physical import smallest_eigenvalues
from core.exchange.export import export_urdf
from core.exchange.export_json import identification_json
from core.exchange.export_mjcf import export_mjcf
from core.exchange.import_recording import import_recording
from core.fields import from_fields, to_fields
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import FrictionKind, IdentificationSettings
from core.identification.synthetic import synthesize
from core.quality import Verdict
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel
from tests.core.exchange.test_export_mjcf import mujoco_torque
from tests.core.exchange.test_export_urdf import pinocchio_torque
from tests.core.identification.test_real_arms import UR10E_FITTED, UR10E_HELD_OUT, UR10E_ROWS

PLAIN = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS, physical=True)


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load_robot("ur10e")


@pytest.fixture(scope="module")
def runs(robot: RobotModel) -> dict[str, Recording]:
    return {
        label: synthesize(robot, seed=3, duration_s=duration, label=label)
        for label, duration in (("fit", 30.0), ("kept", 15.0))
    }


def found(result: IdentificationResult):
    assert result.physical is not None
    return result.physical


def test_consistent_bodies_cost_the_ur10e_no_accuracy(robot: RobotModel, shared_data: Path) -> None:
    runs = {
        label: import_recording(shared_data / "ur10e" / f"{label}.csv", layout="ur10e-31", rows=rows)
        for label, rows in UR10E_ROWS.items()
    }
    settings = IdentificationSettings(physical=True)
    result = identify(runs, robot, fit=UR10E_FITTED, validate=[UR10E_HELD_OUT], settings=settings)
    physical = found(result)
    assert physical.feasible
    assert np.all(physical.min_eigenvalue > 0.0)
    assert np.all(physical.rotor_inertia > 0.0)
    assert physical.cost < 0.01
    assert physical.held_out_cost is not None
    assert physical.held_out_cost < 0.02
    assert physical.judgement.verdict is Verdict.GOOD
    _simulates(robot, result, runs[UR10E_HELD_OUT])


def _simulates(robot: RobotModel, result: IdentificationResult, recording: Recording) -> None:
    """The files give the rigid torque of the possible bodies along a recording."""
    rows = slice(100, None, 97)
    q = np.asarray(recording.columns[Quantity.POSITION])[rows]
    v = np.asarray(recording.columns[Quantity.VELOCITY])[rows]
    a = np.gradient(np.asarray(recording.columns[Quantity.VELOCITY]), recording.time, axis=0)[rows]
    physical = found(result)
    base = find_base_parameters(robot)
    sign = robot.reported_sign
    columns = standard_regressor(
        robot, robot.position_from_reported(q), v * sign, a * sign, rotor_inertia=True
    )
    expected = sign * (base.columns(columns) @ physical.estimate[: base.count])
    tolerance = 1e-6 * np.abs(expected).max(axis=0)
    assert np.all(np.abs(mujoco_torque(export_mjcf(result, robot).text, q, v, a) - expected) <= tolerance)
    pytest.importorskip("pinocchio")
    found_there = pinocchio_torque(export_urdf(result, robot).text, robot, q, v, a)
    assert np.all(np.abs(found_there + physical.rotor_inertia * a - expected) <= tolerance)


@pytest.mark.parametrize(("name", "cutoff_hz"), [("tx40", 10.0), ("lwr4", 6.0)])
def test_consistent_fit_works_with_coupling_and_link_side_sensors(
    shared_data: Path, name: str, cutoff_hz: float
) -> None:
    file = {"tx40": "tx40.npz", "lwr4": "lwr4_3.npz"}[name]
    recording = import_recording(shared_data / name / file, layout="npz", label="run")
    settings = replace(PLAIN, filter_hz=cutoff_hz, moving_only=False)
    result = identify({"run": recording}, load_robot(name), fit=["run"], settings=settings)
    physical = found(result)
    assert physical.feasible
    assert np.all(smallest_eigenvalues(physical.standard) > 0.0)
    assert physical.held_out_cost is None
    assert np.all((physical.rotor_inertia > 0.0) == result.with_rotor_inertia)
    assert physical.cost >= 0.0
    mujoco.MjModel.from_xml_string(export_mjcf(result, load_robot(name)).text)


def test_masses_stay_within_the_described_ones(robot: RobotModel, runs: dict[str, Recording]) -> None:
    result = identify(
        runs, robot, fit=["fit"], validate=["kept"], settings=replace(PLAIN, mass_tolerance=0.15)
    )
    physical = found(result)
    described = robot.inertial_parameters[:, 0]
    assert physical.feasible
    assert np.all(np.abs(physical.standard[:, 0] / described - 1.0) <= 0.15 + 1e-6)
    assert physical.held_out_cost is not None
    assert abs(physical.held_out_cost) < 0.02
    assert to_fields(from_fields(IdentificationResult, to_fields(result))).keys() == to_fields(result).keys()


def test_wrong_masses_raise_the_residual_and_are_reported(
    robot: RobotModel, runs: dict[str, Recording]
) -> None:
    heavy = robot.inertial_parameters * np.array([1.0, 3.0, 3.0, 3.0, 3.0, 3.0])[:, np.newaxis]
    wrong = replace(robot, inertial_parameters=heavy)
    result = identify(
        runs, wrong, fit=["fit"], validate=["kept"], settings=replace(PLAIN, mass_tolerance=0.02)
    )
    physical = found(result)
    assert physical.feasible
    assert physical.judgement.verdict is Verdict.USABLE
    assert [reason.code for reason in physical.judgement.reasons] == ["physical-costs-on-held-out-motion"]
    alone = identify(runs, wrong, fit=["fit"], settings=replace(PLAIN, mass_tolerance=0.02))
    assert [reason.code for reason in found(alone).judgement.reasons] == ["physical-costs-in-the-fit"]


def test_an_arm_without_masses_gets_assumed_solid_bodies(
    robot: RobotModel, runs: dict[str, Recording]
) -> None:
    bare = replace(robot, inertial_parameters=None)
    result = identify(runs, bare, fit=["fit"], validate=["kept"], settings=PLAIN)
    physical = found(result)
    assert physical.feasible
    assert np.all(physical.min_eigenvalue > 0.0)
    assert [reason.code for reason in physical.judgement.reasons] == ["physical-reference-assumed"]
    assert export_mjcf(result, bare).physical
    with pytest.raises(BadRequest) as caught:
        identify(runs, bare, fit=["fit"], settings=replace(PLAIN, mass_tolerance=0.1))
    assert caught.value.code == "no-described-masses"


def test_the_document_has_links_and_only_finite_numbers(
    robot: RobotModel, runs: dict[str, Recording]
) -> None:
    result = identify(runs, robot, fit=["fit"], settings=PLAIN)
    document = identification_json(result)["physical"]
    assert document["feasible"]
    assert [link["joint"] for link in document["links"]] == list(robot.joint_names)
    assert document["links"][2]["mass"] == found(result).standard[2, 0]
    assert document["links"][2]["inertia"]["iyy"] == found(result).standard[2, 6]
    assert document["min_eigenvalue"] == found(result).min_eigenvalue.tolist()
    nothing = replace(found(result), feasible=False, standard=np.full((6, 10), np.nan), cost=np.nan)
    empty = identification_json(replace(result, physical=nothing))["physical"]
    assert empty["links"][0]["mass"] is None
    assert empty["cost"] is None
    assert identification_json(replace(result, physical=None))["physical"] is None
