"""``torsion show``: what is in a recording, and what it can serve, before anything is imported."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import dropped_text, error_text
from app.shell.commands.recognising import (
    add_answers,
    answers_of,
    understanding_json,
    understanding_lines,
    write_layout,
)
from app.terminal.command import Context, ExitCode, be_command, present
from app.terminal.presentation_lines import left_out_json, left_out_lines
from core.errors import BadFile
from core.exchange.samples import left_out, remarks
from core.fields import to_json_value
from core.recording import Recording

if TYPE_CHECKING:
    from app.visit.contents import SeenRecording
    from core.encoders.result import LinkPositionFinding
    from core.recognition.tracking import JointTracking
    from core.recognition.understanding import Understanding


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion show``."""
    be_command(parser, _show)
    parser.add_argument("recording", type=Path, metavar="RECORDING", help="a file, a bag's folder or a visit")
    parser.add_argument(
        "--robot", metavar="NAME|FILE", help="the arm: its limits and the names of its joints"
    )
    parser.add_argument(
        "--layout", metavar="NAME|FILE", help="how the file is laid out; recognised without it"
    )
    add_answers(parser)


def _show(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.guide.contents_presentation import present as present_contents
    from app.terminal.presentation_lines import presentation_lines
    from app.visit.contents import see
    from core.recognition.reading import is_visit, look_at, read_recordings
    from core.recognition.tracking import tracking_of
    from core.robot.library import load_robot

    robot = load_robot(arguments.robot) if arguments.robot else None
    context.monitor.check()
    found: Understanding | None = None
    if arguments.layout is None and not is_visit(arguments.recording):
        found = look_at(
            arguments.recording, answers=answers_of(arguments), robot=robot, monitor=context.monitor
        )
        write_layout(found, arguments.layout_out)
    context.monitor.check()
    recordings: tuple[Recording, ...] = ()
    trouble: BadFile | None = None
    try:
        recordings = read_recordings(
            arguments.recording, layout=arguments.layout, found=found, robot=robot, monitor=context.monitor
        )
    except BadFile as error:
        if found is None or found.is_complete:
            raise
        trouble = error
    seen = [(recording, see(recording, robot)) for recording in recordings]
    tracking = () if found is None else tracking_of(found)
    refusal = error_text(trouble).one_line if trouble is not None else ""
    document = {
        "file": str(arguments.recording),
        "understood": understanding_json(found) if found is not None else None,
        "refusal": refusal,
        "robot_remarks": left_out_json(robot),
        "recordings": [_document(recording, one) for recording, one in seen],
        "tracking": [to_json_value(joint) for joint in tracking],
    }
    lines = [*(understanding_lines(found) if found is not None else []), *left_out_lines(robot)]
    lines += _tracking_lines(tracking)
    for _, one in seen:
        lines += presentation_lines(present_contents(one))
    is_written = arguments.layout_out is not None
    present(arguments, document, *lines, *([refusal] if refusal and is_written else []))
    if trouble is not None and not is_written:  # after the table: it says which columns are open
        raise trouble
    return ExitCode.SUCCESS  # the layout that was asked for is written, to be completed


def _tracking_lines(tracking: "Sequence[JointTracking]") -> list[str]:
    """What the recording says of the arm's way of following its commands, which are not imported."""
    if not tracking:
        return []
    lags = ", ".join("-" if one.lag_s is None else f"{one.lag_s:.3f}" for one in tracking)
    left = ", ".join(f"{one.rms:.2g}" for one in tracking)
    return [
        f"It can serve to judge tracking: by joint the arm follows {tracking[0].command} … by {lags} s, "
        f"with {left} rad RMS left. The commands themselves are not imported."
    ]


def _document(recording: Recording, seen: "SeenRecording") -> dict[str, object]:
    return {
        "label": recording.label,
        "sample_count": recording.sample_count,
        "duration": recording.duration,
        "quantities": [quantity.value for quantity in recording.columns],
        "torque_kind": recording.torque_kind.value,
        **to_json_value(seen.contents),
        "link_position": None if seen.link is None else _link_json(seen.link),
        "left_out": left_out(recording.dropped),
        "remarks": list(remarks(recording.dropped, recording.sample_count)),
        "dropped": [
            {**to_json_value(dropped), "text": dropped_text(dropped)} for dropped in recording.dropped
        ],
    }


def _link_json(found: "LinkPositionFinding") -> dict[str, object]:
    return {"found": found.found.value, "joints": [to_json_value(one) for one in found.joints]}
