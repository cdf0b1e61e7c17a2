"""``torsion gains``: drive gains from runs without and with a known payload mass."""

import argparse
from pathlib import Path

from app.errors.text import reason_text
from app.terminal.command import Context, ExitCode, WrongUse, be_command, exit_code, present, write_document
from app.terminal.options import add_settings, settings_from
from app.terminal.presentation_lines import presentation_lines
from app.terminal.progress import until_stopped
from core.exchange.export_gains import gains_json
from core.identification.gains.result import DriveGains, GainSettings


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion gains``."""
    be_command(parser, _gains)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument(
        "--unloaded", nargs="+", required=True, metavar="LABEL", help="runs with nothing on the flange"
    )
    parser.add_argument(
        "--loaded",
        nargs="+",
        required=True,
        metavar="LABEL",
        help="runs with the payload, in the order of the unloaded ones they belong to",
    )
    add_settings(parser, GainSettings)


def _gains(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.features.identification.gains_presentation import present_gains
    from app.features.identification.tasks import find_gains

    pairs = _pairs(arguments.unloaded, arguments.loaded)
    settings = settings_from(arguments, GainSettings())
    stored: list[str] = []

    def document(found: DriveGains) -> dict[str, object]:
        key = stored[0] if stored else None
        return {**gains_json(found, reason_text=reason_text), "result": key}

    def prepare(found: DriveGains, key: str) -> None:
        stored.append(key)
        write_document(arguments, document(found))

    found, finished = until_stopped(
        context.monitor,
        DriveGains,
        lambda: find_gains(
            context.monitor, visit=arguments.visit, pairs=pairs, settings=settings, before_storing=prepare
        ),
    )
    present(arguments, document(found), *presentation_lines(present_gains(found)))
    return exit_code(found.judgement.verdict) if finished else ExitCode.NOT_TRUSTWORTHY


def _pairs(unloaded: list[str], loaded: list[str]) -> list[tuple[str, str]]:
    if len(unloaded) != len(loaded):
        raise WrongUse(
            f"{len(unloaded)} unloaded and {len(loaded)} loaded runs make no pairs. "
            "Name one loaded run for every unloaded one, in the same order."
        )
    return list(zip(unloaded, loaded, strict=True))
