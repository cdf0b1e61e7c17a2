"""``torsion export``: a stored model in a form that other programs read."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import reason_text
from app.terminal.command import Commands, Context, ExitCode, add_command
from app.terminal.output import present
from app.terminal.outputs import OutputOption
from core.exchange.export_file import ExportKind
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from core.exchange.export_bodies import ArmExport


def add_to(commands: Commands) -> None:
    """Add ``torsion export`` to the command line."""
    parser = add_command(commands, "export", _export, summary="A stored model for other programs.")
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--to", required=True, choices=[kind.value for kind in ExportKind])
    parser.add_argument("--out", required=True, action=OutputOption, kind=_kind, metavar="FILE")
    parser.add_argument("--result", metavar="KEY", help="which model; the last one without it")


def _kind(arguments: argparse.Namespace, _path: Path) -> OutputKind:
    return OutputKind(arguments.to)


def _export(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.terminal.visit_file import stored_identification
    from app.visit.recordings import robot_of
    from core.exchange.export import export_identification
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        result = stored_identification(visit, arguments.result)
        context.monitor.check()
        written = export_identification(
            result,
            robot_of(visit),
            kind=ExportKind(arguments.to),
            path=arguments.out,
            reason_text=reason_text,
        )
    document: dict[str, object] = {
        "file": str(arguments.out),
        "to": arguments.to,
        "verdict": result.judgement.verdict.value,
        "synthetic": result.provenance.synthetic,
        "mark": result.provenance.shown_mark.value,
    }
    lines = [f"Written: {arguments.out} (verdict {result.judgement.verdict.value})"]
    if written is not None:
        document |= {
            "determined": list(written.determined),
            "filled": list(written.filled),
            "not_physical": list(written.not_physical),
            "rotor_inertia": written.rotor_inertia.tolist(),
            "physical": written.physical,
        }
        lines += _simulation_lines(written, ExportKind(arguments.to))
    present(arguments, document, *lines)
    return ExitCode.SUCCESS


def _simulation_lines(written: "ArmExport", kind: ExportKind) -> list[str]:
    lines = [
        f"{len(written.determined)} inertial parameters are determined by the data; "
        f"{len(written.filled)} are chosen near the robot description."
    ]
    if kind is ExportKind.URDF:
        lines.append("Rotor inertia and friction have no place in a URDF; they are in comments or left out.")
    else:
        lines.append("The armature of each joint is its rotor inertia; friction is left out.")
    if not written.physical:
        lines.append(
            "This result has no nearest possible bodies. Identify with --physical for a file whose links can "
            "all exist."
        )
    if written.not_physical:
        lines.append(
            f"The identified inertia of {', '.join(written.not_physical)} is not physically possible, so "
            "the description's own stands there and the file does not reproduce the identified torque."
        )
    return lines
