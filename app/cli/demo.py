"""``torsion demo``: the virtual robot recorded, identified, judged on a run held back, and reported."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.cli.command import Commands, Context, ExitCode, add_command
from app.cli.identification import exit_code, run_identification
from app.cli.identification_tables import identification_tables
from app.cli.output import present
from app.error_text import reason_text
from core.exchange.export_json import identification_json, write_json
from core.identification.result import IdentificationResult
from core.identification.settings import IdentificationSettings
from core.monitor import PartOfMonitor
from core.recording import Recording

if TYPE_CHECKING:
    from core.robot.model import RobotModel

_RECORDING_SHARE = 0.8
"""Of the time that all takes."""


def add_to(commands: Commands) -> None:
    """Add ``demo``."""
    parser = add_command(
        commands, "demo", _demo, summary="Record the virtual robot, identify it, verify, and report."
    )
    parser.add_argument("--robot", default="generic-6r", metavar="NAME", help="default: %(default)s")
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("torsion-demo"),
        metavar="DIR",
        help="where the visit and the report go; default: %(default)s",
    )
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="which arm; default: %(default)s")


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 0 up")
    return int(text)


def _demo(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.cli.visit_file import IDENTIFICATION, robot_of
    from app.work.virtual_visit import FIT_RUNS, HELD_OUT_RUNS, record_virtual_visit
    from core.robot.library import load_robot
    from core.storage.visit import Visit

    load_robot(arguments.robot)  # a wrong name is told before an earlier demo gives way
    arguments.out.mkdir(parents=True, exist_ok=True)
    path = arguments.out / "demo.h5"
    path.unlink(missing_ok=True)
    part = PartOfMonitor(context.monitor, first=0.0, last=_RECORDING_SHARE)
    record_virtual_visit(path, robot=arguments.robot, seed=arguments.seed, monitor=part)
    with Visit.open(path) as visit:
        robot = robot_of(visit)
        recordings = {label: visit.recording(label) for label in visit.labels}
        result, finished = run_identification(
            recordings,
            robot,
            fit=FIT_RUNS,
            validate=HELD_OUT_RUNS,
            settings=IdentificationSettings(),
            context=context,
        )
        files = [str(path)]
        if finished:
            visit.add_result(IDENTIFICATION, result)
            files += _report(arguments.out, robot, recordings, result, context)
    document = {
        **identification_json(result, reason_text=reason_text),
        "mark": result.provenance.shown_mark.value,
        "seed": arguments.seed,
        "files": files,
    }
    present(arguments, document, *_readable(result, robot, files))
    return exit_code(result.judgement.verdict) if finished else ExitCode.NOT_TRUSTWORTHY


def _report(
    folder: Path,
    robot: "RobotModel",
    recordings: Mapping[str, Recording],
    result: IdentificationResult,
    context: Context,
) -> list[str]:
    from app.reports.stored_model import write_report

    report, plain = folder / "report.pdf", folder / "report.json"
    write_report(result, robot, recordings, path=report, monitor=context.monitor)
    write_json(result, plain, reason_text=reason_text)
    return [str(report), str(plain)]


def _readable(result: IdentificationResult, robot: "RobotModel", files: list[str]) -> list[RenderableType]:
    return [
        *identification_tables(result, joints=robot.joint_names),
        *(f"Written: {name}" for name in files),
    ]
