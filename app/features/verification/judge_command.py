"""``torsion verify``: a stored model held against fresh recordings."""

import argparse
from dataclasses import replace
from pathlib import Path

from app.errors.text import mark_text, reason_text
from app.features.verification.command import add_limit_options, limits_of
from app.terminal.command import Context, ExitCode, be_command, exit_code
from app.terminal.output import present
from app.terminal.presentation_lines import judgement_lines, presentation_lines, section_lines
from core.exchange.export_json import judgement_json, validation_json
from core.exchange.export_verification import verification_json


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion verify``."""
    be_command(parser, _verify)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--recordings", nargs="+", required=True, metavar="LABEL")
    parser.add_argument("--result", metavar="KEY", help="which model; the last one without it")
    add_limit_options(parser)


def _verify(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.features.identification.presentation import errors
    from app.features.verification.presentation import present as worded
    from app.features.verification.tasks import verified_motion
    from app.terminal.visit_file import stored_identification
    from app.visit.recordings import named_recordings, robot_of
    from core.identification.verification import verify_model
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        robot = robot_of(visit)
        result = stored_identification(visit, arguments.result)
        recordings = named_recordings(visit, arguments.recordings)
        limits = limits_of(arguments, joints=robot.joint_count)
        found = verify_model(
            result,
            robot,
            recordings,
            motions={label: verified_motion(label) for label in recordings},
            limits=limits,
            monitor=context.monitor,
        )
    validations = [one.validation for one in found.recordings]
    document = {
        **verification_json(found, reason_text=reason_text),
        "validation": [validation_json(validation) for validation in validations],
        "model": judgement_json(result.judgement, reason_text=reason_text),
        "synthetic": result.provenance.synthetic,
        "mark": result.provenance.shown_mark.value,
    }
    shown = worded(found, slides=robot.is_prismatic.tolist())
    shown = replace(shown, mark=mark_text(result.provenance.shown_mark))
    present(
        arguments,
        document,
        *presentation_lines(shown),
        *(line for table in errors(validations, robot.joint_names) for line in section_lines(table)),
        "The model itself, as it was identified:",
        *judgement_lines(result.judgement),
    )
    return exit_code(found.judgement.verdict)
