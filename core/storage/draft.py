"""The changes that can be made to a visit within one draft."""

import math
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import h5py

from core.errors import BadRequest
from core.fields import to_fields
from core.recording import Recording
from core.stamp import Clock, software_name, time_stamp
from core.storage.digests import sign
from core.storage.draft_file import DraftFile
from core.storage.journal_reading import JournalContent
from core.storage.listing import Listing, RecordingRow, ResultRow, read_listing, write_listing
from core.storage.recordings import ROWS_PER_CHUNK, blocks_of, write_recording
from core.storage.text import write_fields


def adopted_label(listing: Listing, *, token: str = "", part: str = "") -> str | None:
    """The label of the last recording that came from the journal of this token, or part of this name."""
    for row in reversed(listing.recordings.values()):
        if (token and row.journal == token) or (part and row.part == part):
            return row.label
    return None


class Draft:
    """A visit during a change; nothing takes effect before the change has ended without an error."""

    def __init__(self, file: h5py.File, *, disk: DraftFile, now: Clock) -> None:
        self._file, self._disk, self._now = file, disk, now
        self._listing = read_listing(file)

    def finish(self) -> None:
        """Store the listing of the visit's content; the last step of a successful change."""
        write_listing(self._file, self._listing)
        self._disk.check()

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
        self._disk.expect(stored_bytes(recording))
        self.add_recording_blocks(recording.label, blocks_of(recording))

    def add_recording_blocks(self, label: str, blocks: Iterable[Recording]) -> None:
        """Store consecutive blocks, one after the other, as one recording named ``label``."""
        if label in self._listing.recordings:
            raise BadRequest("label-exists", label=label)
        group = write_recording(self._file["recordings"], label, self._checked(blocks))
        self._disk.check()
        self._list_recording(group, label)

    def adopt(self, content: JournalContent) -> str:
        """Store a journal block by block as a recording, and return its unique label.

        A journal that is already in the visit is not stored again.

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
        self._disk.expect(content.sample_count * header.row_bytes)
        blocks = self._checked(content.recording_blocks())
        group = write_recording(self._file["recordings"], label, blocks)
        group.attrs["journal"] = header.token
        group.attrs["part"] = content.path.name
        self._disk.check()
        self._list_recording(group, label, journal=header.token, part=content.path.name)
        return label

    def add_result(self, kind: str, result: object) -> str:
        """Store a result (a dataclass) and return its key."""
        number = self._listing.next_number
        key = f"{kind}-{number:03d}"
        created_at, software = time_stamp(self._now), software_name()
        group = self._file["results"].create_group(key)
        group.attrs["kind"] = kind
        group.attrs["number"] = number
        group.attrs["created_at"] = created_at
        group.attrs["software"] = software
        write_fields(group, to_fields(result))
        self._listing.results[key] = ResultRow(key, kind, number, created_at, software, sign(group))
        self._disk.check()
        return key

    def put_settings(self, name: str, settings: object) -> None:
        """Store settings (a dataclass) under a name, in place of the former ones."""
        place = self._file["settings"]
        if name in place:
            del place[name]
        group = place.create_group(name)
        write_fields(group, to_fields(settings))
        self._listing.settings[name] = sign(group)
        self._disk.check()

    def take_result(self, row: ResultRow, plain: dict[str, Any]) -> None:
        """Store a result of another visit with its key, number and history."""
        group = self._file["results"].create_group(row.key)
        group.attrs["kind"] = row.kind
        group.attrs["number"] = row.number
        group.attrs["created_at"] = row.created_at
        group.attrs["software"] = row.software
        write_fields(group, plain)
        self._listing.results[row.key] = replace(row, sha256=sign(group))
        self._disk.check()

    def take_settings(self, name: str, plain: dict[str, Any]) -> None:
        """Store settings taken from another visit."""
        group = self._file["settings"].create_group(name)
        write_fields(group, plain)
        self._listing.settings[name] = sign(group)
        self._disk.check()

    def take_about(self, *, created_at: str, operator: str) -> None:
        """Set the start time and the operator of the visit from another visit."""
        self._listing.created_at = self._file.attrs["created_at"] = created_at
        self.set_operator(operator)

    def set_operator(self, name: str) -> None:
        """Set the name of the operator."""
        self._listing.operator = self._file.attrs["operator"] = " ".join(name.split())
        self._disk.check()

    def _list_recording(self, group: h5py.Group, label: str, *, journal: str = "", part: str = "") -> None:
        name = str(group.name).rsplit("/", maxsplit=1)[-1]
        self._listing.recordings[label] = RecordingRow(name, label, journal, part, sign(group))

    def _checked(self, blocks: Iterable[Recording]) -> Iterator[Recording]:
        """The blocks, with a check after each that the disk accepted it."""
        for block in blocks:
            yield block
            self._disk.check()


def stored_bytes(recording: Recording) -> int:
    """Most bytes that a recording's samples can take in the file, which stores them in whole chunks."""
    rows = -(-recording.sample_count // ROWS_PER_CHUNK) * ROWS_PER_CHUNK
    clocks = 1 if recording.host_time is None else 2
    width = sum(math.prod(column.shape[1:]) for column in recording.columns.values())
    return 8 * rows * (clocks + width)


def _unique(label: str, taken: Container[str]) -> str:
    """``label``, with a number appended if it is in use."""
    if label not in taken:
        return label
    return next(name for number in count(2) if (name := f"{label} ({number})") not in taken)
