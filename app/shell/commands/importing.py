"""``torsion import``: recordings from files into a visit."""

import argparse
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rich.console import RenderableType

from app.shell.commands.recording_rows import recording_json, recording_lines
from app.terminal.command import Commands, Context, ExitCode, WrongUse, add_command
from app.terminal.numbers import NumberOption, shown
from app.terminal.output import present, write_document
from app.terminal.outputs import VisitOption
from core.bounds import PAYLOAD
from core.recording import Recording

if TYPE_CHECKING:
    from core.robot.model import RobotModel
    from core.storage.visit import Visit

T = TypeVar("T")
LAYOUT_OF_ENDING = {".npz": "npz", ".mat": "mat"}
_ROWS = re.compile(r"([0-9]{1,15}):([0-9]{1,15})")
OTHER_LAYOUT = "ur10e-31"
"""Layout for every other ending; it refuses a file with other columns than its own."""


def add_to(commands: Commands) -> None:
    """Add ``torsion import`` to the command line."""
    parser = add_command(commands, "import", _import, summary="Recordings from files into a visit.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--robot", required=True, metavar="NAME|FILE")
    parser.add_argument("--into", required=True, action=VisitOption, metavar="VISIT.h5")
    parser.add_argument("--layout", metavar="NAME|FILE", help="how the file is laid out; guessed without it")
    parser.add_argument(
        "--rows", type=rows_of, metavar="A:B", help="rows of the file, counted from 1, both ends included"
    )
    parser.add_argument("--label", metavar="TEXT", help="default: the file name without its ending")
    parser.add_argument(
        "--payload-kg", type=NumberOption(PAYLOAD), metavar="M", help="weighed mass on the flange"
    )


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
    from core.given_file import LARGEST_RECORDING, check_file
    from core.robot.library import load_robot

    if arguments.label is not None and len(arguments.files) > 1:
        raise WrongUse("One --label cannot name several files. Import them one by one or leave it out.")
    for path in arguments.files:
        check_file(path, largest=LARGEST_RECORDING)  # worded by its name, before any work
    robot = load_robot(arguments.robot)
    if arguments.into.exists():
        _check_robot(arguments.into, robot)
    recordings = _read(arguments, context, joint_count=robot.joint_count)
    document = {
        "visit": str(arguments.into),
        "robot": robot.name,
        "recordings": [recording_json(recording) for recording in recordings],
    }
    write_document(arguments, document)
    with _visit_for(arguments.into, robot) as visit, visit.change() as draft:
        for recording in recordings:
            context.monitor.check()
            draft.add_recording(recording)
    present(arguments, document, *_imported(recordings, arguments.into))
    return ExitCode.SUCCESS


def _read(arguments: argparse.Namespace, context: Context, *, joint_count: int) -> list[Recording]:
    """Read all files before anything is written: a bad one changes nothing."""
    from core.exchange.import_parts import import_recordings

    recordings: list[Recording] = []
    for number, path in enumerate(arguments.files):
        context.monitor.check()
        context.monitor.report(number / len(arguments.files), path.name)
        recordings += import_recordings(
            path,
            layout=arguments.layout or LAYOUT_OF_ENDING.get(path.suffix.lower(), OTHER_LAYOUT),
            rows=arguments.rows,
            label=arguments.label,
            payload_mass=arguments.payload_kg,
            joint_count=joint_count,
        )
    return recordings


def _check_robot(path: Path, robot: "RobotModel") -> None:
    from app.visit.recordings import robot_of
    from core.robot.toml_format import write_toml
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        if visit.robot_toml != write_toml(robot):
            raise WrongUse(
                f"{path} belongs to the robot {robot_of(visit).name}, and its description differs from "
                f"{robot.name}. Nothing was changed. Name another visit or the same robot."
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
