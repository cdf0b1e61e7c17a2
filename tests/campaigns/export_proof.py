"""Exported models where they are used: in MuJoCo, and in Pinocchio, on three arms.

A virtual EC66 is fitted to two random motions, a UR10e to four runs, a TX40 to 60 % of its run. Each
is proven on motion kept back, as ``torsion export --prove`` does. Real recordings are only read; the
measurement holds figures alone.

``python tests/campaigns/export_proof.py``
"""

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pinocchio
from _measurement import REPOSITORY, write_measurement
from _virtual_runs import random_excitation, record_runs
from setup_checks import FOUR, ONE, ur10e_runs

from core.exchange.export import export_identification
from core.exchange.export_bodies import ArmExport
from core.exchange.export_file import ExportKind
from core.exchange.export_proof import prove_export, rigid_torque
from core.exchange.import_recording import import_recording
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import CHOSEN_BY_DATA
from core.recording import FloatArray, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel
from devices.virtual.physics.truth import true_arm

NAME = "export_proof"
SEED = 31
TX40_SHARE = 0.6
PERIOD_S, CYCLES = 20.0, 2


def arms(data: Path) -> Iterator[tuple[str, RobotModel, dict[str, Recording], list[str], str]]:
    """Name, robot, recordings, those of the fit and the one kept back."""
    robot = load_robot("ec66")
    motions = [
        random_excitation(robot, seed=SEED + number, period_s=PERIOD_S, cycles=CYCLES) for number in range(3)
    ]
    known = replace(robot, drive_gain=true_arm(robot, SEED).drive.gain)
    yield "ec66", known, record_runs(robot, motions, seed=SEED), ["run 0", "run 1"], "run 2"
    yield "ur10e", load_robot("ur10e"), ur10e_runs(data), list(FOUR), ONE[0]
    whole = import_recording(data / "tx40" / "tx40.npz", layout="npz")
    middle = int(TX40_SHARE * whole.time.size)
    parts = {
        "first": replace(whole.block(0, middle), label="first"),
        "rest": replace(whole.block(middle, whole.time.size), label="rest"),
    }
    yield "tx40", load_robot("tx40"), parts, ["first"], "rest"


def pinocchio_difference(made: ArmExport, result: IdentificationResult, robot: RobotModel) -> float:
    """Largest difference of Pinocchio's inverse dynamics of a URDF, rotors added, over the largest torque."""
    model = pinocchio.buildModelFromXML(made.text)
    model.gravity.linear = np.array([0.0, 0.0, -np.linalg.norm(robot.gravity)])
    data, draw = model.createData(), np.random.default_rng(SEED)
    motion = tuple(draw.uniform(-1.5, 1.5, (200, robot.joint_count)) for _ in range(3))
    found = np.array(
        [pinocchio.rnea(model, data, _places(model, q), v, a).copy() for q, v, a in zip(*motion, strict=True)]
    )
    expected = rigid_torque(result, robot, motion, made=made)
    return float(np.abs(found + made.rotor_inertia * motion[2] - expected).max() / np.abs(expected).max())


def _places(model: pinocchio.Model, position: FloatArray) -> FloatArray:
    """Positions as Pinocchio takes them: joints without limits by cosine and sine."""
    return np.concatenate(
        [
            [np.cos(x), np.sin(x)] if model.joints[number + 1].nq == 2 else [x]
            for number, x in enumerate(position)
        ]
    )


def figures(data: Path, folder: Path) -> dict[str, object]:
    """All figures by their names."""
    numbers: dict[str, object] = {}
    for name, robot, runs, fit, fresh in arms(data):
        settings = replace(CHOSEN_BY_DATA, physical=True)
        result = identify(runs, robot, fit=fit, validate=[fresh], settings=settings)
        for kind in (ExportKind.MJCF, ExportKind.URDF):
            made = export_identification(result, robot, kind=kind, path=folder / f"{name}.{kind.ending}")
            proof = prove_export(made, result, robot, {fresh: runs[fresh]}, kind=kind)
            replay, what = proof.replays[0], f"{name}, {kind.value}"
            numbers |= {
                f"{what}: rigid-body difference": proof.rigid_difference,
                f"{what}: torque error, share": replay.exported.torque_share,
                f"{what}: torque error, N·m": replay.exported.total_torque_rms,
                f"{what}: position error, rad": replay.exported.total_position_rms,
                f"{what}: verdict": proof.judgement.verdict.value,
                f"{what}: not reproduced": [*made.not_physical, *made.not_in_file],
            }
            if kind is ExportKind.URDF:
                numbers[f"{what}: rigid-body difference in Pinocchio"] = pinocchio_difference(
                    made, result, robot
                )
            elif replay.described is not None:
                numbers |= {
                    f"{name}, description: torque error, share": replay.described.torque_share,
                    f"{name}, description: torque error, N·m": replay.described.total_torque_rms,
                    f"{name}, description: position error, rad": replay.described.total_position_rms,
                }
        numbers[f"{name}: error of the whole model, share"] = result.validation[-1].total_relative_error
        numbers[f"{name}: seconds"] = replay.seconds
    return numbers


def main() -> None:
    """Run the campaign and write its measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=REPOSITORY.parent / "shared" / "data")
    parser.add_argument("--quick", action="store_true", help="write no measurement")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        numbers = figures(arguments.data, Path(folder))
    for what, value in numbers.items():
        print(f"{what}: {value}", flush=True)
    if not arguments.quick:
        print(write_measurement(NAME, seed=SEED, numbers=numbers))


if __name__ == "__main__":
    main()
