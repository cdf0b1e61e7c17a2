"""The catalogue's database: SQLite, local to a computer, rebuilt from the visit files at any time.

The visit files are the truth and may lie on shares; the database only makes them quick to list and search.
It keeps its journal as a write-ahead log, which does not work on a network share: several computers have a
catalogue each, of the same share. Several programs of one computer may scan and list at the same time. A
killed scan leaves what was committed; nothing has to be repaired.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from types import TracebackType
from typing import Self

from core.catalogue.fleet import FigureRow, ListedVisit
from core.catalogue.visit_entry import Entry
from core.errors import BadFile

APPLICATION = 0x546F7273
"""Marks the database as a catalogue, in the header of its file."""
SCHEMA = 4
"""A database of another schema is rebuilt."""
_PATIENCE_S = 30.0
_LOOK_S = 0.02
_LOCKED = "locked"
_TABLES = """
CREATE TABLE visit (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    modified_ns INTEGER NOT NULL,
    size INTEGER NOT NULL,
    robot TEXT NOT NULL,
    serial TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    operator TEXT NOT NULL,
    name TEXT NOT NULL,
    customer TEXT NOT NULL,
    note TEXT NOT NULL,
    verdict TEXT NOT NULL,
    results TEXT NOT NULL,
    verdicts TEXT NOT NULL,
    error TEXT NOT NULL,
    words TEXT NOT NULL
);
CREATE INDEX visit_of_arm ON visit (robot, serial, recorded_at);
CREATE INDEX visit_in_order ON visit (error != '', recorded_at DESC, path);
CREATE TABLE figure (
    visit INTEGER NOT NULL REFERENCES visit (id) ON DELETE CASCADE,
    code TEXT NOT NULL,
    joint TEXT NOT NULL,
    number INTEGER NOT NULL,
    value REAL NOT NULL,
    std REAL NOT NULL,
    temperature REAL
);
CREATE INDEX figure_of_visit ON figure (visit);
"""
_FIGURES = (
    "SELECT robot, number, code, serial, joint, recorded_at, value, std, temperature "
    "FROM visit JOIN figure ON figure.visit = visit.id"
)
_COLUMNS = "path, robot, serial, recorded_at, operator, name, customer, note, verdict, results, error"

Arm = tuple[str, str]
"""Model and serial number."""


class Catalogue:
    """An open catalogue; use it in a ``with`` statement."""

    def __init__(self, path: Path, *, makes: bool = True) -> None:
        """Open the catalogue of this path; one of another schema is made again, a missing one with ``makes``.

        Raises
        ------
        BadFile
            ``not-a-catalogue`` for a file of another kind, which stays as it is; ``catalogue-damaged``;
            ``file-missing`` for a missing one without ``makes``.
        """
        self.path = path
        if not makes and not path.exists():
            raise BadFile("file-missing", file=str(path))
        if path.exists() and path.stat().st_size and not _is_database(path):
            raise BadFile("not-a-catalogue", file=str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
        try:
            with self._asked():
                self._prepare_patiently()
        except BaseException:
            self._database.close()
            raise

    def _prepare_patiently(self) -> None:
        """Prepare; SQLite does not wait by itself while another program turns the log on or off."""
        ends_s = time.monotonic() + _PATIENCE_S
        while True:
            try:
                return self._prepare()
            except sqlite3.OperationalError as error:
                if _LOCKED not in str(error) or time.monotonic() > ends_s:
                    raise
            time.sleep(_LOOK_S)

    def _prepare(self) -> None:
        ask = self._database.execute
        application = ask("PRAGMA application_id").fetchone()[0]
        is_empty = ask("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if application != APPLICATION and not is_empty:
            raise BadFile("not-a-catalogue", file=str(self.path))
        ask("PRAGMA journal_mode = WAL")
        ask("PRAGMA synchronous = NORMAL")
        ask("PRAGMA foreign_keys = ON")
        with self._change():
            if ask("PRAGMA user_version").fetchone()[0] == SCHEMA:
                return
            for table in ("figure", "visit"):
                ask(f"DROP TABLE IF EXISTS {table}")
            for statement in _TABLES.split(";"):
                ask(statement)
            ask(f"PRAGMA application_id = {APPLICATION}")
            ask(f"PRAGMA user_version = {SCHEMA}")

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def stamps(self) -> Mapping[str, tuple[int, int]]:
        """Time of the last change in ns and size of every listed file, by path."""
        with self._asked():
            rows = self._database.execute("SELECT path, modified_ns, size FROM visit").fetchall()
        return {path: (modified, size) for path, modified, size in rows}

    def put(self, entries: Iterable[Entry]) -> None:
        """Put entries in, in place of those of the same path: all of them or, after an error, none."""
        with self._asked(), self._change():
            for entry in entries:
                self._put(entry)

    def remove(self, paths: Iterable[str]) -> None:
        """Take files out that are gone."""
        with self._asked(), self._change():
            self._database.executemany("DELETE FROM visit WHERE path = ?", ((path,) for path in paths))

    def state(self) -> tuple[int, ...]:
        """Numbers that differ after a change of what is listed."""
        parts = ", ".join(f"coalesce(sum({name} % 1000003), 0)" for name in ("id", "modified_ns", "size"))
        with self._asked():
            found = self._database.execute(f"SELECT count(*), {parts} FROM visit").fetchone()
        return tuple(map(int, found))

    def count(self, query: str = "", *, arm: Arm | None = None) -> int:
        """Number of the visits that have all words of the query, of all arms or one."""
        condition, words = _condition(query, arm)
        with self._asked():
            found = self._database.execute(f"SELECT count(*) FROM visit WHERE {condition}", words).fetchone()
        return int(found[0])

    def visits(
        self, query: str = "", *, arm: Arm | None = None, first: int = 0, most: int = -1
    ) -> tuple[ListedVisit, ...]:
        """The visits that have all words of the query, newest first; broken files last.

        A list on a screen takes ``most`` of them from the place ``first`` on, of all arms or one.
        """
        condition, words = _condition(query, arm)
        order = "ORDER BY error != '', recorded_at DESC, path"
        with self._asked():
            rows = self._database.execute(
                f"SELECT {_COLUMNS} FROM visit WHERE {condition} {order} LIMIT ? OFFSET ?",
                (*words, most, first),
            )
            return tuple(map(_listed, rows))

    def dates(self, robot: str) -> tuple[tuple[str, str], ...]:
        """Serial number and date of each visit to a model, by arm and oldest first; as ``figures``."""
        with self._asked():
            rows = self._database.execute(
                "SELECT serial, recorded_at FROM visit WHERE robot = ? AND serial != '' AND error = '' "
                "ORDER BY serial, recorded_at",
                (robot,),
            ).fetchall()
        return tuple(rows)

    def verdicts(self) -> Mapping[Arm, Mapping[str, str]]:
        """Verdict of the newest result of each kind, of all arms with a serial number."""
        newest: dict[Arm, dict[str, str]] = {}
        with self._asked():
            rows = self._database.execute(
                "SELECT robot, serial, verdicts FROM visit WHERE serial != '' AND error = '' "
                "ORDER BY recorded_at, path"
            )
            for robot, serial, verdicts in rows:
                newest.setdefault((robot, serial), {}).update(_verdicts(verdicts))
        return newest

    def figures_of(self, arm: Arm) -> tuple[FigureRow, ...]:
        """Key figures of one arm, by joint and figure, the oldest first."""
        with self._asked():
            rows = self._database.execute(
                f"{_FIGURES} WHERE number >= 0 AND robot = ? AND serial = ? "
                "ORDER BY number, code, recorded_at, path",
                arm,
            ).fetchall()
        return tuple(map(FigureRow._make, rows))

    def payloads(self) -> tuple[FigureRow, ...]:
        """Measured and set masses of all arms with a serial number: by arm, the oldest visit first."""
        with self._asked():
            rows = self._database.execute(
                f"{_FIGURES} WHERE number < 0 AND serial != '' "
                "ORDER BY robot, serial, recorded_at, path, code"
            ).fetchall()
        return tuple(map(FigureRow._make, rows))

    def figures(self, query: str = "") -> Iterator[FigureRow]:
        """Key figures of the visits to all models that the query's visits are of.

        They come by model, joint, figure and arm, of an arm the oldest first. What is usual for a model is
        told by all of its arms, also by those that the query leaves out; visits without a serial number
        are left out.
        """
        condition, words = _condition(query)
        models = f"SELECT DISTINCT robot FROM visit WHERE {condition}"
        with self._asked():
            yield from map(
                FigureRow._make,
                self._database.execute(
                    f"{_FIGURES} WHERE number >= 0 AND serial != '' AND robot IN ({models}) "
                    "ORDER BY robot, number, code, serial, recorded_at, path",
                    words,
                ),
            )

    def _put(self, entry: Entry) -> None:
        ask, outline = self._database.execute, entry.outline
        ask("DELETE FROM visit WHERE path = ?", (entry.path,))
        texts: Sequence[str] = ("",) * 7
        results: list[str] = []
        if outline is not None:
            tag = outline.tag
            texts = (
                *(outline.robot, outline.serial, outline.recorded_at, outline.operator),
                *(tag.name, tag.customer, tag.note),
            )
            results = [one.kind for one in outline.results]
        error = entry.error.code if entry.error is not None else ""
        words = " ".join((Path(entry.path).name, *texts, entry.verdict, *results, error)).casefold()
        marks = ", ".join("?" * 15)
        done = ask(
            f"INSERT INTO visit (modified_ns, size, {_COLUMNS}, verdicts, words) VALUES ({marks})",
            (
                *(entry.modified_ns, entry.size, entry.path, *texts),
                *(entry.verdict, json.dumps(results), error, json.dumps(entry.verdicts), words),
            ),
        )
        self._database.executemany(
            "INSERT INTO figure VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (done.lastrowid, one.code.value, one.joint, one.number, one.value, one.std, one.temperature)
                for one in entry.figures
            ],
        )

    @contextmanager
    def _change(self) -> Iterator[None]:
        """One transaction, which waits for that of another program."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def _asked(self) -> Iterator[None]:
        """Words for what goes wrong with the database."""
        try:
            yield
        except sqlite3.OperationalError as error:  # held too long, no room, or a share without locks
            raise BadFile("catalogue-not-usable", file=str(self.path), reason=str(error)) from error
        except sqlite3.DatabaseError as error:
            raise BadFile("catalogue-damaged", file=str(self.path), reason=str(error)) from error


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _listed(row: tuple[str, ...]) -> ListedVisit:
    return _visit_of((*row[:-2], _kinds(row[-2]), row[-1]))


_visit_of = partial(tuple.__new__, ListedVisit)
"""As ``ListedVisit._make`` without its check of the length, for lists of many thousand."""


@lru_cache(maxsize=4096)  # the same few kinds again and again
def _kinds(results: str) -> tuple[str, ...]:
    return tuple(json.loads(results))


@lru_cache(maxsize=4096)
def _verdicts(text: str) -> dict[str, str]:
    return dict(json.loads(text))


def _condition(query: str, arm: Arm | None = None) -> tuple[str, list[str]]:
    """All words of a query, and an arm, as a condition and its values."""
    words = query.casefold().split()
    parts = ["instr(words, ?) > 0"] * len(words) + (["robot = ?", "serial = ?", "error = ''"] if arm else [])
    return " AND ".join(parts) or "1", [*words, *(arm or ())]
