"""``torsion info``: the content of a visit file, and its damage."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rich.console import RenderableType

from app.errors.text import error_text, problem_text
from app.shell.commands.recording_rows import recording_json, recording_lines
from app.terminal.command import Context, ExitCode, be_command, present, table
from core.errors import BadFile, Problem
from core.fields import to_json_value
from core.identification.result import IdentificationResult
from core.recording import Recording

if TYPE_CHECKING:
    from core.storage.tag import VisitTag
    from core.storage.visit import Visit

T = TypeVar("T")


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion info``."""
    be_command(parser, _info)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")


def _info(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.visit.recordings import robot_of
    from core.identification.result import IDENTIFICATION
    from core.storage.tag import VisitTag, tag_of
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        damage = _Damage(visit.damage)
        robot = damage.tried(lambda: robot_of(visit))
        tag = damage.tried(lambda: tag_of(visit)) or VisitTag()
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
            **_tag_json(tag, robot.name if robot is not None else "", recordings, visit.created_at),
            "robot": robot.name if robot is not None else None,
            "joints": list(robot.joint_names) if robot is not None else [],
            "created_at": visit.created_at,
            "software": visit.software,
            "recordings": [
                {**recording_json(recording), "gap_count": gaps[recording.label]} for recording in recordings
            ],
            "results": results,
            "recovered": [to_json_value(found) for found in visit.recovered],
            "damage": damage.texts(),
        }
        title = f"{arguments.visit}: the description of its robot cannot be read"
        if robot is not None:
            title = f"{arguments.visit}: {robot.title or robot.name}, {robot.joint_count} joints"
        lines = _info_lines(title, recordings, results)
        present(arguments, document, *lines, *_tag_lines(tag), *_recovered(visit), *damage.lines())
    return ExitCode.NOT_TRUSTWORTHY if damage.problems else ExitCode.SUCCESS


class _Damage:
    """Parts of a visit that cannot be read, collected while the others are."""

    def __init__(self, known: Sequence[Problem]) -> None:
        self.problems = list(known)

    def tried(self, read: Callable[[], T]) -> T | None:
        """Result of ``read``; None, with the problem noted, where the file is damaged."""
        try:
            return read()
        except BadFile as error:
            whole = Problem("", "unreadable", {"reason": error.code})
            self.problems += [
                problem for problem in error.problems or (whole,) if problem not in self.problems
            ]
            return None

    def texts(self) -> list[str]:
        """One sentence for each problem."""
        return [problem_text(problem) for problem in self.problems]

    def lines(self) -> list[str]:
        """Lines on the damage; none for a whole visit."""
        if not self.problems:
            return []
        return [
            "This visit is damaged; it is read and never written. Rescue what is whole: torsion rescue.",
            *self.texts(),
        ]


def _info_lines(
    title: str, recordings: Sequence[Recording], results: Sequence[Mapping[str, object]]
) -> list[RenderableType]:
    lines = recording_lines(title, recordings)
    if results:
        names = ("key", "verdict", "friction", "estimator", "recordings", "created_at")
        rows = [[result[name] for name in names] for result in results]
        lines.append(table("Models", names, rows))
    return lines


def _tag_json(
    tag: "VisitTag", robot: str, recordings: Sequence[Recording], created_at: str
) -> dict[str, str]:
    """Name, serial number, customer and note; the usual name where none was given."""
    from core.storage.tag import usual_name

    recorded = (found.origin.serial for found in reversed(recordings))
    serial = next(filter(None, recorded), tag.serial)
    name = tag.name or usual_name(robot, serial, created_at[:10])
    return {"name": name, "serial": serial, "customer": tag.customer, "note": tag.note}


def _tag_lines(tag: "VisitTag") -> list[str]:
    """Lines with a person's entries on the visit; empty where there are none."""
    entered = {"Name": tag.name, "Customer or cell": tag.customer, "Serial number": tag.serial}
    return [
        *(f"{caption}: {text}" for caption, text in entered.items() if text),
        *(f"Note: {line}" if not place else line for place, line in enumerate(tag.note.splitlines())),
    ]


def _recovered(visit: "Visit") -> list[str]:
    """Lines on recordings that were recovered, because the program that recorded them ended first."""
    return [
        f"Recovered just now: {found.label}, {found.seconds:.2f} s; the program that recorded it ended first."
        for found in visit.recovered
    ] + [error_text(error).one_line for error in visit.left_behind]


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
