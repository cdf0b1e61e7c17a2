"""The options of ``torsion run verify``, and the limits of ``torsion verify``."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.procedure import FlangeSettings
from app.errors.text import mark_text, reason_text
from app.features.verification import presentation
from app.features.verification.tasks import MOTIONS
from app.guide.feature import RunProcedure
from app.terminal.command import Context, ExitCode, be_command, exit_code, present
from app.terminal.options import NumberOption, add_setting, add_settings, given, settings_from
from app.terminal.presentation_lines import judgement_lines, presentation_lines, section_lines
from core.exchange.export_json import judgement_json, validation_json
from core.exchange.export_verification import verification_json
from core.identification.judgement import JOINT_ERROR_USABLE
from core.identification.verification_result import (
    LARGEST_ERROR,
    LARGEST_TORQUE,
    Verification,
    VerificationLimits,
    VerificationMotions,
)
from core.setting import declared

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from app.features.verification.procedure import VerifyProcedure
    from core.monitor import Monitor


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """Add the limits that every joint has to keep."""
    parser.add_argument(
        "--limit",
        nargs="+",
        type=NumberOption(LARGEST_ERROR),
        metavar="F",
        help="largest error of a joint as a share of its torque while it moves: one for all joints, or one "
        f"each; default: {JOINT_ERROR_USABLE:g}, unless --limit-rms is given",
    )
    parser.add_argument(
        "--limit-rms",
        nargs="+",
        type=NumberOption(LARGEST_TORQUE),
        metavar="NM",
        help="largest RMS error of a joint in N·m: one for all joints, or one each",
    )


def limits_of(arguments: argparse.Namespace, *, joints: int) -> VerificationLimits:
    """The limits that the arguments name.

    Raises
    ------
    BadRequest
        ``verification-limit-count``.
    """
    return VerificationLimits.of(joints, relative_error=arguments.limit, rms_torque=arguments.limit_rms)


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add options for the motions, and for the limits."""
    add_setting(
        parser, VerificationMotions, "motions", nargs="+", choices=tuple(MOTIONS), default=list(MOTIONS)
    )
    others = (name for name in declared(VerificationMotions) if name != "motions")
    add_settings(parser, VerificationMotions, *others)
    add_limit_options(parser)


def _procedure(
    arguments: argparse.Namespace, session: "RobotSession", _monitor: "Monitor"
) -> "VerifyProcedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        ``verification-limit-count``.
    """
    from app.features.verification.procedure import VerifyProcedure

    motions = tuple(MOTIONS[name] for name in dict.fromkeys(arguments.motions))
    return VerifyProcedure(
        replace(settings_from(arguments, VerificationMotions()), motions=motions),
        limits=limits_of(arguments, joints=session.robot.joint_count),
        label=arguments.label or arguments.procedure,
        **given(arguments, FlangeSettings),
    )


VERIFY = RunProcedure[Verification](
    "verify",
    "Run motions that the visit's model has not seen, and judge it on them.",
    _procedure,
    options=_add_options,
    asks_flange=True,
    document=lambda found, _robot: {"verification": verification_json(found, reason_text=reason_text)},
    lines=lambda found, _outcome, session: presentation_lines(
        presentation.present(found, slides=session.robot.is_prismatic.tolist())
    ),
)


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
