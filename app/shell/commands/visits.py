"""``torsion import`` and ``torsion info``: recordings into a visit file, and what is in one."""

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rich.console import RenderableType

from app.errors.text import dropped_text, error_text, problem_text
from app.terminal.command import Commands, Context, ExitCode, WrongUse, add_command
from app.terminal.numbers import NumberOption, shown
from app.terminal.output import present, table, write_document
from app.terminal.outputs import VisitOption
from core.bounds import PAYLOAD
from core.errors import BadFile, Problem
from core.fields import to_json_value
from core.identification.result import IdentificationResult
from core.recording import Mark, Recording

if TYPE_CHECKING:
    from core.robot.model import RobotModel
    from core.storage.visit import Visit

T = TypeVar("T")
LAYOUT_OF_ENDING = {".npz": "npz", ".mat": "mat"}
_ROWS = re.compile(r"([0-9]{1,15}):([0-9]{1,15})")
OTHER_LAYOUT = "ur10e-31"
"""For every other ending; it refuses a file with other columns than its own."""


def add_to(commands: Commands) -> None:
    """Add ``import`` and ``info``."""
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
    info = add_command(commands, "info", _info, summary="What is in a visit.")
    info.add_argument("visit", type=Path, metavar="VISIT.h5")


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
        "recordings": [_recording_json(recording) for recording in recordings],
    }
    write_document(arguments, document)
    with _visit_for(arguments.into, robot) as visit, visit.change() as draft:
        for recording in recordings:
            context.monitor.check()
            draft.add_recording(recording)
    present(arguments, document, *_imported(recordings, arguments.into))
    return ExitCode.SUCCESS


def _read(arguments: argparse.Namespace, context: Context, *, joint_count: int) -> list[Recording]:
    """All files, before anything is written: a bad one leaves the visit as it was."""
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
    from app.terminal.visit_file import robot_of
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
    """The visit of this path; one that is made now is gone again when nothing came into it."""
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
    lines: list[RenderableType] = [_recording_table(f"Imported into {into}", recordings)]
    for recording in recordings:
        lines += [f"{recording.label}: {dropped_text(dropped)}" for dropped in recording.dropped]
    if any(recording.dropped for recording in recordings):
        lines.append("What was left out is recorded in the visit.")
    return lines


def _info(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.identification.result import IDENTIFICATION
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        damage = _Damage(visit.damage)
        robot = damage.tried(lambda: _robot_of(visit))
        recordings, gaps = [], {}
        for label in visit.labels:
            context.monitor.check()
            found = damage.tried(partial(visit.recording, label))
            holes = damage.tried(partial(visit.gaps, label))
            if found is not None and holes is not None:
                recordings.append(found)
                gaps[label] = len(holes)
        results = []
        for entry in visit.results(IDENTIFICATION):
            context.monitor.check()
            result = damage.tried(partial(visit.result, entry.key, IdentificationResult))
            if result is not None:
                results.append(_result_json(entry.key, result))
        document = {
            "visit": str(arguments.visit),
            "robot": robot.name if robot is not None else None,
            "joints": list(robot.joint_names) if robot is not None else [],
            "created_at": visit.created_at,
            "software": visit.software,
            "recordings": [
                {**_recording_json(recording), "gap_count": gaps[recording.label]} for recording in recordings
            ],
            "results": results,
            "recovered": [to_json_value(found) for found in visit.recovered],
            "damage": damage.texts(),
        }
        title = f"{arguments.visit}: the description of its robot cannot be read"
        if robot is not None:
            title = f"{arguments.visit}: {robot.title or robot.name}, {robot.joint_count} joints"
        present(
            arguments, document, *_info_lines(title, recordings, results), *_recovered(visit), *damage.lines()
        )
    return ExitCode.NOT_TRUSTWORTHY if damage.problems else ExitCode.SUCCESS


def _robot_of(visit: "Visit") -> "RobotModel":
    from app.terminal.visit_file import robot_of

    return robot_of(visit)


class _Damage:
    """What of a visit cannot be read, collected while the rest is."""

    def __init__(self, known: Sequence[Problem]) -> None:
        self.problems = list(known)

    def tried(self, read: Callable[[], T]) -> T | None:
        """What ``read`` reads; None, with the problem noted, where it is damaged."""
        try:
            return read()
        except BadFile as error:
            whole = Problem("", "unreadable", {"reason": error.code})
            self.problems += [
                problem for problem in error.problems or (whole,) if problem not in self.problems
            ]
            return None

    def texts(self) -> list[str]:
        """One sentence for each."""
        return [problem_text(problem) for problem in self.problems]

    def lines(self) -> list[str]:
        """What a person reads of it; nothing for a whole visit."""
        if not self.problems:
            return []
        return [
            "This visit is damaged; it is read and never written. Rescue what is whole: torsion rescue.",
            *self.texts(),
        ]


def _info_lines(
    title: str, recordings: Sequence[Recording], results: Sequence[Mapping[str, object]]
) -> list[RenderableType]:
    lines: list[RenderableType] = [_recording_table(title, recordings)]
    for recording in recordings:
        lines += [f"{recording.label}: {dropped_text(dropped)}" for dropped in recording.dropped]
    if results:
        names = ("key", "verdict", "friction", "estimator", "recordings", "created_at")
        rows = [[result[name] for name in names] for result in results]
        lines.append(table("Models", names, rows))
    return lines


def _recovered(visit: "Visit") -> list[str]:
    """What was found beside the visit because the program that recorded it ended first."""
    return [
        f"Recovered just now: {found.label}, {found.seconds:.2f} s; the program that recorded it ended first."
        for found in visit.recovered
    ] + [error_text(error).one_line for error in visit.left_behind]


def _file_rows(recording: Recording) -> str | None:
    """The rows of the file that were read; None for what came from no file."""
    origin = recording.origin
    return f"{origin.first_row}:{origin.last_row}" if origin.first_row else None


def _recording_table(title: str, recordings: Sequence[Recording]) -> RenderableType:
    rows = [
        (
            recording.label,
            recording.sample_count,
            recording.duration,
            _file_rows(recording),
            recording.torque_kind.value,
            recording.payload_mass,
            sum(dropped.rows for dropped in recording.dropped),
            _source(recording),
        )
        for recording in recordings
    ]
    columns = ("recording", "samples", "s", "rows", "torque from", "payload kg", "left out", "source")
    return table(title, columns, rows)


def _source(recording: Recording) -> str:
    if recording.origin.synthetic_seed is not None:
        return f"SYNTHETIC, seed {recording.origin.synthetic_seed}"
    if recording.origin.mark is not Mark.NONE:
        return f"{recording.origin.mark.name}, {recording.origin.device}"
    if recording.origin.device:
        return recording.origin.device
    return Path(recording.origin.file).name


def _recording_json(recording: Recording) -> dict[str, object]:
    return {
        "label": recording.label,
        "sample_count": recording.sample_count,
        "duration": recording.duration,
        "joint_count": recording.joint_count,
        "quantities": [quantity.value for quantity in recording.columns],
        "torque_kind": recording.torque_kind.value,
        "payload_mass": recording.payload_mass,
        "synthetic": recording.origin.synthetic_seed is not None,
        "mark": recording.origin.mark.value,
        "incomplete": recording.incomplete,
        "missing_samples": sum(hole.missing for hole in recording.missing),
        "events": [to_json_value(event) for event in recording.events],
        "origin": to_json_value(recording.origin),
        "dropped": [
            {**to_json_value(dropped), "text": dropped_text(dropped)} for dropped in recording.dropped
        ],
    }


def _result_json(key: str, result: IdentificationResult) -> dict[str, object]:
    return {
        "key": key,
        "verdict": result.judgement.verdict.value,
        "friction": result.settings.friction.value,
        "estimator": result.settings.estimator.value,
        "recordings": ", ".join(result.provenance.recordings),
        "base_parameter_count": result.base_parameter_count,
        "created_at": result.provenance.created_at,
        "synthetic": result.provenance.synthetic,
        "mark": result.provenance.shown_mark.value,
    }
