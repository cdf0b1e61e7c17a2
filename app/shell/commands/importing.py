"""``torsion import``: recordings from files into a visit, joined to one run or split into several."""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rich.console import RenderableType

from app.shell.commands.recognising import (
    add_answers,
    answers_of,
    understanding_json,
    understanding_lines,
    write_layout,
)
from app.shell.commands.recording_rows import recording_json, recording_lines
from app.terminal.command import (
    Context,
    ExitCode,
    VisitOption,
    WrongUse,
    be_command,
    present,
    say,
    write_document,
)
from app.terminal.options import NumberOption, add_mounting, shown
from app.terminal.presentation_lines import left_out_json, left_out_lines
from core.bounds import PAYLOAD
from core.recording import Recording

if TYPE_CHECKING:
    from core.exchange.joining import Alignment
    from core.recognition.understanding import Understanding
    from core.robot.model import RobotModel
    from core.storage.visit import Visit

T = TypeVar("T")
_ROWS = re.compile(r"([0-9]{1,15}):([0-9]{1,15})")
PAUSES = "pauses"
_COLUMN = "column:"


def _add_order(parser: argparse.ArgumentParser) -> None:
    """Add ``--join`` and ``--split``."""
    parser.add_argument(
        "--join",
        action="store_true",
        help="the files are one run recorded by several programs: one recording on the clock of the first, "
        "aligned by a quantity that all have",
    )
    parser.add_argument(
        "--split",
        type=_split,
        metavar="pauses|column:NAME",
        help="several runs in one file: a recording each, parted by rests of 2 s or more, or wherever a "
        "column of the file changes",
    )


def _split(text: str) -> str:
    names_column = text.startswith(_COLUMN) and text.removeprefix(_COLUMN).strip()
    if text != PAUSES and not names_column:
        raise argparse.ArgumentTypeError(f"{text!r} is no way to split; write pauses or column:NAME")
    return text


def _split_column(arguments: argparse.Namespace) -> str:
    """Name of the column at whose changes a file is split; empty without."""
    asked: str = arguments.split or ""
    return asked.removeprefix(_COLUMN) if asked.startswith(_COLUMN) else ""


def _check_order(arguments: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    if arguments.join and len(arguments.files) < 2:
        raise WrongUse("--join takes several files of one run. Name them, the one whose clock counts first.")
    if arguments.join and _split_column(arguments):
        raise WrongUse("--join and --split column:NAME exclude each other. Join first, or split each file.")


def _arranged(
    recordings: Sequence[Recording], arguments: argparse.Namespace
) -> "tuple[tuple[Recording, ...], Mapping[str, Alignment]]":
    """The recordings joined and split as asked, and the clocks of joined files; errors as ``core``'s."""
    from core.exchange.arrangement import arranged as arrange

    return arrange(recordings, join=arguments.join, at_pauses=arguments.split == PAUSES)


def _clock_lines(clocks: "Mapping[str, Alignment]") -> Iterator[str]:
    """Offset and drift of each joined file in a sentence."""
    from app.visit.joined_clock_words import clock_sentence

    for name, clock in clocks.items():
        yield clock_sentence(name, clock)


def _clock_json(clocks: "Mapping[str, Alignment]") -> list[dict[str, object]]:
    """The documented keys of ``joined``; s and s/s."""
    return [
        {
            "file": name,
            "common": clock.common.value,
            "offset": clock.offset,
            "offset_std": clock.offset_std,
            "drift": clock.drift,
            "drift_std": clock.drift_std,
            "correlation": clock.correlation,
        }
        for name, clock in clocks.items()
    ]


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion import``."""
    be_command(parser, _import)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--robot", metavar="NAME|FILE", help="the arm; a visit that is there already knows its own"
    )
    parser.add_argument("--into", required=True, action=VisitOption, metavar="VISIT.h5")
    parser.add_argument(
        "--layout", metavar="NAME|FILE", help="how the file is laid out; recognised without it"
    )
    parser.add_argument(
        "--rows", type=rows_of, metavar="A:B", help="rows of the file, counted from 1, both ends included"
    )
    parser.add_argument("--label", metavar="TEXT", help="default: the file name without its ending")
    parser.add_argument(
        "--payload-kg", type=NumberOption(PAYLOAD), metavar="M", help="weighed mass on the flange"
    )
    add_answers(parser)
    add_mounting(parser)
    _add_order(parser)


def rows_of(text: str) -> tuple[int, int]:
    """``A:B`` as two row numbers.

    Raises
    ------
    argparse.ArgumentTypeError
        When it is not two row numbers in order, counted from 1.
    """
    match = _ROWS.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is no range of rows; write A:B, such as 635:3510")
    first, last = int(match[1]), int(match[2])
    if not 1 <= first <= last:
        raise argparse.ArgumentTypeError(f"{shown(text)}: rows count from 1 and run upwards")
    return first, last


def _import(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.robot.mounting import mounted

    _check_order(arguments)
    if arguments.label is not None and len(arguments.files) > 1 and not arguments.join:
        raise WrongUse("One --label cannot name several files. Import them one by one or leave it out.")
    if arguments.layout_out is not None and len(arguments.files) > 1:
        raise WrongUse("One --layout-out cannot hold the layouts of several files. Import them one by one.")
    for path in arguments.files:
        _check_given(path)  # worded by its name, before any work
    robot = _robot(arguments)
    if arguments.mounting is not None:
        robot = mounted(robot, arguments.mounting)
    if arguments.into.exists():
        _check_robot(arguments.into, robot, keeps_mounting=arguments.mounting is None)
    read, understood = _read(arguments, context, robot)
    recordings, clocks = _arranged(read, arguments)
    document: dict[str, object] = {
        "visit": str(arguments.into),
        "robot": robot.name,
        "recordings": [recording_json(recording) for recording in recordings],
        "robot_remarks": left_out_json(robot),
    }
    if understood:
        document["understood"] = [understanding_json(found) for found in understood]
    if arguments.join:
        document["joined"] = _clock_json(clocks)
    write_document(arguments, document)
    with _visit_for(arguments.into, robot) as visit, visit.change() as draft:
        for recording in recordings:
            context.monitor.check()
            draft.add_recording(recording)
    recognised = [line for found in understood for line in understanding_lines(found)]
    clock_lines = _clock_lines(clocks)
    lines = (*recognised, *left_out_lines(robot), *clock_lines, *_imported(recordings, arguments.into))
    present(arguments, document, *lines)
    return ExitCode.SUCCESS


def _robot(arguments: argparse.Namespace) -> "RobotModel":
    """The arm that is named, else that of the visit: the file that described it may be gone.

    Raises
    ------
    WrongUse
        Without a name, where there is no visit yet.
    """
    from app.visit.recordings import robot_of
    from core.robot.library import load_robot
    from core.storage.visit import Visit

    if arguments.robot is not None:
        return load_robot(arguments.robot)
    if not arguments.into.exists():
        raise WrongUse(f"missing: --robot. {arguments.into} is a new visit, and has to know its arm.")
    with Visit.open(arguments.into) as visit:
        return robot_of(visit)


def _check_given(path: Path) -> None:
    from core.given_file import LARGEST_RECORDING, check_file
    from core.recognition.bag_table import is_bag
    from core.recognition.lerobot_table import lerobot_root

    if not (path.is_dir() and (is_bag(path) or lerobot_root(path) is not None)):
        check_file(path, largest=LARGEST_RECORDING)


def _read(
    arguments: argparse.Namespace, context: Context, robot: "RobotModel"
) -> "tuple[list[Recording], list[Understanding]]":
    """Read all files before anything is written: a bad one changes nothing.

    The second list has what was understood of files that no shipped layout describes.
    """
    from core.recognition.containers import read_table
    from core.recognition.reading import is_visit, look_at, read_recordings
    from core.recognition.user_answers import answers_for

    recordings: list[Recording] = []
    understood: list[Understanding] = []
    answers = answers_of(arguments)
    recognised = [path for path in arguments.files if arguments.layout is None and not is_visit(path)]
    needs_tables = len(recognised) > 1 and answers.columns
    tables = (
        {path: read_table(path, answers=answers, monitor=context.monitor) for path in recognised}
        if needs_tables
        else {}
    )
    for number, path in enumerate(arguments.files):
        context.monitor.check()
        context.monitor.report(number / len(arguments.files), path.name)
        found = None
        if path in recognised:
            own = answers_for(answers, path, tables) if tables else answers
            found = look_at(path, answers=own, robot=robot, rows=arguments.rows, monitor=context.monitor)
            write_layout(found, arguments.layout_out)
            if not found.is_complete:
                say(arguments, *understanding_lines(found))  # the error that follows has one line
            elif not found.layout:
                understood.append(found)
        recordings += read_recordings(
            path,
            layout=arguments.layout,
            found=found,
            rows=arguments.rows,
            label=None if arguments.join and number else arguments.label,
            split_column=_split_column(arguments),
            payload_mass=arguments.payload_kg,
            robot=robot,
            monitor=context.monitor,
        )
    return recordings, understood


def _check_robot(path: Path, robot: "RobotModel", *, keeps_mounting: bool) -> None:
    """Refuse a visit to another robot; ``keeps_mounting`` takes the visit's for one on a table."""
    from dataclasses import replace

    from app.visit.recordings import robot_of
    from core.robot.mounting import mounting_name
    from core.robot.toml_format import write_toml
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        there, name = robot_of(visit), mounting_name(robot.gravity)
        robot = replace(robot, left_out_joints=there.left_out_joints)  # a visit of old does not tell them
        if visit.robot_toml != write_toml(replace(robot, gravity=there.gravity)):
            raise WrongUse(
                f"{path} belongs to the robot {there.name}, and its description differs from "
                f"{robot.name}. Nothing was changed. Name another visit or the same robot."
            )
        if visit.robot_toml != write_toml(robot) and not (keeps_mounting and name == "table"):
            raise WrongUse(
                f"{path} is a visit to {there.name} mounted as {mounting_name(there.gravity)}, not as "
                f"{name}. Nothing was changed. Leave --mounting out or name another visit."
            )


@contextmanager
def _visit_for(path: Path, robot: "RobotModel") -> "Iterator[Visit]":
    """The visit of this path; a new one is removed again if nothing was stored in it."""
    from core.robot.toml_format import write_toml
    from core.storage.visit import Visit

    is_new = not path.exists()
    with Visit.create(path, robot_toml=write_toml(robot)) if is_new else Visit.open(path) as visit:
        try:
            yield visit
        except BaseException:
            if is_new and not visit.labels:
                visit.close()  # an open file cannot be removed on Windows
                visit.path.unlink()
            raise


def _imported(recordings: Sequence[Recording], into: Path) -> list[RenderableType]:
    lines = recording_lines(f"Imported into {into}", recordings)
    if any(recording.dropped for recording in recordings):
        lines.append("What was left out is recorded in the visit.")
    return lines
