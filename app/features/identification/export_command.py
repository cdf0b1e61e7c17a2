"""``torsion export``: a stored model, or a payload, in a form that other programs and robots read."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import reason_text
from app.terminal.command import Context, ExitCode, WrongUse, be_command
from app.terminal.output import Verbatim, present
from app.terminal.outputs import OutputOption
from core.exchange.export_file import ExportKind
from core.exchange.payload_forms import PayloadForm
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from core.exchange.export_bodies import ArmExport


_MODELS = tuple(kind.value for kind in ExportKind)
_PAYLOADS = tuple(form.value for form in PayloadForm)


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion export``."""
    be_command(parser, _export)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument(
        "--to",
        required=True,
        choices=[*_MODELS, *_PAYLOADS],
        help=f"the model: {', '.join(_MODELS)}; the payload: {', '.join(_PAYLOADS)}",
    )
    parser.add_argument(
        "--out",
        action=OutputOption,
        kind=_kind,
        metavar="FILE",
        help="needed for a model; a payload is printed without it",
    )
    parser.add_argument("--result", metavar="KEY", help="which result; the last one without it")


def _kind(arguments: argparse.Namespace, _path: Path) -> OutputKind:
    return PayloadForm(arguments.to).output_kind if arguments.to in _PAYLOADS else OutputKind(arguments.to)


def _export(arguments: argparse.Namespace, context: Context) -> ExitCode:
    if arguments.to in _PAYLOADS:
        return _export_payload(arguments, context)
    if arguments.out is None:
        raise WrongUse("A model is written into a file: name it with --out FILE.")
    return _export_model(arguments, context)


def _export_payload(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.terminal.visit_file import stored_payload_result
    from core.exchange.payload_forms import payload_text
    from core.exchange.payload_numbers import payload_numbers
    from core.storage.output_writer import write_whole
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        found = stored_payload_result(visit, arguments.result)
    context.monitor.check()
    form = PayloadForm(arguments.to)
    numbers, text = payload_numbers(found), payload_text(found, form)
    verdict = found.judgement.verdict.value
    document: dict[str, object] = {
        "file": None if arguments.out is None else str(arguments.out),
        "to": form.value,
        "text": text,
        "mass": numbers.mass,
        "center_of_mass": numbers.center.tolist(),
        "inertia_about_center": None if numbers.inertia is None else numbers.inertia.tolist(),
        "verdict": verdict,
        "mark": found.mark.value,
    }
    lines: list[str] = [Verbatim(text.rstrip("\n"))]
    if arguments.out is not None:
        write_whole(arguments.out, text.encode())
        lines = [Verbatim(f"Written: {arguments.out} (verdict {verdict})")]
        if form is PayloadForm.FRANKA:
            lines.append("The transformation is the flange itself: set the tool frame at the robot.")
        if numbers.inertia is None:
            lines.append("The inertia was not measured; the file says so, or has zeros.")
    present(arguments, document, *lines)
    return ExitCode.SUCCESS


def _export_model(arguments: argparse.Namespace, context: Context) -> ExitCode:
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
