"""Results and settings that were added to a visit behind its HDF5 part.

To store a result in HDF5 takes a copy of the whole file. So each change that adds no recording is one block
behind the seal: appended, forced to the disk, then covered by the file's stated end. A block is whole or it
does not count; what is behind the stated end and not whole was being written when the program or the computer
stopped. The next copy of the file, which a recording needs, or many additions, takes them into HDF5.

A block is one of ``core.storage.journal_blocks`` with the file's former last mark before it and a new one
behind it (``core.storage.seal``). Its body is the length of a JSON head u32, the head, the packed fields in
the order of the head, the length of block and former mark u64, and ``TORADDED``.
"""

import json
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from core.errors import BadFile, Problem
from core.given_file import open_descriptor
from core.storage.disk_room import disk_full
from core.storage.journal_blocks import (
    LONGEST_BODY_BYTES,
    PREFIX_BYTES,
    Block,
    BlockKind,
    encode_block,
    whole_blocks,
)
from core.storage.listing import Listing, ResultRow
from core.storage.packed_fields import Packed, array_in, parse, unpack
from core.storage.seal import ADDED_END_BYTES, LAST_MARK, Seal, SealState, added_end, state_end

MOST_BYTES = LONGEST_BODY_BYTES // 4
"""Largest change that is stored as a block."""
WHERE = "results/additions"
"""Place of damage among them."""
_LENGTH = struct.Struct("<I")


@dataclass
class Change:
    """Results and settings, complete."""

    results: dict[str, tuple[ResultRow, Packed]] = field(default_factory=dict)
    settings: dict[str, Packed] = field(default_factory=dict)
    about: tuple[str, str] | None = None
    """Start of the visit (ISO 8601) and its operator; None where they are unchanged."""

    @property
    def size(self) -> int:
        """Bytes of all fields, roughly."""
        packed = [*(fields for _, fields in self.results.values()), *self.settings.values()]
        return sum(len(one.text) + len(one.values) for one in packed)

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to store."""
        return not self.results and not self.settings and self.about is None

    def include(self, later: "Change") -> None:
        """Take in a later change."""
        self.results |= later.results
        self.settings |= later.settings
        self.about = later.about or self.about


@dataclass(frozen=True)
class _Place:
    """Packed fields in the file: their first byte, and the sizes of text and values."""

    begin: int
    text: int
    values: int


@dataclass
class Additions:
    """Additions, by place in the file; ``end`` is that of the last whole block, without a mark."""

    begin: int
    end: int
    stated_end: int
    results: dict[str, tuple[ResultRow, _Place]] = field(default_factory=dict)
    settings: dict[str, _Place] = field(default_factory=dict)
    about: tuple[str, str] | None = None
    problems: list[Problem] = field(default_factory=list)

    @classmethod
    def none(cls, seal: Seal) -> "Additions":
        """No additions behind a seal."""
        return cls(seal.end, seal.end, seal.stated_end)

    @property
    def size(self) -> int:
        """Bytes of all blocks."""
        return self.end - self.begin

    def list_in(self, listing: Listing) -> None:
        """Add them to the listing of the HDF5 part; they have no digests of their own."""
        if self.about is not None:
            listing.created_at, listing.operator = self.about
        listing.results |= {key: row for key, (row, _) in self.results.items()}
        listing.settings |= dict.fromkeys(self.settings, "")

    def take(self, offset: int, body: bytes) -> None:
        """Take in the block at ``offset``."""
        (length,) = _LENGTH.unpack_from(body)
        head = json.loads(body[_LENGTH.size : _LENGTH.size + length])
        at = offset + PREFIX_BYTES + _LENGTH.size + length
        results = {}
        for *row, text, values in head["results"]:
            results[row[0]] = (_row(row), _Place(at, int(text), int(values)))
            at += int(text) + int(values)
        settings = {}
        for name, text, values in head["settings"]:
            settings[str(name)] = _Place(at, int(text), int(values))
            at += int(text) + int(values)
        if at + ADDED_END_BYTES != offset + PREFIX_BYTES + len(body):
            raise ValueError("its fields do not fill the block")
        if head["about"] is not None:
            created_at, operator = head["about"]
            self.about = str(created_at), str(operator)
        self.results |= results
        self.settings |= settings

    def change(self, file: BinaryIO) -> Change:
        """All of them, complete."""
        return Change(
            {key: (row, _packed(file, place)) for key, (row, place) in self.results.items()},
            {name: _packed(file, place) for name, place in self.settings.items()},
            self.about,
        )

    def has(self, place: str, name: str) -> bool:
        """True if this result (place ``results``) or these settings (``settings``) were added."""
        return name in (self.results if place == "results" else self.settings)

    def fields(self, file: BinaryIO, place: str, name: str) -> dict[str, Any]:
        """The plain fields of an added result or of settings.

        Raises
        ------
        BadFile
            ``visit-damaged``.
        """
        packed = self._packed(file, place, name)
        with _reading(file):
            return unpack(packed.text, partial(array_in, packed.values))

    def plain(self, file: BinaryIO, place: str, name: str) -> dict[str, Any]:
        """The fields without their arrays; raises as ``fields``."""
        text = self._packed(file, place, name).text
        with _reading(file):
            return dict(parse(text))

    def _packed(self, file: BinaryIO, place: str, name: str) -> Packed:
        return _packed(file, self.results[name][1] if place == "results" else self.settings[name])


def find_additions(file: BinaryIO, seal: Seal) -> Additions:
    """Find the additions behind a seal; damage is among the ``problems``.

    Without a seal the whole file is searched for blocks.
    """
    found = Additions.none(seal)
    is_ours = seal.state is not SealState.MISSING  # another program may have put anything between and behind
    size = file.seek(0, os.SEEK_END)
    if size <= seal.end + len(LAST_MARK):
        return found
    for block in whole_blocks(file, seal.end + len(LAST_MARK)):
        if is_ours and not _follows(file, block, found.end):
            _note(found)
        try:
            found.take(block.offset, block.body)
        except (ValueError, KeyError, TypeError, IndexError, struct.error, RecursionError):
            _note(found)
        found.end = block.offset + PREFIX_BYTES + len(block.body)
    if is_ours and found.end < seal.stated_end:
        _note(found)
    return found


def _follows(file: BinaryIO, block: Block, end: int) -> bool:
    """True if a block of additions follows the former last mark at ``end``."""
    file.seek(end)
    mark = file.read(len(LAST_MARK))
    return block.kind == BlockKind.ADDED and block.offset == end + len(mark) and mark == LAST_MARK


def _note(found: Additions) -> None:
    if not found.problems:
        found.problems.append(Problem(WHERE, "digest"))


def append(path: Path, additions: Additions, change: Change) -> None:
    """Append a change to a visit as one block; ``additions`` includes it afterwards.

    The lock of the visit must be held. When the disk refuses, the file is as it was.

    Raises
    ------
    DiskFull
        When there is no room.
    OSError
        For another reason.
    """
    block = _encoded(change)
    descriptor = open_descriptor(path, os.O_RDWR)
    begin = additions.end + len(LAST_MARK)
    try:
        try:
            os.ftruncate(descriptor, begin)  # what a stopped program left there is no block
            os.lseek(descriptor, additions.end, os.SEEK_SET)
            rest = memoryview(b"".join((LAST_MARK, block, LAST_MARK)))
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        except OSError as error:
            os.ftruncate(descriptor, begin)
            full = disk_full(error, path, needed=len(block))
            if full is None:
                raise
            raise full from error
        additions.take(begin, block[PREFIX_BYTES:])
        additions.end = begin + len(block)
        _state(descriptor, additions)
    finally:
        os.close(descriptor)


def _state(descriptor: int, additions: Additions) -> None:
    """State the new end; without that the block counts as well."""
    try:
        state_end(descriptor, additions.end)
        additions.stated_end = additions.end
    except OSError:  # a disk that makes copies of what it overwrites may be full
        return


def _encoded(change: Change) -> bytes:
    pieces = [(_bytes(fields), row) for row, fields in change.results.values()]
    settings = [(_bytes(fields), name) for name, fields in change.settings.items()]
    head = {
        "results": [[*astuple(row)[:5], *map(len, parts)] for parts, row in pieces],
        "settings": [[name, *map(len, parts)] for parts, name in settings],
        "about": change.about,
    }
    text = json.dumps(head).encode()
    parts = [part for parts, _ in (*pieces, *settings) for part in parts]
    body = b"".join((_LENGTH.pack(len(text)), text, *parts))
    length = len(LAST_MARK) + PREFIX_BYTES + len(body) + ADDED_END_BYTES
    return encode_block(BlockKind.ADDED, body + added_end(length))


def _bytes(packed: Packed) -> tuple[bytes, bytes]:
    return packed.text.encode("utf-8", "surrogateescape"), packed.values


def _row(row: list[Any]) -> ResultRow:
    key, kind, number, created_at, software = row
    texts = (key, kind, created_at, software)
    if not isinstance(number, int) or not all(isinstance(one, str) for one in texts):
        raise TypeError("no row of a result")
    return ResultRow(key, kind, number, created_at, software)


def _packed(file: BinaryIO, place: _Place) -> Packed:
    file.seek(place.begin)
    content = file.read(place.text + place.values)
    return Packed(content[: place.text].decode("utf-8", "surrogateescape"), content[place.text :])


@contextmanager
def _reading(file: BinaryIO) -> Iterator[None]:
    """Convert exceptions about broken content into ``visit-damaged``."""
    try:
        yield
    except (ValueError, TypeError, LookupError, RecursionError, OverflowError, MemoryError) as error:
        problem = Problem(WHERE, "unreadable", {"reason": str(error)})
        raise BadFile("visit-damaged", [problem], file=str(file.name)) from error
