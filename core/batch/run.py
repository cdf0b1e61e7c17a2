"""The same work on many visits: one writer stores, and a journal lets it go on where it stopped."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.batch.engines import Engine
from core.batch.work import Attempt, Made, VisitWork
from core.errors import TorsionError
from core.fields import from_fields, to_fields
from core.monitor import Monitor
from core.storage.visit import Visit

_STAMPS = frozenset({"created_at", "software", "seconds"})
"""Fields that say when a result was made, by what and how fast, and nothing of what was found."""


@dataclass(frozen=True)
class Stored:
    """The result of one visit as it was stored.

    ``modified_ns`` and ``size`` are those of the file after it; ``inputs`` is the digest of its recordings.
    """

    visit: str
    result: str
    verdict: str
    seconds: float
    modified_ns: int
    size: int
    inputs: str


class Journal:
    """A file with one JSON line for each visit whose result is stored; the last line may be cut."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def stored(self) -> Mapping[str, Stored]:
        """The latest line of each visit, by its path."""
        try:
            lines = self._path.read_text("utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return {}
        found: dict[str, Stored] = {}
        for line in lines:
            try:
                one = from_fields(Stored, json.loads(line))
            except Exception:  # noqa: BLE001  a line that was cut by a crash: its visit is done again
                continue
            found[one.visit] = one
        return found

    def add(self, stored: Stored) -> None:
        """Note a stored result; it is on the disk when this returns."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps(asdict(stored)).encode() + b"\n"
        with self._path.open("ab") as file:
            # a line that a crash has cut must not swallow this one
            file.write(line if not file.tell() or self._ends_whole() else b"\n" + line)
            file.flush()
            os.fsync(file.fileno())

    def _ends_whole(self) -> bool:
        with self._path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"


@dataclass(frozen=True, eq=False)
class VisitLine:
    """The end of one visit: key of its stored result and verdict, or the error; ``seconds`` of computing.

    ``is_resumed`` where an earlier run of the same batch had stored it.
    """

    visit: str
    seconds: float
    result: str = ""
    verdict: str = ""
    error: TorsionError | OSError | None = None
    is_resumed: bool = False


def still_stored(paths: Sequence[Path], journal: Journal, monitor: Monitor) -> dict[Path, VisitLine]:
    """The visits whose results an earlier run has stored, and whose recordings are the same since."""
    known, found = journal.stored(), dict[Path, VisitLine]()
    for path in paths:
        monitor.check()
        before = known.get(str(path))
        if before is not None and _still_holds(path, before):
            found[path] = VisitLine(
                before.visit, before.seconds, before.result, before.verdict, is_resumed=True
            )
    return found


def run_batch(
    work: VisitWork, paths: Sequence[Path], *, engine: Engine, journal: Journal, monitor: Monitor
) -> Iterator[VisitLine]:
    """Do the work on these visits and store each result in its visit, as it comes.

    Workers only read. This process alone writes: each visit in one step, then the journal. A result that
    is equal to the visit's newest of its kind is in the visit already, by a run that was killed between
    the two, and is not stored again.

    Raises
    ------
    Cancelled
        After a request to stop; what was stored stays, and another run goes on behind it.
    """
    for number, ended in enumerate(engine.attempts(work, paths, monitor), start=1):
        yield _stored(ended, journal)
        monitor.report(number / len(paths), ended.path.name)


def _stored(ended: Attempt, journal: Journal) -> VisitLine:
    name = str(ended.path)
    if ended.made is None:
        return VisitLine(name, ended.seconds, error=ended.error)
    try:
        key, inputs = _store(ended.path, ended.made)
        status = ended.path.stat()
    except (TorsionError, OSError) as error:
        return VisitLine(name, ended.seconds, error=error)
    verdict = ended.made.verdict.value
    journal.add(Stored(name, key, verdict, ended.seconds, status.st_mtime_ns, status.st_size, inputs))
    return VisitLine(name, ended.seconds, key, verdict)


def _store(path: Path, made: Made) -> tuple[str, str]:
    """Key of the stored result, and the digest of the recordings that it was made from."""
    with Visit.open(path) as visit:
        inputs = _inputs(visit)
        before = visit.results(made.kind)
        if before and same_result(visit.result(before[-1].key, type(made.result)), made.result):
            return before[-1].key, inputs
        return visit.add_result(made.kind, made.result), inputs


def _still_holds(path: Path, stored: Stored) -> bool:
    try:
        status = path.stat()
        if (status.st_mtime_ns, status.st_size) == (stored.modified_ns, stored.size):
            return True
        with Visit.open(path, recover=False) as visit:
            holds = any(entry.key == stored.result for entry in visit.results())
            return holds and _inputs(visit) == stored.inputs
    except (TorsionError, OSError):
        return False


def _inputs(visit: Visit) -> str:
    """Digest of the robot and of the labels, which stand for recordings that never change."""
    text = "\n".join((visit.robot_toml, *visit.labels))
    return hashlib.sha256(text.encode()).hexdigest()


def same_result(one: object, other: object) -> bool:
    """True if two results (dataclasses) are equal to the last bit, whenever they were made."""
    return _same(to_fields(one), to_fields(other))


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        names = (one.keys() | other.keys()) - _STAMPS
        return all(name in one and name in other and _same(one[name], other[name]) for name in names)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(np.asarray(one), np.asarray(other), equal_nan=_is_number(one))
    return bool(one == other or (one != one and other != other))  # noqa: PLR0124  NaN is the same as NaN


def _is_number(values: Any) -> bool:
    return np.asarray(values).dtype.kind in "fc"
