"""``torsion identify`` and ``torsion verify``: a model from recordings, and its check on others."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.cli.command import Commands, Context, ExitCode, WrongUse, add_command
from app.cli.identification_tables import (
    identification_tables,
    judgement_lines,
    validation_tables,
)
from app.cli.output import present
from app.cli.verify_run import add_limit_options, limits_of
from app.error_text import mark_text, reason_text
from core.exchange.export_json import identification_json, judgement_json, validation_json
from core.identification.result import IdentificationResult
from core.identification.settings import EstimatorKind, FrictionKind, GainSource, IdentificationSettings
from core.monitor import Cancelled
from core.quality import Verdict
from core.recording import FloatArray, Recording

if TYPE_CHECKING:  # the model and the visit bring numba and HDF5 along
    from core.robot.model import RobotModel
    from core.storage.visit import Visit

TRUSTED = frozenset({Verdict.GOOD, Verdict.USABLE})
_DEFAULTS = IdentificationSettings()


def add_to(commands: Commands) -> None:
    """Add ``identify`` and ``verify``."""
    _add_identify(commands)
    _add_verify(commands)


def exit_code(verdict: Verdict) -> ExitCode:
    """Success for a result that can be used."""
    return ExitCode.SUCCESS if verdict in TRUSTED else ExitCode.NOT_TRUSTWORTHY


def _add_identify(commands: Commands) -> None:
    parser = add_command(
        commands,
        "identify",
        _identify,
        summary="Friction and dynamics of an arm from the recordings of a visit.",
    )
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--fit", nargs="+", required=True, metavar="LABEL")
    parser.add_argument("--validate", nargs="+", default=[], metavar="LABEL")
    parser.add_argument(
        "--friction",
        choices=[kind.value for kind in FrictionKind],
        default=_DEFAULTS.friction.value,
        help="default: %(default)s",
    )
    parser.add_argument(
        "--estimator",
        choices=[kind.value for kind in EstimatorKind],
        default=_DEFAULTS.estimator.value,
        help="default: %(default)s",
    )
    parser.add_argument(
        "--filter-hz",
        type=float,
        default=_DEFAULTS.filter_hz,
        metavar="F",
        help="cut-off of the zero-phase low-pass; default: %(default)s",
    )
    parser.add_argument(
        "--gains",
        default="manufacturer",
        metavar="manufacturer|identified|FILE",
        help="drive gains: the robot description's, those that `torsion gains` found last in this visit, "
        "or drive_gain in a JSON file",
    )
    parser.add_argument(
        "--period",
        type=float,
        metavar="S",
        help="seconds of the period that the recordings to fit repeat; default: that of the visit's "
        "excitation run, else it is searched for",
    )
    parser.add_argument(
        "--moving-only",
        action="store_const",
        const=True,
        help="fit only samples faster than 0.5 °/s of their joint; default: depends on the friction",
    )
    parser.add_argument(
        "--physical",
        action="store_true",
        help="also find the nearest masses and inertias that real bodies can have",
    )
    parser.add_argument(
        "--mass-tolerance",
        type=float,
        metavar="SHARE",
        help="with --physical: how far a link's mass may be from the robot description's; default: any",
    )


def _add_verify(commands: Commands) -> None:
    parser = add_command(commands, "verify", _verify, summary="A stored model against fresh recordings.")
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--recordings", nargs="+", required=True, metavar="LABEL")
    parser.add_argument("--result", metavar="KEY", help="which model; the last one without it")
    add_limit_options(parser)


def _identify(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.cli.visit_file import IDENTIFICATION, robot_of, selected_recordings
    from core.storage.visit import Visit

    settings = _settings(arguments)
    with Visit.open(arguments.visit) as visit:
        settings = _with_gains(settings, arguments.gains, visit)
        robot = robot_of(visit)
        recordings = selected_recordings(visit, (*arguments.fit, *arguments.validate))
        result, finished = run_identification(
            recordings,
            robot,
            fit=arguments.fit,
            validate=arguments.validate,
            settings=settings,
            periods=_periods(visit, arguments.fit, arguments.period),
            context=context,
        )
        key = visit.add_result(IDENTIFICATION, result) if finished else None
    document = {**identification_json(result, reason_text=reason_text), "result": key}
    present(arguments, document, *identification_tables(result, joints=robot.joint_names))
    return exit_code(result.judgement.verdict) if finished else ExitCode.NOT_TRUSTWORTHY


def run_identification(
    recordings: Mapping[str, Recording],
    robot: "RobotModel",
    *,
    fit: Sequence[str],
    validate: Sequence[str],
    settings: IdentificationSettings,
    context: Context,
    periods: Mapping[str, float] | None = None,
) -> tuple[IdentificationResult, bool]:
    """Identify; when stopped, the best result so far and ``False``.

    Raises
    ------
    Cancelled
        When stopped before there was any result.
    """
    from core.identification.identify import identify

    try:
        result = identify(
            recordings,
            robot,
            fit=tuple(fit),
            validate=tuple(validate),
            settings=settings,
            periods=periods,
            monitor=context.monitor,
        )
    except Cancelled:
        if isinstance(context.monitor.best, IdentificationResult):
            return context.monitor.best, False
        raise
    return result, True


def _verify(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.cli.verification_tables import verification_json, verification_lines
    from app.cli.visit_file import robot_of, selected_recordings, stored_identification
    from app.work.verification import verified_motion
    from core.identification.verification import verify_model
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        robot = robot_of(visit)
        result = stored_identification(visit, arguments.result)
        recordings = selected_recordings(visit, arguments.recordings)
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
        **verification_json(found),
        "validation": [validation_json(validation) for validation in validations],
        "model": judgement_json(result.judgement, reason_text=reason_text),
        "synthetic": result.provenance.synthetic,
        "mark": result.provenance.shown_mark.value,
    }
    mark = [mark_text(result.provenance.shown_mark)] if result.provenance.shown_mark else []
    present(
        arguments,
        document,
        *mark,
        *validation_tables(validations, joints=robot.joint_names),
        "On these recordings:",
        *verification_lines(found),
        "The model itself, as it was identified:",
        *judgement_lines(result.judgement),
    )
    return exit_code(found.judgement.verdict)


def _settings(arguments: argparse.Namespace) -> IdentificationSettings:
    own = tuple(source.value for source in (GainSource.MANUFACTURER, GainSource.IDENTIFIED))
    gains = None if arguments.gains in own else _gains(Path(arguments.gains))
    return IdentificationSettings(
        friction=FrictionKind(arguments.friction),
        estimator=EstimatorKind(arguments.estimator),
        filter_hz=arguments.filter_hz,
        drive_gain=gains,
        moving_only=arguments.moving_only,
        physical=arguments.physical or arguments.mass_tolerance is not None,
        mass_tolerance=arguments.mass_tolerance,
    )


def _with_gains(settings: IdentificationSettings, gains: str, visit: "Visit") -> IdentificationSettings:
    """The settings with the visit's own gains, where those are asked for."""
    if gains != GainSource.IDENTIFIED.value:
        return settings
    from app.cli.visit_file import stored_drive_gain

    return replace(settings, drive_gain=stored_drive_gain(visit), drive_gain_source=GainSource.IDENTIFIED)


def _periods(visit: "Visit", labels: Sequence[str], given: float | None) -> dict[str, float]:
    """Periods in s by label: the one given, else those of the excitation runs that the visit holds."""
    if given is not None:
        return dict.fromkeys(labels, given)
    from app.work.excitation import EXCITATION_RUN
    from core.excitation.runs.excitation_run import ExcitationRun

    runs = [visit.result(entry.key, ExcitationRun) for entry in visit.results(EXCITATION_RUN)]
    return {run.label: run.period_s for run in runs if run.label in labels}


def _gains(path: Path) -> FloatArray:
    """``drive_gain`` (joints,) from a JSON file, as ``torsion gains --json`` writes it."""
    try:
        document = json.loads(path.read_text("utf-8"))
        gains = np.asarray(document["drive_gain"], dtype=np.float64)
    except (ValueError, TypeError, KeyError) as error:
        raise WrongUse(
            f"{path} has no drive gains. It needs a JSON object with a list of numbers "
            "drive_gain, one per joint in N·m/A."
        ) from error
    if gains.ndim != 1:
        raise WrongUse(f"{path}: drive_gain has to be a list with one number per joint.")
    if not np.all(np.isfinite(gains)):
        unknown = ", ".join(str(joint + 1) for joint in np.flatnonzero(~np.isfinite(gains)))
        raise WrongUse(f"{path} has no gain for joint {unknown}; every joint needs one.")
    return gains
