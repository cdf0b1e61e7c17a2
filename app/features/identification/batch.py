"""``torsion batch identify``: the model of a visit, identified again."""

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.guide.batch_work import BatchWork
from app.terminal.setting_options import number_option
from core.bounds import CUTOFF
from core.friction.kinds import FrictionKind
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.identification.settings import IdentificationSettings

if TYPE_CHECKING:
    from core.batch.work import Made, VisitWork

_AUTO = "auto"


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
    from app.features.identification.command_options import periods_of
    from app.visit.newest import newest
    from app.visit.recordings import named_recordings, robot_of
    from app.visit.run_choice import chosen_for, suggested_choice
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
