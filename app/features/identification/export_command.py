"""``torsion export``: a model, a payload, or recorded signals, as other programs and robots read them."""

import argparse
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import reason_text
from app.speech.words import verdict_word
from app.terminal.command import (
    Context,
    ExitCode,
    OutputOption,
    Verbatim,
    WrongUse,
    be_command,
    exit_code,
    present,
    table,
)
from app.terminal.presentation_lines import judgement_lines
from core.errors import BadRequest
from core.exchange.export_file import PROVABLE, ExportKind, SignalFile
from core.exchange.marks import friction_remark
from core.exchange.payload_forms import PayloadForm
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from rich.console import RenderableType

    from core.exchange.export_bodies import ArmExport
    from core.exchange.export_proof import ExportProof
    from core.exchange.simulated_arm import ReplayError


_MODELS = tuple(kind.value for kind in ExportKind)
_PAYLOADS = tuple(form.value for form in PayloadForm)
_SIGNALS = tuple(kind.value for kind in SignalFile)


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion export``."""
    be_command(parser, _export)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument(
        "--to",
        required=True,
        choices=list(dict.fromkeys((*_MODELS, *_PAYLOADS, *_SIGNALS))),
        help=f"the model: {', '.join(_MODELS)}; the payload: {', '.join(_PAYLOADS)}; signals of a recording: "
        f"{', '.join(_SIGNALS)} (csv with --signals)",
    )
    parser.add_argument(
        "--out",
        action=OutputOption,
        kind=_kind,
        metavar="FILE",
        help="needed for a model and for signals; a payload is printed without it",
    )
    parser.add_argument("--result", metavar="KEY", help="which result; the last one without it")
    parser.add_argument(
        "--prove",
        action="store_true",
        help="mjcf, urdf: replay recorded motion in MuJoCo with the file, in closed loop; shows its errors "
        "in position and torque beside those of the description; JSON keys: proof.simulator, loop_hz, "
        "rigid_difference, verdict, reasons, recordings[].exported and .described with position_rms, "
        "position_max, torque_rms, total_position_rms, total_torque_rms, torque_share",
    )
    parser.add_argument(
        "--recordings",
        nargs="+",
        metavar="LABEL",
        help="with --prove: the recordings to replay; default: those kept back from the fit, else its own; "
        "with signals: the one that is written; default: the only one",
    )
    parser.add_argument(
        "--signals",
        nargs="*",
        metavar="SIGNAL",
        help="names with the number of the joint, such as twist_2, or lines of them, such as "
        '"missed_2 = torque_2 - model_2"; all without one; torsion show lists what was recorded',
    )


def _kind(arguments: argparse.Namespace, _path: Path) -> OutputKind:
    return PayloadForm(arguments.to).output_kind if arguments.to in _PAYLOADS else OutputKind(arguments.to)


def _export(arguments: argparse.Namespace, context: Context) -> ExitCode:
    if _are_signals(arguments):
        return _export_signals(arguments, context)
    if arguments.signals is not None:
        raise WrongUse(f"Signals are written as {', '.join(_SIGNALS)}, not as {arguments.to}.")
    if arguments.recordings and not arguments.prove:
        raise WrongUse("--recordings names what --prove replays; add --prove.")
    if arguments.prove and arguments.to not in PROVABLE:
        raise BadRequest("export-not-provable", kind=arguments.to)
    if arguments.to in _PAYLOADS:
        return _export_payload(arguments, context)
    if arguments.out is None:
        raise WrongUse("A model is written into a file: name it with --out FILE.")
    return _export_model(arguments, context)


def _are_signals(arguments: argparse.Namespace) -> bool:
    """True for signals; a CSV is of the model where none are named."""
    return arguments.to in _SIGNALS and (arguments.signals is not None or arguments.to not in _MODELS)


def _export_signals(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.terminal.visit_file import stored_identification
    from app.visit.recordings import named_recordings, robot_of
    from core.diagnostics.named_signals import RecordedSignals
    from core.exchange.export_signals import ask_signals, export_signals
    from core.identification.result import IDENTIFICATION
    from core.storage.visit import Visit

    if arguments.out is None:
        raise WrongUse("Signals are written into a file: name it with --out FILE.")
    if arguments.prove:
        raise WrongUse("--prove replays a model in a simulator; signals have nothing to prove.")
    with Visit.open(arguments.visit) as visit:
        labels = arguments.recordings or list(visit.labels)
        recordings = named_recordings(visit, labels)
        if len(labels) != 1:
            raise WrongUse(
                f"Signals of one recording are written: name it with --recordings. This visit has: "
                f"{', '.join(visit.labels) or 'none'}."
            )
        model = None
        if arguments.result is not None or visit.results(IDENTIFICATION):
            model = stored_identification(visit, arguments.result)
        asked = ask_signals(
            RecordedSignals(recordings[labels[0]], robot_of(visit), model), arguments.signals or ()
        )
        export_signals(asked, arguments.out, kind=SignalFile(arguments.to), monitor=context.monitor)
        recording = asked.signals.recording
    document: dict[str, object] = {
        "file": str(arguments.out),
        "to": arguments.to,
        "recording": recording.label,
        "samples": recording.sample_count,
        "signals": [
            {"name": name, "unit": unit, "line": asked.lines[name].line if name in asked.lines else name}
            for name, unit in asked.units.items()
        ],
        "events": len(recording.events),
        "mark": recording.origin.mark.value,
    }
    said = f"{len(asked.lines)} signals of {recording.label}, {recording.sample_count} samples"
    present(arguments, document, f"Written: {arguments.out} ({said})")
    return ExitCode.SUCCESS


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
    from app.visit.recordings import named_recordings, robot_of
    from core.exchange.export import export_identification, simulator_file
    from core.exchange.export_proof import fresh_labels, proof_json, prove_export
    from core.storage.visit import Visit

    kind, proof = ExportKind(arguments.to), None
    with Visit.open(arguments.visit) as visit:
        result, robot = stored_identification(visit, arguments.result), robot_of(visit)
        recordings = {}
        if arguments.prove:
            recordings = named_recordings(visit, arguments.recordings or list(fresh_labels(result)))
        context.monitor.check()
        if arguments.prove:
            made = simulator_file(result, robot, kind=kind)
            proof = prove_export(made, result, robot, recordings, kind=kind, monitor=context.monitor)
        written = export_identification(result, robot, kind=kind, path=arguments.out, reason_text=reason_text)
    document: dict[str, object] = {
        "file": str(arguments.out),
        "to": arguments.to,
        "verdict": result.judgement.verdict.value,
        "synthetic": result.provenance.synthetic,
        "mark": result.provenance.shown_mark.value,
    }
    said = verdict_word(result.judgement.verdict)
    if proof is not None:
        said = f"the model: {said}; this file in the simulator: {verdict_word(proof.judgement.verdict)}"
    lines: list[RenderableType] = [f"Written: {arguments.out} ({said})"]
    if written is not None:
        document |= {
            "determined": list(written.determined),
            "filled": list(written.filled),
            "not_physical": list(written.not_physical),
            "not_in_file": list(written.not_in_file),
            "rotor_inertia": written.rotor_inertia.tolist(),
            "physical": written.physical,
            "friction": {
                "constant": written.friction.constant.tolist(),
                "damping": written.friction.damping.tolist(),
                "largest_difference": written.friction.largest_difference.tolist(),
                "left_out": list(written.friction.left_out),
            },
        }
        lines += _simulation_lines(written, kind)
    if proof is not None:
        document["proof"] = proof_json(proof, reason_text=reason_text)
        lines += _proof_lines(proof)
    present(arguments, document, *lines)
    return ExitCode.SUCCESS if proof is None else exit_code(proof.judgement.verdict)


def _proof_lines(proof: "ExportProof") -> "Iterator[RenderableType]":
    yield (
        f"{proof.simulator}: inverse dynamics of links and rotors as identified to "
        f"{proof.rigid_difference:.1e} of the largest torque."
    )
    rows = [
        (one.recording, what, *_error_cells(error))
        for one in proof.replays
        for what, error in (("this file", one.exported), ("the description", one.described))
        if error is not None
    ]
    titles = ("recording", "with", "position RMS", "position, largest", "torque RMS, N·m", "of the torque")
    yield table("The recorded motion replayed in closed loop, all joints", titles, rows)
    if any(one.described is None for one in proof.replays):
        yield "The robot description has no masses, so that nothing is replayed with it."
    fitted = [one.recording for one in proof.replays if one.used_in_fit]
    if fitted:
        yield f"Used in the fit, so that little is proven: {', '.join(fitted)}."
    yield from judgement_lines(proof.judgement)


def _error_cells(error: "ReplayError") -> tuple[str, ...]:
    if not isfinite(error.torque_share):
        return ("left the motion", "", "", "")
    return (
        f"{error.total_position_rms:.2g} rad",
        f"{max(error.position_max):.2g} rad",
        f"{error.total_torque_rms:.3g}",
        f"{100.0 * error.torque_share:.1f} %",
    )


def _simulation_lines(written: "ArmExport", kind: ExportKind) -> list[str]:
    lines = [
        f"{len(written.determined)} inertial parameters are determined by the data; "
        f"{len(written.filled)} are chosen near the robot description."
    ]
    if kind is ExportKind.URDF:
        lines.append("Rotor inertia has no place in a URDF; it is in a comment.")
    else:
        lines.append("The armature of each joint is its rotor inertia.")
    lines.append(friction_remark(written.friction))
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
