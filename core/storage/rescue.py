"""Copy of the undamaged parts of a damaged visit to a new one; the damaged file is only read."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from core.errors import BadFile, Problem, TorsionError
from core.monitor import Monitor
from core.recording import Column, Quantity, Recording
from core.stamp import Clock, utc_now
from core.storage.draft import Draft
from core.storage.file_lock import FileLock
from core.storage.journal import parts_of
from core.storage.journal_reading import read_journal
from core.storage.visit import Visit


class Piece(StrEnum):
    """A part of a visit that is rescued separately."""

    ROBOT = "robot"
    ABOUT = "about"
    RECORDING = "recording"
    COLUMN = "column"
    PART = "part"
    RESULT = "result"
    SETTINGS = "settings"


@dataclass(frozen=True)
class TakenPiece:
    """A piece that is in the new visit."""

    piece: Piece
    name: str


@dataclass(frozen=True)
class LeftOutPiece:
    """A piece that is not in the new visit, and the reason."""

    piece: Piece
    name: str
    reason: TorsionError


@dataclass(frozen=True)
class Rescue:
    """The result of a rescue."""

    into: Path
    taken: tuple[TakenPiece, ...]
    left_out: tuple[LeftOutPiece, ...]
    damage: tuple[Problem, ...]
    """Damage in the source file."""


def rescue(path: Path, *, into: Path, monitor: Monitor, now: Clock = utc_now) -> Rescue:
    """Copy the undamaged content of the visit ``path`` to the new visit ``into``.

    Everything is compared with its digest before it is taken; in files from before schema 3,
    which have none, everything that can be read is taken.

    Raises
    ------
    BadFile
        As ``Visit.salvage``; ``file-exists`` and ``folder-missing`` for ``into``;
        ``nothing-whole`` when there is nothing to take. Then there is no new file.
    """
    with Visit.salvage(path) as visit:
        work = _Work(visit, monitor)
        robot_toml = work.robot()
        new = Visit.create(into, robot_toml=robot_toml, now=now)
        try:
            with new, new.change() as draft:
                work.fill(draft)
                if not any(taken.piece is not Piece.ABOUT for taken in work.taken):
                    raise BadFile("nothing-whole", visit.damage, file=str(path))
        except BaseException:
            new.path.unlink(missing_ok=True)
            raise
        return Rescue(new.path, tuple(work.taken), tuple(work.left_out), visit.damage)


class _Work:
    """The state of one rescue."""

    def __init__(self, visit: Visit, monitor: Monitor) -> None:
        self._visit, self._monitor = visit, monitor
        self.taken: list[TakenPiece] = []
        self.left_out: list[LeftOutPiece] = []

    def robot(self) -> str:
        """The description of the robot; empty if it is damaged."""
        try:
            text = self._visit.robot_toml
        except BadFile as error:
            self._leave(Piece.ROBOT, "robot_toml", error)
            return ""
        self._take(Piece.ROBOT, "robot_toml")
        return text

    def fill(self, draft: Draft) -> None:
        """Copy everything else that is whole into the draft."""
        self._about(draft)
        labels, results = self._visit.labels, self._visit.rows_of_results()
        names, parts = self._visit.settings_names, parts_of(self._visit.path)
        steps = len(labels) + len(parts) + len(results) + len(names)
        done = iter(range(1, steps + 1))
        for label in labels:
            self._recording(draft, label)
            self._report(next(done) / steps, label)
        for part in parts:
            self._part(draft, part)
            self._report(next(done) / steps, part.name)
        for row in results:
            try:
                draft.take_result(row, self._visit.fields_of_result(row.key))
                self._take(Piece.RESULT, row.key)
            except TorsionError as error:
                self._leave(Piece.RESULT, row.key, error)
            self._report(next(done) / steps, row.key)
        for name in names:
            try:
                draft.take_settings(name, self._visit.fields_of_settings(name))
                self._take(Piece.SETTINGS, name)
            except TorsionError as error:
                self._leave(Piece.SETTINGS, name, error)
            self._report(next(done) / steps, name)
        for problem in self._unlisted():
            piece = _PLACES[problem.where.split("/")[0]]
            reason = BadFile("visit-damaged", [problem], file=str(self._visit.path))
            self._leave(piece, problem.where.rsplit("/", maxsplit=1)[-1], reason)

    def _unlisted(self) -> Iterator[Problem]:
        """Damage of groups that are not listed, so that no copy was tried."""
        seen: set[str] = set()
        for problem in self._visit.damage:
            place, _, inside = problem.where.strip("/").partition("/")
            name = inside.split("/")[0].split("@")[0]
            where = f"{place}/{name}"
            if place in _PLACES and name and where not in seen | self._visit.listed_places:
                seen.add(where)
                yield Problem(where, problem.code, problem.facts)

    def _about(self, draft: Draft) -> None:
        """Copy the operator and the start time of the visit."""
        visit = self._visit
        bad = [problem for problem in visit.damage if problem.where.strip("/@") in _ABOUT]
        if bad:
            self._leave(Piece.ABOUT, "about", BadFile("visit-damaged", bad, file=str(visit.path)))
            return
        draft.take_about(created_at=visit.created_at, operator=visit.operator)
        self._take(Piece.ABOUT, "about")

    def _recording(self, draft: Draft, label: str) -> None:
        try:
            recording = self._visit.recording(label)
            whole = self._whole_columns(recording)
            if not whole:
                raise BadFile("nothing-whole", file=f"{self._visit.path} ({label})")
            draft.add_recording(replace(recording, columns=whole))
            self._take(Piece.RECORDING, label)
        except TorsionError as error:
            self._leave(Piece.RECORDING, label, error)

    def _whole_columns(self, recording: Recording) -> dict[Quantity, Column]:
        """The columns that are readable from the first sample to the last."""
        whole: dict[Quantity, Column] = {}
        for quantity, column in recording.columns.items():
            try:
                for first in range(0, recording.sample_count, _ROWS_AT_ONCE):
                    self._monitor.check()
                    column[first : first + _ROWS_AT_ONCE]
            except BadFile as error:
                self._leave(Piece.COLUMN, f"{recording.label}/{quantity}", error)
            else:
                whole[quantity] = column
        return whole

    def _part(self, draft: Draft, part: Path) -> None:
        """Copy a recording that waits beside the visit; its file stays."""
        try:
            lock = FileLock.take(part)
            if lock is None:
                raise BadFile("recording-in-progress", file=str(part))
            try:
                draft.adopt(read_journal(part))
            finally:
                lock.release()
            self._take(Piece.PART, part.name)
        except (TorsionError, OSError) as error:
            reason = error if isinstance(error, TorsionError) else _unreadable(part, error)
            self._leave(Piece.PART, part.name, reason)

    def _take(self, piece: Piece, name: str) -> None:
        self.taken.append(TakenPiece(piece, name))

    def _leave(self, piece: Piece, name: str, reason: TorsionError) -> None:
        self.left_out.append(LeftOutPiece(piece, name, reason))

    def _report(self, share: float, text: str) -> None:
        self._monitor.check()
        self._monitor.report(share, text)


def _unreadable(part: Path, error: OSError) -> BadFile:
    return BadFile("part-unreadable", file=str(part), reason=str(error))


_ABOUT = {"about", "software", "created_at", "operator"}
_PLACES = {"recordings": Piece.RECORDING, "results": Piece.RESULT, "settings": Piece.SETTINGS}
_ROWS_AT_ONCE = 1 << 16
