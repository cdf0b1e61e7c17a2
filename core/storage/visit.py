"""The visit file: everything measured and found during one visit to one robot, in one HDF5 file.

It holds the robot's description, the settings, the recordings and the results with
their history. Raw data are never overwritten: a label or a result, once stored, stays
as it is. A change with recordings is made in a copy that then replaces the file in one step; results and
settings alone are appended as one block (``core.storage.additions``). So a crash leaves the visit as it was
before or after the change.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import h5py

from core.errors import BadFile, BadRequest, DiskFull, Problem, TorsionError
from core.exchange.clock import Gap
from core.fields import from_fields
from core.recording import Recording
from core.stamp import Clock, utc_now
from core.storage.additions import append
from core.storage.digests import text_digest
from core.storage.draft import Draft, adopted_label, creating, rewriting
from core.storage.hdf5_values import damaged, text_in
from core.storage.listing import Listing, ResultRow
from core.storage.migration import MIGRATIONS, SIGNED_SCHEMA, migrate
from core.storage.opened_visit import Opened, in_resolved_folder, named_visit, open_visit_file, stamp_of
from core.storage.recordings import OpenFile, RecordingAbout, read_about, read_gaps, read_recording
from core.storage.recovery import Recovered, settle, take_in_orphans, taken, without_room
from core.storage.replacement import locked
from core.storage.visit_file import write_empty

T = TypeVar("T")


@dataclass(frozen=True)
class ResultEntry:
    """One stored result: its key, its kind, and its number in the visit."""

    key: str
    kind: str
    number: int
    created_at: str
    software: str


class Visit:
    """A visit file, open for reading; a change opens it, or a copy, for as long as it takes.

    Examples
    --------
    >>> with Visit.create(path, robot_toml=text) as visit:  # doctest: +SKIP
    ...     visit.add_recording(recording)
    """

    def __init__(self, path: Path, opened: Opened, *, now: Clock = utc_now) -> None:
        self.path = path
        self.recovered: tuple[Recovered, ...] = ()
        """Recordings taken in at opening because their program had ended first."""
        self.left_behind: tuple[TorsionError, ...] = ()
        """Errors of parts beside the file that could not be taken in; they stay unchanged."""
        self._now = now
        self._take(opened)

    def _take(self, opened: Opened) -> None:
        self._opened, self._listing = opened, opened.listing
        self._open_file = OpenFile(opened.handle, is_sealed=opened.is_sealed)
        self.damage: tuple[Problem, ...] = opened.damage
        """Damage of the file; a damaged file is read and never written."""

    @classmethod
    def create(cls, path: Path | str, *, robot_toml: str, now: Clock = utc_now) -> Self:
        """A new visit to the robot that ``robot_toml`` describes.

        Raises
        ------
        BadFile
            ``file-exists``: an existing file is never replaced by an empty visit;
            ``folder-missing``.
        DiskFull
            When there is no room for it; no file is left then.
        """
        path = in_resolved_folder(Path(path))
        if not path.parent.is_dir():
            raise BadFile("folder-missing", file=str(path), folder=str(path.parent))
        with creating(path) as file:
            write_empty(file, robot_toml, now)
        return cls.open(path, now=now)

    @classmethod
    def open(cls, path: Path | str, *, recover: bool = True, now: Clock = utc_now) -> Self:
        """Open an existing visit; a file from before schema 3, which has no digests, is migrated first.

        Recordings whose program ended first are taken in from the parts beside the file,
        unless ``recover`` is False; ``recovered`` and ``left_behind`` list them. An error in this
        step does not prevent the visit from opening.

        Raises
        ------
        BadFile
            ``file-missing``, ``visit-missing`` (recordings wait beside a file that is gone),
        ``not-a-plain-file``, ``not-a-visit``, ``visit-too-new``, ``visit-too-old``,
        ``visit-locked``, ``leads-elsewhere`` or ``file-damaged``. A file that is damaged in
        places opens; ``damage`` names them, and it is never written.
        """
        path = named_visit(Path(path))
        opened = open_visit_file(path)
        if opened.schema < SIGNED_SCHEMA and not opened.is_signed:
            opened.close()
            try:
                with locked(path), rewriting(path, closing=lambda: None) as (file, _):
                    migrate(file, path=str(path), migrations=MIGRATIONS)
            except BadFile as error:
                if error.code != "visit-damaged":
                    raise
                opened = open_visit_file(path, known=error.problems)
            else:
                opened = open_visit_file(path)
        visit = cls(path, opened, now=now)
        if recover and not visit.damage:
            try:
                visit.recovered, visit.left_behind = take_in_orphans(path, visit.change)
            except BaseException:
                visit.close()
                raise
        return visit

    @classmethod
    def salvage(cls, path: Path | str) -> Self:
        """Open a visit to rescue its content: nothing is migrated, taken in or refused.

        Raises
        ------
        BadFile
            As ``open``, except ``leads-elsewhere``: external links are not read.
        """
        path = named_visit(Path(path))
        return cls(path, open_visit_file(path, refuse=False, believe_seal=False))

    def close(self) -> None:
        """Close the file; columns read from it can no longer be sliced."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def robot_toml(self) -> str:
        """The robot's description as TOML text."""
        text = text_in(self._open_file.handle, "robot_toml")
        digest = self._listing.robot_sha256
        if (self._opened.is_signed or digest) and digest != text_digest(text):
            raise damaged(self._open_file.handle, "robot_toml", "digest")
        return text

    @property
    def created_at(self) -> str:
        """Start of the visit, ISO 8601."""
        return self._listing.created_at

    @property
    def software(self) -> str:
        """The program that made the file."""
        return self._listing.software

    @property
    def operator(self) -> str:
        """Name of the operator of the visit; empty if unknown."""
        return self._listing.operator

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all recordings, in the order in which they were added."""
        return tuple(self._listing.recordings)

    def recording(self, label: str) -> Recording:
        """The recording named ``label``; its columns stay in the file until they are sliced.

        Raises
        ------
        BadRequest
            ``unknown-label``, with the labels there are.
        """
        return read_recording(self._open_file, self._group(label), label)

    def about(self, label: str) -> RecordingAbout:
        """A recording without its clocks and samples; raises as ``recording``."""
        return read_about(self._group(label))

    def gaps(self, label: str) -> tuple[Gap, ...]:
        """Gaps in the clock of a recording."""
        return read_gaps(self._group(label))

    def results(self, kind: str | None = None) -> tuple[ResultEntry, ...]:
        """The stored results in the order in which they were added, all or those of one kind."""
        return tuple(
            ResultEntry(row.key, row.kind, row.number, row.created_at, row.software)
            for row in self._listing.results.values()
            if kind in {None, row.kind}
        )

    def result(self, key: str, cls: type[T]) -> T:
        """The stored result ``key`` as a ``cls``.

        Raises
        ------
        BadRequest
            ``unknown-result``.
        BadFile
            ``visit-damaged``, or ``bad-fields`` when it is no ``cls``.
        """
        row = self._listing.results.get(key)
        if row is None:
            raise BadRequest("unknown-result", key=key, keys=tuple(self._listing.results))
        return from_fields(cls, self.fields_of_result(key))

    def rows_of_results(self) -> tuple[ResultRow, ...]:
        """The stored results as they are listed."""
        return tuple(self._listing.results.values())

    def fields_of_result(self, key: str) -> dict[str, Any]:
        """The plain fields of a stored result."""
        return self._opened.fields("results", key)

    def fields_of_settings(self, name: str) -> dict[str, Any]:
        """The plain fields of the settings."""
        return self._opened.fields("settings", name)

    @property
    def settings_names(self) -> tuple[str, ...]:
        """Names of the stored settings."""
        return tuple(self._listing.settings)

    @property
    def listed_places(self) -> set[str]:
        """Paths in the file of all listed content."""
        return {
            *(f"recordings/{row.name}" for row in self._listing.recordings.values()),
            *(f"results/{key}" for key in self._listing.results),
            *(f"settings/{name}" for name in self._listing.settings),
        }

    def settings(self, name: str, cls: type[T]) -> T | None:
        """The settings stored under ``name``; None if there are none."""
        return from_fields(cls, self.fields_of_settings(name)) if name in self._listing.settings else None

    @contextmanager
    def change(self) -> Iterator[Draft]:
        """Change the visit: all changes of the draft take effect together, or none.

        The draft starts from the file as it is now, whoever changed it last.

        Raises
        ------
        BadFile
            ``visit-locked`` while another process is changing the file, ``visit-read-only`` when
            it is damaged.
        DiskFull
            When there is no room for the draft; the visit is as it was.
        """
        try:
            with ExitStack() as stack:
                self._must_be_whole()
                stack.enter_context(locked(self.path))
                self._catch_up()
                copying = rewriting(self.path, closing=self.close, sealed=True)
                listing = self._listing.copied()
                draft = Draft(listing, rewrite=lambda: stack.enter_context(copying), now=self._now)
                yield draft
                self._store(draft, listing)
        finally:
            if not self._open_file.handle:  # closed just before the replacement
                self._reopen()

    def _must_be_whole(self) -> None:
        if self.damage:
            raise BadFile("visit-read-only", self.damage, file=str(self.path))

    def _catch_up(self) -> None:
        """Read the file again if anybody has changed it since."""
        try:
            stamp = stamp_of(self.path.stat())
        except FileNotFoundError:
            stamp = None
        if stamp != self._opened.stamp:
            self.close()
            self._reopen()
            self._must_be_whole()

    def _store(self, draft: Draft, listing: Listing) -> None:
        """Store what waits in a draft, in its copy of the file or behind the file."""
        opened = self._opened
        if not draft.is_copy and draft.change.is_empty:
            return
        if draft.is_copy or opened.is_copy_due(draft.change):
            draft.finish(opened.additions.change(opened.file))
            return
        append(self.path, opened.additions, draft.change)
        opened.listing = self._listing = listing
        opened.stamp = stamp_of(self.path.stat())

    def _reopen(self) -> None:
        """Open the replaced file again; columns returned earlier continue in it."""
        opened, columns = open_visit_file(self.path), self._open_file
        self._take(opened)
        columns.handle, columns.is_sealed = opened.handle, opened.is_sealed
        self._open_file = columns

    def add_recording(self, recording: Recording) -> None:
        """Store one recording; see ``Draft.add_recording``."""
        with self.change() as draft:
            draft.add_recording(recording)

    def add_recording_blocks(self, label: str, blocks: Iterable[Recording]) -> None:
        """Store one recording that arrives in blocks; see ``Draft.add_recording_blocks``."""
        with self.change() as draft:
            draft.add_recording_blocks(label, blocks)

    def adopt(self, part: Path) -> str:
        """Take in a finished recording from its part, which is then removed.

        Returns
        -------
        The label of the recording, with a number behind it where its own was taken.

        Raises
        ------
        BadFile
            ``recording-in-progress`` while its writer still holds it, ``part-unreadable``,
            ``part-too-new``, ``file-missing``, ``visit-locked``.
        BadRequest
            ``no-samples``; such a part is removed.
        DiskFull
            ``part-without-room``; the part stays and is taken in when the visit is opened again.
        """
        if not part.exists() and (label := self._adopted_since(part)) is not None:
            return label
        with taken(part) as content:
            try:
                with self.change() as draft:
                    label = draft.adopt(content)
            except DiskFull as error:
                raise without_room(part, error) from error
            settle(content)
        return label

    def add_result(self, kind: str, result: object) -> str:
        """Store one result and return its key."""
        with self.change() as draft:
            return draft.add_result(kind, result)

    def put_settings(self, name: str, settings: object) -> None:
        """Store settings under a name."""
        with self.change() as draft:
            draft.put_settings(name, settings)

    def set_operator(self, name: str) -> None:
        """Set the operator of the visit; see ``Draft.set_operator``."""
        with self.change() as draft:
            draft.set_operator(name)

    def _adopted_since(self, part: Path) -> str | None:
        """The label of a part that another opening of the visit, even this one, already took in."""
        self.close()
        self._reopen()
        label = adopted_label(self._listing, part=part.name)
        self.recovered = tuple(found for found in self.recovered if found.label != label)
        return label

    def _group(self, label: str) -> h5py.Group:
        row = self._listing.recordings.get(label)
        if row is None:
            raise BadRequest("unknown-label", label=label, labels=tuple(self._listing.recordings))
        return self._opened.group("recordings", row.name)
