"""The seal of a visit file: a digest behind its last byte that is checked before HDF5 reads the file.

HDF5 checks little of a damaged file, and some damage crashes the process. The seal covers every
byte except the samples of recordings, whose blocks have their own checksums. HDF5 ignores bytes
after its own end; a change by another program removes or invalidates the seal.

The bytes are: places left out (begin and end, u64 each), SHA-256 of these and of all else,
count of the places u32, CRC-32 of all before u32, ``TORSEAL1``; little-endian.
"""

import hashlib
import os
import struct
import zlib
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path
from typing import BinaryIO

import h5py

from core.regular_file import open_regular

MARK = b"TORSEAL1"
_TAIL = struct.Struct("<II8s")
_PLACE = struct.Struct("<QQ")
_WINDOW_BYTES = 1 << 20
Places = Sequence[tuple[int, int]]


class SealState(Enum):
    """Result of checking a file's seal."""

    FITS = "fits"
    BROKEN = "broken"
    MISSING = "missing"


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
        file.seek(size)
        file.write(whole + struct.pack("<I", zlib.crc32(whole)) + MARK)


def seal_state(path: Path) -> SealState:
    """Check whether the seal of a file matches its bytes.

    Raises
    ------
    BadFile, OSError
        When the file cannot be opened.
    """
    with open_regular(path) as file:
        size = file.seek(0, os.SEEK_END)
        if size < _TAIL.size:
            return SealState.MISSING
        file.seek(size - _TAIL.size)
        count, checksum, mark = _TAIL.unpack(file.read(_TAIL.size))
        if mark != MARK:
            return SealState.MISSING
        length = count * _PLACE.size + hashlib.sha256().digest_size
        begin = size - _TAIL.size - length
        if begin < 0:
            return SealState.BROKEN
        file.seek(begin)
        whole = file.read(length + 4)
        if zlib.crc32(whole) != checksum:
            return SealState.BROKEN
        packed, stored = whole[: count * _PLACE.size], whole[count * _PLACE.size : length]
        places = list(_PLACE.iter_unpack(packed))
        fits = _digest(file, places, size=begin, packed=packed) == stored
        return SealState.FITS if fits else SealState.BROKEN


def _digest(file: BinaryIO, places: Places, *, size: int, packed: bytes) -> bytes:
    """SHA-256 of the size, of the places, and of the bytes outside them."""
    found = hashlib.sha256(_PLACE.pack(size, len(places)) + packed)
    at = 0
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
