"""The blocks of a journal, and of additions to a visit: their encoding, and the search for whole blocks.

A block is ``marker 4 bytes | kind u8 | length u32 | crc32 u32 | body``, little-endian; the CRC-32
covers kind, length and body. A block that is truncated, zeroed or corrupted does not match its
checksum. The reader then searches the next marker at which a whole block begins, so that damage loses
only the affected blocks.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import BinaryIO

MARKER = b"\xf5TJ1"
"""Marker of a block; its first byte never occurs in UTF-8 text."""
LONGEST_BODY_BYTES = 1 << 26
"""Largest valid body length; a larger one means damage."""
_PREFIX = struct.Struct("<BI")
_CHECKSUM = struct.Struct("<I")
PREFIX_BYTES = len(MARKER) + _PREFIX.size + _CHECKSUM.size
_WINDOW_BYTES = 1 << 20


class BlockKind(IntEnum):
    """Kind of a block's content."""

    HEADER = 1
    ROWS = 2
    EVENT = 3
    MISSING = 4
    END = 5
    ADDED = 6
    """Results and settings of a visit (``core.storage.additions``); never in a journal."""


@dataclass(frozen=True)
class Block:
    """A whole block: its offset in the file, and the number of invalid bytes before it."""

    kind: int
    body: bytes
    offset: int
    lost_before: int


def encode_block(kind: BlockKind, body: bytes) -> bytes:
    """One block as bytes.

    Raises
    ------
    ValueError
        For a body longer than ``LONGEST_BODY_BYTES``.
    """
    if len(body) > LONGEST_BODY_BYTES:
        raise ValueError(f"a block of {len(body)} bytes is too long")
    prefix = _PREFIX.pack(kind, len(body))
    checksum = zlib.crc32(body, zlib.crc32(prefix))
    return b"".join((MARKER, prefix, _CHECKSUM.pack(checksum), body))


def read_block(file: BinaryIO, offset: int) -> Block | None:
    """The block that begins at ``offset``; None if there is no whole and valid one."""
    file.seek(offset)
    prefix = file.read(PREFIX_BYTES)
    if len(prefix) < PREFIX_BYTES or not prefix.startswith(MARKER):
        return None
    kind, length = _PREFIX.unpack_from(prefix, len(MARKER))
    (checksum,) = _CHECKSUM.unpack_from(prefix, len(MARKER) + _PREFIX.size)
    if length > LONGEST_BODY_BYTES:
        return None
    body = file.read(length)
    found = zlib.crc32(body, zlib.crc32(prefix[len(MARKER) : len(MARKER) + _PREFIX.size]))
    if len(body) < length or found != checksum:
        return None
    return Block(kind, body, offset, lost_before=0)


def whole_blocks(file: BinaryIO, begin: int = 0) -> Iterator[Block]:
    """Every whole block from ``begin`` on in order, one in memory at a time."""
    offset = expected = begin
    while True:
        block = read_block(file, offset)
        if block is None:
            following = next_mark(file, MARKER, offset + 1)
            if following is None:
                return
            offset = following
            continue
        yield Block(block.kind, block.body, offset, lost_before=offset - expected)
        offset = expected = offset + PREFIX_BYTES + len(block.body)


def next_mark(file: BinaryIO, mark: bytes, offset: int) -> int | None:
    """Offset of the next ``mark`` at or after ``offset``; None if there is none."""
    while True:
        file.seek(offset)
        window = file.read(_WINDOW_BYTES)
        place = window.find(mark)
        if place >= 0:
            return offset + place
        if len(window) < _WINDOW_BYTES:
            return None
        offset += len(window) - len(mark) + 1  # a mark may lie across two windows
