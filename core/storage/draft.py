"""The changes that can be made to a visit within one draft, which replaces it in one step after success."""

import dataclasses
import shutil
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import h5py

from core.errors import BadFile, BadRequest, Problem
from core.fields import to_fields
from core.given_file import check_regular
from core.recording import Event, Recording
from core.signals.delivered import NOT_DELIVERED, missing_throughout
from core.stamp import Clock, software_name, time_stamp
from core.storage.additions import Change
from core.storage.digests import sign
from core.storage.disk_room import check_room
from core.storage.draft_file import DraftFile, opened_draft
from core.storage.hdf5_values import write_packed
from core.storage.journal_reading import JournalContent
from core.storage.listing import Listing, RecordingRow, ResultRow, write_listing
from core.storage.migration import migrate
from core.storage.packed_fields import pack
from core.storage.recordings import blocks_of, sample_places, stored_bytes, write_recording
from core.storage.replacement import locked, replace, scratch_of, told_when_full
from core.storage.seal import SealState, cut_behind, seal_of, write_seal

Rewrite: TypeAlias = Callable[[], tuple[h5py.File, DraftFile]]
"""Copies the HDF5 part of the visit and opens the copy."""


def adopted_label(listing: Listing, *, token: str = "", part: str = "") -> str | None:
    """The label of the last recording that came from the journal of this token, or part of this name."""
    for row in reversed(listing.recordings.values()):
        if (token and row.journal == token) or (part and row.part == part):
            return row.label
    return None


class Draft:
    """A visit during a change; nothing takes effect before the change has ended without an error.

    Results and settings wait in ``change``. A recording needs a copy of the HDF5 part, which takes in all
    of them; ``rewrite`` begins it.
    """

    def __init__(self, listing: Listing, *, rewrite: Rewrite, now: Clock) -> None:
        self.change = Change()
        self._listing, self._rewrite, self._now = listing, rewrite, now
        self._copy: tuple[h5py.File, DraftFile] | None = None

    @property
    def is_copy(self) -> bool:
        """True if the change is made in a copy of the file."""
        return self._copy is not None

    def begin_copy(self) -> tuple[h5py.File, DraftFile]:
        """The copy of the HDF5 part, made at the first call."""
        if self._copy is None:
            self._copy = self._rewrite()
            file = self._copy[0]
            migrate(file, path=str(file.filename))
        return self._copy

    def finish(self, before: Change) -> None:
        """Store all results and settings in the copy, after those that were added before it was made."""
        file, disk = self.begin_copy()
        before.include(self.change)
        write_change(file, before, self._listing, check=disk.check)
        write_listing(file, self._listing)
        disk.check()

    def add_recording(self, recording: Recording) -> None:
        """Store a recording under its own label.

        Raises
        ------
        BadRequest
            ``label-exists`` when the visit has a recording of that label already, and
            whatever ``core.storage.recordings.write_recording`` refuses.
        DiskFull
            Before anything is written where the disk has too little room.
        """
        _, disk = self.begin_copy()
        disk.expect(stored_bytes(recording))
        self.add_recording_blocks(recording.label, blocks_of(recording))

    def add_recording_blocks(self, label: str, blocks: Iterable[Recording]) -> None:
        """Store consecutive blocks, one after the other, as one recording named ``label``."""
        if label in self._listing.recordings:
            raise BadRequest("label-exists", label=label)
        file, disk = self.begin_copy()
        group = write_recording(file["recordings"], label, _checked(blocks, disk))
        disk.check()
        self._list_recording(group, label)

    def adopt(self, content: JournalContent) -> str:
        """Store a journal block by block as a recording, and return its unique label.

        A journal that is already in the visit is not stored again. Channels that the controller did not
        deliver are left out, and an event names them.

        Raises
        ------
        BadRequest
            ``no-samples`` for a journal without rows.
        """
        header = content.header
        adopted = adopted_label(self._listing, token=header.token)
        if adopted is not None:
            return adopted
        label = _unique(header.label, self._listing.recordings)
        file, disk = self.begin_copy()
        disk.expect(content.sample_count * header.row_bytes)
        group = write_recording(file["recordings"], label, _checked(_delivered(content), disk))
        group.attrs["journal"] = header.token
        group.attrs["part"] = content.path.name
        disk.check()
        self._list_recording(group, label, journal=header.token, part=content.path.name)
        return label

    def add_result(self, kind: str, result: object) -> str:
        """Store a result (a dataclass) and return its key."""
        number = self._listing.next_number
        row = ResultRow(f"{kind}-{number:03d}", kind, number, time_stamp(self._now), software_name())
        self.take_result(row, to_fields(result))
        return row.key

    def put_settings(self, name: str, settings: object) -> None:
        """Store settings (a dataclass) under a name, in place of the former ones."""
        self.take_settings(name, to_fields(settings))

    def take_result(self, row: ResultRow, plain: dict[str, Any]) -> None:
        """Store a result of another visit with its key, number and history."""
        row = dataclasses.replace(row, sha256="")
        self.change.results[row.key] = (row, pack(plain))
        self._listing.results[row.key] = row

    def take_settings(self, name: str, plain: dict[str, Any]) -> None:
        """Store settings taken from another visit."""
        self.change.settings[name] = pack(plain)
        self._listing.settings[name] = ""

    def take_about(self, *, created_at: str, operator: str) -> None:
        """Set the start time and the operator of the visit from another visit."""
        self._listing.created_at = created_at
        self.set_operator(operator)

    def set_operator(self, name: str) -> None:
        """Set the name of the operator."""
        self._listing.operator = " ".join(name.split())
        self.change.about = self._listing.created_at, self._listing.operator

    def _list_recording(self, group: h5py.Group, label: str, *, journal: str = "", part: str = "") -> None:
        name = str(group.name).rsplit("/", maxsplit=1)[-1]
        self._listing.recordings[label] = RecordingRow(name, label, journal, part, sign(group))


def write_change(file: h5py.File, change: Change, listing: Listing, *, check: Callable[[], None]) -> None:
    """Store results and settings in HDF5, with their digests in the listing; ``check`` follows each."""
    if change.about is not None:
        file.attrs["created_at"], file.attrs["operator"] = change.about
    for key, (row, packed) in change.results.items():
        group = file["results"].create_group(key)
        group.attrs["kind"] = row.kind
        group.attrs["number"] = row.number
        group.attrs["created_at"] = row.created_at
        group.attrs["software"] = row.software
        write_packed(group, packed)
        listing.results[key] = dataclasses.replace(row, sha256=sign(group))
        check()
    for name, packed in change.settings.items():
        place = file["settings"]
        if name in place:
            del place[name]
        group = place.create_group(name)
        write_packed(group, packed)
        listing.settings[name] = sign(group)
        check()


def _delivered(content: JournalContent) -> Iterator[Recording]:
    """The blocks of a journal without the channels that none of its samples delivers."""
    gone = missing_throughout(content.recording_blocks())
    for block in content.recording_blocks():
        if gone:
            told = Event(float(block.time[0]), NOT_DELIVERED, {"quantities": tuple(map(str, gone))})
            kept = {name: column for name, column in block.columns.items() if name not in gone}
            is_told = any(event.code == NOT_DELIVERED for event in block.events)
            events = block.events if is_told else (told, *block.events)
            yield dataclasses.replace(block, columns=kept, events=events)
        else:
            yield block


def _checked(blocks: Iterable[Recording], disk: DraftFile) -> Iterator[Recording]:
    """The blocks, with a check after each that the disk accepted it."""
    for block in blocks:
        yield block
        disk.check()


def _unique(label: str, taken: Container[str]) -> str:
    """``label``, with a number appended if it is in use."""
    if label not in taken:
        return label
    return next(name for number in count(2) if (name := f"{label} ({number})") not in taken)


@contextmanager
def creating(path: Path) -> Iterator[h5py.File]:
    """A new file, open for writing, that gets its name when the block ends normally.

    Raises
    ------
    BadFile
        ``file-exists``, ``visit-locked``.
    DiskFull
        When there is no room for it.
    """
    with locked(path):
        if path.exists() or path.is_symlink():
            raise BadFile("file-exists", file=str(path))
        with scratch_of(path) as scratch:
            with told_when_full(path, scratch), opened_draft(scratch, visit=path, create=True) as (file, _):
                yield file
            with told_when_full(path, scratch):
                write_seal(scratch, ())
                replace(path, scratch)


@contextmanager
def rewriting(
    path: Path, *, closing: Callable[[], None], sealed: bool = False
) -> Iterator[tuple[h5py.File, DraftFile]]:
    """A copy of the visit's HDF5 part, open for writing, that replaces it when the block ends normally.

    The lock of the visit must be held. A copy that must be ``sealed`` and is not is refused: nothing is
    added to a damaged visit. ``closing`` is called before the replacement, for an open file cannot be
    replaced on Windows. What was added behind the HDF5 part is not in the copy.

    Raises
    ------
    BadFile
        ``file-missing``, ``not-a-plain-file``, ``visit-read-only``.
    DiskFull
        When there is no room for the copy, or for what is added to it; the visit is as it was.
    """
    with scratch_of(path) as scratch:
        if not path.exists():
            raise BadFile("file-missing", file=str(path))
        check_regular(path)
        check_room(path, needed=path.stat().st_size)
        with told_when_full(path, scratch):
            shutil.copy(path, scratch)
        seal = seal_of(scratch)
        if sealed and seal.state is not SealState.FITS:
            raise BadFile("visit-read-only", [Problem("", "seal-broken")], file=str(path))
        with told_when_full(path, scratch):
            cut_behind(scratch, seal)
        with opened_draft(scratch, visit=path) as (file, draft):
            yield file, draft
            places = sample_places(file)
        closing()
        with told_when_full(path, scratch):
            write_seal(scratch, places)
            replace(path, scratch)
