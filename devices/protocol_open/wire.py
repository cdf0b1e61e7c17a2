"""Converts messages to the bytes on the line and back, by frames that are checked.

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

from devices.errors import ProtocolError
from devices.protocol_open.bodies import BY_KIND, BY_NUMBER
from devices.protocol_open.messages import Message

__all__ = ["DELIMITER", "Decoder", "Frame", "encode"]

_SEQUENCE_MASK = 0xFFFF
_TIME_MASK = 0xFFFFFFFF

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


@dataclass(frozen=True, slots=True)
class Frame:
    """A message with its sequence number (16 bits) and the sender's clock in µs (32 bits), both wrap."""

    message: Message
    sequence: int
    time_us: int
    repeated: bool = False
    """True for a request that is sent again under its old sequence number."""


def encode(message: Message, *, sequence: int, time_us: int, repeated: bool = False) -> bytes:
    """Encode a message as a frame with delimiter; ``sequence`` and ``time_us`` are wrapped here.

    Raises
    ------
    ValueError, struct.error
        If a field does not fit its type on the wire: a programming error.
    """
    codec = BY_KIND[type(message)]
    raw = RawFrame(
        type_number=codec.number,
        flags=FLAG_REPEATED if repeated else 0,
        sequence=sequence & _SEQUENCE_MASK,
        time_us=time_us & _TIME_MASK,
        body=codec.pack(message),
    )
    return encode_frame(raw)


class Decoder:
    """Decodes messages from a stream of bytes; never raises, whatever the bytes are.

    Counters: ``frames`` with a valid checksum; ``damaged`` and ``oversized`` pieces; ``missing`` frames,
    from gaps in the sequence numbers; frames of ``unknown`` type, which a later protocol version may
    send; ``malformed`` bodies despite a valid checksum, the reason of the last one in ``last_problem``.
    """

    def __init__(self) -> None:
        self._frames = FrameDecoder()
        self._expected: int | None = None
        self.frames = 0
        self.missing = 0
        self.unknown = 0
        self.malformed = 0
        self.last_problem: ProtocolError | None = None

    @property
    def damaged(self) -> int:
        """Number of pieces between delimiters that were no valid frame."""
        return self._frames.damaged

    @property
    def oversized(self) -> int:
        """Number of pieces longer than any frame."""
        return self._frames.oversized

    @property
    def bytes_pending(self) -> int:
        """Buffered bytes of an incomplete frame; bounded."""
        return self._frames.bytes_pending

    def feed(self, content: bytes) -> list[Frame]:
        """Add received bytes and return the messages that are now complete."""
        found = [self._read(raw) for raw in self._frames.feed(content)]
        return [frame for frame in found if frame is not None]

    def _read(self, raw: RawFrame) -> Frame | None:
        self.frames += 1
        repeated = bool(raw.flags & FLAG_REPEATED)
        # a repeated request carries an old number, which is no gap
        if not repeated:
            self._count_missing(raw.sequence)
        codec = BY_NUMBER.get(raw.type_number)
        # not an error: a newer device may send types that this program does not know
        if codec is None:
            self.unknown += 1
            return None
        try:
            message = codec.unpack(raw.body)
        except ProtocolError as error:
            self._note(error)
            return None
        except (ValueError, OverflowError, RecursionError, struct.error) as error:
            name = codec.kind.__name__
            self._note(ProtocolError("protocol-field", message=name, field="body", reason=str(error)))
            return None
        return Frame(message, raw.sequence, raw.time_us, repeated)

    def _note(self, problem: ProtocolError) -> None:
        self.malformed += 1
        self.last_problem = problem

    def _count_missing(self, sequence: int) -> None:
        if self._expected is not None:
            self.missing += (sequence - self._expected) & _SEQUENCE_MASK
        self._expected = (sequence + 1) & _SEQUENCE_MASK
