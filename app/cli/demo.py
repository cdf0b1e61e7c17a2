"""``torsion demo``: the virtual robot commissioned: excited, identified, its gears judged, verified."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.command import Commands, Context, ExitCode, add_command
from app.cli.identification import exit_code
from app.cli.identification_tables import identification_tables
from app.cli.output import present
from app.cli.verification_tables import verification_json, verification_lines
from app.error_text import reason_text
from core.exchange.export_json import identification_json, write_json
from core.monitor import PartOfMonitor
from core.quality import Judgement, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from app.work.virtual_commissioning import Commissioned
    from core.robot.model import RobotModel
    from core.storage.visit import Visit

_COMMISSIONING_SHARE = 0.95
"""Of the time that all takes."""


def add_to(commands: Commands) -> None:
    """Add ``demo``."""
    parser = add_command(
        commands,
        "demo",
        _demo,
        summary="Commission the virtual robot: excite, identify, judge the gears, verify, report.",
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
    from app.cli.deflection_tables import deflection_json
    from app.cli.visit_file import robot_of
    from app.work.virtual_commissioning import commission_virtual
    from core.robot.library import load_robot
    from core.storage.visit import Visit

    load_robot(arguments.robot)  # a wrong name is told before an earlier demo gives way
    arguments.out.mkdir(parents=True, exist_ok=True)
    path = arguments.out / "demo.h5"
    path.unlink(missing_ok=True)
    part = PartOfMonitor(context.monitor, first=0.0, last=_COMMISSIONING_SHARE)
    done = commission_virtual(path, robot=arguments.robot, seed=arguments.seed, monitor=part)
    with Visit.open(path) as visit:
        robot = robot_of(visit)
        files = [str(path), *_report(arguments.out, robot, visit, done, context)]
    document = {
        **identification_json(done.result, reason_text=reason_text),
        "deflection": None if done.elasticity is None else deflection_json(done.elasticity, tool={}),
        "verification": verification_json(done.verification),
        "mark": done.result.provenance.shown_mark.value,
        "seed": arguments.seed,
        "files": files,
    }
    readable = (
        *identification_tables(done.result, joints=robot.joint_names),
        *_gears(done),
        "Verified on motion that it had not seen:",
        *verification_lines(done.verification),
        *(f"Written: {name}" for name in files),
    )
    present(arguments, document, *readable)
    worst = max((done.result.judgement, done.verification.judgement), key=_badness)
    return exit_code(worst.verdict)


def _gears(done: "Commissioned") -> "Iterator[RenderableType]":
    from app.cli.deflection_tables import deflection_lines

    if done.elasticity is None:
        yield "No joint has both encoders: nothing can be said of the gears."
        return
    yield "What the twist of the gears says:"
    yield from deflection_lines(done.elasticity, tool={})


def _badness(judgement: Judgement) -> int:
    return list(Verdict).index(judgement.verdict)


def _report(
    folder: Path, robot: "RobotModel", visit: "Visit", done: "Commissioned", context: Context
) -> list[str]:
    from app.cli.deflection_tables import deflection_json
    from app.reports.stored_model import write_report

    report, plain = folder / "report.pdf", folder / "report.json"
    recordings = {label: visit.recording(label) for label in visit.labels}
    last = PartOfMonitor(context.monitor, first=_COMMISSIONING_SHARE, last=1.0)
    write_report(
        done.result,
        robot,
        recordings,
        path=report,
        monitor=last,
        verification=done.verification,
        elasticity=done.elasticity,
    )
    beside = {} if done.elasticity is None else {"elasticity": deflection_json(done.elasticity, tool={})}
    write_json(done.result, plain, reason_text=reason_text, beside=beside)
    return [str(report), str(plain)]
