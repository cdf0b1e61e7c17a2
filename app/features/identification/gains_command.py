"""``torsion gains``: drive gains from runs without and with a known payload mass."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType

from app.errors.text import mark_text, reason_text
from app.terminal.command import Commands, Context, ExitCode, WrongUse, add_command
from app.terminal.judgement import judgement_lines
from app.terminal.output import present, table, write_document
from app.terminal.progress import until_stopped
from app.terminal.setting_options import add_settings, settings_from
from app.terminal.trust import exit_code
from core.exchange.export_gains import gains_json
from core.identification.gains.result import DRIVE_GAINS, DriveGains, GainScatter, GainSettings


def add_to(commands: Commands) -> None:
    """Add ``torsion gains`` to the command line."""
    parser = add_command(
        commands,
        "gains",
        _gains,
        summary="Drive gains from runs without and with a known payload on the flange.",
    )
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
    pairs = _pairs(arguments.unloaded, arguments.loaded)
    settings = settings_from(arguments, GainSettings())
    from app.terminal.visit_file import selected_recordings
    from app.visit.recordings import robot_of
    from core.identification.gains.identify import identify_gains
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        robot = robot_of(visit)
        recordings = selected_recordings(visit, [label for pair in pairs for label in pair])
        found, finished = until_stopped(
            context.monitor,
            DriveGains,
            lambda: identify_gains(
                recordings, robot, pairs=pairs, settings=settings, monitor=context.monitor
            ),
        )
        document = {**gains_json(found, reason_text=reason_text), "result": None}
        if finished:
            with visit.change() as draft:  # which is dropped when the document cannot be written
                document["result"] = draft.add_result(DRIVE_GAINS, found)
                write_document(arguments, document)
    present(arguments, document, *_readable(found))
    return exit_code(found.judgement.verdict) if finished else ExitCode.NOT_TRUSTWORTHY


def _pairs(unloaded: list[str], loaded: list[str]) -> list[tuple[str, str]]:
    if len(unloaded) != len(loaded):
        raise WrongUse(
            f"{len(unloaded)} unloaded and {len(loaded)} loaded runs make no pairs. "
            "Name one loaded run for every unloaded one, in the same order."
        )
    return list(zip(unloaded, loaded, strict=True))


def _readable(found: DriveGains) -> Iterator[RenderableType]:
    if mark := mark_text(found.provenance.shown_mark):
        yield mark
    yield table(
        "Drive gains",
        ("joint", "N·m/A", "±", "± %", "of the description's", "verdict"),
        [_row(found, joint) for joint in range(len(found.joint_names))],
    )
    yield table(
        "Payload at the flange",
        ("run", "kg", "x mm", "y mm", "z mm", "± mm"),
        [
            (
                payload.loaded,
                payload.mass,
                *(1e3 * float(value) for value in payload.center_of_mass),
                1e3 * float(payload.center_of_mass_std.max()),
            )
            for payload in found.payloads
        ],
    )
    yield _SCATTER[found.scatter]
    yield from judgement_lines(found.judgement)


_SCATTER = {
    GainScatter.PAIRS: "The ± are from the scatter between pairs of runs and blocks of time, and from what "
    "other friction models find in the same runs.",
    GainScatter.BLOCKS: "The ± are from the scatter between blocks of time, and from what other "
    "friction models find in the same runs.",
}


def _row(found: DriveGains, joint: int) -> tuple[object, ...]:
    gain, std = float(found.drive_gain[joint]), float(found.std[joint])
    ratio = float("nan") if found.ratio is None else float(found.ratio[joint])
    verdict = found.joints[joint].verdict.value
    return (found.joint_names[joint], gain, std, 100.0 * std / gain, ratio, verdict)
