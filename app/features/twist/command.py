"""``torsion deflection`` and ``torsion batch deflection``: stiffness, backlash, hysteresis, ripple."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.guide.batch_work import BatchWork
from app.terminal.command import TRUSTED, Context, ExitCode, be_command
from app.terminal.output import present, write_document
from app.terminal.setting_options import add_settings, settings_from
from core.elasticity.result import ELASTICITY, Elasticity
from core.elasticity.settings import ElasticitySettings
from core.monitor import Cancelled

if TYPE_CHECKING:
    from core.batch.work import Made, VisitWork
    from core.elasticity.tool_shift import ToolShift


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion deflection``."""
    be_command(parser, _deflection)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--recordings", nargs="+", required=True, metavar="LABEL")
    parser.add_argument(
        "--validate",
        nargs="+",
        default=[],
        metavar="LABEL",
        help="recordings whose twist is not fitted, to judge what was found",
    )
    parser.add_argument(
        "--model",
        default="",
        metavar="KEY",
        help="which identified model gives the loads; default: the last one, or a new one",
    )
    add_settings(parser, ElasticitySettings)
    parser.add_argument(
        "--correct",
        choices=["encoder-sign"],
        help="turn round an encoder that counts backwards, where it is known which one does",
    )


def exit_code(found: Elasticity) -> ExitCode:
    """Exit code of a result: success where at least one joint can be trusted."""
    trusted = any(joint.judgement.verdict in TRUSTED for joint in found.joints)
    return ExitCode.SUCCESS if trusted else ExitCode.NOT_TRUSTWORTHY


def _deflection(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.errors.text import reason_text
    from app.features.twist.presentation import present as gears
    from app.features.twist.tasks import tool_shifts
    from app.features.twist.tool_twist import tool_twists
    from app.terminal.presentation_lines import presentation_lines
    from core.exchange.export_deflection import deflection_json

    labels = (*arguments.recordings, *arguments.validate)
    tool: dict[str, ToolShift] = {}

    def document(found: Elasticity, *, finished: bool) -> dict[str, object]:
        return {**deflection_json(found, tool=tool, reason_text=reason_text), "finished": finished}

    def prepare(found: Elasticity) -> None:
        shifts = tool_shifts(path=arguments.visit, elasticity=found, labels=labels, monitor=context.monitor)
        tool.update(shifts)
        write_document(arguments, document(found, finished=True))

    found, finished = _found(arguments, prepare, context)
    present(
        arguments, document(found, finished=finished), *presentation_lines(gears(found, tool_twists(tool)))
    )
    return exit_code(found) if finished else ExitCode.NOT_TRUSTWORTHY


def _found(
    arguments: argparse.Namespace, prepare: Callable[[Elasticity], None], context: Context
) -> tuple[Elasticity, bool]:
    """Result of the analysis and ``True``; when stopped, the best result so far and ``False``."""
    from app.features.twist.tasks import analyse_twist

    try:
        found = analyse_twist(
            visit=arguments.visit,
            fit=arguments.recordings,
            validate=arguments.validate,
            model=arguments.model,
            settings=settings_from(arguments, ElasticitySettings(turn_encoders=bool(arguments.correct))),
            before_storing=prepare,
            monitor=context.monitor,
        )
    except Cancelled:
        if isinstance(context.monitor.best, Elasticity):
            return context.monitor.best, False
        raise
    return found, True


def deflection_batch() -> BatchWork:
    """The work of this feature on many visits."""
    return BatchWork("deflection", "Analyse the twist of the gears again, with the newest models.",
                     _add_options, _work)  # fmt: skip


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_settings(parser, ElasticitySettings)


def _work(arguments: argparse.Namespace) -> "VisitWork":
    return partial(twist_again, settings=settings_from(arguments, ElasticitySettings()))


def twist_again(path: Path, *, settings: ElasticitySettings) -> "Made":
    """The twist of the recordings of the newest analysis, or of all that have both encoders.

    Raises
    ------
    BadRequest
        ``batch-no-model`` for a visit without a model, which gives the loads of the gears; as
        ``found_twist``.
    """
    from app.features.twist.tasks import newest_elasticity, twist_again_in, twist_recordings
    from core.batch.work import Made
    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as visit:
        before = newest_elasticity(visit)
        fit, validate = twist_recordings(visit) or visit.labels, tuple[str, ...]()
        if before is not None:
            fit = tuple(label for label in before.recordings if label in visit.labels) or fit
            validate = tuple(one.recording for one in before.validation if one.recording in visit.labels)
        found = twist_again_in(visit, fit=fit, validate=validate, settings=settings)
    return Made(ELASTICITY, found, found.judgement.verdict)
