"""The options of ``torsion identify``, and the settings that they make."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.cli.command import WrongUse
from app.cli.fit_options import add_fit_options
from app.cli.numbers import NumberOption, setting
from core.bounds import PERIOD
from core.exchange.gains_file import read_drive_gain
from core.identification.settings import (
    EstimatorKind,
    FeatureKind,
    FrictionKind,
    GainSource,
    IdentificationSettings,
    ResidualKind,
)
from core.recording import FloatArray

if TYPE_CHECKING:  # the visit brings HDF5 along
    from core.storage.visit import Visit

_DEFAULTS = IdentificationSettings()


def add_identification_options(parser: argparse.ArgumentParser) -> None:
    """Everything about a fit that has a default."""
    add_fit_options(parser, friction=_DEFAULTS.friction, filter_hz=_DEFAULTS.filter_hz)
    parser.add_argument(
        "--estimator",
        choices=[kind.value for kind in EstimatorKind],
        default=_DEFAULTS.estimator.value,
        help="default: %(default)s",
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
        type=NumberOption(PERIOD),
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
        type=setting(IdentificationSettings, "mass_tolerance"),
        metavar="SHARE",
        help="with --physical: how far a link's mass may be from the robot description's; default: any",
    )
    parser.add_argument(
        "--residual",
        choices=[kind.value for kind in ResidualKind],
        default=_DEFAULTS.residual.value,
        help="what learns the rest of the torque, on joints where leaving runs out proves it; "
        "default: %(default)s",
    )
    parser.add_argument(
        "--features",
        choices=[kind.value for kind in FeatureKind],
        default=_DEFAULTS.features.value,
        help="what it learns from: the twist, position and speed, or both; default: %(default)s",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with the last fit of the same recordings and settings that was stopped",
    )


def identification_settings(arguments: argparse.Namespace) -> IdentificationSettings:
    """The settings that were asked for; gains of the visit come by ``with_gains``."""
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
        residual=ResidualKind(arguments.residual),
        features=FeatureKind(arguments.features),
    )


def with_gains(settings: IdentificationSettings, gains: str, visit: "Visit") -> IdentificationSettings:
    """The settings with the visit's own gains, where those are asked for."""
    if gains != GainSource.IDENTIFIED.value:
        return settings
    from app.cli.visit_file import stored_drive_gain

    return replace(settings, drive_gain=stored_drive_gain(visit), drive_gain_source=GainSource.IDENTIFIED)


def periods_of(visit: "Visit", labels: Sequence[str], given: float | None) -> dict[str, float]:
    """Periods in s by label: the one given, else those of the excitation runs that the visit holds."""
    if given is not None:
        return dict.fromkeys(labels, given)
    from app.work.excitation import EXCITATION_RUN
    from core.excitation.runs.excitation_run import ExcitationRun

    runs = [visit.result(entry.key, ExcitationRun) for entry in visit.results(EXCITATION_RUN)]
    return {run.label: run.period_s for run in runs if run.label in labels}


def _gains(path: Path) -> FloatArray:
    """``drive_gain`` (joints,) from a JSON file, as ``torsion gains --json`` writes it."""
    gains = read_drive_gain(path)
    if not np.all(np.isfinite(gains)):
        unknown = ", ".join(str(joint + 1) for joint in np.flatnonzero(~np.isfinite(gains)))
        raise WrongUse(f"{path} has no gain for joint {unknown}; every joint needs one.")
    return gains
