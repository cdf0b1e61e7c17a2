"""A file for simulators is proven by the motion it was identified from, and a wrong one is not."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadRequest
from core.exchange.export import simulator_file
from core.exchange.export_file import ExportKind
from core.exchange.export_proof import fresh_labels, proof_json, prove_export
from core.friction.models import FrictionKind
from core.identification.identify import identify
from core.identification.settings import IdentificationSettings
from core.quality import Verdict
from core.recording import Quantity, Recording
from core.robot.dynamics import inverse_dynamics
from core.robot.model import Joint, RobotModel
from tests.core.exchange.test_export_urdf import links

CONSTANT, DAMPING = np.array([4.0, 3.0]), np.array([2.0, 1.0])
ROTOR = np.array([0.5, 0.3])
BODIES = links(4, 2)
ROBOT = RobotModel(
    "two",
    (Joint("first"), Joint("second", a=0.4, alpha=-np.pi / 2)),
    gravity=np.array([0.0, 9.81, 0.0]),
    inertial_parameters=BODIES * 0.8,
)


def run(label: str, seed: int) -> Recording:
    """An arm of known bodies, rotors and friction on a smooth random motion of 8 s."""
    draw = np.random.default_rng(seed)
    time = np.arange(0.0, 8.0, 0.01)
    orders = np.arange(1, 5) * 2.0 * np.pi / 4.0
    size, phase = draw.uniform(0.1, 0.4, (2, 4)), draw.uniform(0.0, 6.0, (2, 4))
    angle = time[:, np.newaxis, np.newaxis] * orders + phase
    q = (size * np.sin(angle)).sum(axis=2)
    v = (size * orders * np.cos(angle)).sum(axis=2)
    a = -(size * orders**2 * np.sin(angle)).sum(axis=2)
    torque = inverse_dynamics(ROBOT, q, v, a, parameters=BODIES, rotor_inertia=ROTOR)
    torque = torque + CONSTANT * np.sign(v) + DAMPING * v
    columns = {Quantity.POSITION: q, Quantity.VELOCITY: v, Quantity.TORQUE: torque}
    return Recording(label=label, time=time, columns=columns, payload_mass=0.0)


@pytest.fixture(scope="module")
def runs():
    return {label: run(label, seed) for seed, label in enumerate(("fit", "fresh"))}


@pytest.fixture(scope="module")
def result(runs):
    settings = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS, physical=True)
    return identify(runs, ROBOT, fit=["fit"], validate=["fresh"], settings=settings)


def proof(result, runs, *, kind=ExportKind.MJCF, made=None):
    made = made or simulator_file(result, ROBOT, kind=kind)
    fresh = {label: runs[label] for label in fresh_labels(result)}
    return prove_export(made, result, ROBOT, fresh, kind=kind)


def test_a_right_file_follows_fresh_motion_better_than_its_description(result, runs):
    found = proof(result, runs)
    (replay,) = found.replays
    assert (replay.recording, replay.used_in_fit) == ("fresh", False)
    assert found.judgement.verdict is Verdict.GOOD
    assert found.rigid_difference < 1e-9
    assert replay.exported.torque_share < 0.05
    assert replay.exported.position_max.max() < 0.01
    assert replay.described.torque_share > 3.0 * replay.exported.torque_share
    assert replay.described.total_position_rms > 3.0 * replay.exported.total_position_rms


def test_a_urdf_is_replayed_too_and_its_rotors_are_missed(result, runs):
    urdf, mjcf = (proof(result, runs, kind=kind) for kind in (ExportKind.URDF, ExportKind.MJCF))
    assert urdf.rigid_difference < 1e-9
    assert urdf.replays[0].exported.total_torque_rms > 1.2 * mjcf.replays[0].exported.total_torque_rms


def test_a_wrong_file_is_called_wrong(result, runs):
    made = simulator_file(result, ROBOT, kind=ExportKind.MJCF)
    heavy = made.text.replace('frictionloss="', 'frictionloss="1')  # 4 N·m becomes 14
    found = proof(result, runs, made=replace(made, text=heavy))
    assert found.judgement.verdict is Verdict.REPEAT
    assert found.judgement.reasons[0].code == "replay-error"
    turned = made.text.replace('gravity="0.0 9.81 0.0"', 'gravity="0.0 -98100.0 0.0"')
    lost = proof(result, runs, made=replace(made, text=turned))
    assert [reason.code for reason in lost.judgement.reasons] == ["replay-lost"]
    assert lost.rigid_difference > 1.0
    document = proof_json(lost)
    assert document["recordings"][0]["exported"]["torque_share"] is None
    assert document["verdict"] == "repeat"


def test_a_gap_is_not_replayed(result, runs):
    fresh = runs["fresh"]
    kept = np.concatenate([np.arange(300), np.arange(500, 800)])
    cut = replace(
        fresh,
        time=fresh.time[kept],
        columns={quantity: values[kept] for quantity, values in fresh.columns.items()},
    )
    (whole,), (pieces,) = (
        prove_export(
            simulator_file(result, ROBOT, kind=ExportKind.MJCF), result, ROBOT, {"fresh": one},
            kind=ExportKind.MJCF,
        ).replays
        for one in (fresh, cut)
    )  # fmt: skip
    assert pieces.seconds < whole.seconds - 1.5
    assert pieces.exported.position_max.max() < 2.0 * whole.exported.position_max.max()


def test_what_no_simulator_reads_is_refused(result, runs):
    with pytest.raises(BadRequest, match="export-not-provable"):
        proof(
            result,
            runs,
            kind=ExportKind.CSV,
            made=simulator_file(result, ROBOT, kind=ExportKind.MJCF),
        )
