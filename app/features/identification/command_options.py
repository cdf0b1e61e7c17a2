"""The options of ``torsion identify``, and the settings that they make."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.terminal.command import WrongUse
from app.terminal.numbers import NumberOption
from app.terminal.setting_options import add_setting, add_settings, number_option, settings_from
from core.bounds import CUTOFF, PERIOD
from core.exchange.gains_file import read_drive_gain
from core.identification.settings import CHOSEN_BY_DATA, FrictionKind, GainSource, IdentificationSettings
from core.identification.setup_checks.correction import Correction
from core.recording import FloatArray
from core.setting import declared

if TYPE_CHECKING:  # the visit brings HDF5 along
    from core.storage.visit import Visit

_OTHERWISE = ("friction", "filter_hz", "drive_gain", "mass_tolerance", "friction_shape")
"""Options of their own: two may be left to the data, ``--gains`` names a file or a result."""
_AUTO = "auto"


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
        metavar="mounting,lag",
        help="faults of the set-up that are corrected where they are found, to identify again",
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
    from app.visit.stored_runs import EXCITATION_RUN
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
