"""``torsion show``: what is in a recording, and what it can serve, before anything is imported."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import RenderableType

from app.errors.text import dropped_text, error_text
from app.shell.commands.recognising import (
    add_answers,
    answers_of,
    understanding_json,
    understanding_lines,
    write_layout,
)
from app.terminal.command import Commands, Context, ExitCode, add_command
from app.terminal.output import present, table
from core.errors import BadFile
from core.fields import to_json_value
from core.recording import Recording

if TYPE_CHECKING:
    from core.recognition.contents import Contents
    from core.recognition.understanding import Understanding

_DEG = 180.0 / np.pi
_USES = {
    "identification": "friction and dynamics (torsion identify)",
    "friction": "friction from strokes (torsion friction)",
    "payload": "payload from sweeps (torsion payload)",
    "drive-gains": "drive gains, with a second run that carries a weighed mass (torsion gains)",
    "deflection": "twist of the gears (torsion deflection)",
    "static-torque": "torque at standstill",
}
_MISSING = {
    "no-torque": "no current and no torque",
    "no-current": "no current",
    "joints-hardly-move": "not every joint moves by 30° or more",
    "no-both-directions": "no joint moves in both directions",
    "no-second-encoder": "no second encoder",
    "nothing-stationary": "the arm never stands still for half a second",
}


def add_to(commands: Commands) -> None:
    """Add ``torsion show`` to the command line."""
    parser = add_command(commands, "show", _show, summary="What is in a recording, and what it can serve.")
    parser.add_argument("recording", type=Path, metavar="RECORDING", help="a file, a bag's folder or a visit")
    parser.add_argument(
        "--robot", metavar="NAME|FILE", help="the arm: its limits and the names of its joints"
    )
    parser.add_argument(
        "--layout", metavar="NAME|FILE", help="how the file is laid out; recognised without it"
    )
    add_answers(parser)


def _show(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.recognition.contents import contents_of
    from core.recognition.reading import is_visit, look_at, read_recordings
    from core.robot.library import load_robot

    robot = load_robot(arguments.robot) if arguments.robot else None
    context.monitor.check()
    found: Understanding | None = None
    if arguments.layout is None and not is_visit(arguments.recording):
        found = look_at(arguments.recording, answers=answers_of(arguments), robot=robot)
        write_layout(found, arguments.layout_out)
    context.monitor.check()
    recordings: tuple[Recording, ...] = ()
    trouble = ""
    try:
        recordings = read_recordings(
            arguments.recording, layout=arguments.layout, found=found, robot=robot, monitor=context.monitor
        )
    except BadFile as error:
        if found is None or found.is_complete:
            raise
        trouble = error_text(error).one_line
    seen = [(recording, contents_of(recording)) for recording in recordings]
    document = {
        "file": str(arguments.recording),
        "understood": understanding_json(found) if found is not None else None,
        "refusal": trouble,
        "recordings": [_document(recording, contents) for recording, contents in seen],
    }
    lines = understanding_lines(found) if found is not None else []
    for recording, contents in seen:
        lines += _lines(recording, contents)
    present(arguments, document, *lines, *([trouble] if trouble else []))
    return ExitCode.WRONG_USE if trouble else ExitCode.SUCCESS


def _document(recording: Recording, contents: "Contents") -> dict[str, object]:
    return {
        "label": recording.label,
        "sample_count": recording.sample_count,
        "duration": recording.duration,
        "quantities": [quantity.value for quantity in recording.columns],
        "torque_kind": recording.torque_kind.value,
        **to_json_value(contents),
        "dropped": [
            {**to_json_value(dropped), "text": dropped_text(dropped)} for dropped in recording.dropped
        ],
    }


def _lines(recording: Recording, contents: "Contents") -> list[RenderableType]:
    lines: list[RenderableType] = [
        f"{recording.label}: {recording.sample_count} samples, {recording.duration:.4g} s, "
        f"{contents.rate_hz:.5g} Hz, jitter {1e3 * contents.jitter_s:.3g} ms, {contents.gaps} gaps "
        f"({contents.missing_samples} samples missing)."
    ]
    rows = [
        (
            f"J{number}",
            joint.lowest * _DEG,
            joint.highest * _DEG,
            joint.top_speed * _DEG,
            f"{100.0 * joint.moving_share:.0f} %",
        )
        for number, joint in enumerate(contents.joints, start=1)
    ]
    lines.append(table("Motion", ("joint", "from °", "to °", "top °/s", "moves"), rows))
    if contents.stationary:
        parts = ", ".join(f"{first:.4g}-{last:.4g} s" for first, last in contents.stationary[:8])
        more = f" and {len(contents.stationary) - 8} more" if len(contents.stationary) > 8 else ""
        lines.append(f"The arm stands still: {parts}{more}.")
    lines += [
        f"{found.quantity} of J{found.joint} stays at ±{found.value:.4g} in {100.0 * found.share:.2g} % of "
        "the samples: it is saturated."
        for found in contents.saturations
    ]
    lines += [dropped_text(dropped) for dropped in recording.dropped]
    services = [
        (
            _USES[one.use],
            "yes" if not one.missing else "no: " + ", ".join(_MISSING[code] for code in one.missing),
        )
        for one in contents.services
    ]
    lines.append(table("What it can serve", ("use", ""), services))
    return lines
