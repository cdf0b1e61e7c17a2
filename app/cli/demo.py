"""``torsion demo``: the whole work on recordings computed from a seed, beside the truth behind them."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import RenderableType

from app.cli.command import Commands, Context, ExitCode, add_command
from app.cli.identification import exit_code, run_identification
from app.cli.identification_tables import SYNTHETIC_MARK, identification_tables
from app.cli.output import present, table
from app.error_text import reason_text
from core.exchange.export_json import identification_json, write_json
from core.identification.result import IdentificationResult
from core.identification.settings import IdentificationSettings
from core.recording import FloatArray, Recording

if TYPE_CHECKING:
    from core.robot.model import RobotModel

_FIT = ("fit-1", "fit-2", "fit-3")
_VALIDATE = ("check",)
_DURATION_S = 50.0
_CLOSE_STDS = 3.0


def add_to(commands: Commands) -> None:
    """Add ``demo``."""
    parser = add_command(
        commands, "demo", _demo, summary="Identify a synthetic recording made from a seed, and report."
    )
    parser.add_argument("--robot", default="generic-6r", metavar="NAME", help="default: %(default)s")
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("torsion-demo"),
        metavar="DIR",
        help="where the visit and the report go; default: %(default)s",
    )
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="default: %(default)s")


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 0 up")
    return int(text)


def _demo(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.robot.library import load_robot

    robot = load_robot(arguments.robot)
    arguments.out.mkdir(parents=True, exist_ok=True)
    recordings = _recordings(robot, seed=arguments.seed, context=context)
    result, finished = run_identification(
        recordings,
        robot,
        fit=_FIT,
        validate=_VALIDATE,
        settings=IdentificationSettings(),
        context=context,
    )
    files = _store(arguments.out, robot, recordings, result if finished else None, context)
    truth = true_base_parameters(result, robot, seed=arguments.seed)
    document = {
        **identification_json(result, reason_text=reason_text),
        "synthetic": True,
        "seed": arguments.seed,
        "truth": _truth_json(result, truth),
        "within_3_std": _close_count(result, truth),
        "files": files,
    }
    present(arguments, document, *_readable(result, robot, truth, files))
    return exit_code(result.judgement.verdict) if finished else ExitCode.NOT_TRUSTWORTHY


def true_base_parameters(result: IdentificationResult, robot: "RobotModel", *, seed: int) -> FloatArray:
    """The base parameters (b,) of the arm that the seed stands for."""
    from core.base_parameters import find_base_parameters
    from core.identification.synthetic import synthetic_arm

    arm = synthetic_arm(robot, seed=seed)
    base = find_base_parameters(robot, rotor_inertia=result.with_rotor_inertia)
    rotors = arm.rotor_inertia if result.with_rotor_inertia else np.empty(0)
    return np.asarray(base.grouping @ np.concatenate([arm.parameters.ravel(), rotors]))


def _recordings(robot: "RobotModel", *, seed: int, context: Context) -> dict[str, Recording]:
    from core.identification.synthetic import synthesize

    made = {}
    for label in (*_FIT, *_VALIDATE):
        context.monitor.check()
        context.monitor.report(0.0, f"synthetic recording {label}")
        made[label] = synthesize(robot, seed=seed, duration_s=_DURATION_S, label=label)
    return made


def _store(
    folder: Path,
    robot: "RobotModel",
    recordings: Mapping[str, Recording],
    result: IdentificationResult | None,
    context: Context,
) -> list[str]:
    """The visit, and with a finished model its report; an earlier demo in the folder gives way."""
    from app.cli.visit_file import IDENTIFICATION
    from app.reports.stored_model import write_report
    from core.robot.toml_format import write_toml
    from core.storage.visit import Visit

    path = folder / "demo.h5"
    path.unlink(missing_ok=True)
    with Visit.create(path, robot_toml=write_toml(robot)) as visit, visit.change() as draft:
        for recording in recordings.values():
            draft.add_recording(recording)
        if result is not None:
            draft.add_result(IDENTIFICATION, result)
    if result is None:
        return [str(path)]
    report, plain = folder / "report.pdf", folder / "report.json"
    write_report(result, robot, recordings, path=report, monitor=context.monitor)
    write_json(result, plain, reason_text=reason_text)
    return [str(path), str(report), str(plain)]


def _truth_json(result: IdentificationResult, truth: FloatArray) -> list[dict[str, object]]:
    return [
        {
            "expression": parameter.expression,
            "value": float(parameter.value),
            "std": float(parameter.std),
            "truth": float(true),
            "unit": parameter.unit,
        }
        for parameter, true in zip(result.base_parameters, truth, strict=True)
    ]


def _close_count(result: IdentificationResult, truth: FloatArray) -> int:
    return sum(
        abs(parameter.value - true) <= _CLOSE_STDS * parameter.std
        for parameter, true in zip(result.base_parameters, truth.tolist(), strict=True)
    )


def _readable(
    result: IdentificationResult, robot: "RobotModel", truth: FloatArray, files: list[str]
) -> list[RenderableType]:
    rows = [tuple(line.values()) for line in _truth_json(result, truth)]
    count = _close_count(result, truth)
    return [
        SYNTHETIC_MARK,
        *identification_tables(result, joints=robot.joint_names),
        table("Against the truth behind the seed", ("parameter", "identified", "±", "truth", "unit"), rows),
        f"{count} of {len(rows)} base parameters are within three standard deviations of the truth.",
        *(f"Written: {name}" for name in files),
    ]
