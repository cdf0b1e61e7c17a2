"""``torsion identify`` and ``torsion batch identify``: a model from recordings, or identified again."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.errors.text import reason_text
from app.guide.feature import BatchWork
from app.terminal.command import Context, ExitCode, WrongUse, be_command, exit_code, present, write_document
from app.terminal.options import NumberOption, add_setting, add_settings, number_option, settings_from
from app.terminal.presentation_lines import left_out_json, left_out_lines, presentation_lines
from app.terminal.progress import until_stopped
from core.bounds import CUTOFF, PERIOD
from core.exchange.export_json import identification_json
from core.exchange.gains_file import read_drive_gain
from core.identification.result import IDENTIFICATION, IDENTIFICATION_PART, IdentificationResult
from core.identification.settings import CHOSEN_BY_DATA, FrictionKind, GainSource, IdentificationSettings
from core.identification.setup_checks.correction import Correction
from core.recording import FloatArray
from core.setting import declared

if TYPE_CHECKING:
    from core.batch.work import Made, VisitWork
    from core.storage.visit import Visit

_OTHERWISE = ("friction", "filter_hz", "drive_gain", "mass_tolerance", "friction_shape")
"""Options of their own: two may be left to the data, ``--gains`` names a file or a result."""
_AUTO = "auto"


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
                "robot_remarks": left_out_json(robot),
            }
            write_document(arguments, document)
    shown = worded(result, joints=robot.joint_names, slides=robot.is_prismatic.tolist())
    present(arguments, document, *presentation_lines(shown), *left_out_lines(robot))
    return exit_code(result.judgement.verdict) if finished else ExitCode.NOT_TRUSTWORTHY


def add_identification_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a fit, each with a default."""
    parser.add_argument(
        "--friction",
        dest="asked_friction",
        choices=[_AUTO, *(kind.value for kind in FrictionKind)],
        default=_AUTO,
        help="model of the joints' friction; default: auto, the simplest that predicts left-out motion as "
        "well as the best",
    )
    parser.add_argument(
        "--filter-hz",
        dest="asked_filter_hz",
        type=number_option(CUTOFF, none=_AUTO),
        metavar="F|auto",
        help="cut-off frequency of the zero-phase low-pass; default: auto, chosen likewise",
    )
    names = (name for name in declared(IdentificationSettings) if name not in _OTHERWISE)
    add_settings(parser, IdentificationSettings, *names)
    add_setting(parser, IdentificationSettings, "mass_tolerance", metavar="SHARE")
    add_setting(parser, IdentificationSettings, "friction_shape", metavar="K,K…")
    parser.add_argument(
        "--gains",
        default="manufacturer",
        metavar="manufacturer|identified|FILE",
        help="drive gains: the robot description's, those that `torsion gains` found last in this visit, "
        "or drive_gain in a JSON file",
    )
    parser.add_argument(
        "--period",
        type=NumberOption(PERIOD),
        metavar="S",
        help="seconds of the period that the recordings to fit repeat; default: that of the visit's "
        "excitation run, else it is searched for",
    )
    parser.add_argument(
        "--correct",
        type=_corrections,
        default=(),
        metavar="NAME,NAME…",
        help="faults of the set-up that are corrected where they are found, to identify again: "
        + ", ".join(Correction),
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with the last fit of the same recordings and settings that was stopped",
    )


def identification_settings(arguments: argparse.Namespace) -> IdentificationSettings:
    """Settings by the arguments; ``with_gains`` adds gains of the visit."""
    own = tuple(source.value for source in (GainSource.MANUFACTURER, GainSource.IDENTIFIED))
    gains = None if arguments.gains in own else _gains(Path(arguments.gains))
    settings = settings_from(arguments, replace(CHOSEN_BY_DATA, drive_gain=gains))
    if arguments.asked_friction != _AUTO:
        settings = replace(settings, friction=FrictionKind(arguments.asked_friction), auto_friction=False)
    if arguments.asked_filter_hz is not None:
        settings = replace(settings, filter_hz=arguments.asked_filter_hz, auto_filter=False)
    return replace(settings, physical=settings.physical or settings.mass_tolerance is not None)


def with_gains(settings: IdentificationSettings, gains: str, visit: "Visit") -> IdentificationSettings:
    """Settings with the gains that ``torsion gains`` stored, where the argument names them."""
    if gains != GainSource.IDENTIFIED.value:
        return settings
    from app.terminal.visit_file import stored_drive_gain

    return replace(settings, drive_gain=stored_drive_gain(visit), drive_gain_source=GainSource.IDENTIFIED)


def periods_of(visit: "Visit", labels: Sequence[str], given: float | None) -> dict[str, float]:
    """Period of each recording, s, by label: the given one, else that of the visit's excitation runs."""
    if given is not None:
        return dict.fromkeys(labels, given)
    from app.visit.stored_products import EXCITATION_RUN
    from core.excitation.runs.excitation_run import ExcitationRun

    runs = [visit.result(entry.key, ExcitationRun) for entry in visit.results(EXCITATION_RUN)]
    return {run.label: run.period_s for run in runs if run.label in labels}


def _corrections(text: str) -> tuple[Correction, ...]:
    """Corrections by their names, with commas between."""
    try:
        return tuple(Correction(name.strip()) for name in text.split(","))
    except ValueError as error:
        names = ", ".join(Correction)
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of {names}") from error


def _gains(path: Path) -> FloatArray:
    """``drive_gain`` (joints,) from a JSON file, as ``torsion gains --json`` writes it."""
    gains = read_drive_gain(path)
    if not np.all(np.isfinite(gains)):
        unknown = ", ".join(str(joint + 1) for joint in np.flatnonzero(~np.isfinite(gains)))
        raise WrongUse(f"{path} has no gain for joint {unknown}; every joint needs one.")
    return gains


def identify_batch() -> BatchWork:
    """The work of this feature on many visits."""
    return BatchWork("identify", "Identify the models again, each with the recordings of the newest one.",
                     _add_options, _work)  # fmt: skip


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--friction",
        dest="asked_friction",
        choices=[_AUTO, *(kind.value for kind in FrictionKind)],
        help="model of the joints' friction; default: as in the visit's newest model",
    )
    parser.add_argument(
        "--filter-hz",
        dest="asked_filter_hz",
        type=number_option(CUTOFF),
        metavar="F",
        help="cut-off frequency of the zero-phase low-pass; default: as in the visit's newest model",
    )


def _work(arguments: argparse.Namespace) -> "VisitWork":
    return partial(model_again, friction=arguments.asked_friction, filter_hz=arguments.asked_filter_hz)


def model_again(path: Path, *, friction: str | None = None, filter_hz: float | None = None) -> "Made":
    """The model from the recordings of the newest one, or from those that the program would choose.

    Raises
    ------
    BadRequest
        ``batch-nothing-to-fit``; as ``identify``.
    """
    from app.visit.recordings import named_recordings, robot_of
    from app.visit.run_choice import chosen_for, suggested_choice
    from app.visit.stored_products import newest
    from app.visit.tasks import summary_of
    from core.batch.work import Made
    from core.errors import BadRequest
    from core.identification.setup_checks.identify_corrected import identify_corrected
    from core.monitor import NullMonitor
    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as visit:
        summary = summary_of(visit, path)
        before = newest(visit, IDENTIFICATION, IdentificationResult)
        choice = suggested_choice(summary.recordings)
        if before is not None:
            choice = chosen_for(before, summary)
        if not choice.fit:
            raise BadRequest("batch-nothing-to-fit", file=str(path))
        found = identify_corrected(
            named_recordings(visit, (*choice.fit, *choice.validate)),
            robot_of(visit),
            fit=choice.fit,
            validate=choice.validate,
            settings=_settings(choice.settings, friction, filter_hz),
            allowed=(),
            periods=periods_of(visit, choice.fit, None),
            monitor=NullMonitor(),
        )
    return Made(IDENTIFICATION, found, found.judgement.verdict)


def _settings(
    before: IdentificationSettings, friction: str | None, filter_hz: float | None
) -> IdentificationSettings:
    settings = before
    if friction == _AUTO:
        settings = replace(settings, auto_friction=True)
    elif friction is not None:
        settings = replace(settings, friction=FrictionKind(friction), auto_friction=False)
    if filter_hz is not None:
        settings = replace(settings, filter_hz=filter_hz, auto_filter=False)
    return settings
