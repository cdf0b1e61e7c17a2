"""The arms and visits of a catalogue as documents and tables; SI units, keys may be added, never renamed."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path

from core.catalogue.fleet import FleetRobot, ListedVisit
from core.errors import BadRequest
from core.exchange.csv_text import table_text
from core.exchange.json_text import json_text
from core.storage.output_writer import write_whole

Line = Mapping[str, object]
_CARE = ("code", "joint", "number", "value", "std", "usual", "usual_std", "stds", "since")


class TableKind(StrEnum):
    """Kind of a file with arms or visits, by its ending."""

    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


def robot_document(robot: FleetRobot) -> dict[str, object]:
    """An arm with what needs care, in full."""
    return {
        "robot": robot.robot,
        "serial": robot.serial,
        "visits": robot.visits,
        "last_visit": robot.last_visit,
        "last_file": robot.last_file,
        "verdict": robot.verdict,
        "word": robot.word.value,
        "care": [asdict(care) for care in robot.care],
    }


def visit_document(visit: ListedVisit) -> dict[str, object]:
    """A visit in full."""
    document = visit._asdict()
    return {"visit": document.pop("path"), **document}


def robot_lines(robots: Sequence[FleetRobot]) -> Iterator[Line]:
    """A line for each care, and one for an arm without any; what a line does not have is None."""
    for robot in robots:
        about = robot_document(robot)
        del about["care"]
        for care in map(asdict, robot.care):
            yield {**about, **{_care_key(name): care[name] for name in _CARE}}
        if not robot.care:
            yield {**about, **{_care_key(name): None for name in _CARE}}


def visit_lines(visits: Sequence[ListedVisit]) -> Iterator[Line]:
    """A line for each visit; its kinds of results are separated by blanks."""
    for visit in visits:
        yield {**visit_document(visit), "results": " ".join(visit.results)}


def write_robots(path: Path, robots: Sequence[FleetRobot], kind: TableKind) -> None:
    """Write arms into a file; it appears whole or not at all.

    Raises
    ------
    BadRequest
        ``tables-not-installed`` for Parquet without its library.
    NotWritten
        When the file cannot be written.
    """
    nobody = FleetRobot("", "", 0, "", "", "", ())
    names = list(next(robot_lines([nobody])))
    _write(path, kind, [robot_document(one) for one in robots], list(robot_lines(robots)), names)


def write_visits(path: Path, visits: Sequence[ListedVisit], kind: TableKind) -> None:
    """Write visits into a file; as ``write_robots``."""
    nothing = ListedVisit("", "", "", "", "", "", "", "", "", ())
    names = list(visit_document(nothing))
    _write(path, kind, [visit_document(one) for one in visits], list(visit_lines(visits)), names)


def _write(
    path: Path, kind: TableKind, documents: Sequence[Line], lines: Sequence[Line], names: list[str]
) -> None:
    if kind is TableKind.JSON:
        write_whole(path, json_text(documents).encode())
    elif kind is TableKind.PARQUET:
        write_whole(path, _parquet(lines))
    else:
        cells = (["" if line[name] is None else line[name] for name in names] for line in lines)
        write_whole(path, table_text([names, *cells]).encode())


def _parquet(lines: Sequence[Line]) -> bytes:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise BadRequest("tables-not-installed") from None
    stream = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist([dict(line) for line in lines]), stream)
    return stream.getvalue()


def _care_key(name: str) -> str:
    return {"code": "care", "number": "joint_number"}.get(name, name)
