"""``torsion deflection``: stiffness, backlash, hysteresis and ripple of every gear from two encoders."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.terminal.command import Context, ExitCode, be_command
from app.terminal.output import present, write_document
from app.terminal.setting_options import add_settings, settings_from
from app.terminal.trust import TRUSTED
from core.elasticity.result import Elasticity
from core.elasticity.settings import ElasticitySettings
from core.monitor import Cancelled

if TYPE_CHECKING:  # the visit brings HDF5 along
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
            settings=settings_from(arguments, ElasticitySettings()),
            before_storing=prepare,
            monitor=context.monitor,
        )
    except Cancelled:
        if isinstance(context.monitor.best, Elasticity):
            return context.monitor.best, False
        raise
    return found, True
