"""The seal of a visit file: a digest behind its HDF5 part that is checked before HDF5 reads the file.

HDF5 checks little of a damaged file, and some damage crashes the process. The seal covers every
byte of that part except the samples of recordings, whose blocks have their own checksums. HDF5 ignores it,
and a change by another program invalidates it.

The bytes are: places left out (begin and end, u64 each), SHA-256 of these and of all else,
count of the places u32, CRC-32 of all before u32, ``TORSEAL1``; little-endian.

What was added to the visit since follows the seal (``core.storage.additions``), and then ``TORLAST1``. In
its first block HDF5 states where the file ends. That number is set to the place of this last mark: a program
that opens the file for writing cuts the mark off, so that this is noticed, and keeps all before it. The seal
covers the number as HDF5 wrote it: the place where the seal begins.
"""

import hashlib
import os
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import BinaryIO

import h5py

from core.given_file import open_regular
from core.storage.journal_blocks import next_mark

MARK = b"TORSEAL1"
ADDED_MARK = b"TORADDED"
"""At the end of each block of additions, behind its length u64."""
LAST_MARK = b"TORLAST1"
"""Behind the stated end of a file that no other program has opened for writing."""
_TAIL = struct.Struct("<II8s")
_PLACE = struct.Struct("<QQ")
_ADDED = struct.Struct("<Q8s")
_WINDOW_BYTES = 1 << 20
_FIRST_VERSION = b"\x89HDF\r\n\x1a\n\0"
"""Begin of a file with the oldest kind of first block, the one that every program reads."""
_END_PLACE = 40
"""Place of the file's end in that block, u64."""
_HEAD_BYTES = _END_PLACE + 8
Places = Sequence[tuple[int, int]]


class SealState(Enum):
    """Result of checking a file's seal."""

    FITS = "fits"
    BROKEN = "broken"
    MISSING = "missing"
    """Also if the last mark is."""


@dataclass(frozen=True)
class Seal:
    """A seal with its place in the file; ``begin`` and ``end`` are 0 if none was found."""

    state: SealState
    begin: int = 0
    end: int = 0
    stated_end: int = 0
    """Position of the file's end according to its first block; 0 if unknown."""


def places_of(datasets: Iterable[h5py.Dataset]) -> list[tuple[int, int]]:
    """Byte ranges of the datasets' chunks in their file, adjacent ones joined."""
    chunks: list[tuple[int, int]] = []
    for dataset in datasets:
        dataset.id.chunk_iter(lambda chunk: chunks.append((chunk.byte_offset, chunk.size)))
    joined: list[tuple[int, int]] = []
    for begin, size in sorted(chunks):
        if joined and joined[-1][1] == begin:
            joined[-1] = (joined[-1][0], begin + size)
        else:
            joined.append((begin, begin + size))
    return joined


def write_seal(path: Path, places: Places) -> None:
    """Append the seal to a file that is closed; ``places`` are left out."""
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        packed = b"".join(_PLACE.pack(*place) for place in places)
        whole = packed + _digest(file, places, size=size, packed=packed) + struct.pack("<I", len(places))
        whole += struct.pack("<I", zlib.crc32(whole)) + MARK
        file.seek(size)
        file.write(whole + LAST_MARK)
        file.flush()
        state_end(file.fileno(), size + len(whole))


def state_end(descriptor: int, end: int) -> None:
    """Set the end that a file states; the last mark must be there already."""
    os.lseek(descriptor, _END_PLACE, os.SEEK_SET)
    os.write(descriptor, struct.pack("<Q", end))


def cut_behind(path: Path, seal: Seal) -> None:
    """Remove a seal and what follows it, before HDF5 writes the file."""
    if seal.begin:
        with path.open("r+b") as file:
            state_end(file.fileno(), seal.begin)
            file.truncate(seal.begin)


def seal_of(path: Path) -> Seal:
    """Find and check the seal of a file; raises as ``core.given_file.open_regular``."""
    with open_regular(path) as file:
        return find_seal(file)


def find_seal(file: BinaryIO) -> Seal:
    """Find and check the seal of an open file.

    It is found from the end that the file states, over the blocks of additions, so that samples need not be
    read. A damaged file is searched for it.
    """
    size = file.seek(0, os.SEEK_END)
    stated = _stated_end(file, size)
    found = _parsed(file, _over_additions(file, stated))
    if found is not None:
        state = _compared(file, found) if _has_last_mark(file, stated) else SealState.MISSING
        return Seal(state, found.begin, found.end, stated)
    found = _parsed(file, size)
    if found is not None and found.begin == stated:  # before schema 4
        return Seal(_compared(file, found), found.begin, found.end, stated)
    state = SealState.BROKEN if _has_last_mark(file, stated) else SealState.MISSING
    found, place = None, next_mark(file, MARK, 0)
    while place is not None:
        found = _parsed(file, place + len(MARK)) or found
        place = next_mark(file, MARK, place + 1)
    return Seal(state, stated_end=stated) if found is None else Seal(state, found.begin, found.end, stated)


def _has_last_mark(file: BinaryIO, stated: int) -> bool:
    file.seek(stated)
    return file.read(len(LAST_MARK)) == LAST_MARK


@dataclass(frozen=True)
class _Parsed:
    begin: int
    end: int
    places: Places
    packed: bytes
    digest: bytes


def _stated_end(file: BinaryIO, size: int) -> int:
    """The end in the first block; 0 if it is unknown or lies outside the file."""
    file.seek(0)
    head = file.read(_HEAD_BYTES)
    if len(head) < _HEAD_BYTES or not head.startswith(_FIRST_VERSION):
        return 0
    stated = int.from_bytes(head[_END_PLACE:], "little")
    return stated if stated <= size else 0


def _over_additions(file: BinaryIO, end: int) -> int:
    """The begin of the first block of additions, from the end of the last one."""
    while end >= _ADDED.size:
        file.seek(end - _ADDED.size)
        length, mark = _ADDED.unpack(file.read(_ADDED.size))
        if mark != ADDED_MARK or not _ADDED.size <= length <= end:
            break
        end -= length
    return end


def added_end(length: int) -> bytes:
    """The last bytes of a block of additions of a length, these included."""
    return _ADDED.pack(length, ADDED_MARK)


ADDED_END_BYTES = _ADDED.size


def _parsed(file: BinaryIO, end: int) -> _Parsed | None:
    """The seal that ends at a place; None if there is none."""
    if end < _TAIL.size:
        return None
    file.seek(end - _TAIL.size)
    count, checksum, mark = _TAIL.unpack(file.read(_TAIL.size))
    length = count * _PLACE.size + hashlib.sha256().digest_size
    begin = end - _TAIL.size - length
    if mark != MARK or begin < 0:
        return None
    file.seek(begin)
    whole = file.read(length + 4)
    if zlib.crc32(whole) != checksum:
        return None
    packed = whole[: count * _PLACE.size]
    places = list(_PLACE.iter_unpack(packed))
    return _Parsed(begin, end, places, packed, whole[count * _PLACE.size : length])


def _compared(file: BinaryIO, found: _Parsed) -> SealState:
    fits = _digest(file, found.places, size=found.begin, packed=found.packed) == found.digest
    return SealState.FITS if fits else SealState.BROKEN


def _digest(file: BinaryIO, places: Places, *, size: int, packed: bytes) -> bytes:
    """SHA-256 of the size, of the places, and of the bytes outside them, with ``size`` as the stated end."""
    found = hashlib.sha256(_PLACE.pack(size, len(places)) + packed)
    file.seek(0)
    head = file.read(_HEAD_BYTES)
    found.update(head[:_END_PLACE] + struct.pack("<Q", size))
    at = _HEAD_BYTES
    for begin, end in (*places, (size, size)):
        file.seek(at)
        left = begin - at
        while left > 0:
            window = file.read(min(left, _WINDOW_BYTES))
            if not window:
                break
            found.update(window)
            left -= len(window)
        at = end
    return found.digest()
