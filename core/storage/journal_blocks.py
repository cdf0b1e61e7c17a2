"""The blocks a journal is made of: how one is written, and how whole ones are found again.

A block is ``marker 4 bytes | kind u8 | length u32 | crc32 u32 | body``, little-endian; the
CRC-32 covers kind, length and body. A block that is cut off, zeroed or garbled does not
fit its checksum; the reader then looks for the next marker at which a whole block begins,
so that damage costs the blocks it touches and no others.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import BinaryIO

MARKER = b"\xf5TJ1"
"""The first byte is in no text of UTF-8."""
LONGEST_BODY_BYTES = 1 << 26
"""A length beyond this is damage, not a length."""
_PREFIX = struct.Struct("<BI")
_CHECKSUM = struct.Struct("<I")
PREFIX_BYTES = len(MARKER) + _PREFIX.size + _CHECKSUM.size
_WINDOW_BYTES = 1 << 20


class BlockKind(IntEnum):
    """What a block holds."""

    HEADER = 1
    ROWS = 2
    EVENT = 3
    MISSING = 4
    END = 5


@dataclass(frozen=True)
class Block:
    """A whole block: where it begins in the file, and how many bytes before it were no block."""

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
    """The block that begins at ``offset``; None where no whole and valid one does."""
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


def whole_blocks(file: BinaryIO) -> Iterator[Block]:
    """Every whole block of a journal in order, one in memory at a time."""
    offset = expected = 0
    while True:
        block = read_block(file, offset)
        if block is None:
            following = _next_marker(file, offset + 1)
            if following is None:
                return
            offset = following
            continue
        yield Block(block.kind, block.body, offset, lost_before=offset - expected)
        offset = expected = offset + PREFIX_BYTES + len(block.body)


def _next_marker(file: BinaryIO, offset: int) -> int | None:
    """Where the next marker stands at or after ``offset``; None when there is no more."""
    while True:
        file.seek(offset)
        window = file.read(_WINDOW_BYTES)
        place = window.find(MARKER)
        if place >= 0:
            return offset + place
        if len(window) < _WINDOW_BYTES:
            return None
        offset += len(window) - len(MARKER) + 1  # a marker may lie across two windows
