"""Frames: conversion between bytes on the line and checked frames.

A frame is ``type u8 | flags u8 | seq u16 | t_us u32 | body | crc32 u32``, little-endian,
stuffed and ended by a zero byte. The checksum is CRC-32 as in Ethernet and zip,
over all bytes before it.

Stuffing takes the zeros out, one byte longer per 254: Cheshire and Baker, "Consistent Overhead Byte
Stuffing", IEEE/ACM Transactions on Networking 7(2), 1999. Each run up to a zero is written as its
length plus one, followed by the run; the code 255 stands for 254 bytes without a zero after them.
"""

import struct
import zlib
from dataclasses import dataclass

LONGEST_RUN = 254
_FULL = 255
_CODES = tuple(bytes([length]) for length in range(256))


class NotStuffed(ValueError):
    """Raised for bytes that are not a complete result of ``stuff``."""


def stuff(content: bytes) -> bytes:
    """Write ``content`` without zero bytes; the delimiter is not added."""
    runs = content.split(b"\0")
    # the usual frame has no run of 254 bytes: one code per run is enough
    if len(max(runs, key=len)) < LONGEST_RUN:
        return b"".join([_CODES[len(run) + 1] + run for run in runs])
    *runs, last = runs
    stuffed = b"".join([_with_codes(run) for run in runs]) + _with_codes(last)
    if last and len(last) % LONGEST_RUN == 0:
        return stuffed[:-1]  # a full run at the very end needs nothing after it
    return stuffed


def _with_codes(run: bytes) -> bytes:
    full, rest = divmod(len(run), LONGEST_RUN)
    starts = range(0, full * LONGEST_RUN, LONGEST_RUN)
    pieces = [_CODES[_FULL] + run[start : start + LONGEST_RUN] for start in starts]
    return b"".join([*pieces, _CODES[rest + 1], run[full * LONGEST_RUN :]])


def unstuff(stuffed: bytes) -> bytes:
    """Take back the content from a result of ``stuff``.

    Raises
    ------
    NotStuffed
        If ``stuffed`` is empty, contains a zero, or ends within a run.
    """
    if not stuffed or 0 in stuffed:
        raise NotStuffed
    # without a full run each code but the first is at the place of a zero, so unstuff in place
    content = bytearray(stuffed)
    length = len(content)
    place = 0
    while place < length:
        code = content[place]
        if code == _FULL:
            return _unstuff_with_full_runs(stuffed)
        content[place] = 0
        place += code
    if place != length:
        raise NotStuffed
    return bytes(content[1:])


def _unstuff_with_full_runs(stuffed: bytes) -> bytes:
    pieces: list[bytes] = []
    place, length = 0, len(stuffed)
    while place < length:
        code = stuffed[place]
        pieces.append(stuffed[place + 1 : place + code])
        if code != _FULL:
            pieces.append(b"\0")
        place += code
    if place != length:
        raise NotStuffed
    if stuffed and pieces[-1] == b"\0":
        pieces.pop()  # no zero follows the last run
    return b"".join(pieces)


DELIMITER = b"\0"
HEADER = struct.Struct("<BBHI")
CHECKSUM = struct.Struct("<I")
LARGEST_BODY_BYTES = 16384
LARGEST_FRAME_BYTES = LARGEST_BODY_BYTES + HEADER.size + CHECKSUM.size
_LARGEST_STUFFED_BYTES = LARGEST_FRAME_BYTES + LARGEST_FRAME_BYTES // LONGEST_RUN + 1
_SMALLEST_FRAME_BYTES = HEADER.size + CHECKSUM.size

FLAG_REPEATED = 1
"""The request is repeated under its old sequence number: answer it again, do not execute it twice."""


@dataclass(frozen=True, slots=True)
class RawFrame:
    """A frame with a valid checksum; ``sequence`` (16 bits) and ``time_us`` (32 bits) both wrap."""

    type_number: int
    flags: int
    sequence: int
    time_us: int
    body: bytes


def encode_frame(frame: RawFrame) -> bytes:
    """Encode a frame, delimiter included.

    Raises
    ------
    ValueError
        If the body is longer than ``LARGEST_BODY_BYTES``.
    """
    if len(frame.body) > LARGEST_BODY_BYTES:
        raise ValueError(f"a body of {len(frame.body)} bytes")
    content = HEADER.pack(frame.type_number, frame.flags, frame.sequence, frame.time_us) + frame.body
    return stuff(content + CHECKSUM.pack(zlib.crc32(content))) + DELIMITER


def decode_frame(stuffed: bytes) -> RawFrame | None:
    """Decode the bytes between two delimiters; None if the frame is damaged."""
    try:
        content = unstuff(stuffed)
    except NotStuffed:
        return None
    if not _SMALLEST_FRAME_BYTES <= len(content) <= LARGEST_FRAME_BYTES:
        return None
    end = len(content) - CHECKSUM.size
    if zlib.crc32(memoryview(content)[:end]) != CHECKSUM.unpack_from(content, end)[0]:
        return None
    number, flags, sequence, time_us = HEADER.unpack_from(content)
    return RawFrame(number, flags, sequence, time_us, content[HEADER.size : end])


class FrameDecoder:
    """Cuts a stream of bytes into frames and discards damaged ones; buffers at most one frame.

    ``damaged`` counts the pieces between delimiters that were no valid frame, ``oversized``
    those longer than any frame.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self.oversized = 0
        self._pending = bytearray()
        self._skipping = False

    @property
    def bytes_pending(self) -> int:
        """Buffered bytes of an incomplete frame; bounded."""
        return len(self._pending)

    def feed(self, content: bytes) -> list[RawFrame]:
        """Add received bytes and return the frames that are now complete."""
        if DELIMITER not in content:
            self._keep(content)
            return []
        first, *pieces, last = content.split(DELIMITER)
        self._keep(first)
        found = [self._end_of_pending()]
        found += [self._judge(piece) for piece in pieces]
        self._keep(last)
        return [frame for frame in found if frame is not None]

    def _keep(self, content: bytes) -> None:
        if self._skipping:
            return
        self._pending += content
        # a line without delimiters (noise, wrong baud rate) must not fill the memory: skip to the next one
        if len(self._pending) > _LARGEST_STUFFED_BYTES:
            self._pending.clear()
            self._skipping = True
            self.oversized += 1

    def _end_of_pending(self) -> RawFrame | None:
        if self._skipping:
            self._skipping = False
            return None
        piece = bytes(self._pending)
        self._pending.clear()
        return self._judge(piece)

    def _judge(self, piece: bytes) -> RawFrame | None:
        if not piece:
            return None  # an empty piece between two delimiters is allowed
        if len(piece) > _LARGEST_STUFFED_BYTES:
            self.oversized += 1
            return None
        frame = decode_frame(piece)
        if frame is None:
            self.damaged += 1
        return frame
