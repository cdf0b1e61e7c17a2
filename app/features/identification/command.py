"""``torsion identify``: a model from recordings."""

import argparse
from pathlib import Path

from app.errors.text import reason_text
from app.features.identification.command_options import (
    add_identification_options,
    identification_settings,
    periods_of,
    with_gains,
)
from app.terminal.command import Context, ExitCode, be_command
from app.terminal.output import present, write_document
from app.terminal.presentation_lines import presentation_lines
from app.terminal.progress import until_stopped
from app.terminal.trust import exit_code
from core.exchange.export_json import identification_json
from core.identification.result import IDENTIFICATION, IDENTIFICATION_PART, IdentificationResult


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion identify``."""
    be_command(parser, _identify)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--fit", nargs="+", required=True, metavar="LABEL")
    parser.add_argument("--validate", nargs="+", default=[], metavar="LABEL")
    add_identification_options(parser)


def _identify(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.features.identification.presentation import present as worded
    from app.terminal.visit_file import stopped_identification
    from app.visit.recordings import named_recordings, robot_of
    from core.identification.setup_checks.identify_corrected import identify_corrected
    from core.storage.visit import Visit

    settings = identification_settings(arguments)
    with Visit.open(arguments.visit) as visit:
        settings = with_gains(settings, arguments.gains, visit)
        robot = robot_of(visit)
        recordings = named_recordings(visit, (*arguments.fit, *arguments.validate))
        periods = periods_of(visit, arguments.fit, arguments.period)
        before = stopped_identification(visit) if arguments.resume else None
        result, finished = until_stopped(
            context.monitor,
            IdentificationResult,
            lambda: identify_corrected(
                recordings,
                robot,
                fit=tuple(arguments.fit),
                validate=tuple(arguments.validate),
                settings=settings,
                allowed=arguments.correct,
                periods=periods,
                resume=before,
                monitor=context.monitor,
            ),
        )
        with visit.change() as draft:  # which is dropped when the document cannot be written
            key = draft.add_result(IDENTIFICATION if finished else IDENTIFICATION_PART, result)
            document = {
                **identification_json(result, reason_text=reason_text),
                "result": key if finished else None,
                "finished": finished,
            }
            write_document(arguments, document)
    shown = worded(result, joints=robot.joint_names, slides=robot.is_prismatic.tolist())
    present(arguments, document, *presentation_lines(shown))
    return exit_code(result.judgement.verdict) if finished else ExitCode.NOT_TRUSTWORTHY
